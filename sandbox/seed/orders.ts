import type { Value } from '../storage/tables';
import { BOOKINGS, FEEDS, GROUPS_BY_TYPE, MEDIA_WORK, ROUTE, type Service, TRANSCODE, WORK } from './orderRecords';
import type { Seeder } from './seeder';
import type { Resource } from './setup';
import { anyJob, DIVISION_NUMBERS } from './work';

/** Work, media and transmission orders with their bookings, and actuals. */

/** The kinds of orders, with their work and services. */
const KINDS = {
	JmWorkOrder: { occasions: WORK },
	MoMediaOrder: { occasions: MEDIA_WORK, service: TRANSCODE },
	XmTransmissionOrder: { occasions: FEEDS, service: ROUTE },
} as const;
type Kind = keyof typeof KINDS;
type Fields = Readonly<Record<string, Value>>;

const SCHEDULERS = ['Greta Falk', 'Owen Hart', 'Ines Moreau', 'Kiran Keller'];
const CUSTOMERS = [19, 27, 32, 123, 409, 1001, 1100, 1101, 1102, 1103];
const PHASES = ['RQST', 'RQST', 'Hold', 'CONF', 'CONF', 'WIP', 'DONE'];
const WORK_ORDERS = 400;
const MEDIA_ORDERS = 60;
const TRANSMISSION_ORDERS = 60;
const FIRST_ORDER = 100;
const ACTUALS = 15;

/** The orders in public examples, with their transactions or rows. */
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

const orderFields = (seeder: Seeder, kind: Kind): Record<string, Value> => {
	const { random } = seeder;
	const day = random.whole(-200, 120);
	const begin = random.whole(12, 40) * 30;
	const phase = random.pick(PHASES);
	const { text, types } = random.pick(KINDS[kind].occasions);
	return {
		wo_desc: `${text} ${random.whole(1, 99)}`,
		wo_begin_dt: seeder.at(day, begin),
		wo_end_dt: seeder.at(day, begin + random.whole(2, 20) * 30),
		wo_type_no: random.pick(types),
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
	resources: readonly Resource[],
	kind: Kind,
	rowId: number,
	fields: Fields,
	keys: readonly (number | undefined)[],
): void => {
	const { random } = seeder;
	const groups = GROUPS_BY_TYPE[fields.wo_type_no as number] ?? [];
	const fitting = resources.filter((resource) => groups.includes(resource.group));
	for (const key of keys) {
		const { code, group, groups: ofResource } = random.pick(fitting);
		seeder.addRow(
			kind,
			'jm_wo_transaction',
			rowId,
			{
				trx_desc: random.pick(BOOKINGS[group] as readonly string[]),
				trx_begin_dt: fields.wo_begin_dt ?? null,
				trx_end_dt: fields.wo_end_dt ?? null,
				resource_code: code,
				group_code: random.pick(ofResource),
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
	kind: Kind,
	rowId: number,
	service: Service,
	fields: Fields,
	sequence: number,
	keys?: readonly [number, number],
): void => {
	const serviceRow = seeder.addRow(
		kind,
		'mo_service_row',
		rowId,
		{
			dsp_seq: sequence,
			service_row_desc: service.text,
			service_template_no: service.template,
			row_begin_dt: fields.wo_begin_dt ?? null,
			row_end_dt: fields.wo_end_dt ?? null,
		},
		keys?.[0],
	);
	service.operations.forEach(([resource, group], at) =>
		seeder.addRow(
			kind,
			'mo_operation',
			serviceRow,
			{ task_no: at + 1, trx_resource_desc: resource, trx_group_desc: group },
			at === 0 ? keys?.[1] : undefined,
		),
	);
};

const addWorkOrder = (seeder: Seeder, resources: readonly Resource[], key: string, transactions: readonly (number | undefined)[]): void => {
	const { random } = seeder;
	const fields: Fields = {
		...orderFields(seeder, 'JmWorkOrder'),
		...(key === VOID_ORDER ? { phase_code: 'VOID', phase_before_void: 'CONF', cancel_no: 1 } : {}),
		...(key.endsWith('0-1') ? { external_key: `ERP-${key}` } : {}),
	};
	const rowId = seeder.add('JmWorkOrder', fields, key);
	addTransactions(seeder, resources, 'JmWorkOrder', rowId, fields, transactions);
	for (let source = random.whole(0, 2); source > 0; source--) {
		seeder.addRow('JmWorkOrder', 'mo_source', rowId, {
			master_no: random.whole(1, 300),
			source_desc: 'Camera original',
			date_received: random.chance(0.5) ? (fields.wo_begin_dt ?? null) : null,
		});
	}
};

const addServiceOrder = (
	seeder: Seeder,
	resources: readonly Resource[],
	kind: 'MoMediaOrder' | 'XmTransmissionOrder',
	key: string,
	keys?: readonly [number, number],
): void => {
	const { service } = KINDS[kind];
	const fields = orderFields(seeder, kind);
	const rowId = seeder.add(kind, fields, key);
	addTransactions(seeder, resources, kind, rowId, fields, someKeys(seeder));
	addServiceRow(seeder, kind, rowId, service, fields, 1, keys);
	if (keys ?? seeder.random.chance(0.5)) {
		addServiceRow(seeder, kind, rowId, service, fields, 2);
	}
	if (kind === 'MoMediaOrder') {
		seeder.addRow(kind, 'mo_source', rowId, {
			master_no: (rowId % 300) + 1,
			source_desc: 'Master',
			source_file: `//ingest/${key}/master.mxf`,
			date_received: fields.wo_begin_dt ?? null,
		});
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
		seeder.addRow('JmActual', 'jm_actual_detail', rowId, {
			action_code: seeder.random.pick(['I', 'E', 'O']),
			actual_unit: seeder.random.whole(1, 12),
			actual: 'N',
		});
	}
};

export const seedOrders = (seeder: Seeder, resources: readonly Resource[]): void => {
	let number = FIRST_ORDER;
	for (let at = 0; at < WORK_ORDERS; at++) {
		const order = number++;
		addWorkOrder(seeder, resources, `${order}-1`, someKeys(seeder));
		if (seeder.random.chance(0.05)) {
			addWorkOrder(seeder, resources, `${order}-2`, someKeys(seeder));
		}
	}
	for (let at = 0; at < MEDIA_ORDERS; at++) {
		addServiceOrder(seeder, resources, 'MoMediaOrder', `${number++}-1`);
	}
	for (let at = 0; at < TRANSMISSION_ORDERS; at++) {
		addServiceOrder(seeder, resources, 'XmTransmissionOrder', `${number++}-1`);
	}
	Object.entries(KNOWN_TRANSMISSION_ORDERS).forEach(([key, keys]) => addServiceOrder(seeder, resources, 'XmTransmissionOrder', key, keys));
	Object.entries(KNOWN_WORK_ORDERS).forEach(([key, transactions]) => addWorkOrder(seeder, resources, key, transactions));
	seedActuals(seeder);
};
