import { ANY_NUMBER, ANY_TEXT, containing, having, type NodeCall, type Row, type RowGroup } from '../row';
import {
	at,
	by,
	CHANGED,
	created,
	exchange,
	generic,
	get,
	json,
	NO_CONTENT,
	ok,
	patch,
	patchPayload,
	post,
	put,
	refused,
	replace,
	saveArgument,
} from './writing';

const ORDER = {
	wo_desc: '100m Finals',
	wo_begin_dt: '2024-08-22T10:00:00.000Z',
	wo_end_dt: '2024-08-22T16:00:00.000Z',
	wo_type_no: 17,
	phase_code: 'RQST',
	rate_card_no: 1,
	cust_id: 27,
};
const QUIET = { options: { readBack: false } };
const load = (resource: string, operation: 'create' | 'load', parameters: Readonly<Record<string, unknown>>): NodeCall => ({
	node: 'mediaOperationsLoadTemplate',
	parameters: { resource, operation, ...parameters },
});
const template = (number: string): Readonly<Record<string, unknown>> => ({ template: { __rl: true, mode: 'number', value: number } });
const transactions = (count: number): Readonly<Record<string, unknown>>[] => Array.from({ length: count }, () => ({ trx_no: ANY_NUMBER }));
const services = (count: number, operations: number): Record<string, Readonly<Record<string, unknown>>[]> => ({
	mo_service_row: Array.from({ length: count }, () => ({ service_row_no: ANY_NUMBER })),
	mo_operation: Array.from({ length: operations }, () => ({ operation_no: ANY_NUMBER })),
});
const orderBody = (more: object): unknown => ({ jm_work_order: [{ ...ORDER, ...more }] });
const key = [{ wo_no_seq: ANY_TEXT }];
/** The payload of LoadTemplateOption: the template as a key object. */
const loaded = (order: string, number: number): unknown => ({
	jm_work_order: [{ wo_no_seq: { wo_no_seq: order }, wo_template_no: { wo_template_no: number } }],
});

const rows: Row[] = [
	...(
		[
			['workOrder', 'JmWorkOrder', 'work order'],
			['mediaOrder', 'MoMediaOrder', 'media order'],
			['transmissionOrder', 'XmTransmissionOrder', 'transmission order'],
		] as const
	).flatMap(([resource, document, what]): Row[] => {
		const kind = resource === 'transmissionOrder' ? { templateKind: 'order' } : {};
		return [
			{
				name: `POST of a ${what} that loads a template`,
				shows: ['template number in header and body'],
				node: load(resource, 'create', { ...kind, ...template('15'), ...json(ORDER), ...QUIET }),
				exchanges: exchange(
					post(`/${document}`, orderBody({ wo_template_no: 15 }), saveArgument({ LoadTemplate: '15' })),
					created({ jm_work_order: key, jm_wo_transaction: transactions(3) }),
				),
				output: [having({ wo_no_seq: ANY_TEXT, jm_wo_transaction: transactions(3) })],
			},
			{
				name: `POST of a ${what} that loads a template with its child templates`,
				node: load(resource, 'create', { ...kind, ...template('1012'), childTemplates: true, ...json(ORDER), ...QUIET }),
				exchanges: exchange(
					post(`/${document}`, orderBody({ wo_template_no: 1012 }), saveArgument({ LoadTemplate: '1012', LoadChildTemplates: 'Y' })),
					created({ jm_work_order: key, jm_wo_transaction: transactions(6) }),
				),
			},
		];
	}),
	{
		name: 'POST that loads a template with the save arguments of the generic node, which also sends its number in the body',
		shows: ['template number in header and body'],
		node: generic('workOrder', 'create', { ...json(ORDER), saveArguments: { LoadTemplate: '2' } }),
		exchanges: exchange(
			post('/JmWorkOrder', orderBody({ wo_template_no: 2 }), saveArgument({ LoadTemplate: '2' })),
			created({ jm_work_order: key, jm_wo_transaction: transactions(2) }),
		),
	},
	{
		name: 'POST that loads a template whose number has leading zeros in the fields',
		shows: ['template number in header and body'],
		node: generic('workOrder', 'create', { ...json({ ...ORDER, wo_template_no: 2 }), saveArguments: { LoadTemplate: '0002' } }),
		exchanges: exchange(
			post('/JmWorkOrder', orderBody({ wo_template_no: 2 }), saveArgument({ LoadTemplate: '0002' })),
			created({ jm_work_order: key, jm_wo_transaction: transactions(2) }),
		),
	},
	{
		name: 'POST that loads a template whose number is a word, which the node rejects',
		node: load('workOrder', 'create', { ...template('abc'), ...json(ORDER), ...QUIET }),
		exchanges: [],
		refusal: 'The template (\'wo_template_no\') must be a number, got "abc"',
	},
	{
		name: 'PATCH that loads a template with the save arguments of the generic node, without other fields',
		shows: ['template number in header and body'],
		node: generic('workOrder', 'update', { ...by('wo_no_seq', '8248-1'), ...json({}), saveArguments: { LoadTemplate: '2' } }),
		exchanges: exchange(
			patch('/JmWorkOrder/wo_no_seq=8248-1', [replace('wo_template_no', 2)], saveArgument({ LoadTemplate: '2' })),
			NO_CONTENT,
		),
	},
	{
		name: 'POST that loads one service template with the save arguments of the generic node',
		shows: ['one service template in header and body'],
		node: generic('transmissionOrder', 'create', { ...json(ORDER), saveArguments: { LoadServiceTemplate: '10' } }),
		exchanges: exchange(
			post('/XmTransmissionOrder', orderBody({ service_template_no: 10 }), saveArgument({ LoadServiceTemplate: '10' })),
			created({ jm_work_order: key, ...services(1, 2) }),
		),
	},
	{
		name: 'POST of an order with LoadTemplateOption and the template as a key object',
		node: generic('workOrder', 'create', {
			...json({ ...ORDER, wo_template_no: 1012 }),
			saveArguments: { LoadTemplateOption: '1', LoadChildTemplates: true },
		}),
		exchanges: exchange(
			post(
				'/JmWorkOrder',
				orderBody({ wo_template_no: { wo_template_no: 1012 } }),
				saveArgument({ LoadChildTemplates: 'Y', LoadTemplateOption: 1 }),
			),
			created({ jm_work_order: key, jm_wo_transaction: transactions(6) }),
		),
	},
	{
		name: 'PUT of an order with LoadTemplateOption',
		node: generic('workOrder', 'upsert', {
			...by('wo_no_seq', '8248-1'),
			...json({ wo_template_no: 15 }),
			saveArguments: { LoadTemplateOption: '0' },
		}),
		exchanges: exchange(put('/JmWorkOrder/wo_no_seq=8248-1', loaded('8248-1', 15), saveArgument({ LoadTemplateOption: 0 })), CHANGED),
	},
	{
		name: 'PATCH with LoadTemplate and with LoadTemplateOption, which replaces LoadTemplate',
		node: 'The node refuses them before sending.',
		exchanges: exchange(
			patchPayload('/JmWorkOrder/wo_no_seq=36914-1', loaded('36914-1', 2), saveArgument({ LoadTemplate: '2', LoadTemplateOption: 1 })),
			refused(400, containing('cannot be combined in the &#39;SaveArgument&#39; header')),
		),
	},
	{
		name: 'PATCH that appends the transactions of a template to an order',
		node: load('workOrder', 'load', { ...by('wo_no_seq', '36914-1'), ...template('2'), loadOption: 'append', ...QUIET }),
		exchanges: exchange(
			patchPayload('/JmWorkOrder/wo_no_seq=36914-1', loaded('36914-1', 2), saveArgument({ LoadTemplateOption: 1 })),
			CHANGED,
		),
		output: [{ wo_no_seq: '36914-1', updated: true }],
	},
	{
		name: 'GET of the transactions of an order after a template was appended',
		node: 'Read only over plain HTTP.',
		exchanges: exchange(
			get(at('/JmWorkOrder/wo_no_seq=36914-1/jm_wo_transaction', { resultColumns: { jm_wo_transaction: ['trx_desc'] } })),
			ok([having({}), having({}), { trx_desc: 'Studio' }, { trx_desc: 'Camera Operator' }]),
		),
	},
	{
		name: 'PATCH that replaces the transactions of an order with those of a template',
		node: load('workOrder', 'load', { ...by('wo_no_seq', '36914-1'), ...template('15'), loadOption: 'replace', ...QUIET }),
		exchanges: exchange(
			patchPayload('/JmWorkOrder/wo_no_seq=36914-1', loaded('36914-1', 15), saveArgument({ LoadTemplateOption: 0 })),
			CHANGED,
		),
	},
	{
		name: 'GET of the transactions of an order after a template replaced them',
		node: 'Read only over plain HTTP.',
		exchanges: exchange(
			get(at('/JmWorkOrder/wo_no_seq=36914-1/jm_wo_transaction', { resultColumns: { jm_wo_transaction: ['trx_desc'] } })),
			ok([{ trx_desc: 'Line Test' }, { trx_desc: 'Transmission' }, { trx_desc: 'Operator' }]),
		),
	},
	{
		name: 'POST that loads a template whose number is not in the body',
		shows: ['template number in header and body'],
		node: 'The node itself sends the number in both places.',
		exchanges: exchange(
			post('/JmWorkOrder', orderBody({}), saveArgument({ LoadTemplate: '15' })),
			refused(400, containing('wo_template_no')),
		),
	},
	{
		name: 'POST that loads a template that does not exist',
		node: load('workOrder', 'create', { ...template('77'), ...json(ORDER), ...QUIET }),
		exchanges: exchange(
			post('/JmWorkOrder', orderBody({ wo_template_no: 77 }), saveArgument({ LoadTemplate: '77' })),
			refused(500, containing('wo_template_no')),
		),
		refusal: "'wo_template_no'",
	},
	{
		name: 'POST of a transmission order that loads one service template',
		shows: ['one service template in header and body'],
		node: load('transmissionOrder', 'create', { templateKind: 'service', serviceTemplates: ['10'], ...json(ORDER), ...QUIET }),
		exchanges: exchange(
			post('/XmTransmissionOrder', orderBody({ service_template_no: 10 }), saveArgument({ LoadServiceTemplate: '10' })),
			created({ jm_work_order: key, ...services(1, 2) }),
		),
		output: [having({ mo_service_row: [having({})] })],
	},
	{
		name: 'POST of a transmission order that loads several service templates, with null in the body',
		shows: ['several service templates with null in the body'],
		node: load('transmissionOrder', 'create', { templateKind: 'service', serviceTemplates: ['10', '11'], ...json(ORDER), ...QUIET }),
		exchanges: exchange(
			post('/XmTransmissionOrder', orderBody({ service_template_no: null }), saveArgument({ LoadServiceTemplate: '10,11' })),
			created({ jm_work_order: key, ...services(2, 3) }),
		),
		output: [having({ mo_service_row: [having({}), having({})] })],
	},
	{
		name: 'POST that combines a service template and an order template',
		shows: ['several save arguments in one object'],
		node: load('transmissionOrder', 'create', {
			templateKind: 'service',
			serviceTemplates: ['10'],
			...json(ORDER),
			options: { readBack: false, orderTemplate: '2' },
		}),
		exchanges: exchange(
			post(
				'/XmTransmissionOrder',
				orderBody({ service_template_no: 10, wo_template_no: 2 }),
				saveArgument({ LoadServiceTemplate: '10', LoadTemplate: '2' }),
			),
			created({ jm_work_order: key, jm_wo_transaction: transactions(2), ...services(1, 2) }),
		),
	},
	{
		name: 'POST that loads several service templates with another save argument, which the node rejects',
		shows: ['several service templates without other save arguments'],
		node: load('transmissionOrder', 'create', {
			templateKind: 'service',
			serviceTemplates: ['10', '11'],
			...json(ORDER),
			options: { readBack: false, orderTemplate: '2' },
		}),
		exchanges: [],
		refusal: "'Load Service Template' (LoadServiceTemplate) with several templates cannot be sent together with other save arguments",
	},
	{
		name: 'POST that loads several service templates with another save argument, which the site refuses',
		shows: ['several service templates without other save arguments'],
		node: 'The node refuses it before sending.',
		exchanges: exchange(
			post(
				'/XmTransmissionOrder',
				orderBody({ service_template_no: null, wo_template_no: 2 }),
				saveArgument({ LoadServiceTemplate: '10,11', LoadTemplate: '2' }),
			),
			refused(400, containing('cannot be combined')),
		),
	},
	{
		name: 'GET of the sequence of service rows that a service template created',
		shows: ['service rows of loaded service templates'],
		node: 'Read only over plain HTTP.',
		exchanges: [
			{
				request: post(
					'/XmTransmissionOrder',
					orderBody({ service_template_no: null, external_key: 'ROW-SEQ' }),
					saveArgument({ LoadServiceTemplate: '10,11' }),
				),
				response: created({ jm_work_order: key, ...services(2, 3) }),
			},
			{
				request: get(at('/XmTransmissionOrder/external_key=ROW-SEQ/mo_service_row', { resultColumns: { mo_service_row: ['dsp_seq'] } })),
				response: ok([{ dsp_seq: 1 }, { dsp_seq: 2 }]),
			},
		],
	},
	{
		name: 'GET of the sequence of service rows that a service template created on release 11.1, which does not set it',
		shows: ['service rows of loaded service templates'],
		release: '11.1',
		node: 'Read only over plain HTTP.',
		exchanges: [
			{
				request: post(
					'/XmTransmissionOrder',
					orderBody({ service_template_no: 10, external_key: 'ROW-SEQ' }),
					saveArgument({ LoadServiceTemplate: '10' }),
				),
				response: created({ jm_work_order: key, ...services(1, 2) }),
			},
			{
				request: get(at('/XmTransmissionOrder/external_key=ROW-SEQ/mo_service_row', { resultColumns: { mo_service_row: ['dsp_seq'] } })),
				response: ok([{ dsp_seq: 0 }]),
			},
		],
	},
	{
		name: 'PATCH that moves the transactions of an order with the order',
		node: generic('workOrder', 'update', {
			...by('wo_no_seq', '1075881-1'),
			...json({ wo_begin_dt: '2026-09-01T08:00:00Z', wo_end_dt: '2026-09-01T18:00:00Z' }),
			saveArguments: { TrxTimeOptionMove: true },
		}),
		exchanges: exchange(
			patch(
				'/JmWorkOrder/wo_no_seq=1075881-1',
				[replace('wo_begin_dt', '2026-09-01T08:00:00Z'), replace('wo_end_dt', '2026-09-01T18:00:00Z')],
				saveArgument({ TrxTimeOptionMove: 'Y' }),
			),
			NO_CONTENT,
		),
	},
	{
		name: 'PATCH that adjusts the transactions of an order to its new times',
		node: generic('workOrder', 'update', {
			...by('wo_no_seq', '1075881-1'),
			...json({ wo_end_dt: '2026-09-01T16:00:00Z' }),
			saveArguments: { TrxTimeOptionAdjust: true },
		}),
		exchanges: exchange(
			patch('/JmWorkOrder/wo_no_seq=1075881-1', [replace('wo_end_dt', '2026-09-01T16:00:00Z')], saveArgument({ TrxTimeOptionAdjust: 'Y' })),
			NO_CONTENT,
		),
	},
];

export const TEMPLATES: RowGroup = { theme: 'Save arguments that load templates', file: 'templates.ts', rows };
