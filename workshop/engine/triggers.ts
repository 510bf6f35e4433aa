import './environment';

import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

import { ExecuteContext, HookContext, PollContext, WebhookContext } from 'n8n-core';
import {
	createRunExecutionData,
	deepCopy,
	NodeHelpers,
	Workflow,
	type IDataObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IPollFunctions,
	type IWebhookData,
	type IWebhookDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { additionalDataOf } from './additionalData';
import { nodeOf, nodeTypesOf, referTo, type Engine, type NodeRun, type StaticData } from './engine';

export type { StaticData } from './engine';

/** A trigger in a workflow: its parameters and credentials. */
export type TriggerNode = Pick<NodeRun, 'node' | 'parameters' | 'credentials' | 'settings'>;

interface Prepared {
	readonly nodeType: INodeType;
	readonly additionalData: IWorkflowExecuteAdditionalData;
	/** The workflow as n8n loads it for every run, with the stored data. */
	load(): Loaded;
}

interface Loaded {
	readonly workflow: Workflow;
	readonly node: INode;
	/**
	 * Prepares an execution as n8n does. Creates a second workflow with the same static data object; the constructor clears the
	 * object's change flag.
	 */
	prepareExecution(): void;
}

const prepare = async (engine: Engine, trigger: TriggerNode, stored: StaticData): Promise<Prepared> => {
	const node = nodeOf(trigger, await referTo(trigger, engine.credentials));
	const nodeTypes = nodeTypesOf(engine.types);
	const nodeType = engine.types.nodes.get(trigger.node);
	// A trigger stores deliveries by the ID of its workflow, so each workflow here needs its own ID.
	const id = randomUUID();
	if (nodeType === undefined) throw new Error(`Unknown node '${trigger.node}'`);
	return {
		nodeType,
		additionalData: additionalDataOf(engine.credentials),
		load: () => {
			const staticData = deepCopy(stored.value);
			const make = (): Workflow =>
				new Workflow({
					id,
					name: 'Workshop',
					nodes: [deepCopy(node)],
					connections: {},
					active: true,
					nodeTypes,
					staticData,
					settings: { timezone: 'UTC', ...trigger.settings },
				});
			const workflow = make();
			return { workflow, node: workflow.getNode(node.name) as INode, prepareExecution: () => void make() };
		},
	};
};

/** n8n stores static data as JSON, and only if it was changed. */
const keep = async (workflow: Workflow, stored: StaticData, write?: () => Promise<void>): Promise<void> => {
	if ((workflow.staticData as { __dataChanged?: boolean }).__dataChanged !== true) return;
	const text = JSON.stringify(workflow.staticData);
	await write?.();
	stored.value = JSON.parse(text) as IDataObject;
};

export interface Poller {
	/** The static data that n8n stores for the workflow. */
	readonly stored: StaticData;
	/** Polls once, as n8n does. `manual` is *Fetch Test Event*, which stores nothing. Throws the node's errors. */
	poll(mode?: 'trigger' | 'manual'): Promise<readonly INodeExecutionData[]>;
}

/** A poll trigger, called in n8n's own context for polls. */
export const createPoller = async (engine: Engine, trigger: TriggerNode, stored: StaticData = { value: {} }): Promise<Poller> => {
	const { nodeType, additionalData, load } = await prepare(engine, trigger, stored);
	return {
		stored,
		poll: async (mode = 'trigger') => {
			const { workflow, node } = load();
			try {
				const items =
					(await nodeType.poll?.call(
						new PollContext(workflow, node, additionalData, mode, mode === 'manual' ? 'manual' : 'update') as IPollFunctions,
					)) ?? null;
				return items?.flat() ?? [];
			} finally {
				// n8n keeps a polling workflow in memory, so changes that a node made before it threw an error still exist at the next poll.
				if (mode === 'trigger') await keep(workflow, stored);
			}
		},
	};
};

/** One execution of a webhook's workflow: the items that the trigger outputs. */
export type StartedRun = readonly INodeExecutionData[];

export interface WebhookServer {
	/** The URL that a sender calls. */
	readonly url: string;
	readonly stored: StaticData;
	/** The executions so far. */
	readonly runs: readonly StartedRun[];
	/** Errors that a node threw; n8n then returns 500. */
	readonly faults: readonly unknown[];
	close(): Promise<void>;
}

/** The parts of a Content-Type such as `application/json; charset=utf-8`, as n8n adds them to the request. */
const contentTypeOf = (header: string | undefined): { contentType?: string; encoding: BufferEncoding } => ({
	...(header === undefined ? {} : { contentType: header.replace(/;[^]*/, '').trim().toLowerCase() }),
	encoding: (/charset=([^\s;]+)/i.exec(header ?? '')?.[1] ?? 'utf-8').toLowerCase() as BufferEncoding,
});

const readWhole = async (request: http.IncomingMessage): Promise<Buffer> => {
	const pieces: Buffer[] = [];
	for await (const piece of request) pieces.push(piece as Buffer);
	return Buffer.concat(pieces);
};

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Accepts HTTP requests for a webhook trigger and handles them the way `webhook-helpers` in n8n 2.41 does (that module is not
 * part of n8n-core). Parses the body unless the node disables that, calls the node in n8n's own context, prepares the execution,
 * saves the static data, responds, and runs the execution. In `lastNode` response mode, the execution runs before the static data
 * is saved and the response is sent.
 */
export const startWebhook = async (
	engine: Engine,
	trigger: TriggerNode,
	{
		stored = { value: {} },
		lastNode = (items) => items,
		write,
	}: {
		stored?: StaticData;
		lastNode?: (items: StartedRun) => StartedRun | Promise<StartedRun>;
		/** Runs after the static data is serialized and before it is stored. */
		write?: () => Promise<void>;
	} = {},
): Promise<WebhookServer> => {
	const { nodeType, additionalData, load } = await prepare(engine, trigger, stored);
	const description = nodeType.description.webhooks?.[0] as IWebhookDescription;
	const runs: StartedRun[] = [];
	const faults: unknown[] = [];
	const mode: WorkflowExecuteMode = 'webhook';

	const dataOf = (workflow: Workflow, node: INode): IWebhookData => ({
		httpMethod: 'POST',
		node: node.name,
		path: NodeHelpers.getNodeWebhookPath('workshop', node, description.path),
		webhookDescription: description,
		workflowId: 'workshop',
		workflowExecuteAdditionalData: additionalData,
	});
	const evaluated = (workflow: Workflow, node: INode, value: string | boolean | undefined, otherwise?: string): unknown =>
		workflow.expression.getSimpleParameterValue(node, value, mode, {}, undefined, otherwise);

	/** Runs the trigger's `execute` method with the static data that is stored when the execution starts. */
	const execute = async (items: INodeExecutionData[]): Promise<StartedRun> => {
		const { workflow, node } = load();
		const data = { main: [items] };
		const context = new ExecuteContext(
			workflow,
			node,
			additionalData,
			mode,
			createRunExecutionData(),
			0,
			items,
			data,
			{ node, data, source: null },
			[],
		) as IExecuteFunctions;
		return ((await nodeType.execute?.call(context)) as INodeExecutionData[][] | undefined)?.flat() ?? items;
	};

	const handle = async (
		request: http.IncomingMessage & { body?: unknown; params?: object; query?: object },
		response: http.ServerResponse,
	): Promise<void> => {
		const { workflow, node, prepareExecution } = load();
		const json = (status: number, body: unknown): void =>
			void response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
		const methods = String(evaluated(workflow, node, description.httpMethod)).split(',');
		if (pathname !== `/webhook/${dataOf(workflow, node).path}` || !methods.includes(String(request.method))) {
			return json(404, { code: 404, message: `This webhook is not registered for ${request.method} requests.` });
		}
		Object.assign(request, contentTypeOf(request.headers['content-type']), { params: {}, query: Object.fromEntries(searchParams) });
		request.readRawBody = async () => {
			request.rawBody ??= await readWhole(request);
			if (request.rawBody.length > MAX_BYTES) throw Object.assign(new Error('request entity too large'), { status: 413 });
		};
		if (!evaluated(workflow, node, '={{$parameter["options"]["binaryData"]}}')) {
			await request.readRawBody();
			try {
				request.body =
					request.contentType === 'application/json'
						? JSON.parse(request.rawBody.toString(request.encoding))
						: request.rawBody.toString(request.encoding);
			} catch (cause) {
				return json(422, { code: 0, message: 'Failed to parse request body', hint: String((cause as Error).message) });
			}
		}
		const additional = { ...additionalData, httpRequest: request as never, httpResponse: response as never };
		let result: IWebhookResponseData;
		try {
			const context = new WebhookContext(workflow, node, additional, mode, dataOf(workflow, node), [], null) as IWebhookFunctions;
			result = (await nodeType.webhook?.call(context)) ?? {};
		} catch (fault) {
			faults.push(fault);
			return json(500, { code: 0, message: 'Workflow Webhook Error: Workflow could not be started!' });
		}
		if (result.noWebhookResponse === true) return await keep(workflow, stored, write);
		if (result.workflowData === undefined) {
			await keep(workflow, stored, write);
			return json(200, result.webhookResponse ?? { message: 'Webhook call received' });
		}
		prepareExecution();
		const items = JSON.parse(JSON.stringify(result.workflowData.flat())) as INodeExecutionData[];
		if (evaluated(workflow, node, description.responseMode, 'onReceived') === 'lastNode') {
			const run = await execute(items);
			runs.push(run);
			const last = await Promise.resolve(run)
				.then(lastNode)
				.catch(() => undefined);
			await keep(workflow, stored, write);
			return last === undefined ? json(500, { message: 'Error in workflow' }) : json(200, last[0]?.json ?? {});
		}
		await keep(workflow, stored, write);
		json(
			200,
			evaluated(workflow, node, description.responseData, 'firstEntryJson') ||
				(result.webhookResponse ?? { message: 'Workflow was started' }),
		);
		runs.push(await execute(items));
	};

	await activate(nodeType, load(), additionalData, description);
	const server = http.createServer((request, response) => {
		handle(request, response).catch((fault: unknown) => {
			faults.push(fault);
			response.destroy();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { workflow, node } = load();
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook/${dataOf(workflow, node).path}`,
		stored,
		runs,
		faults,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
};

/** Activates a workflow: n8n asks the node whether the webhook exists, and lets the node create a missing one. */
const activate = async (
	nodeType: INodeType,
	{ workflow, node }: ReturnType<Prepared['load']>,
	additionalData: IWorkflowExecuteAdditionalData,
	description: IWebhookDescription,
): Promise<void> => {
	const context = new HookContext(workflow, node, additionalData, 'trigger', 'activate', {
		webhookDescription: description,
	} as IWebhookData) as IHookFunctions;
	const methods = nodeType.webhookMethods?.default;
	if (!(await methods?.checkExists.call(context))) await methods?.create.call(context);
};
