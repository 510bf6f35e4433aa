import { ANY_TEXT, containing, having, type NodeCall, type Row, type RowGroup } from '../row';
import { at, by, CHANGED, exchange, generic, get, NO_CONTENT, ok, patch, patchPayload, refused, replace, saveArgument } from './writing';

const QUIET = { options: { readBack: false } };
const voiding = (resource: string, operation: 'void' | 'unVoid', parameters: Readonly<Record<string, unknown>>): NodeCall => ({
	node: 'mediaOperationsVoidOrder',
	parameters: { resource, operation, ...parameters },
});
const reason = (number: string): Readonly<Record<string, unknown>> => ({ reason: { __rl: true, mode: 'number', value: number } });
const ORDERS = [
	['workOrder', 'JmWorkOrder', 'work order', '2626-1'],
	['mediaOrder', 'MoMediaOrder', 'media order', '500-1'],
	['transmissionOrder', 'XmTransmissionOrder', 'transmission order', '7655-1'],
] as const;

/** A read over plain HTTP that shows the effect of an earlier request on a record. */
const after = (name: string, path: string, table: string, columns: readonly string[], record: unknown): Row => ({
	name,
	node: 'Read only over plain HTTP.',
	exchanges: exchange(get(at(path, { resultColumns: { [table]: columns } })), ok({ [table]: [record] })),
});

interface Approval {
	readonly value: string;
	readonly label: string;
	readonly version: number;
	readonly approved: 'Y' | 'N';
	readonly status: string;
	readonly original?: { readonly version: number; readonly approved: 'Y' | 'N' };
}

/** In the demo data, every fourth version n from 24 to 60 changes version n - 20. Of versions 1 to 20, the even ones are approved. */
const APPROVALS: readonly Approval[] = [
	{ value: '0', label: 'Approval', version: 211, approved: 'Y', status: 'Approved' },
	{ value: '1', label: 'Unapproval', version: 2, approved: 'N', status: 'Unapproved' },
	{
		value: '2',
		label: 'ApproveAsChangeMemo',
		version: 24,
		approved: 'Y',
		status: 'Approved as Change Memo',
		original: { version: 4, approved: 'Y' },
	},
	{
		value: '3',
		label: 'ApproveAndUnApproveOriginal',
		version: 28,
		approved: 'Y',
		status: 'Approved',
		original: { version: 8, approved: 'N' },
	},
	{ value: '4', label: 'Abort', version: 211, approved: 'Y', status: 'Approved' },
];

const approvalRows = ({ value, label, version, approved, status, original }: Approval): Row[] => [
	{
		name: `PATCH of a bid version with BidApproval ${value}, ${label}`,
		node: generic('bidVersion', 'changeApproval', {
			...by('version_no', version),
			approval: value,
			...(value === '1' || value === '4' ? { approved: 'N' } : {}),
		}),
		exchanges: exchange(
			patch(
				`/BidVersion/version_no=${version}`,
				[replace('approved', value === '1' || value === '4' ? 'N' : 'Y')],
				saveArgument({ BidApproval: value }),
			),
			NO_CONTENT,
		),
		output: [{ version_no: version, updated: true }],
	},
	after(
		`GET of the bid version after BidApproval ${value}`,
		`/BidVersion/version_no=${version}`,
		'bid_version',
		['approved', 'bid_status'],
		{ approved, bid_status: status },
	),
	...(original
		? [
				after(
					`GET of the original bid version after BidApproval ${value}`,
					`/BidVersion/version_no=${original.version}`,
					'bid_version',
					['approved'],
					{ approved: original.approved },
				),
			]
		: []),
];

const rows: Row[] = [
	...ORDERS.flatMap(([resource, document, what, key]): Row[] => [
		{
			name: `PATCH that voids a ${what}`,
			node: voiding(resource, 'void', { ...by('wo_no_seq', key), ...reason('1'), ...QUIET }),
			exchanges: exchange(
				patch(`/${document}/wo_no_seq=${key}`, [replace('cancel_no', 1)], saveArgument({ VoidWorkOrder: key })),
				NO_CONTENT,
			),
			output: [{ wo_no_seq: key, voided: true }],
		},
		after(`GET of the ${what} after it was voided`, `/${document}/wo_no_seq=${key}`, 'jm_work_order', ['phase_code', 'cancel_no'], {
			phase_code: having({ phase_code: 'VOID' }),
			cancel_no: having({ cancel_no: 1, cancel_desc: 'Cancelled by Customer' }),
		}),
		{
			name: `PATCH that un-voids a ${what} with an empty body`,
			shows: ['full-payload Content-Type with an empty body'],
			node: voiding(resource, 'unVoid', { ...by('wo_no_seq', key), ...QUIET }),
			exchanges: exchange(patchPayload(`/${document}/wo_no_seq=${key}`, '', saveArgument({ UnVoidWorkOrder: key })), NO_CONTENT),
			output: [{ wo_no_seq: key, voided: false }],
		},
		after(`GET of the ${what} after it was un-voided`, `/${document}/wo_no_seq=${key}`, 'jm_work_order', ['phase_code', 'cancel_no'], {
			phase_code: having({ phase_desc: ANY_TEXT }),
			cancel_no: null,
		}),
	]),
	{
		name: 'PATCH that un-voids the order of the public example',
		shows: ['full-payload Content-Type with an empty body'],
		node: voiding('workOrder', 'unVoid', { ...by('wo_no_seq', '1067982-1'), ...QUIET }),
		exchanges: exchange(patchPayload('/JmWorkOrder/wo_no_seq=1067982-1', '', saveArgument({ UnVoidWorkOrder: '1067982-1' })), NO_CONTENT),
	},
	{
		name: 'PATCH that voids an order addressed by its external key, after reading its number, and reads it afterwards',
		node: voiding('workOrder', 'void', { ...by('external_key', 'ERP-100-1'), ...reason('2') }),
		exchanges: [
			{
				request: get(at('/JmWorkOrder/external_key=ERP-100-1', { resultColumns: { jm_work_order: ['wo_no_seq'] } })),
				response: ok({ jm_work_order: [{ wo_no_seq: { wo_no_seq: '100-1', external_key: 'ERP-100-1' } }] }),
			},
			{
				request: patch('/JmWorkOrder/wo_no_seq=100-1', [replace('cancel_no', 2)], saveArgument({ VoidWorkOrder: '100-1' })),
				response: NO_CONTENT,
			},
			{
				request: get(
					at('/JmWorkOrder/wo_no_seq=100-1', { resultColumns: { jm_work_order: ['wo_no_seq', 'wo_desc', 'phase_code', 'cancel_no'] } }),
				),
				response: ok({ jm_work_order: [having({ phase_code: having({ phase_code: 'VOID' }) })] }),
			},
		],
		output: [having({ wo_no_seq: '100-1', voided: true, phase_code: 'VOID', cancel_no: 2 })],
	},
	{
		name: 'PATCH that voids an order that is already void',
		node: voiding('workOrder', 'void', { ...by('wo_no_seq', '100-1'), ...reason('1'), ...QUIET }),
		exchanges: exchange(
			patch('/JmWorkOrder/wo_no_seq=100-1', [replace('cancel_no', 1)], saveArgument({ VoidWorkOrder: '100-1' })),
			refused(500, containing('already void')),
		),
		refusal: 'already void',
	},
	{
		name: 'PATCH that un-voids an order with an empty body and the save arguments of the generic node',
		shows: ['full-payload Content-Type with an empty body'],
		node: generic('workOrder', 'update', {
			...by('wo_no_seq', '100-1'),
			fieldsMode: 'json',
			fieldsJson: '{}',
			saveArguments: { UnVoidWorkOrder: true },
		}),
		exchanges: exchange(patchPayload('/JmWorkOrder/wo_no_seq=100-1', '', saveArgument({ UnVoidWorkOrder: '100-1' })), NO_CONTENT),
	},
	{
		name: 'PATCH of an order with VoidWorkOrder and UnVoidWorkOrder',
		node: generic('workOrder', 'update', {
			...by('wo_no_seq', '100-1'),
			fieldsMode: 'json',
			fieldsJson: '{"cancel_no": 1}',
			saveArguments: { VoidWorkOrder: true, UnVoidWorkOrder: true },
		}),
		exchanges: [],
		refusal: "'Void Order' (VoidWorkOrder) and 'Un-Void Order' (UnVoidWorkOrder) cannot be sent together",
	},
	{
		name: 'PATCH of an order with LoadChildTemplates, but without a template',
		node: generic('workOrder', 'update', {
			...by('wo_no_seq', '100-1'),
			fieldsMode: 'json',
			fieldsJson: '{"wo_desc": "A"}',
			saveArguments: { LoadChildTemplates: true },
		}),
		exchanges: [],
		refusal:
			"'Load Child Templates' (LoadChildTemplates) requires the save argument 'Load Template' (LoadTemplate) or 'Load Template Option' (LoadTemplateOption)",
	},
	{
		name: 'PATCH that voids an order with the header spelled saveArgument',
		shows: ['SaveArgument in mixed case'],
		node: generic('workOrder', 'update', {
			...by('wo_no_seq', '101-1'),
			fieldsMode: 'json',
			fieldsJson: '{"cancel_no": 1}',
			options: { extraHeaders: { entry: [{ name: 'saveArgument', value: '{"VoidWorkOrder":"101-1"}' }] } },
		}),
		exchanges: exchange(
			patch('/JmWorkOrder/wo_no_seq=101-1', [replace('cancel_no', 1)], { saveArgument: '{"VoidWorkOrder":"101-1"}' }),
			NO_CONTENT,
		),
	},
	...APPROVALS.flatMap(approvalRows),
	{
		name: 'PATCH that changes an approval with Any Document and sends the JSON value unchanged',
		node: generic('anyDocument', 'update', {
			documentName: 'BidVersion',
			keyField: 'version_no',
			...by('key', '28'),
			fieldsMode: 'json',
			fieldsJson: '{"approved": "N"}',
			saveArgumentsJson: '{"BidApproval": 1}',
		}),
		exchanges: exchange(patch('/BidVersion/version_no=28', [replace('approved', 'N')], saveArgument({ BidApproval: 1 })), NO_CONTENT),
	},
	{
		name: 'PATCH that sets the default group of a resource with Any Document and an empty body',
		shows: ['full-payload Content-Type with an empty body'],
		node: generic('anyDocument', 'update', {
			documentName: 'SchResource',
			keyField: 'resource_code',
			...by('key', '3'),
			fieldsMode: 'json',
			fieldsJson: '{}',
			saveArgumentsJson: '{"GroupCode": "UKPS"}',
		}),
		exchanges: exchange(patchPayload('/SchResource/resource_code=3', '', saveArgument({ GroupCode: 'UKPS' })), NO_CONTENT),
	},
	{
		name: 'PATCH that sets the default group of a resource with an empty body',
		shows: ['full-payload Content-Type with an empty body', 'group must be in the group list'],
		node: generic('schedulingResource', 'setDefaultGroup', { ...by('resource_code', '3'), groupCode: 'UKPS' }),
		exchanges: exchange(patchPayload('/SchResource/resource_code=3', '', saveArgument({ GroupCode: 'UKPS' })), NO_CONTENT),
		output: [{ resource_code: '3', updated: true }],
	},
	after('GET of the resource after its default group was set', '/SchResource/resource_code=3', 'sch_resource', ['group_code'], {
		group_code: { group_code: 'UKPS', group_desc: 'UK Playout', external_key: null },
	}),
	{
		name: 'PATCH that sets a default group that is not in the group list of the resource',
		shows: ['group must be in the group list'],
		node: generic('schedulingResource', 'setDefaultGroup', { ...by('resource_code', '3'), groupCode: 'QC' }),
		exchanges: exchange(
			patchPayload('/SchResource/resource_code=3', '', saveArgument({ GroupCode: 'QC' })),
			refused(500, containing('QC')),
		),
		refusal: 'QC',
	},
	{
		name: 'PATCH that posts a time card batch',
		node: { node: 'mediaOperationsPostBatch', parameters: { batches: 'one', ...by('batch_no', '7572'), ...QUIET } },
		exchanges: exchange(
			patchPayload('/TcBatch/batch_no=7572', { tc_batch: [{ batch_no: { batch_no: '7572' } }] }, saveArgument({ Post: '' })),
			CHANGED,
		),
		output: [{ batch_no: '7572', posted: true }],
	},
	{
		name: 'PATCH that posts two time card batches, one request after the other',
		node: {
			node: 'mediaOperationsPostBatch',
			parameters: { batches: 'numbers', batchNumbers: '7570, 7571', options: { readBack: false, concurrency: 1 } },
		},
		exchanges: ['7570', '7571'].map((batch) => ({
			request: patchPayload(`/TcBatch/batch_no=${batch}`, { tc_batch: [{ batch_no: { batch_no: batch } }] }, saveArgument({ Post: '' })),
			response: CHANGED,
		})),
		output: [
			{ batch_no: '7570', posted: true },
			{ batch_no: '7571', posted: true },
		],
	},
	{
		name: 'PATCH that posts three time card batches in order, and stops at a refused one',
		node: { node: 'mediaOperationsPostBatch', parameters: { batches: 'numbers', batchNumbers: '7569, 7571, 7568', ...QUIET } },
		exchanges: [
			{
				request: patchPayload('/TcBatch/batch_no=7569', { tc_batch: [{ batch_no: { batch_no: '7569' } }] }, saveArgument({ Post: '' })),
				response: CHANGED,
			},
			{
				request: patchPayload('/TcBatch/batch_no=7571', { tc_batch: [{ batch_no: { batch_no: '7571' } }] }, saveArgument({ Post: '' })),
				response: refused(500, containing('posted')),
			},
		],
		refusal: 'Completed before the run ended: batch 7569. Not sent: batch 7568.',
	},
	after('GET of the batch after it was posted', '/TcBatch/batch_no=7572', 'tc_batch', ['posted', 'date_posted'], {
		posted: 'Y',
		date_posted: ANY_TEXT,
	}),
	{
		name: 'PATCH that posts a time card batch twice',
		node: { node: 'mediaOperationsPostBatch', parameters: { batches: 'one', ...by('batch_no', '7572'), ...QUIET } },
		exchanges: exchange(
			patchPayload('/TcBatch/batch_no=7572', { tc_batch: [{ batch_no: { batch_no: '7572' } }] }, saveArgument({ Post: '' })),
			refused(500, containing('posted')),
		),
		refusal: 'posted',
	},
];

export const STATES: RowGroup = { theme: 'Save arguments that change a state', file: 'states.ts', rows };
