import {
	isResourceLocatorValue,
	type ICredentialDataDecryptedObject,
	type INodeExecutionData,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodeType,
} from 'n8n-workflow';

import type { PackageTypes } from './packageTypes';

/** The contents of a file for `npm run node`. */
export interface RunFile {
	readonly node: string;
	readonly parameters: INodeParameters;
	readonly credentials: Readonly<Record<string, ICredentialDataDecryptedObject>>;
	readonly input: readonly INodeExecutionData[];
	readonly continueOnFail: boolean;
}

/** The error for a file that cannot be run. The message explains what to change. */
export class RunFileError extends Error {
	override readonly name = 'RunFileError';
}

const ENTRIES = ['node', 'parameters', 'credentials', 'input', 'continueOnFail'];

/**
 * Reads the text of a file for `npm run node` and checks its names against the package. The field names of credentials are not checked.
 * n8n ignores unknown names, so without this check, a node with a typo would run differently than intended.
 *
 * @throws {RunFileError} for invalid JSON, for a value of the wrong type, and for unknown nodes, credentials, parameters and entries.
 */
export const readRunFile = (text: string, types: PackageTypes): RunFile => {
	const file = parse(text);
	if (!isObject(file))
		throw new RunFileError(
			'The file must contain a JSON object such as {"node": "mediaOperations", "parameters": {…}, "credentials": {…}}',
		);
	refuseUnknown(Object.keys(file), ENTRIES, 'the file');
	const { node, parameters = {}, credentials = {}, input = [{ json: {} }], continueOnFail = false } = file;
	const type = types.nodes.get(String(node));
	if (type === undefined) throw new RunFileError(`Unknown node '${String(node)}'. Use one of: ${[...types.nodes.keys()].join(', ')}`);
	if (!isObject(parameters)) throw new RunFileError("'parameters' must be an object");
	if (!isObject(credentials)) throw new RunFileError("'credentials' must be an object with credentials by type");
	if (!Array.isArray(input) || !input.every((item) => isObject(item) && isObject(item.json)))
		throw new RunFileError('\'input\' must be an array of items such as {"json": {…}}');
	if (typeof continueOnFail !== 'boolean') throw new RunFileError("'continueOnFail' must be true or false");
	checkNames(parameters, type.description.properties, '');
	for (const [name, data] of Object.entries(credentials)) {
		const credential = types.credentials.get(name);
		if (credential === undefined)
			throw new RunFileError(`Unknown credential '${name}'. Use one of: ${[...types.credentials.keys()].join(', ')}`);
		if (!isObject(data)) throw new RunFileError(`The credential '${name}' must be an object`);
	}
	return {
		node: String(node),
		parameters: { ...signInOf(type, Object.keys(credentials)), ...parameters } as INodeParameters,
		credentials: credentials as Record<string, ICredentialDataDecryptedObject>,
		input: input as INodeExecutionData[],
		continueOnFail,
	};
};

/**
 * The parameter that selects the authentication, derived from the only credential in the file. In the editor, you select the
 * authentication and then the credential; a file needs only the credential. Parameters in the file take precedence.
 */
const signInOf = ({ description }: INodeType, [name, ...parts]: readonly string[]): INodeParameters => {
	const shown =
		parts.length === 0 ? description.credentials?.find((credential) => credential.name === name)?.displayOptions?.show : undefined;
	return Object.fromEntries(
		Object.entries(shown ?? {}).flatMap(([parameter, values]) => (typeof values?.[0] === 'string' ? [[parameter, values[0]]] : [])),
	);
};

const parse = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new RunFileError(`The file is not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
	}
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const refuseUnknown = (given: readonly string[], known: readonly string[], place: string): void => {
	const unknown = given.find((name) => !known.includes(name));
	if (unknown !== undefined) throw new RunFileError(`Unknown '${unknown}' in ${place}. Use one of: ${known.join(', ')}`);
};

/** Checks names at every level: a collection contains parameters, and a fixed collection contains groups of parameters. */
const checkNames = (values: Record<string, unknown>, properties: readonly INodeProperties[], path: string): void => {
	refuseUnknown(
		Object.keys(values),
		[...new Set(properties.map(({ name }) => name))],
		path === '' ? 'the parameters of this node' : `'${path}'`,
	);
	for (const [name, value] of Object.entries(values)) {
		const here = path === '' ? name : `${path}.${name}`;
		const alike = properties.filter((property) => property.name === name);
		if (!isObject(value) || isResourceLocatorValue(value)) continue;
		if (alike.every(({ type }) => type === 'collection'))
			checkNames(
				value,
				alike.flatMap(({ options }) => (options ?? []) as INodeProperties[]),
				here,
			);
		if (alike.every(({ type }) => type === 'fixedCollection'))
			checkGroups(
				value,
				alike.flatMap(({ options }) => (options ?? []) as INodePropertyCollection[]),
				here,
			);
	}
};

const checkGroups = (groups: Record<string, unknown>, known: readonly INodePropertyCollection[], path: string): void => {
	refuseUnknown(
		Object.keys(groups),
		known.map(({ name }) => name),
		`'${path}'`,
	);
	for (const [name, rows] of Object.entries(groups)) {
		const properties = known.find((group) => group.name === name)?.values ?? [];
		for (const row of Array.isArray(rows) ? rows : [rows]) if (isObject(row)) checkNames(row, properties, `${path}.${name}`);
	}
};
