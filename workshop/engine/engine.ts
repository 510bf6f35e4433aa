import './environment';
import 'reflect-metadata';

import { Container } from '@n8n/di';
import { BinaryDataService, Cipher, EncryptionKeyProxy, ExecutionLifecycleHooks, InstanceSettings, WorkflowExecute } from 'n8n-core';
import {
	deepCopy,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeCredentials,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IWorkflowSettings,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { additionalDataOf, type Executions } from './additionalData';
import { CredentialStore } from './credentialStore';
import { loadPackage, PACKAGE_NAME, type PackageTypes } from './packageTypes';

/** One run of one node. */
export interface NodeRun {
	/** The name of the node in the package: `mediaOperations`. */
	readonly node: string;
	readonly parameters?: INodeParameters;
	/** The credentials by type: the data of a credential, or the identifier of a stored one. */
	readonly credentials?: Readonly<Record<string, ICredentialDataDecryptedObject | string>>;
	/** The input items; one empty item by default. */
	readonly input?: readonly INodeExecutionData[];
	/** The node's *On Error* setting. */
	readonly onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	readonly mode?: WorkflowExecuteMode;
	readonly settings?: IWorkflowSettings;
	/** Stops the run, like the stop button in the editor. */
	readonly signal?: AbortSignal;
	/** The workflow's static data. The engine saves changes after the run, even if the node fails, except in the default mode, `manual`. */
	readonly stored?: StaticData;
	readonly executions?: Executions;
	/** A trigger of the package that is connected to the node. It does not run. */
	readonly trigger?: Pick<NodeRun, 'node' | 'parameters'>;
}

/** The data that n8n stores with a workflow between two runs, as JSON. */
export interface StaticData {
	value: IDataObject;
}

export interface NodeError {
	readonly message: string;
	readonly description: string | null;
	readonly itemIndex: number | null;
	readonly httpCode: string | null;
}

export interface NodeOutcome {
	/** The output items, by output and then by item; empty if the node ended with an error. */
	readonly output: ReadonlyArray<readonly INodeExecutionData[]>;
	readonly error: NodeError | null;
	/** The node's hints for the user. */
	readonly hints: readonly string[];
	/** Everything that n8n would save about the execution. */
	readonly run: IRun;
}

export interface Engine {
	readonly credentials: CredentialStore;
	readonly types: PackageTypes;
	run(nodeRun: NodeRun): Promise<NodeOutcome>;
}

const START = 'workshop.start';
const startType = {
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['trigger'],
		version: 1,
		defaults: { name: 'Start' },
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		return [this.getInputData()];
	},
} as unknown as INodeType;

/** n8n's own engine without the editor, database or server: real execution, real helpers, real encryption of credentials. */
export const createEngine = async (types: PackageTypes = loadPackage()): Promise<Engine> => {
	provideEncryptionKey();
	await Container.get(BinaryDataService).init();
	const credentials = new CredentialStore(types.credentials);
	const nodeTypes = nodeTypesOf(types);
	return {
		credentials,
		types,
		async run(nodeRun) {
			if (!types.nodes.has(nodeRun.node))
				throw new Error(`Unknown node '${nodeRun.node}'. Use one of: ${[...types.nodes.keys()].join(', ')}`);
			const triggers = nodeRun.trigger === undefined ? [] : [{ ...nodeOf(nodeRun.trigger, {}), id: 'trigger', name: 'Trigger' }];
			const nodes = [startNode, ...triggers, nodeOf(nodeRun, await referTo(nodeRun, credentials))];
			const settings: IWorkflowSettings = { executionOrder: 'v1', timezone: 'UTC', ...nodeRun.settings };
			const toNode = { main: [[{ node: 'Node', type: 'main' as const, index: 0 }]] };
			const connections = Object.fromEntries([startNode, ...triggers].map(({ name }) => [name, toNode]));
			const staticData = deepCopy(nodeRun.stored?.value ?? {});
			const workflow = new Workflow({
				id: 'workshop',
				name: 'Workshop',
				nodes,
				connections,
				active: false,
				nodeTypes,
				staticData,
				settings,
			});
			const mode = nodeRun.mode ?? 'manual';
			const hooks = new ExecutionLifecycleHooks(mode, '1', {
				id: 'workshop',
				name: 'Workshop',
				nodes,
				connections,
				active: false,
				settings,
			} as never);
			const execution = new WorkflowExecute(additionalDataOf(credentials, hooks, nodeRun.executions), mode).run({
				workflow,
				startNode: workflow.getNode('Start') as INode,
				triggerToStartFrom: { name: 'Start', data: { data: { main: [[...(nodeRun.input ?? [{ json: {} }])]] } } as never },
			});
			nodeRun.signal?.addEventListener('abort', () => execution.cancel(), { once: true });
			const run = await execution;
			if (nodeRun.stored !== undefined && mode !== 'manual') keepStaticData(workflow, nodeRun.stored);
			return outcomeOf(run);
		},
	};
};

/** n8n stores static data as JSON, and only if it was changed. */
const keepStaticData = ({ staticData }: Workflow, stored: StaticData): void => {
	if ((staticData as { __dataChanged?: boolean }).__dataChanged === true)
		stored.value = JSON.parse(JSON.stringify(staticData)) as IDataObject;
};

const startNode: INode = { id: 'start', name: 'Start', type: START, typeVersion: 1, position: [0, 0], parameters: {} };

/** The node as a workflow stores it. */
export const nodeOf = ({ node, parameters = {}, onError }: NodeRun, credentials: INodeCredentials): INode => ({
	id: 'node',
	name: 'Node',
	type: `${PACKAGE_NAME}.${node}`,
	typeVersion: 1,
	position: [200, 0],
	parameters,
	credentials,
	...(onError ? { onError } : {}),
});

/** Returns references to the credentials of a run. Data becomes a new credential in every run; an identifier refers to a stored one. */
export const referTo = async ({ credentials = {} }: NodeRun, store: CredentialStore): Promise<INodeCredentials> => {
	const entries = Object.entries(credentials).map(
		async ([type, given]) =>
			[type, typeof given === 'string' ? { id: given, name: given } : await store.put(`${type}-${nextNumber++}`, type, given)] as const,
	);
	return Object.fromEntries(await Promise.all(entries));
};
let nextNumber = 1;

/** The nodes of the package as n8n looks them up. */
export const nodeTypesOf = ({ nodes }: PackageTypes): INodeTypes => {
	const find = (type: string): INodeType | undefined => (type === START ? startType : nodes.get(type.slice(PACKAGE_NAME.length + 1)));
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) } as unknown as INodeTypes;
};

const provideEncryptionKey = (): void => {
	const instanceKey = Container.get(InstanceSettings).encryptionKey;
	const key = {
		id: 'workshop',
		value: Container.get(Cipher).encryptDEKWithInstanceKey(instanceKey),
		algorithm: 'aes-256-cbc',
		format: 'no-prefix',
	};
	const provide = async (): Promise<never> => key as never;
	Container.get(EncryptionKeyProxy).setProvider({ getActiveKey: provide, getKeyById: provide, getLegacyKey: provide } as never);
};

const outcomeOf = (run: IRun): NodeOutcome => {
	const task = run.data.resultData.runData.Node?.at(-1);
	const error = (task?.error ?? run.data.resultData.error) as
		(Error & { description?: string | null; httpCode?: string | null; context?: { itemIndex?: number } }) | undefined;
	return {
		output: (task?.data?.main ?? []).map((items) => items ?? []),
		error:
			error === undefined
				? null
				: {
						message: error.message,
						description: error.description ?? null,
						itemIndex: error.context?.itemIndex ?? null,
						httpCode: error.httpCode ?? null,
					},
		hints: (task?.hints ?? []).map(({ message }) => message),
		run,
	};
};
