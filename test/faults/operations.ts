/** Every operation of the nodes, with records of its own to work on and a way to see in the store how often each was done. */
import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';

import { each, type Json, type PlainSite } from './site';

/**
 * What a second call would do (specification: Endpoints): nothing at all, leave what the first left, or do it again.
 */
export type Effect = 'read' | 'repeatable' | 'once';

export interface PreparedItem {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
}

/** So many items of an operation, ready to run. */
export interface Prepared {
	readonly parameters: INodeParameters;
	readonly input: readonly PreparedItem[];
	/** How often each item was done, as the store tells. For a read, nothing. */
	timesDone(): Promise<number[]>;
	/** Whether the rows of an item are what the record or list really holds. */
	isWhole(rows: readonly Json[], item: number): boolean;
}

export interface Operation {
	readonly name: string;
	readonly node: string;
	readonly effect: Effect;
	/** The request that does it; others (look-ups, counts, reading back) go by other methods. */
	readonly method: string;
	/** Narrows the request where the method alone does not. */
	readonly path?: string;
	/** Whether its good answer has a body (specification: Endpoints): `never` is 204; where it `may` have none, a lost one cannot be told from it. */
	readonly body: 'always' | 'may' | 'never';
	/** A repeat after it was carried out is refused, since there is nothing left to do it to. */
	readonly repeatIsRefused?: boolean;
	/** Items that go in one call; a list is one item whatever it reads. */
	readonly itemsPerCall?: number;
	readonly readsList?: boolean;
	prepare(site: PlainSite, tag: string, items: number): Promise<Prepared>;
}

const by = (mode: string, value: string): INodeParameters[string] => ({ __rl: true, mode, value }) as never;
const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const anything = (): boolean => true;
const nothingToDo = async (): Promise<number[]> => [];

/** Records that are made in one call and one size, so that ten thousand are there soon. */
const PER_CALL = 500;
const made = async (site: PlainSite, document: string, table: string, key: string, records: readonly Json[], headers?: Readonly<Record<string, string>>): Promise<string[]> => {
	const portions = numbersTo(Math.ceil(records.length / PER_CALL)).map((portion) => records.slice(portion * PER_CALL, (portion + 1) * PER_CALL));
	const answers = await each(portions, async (portion) => (await site.call('POST', document, { [table]: portion }, headers)) as Record<string, { records: Json[] }>, 4);
	return answers.flatMap((answer) => answer[table]!.records.map((record) => String(record[key])));
};
const newJobs = async (site: PlainSite, tag: string, count: number, fields: Json = {}): Promise<string[]> =>
	await made(site, 'JmJob', 'jm_job', 'job_no', numbersTo(count).map((index) => ({ job_desc: `${tag}-${index}`, cust_id: '32', ...fields })));
const ORDER: Json = { wo_begin_dt: '2026-12-01T10:00:00.000Z', wo_end_dt: '2026-12-01T16:00:00.000Z', wo_type_no: 17, phase_code: 'CONF', rate_card_no: 1, cust_id: 19 };
const newOrders = async (site: PlainSite, tag: string, count: number, template?: string): Promise<string[]> =>
	await made(
		site, 'JmWorkOrder', 'jm_work_order', 'wo_no_seq',
		numbersTo(count).map((index) => ({ wo_desc: `${tag}-${index}`, ...ORDER, ...(template === undefined ? {} : { wo_template_no: Number(template) }) })),
		template === undefined ? {} : { SaveArgument: JSON.stringify({ LoadTemplate: template }) },
	);

const recordOf = async (site: PlainSite, address: string, table: string): Promise<Json> => ((await site.call('GET', address)) as Record<string, Json[]>)[table]![0]!;
const rowsOf = (record: Json, table: string): Json[] => (record[table] ?? []) as Json[];
/** Names that are there and how often, out of one list instead of a call for each. */
const timesNamed = async (site: PlainSite, list: string, field: string, tag: string, count: number): Promise<number[]> => {
	const names = (await site.list(list, { [field]: `${tag}-%` })).map((record) => record[field]);
	const times = new Map<unknown, number>();
	for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
	return numbersTo(count).map((index) => times.get(`${tag}-${index}`) ?? 0);
};

const GENERIC = 'mediaOperations';
const fromItem = { fieldsMode: 'json', fieldsJson: '={{ $json.fields }}' };
const RECORD = '={{ $json.key }}';
const ROWS_IN_LIST = 25;
const PAGE = 10;

const listOperation = (name: string, page: number): Operation => ({
	name, node: GENERIC, effect: 'read', method: 'GET', path: `[?&]page=${page}(&|$)`, body: 'always', readsList: true,
	async prepare(site, tag) {
		const keys = await newJobs(site, tag, ROWS_IN_LIST);
		return {
			parameters: {
				resource: 'job', operation: 'getMany', returnAll: true, conditions: { condition: [{ fieldName: 'job_desc', operator: 'startsWith', value: `${tag}-` }] },
				sort: { by: [{ fieldName: 'job_no', direction: 'asc' }] }, options: { pageSize: PAGE, columns: 'job_desc' },
			},
			input: [{ json: {} }],
			timesDone: nothingToDo,
			isWhole: (rows) => rows.map(({ job_no: key }) => String(key)).join() === keys.join(),
		};
	},
});

/** A change of one job by its number. */
const jobChange = (parts: Pick<Operation, 'name' | 'effect'> & { readonly form: string; readonly fields: (tag: string, index: number) => IDataObject; readonly times: (record: Json, tag: string, index: number) => number }): Operation => ({
	name: parts.name, node: GENERIC, effect: parts.effect, method: 'PATCH', body: parts.form === 'operations' ? 'never' : 'may',
	async prepare(site, tag, items) {
		const keys = await newJobs(site, tag, items);
		return {
			parameters: { resource: 'job', operation: 'update', record: by('job_no', RECORD), ...fromItem, options: { form: parts.form } },
			input: keys.map((key, index) => ({ json: { key, fields: parts.fields(tag, index) } })),
			timesDone: async () => await each(keys, async (key, index) => parts.times(await recordOf(site, `JmJob/job_no=${key}`, 'jm_job'), tag, index)),
			isWhole: anything,
		};
	},
});

const createOperation = (name: string, itemsPerCall: number): Operation => ({
	name, node: GENERIC, effect: 'once', method: 'POST', body: 'may', itemsPerCall,
	async prepare(site, tag, items) {
		return {
			parameters: { resource: 'job', operation: 'create', ...fromItem, options: { recordsPerCall: itemsPerCall } },
			input: numbersTo(items).map((index) => ({ json: { fields: { job_desc: `${tag}-${index}`, cust_id: '32', jm_episode: [{ episode_desc: 'One' }] } } })),
			timesDone: async () => await timesNamed(site, 'JmJobList', 'job_desc', tag, items),
			isWhole: anything,
		};
	},
});

const RECORDS_OF_MANY = 3;
const TEMPLATE = '2';

export const OPERATIONS: readonly Operation[] = [
	{
		name: 'get', node: GENERIC, effect: 'read', method: 'GET', body: 'always',
		async prepare(site, tag, items) {
			const keys = await newJobs(site, tag, items);
			return {
				parameters: { resource: 'job', operation: 'get', record: by('job_no', RECORD), options: {} },
				input: keys.map((key) => ({ json: { key } })),
				timesDone: nothingToDo,
				isWhole: (rows, item) => rows.length === 1 && rows[0]!.job_desc === `${tag}-${item}`,
			};
		},
	},
	listOperation('list, page 1', 1),
	listOperation('list, page 3', 3),
	createOperation('create', 1),
	createOperation('create 3 per call', 3),
	jobChange({
		name: 'update, operations', effect: 'repeatable', form: 'operations',
		fields: (tag, index) => ({ job_desc: `${tag}-${index} changed` }), times: ({ job_desc: words }, tag, index) => (words === `${tag}-${index} changed` ? 1 : 0),
	}),
	jobChange({
		name: 'update, payload', effect: 'repeatable', form: 'payload',
		fields: (tag, index) => ({ job_desc: `${tag}-${index} changed` }), times: ({ job_desc: words }, tag, index) => (words === `${tag}-${index} changed` ? 1 : 0),
	}),
	jobChange({
		name: 'update, new rows', effect: 'once', form: 'payload',
		fields: (tag, index) => ({ jm_episode: [{ episode_desc: `${tag}-${index}` }] }), times: (record, tag, index) => rowsOf(record, 'jm_episode').filter(({ episode_desc: words }) => words === `${tag}-${index}`).length,
	}),
	{
		name: 'update many', node: GENERIC, effect: 'repeatable', method: 'PATCH', body: 'never',
		async prepare(site, tag, items) {
			await made(site, 'JmJob', 'jm_job', 'job_no', numbersTo(items * RECORDS_OF_MANY).map((index) => ({ job_desc: `${tag}-${Math.floor(index / RECORDS_OF_MANY)}.`, cust_id: '32', job_type_no: 1 })));
			return {
				parameters: { resource: 'job', operation: 'updateMany', conditions: { condition: [{ fieldName: 'job_desc', operator: 'equals', value: '={{ $json.name }}' }] }, ...fromItem, options: {} },
				input: numbersTo(items).map((index) => ({ json: { name: `${tag}-${index}.`, fields: { job_type_no: 3 } } })),
				timesDone: async () => {
					const changed = (await site.list('JmJobList', { job_desc: `${tag}-%` })).filter(({ job_type_no: type }) => (type as Json).job_type_no === 3).map(({ job_desc: name }) => name);
					// All records of an item or none: a part of them would be neither done nor not.
					return numbersTo(items).map((index) => changed.filter((name) => name === `${tag}-${index}.`).length / RECORDS_OF_MANY);
				},
				isWhole: anything,
			};
		},
	},
	{
		name: 'upsert', node: GENERIC, effect: 'repeatable', method: 'PUT', body: 'may',
		async prepare(site, tag, items) {
			return {
				parameters: { resource: 'job', operation: 'upsert', record: by('external_key', RECORD), ...fromItem, options: {} },
				input: numbersTo(items).map((index) => ({ json: { key: `${tag}-${index}`, fields: { job_desc: `${tag}-${index}`, cust_id: '32' } } })),
				timesDone: async () => await timesNamed(site, 'JmJobList', 'job_desc', tag, items),
				isWhole: anything,
			};
		},
	},
	{
		name: 'delete', node: GENERIC, effect: 'repeatable', method: 'DELETE', body: 'never', repeatIsRefused: true,
		async prepare(site, tag, items) {
			const keys = await newJobs(site, tag, items);
			return {
				parameters: { resource: 'job', operation: 'delete', record: by('job_no', RECORD), options: {} },
				input: keys.map((key) => ({ json: { key } })),
				timesDone: async () => await each(keys, async (key) => ((await site.has(`JmJob/job_no=${key}`)) ? 0 : 1)),
				isWhole: anything,
			};
		},
	},
	{
		name: 'void', node: 'mediaOperationsVoidOrder', effect: 'once', method: 'PATCH', body: 'never',
		async prepare(site, tag, items) {
			const keys = await newOrders(site, tag, items);
			return {
				parameters: { resource: 'workOrder', operation: 'void', record: by('wo_no_seq', RECORD), reason: by('list', '1'), options: { readBack: false } },
				input: keys.map((key) => ({ json: { key } })),
				timesDone: async () => await each(keys, async (key) => ((await recordOf(site, `JmWorkOrder/wo_no_seq=${key}`, 'jm_work_order')).cancel_no === null ? 0 : 1)),
				isWhole: anything,
			};
		},
	},
	{
		name: 'actualize', node: 'mediaOperationsActualize', effect: 'once', method: 'POST', body: 'may',
		async prepare(site, tag, items) {
			const keys = await newOrders(site, tag, items, TEMPLATE);
			return {
				parameters: {
					resource: 'workOrder', record: by('wo_no_seq', RECORD), actualize: 'all', details: { detail: [{ action: 'I', units: 4 }] }, options: { readBack: false },
				},
				input: keys.map((key) => ({ json: { key } })),
				timesDone: async () => await each(keys, async (key) => await site.count('JmActualList', { wo_no_seq: key })),
				isWhole: anything,
			};
		},
	},
	{
		name: 'post batch', node: 'mediaOperationsPostBatch', effect: 'once', method: 'PATCH', body: 'may',
		async prepare(site, tag, items) {
			const keys = await made(site, 'TcBatch', 'tc_batch', 'batch_no', numbersTo(items).map((index) => ({ batch_desc: `${tag}-${index}` })));
			return {
				parameters: { record: by('batch_no', RECORD), options: { readBack: false } },
				input: keys.map((key) => ({ json: { key } })),
				timesDone: async () => await each(keys, async (key) => ((await recordOf(site, `TcBatch/batch_no=${key}`, 'tc_batch')).posted === 'Y' ? 1 : 0)),
				isWhole: anything,
			};
		},
	},
	{
		name: 'load template', node: 'mediaOperationsLoadTemplate', effect: 'once', method: 'POST', body: 'may',
		async prepare(site, tag, items) {
			return {
				parameters: { resource: 'workOrder', operation: 'create', ...fromItem, template: by('number', TEMPLATE), options: { readBack: false } },
				input: numbersTo(items).map((index) => ({ json: { fields: { wo_desc: `${tag}-${index}`, ...ORDER } as IDataObject } })),
				timesDone: async () => await timesNamed(site, 'JmWorkOrderList', 'wo_desc', tag, items),
				isWhole: anything,
			};
		},
	},
	{
		name: 'load into order', node: 'mediaOperationsLoadTemplate', effect: 'once', method: 'PATCH', body: 'never',
		async prepare(site, tag, items) {
			const keys = await newOrders(site, tag, items + 1);
			const transactions = async (key: string): Promise<number> => rowsOf(await recordOf(site, `JmWorkOrder/wo_no_seq=${key}`, 'jm_work_order'), 'jm_wo_transaction').length;
			// One more order shows how many rows one loading adds.
			const measure = keys.pop()!;
			await site.call('PATCH', `JmWorkOrder/wo_no_seq=${measure}`, [{ op: 'replace', path: 'wo_template_no', value: Number(TEMPLATE) }], { SaveArgument: JSON.stringify({ LoadTemplate: TEMPLATE }) });
			const rowsPerLoad = await transactions(measure);
			return {
				parameters: { resource: 'workOrder', operation: 'load', record: by('wo_no_seq', RECORD), template: by('number', TEMPLATE), loadOption: 'append', options: { readBack: false } },
				input: keys.map((key) => ({ json: { key } })),
				timesDone: async () => await each(keys, async (key) => (await transactions(key)) / rowsPerLoad),
				isWhole: anything,
			};
		},
	},
	{
		name: 'upload', node: 'mediaOperationsUploadAttachment', effect: 'once', method: 'POST', body: 'may',
		async prepare(site, tag, items) {
			const keys = await newOrders(site, tag, items);
			return {
				parameters: { resource: 'workOrder', operation: 'upload', record: by('wo_no_seq', RECORD), options: {} },
				input: keys.map((key) => ({ json: { key }, binary: { data: { data: Buffer.from(`Delivered for ${key}`).toString('base64'), mimeType: 'text/plain', fileName: 'note.txt', fileExtension: 'txt' } } })),
				timesDone: async () => await each(keys, async (key) => ((await site.call('GET', `SysAttachment/attachment_keystring=10339:${key}/sys_attachment`)) as unknown as Json[]).length),
				isWhole: anything,
			};
		},
	},
];
