/** The catalog's description of a name in the specification. Most functions throw if there is none. */
import {
	CHANGES,
	CONTENT_TYPES,
	documentByName,
	DOCUMENTS,
	HEADERS,
	LIST_ROOT,
	OPERATORS,
	PARAMETERS,
	SAVE_ARGUMENTS,
	PROOF_STATUSES,
	type Proof,
	type DocumentEntry,
	type Field,
	type HeaderEntry,
	type ParameterEntry,
	type QueryOperator,
	type SaveArgument,
	type Table,
} from '../../core/catalog';
import type { SpecificationName } from '../../test/interface/specificationNames';

const missing = ({ kind, name }: SpecificationName): never => {
	throw new Error(`The catalog has no ${kind} '${name}'`);
};

const operators: readonly QueryOperator[] = OPERATORS;
const headers: readonly HeaderEntry[] = Object.values(HEADERS);
const parameters: readonly ParameterEntry[] = Object.values(PARAMETERS);
const saveArguments: readonly SaveArgument[] = SAVE_ARGUMENTS;
const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export const entryOf = (name: SpecificationName): DocumentEntry =>
	documentByName(name.kind === 'document' ? name.name : (name.of?.[0] ?? '')) ?? missing(name);

const tablesOf = (table: Table): Table[] => [table, ...(table.subTables ?? []).flatMap(tablesOf)];

/** The table that the name refers to, in the catalog entry of the document. For a field, the table that contains the field. */
export const tableOf = (name: SpecificationName): Table =>
	tablesOf(entryOf(name).table).find((table) => table.name === (name.table ?? name.name)) ?? missing(name);

/** The field. Undefined for the description of a look-up, because the catalog stores the description with the look-up's field. */
export const fieldOf = (name: SpecificationName): Field | undefined => tableOf(name).fields.find((field) => field.name === name.name);

export const operatorsOf = (name: SpecificationName): readonly QueryOperator[] =>
	operators.filter(({ wire, fixed }) => wire === name.name || fixed === name.name);
export const saveArgumentOf = (name: SpecificationName): SaveArgument =>
	saveArguments.find((entry) => entry.name === name.name || entry.alternateNames?.includes(name.name)) ?? missing(name);
const headerOf = (name: SpecificationName): HeaderEntry => headers.find((entry) => same(entry.name, name.name)) ?? missing(name);
/** The query parameter; undefined for one that only some documents require. */
export const parameterOf = (name: SpecificationName): ParameterEntry | undefined => parameters.find((entry) => same(entry.name, name.name));

const since = ({ since: release }: { readonly since: string }): string => (release === '10.6' ? '' : `, since ${release}`);

const fieldWords = (name: SpecificationName): string => {
	const field = fieldOf(name);
	if (field === undefined) {
		const of = tableOf(name).fields.find(({ lookup }) => lookup?.description === name.name) ?? missing(name);
		return `description of \`${of.name}\``;
	}
	const marks = [
		field.type,
		...(tableOf(name).key === field.name ? ['key'] : []),
		...(entryOf(name).alternateKeys.includes(field.name) ? ['alternate key'] : []),
		...(field.required ? ['required'] : []),
		...(field.readOnly ? ['set by the site'] : []),
		...(field.lookup ? [`from ${field.lookup.document}`] : []),
	];
	return marks.join(', ');
};

const requiredBy = (name: SpecificationName): string => {
	const documents = DOCUMENTS.filter(({ requiredParameters = [] }) => requiredParameters.includes(name.name)).map((entry) => entry.name);
	return documents.length > 0 ? `required by ${documents.join(', ')}` : missing(name);
};

const statusWords = ({ name }: SpecificationName): string => {
	const status = Number(name);
	const isProof = ({ name: proof }: Proof): boolean => proof !== 'location' && PROOF_STATUSES[proof].includes(status);
	const calls = [
		...(status === 200 ? ['get', 'list'] : []),
		...Object.entries(CHANGES).flatMap(([call, { proofs }]) => (proofs.some(isProof) ? [call] : [])),
	];
	return calls.length > 0 ? `success: ${calls.join(', ')}` : 'a refusal';
};

const WORDS: Readonly<Record<SpecificationName['kind'], (name: SpecificationName) => string>> = {
	document: (name) => `${entryOf(name).kind}${since(entryOf(name))}`,
	table: (name) => tableOf(name).label,
	field: fieldWords,
	operator: (name) => {
		const [first] = operatorsOf(name);
		return first ? `${first.operand === 'none' ? 'no value' : first.operand}${since(first)}` : missing(name);
	},
	header: (name) => `${headerOf(name).direction}${since(headerOf(name))}`,
	contentType: ({ name }) => ((Object.values(CONTENT_TYPES) as string[]).includes(name) ? 'format of a body' : 'format of an upload'),
	parameter: (name) => {
		const entry = parameterOf(name);
		return entry ? `query parameter${since(entry)}` : requiredBy(name);
	},
	rowAction: () => 'key of `rowAction`, since 11.0',
	operation: () => 'operations format',
	envelope: ({ name }) => (name === LIST_ROOT ? 'root of a list' : 'response property'),
	saveArgument: (name) => {
		const entry = saveArgumentOf(name);
		const choice = entry.choices?.find(({ value }) => value === name.value);
		return `${choice ? choice.label : entry.value}${since(entry)}`;
	},
	status: statusWords,
	sentence: () => '',
};

export const catalogText = (name: SpecificationName): string => WORDS[name.kind](name);
