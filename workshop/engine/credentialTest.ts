import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeType,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import type { Engine } from './engine';
import { additionalDataOf } from './additionalData';

export interface TestOutcome {
	readonly status: 'OK' | 'Error';
	readonly message: string;
}

interface Rule {
	readonly type: string;
	readonly properties: { readonly value: unknown; readonly key: string; readonly message: string };
}

/**
 * Runs the connection test: n8n's own RoutingNode sends the credential's declarative request, and the credential's rules determine the
 * message, as in n8n's CredentialsTester (which is part of n8n and not of n8n-core).
 */
export const testCredential = async (engine: Engine, type: string, data: ICredentialDataDecryptedObject): Promise<TestOutcome> => {
	const test = engine.types.credentials.get(type)?.test;
	if (test === undefined) return { status: 'Error', message: 'No testing function found for this credential.' };
	const reference = await engine.credentials.put(`test-${type}-${Math.random()}`, type, data);
	const decrypted = engine.credentials.withDefaults(type, data);
	const node: INode = {
		id: 'test',
		name: 'Test',
		type: 'noOp',
		typeVersion: 1,
		position: [0, 0],
		parameters: { temp: '' },
		credentials: { [type]: reference },
	};
	const nodeType = testerOf(type, test.request as object);
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: { getByName: () => nodeType, getByNameAndVersion: () => nodeType, getKnownTypes: () => ({}) } as unknown as INodeTypes,
	});
	const context = new ExecuteContext(
		workflow,
		node,
		additionalDataForTest(engine, decrypted),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const rules = (test.rules ?? []) as readonly Rule[];
	let response: Awaited<ReturnType<RoutingNode['runNode']>>;
	try {
		response = await new RoutingNode(context, nodeType, { ...reference, id: String(reference.id), type, data: decrypted }).runNode();
	} catch (cause) {
		return { status: 'Error', message: messageOf(cause as ErrorOfTest, rules) };
	}
	const body: unknown = response?.[0]?.[0]?.json;
	const broken = rules.find(
		({ type: kind, properties }) => kind === 'responseSuccessBody' && at(body, properties.key) === properties.value,
	);
	return broken === undefined
		? { status: 'OK', message: 'Connection successful!' }
		: { status: 'Error', message: broken.properties.message };
};

/** The value at a dotted path. Replaces lodash's `get`, which n8n uses here. */
const at = (value: unknown, path: string): unknown =>
	path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], value);

interface ErrorOfTest extends Error {
	readonly cause?: { readonly code?: string; readonly response?: { readonly status: number; readonly statusText: string } };
}

const messageOf = ({ cause, message }: ErrorOfTest, rules: readonly Rule[]): string => {
	if (cause?.response === undefined) return cause?.code ?? message;
	const { status, statusText } = cause.response;
	return (
		rules.find(({ type, properties }) => type === 'responseCode' && properties.value === status)?.properties.message ??
		(statusText || `Received HTTP status code: ${status}`)
	);
};

const testerOf = (credential: string, request: object): INodeType =>
	({
		description: {
			displayName: 'Test',
			name: 'noOp',
			group: [],
			version: 1,
			description: '',
			defaults: { name: 'Test' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: credential, required: true }],
			properties: [{ displayName: 'Temp', name: 'temp', type: 'string', routing: { request }, default: '' }],
		},
	}) as unknown as INodeType;

/** A connection test gets the data that is in the form, not the stored data. */
const additionalDataForTest = ({ credentials }: Engine, decrypted: ICredentialDataDecryptedObject): IWorkflowExecuteAdditionalData => {
	const helper = Object.create(credentials) as Engine['credentials'];
	helper.getDecrypted = async (data, reference, type, mode, executeData, raw) =>
		raw ? await credentials.getDecrypted(data, reference, type, mode, executeData, raw) : decrypted;
	return additionalDataOf(helper);
};
