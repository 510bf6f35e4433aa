/** The operations that are tested with foreign sites, what each sends, and the documented response. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { by } from '../preparing';
import type { PreparedItem } from '../operation';

/** `once`: a repeat makes the change again. `repeatable`: a repeat changes nothing. `read`: changes nothing. */
export type Effect = 'once' | 'repeatable' | 'read';

export interface Use {
	readonly node: string;
	readonly effect: Effect;
	readonly method: string;
	readonly path: RegExp;
	readonly parameters: INodeParameters;
	readonly input: readonly PreparedItem[];
	/** The body of the documented response; empty for 204. */
	readonly good: IDataObject | '';
	readonly goodHeaders?: Readonly<Record<string, string>>;
	/** The contents that the items of a successful run must have, in order. */
	readonly rows: readonly IDataObject[];
}

const GENERIC = 'mediaOperations';
const fromItem = { fieldsMode: 'json', fieldsJson: '={{ $json.fields }}' };
const JOB = by('job_no', '4711');
const job = (index: number): PreparedItem => ({ json: { fields: { job_desc: `Foreign ${index}`, cust_id: '32' } } });

/** The envelope of a create. */
export const envelope = (table: string, key: string, ...keys: readonly unknown[]): IDataObject =>
	({
		message: null,
		tables: [table],
		[table]: { record_identifiers: [key], records: keys.map((value) => ({ [key]: value })) },
	}) as IDataObject;
const PATCHED: IDataObject = { message: null, tables: [] };
const LIST_LENGTH = 3;
const listed = Array.from({ length: LIST_LENGTH }, (_, index) => ({ job_no: index + 1, job_desc: `Job ${index + 1}` }));

export const USES = {
	create: {
		node: GENERIC,
		effect: 'once',
		method: 'POST',
		path: /^\/JmJob$/,
		parameters: { resource: 'job', operation: 'create', ...fromItem, options: {} },
		input: [job(0)],
		good: envelope('jm_job', 'job_no', 4711),
		rows: [{ job_no: 4711 }],
	},
	createSeveral: {
		node: GENERIC,
		effect: 'once',
		method: 'POST',
		path: /^\/JmJob$/,
		parameters: { resource: 'job', operation: 'create', ...fromItem, options: { recordsPerRequest: 3 } },
		input: [job(0), job(1), job(2)],
		good: envelope('jm_job', 'job_no', 4711, 4712, 4713),
		rows: [{ job_no: 4711 }, { job_no: 4712 }, { job_no: 4713 }],
	},
	update: {
		node: GENERIC,
		effect: 'repeatable',
		method: 'PATCH',
		path: /^\/JmJob\/job_no=4711$/,
		parameters: { resource: 'job', operation: 'update', record: JOB, ...fromItem, options: { updateFormat: 'operations' } },
		input: [job(0)],
		good: '',
		rows: [{ updated: true }],
	},
	updatePayload: {
		node: GENERIC,
		effect: 'repeatable',
		method: 'PATCH',
		path: /^\/JmJob\/job_no=4711$/,
		parameters: { resource: 'job', operation: 'update', record: JOB, ...fromItem, options: { updateFormat: 'payload' } },
		input: [job(0)],
		good: PATCHED,
		rows: [{ updated: true }],
	},
	upsert: {
		node: GENERIC,
		effect: 'repeatable',
		method: 'PUT',
		path: /^\/JmJob\/external_key=F-1$/,
		parameters: { resource: 'job', operation: 'upsert', record: by('external_key', 'F-1'), ...fromItem, options: {} },
		input: [job(0)],
		good: envelope('jm_job', 'job_no', 4711),
		rows: [{ job_no: 4711 }],
	},
	delete: {
		node: GENERIC,
		effect: 'repeatable',
		method: 'DELETE',
		path: /^\/JmJob\/job_no=4711$/,
		parameters: { resource: 'job', operation: 'delete', record: JOB, options: {} },
		input: [{ json: {} }],
		good: '',
		rows: [{ deleted: true }],
	},
	voidOrder: {
		node: 'mediaOperationsVoidOrder',
		effect: 'once',
		method: 'PATCH',
		path: /^\/JmWorkOrder\/wo_no_seq=100-1$/,
		parameters: {
			resource: 'workOrder',
			operation: 'void',
			record: by('wo_no_seq', '100-1'),
			reason: by('list', '1'),
			options: { readBack: false },
		},
		input: [{ json: {} }],
		good: '',
		rows: [{ voided: true }],
	},
	upload: {
		node: 'mediaOperationsUploadAttachment',
		effect: 'once',
		method: 'POST',
		path: /^\/SysAttachment\/attachment_keystring=10339(:|%3A)100-1$/,
		parameters: { resource: 'workOrder', operation: 'upload', record: by('wo_no_seq', '100-1'), options: {} },
		input: [
			{
				json: {},
				binary: {
					data: {
						data: Buffer.from('A delivery note').toString('base64'),
						mimeType: 'text/plain',
						fileName: 'note.txt',
						fileExtension: 'txt',
					},
				},
			},
		],
		good: envelope('sys_attachment', 'attachment_no', 7),
		rows: [{ attachment_no: 7 }],
	},
	get: {
		node: GENERIC,
		effect: 'read',
		method: 'GET',
		path: /^\/JmJob\/job_no=4711(\?|$)/,
		parameters: { resource: 'job', operation: 'get', record: JOB, options: {} },
		input: [{ json: {} }],
		good: { jm_job: [{ job_no: 4711, job_desc: 'Foreign' }] },
		rows: [{ job_no: 4711, job_desc: 'Foreign' }],
	},
	list: {
		node: GENERIC,
		effect: 'read',
		method: 'GET',
		path: /^\/JmJobList\?/,
		parameters: { resource: 'job', operation: 'getMany', returnAll: true, options: {} },
		input: [{ json: {} }],
		good: { L: listed },
		goodHeaders: { 'Pagination-Count': String(LIST_LENGTH) },
		rows: listed,
	},
} satisfies Record<string, Use>;

export type UseName = keyof typeof USES;

const ALL = Object.keys(USES) as UseName[];
/** One operation of each kind: not repeatable, repeatable, an action, a read and a list. */
export const SAMPLE: readonly UseName[] = ['create', 'update', 'voidOrder', 'get', 'list'];
export const WRITES: readonly UseName[] = ALL.filter((name) => USES[name].effect !== 'read');
export const WITH_BODY: readonly UseName[] = ['create', 'createSeveral', 'upsert', 'upload', 'get', 'list'];
