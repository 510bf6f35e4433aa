import { ANY_NUMBER, containing, having, type NodeCall, type Row, type RowGroup } from '../row';
import { at, by, created, exchange, generic, get, ok, post, refused, saveArgument, type Headers } from './writing';

const QUIET = { options: { readBack: false } };
const ORDER = '1075881-1';
/** The body with the row numbers that the node assigns: -1 for the header, then -2, -3 … for the details, then the links. */
const body = (
	order: string,
	details: readonly (readonly [action: string, units: number, transactions: readonly number[]])[],
): { readonly jm_actual_header: readonly unknown[] } => {
	const links = details.flatMap(([, , transactions], index) => transactions.map((transaction) => ({ detail: -2 - index, transaction })));
	const [number, sequence] = order.split('-').map(Number);
	return {
		jm_actual_header: [
			{
				actual_hdr_no: { actual_hdr_no: -1 },
				wo_no: number,
				wo_seq: sequence,
				wo_no_seq: { wo_no_seq: order },
				actual_status: 'Y',
				jm_actual_detail: details.map(([action, units], index) => ({
					actual_hdr_no: -1,
					actual_det_no: -2 - index,
					action_code: { action_code: action },
					actual_unit: units,
					actual: 'Y',
				})),
				jm_actual_link: links.map(({ detail, transaction }, index) => ({
					actual_link_no: -2 - details.length - index,
					actual_det_no: detail,
					trx_no: transaction,
				})),
			},
		],
	};
};
const postActual = (details: Parameters<typeof body>[1], headers: Headers = {}, order = ORDER): ReturnType<typeof post> =>
	post('/JmActual/', body(order, details), headers);
const keys = (details: number, links: number): Row['exchanges'][number]['response'] =>
	created({
		jm_actual_header: [{ actual_hdr_no: ANY_NUMBER }],
		jm_actual_detail: Array.from({ length: details }, () => ({ actual_det_no: ANY_NUMBER })),
		...(links > 0 ? { jm_actual_link: Array.from({ length: links }, () => ({ actual_link_no: ANY_NUMBER })) } : {}),
	});
const actualize = (parameters: Readonly<Record<string, unknown>>, order = ORDER): NodeCall => ({
	node: 'mediaOperationsActualize',
	parameters: { resource: 'workOrder', ...by('wo_no_seq', order), ...QUIET, ...parameters },
});
const details = (
	...detail: readonly (readonly [action: string, units: number, transactions: readonly number[]])[]
): Readonly<Record<string, unknown>> => ({
	details: { detail: detail.map(([action, units, transactions]) => ({ action, units, transactions: transactions.map(String) })) },
});

const transactionsOf = (
	name: string,
	order: string,
	rows: readonly (readonly [number: number, actualized: string, phase: string])[],
): Row => ({
	name,
	node: 'Read only over plain HTTP.',
	exchanges: exchange(
		get(
			at(`/JmWorkOrder/wo_no_seq=${order}/jm_wo_transaction`, {
				resultColumns: { jm_wo_transaction: ['trx_no', 'actualized', 'phase_code'] },
			}),
		),
		ok(
			rows.map(([trx_no, actualized, phase]) => ({
				trx_no: { trx_no, external_key: null },
				actualized,
				phase_code: having({ phase_code: phase }),
			})),
		),
	),
});
const phaseOf = (name: string, order: string, phase: string): Row => ({
	name,
	node: 'Read only over plain HTTP.',
	exchanges: exchange(
		get(at(`/JmWorkOrder/wo_no_seq=${order}`, { resultColumns: { jm_work_order: ['phase_code'] } })),
		ok({ jm_work_order: [{ phase_code: having({ phase_code: phase }) }] }),
	),
});

const rows: Row[] = [
	{
		name: 'POST of an actual with the generic node, at the documented URL with a trailing slash',
		shows: ['negative temporary identifiers'],
		node: generic('actual', 'create', { fieldsMode: 'json', fieldsJson: JSON.stringify(body(ORDER, [['E', 2, []]]).jm_actual_header[0]) }),
		exchanges: exchange(postActual([['E', 2, []]]), keys(1, 0)),
	},
	{
		name: 'POST of an actual with ActualizeAll and ActualizeSelected',
		node: generic('actual', 'create', {
			fieldsMode: 'json',
			fieldsJson: '{"wo_no": 1}',
			saveArguments: { ActualizeAll: true, ActualizeSelected: '1259520' },
		}),
		exchanges: [],
		refusal: "'Actualize Selected' (ActualizeSelected) and 'Actualize All' (ActualizeAll) cannot be sent together",
	},
	{
		name: 'POST of an actual that actualizes nothing',
		shows: ['negative temporary identifiers'],
		node: actualize({ ...details(['E', 1, []]), actualize: 'none' }),
		exchanges: exchange(postActual([['E', 1, []]]), keys(1, 0)),
		output: [having({ actual_hdr_no: ANY_NUMBER, wo_no_seq: ORDER, actualized: false })],
	},
	{
		name: 'POST of an actual that actualizes the transactions of its details and updates the phase',
		shows: ['negative temporary identifiers', 'several save arguments in one object'],
		node: actualize({ ...details(['I', 4, [1259520]]), actualize: 'linked', updatePhase: true }),
		exchanges: exchange(
			postActual([['I', 4, [1259520]]], saveArgument({ ActualizeSelected: '1259520', ActualizeUpdatePhase: 'Y' })),
			keys(1, 1),
		),
		output: [having({ actual_hdr_no: ANY_NUMBER, actualized: true })],
	},
	transactionsOf('GET of the transactions after one was actualized', ORDER, [
		[200003, 'N', 'Hold'],
		[200004, 'N', 'Hold'],
		[1259520, 'Y', 'ACTL'],
	]),
	phaseOf('GET of the order after one of its transactions was actualized', ORDER, 'PACT'),
	{
		name: 'POST of an actual whose transaction is already actualized',
		node: actualize({ ...details(['I', 4, [1259520]]), actualize: 'linked' }),
		exchanges: exchange(
			postActual([['I', 4, [1259520]]], saveArgument({ ActualizeSelected: '1259520' })),
			refused(500, containing('1259520')),
		),
		refusal: '1259520',
	},
	{
		name: 'POST of an actual that actualizes several transactions, with a leading -2 and the save argument spelled with a double l',
		node: generic('anyDocument', 'create', {
			documentName: 'JmActual',
			table: 'jm_actual_header',
			fieldsMode: 'json',
			fieldsJson: JSON.stringify((body(ORDER, [['I', 2, []]]) as { jm_actual_header: unknown[] }).jm_actual_header[0]),
			saveArgumentsJson: '{"ActualizeSelected": "-2,200003,200004", "ActuallizeUpdatePhase": "Y"}',
		}),
		exchanges: exchange(
			postActual([['I', 2, []]], saveArgument({ ActualizeSelected: '-2,200003,200004', ActuallizeUpdatePhase: 'Y' })),
			keys(1, 0),
		),
	},
	transactionsOf('GET of the transactions after all were actualized', ORDER, [
		[200003, 'Y', 'ACTL'],
		[200004, 'Y', 'ACTL'],
		[1259520, 'Y', 'ACTL'],
	]),
	phaseOf('GET of the order after all of its transactions were actualized', ORDER, 'ACTL'),
	{
		name: 'POST of an actual that actualizes selected transactions, with a leading -2',
		node: actualize(
			{ ...details(['I', 3, []]), actualize: 'selected', transactions: ['38521'], options: { readBack: false, leadingMinusTwo: true } },
			'36914-1',
		),
		exchanges: exchange(postActual([['I', 3, []]], saveArgument({ ActualizeSelected: '-2,38521' }), '36914-1'), keys(1, 0)),
	},
	transactionsOf('GET of the transactions after one was actualized without its phase', '36914-1', [
		[38521, 'Y', 'Hold'],
		[38522, 'N', 'Hold'],
	]),
	{
		name: 'POST of an actual that actualizes all transactions, with two details',
		node: actualize({ ...details(['I', 3, [38522]], ['O', 1, []]), actualize: 'all', updatePhase: true }, '36914-1'),
		exchanges: exchange(
			postActual(
				[
					['I', 3, [38522]],
					['O', 1, []],
				],
				saveArgument({ ActualizeAll: '-2', ActualizeUpdatePhase: 'Y' }),
				'36914-1',
			),
			keys(2, 1),
		),
	},
	phaseOf('GET of the order after ActualizeAll', '36914-1', 'ACTL'),
	{
		name: 'POST of an actual for an order that does not exist',
		node: actualize({ ...details(['I', 1, []]), actualize: 'none' }, '999999-1'),
		exchanges: exchange(postActual([['I', 1, []]], {}, '999999-1'), refused(500, containing('wo_no_seq'))),
		refusal: 'wo_no_seq',
	},
];

export const ACTUALS: RowGroup = { theme: 'Save arguments that actualize', file: 'actuals.ts', rows };
