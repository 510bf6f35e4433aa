import fc from 'fast-check';

import { selected, simplified, tableAt } from '../../core/wire/simplify';
import { anyDocument, type Row } from '../../core/operations';
import { known } from './site';

const simple = (record: Row, document = known('JmJob')): Row => simplified([record], document.table)[0]!;

/** The plain values of a record, at any depth. */
const leaves = (value: unknown): unknown[] =>
	typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];

/** The record with a unique value in each place, so that a lost or overwritten one is detected. */
const numbered = (record: Row): Row => {
	let number = 1000;
	const copy = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(copy);
		return typeof value === 'object' && value !== null
			? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copy(each)]))
			: `value ${(number += 1)}`;
	};
	return copy(record) as Row;
};

describe('A simplified record', () => {
	test('has the code of a look-up, followed by the description in a field with the same prefix', () => {
		expect(simple({ wo_type_no: { wo_type_no: 3275, wo_type_desc: 'Production' } }, known('JmWorkOrder'))).toEqual({
			wo_type_no: 3275,
			wo_type_desc: 'Production',
		});
	});

	test('keeps the alternate keys of a look-up under names that start with the name of the field', () => {
		const record = { job_no: 5, cust_id: { list_id: '409', external_key: 'C', cust_id: '409', cust_name: 'Dovetail' } };
		expect(simple(record)).toEqual({ job_no: 5, cust_id: '409', cust_name: 'Dovetail', cust_id_list_id: '409', cust_id_external_key: 'C' });
	});

	test('keeps the names of its alternate keys, but extends a name that a field already has', () => {
		const record = { master_no: { master_no: 18, barcode: '2000XYT', external_key: 'E', umid: 'U' }, umid: 'own', barcode: '2000XYT' };
		expect(simple(record, known('LibMaster'))).toEqual({
			master_no: 18,
			barcode: '2000XYT',
			external_key: 'E',
			umid: 'own',
			master_no_umid: 'U',
		});
	});

	test('omits alternate keys without a value', () => {
		const record = {
			job_no: { job_no: 5, external_key: null },
			cust_id: { cust_id: '409', external_key: null },
			JOB_field_9: [{ JOB_field_9: 'HD', external_key: null }],
		};
		expect(simple(record)).toEqual({ job_no: 5, cust_id: '409', JOB_field_9: ['HD'] });
	});

	test('has the description of a parent record under a name that starts with the name of the field', () => {
		const record = { title_desc: 'Episode 1', parent_title_no: { title_no: 5, title_desc: 'Series' } };
		expect(simple(record, known('LibTitle'))).toEqual({
			title_desc: 'Episode 1',
			parent_title_no: 5,
			parent_title_no_title_desc: 'Series',
		});
	});

	test('has different names for the attributes of two look-ups of the same document', () => {
		const record = {
			account_rep_no_1: { account_rep_no_1: 1, contact_name: 'Ada' },
			account_rep_no_2: { account_rep_no_2: 2, contact_name: 'Bruno' },
		};
		expect(simple(record)).toEqual({
			account_rep_no_1: 1,
			account_rep_no_1_contact_name: 'Ada',
			account_rep_no_2: 2,
			account_rep_no_2_contact_name: 'Bruno',
		});
	});

	test('has every attribute of a custom drop-down', () => {
		const record = { WO_field_3: { option_no: 6, option_text: 'UHD HDR', external_key: 'F-1', WO_field_3: 'UHD HDR' } };
		expect(simple(record, known('JmWorkOrder'))).toEqual({
			WO_field_3: 'UHD HDR',
			WO_field_3_option_no: 6,
			WO_field_3_option_text: 'UHD HDR',
			WO_field_3_external_key: 'F-1',
		});
	});

	test('has the values of a multi-select drop-down as a list, and a list for each attribute', () => {
		const record = {
			JOB_field_9: [
				{ option_no: 1, JOB_field_9: 'HD', external_key: 'H' },
				{ option_no: 2, JOB_field_9: 'UHD' },
			],
		};
		expect(simple(record)).toEqual({ JOB_field_9: ['HD', 'UHD'], JOB_field_9_option_no: [1, 2], JOB_field_9_external_key: ['H', null] });
	});

	test('has a look-up attribute under a different name if a field of the record already has the usual name', () => {
		const record = {
			cust_id: { cust_id: '9', cust_name: 'Look-up', external_key: 'E' },
			cust_name: 'Own',
			cust_id_cust_name: 'Taken',
			cust_id_external_key: 'Taken too',
		};
		expect(simple(record)).toEqual({
			cust_id: '9',
			cust_name: 'Own',
			cust_id_cust_name: 'Taken',
			'cust_id.cust_name': 'Look-up',
			cust_id_external_key: 'Taken too',
			'cust_id.external_key': 'E',
		});
	});

	test('contains the description of a look-up only once if a field of the record has the same name and value', () => {
		expect(
			simple({ phase_code: { phase_code: 'WIP', phase_desc: 'In Progress' }, phase_desc: 'In Progress' }, known('JmWorkOrder')),
		).toEqual({ phase_code: 'WIP', phase_desc: 'In Progress' });
	});

	test('keeps a look-up object unchanged if it contains no code', () => {
		const details = { WO_field_2: { drop_down_desc: 'Red', external_key: 'R' } };
		expect(simple(structuredClone(details))).toEqual(details);
	});

	test('has every value of the record, and no two values under the same name', () => {
		const scalar = fc.constant(0);
		const name = fc.constantFrom(
			'job_no',
			'job_desc',
			'cust_id',
			'cust_name',
			'cust',
			'external_key',
			'cust_id_external_key',
			'account_rep_no_1',
			'contact_no',
			'contact_name',
			'JOB_field_1',
			'option_text',
			'__proto__',
			'constructor',
		);
		const object = fc.dictionary(name, scalar, { maxKeys: 4 });
		const withCode = fc.tuple(name, object, scalar).map(([field, attributes, code]) => [field, { ...attributes, [field]: code }] as const);
		const options = fc
			.tuple(name, fc.array(object, { maxLength: 3 }), scalar)
			.map(([field, rows, code]) => [field, rows.map((row) => ({ ...row, [field]: code }))] as const);
		const record = fc
			.array(fc.oneof(fc.tuple(name, fc.oneof(scalar, object)), withCode, options), { maxLength: 8 })
			.map((entries) => Object.fromEntries(entries) as Row);
		fc.assert(
			fc.property(record, fc.constantFrom('JmJob', 'LibTitle'), (given, document) => {
				// Null appears for an attribute that only some options have.
				expect(
					leaves(simple(numbered(given), known(document)))
						.filter((value) => value !== null)
						.sort(),
				).toEqual(leaves(numbered(given)).sort());
			}),
			{ numRuns: 2000 },
		);
	});

	test('has simplified rows in its sub-tables, at any depth', () => {
		const record = {
			mo_service_row: [
				{ service_row_no: { service_row_no: 7, external_key: 'S' }, mo_operation: [{ task_no: { task_no: 2, task_desc: 'Feed' } }] },
			],
		};
		expect(simple(record, known('MoMediaOrder'))).toEqual({
			mo_service_row: [{ service_row_no: 7, external_key: 'S', mo_operation: [{ task_no: 2, task_desc: 'Feed' }] }],
		});
	});

	test('from a sub-table path keeps the names of its alternate keys', () => {
		const { table } = known('MoMediaOrder');
		const rows = [{ service_row_no: { service_row_no: 7, external_key: 'S' }, dsp_seq: 1 }];
		expect(simplified(rows, tableAt(table, [{ table: 'mo_service_row' }]))).toEqual([{ service_row_no: 7, dsp_seq: 1, external_key: 'S' }]);
		const unknown = [{ fee_no: { fee_no: 3, external_key: 'F' } }];
		expect(simplified(unknown, tableAt(table, [{ table: 'mo_fee', key: 'fee_no', value: 3 }]))).toEqual([{ fee_no: 3, external_key: 'F' }]);
	});

	test('keeps strings, numbers, nulls and lists of values unchanged', () => {
		const record = { a: 'x', b: null, c: [1, 'two', null], d: 0 };
		expect(simple({ ...record })).toEqual(record);
	});

	test('of a document that is not in the catalog has the values of its key object and look-ups as fields', () => {
		expect(
			simple(
				{ invoice_no: { invoice_no: 4, external_key: 'E' }, cust_id: { cust_id: 1, cust_name: 'N' } },
				anyDocument({ name: 'ArInvoice', key: 'invoice_no' }),
			),
		).toEqual({ invoice_no: 4, external_key: 'E', cust_id: 1, cust_name: 'N' });
	});

	test('is the record itself, changed in place instead of copied', () => {
		const records = [{ job_no: { job_no: 1 } }];
		expect(simplified(records, known('JmJob').table)).toBe(records);
	});
});

test('A simplified record with chosen fields keeps their related values', () => {
	const record = {
		wo_no_seq: { wo_no_seq: '1-1', external_key: 'E' },
		wo_type_no: { wo_type_no: 5, wo_type_desc: 'Edit', external_key: 'T' },
		wo_desc: 'Not chosen',
	};
	const { table } = known('JmWorkOrder');
	const raw = (): Row[] => [structuredClone(record)];
	expect(simplified(raw(), table, ['wo_type_no'])).toEqual([
		{ wo_no_seq: '1-1', wo_type_no: 5, wo_type_desc: 'Edit', wo_type_no_external_key: 'T' },
	]);
	expect(simplified(raw(), table, ['external_key'])).toEqual([{ wo_no_seq: '1-1', external_key: 'E' }]);
});

test('Selected fields are returned after the key, in the order of the selection, and missing fields are omitted', () => {
	expect(selected([{ a: 1, b: null, job_no: 5, c: 3 }], ['b', 'a', 'none'], 'job_no').map((row) => JSON.stringify(row))).toEqual([
		'{"job_no":5,"b":null,"a":1}',
	]);
	expect(selected([{ a: 1, job_no: 5 }], ['a', 'job_no'], 'job_no').map((row) => JSON.stringify(row))).toEqual(['{"a":1,"job_no":5}']);
});
