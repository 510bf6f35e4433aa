import { having, type Row, type RowGroup } from '../row';
import { at, by, exchange, fields, generic, get, NO_CONTENT, ok, patch, replace } from './writing';

const DROP_DOWN = { option_no: 6, option_text: 'HD 1080i50', external_key: 'WO_field_3-1', WO_field_3: 'HD 1080i50' };

const rows: Row[] = [
	{
		name: 'GET that requests only the order type, whose description is also in the output',
		shows: ['look-up as an object'],
		node: generic('workOrder', 'get', { ...by('wo_no_seq', '2627-1'), options: { columns: 'wo_type_no' } }),
		exchanges: exchange(
			get(at('/JmWorkOrder/wo_no_seq=2627-1', { resultColumns: { jm_work_order: ['wo_no_seq', 'wo_type_no'] } })),
			ok({ jm_work_order: [having({ wo_type_no: { wo_type_no: 7, wo_type_desc: 'Outside Broadcast', external_key: null } })] }),
		),
		output: [{ wo_no_seq: '2627-1', wo_type_no: 7, wo_type_desc: 'Outside Broadcast' }],
	},
	{
		name: 'GET of a custom drop-down, whose attributes are all in the output',
		shows: ['additional details of a custom drop-down'],
		node: generic('workOrder', 'get', { ...by('wo_no_seq', '2627-1'), options: { columns: 'WO_field_3' } }),
		exchanges: exchange(
			get(at('/JmWorkOrder/wo_no_seq=2627-1', { resultColumns: { jm_work_order: ['wo_no_seq', 'WO_field_3'] } })),
			ok({ jm_work_order: [having({ WO_field_3: DROP_DOWN })] }),
		),
		output: [
			{
				wo_no_seq: '2627-1',
				WO_field_3: 'HD 1080i50',
				WO_field_3_option_no: 6,
				WO_field_3_option_text: 'HD 1080i50',
				WO_field_3_external_key: 'WO_field_3-1',
			},
		],
	},
	{
		name: 'PATCH of the external key of a service row',
		node: generic('transmissionOrder', 'update', {
			...by('wo_no_seq', '7655-1'),
			subTables: { step: [{ table: 'mo_service_row', key: 'service_row_no', value: '9933' }] },
			...fields({ external_key: 'ROUTE-1' }),
		}),
		exchanges: exchange(
			patch('/XmTransmissionOrder/wo_no_seq=7655-1/mo_service_row/service_row_no=9933', [replace('external_key', 'ROUTE-1')]),
			NO_CONTENT,
		),
	},
	{
		name: 'GET of a sub-table, whose rows have their alternate keys in the output',
		shows: ['sub-table GET without wrapper'],
		node: generic('transmissionOrder', 'get', {
			...by('wo_no_seq', '7655-1'),
			subTables: { step: [{ table: 'mo_service_row' }] },
			options: { columnsJson: '{"mo_service_row":["service_row_no"]}' },
		}),
		exchanges: exchange(
			get(at('/XmTransmissionOrder/wo_no_seq=7655-1/mo_service_row', { resultColumns: { mo_service_row: ['service_row_no'] } })),
			ok([
				{ service_row_no: { service_row_no: 9933, external_key: 'ROUTE-1' } },
				{ service_row_no: { service_row_no: 9934, external_key: null } },
			]),
		),
		output: [{ service_row_no: 9933, external_key: 'ROUTE-1' }, { service_row_no: 9934 }],
	},
];

export const FLAT: RowGroup = { theme: 'The simplified output of a record', file: 'flat.ts', rows };
