import { documentByName } from '../../../core/catalog';
import { ColumnPlan, type ColumnMapping, type Target } from '../../../core/import/columns';
import { documentRef } from '../../../core/model/documentRef';

const planFor = (mappings: readonly ColumnMapping[] = []): ColumnPlan =>
	new ColumnPlan({ document: documentRef(documentByName('JmJob')!), mappings, acceptsAny: false, keys: [] });

/** What a column is used for, such as 'cust_id', 'cust_id by name' or 'ignored'. */
const useOf = (target: Target): string =>
	target.kind === 'field'
		? `${target.field.name}${target.byName ? ' by name' : ''}`
		: target.kind === 'rows'
			? target.table.name
			: target.kind;

const usesOf = (columns: readonly string[], plan = planFor()): string[] => plan.targetsOf(columns).map(useOf);

describe('The column plan of an import', () => {
	it('assigns the description column of a look-up to the look-up field', () => {
		expect(usesOf(['job_desc', 'cust_name'])).toEqual(['job_desc', 'cust_id by name']);
	});

	it.each([
		['before', ['cust_name', 'job_desc', 'cust_id'], ['ignored', 'job_desc', 'cust_id']],
		['after', ['cust_id', 'job_desc', 'cust_name'], ['cust_id', 'job_desc', 'ignored']],
	])('ignores a description column %s the key column', (_where, columns, uses) => {
		const plan = planFor();
		expect(usesOf(columns, plan)).toEqual(uses);
		expect(plan.assigned).toEqual({ cust_id: 'cust_id', job_desc: 'job_desc', cust_name: null });
	});

	it('ignores a description column if the user assigned a different column to the look-up field', () => {
		const mapping = { column: 'Client', field: 'cust_id', byName: true };
		expect(usesOf(['cust_name', 'Client'], planFor([mapping]))).toEqual(['ignored', 'cust_id by name']);
	});

	it('decides for each row whether to use the description column if the rows have different columns', () => {
		const plan = planFor();
		const columns = [['cust_name'], ['cust_id'], ['cust_name', 'cust_id'], ['cust_name']];
		expect(columns.map((each) => usesOf(each, plan))).toEqual([
			['cust_id by name'],
			['cust_id'],
			['ignored', 'cust_id'],
			['cust_id by name'],
		]);
	});

	it.each([
		['a look-up', ['cust_id', 'cust_id_external_key', 'cust_id.list_id'], ['cust_id', 'ignored', 'ignored']],
		['a look-up without its own column', ['date_added', 'cust_id_external_key'], ['ignored', 'unknown']],
		['a field that is not a look-up', ['job_desc', 'job_desc_external_key'], ['job_desc', 'unknown']],
	])('ignores further details of %s only next to the look-up itself', (_what, columns, uses) => {
		expect(usesOf(columns)).toEqual(uses);
	});

	it.each([
		['by field name and label', ['cust_id', 'Customer']],
		['twice by description', ['cust_name', 'Cust_Name']],
	])('rejects two columns for one field, %s', (_how, columns) => {
		expect(() => usesOf(columns)).toThrow(`The columns '${columns[0]}' and '${columns[1]}' are both assigned to 'cust_id'`);
	});
});
