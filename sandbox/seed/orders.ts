import type { Value } from '../storage/tables';
import { anyJob, DIVISION_NUMBERS } from './work';
import type { Seeder } from './seeder';

/** Work, media and transmission orders with what is booked on them, and actuals. */

const EVENTS = [
	'Heats',
	'Finals',
	'Pilot',
	'Interview',
	'Reshoot',
	'Conform',
	'Screening',
	'Press Call',
	'Highlights',
	'Voice Over',
	'Subtitling',
	'Master Check',
];
const SCHEDULERS = ['Greta Falk', 'Owen Hart', 'Ines Moreau', 'Kiran Keller'];
const CUSTOMERS = [19, 27, 32, 123, 409, 1001, 1100, 1101, 1102, 1103];
const PHASES = ['RQST', 'RQST', 'Hold', 'CONF', 'CONF', 'WIP', 'DONE'];
const WORK_ORDERS = 400;
const MEDIA_ORDERS = 60;
const TRANSMISSION_ORDERS = 60;
const FIRST_ORDER = 100;
const ACTUALS = 15;

/** Orders, transactions and rows whose numbers public examples of the interface use. */
const KNOWN_WORK_ORDERS: Readonly<Record<string, readonly number[]>> = {
	'2626-1': [],
	'2627-1': [],
	'8248-1': [],
	'36914-1': [38_521, 38_522],
	'1067982-1': [],
	'1075881-1': [200_003, 200_004, 1_259_520],
};
const VOID_ORDER = '1067982-1';
const KNOWN_TRANSMISSION_ORDERS: Readonly<Record<string, readonly [serviceRow: number, operation: number]>> = {
	'7655-1': [9933, 9933],
	'1072992-1': [221_083, 133_119],
};

const orderFields = (seeder: Seeder): Record<string, Value> => {
	const { random } = seeder;
	const day = random.whole(-200, 120);
	const begin = random.whole(12, 40) * 30;
	const phase = random.pick(PHASES);
	return {
		wo_desc: `${random.pick(EVENTS)} ${random.whole(1, 99)}`,
		wo_begin_dt: seeder.at(day, begin),
		wo_end_dt: seeder.at(day, begin + random.whole(2, 20) * 30),
		wo_type_no: random.pick([1, 2, 3, 4, 5, 6, 7, 17, 40, 83]),
		phase_code: phase,
		sched_by_name: random.pick([...SCHEDULERS, null]),
		rate_card_no: random.whole(1, 5),
		cust_id: random.pick(CUSTOMERS),
		po: random.chance(0.4) ? `PO${String(random.whole(1, 999)).padStart(3, '0')}` : null,
		wo_reference: random.chance(0.3) ? `Ref ${random.whole(100, 999)}` : null,
		job_no: random.chance(0.7) ? anyJob(seeder) : null,
		division_no: random.pick(DIVISION_NUMBERS),
		external_key: null,
		WO_field_1: random.chance(0.2) ? 'Crew of four, catering on site' : null,
		WO_field_2: random.pick(['Aspera', 'Link', 'Satellite', null]),
		WO_field_3: random.pick(['HD 1080i50', 'UHD HDR', null]),
		date_added: seeder.at(Math.min(day, 0) - random.whole(1, 40), random.whole(0, 1439)),
		date_changed: seeder.at(-random.whole(0, 2), random.whole(0, 600)),
	};
};

const addTransactions = (
	seeder: Seeder,
	document: string,
	rowId: number,
	fields: Readonly<Record<string, Value>>,
	keys: readonly (number | undefined)[],
): void => {
	const { random } = seeder;
	for (const key of keys) {
		const resource = random.whole(1, 30);
		seeder.addBelow(
			document,
			'jm_wo_transaction',
			rowId,
			{
				trx_desc: random.pick(['Room', 'Operator', 'Line', 'Kit']),
				trx_begin_dt: fields.wo_begin_dt ?? null,
				trx_end_dt: fields.wo_end_dt ?? null,
				resource_code: resource,
				group_code: random.pick(['EDIT', 'AUD', 'OPER', 'TRX']),
				phase_code: fields.phase_code ?? null,
				phase_before_void: fields.phase_before_void ?? null,
			},
			key,
		);
	}
};

const someKeys = ({ random }: Seeder): undefined[] => Array.from({ length: random.whole(0, 3) }, () => undefined);

const addServiceRow = (
	seeder: Seeder,
	document: string,
	rowId: number,
	sequence: number,
	fields: Readonly<Record<string, Value>>,
	keys?: readonly [number, number],
): void => {
	const serviceRow = seeder.addBelow(
		document,
		'mo_service_row',
		rowId,
		{
			dsp_seq: sequence,
			service_row_desc: 'Auto Route',
			service_template_no: 12,
			row_begin_dt: fields.wo_begin_dt ?? null,
			row_end_dt: fields.wo_end_dt ?? null,
		},
		keys?.[0],
	);
	seeder.addBelow(
		document,
		'mo_operation',
		serviceRow,
		{ task_no: 1, trx_resource_desc: 'Router', trx_group_desc: 'Transmission' },
		keys?.[1],
	);
	seeder.addBelow(document, 'mo_operation', serviceRow, { task_no: 2, trx_resource_desc: 'Encoder 2', trx_group_desc: 'Encoders' });
};

const addWorkOrder = (seeder: Seeder, key: string, transactions: readonly (number | undefined)[]): void => {
	const { random } = seeder;
	const fields: Record<string, Value> = {
		...orderFields(seeder),
		...(key === VOID_ORDER ? { phase_code: 'VOID', phase_before_void: 'CONF', cancel_no: 1 } : {}),
		...(key.endsWith('0-1') ? { external_key: `ERP-${key}` } : {}),
	};
	const rowId = seeder.add('JmWorkOrder', fields, key);
	addTransactions(seeder, 'JmWorkOrder', rowId, fields, transactions);
	for (let source = random.whole(0, 2); source > 0; source--) {
		seeder.addBelow('JmWorkOrder', 'mo_source', rowId, {
			master_no: random.whole(1, 300),
			source_desc: 'Camera original',
			date_received: random.chance(0.5) ? (fields.wo_begin_dt ?? null) : null,
		});
	}
};

const addServiceOrder = (seeder: Seeder, document: string, key: string, keys?: readonly [number, number]): void => {
	const fields = orderFields(seeder);
	const rowId = seeder.add(document, { ...fields, wo_type_no: document === 'XmTransmissionOrder' ? 8 : 5 }, key);
	addTransactions(seeder, document, rowId, fields, someKeys(seeder));
	addServiceRow(seeder, document, rowId, 1, fields, keys);
	if (keys ?? seeder.random.chance(0.5)) {
		addServiceRow(seeder, document, rowId, 2, fields);
	}
};

const seedActuals = (seeder: Seeder): void => {
	for (let number = 0; number < ACTUALS; number++) {
		const order = FIRST_ORDER + number;
		const rowId = seeder.add('JmActual', {
			wo_no: order,
			wo_seq: 1,
			wo_no_seq: `${order}-1`,
			actual_status: 'N',
			date_added: seeder.at(-number),
		});
		seeder.addBelow('JmActual', 'jm_actual_detail', rowId, {
			action_code: seeder.random.pick(['I', 'E', 'O']),
			actual_unit: seeder.random.whole(1, 12),
			actual: 'N',
		});
	}
};

export const seedOrders = (seeder: Seeder): void => {
	let number = FIRST_ORDER;
	for (let at = 0; at < WORK_ORDERS; at++) {
		const order = number++;
		addWorkOrder(seeder, `${order}-1`, someKeys(seeder));
		if (seeder.random.chance(0.05)) {
			addWorkOrder(seeder, `${order}-2`, someKeys(seeder));
		}
	}
	for (let at = 0; at < MEDIA_ORDERS; at++) {
		addServiceOrder(seeder, 'MoMediaOrder', `${number++}-1`);
	}
	for (let at = 0; at < TRANSMISSION_ORDERS; at++) {
		addServiceOrder(seeder, 'XmTransmissionOrder', `${number++}-1`);
	}
	Object.entries(KNOWN_TRANSMISSION_ORDERS).forEach(([key, keys]) => addServiceOrder(seeder, 'XmTransmissionOrder', key, keys));
	Object.entries(KNOWN_WORK_ORDERS).forEach(([key, transactions]) => addWorkOrder(seeder, key, transactions));
	seedActuals(seeder);
};
