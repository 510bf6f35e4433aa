import type { IBinaryKeyData, INodeListSearchResult, INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import { createEngine, type Engine, type NodeOutcome, type NodeRun } from '../../../workshop/engine/engine';
import { loadPackage } from '../../../workshop/engine/packageTypes';
import { panelContext } from '../../../workshop/engine/panel';
import type { Release } from '../../../core/catalog';
import { startSandbox, type JournalLine, type SandboxProcess } from '../../../workshop/sandboxProcess';
import { duringTests } from '../../support/duringTests';
import { plainCall } from '../../support/plainCall';

export type Json = Record<string, unknown>;

/** An input item: its JSON, or JSON with files. */
export type Item = Json | { readonly json: Json; readonly binary: IBinaryKeyData };

/** The three order types: the node's resource, and the document in requests. */
export const ORDER_KINDS = [
	['workOrder', 'JmWorkOrder'],
	['mediaOrder', 'MoMediaOrder'],
	['transmissionOrder', 'XmTransmissionOrder'],
] as const;

/** n8n's engine and a sandbox, for one action node. */
export interface Stage {
	readonly engine: Engine;
	readonly sandbox: SandboxProcess;
	/** Runs the node with Basic authentication; `input` defaults to one empty item. */
	act(parameters: INodeParameters, input?: readonly Item[], more?: Partial<NodeRun>): Promise<NodeOutcome>;
	/** Loads one of the node's lists as the editor does. */
	search(method: string, parameters: INodeParameters, filter?: string): Promise<INodeListSearchResult>;
	load(method: string, parameters: INodeParameters): Promise<INodePropertyOptions[]>;
	/** The requests since the journal was cleared. */
	wire(method?: string): Promise<readonly JournalLine[]>;
	/** Sends a plain HTTP request, without the nodes, and returns the JSON of the response. */
	http(method: string, address: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Json>;
	/** Creates an order over plain HTTP and returns its number. */
	newOrder(document: string, fields?: Json, headers?: Readonly<Record<string, string>>): Promise<string>;
	/** Creates an order with the transactions of a template and returns its number and theirs. */
	newBookedOrder(document: string): Promise<{ readonly order: string; readonly transactions: number[] }>;
}

const DEMO = { username: 'demo', password: 'demo' };

/** The seven fields that an order requires (specification: POST). */
export const ORDER_FIELDS = {
	wo_desc: 'Match20',
	wo_begin_dt: '2026-12-01T10:00:00.000Z',
	wo_end_dt: '2026-12-01T16:00:00.000Z',
	wo_type_no: 17,
	phase_code: 'CONF',
	rate_card_no: 1,
	cust_id: 19,
};

export const startStage = async (node: string, release?: Release): Promise<Stage> => {
	const engine = await createEngine(loadPackage('sources'));
	const sandbox = await startSandbox(release === undefined ? {} : { release });
	const id = `demo-${node}`;
	const data = { baseUrl: sandbox.apiUrl, ...DEMO, ...(release === undefined ? {} : { release }) };
	await engine.credentials.put(id, 'mediaOperationsBasicApi', data);
	const panel = async (parameters: INodeParameters) =>
		await panelContext(engine, {
			node,
			parameters: { authentication: 'basic', ...parameters },
			credentials: { mediaOperationsBasicApi: data },
		});

	const http: Stage['http'] = async (method, address, body, headers) => await plainCall(sandbox, method, `/${address}`, body, headers);
	const newOrder: Stage['newOrder'] = async (document, fields = {}, headers) => {
		const made = await http('POST', document, { jm_work_order: [{ ...ORDER_FIELDS, ...fields }] }, headers);
		return (made as { jm_work_order: { records: { wo_no_seq: string }[] } }).jm_work_order.records[0]!.wo_no_seq;
	};
	return {
		engine,
		sandbox,
		http,
		newOrder,
		async newBookedOrder(document) {
			const order = await newOrder(document, { wo_template_no: 2 }, { SaveArgument: '{"LoadTemplate":"2"}' });
			const rows = (await http('GET', `${document}/wo_no_seq=${order}/jm_wo_transaction`)) as unknown as { trx_no: { trx_no: number } }[];
			return { order, transactions: rows.map(({ trx_no: key }) => key.trx_no) };
		},
		act: async (parameters, input = [{}], more = {}) =>
			await engine.run({
				node,
				parameters: { authentication: 'basic', ...parameters },
				credentials: { mediaOperationsBasicApi: id },
				input: input.map((item) => ('json' in item && 'binary' in item ? item : { json: item }) as never),
				...more,
			}),
		search: async (method, parameters, filter) =>
			await engine.types.nodes.get(node)!.methods!.listSearch![method]!.call(await panel(parameters), filter),
		load: async (method, parameters) => await engine.types.nodes.get(node)!.methods!.loadOptions![method]!.call(await panel(parameters)),
		wire: async (method) =>
			(await sandbox.control.journal({ kind: 'request', limit: 1000, ...(method === undefined ? {} : { method }) })).entries,
	};
};

/** A stage on the newest release for all tests of a file. The sandbox is reset before each test. */
export const stageForTests = (node: string): Stage => {
	const stage = duringTests(
		async () => await startStage(node),
		async ({ sandbox }) => await sandbox.stop(),
	);
	beforeEach(() => stage.sandbox.control.reset());
	return stage;
};

/** The rows of a successful run. */
export const rowsOf = ({ output, error }: NodeOutcome): Json[] => {
	expect(error).toBeNull();
	return (output[0] ?? []).map(({ json }) => json);
};

/** A locator as the editor stores it. */
export const by = (mode: string, value: unknown): never => ({ __rl: true, mode, value }) as never;

/** The part of a journal line that the specification's examples show. */
export const shown = ({ method, path, headers, body }: JournalLine): Json => ({
	call: `${method} ${path.replace('/api/v2/database/DEMO', '')}`,
	saveArgument: Object.entries(headers).find(([name]) => name.toLowerCase() === 'saveargument')?.[1],
	contentType: Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1],
	body,
});
