/** The records that the tested operations work on, created without the nodes, and how to see in the store what happened to them. */
import type { INodeParameters } from 'n8n-workflow';

import { each, type Json, type PlainSite } from './site';

export const by = (mode: string, value: string): INodeParameters[string] => ({ __rl: true, mode, value }) as never;
export const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Records per request: a large number, so that ten thousand records are created quickly. */
const PER_REQUEST = 500;
export const made = async (
	site: PlainSite,
	document: string,
	table: string,
	key: string,
	records: readonly Json[],
	headers?: Readonly<Record<string, string>>,
): Promise<string[]> => {
	const chunks = numbersTo(Math.ceil(records.length / PER_REQUEST)).map((chunk) =>
		records.slice(chunk * PER_REQUEST, (chunk + 1) * PER_REQUEST),
	);
	const responses = await each(
		chunks,
		async (chunk) => (await site.call('POST', document, { [table]: chunk }, headers)) as Record<string, { records: Json[] }>,
		4,
	);
	return responses.flatMap((response) => response[table]!.records.map((record) => String(record[key])));
};

export const newJobs = async (site: PlainSite, tag: string, count: number, fields: Json = {}): Promise<string[]> =>
	await made(
		site,
		'JmJob',
		'jm_job',
		'job_no',
		numbersTo(count).map((index) => ({ job_desc: `${tag}-${index}`, cust_id: '32', ...fields })),
	);

export const TEMPLATE = '2';
export const ORDER: Json = {
	wo_begin_dt: '2026-12-01T10:00:00.000Z',
	wo_end_dt: '2026-12-01T16:00:00.000Z',
	wo_type_no: 17,
	phase_code: 'CONF',
	rate_card_no: 1,
	cust_id: 19,
};
export const newOrders = async (site: PlainSite, tag: string, count: number, template?: string): Promise<string[]> =>
	await made(
		site,
		'JmWorkOrder',
		'jm_work_order',
		'wo_no_seq',
		numbersTo(count).map((index) => ({
			wo_desc: `${tag}-${index}`,
			external_key: `${tag}-${index}`,
			...ORDER,
			...(template === undefined ? {} : { wo_template_no: Number(template) }),
		})),
		template === undefined ? {} : { SaveArgument: JSON.stringify({ LoadTemplate: template }) },
	);

export const recordOf = async (site: PlainSite, address: string, table: string): Promise<Json> =>
	((await site.call('GET', address)) as Record<string, Json[]>)[table]![0]!;
export const orderOf = async (site: PlainSite, key: string): Promise<Json> =>
	await recordOf(site, `JmWorkOrder/wo_no_seq=${key}`, 'jm_work_order');
export const rowsOf = (record: Json, table: string): Json[] => (record[table] ?? []) as Json[];

/** The keys of the records named `tag-0`, `tag-1` and so on, grouped by name. Reads one list instead of each record. */
export const keysOfNamed = async (
	site: PlainSite,
	list: string,
	name: string,
	key: string,
	tag: string,
	count: number,
): Promise<unknown[][]> => {
	const keys = new Map<unknown, unknown[]>();
	for (const record of await site.list(list, { [name]: `${tag}-%` })) {
		const value = record[key];
		keys.set(record[name], [...(keys.get(record[name]) ?? []), typeof value === 'object' && value !== null ? (value as Json)[key] : value]);
	}
	return numbersTo(count).map((index) => keys.get(`${tag}-${index}`) ?? []);
};
