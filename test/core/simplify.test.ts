import { selected, simplified } from '../../core/wire/simplify';
import { anyDocument, type Row } from '../../core/operations';
import { known } from './site';

const simple = (record: Row, document = known('JmJob')): Row => simplified([record], document.table)[0]!;

describe('a simplified record', () => {
	test('holds the code of a look-up with its words beside it', () => {
		expect(simple({ wo_type_no: { wo_type_no: 3275, wo_type_desc: 'Production', external_key: 'P', division_code: 'X' } }, known('JmWorkOrder'))).toEqual({ wo_type_no: 3275, wo_type_desc: 'Production' });
	});

	test('holds its own key with its alternate keys beside it, and never writes over a field', () => {
		const record = { master_no: { master_no: 18, barcode: '2000XYT', external_key: null, umid: 'U' }, umid: 'own' };
		expect(simple(record, known('LibMaster'))).toEqual({ master_no: 18, barcode: '2000XYT', external_key: null, umid: 'own' });
	});

	test('does not take alternate keys of a look-up for its own', () => {
		expect(simple({ job_no: 5, cust_id: { list_id: '409', external_key: 'C', cust_id: '409' } })).toEqual({ job_no: 5, cust_id: '409' });
	});

	test('finds the code of a look-up to another document by its key there', () => {
		expect(simple({ parent_title_no: { title_no: 5, title_desc: 'Series' } }, known('LibTitle'))).toEqual({ parent_title_no: 5, title_desc: 'Series' });
	});

	test('keeps objects of another kind whole', () => {
		const details = { WO_field_2: { drop_down_desc: 'Red', external_key: 'R' } };
		expect(simple(structuredClone(details))).toEqual(details);
	});

	test('unwraps the rows of its sub-tables, at any depth', () => {
		const record = { mo_service_row: [{ service_row_no: { service_row_no: 7, external_key: 'S' }, mo_operation: [{ task_no: { task_no: 2, task_desc: 'Feed' } }] }] };
		expect(simple(record, known('MoMediaOrder'))).toEqual({ mo_service_row: [{ service_row_no: 7, external_key: 'S', mo_operation: [{ task_no: 2, task_desc: 'Feed' }] }] });
	});

	test('leaves texts, numbers, nulls and lists of values as they are', () => {
		const record = { a: 'x', b: null, c: [1, 'two', null], d: 0 };
		expect(simple({ ...record })).toEqual(record);
	});

	test('of any document is unwrapped by the names alone', () => {
		expect(simple({ invoice_no: { invoice_no: 4, external_key: 'E' }, cust_id: { cust_id: 1, cust_name: 'N' } }, anyDocument({ name: 'ArInvoice', key: 'invoice_no' }))).toEqual({ invoice_no: 4, external_key: 'E', cust_id: 1, cust_name: 'N' });
	});

	test('is the record itself, changed in place: a hundred thousand are not copied', () => {
		const records = [{ job_no: { job_no: 1 } }];
		expect(simplified(records, known('JmJob').table)).toBe(records);
	});
});

test('selected fields come in their order, the key before them, those that are missing left out', () => {
	expect(selected([{ a: 1, b: null, job_no: 5, c: 3 }], ['b', 'a', 'none'], 'job_no').map((row) => JSON.stringify(row))).toEqual(['{"job_no":5,"b":null,"a":1}']);
	expect(selected([{ a: 1, job_no: 5 }], ['a', 'job_no'], 'job_no').map((row) => JSON.stringify(row))).toEqual(['{"a":1,"job_no":5}']);
});
