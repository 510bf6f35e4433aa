import { randomUUID } from 'node:crypto';
import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { N8nRest, StoredCredential, StoredWorkflow } from '../../../workshop/editor/rest';
import { itemsOf } from '../../../workshop/editor/rest';
import { reportNode, type Report } from './reporting';

/** An active workflow that starts with the Media Operations Trigger. */
export interface Listening {
	/** The production URL, which senders call. */
	readonly address: string;
	/** Runs a function that starts the workflow; returns the trigger's items once the started execution has succeeded. */
	itemsAfter(start: () => Promise<unknown>): Promise<IDataObject[]>;
	/** The identifiers of the workflow's executions so far. */
	executions(): Promise<string[]>;
	/** Waits until n8n accepts deliveries, for example after a restart. */
	untilRegistered(): Promise<void>;
	stop(): Promise<void>;
}

interface Wanted {
	readonly name: string;
	readonly credential: StoredCredential;
	/** The credential for the site, for Fetch Record. */
	readonly site?: StoredCredential;
	readonly parameters?: INodeParameters;
	/** The last node's output, as JSON for n8n's Edit Fields node. */
	readonly lastItem?: string;
	/** Ends the workflow with a node that reports each item to a receiver. */
	readonly reportTo?: Report;
}

/** The response modes of the trigger by name, with their parameters. Fetch Record requires the credential for the site. */
export const RESPONSE_MODES: ReadonlyArray<readonly [name: string, parameters: INodeParameters]> = [
	['immediately', {}],
	['immediately, with Fetch Record', { fetchRecord: true, authentication: 'basic' }],
	['when the last node finishes', { respond: 'lastNode' }],
];

const TRIGGER = 'Event';
const TIMEOUT_MS = 60_000;

const nodesOf = ({ credential, site, parameters, lastItem, reportTo }: Wanted): INode[] => [
	{
		id: 'event',
		name: TRIGGER,
		type: 'n8n-nodes-media-operations.mediaOperationsTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: { ...parameters },
		webhookId: randomUUID(),
		credentials: Object.fromEntries([credential, ...(site ? [site] : [])].map(({ id, name, type }) => [type, { id, name }])),
	},
	...(reportTo === undefined ? [] : [reportNode(reportTo)]),
	...(lastItem === undefined
		? []
		: [
				{
					id: 'last',
					name: 'Last',
					type: 'n8n-nodes-base.set',
					typeVersion: 3.4,
					position: [220, 0] as [number, number],
					parameters: { mode: 'raw', jsonOutput: lastItem, options: {} },
				},
			]),
];

/**
 * n8n registers the HTTP methods one after the other, a moment after the activation. A request without authentication gets 404 until its
 * method is registered, and 401 afterwards.
 */
async function untilRegistered(address: string): Promise<void> {
	const end = Date.now() + TIMEOUT_MS;
	for (const method of ['POST', 'PUT', 'PATCH']) {
		for (;;) {
			const { status } = await fetch(address, { method });
			if (status === 401) break;
			if (Date.now() > end)
				throw new Error(
					`${address} returns ${method} without authentication with ${status}, ${TIMEOUT_MS / 1000} s after its workflow was activated.`,
				);
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	}
}

/** Stores a workflow that starts with the Media Operations Trigger in the running n8n, and activates it. */
export async function listen(rest: N8nRest, wanted: Wanted): Promise<Listening> {
	const nodes = nodesOf(wanted);
	const connections: IConnections =
		nodes[1] !== undefined ? { [TRIGGER]: { main: [[{ node: nodes[1].name, type: 'main', index: 0 }]] } } : {};
	const workflow: StoredWorkflow = await rest.putWorkflow({ name: wanted.name, nodes, connections, settings: {} });
	await rest.activate(workflow);
	const address = `${rest.url}/webhook/${nodes[0]?.webhookId}/events`;
	await untilRegistered(address);
	return {
		address,
		itemsAfter: async (start) => {
			const before = await rest.executionsOf(workflow);
			await start();
			const execution = await rest.waitForNext(workflow, before, TIMEOUT_MS);
			expect({ status: execution.status, error: execution.data.resultData.error }).toEqual({ status: 'success', error: undefined });
			return itemsOf(execution, TRIGGER).map(({ json }) => json);
		},
		untilRegistered: async () => await untilRegistered(address),
		executions: async () => await rest.executionsOf(workflow),
		stop: async () => await rest.deactivate(workflow),
	};
}
