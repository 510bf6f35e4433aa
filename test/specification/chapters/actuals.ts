import type { NodeCall } from '../../interface/row';
import { by, created, generic, json, post, saveArgument } from '../../interface/rows/writing';
import { refusedBefore, row } from '../row';

type Parameters = Readonly<Record<string, unknown>>;
const actualize = (parameters: Parameters): NodeCall => ({
	node: 'mediaOperationsActualize',
	parameters: { resource: 'workOrder', ...by('wo_no_seq', '7-1'), options: { readBack: false }, ...parameters },
});
const DETAIL = { detailsMode: 'json', detailsJson: '[{"action_code":"I","actual_unit":4,"trx_no":[10,11]}]' };
/** The documented body: new rows have negative numbers, and each link contains the number of its detail row. */
const ACTUAL = {
	jm_actual_header: [
		{
			actual_hdr_no: { actual_hdr_no: -1 },
			wo_no: 7,
			wo_seq: 1,
			wo_no_seq: { wo_no_seq: '7-1' },
			actual_status: 'Y',
			jm_actual_detail: [
				{
					actual_hdr_no: -1,
					actual_det_no: -2,
					action_code: { action_code: 'I' },
					actual_unit: 4,
					actual: 'Y',
				},
			],
			jm_actual_link: [
				{ actual_link_no: -3, actual_det_no: -2, trx_no: 10 },
				{ actual_link_no: -4, actual_det_no: -2, trx_no: 11 },
			],
		},
	],
};
const newActual = created({
	jm_actual_header: [{ actual_hdr_no: 16 }],
	jm_actual_detail: [{ actual_det_no: 20 }],
	jm_actual_link: [{ actual_link_no: 30 }, { actual_link_no: 31 }],
});

export const ACTUALS = [
	...(
		[
			['ActualizeSelected contains the transactions of the details', { actualize: 'linked' }, { ActualizeSelected: '10,11' }],
			['ActualizeSelected contains the chosen transactions', { actualize: 'selected', transactions: ['12'] }, { ActualizeSelected: '12' }],
			[
				'ActualizeSelected can have a leading -2',
				{ actualize: 'linked', options: { readBack: false, leadingMinusTwo: true } },
				{ ActualizeSelected: '-2,10,11' },
			],
			['ActualizeAll is -2', { actualize: 'all' }, { ActualizeAll: '-2' }],
			[
				'ActualizeUpdatePhase is sent with ActualizeAll',
				{ actualize: 'all', updatePhase: true },
				{ ActualizeAll: '-2', ActualizeUpdatePhase: 'Y' },
			],
		] as const
	).map(([name, parameters, argument]) =>
		row(name, actualize({ ...DETAIL, ...parameters }), post('/JmActual/', ACTUAL, saveArgument(argument)), newActual),
	),
	row(
		'an actual that actualizes nothing has no save argument',
		actualize({ ...DETAIL, actualize: 'none' }),
		post('/JmActual/', ACTUAL),
		newActual,
	),
	row(
		'the generic node posts an actual to /JmActual/',
		generic('actual', 'create', {
			...json({ wo_no_seq: { wo_no_seq: '7-1' }, actual_status: 'Y' }),
			saveArguments: { ActualizeAll: true },
		}),
		post(
			'/JmActual/',
			{ jm_actual_header: [{ wo_no_seq: { wo_no_seq: '7-1' }, actual_status: 'Y' }] },
			saveArgument({ ActualizeAll: '-2' }),
		),
		created({ jm_actual_header: [{ actual_hdr_no: 16 }] }),
		{ output: [{ actual_hdr_no: 16 }] },
	),
	row(
		'the generic node sends ActualizeSelected with a leading -2',
		generic('actual', 'create', { ...json({ actual_status: 'Y' }), saveArguments: { ActualizeSelected: '-2, 10' } }),
		post('/JmActual/', { jm_actual_header: [{ actual_status: 'Y' }] }, saveArgument({ ActualizeSelected: '-2,10' })),
		newActual,
	),
	refusedBefore(
		'ActualizeAll and ActualizeSelected together are rejected',
		generic('actual', 'create', { ...json({ actual_status: 'Y' }), saveArguments: { ActualizeAll: true, ActualizeSelected: '10' } }),
		'Actualize',
	),
];
