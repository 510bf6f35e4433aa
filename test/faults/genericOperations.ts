/** The operations of the generic node. */
import type { IDataObject } from 'n8n-workflow';

import type { Operation } from './operation';
import { by, keysOfNamed, made, newJobs, numbersTo, recordOf, rowsOf } from './preparing';
import { each, type Json } from './site';

const GENERIC = 'mediaOperations';
const fromItem = { fieldsMode: 'json', fieldsJson: '={{ $json.fields }}' };
const RECORD = '={{ $json.key }}';
const ROWS_IN_LIST = 25;
const PAGE = 10;
const RECORDS_OF_MANY = 3;

const listOperation = (name: string, page: number): Operation => ({
	name,
	node: GENERIC,
	effect: 'read',
	method: 'GET',
	path: `[?&]page=${page}(&|$)`,
	body: 'always',
	readsList: true,
	async prepare(site, tag) {
		const keys = await newJobs(site, tag, ROWS_IN_LIST);
		return {
			parameters: {
				resource: 'job',
				operation: 'getMany',
				returnAll: true,
				conditions: { condition: [{ fieldName: 'job_desc', operator: 'startsWith', value: `${tag}-` }] },
				sort: { by: [{ fieldName: 'job_no', direction: 'asc' }] },
				options: { pageSize: PAGE, columns: 'job_desc' },
			},
			input: [{ json: {} }],
			look: async () => [{ rows: keys.map((key, index) => ({ job_no: key, job_desc: `${tag}-${index}` })) }],
		};
	},
});

/** An update of one job by its number. */
const jobChange = (
	parts: Pick<Operation, 'name' | 'effect'> & {
		readonly form: string;
		readonly fields: (tag: string, index: number) => IDataObject;
		readonly times: (record: Json, tag: string, index: number) => number;
	},
): Operation => ({
	name: parts.name,
	node: GENERIC,
	effect: parts.effect,
	method: 'PATCH',
	body: parts.form === 'operations' ? 'never' : 'may',
	async prepare(site, tag, items) {
		const keys = await newJobs(site, tag, items);
		return {
			parameters: {
				resource: 'job',
				operation: 'update',
				record: by('job_no', RECORD),
				...fromItem,
				options: { updateFormat: parts.form },
			},
			input: keys.map((key, index) => ({ json: { key, fields: parts.fields(tag, index) } })),
			look: async () =>
				await each(keys, async (key, index) => ({
					times: parts.times(await recordOf(site, `JmJob/job_no=${key}`, 'jm_job'), tag, index),
					rows: [{ job_no: key, updated: true }],
				})),
		};
	},
});
const renaming = {
	effect: 'repeatable' as const,
	fields: (tag: string, index: number): IDataObject => ({ job_desc: `${tag}-${index} changed` }),
	times: ({ job_desc: words }: Json, tag: string, index: number): number => (words === `${tag}-${index} changed` ? 1 : 0),
};

const createOperation = (name: string, itemsPerRequest: number): Operation => ({
	name,
	node: GENERIC,
	effect: 'once',
	method: 'POST',
	body: 'may',
	itemsPerRequest,
	async prepare(site, tag, items) {
		return {
			parameters: { resource: 'job', operation: 'create', ...fromItem, options: { recordsPerRequest: itemsPerRequest } },
			input: numbersTo(items).map((index) => ({
				json: { fields: { job_desc: `${tag}-${index}`, cust_id: '32', jm_episode: [{ episode_desc: 'One' }] } },
			})),
			look: async () =>
				(await keysOfNamed(site, 'JmJobList', 'job_desc', 'job_no', tag, items)).map((keys) => ({
					times: keys.length,
					rows: [{ job_no: keys[0] }],
				})),
		};
	},
});

export const GENERIC_OPERATIONS: readonly Operation[] = [
	{
		name: 'get',
		node: GENERIC,
		effect: 'read',
		method: 'GET',
		body: 'always',
		async prepare(site, tag, items) {
			const keys = await newJobs(site, tag, items);
			return {
				parameters: { resource: 'job', operation: 'get', record: by('job_no', RECORD), options: {} },
				input: keys.map((key) => ({ json: { key } })),
				look: async () => keys.map((key, index) => ({ rows: [{ job_no: key, job_desc: `${tag}-${index}` }] })),
			};
		},
	},
	listOperation('list, page 1', 1),
	listOperation('list, page 3', 3),
	createOperation('create', 1),
	createOperation('create 3 per request', 3),
	jobChange({ name: 'update, operations', form: 'operations', ...renaming }),
	jobChange({ name: 'update, payload', form: 'payload', ...renaming }),
	jobChange({
		name: 'update, new rows',
		effect: 'once',
		form: 'payload',
		fields: (tag, index) => ({ jm_episode: [{ episode_desc: `${tag}-${index}` }] }),
		times: (record, tag, index) => rowsOf(record, 'jm_episode').filter(({ episode_desc: words }) => words === `${tag}-${index}`).length,
	}),
	{
		name: 'update many',
		node: GENERIC,
		effect: 'repeatable',
		method: 'PATCH',
		body: 'never',
		async prepare(site, tag, items) {
			await made(
				site,
				'JmJob',
				'jm_job',
				'job_no',
				numbersTo(items * RECORDS_OF_MANY).map((index) => ({
					job_desc: `${tag}-${Math.floor(index / RECORDS_OF_MANY)}.`,
					cust_id: '32',
					job_type_no: 1,
				})),
			);
			return {
				parameters: {
					resource: 'job',
					operation: 'update',
					applyTo: 'matching',
					mode: 'update',
					conditions: { condition: [{ fieldName: 'job_desc', operator: 'equals', value: '={{ $json.name }}' }] },
					...fromItem,
					options: {},
				},
				input: numbersTo(items).map((index) => ({ json: { name: `${tag}-${index}.`, fields: { job_type_no: 3 } } })),
				look: async () => {
					const changed = (await site.list('JmJobList', { job_desc: `${tag}-%` }))
						.filter(({ job_type_no: type }) => (type as Json).job_type_no === 3)
						.map(({ job_desc: name }) => name);
					// An item must change all of its records or none. A fraction shows that only some of them were changed.
					return numbersTo(items).map((index) => ({
						times: changed.filter((name) => name === `${tag}-${index}.`).length / RECORDS_OF_MANY,
						rows: [{ matched: RECORDS_OF_MANY, updated: true }],
					}));
				},
			};
		},
	},
	{
		name: 'upsert',
		node: GENERIC,
		effect: 'repeatable',
		method: 'PUT',
		body: 'may',
		async prepare(site, tag, items) {
			return {
				parameters: { resource: 'job', operation: 'upsert', record: by('external_key', RECORD), ...fromItem, options: {} },
				input: numbersTo(items).map((index) => ({
					json: { key: `${tag}-${index}`, fields: { job_desc: `${tag}-${index}`, cust_id: '32' } },
				})),
				look: async () =>
					(await keysOfNamed(site, 'JmJobList', 'job_desc', 'job_no', tag, items)).map((keys, index) => ({
						times: keys.length,
						rows: [{ external_key: `${tag}-${index}`, job_no: keys[0], created: true }],
					})),
			};
		},
	},
	{
		name: 'delete',
		node: GENERIC,
		effect: 'repeatable',
		method: 'DELETE',
		body: 'never',
		repeatIsRefused: true,
		async prepare(site, tag, items) {
			const keys = await newJobs(site, tag, items);
			return {
				parameters: { resource: 'job', operation: 'delete', record: by('job_no', RECORD), options: {} },
				input: keys.map((key) => ({ json: { key } })),
				look: async () =>
					await each(keys, async (key) => ({
						times: (await site.has(`JmJob/job_no=${key}`)) ? 0 : 1,
						rows: [{ job_no: key, deleted: true }],
					})),
			};
		},
	},
];
