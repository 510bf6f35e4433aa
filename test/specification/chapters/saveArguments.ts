import {
	at,
	by,
	CHANGED,
	created,
	fields,
	generic,
	get,
	json,
	NO_CONTENT,
	ok,
	patch,
	patchPayload,
	post,
	put,
	replace,
	saveArgument,
} from '../../interface/rows/writing';
import type { NodeCall } from '../../interface/row';
import { found, refusedBefore, row, rowOf } from '../row';

type Parameters = Readonly<Record<string, unknown>>;
const actionNode = (node: string, parameters: Parameters): NodeCall => ({ node, parameters });
const order = (operation: string, parameters: Parameters, resource = 'workOrder') =>
	generic(resource, operation, { ...(operation === 'create' ? {} : by('wo_no_seq', '2627-1')), ...parameters });
const args = (saveArguments: Parameters): Parameters => ({ saveArguments });
const argsJson = (value: unknown): Parameters => ({ saveArgumentsJson: JSON.stringify(value) });
const newOrder = created({ jm_work_order: [{ wo_no_seq: '9-1' }] });
const DOCUMENTS = [
	['workOrder', 'JmWorkOrder'],
	['mediaOrder', 'MoMediaOrder'],
	['transmissionOrder', 'XmTransmissionOrder'],
] as const;
const quiet = { options: { readBack: false } };
const loaded = (parameters: Parameters) =>
	actionNode('mediaOperationsLoadTemplate', { resource: 'transmissionOrder', operation: 'create', ...parameters });
const number = (value: string) => ({ __rl: true, mode: 'number', value });

const TEMPLATES = [
	...DOCUMENTS.map(([resource, document]) =>
		row(
			`LoadTemplate creates a record of ${document} from a template`,
			order('create', { ...json({ wo_desc: 'Day' }), ...args({ LoadTemplate: '15' }) }, resource),
			post(`/${document}`, { jm_work_order: [{ wo_desc: 'Day', wo_template_no: 15 }] }, saveArgument({ LoadTemplate: '15' })),
			newOrder,
			{ output: [{ wo_no_seq: '9-1' }] },
		),
	),
	...DOCUMENTS.map(([resource, document]) =>
		row(
			`LoadChildTemplates is sent with LoadTemplate for ${document}`,
			order('create', { ...json({ wo_desc: 'Day' }), ...args({ LoadTemplate: '15', LoadChildTemplates: true }) }, resource),
			post(
				`/${document}`,
				{ jm_work_order: [{ wo_desc: 'Day', wo_template_no: 15 }] },
				saveArgument({ LoadTemplate: '15', LoadChildTemplates: 'Y' }),
			),
			newOrder,
		),
	),
	row(
		'LoadServiceTemplate with one value is sent with the template number as service_template_no in the body',
		order('create', { ...json({ wo_desc: 'Day' }), ...args({ LoadServiceTemplate: '10' }) }, 'transmissionOrder'),
		post(
			'/XmTransmissionOrder',
			{ jm_work_order: [{ wo_desc: 'Day', service_template_no: 10 }] },
			saveArgument({ LoadServiceTemplate: '10' }),
		),
		newOrder,
	),
	row(
		'LoadServiceTemplate with several values is sent with null as service_template_no in the body',
		order('create', { ...json({ wo_desc: 'Day' }), ...args({ LoadServiceTemplate: '10, 11' }) }, 'transmissionOrder'),
		post(
			'/XmTransmissionOrder',
			{ jm_work_order: [{ wo_desc: 'Day', service_template_no: null }] },
			saveArgument({ LoadServiceTemplate: '10,11' }),
		),
		newOrder,
	),
	row(
		'LoadServiceTemplate with one value can be combined with LoadTemplate',
		order('create', { ...json({ wo_desc: 'Day' }), ...args({ LoadTemplate: '15', LoadServiceTemplate: '10' }) }, 'transmissionOrder'),
		post(
			'/XmTransmissionOrder',
			{ jm_work_order: [{ wo_desc: 'Day', wo_template_no: 15, service_template_no: 10 }] },
			saveArgument({ LoadTemplate: '15', LoadServiceTemplate: '10' }),
		),
		newOrder,
	),
	row(
		'the Load Template node creates an order from a template with its child templates',
		loaded({ resource: 'workOrder', template: number('15'), childTemplates: true, ...json({ wo_desc: 'Day' }), ...quiet }),
		post(
			'/JmWorkOrder',
			{ jm_work_order: [{ wo_desc: 'Day', wo_template_no: 15 }] },
			saveArgument({ LoadTemplate: '15', LoadChildTemplates: 'Y' }),
		),
		created({ jm_work_order: [{ wo_no_seq: '9-1' }], jm_wo_transaction: [{ trx_no: 4 }] }),
		{ output: [{ wo_no_seq: '9-1', jm_wo_transaction: [{ trx_no: 4 }] }] },
	),
	row(
		'the Load Template node creates an order from several service templates',
		loaded({ templateKind: 'service', serviceTemplates: ['10', '11'], ...json({ wo_desc: 'Day' }), ...quiet }),
		post(
			'/XmTransmissionOrder',
			{ jm_work_order: [{ wo_desc: 'Day', service_template_no: null }] },
			saveArgument({ LoadServiceTemplate: '10,11' }),
		),
		newOrder,
	),
	row(
		'the Load Template node loads a template into an existing order',
		loaded({ resource: 'workOrder', operation: 'load', ...by('wo_no_seq', '2627-1'), template: number('15'), ...quiet }),
		patch('/JmWorkOrder/wo_no_seq=2627-1', [replace('wo_template_no', 15)], saveArgument({ LoadTemplate: '15' })),
		NO_CONTENT,
		{ output: [{ wo_no_seq: '2627-1', updated: true }] },
	),
	...(
		[
			['append', 1],
			['replace', 0],
		] as const
	).map(([loadOption, value]) =>
		row(
			`LoadTemplateOption ${value} is sent for the option ${loadOption}, with the template as a key object`,
			loaded({ resource: 'workOrder', operation: 'load', ...by('wo_no_seq', '2627-1'), template: number('15'), loadOption, ...quiet }),
			patchPayload(
				'/JmWorkOrder/wo_no_seq=2627-1',
				{ jm_work_order: [{ wo_no_seq: { wo_no_seq: '2627-1' }, wo_template_no: { wo_template_no: 15 } }] },
				saveArgument({ LoadTemplateOption: value }),
			),
			CHANGED,
		),
	),
	row(
		'LoadTemplateOption works with POST, together with LoadChildTemplates',
		order('create', { ...json({ wo_desc: 'Day', wo_template_no: 15 }), ...args({ LoadTemplateOption: '1', LoadChildTemplates: true }) }),
		post(
			'/JmWorkOrder',
			{ jm_work_order: [{ wo_desc: 'Day', wo_template_no: { wo_template_no: 15 } }] },
			saveArgument({ LoadChildTemplates: 'Y', LoadTemplateOption: 1 }),
		),
		newOrder,
	),
	row(
		'LoadTemplateOption works with PUT',
		order('upsert', { ...by('external_key', 'A'), ...json({ wo_template_no: 15 }), ...args({ LoadTemplateOption: '0' }) }),
		put(
			'/JmWorkOrder/external_key=A',
			{ jm_work_order: [{ wo_no_seq: { external_key: 'A' }, external_key: 'A', wo_template_no: { wo_template_no: 15 } }] },
			saveArgument({ LoadTemplateOption: 0 }),
		),
		CHANGED,
	),
	refusedBefore(
		'several service templates together with other save arguments are rejected',
		order('create', { ...json({ wo_desc: 'Day' }), ...args({ LoadTemplate: '15', LoadServiceTemplate: '10,11' }) }, 'transmissionOrder'),
		"'Load Service Template' (LoadServiceTemplate) with several templates cannot be sent together with other save arguments",
	),
	refusedBefore(
		'LoadChildTemplates without a template is rejected',
		order('create', { ...json({ wo_desc: 'Day' }), ...args({ LoadChildTemplates: true }) }),
		"'Load Child Templates' (LoadChildTemplates) requires the save argument 'Load Template' (LoadTemplate) or 'Load Template Option' (LoadTemplateOption)",
	),
	refusedBefore(
		'LoadTemplateOption together with LoadTemplate is rejected',
		order('create', { ...json({ wo_template_no: 15 }), ...args({ LoadTemplate: '15', LoadTemplateOption: '1' }) }),
		"'Load Template' (LoadTemplate) and 'Load Template Option' (LoadTemplateOption) cannot be sent together",
	),
	refusedBefore(
		'a different template number in the body is rejected',
		order('create', { ...json({ wo_template_no: 16 }), ...args({ LoadTemplate: '15' }) }),
		'16',
	),
];

const voided = (operation: string, resource = 'workOrder', more: Parameters = {}) =>
	actionNode('mediaOperationsVoidOrder', { resource, operation, ...by('wo_no_seq', '2627-1'), ...quiet, ...more });

const STATES = [
	...DOCUMENTS.map(([resource, document]) =>
		row(
			`VoidWorkOrder voids a record of ${document}, with cancel_no in the body`,
			voided('void', resource, { reason: number('1') }),
			patch(`/${document}/wo_no_seq=2627-1`, [replace('cancel_no', 1)], saveArgument({ VoidWorkOrder: '2627-1' })),
			NO_CONTENT,
			{ output: [{ wo_no_seq: '2627-1', voided: true }] },
		),
	),
	...DOCUMENTS.map(([resource, document]) =>
		row(
			`UnVoidWorkOrder un-voids a record of ${document}, with an empty body`,
			voided('unVoid', resource),
			patchPayload(`/${document}/wo_no_seq=2627-1`, '', saveArgument({ UnVoidWorkOrder: '2627-1' })),
			NO_CONTENT,
			{ output: [{ wo_no_seq: '2627-1', voided: false }] },
		),
	),
	row(
		'Update of the generic node sends VoidWorkOrder',
		order('update', { ...fields({ cancel_no: '1' }), ...args({ VoidWorkOrder: true }) }),
		patch('/JmWorkOrder/wo_no_seq=2627-1', [replace('cancel_no', 1)], saveArgument({ VoidWorkOrder: '2627-1' })),
		NO_CONTENT,
		{ output: [{ wo_no_seq: '2627-1', updated: true }] },
	),
	row(
		'Update of the generic node sends UnVoidWorkOrder with an empty body',
		order('update', args({ UnVoidWorkOrder: true })),
		patchPayload('/JmWorkOrder/wo_no_seq=2627-1', '', saveArgument({ UnVoidWorkOrder: '2627-1' })),
	),
	refusedBefore(
		'VoidWorkOrder and UnVoidWorkOrder together are rejected',
		order('update', args({ VoidWorkOrder: true, UnVoidWorkOrder: true })),
		"'Void Order' (VoidWorkOrder) and 'Un-Void Order' (UnVoidWorkOrder) cannot be sent together",
	),
	...(
		[
			['0', 'Y'],
			['2', 'Y'],
			['3', 'Y'],
		] as const
	).map(([approval, approved]) =>
		row(
			`BidApproval ${approval} is sent with the documented value of the field 'approved'`,
			generic('bidVersion', 'changeApproval', { ...by('version_no', '77'), approval, approved }),
			patch('/BidVersion/version_no=77', [replace('approved', approved)], saveArgument({ BidApproval: approval })),
		),
	),
	...(['1', '4'] as const).map((approval) =>
		row(
			`BidApproval ${approval} is sent with the value of the Approved Value parameter`,
			generic('bidVersion', 'changeApproval', { ...by('version_no', '77'), approval, approved: 'N' }),
			patch('/BidVersion/version_no=77', [replace('approved', 'N')], saveArgument({ BidApproval: approval })),
		),
	),
	row(
		'GroupCode sets the default group of a resource, with an empty body',
		generic('schedulingResource', 'setDefaultGroup', { ...by('resource_code', '0004S'), groupCode: 'EDIT' }),
		patchPayload('/SchResource/resource_code=0004S', '', saveArgument({ GroupCode: 'EDIT' })),
	),
	row(
		'Post posts a batch with the key in the body',
		actionNode('mediaOperationsPostBatch', { batches: 'one', ...by('batch_no', '7571'), ...quiet }),
		patchPayload('/TcBatch/batch_no=7571', { tc_batch: [{ batch_no: { batch_no: '7571' } }] }, saveArgument({ Post: '' })),
		CHANGED,
		{ output: [{ batch_no: '7571', posted: true }] },
	),
	rowOf(
		'several batches are posted in order, and none after a refused one',
		actionNode('mediaOperationsPostBatch', { batches: 'numbers', batchNumbers: '1, 2, 3', ...quiet }),
		[
			{
				request: patchPayload('/TcBatch/batch_no=1', { tc_batch: [{ batch_no: { batch_no: '1' } }] }, saveArgument({ Post: '' })),
				response: CHANGED,
			},
			{
				request: patchPayload('/TcBatch/batch_no=2', { tc_batch: [{ batch_no: { batch_no: '2' } }] }, saveArgument({ Post: '' })),
				response: { status: 400, body: { error: 'Batch 2 is already posted' } },
			},
		],
		{ refusal: 'Not sent: batch 3' },
	),
	row(
		'a save argument of Any Document is sent with an empty body',
		generic('anyDocument', 'update', {
			documentName: 'SchResource',
			keyField: 'resource_code',
			table: 'sch_resource',
			record: { __rl: true, mode: 'key', value: '0004' },
			...argsJson({ GroupCode: 'EDIT' }),
		}),
		patchPayload('/SchResource/resource_code=0004', '', saveArgument({ GroupCode: 'EDIT' })),
	),
	row(
		'TrxTimeOptionMove is sent with the changed times of the order',
		order('update', { ...fields({ wo_begin_dt: '2026-07-01T08:00:00Z' }), ...args({ TrxTimeOptionMove: true }) }),
		patch('/JmWorkOrder/wo_no_seq=2627-1', [replace('wo_begin_dt', '2026-07-01T08:00:00Z')], saveArgument({ TrxTimeOptionMove: 'Y' })),
	),
];

/** The order is read after the request, as in every action node by default. */
const READ_BACK = [
	rowOf(
		'a voided order is read after the request, and its fields are output',
		voided('void', 'workOrder', { reason: number('1'), options: { columns: ['wo_desc'] } }),
		[
			{
				request: patch('/JmWorkOrder/wo_no_seq=2627-1', [replace('cancel_no', 1)], saveArgument({ VoidWorkOrder: '2627-1' })),
				response: NO_CONTENT,
			},
			{
				request: get(at('/JmWorkOrder/wo_no_seq=2627-1', { resultColumns: { jm_work_order: ['wo_no_seq', 'wo_desc'] } })),
				response: found('jm_work_order', { wo_no_seq: { wo_no_seq: '2627-1', external_key: null }, wo_desc: 'Day' }),
			},
		],
		{ output: [{ wo_no_seq: '2627-1', voided: true, wo_desc: 'Day' }] },
	),
	rowOf(
		'the argument for an order that is found by its external key is the order number',
		voided('void', 'workOrder', { ...by('external_key', 'A'), reason: number('1') }),
		[
			{
				request: get(at('/JmWorkOrder/external_key=A', { resultColumns: { jm_work_order: ['wo_no_seq'] } })),
				response: found('jm_work_order', { wo_no_seq: { wo_no_seq: '2627-1', external_key: 'A' } }),
			},
			{
				request: patch('/JmWorkOrder/wo_no_seq=2627-1', [replace('cancel_no', 1)], saveArgument({ VoidWorkOrder: '2627-1' })),
				response: ok({ message: null, tables: [] }),
			},
		],
		{ output: [{ wo_no_seq: '2627-1', voided: true }] },
	),
];

export const SAVE_ARGUMENTS = [...TEMPLATES, ...STATES, ...READ_BACK];
