/** The queries for conditions as the editor stores them, by the type of their field. */
import type { INodeParameters } from 'n8n-workflow';

import { OPERATORS, RELATIVE_DAYS, type QueryOperator } from '../../core/catalog';
import { conditionValues } from '../../bridge/properties/conditions';
import { FIELD_KINDS } from '../../bridge/properties/fieldKinds';
import { dayIn } from '../../core/wire/dates';
import { displayParameter } from 'n8n-workflow';
import { engineForTests } from '../support/engineForTests';
import { sandboxForTests } from '../support/sandboxForTests';

const engine = engineForTests();
const sandbox = sandboxForTests();
beforeEach(() => sandbox.control.clearJournal());

const run = async (conditions: readonly INodeParameters[], input: object = {}) =>
	await engine.run({
		node: 'mediaOperations',
		parameters: { resource: 'workOrder', operation: 'getMany', conditions: { condition: conditions as INodeParameters[] }, limit: 1 },
		credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } },
		settings: { timezone: 'Europe/Berlin' },
		input: [{ json: input as never }],
	});
const queryOf = async (condition: INodeParameters, input?: object): Promise<unknown> => {
	const { error } = await run([condition], input);
	expect(error).toBeNull();
	const { entries } = await sandbox.control.journal({ document: 'JmWorkOrderList' });
	return JSON.parse(entries.at(-1)!.query.Query!);
};

/** A condition for each range of days, and the first and the last day of the range relative to today. */
const DAY_RANGES: Readonly<Record<string, readonly [what: string, condition: INodeParameters, first: number, last: number]>> = {
	today: ['today', {}, 0, 0],
	nextDays: ['the next seven days', { days: 7 }, 0, 7],
	lastDays: ['the last 30 days, with the number from an expression,', { days: '={{ $json.days }}' }, -30, 0],
};

describe('Get Many with a condition', () => {
	it.each<[string, INodeParameters, unknown]>([
		['text', { fieldName: 'text|wo_desc', operator: 'contains', value: 'cup' }, { wo_desc: '%cup%' }],
		['a number', { fieldName: 'number|wo_no', operator: 'between', value: '100', valueTo: '200' }, { wo_no: { $range: [100, 200] } }],

		[
			'a record from the list',
			{ fieldName: 'lookUp|cust_id', operator: 'notEquals', record: { __rl: true, mode: 'list', value: '32' } as never },
			{ cust_id: { $ne: 32 } },
		],
		[
			'several records',
			{ fieldName: 'lookUp|phase_code', operator: 'in', records: ['CONF', '', 'WIP'] },
			{ phase_code: { $in: ['CONF', 'WIP'] } },
		],
		[
			'a day',
			{ fieldName: 'date|wo_begin_dt', operator: 'equals', date: '2026-07-31' },
			{ wo_begin_dt: { $range: ['2026-07-30T22:00:00Z', '2026-07-31T21:59:59.999Z'] } },
		],
		[
			'a range of days that includes all of the last day',
			{ fieldName: 'date|wo_begin_dt', operator: 'between', date: '2026-07-01', dateTo: '2026-07-31' },
			{ wo_begin_dt: { $range: ['2026-06-30T22:00:00Z', '2026-07-31T21:59:59.999Z'] } },
		],
		[
			"a day as n8n 1's date picker stores it",
			{ fieldName: 'date|wo_begin_dt', operator: 'lessOrEqual', date: '2026-07-31T00:00:00' },
			{ wo_begin_dt: { $lte: '2026-07-31T21:59:59.999Z' } },
		],
		[
			'a date with a time from an expression',
			{ fieldName: 'date|wo_begin_dt', operator: 'greater', date: '={{ "2026-07-31T14:30:00" }}' },
			{ wo_begin_dt: { $gt: '2026-07-31T12:30:00Z' } },
		],
		[
			'midnight as $today returns it',
			{ fieldName: 'date|wo_begin_dt', operator: 'greater', date: '={{ DateTime.fromISO("2026-07-31", { zone: "Europe/Berlin" }) }}' },
			{ wo_begin_dt: { $gt: '2026-07-31T21:59:59.999Z' } },
		],
		[
			'a field named by an expression',
			{ fieldName: '={{ $json.field }}', operator: 'equals', value: '2026-07-31' },
			{ wo_begin_dt: { $range: ['2026-07-30T22:00:00Z', '2026-07-31T21:59:59.999Z'] } },
		],
	])('sends a query for %s', async (_what, condition, query) => {
		expect(await queryOf(condition, { field: 'wo_begin_dt' })).toEqual(query);
	});

	it('sends a query for a flag', async () => {
		const { error } = await engine.run({
			node: 'mediaOperations',
			parameters: {
				resource: 'job',
				operation: 'getMany',
				conditions: { condition: [{ fieldName: 'flag|active', operator: 'equals', flag: 'N' }] },
			},
			credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } },
		});
		expect(error).toBeNull();
		const { entries } = await sandbox.control.journal({ document: 'JmJobList' });
		expect(JSON.parse(entries.at(-1)!.query.Query!)).toEqual({ active: 'N' });
	});

	it('is tested for every range of days', () => {
		const missingIn = 'DAY_RANGES of test/engine/conditions.test.ts';
		const names = RELATIVE_DAYS.map(({ name }) => name).filter((name) => !Object.hasOwn(DAY_RANGES, name));
		expect({ missingIn, names }).toEqual({ missingIn, names: [] });
	});

	it.each(
		Object.entries(DAY_RANGES).map(
			([operator, [what, condition, first, last]]) => [what, { operator, ...condition }, first, last] as const,
		),
	)("resolves %s in the workflow's time zone", async (_what, condition, first, last) => {
		const now = Date.now();
		const { wo_begin_dt: sent } = (await queryOf({ fieldName: 'date|wo_begin_dt', ...condition }, { days: 30 })) as {
			wo_begin_dt: { $range: [string, string] };
		};
		const [from, to] = sent.$range.map((text) => Date.parse(text)) as [number, number];
		expect([dayIn('Europe/Berlin', from), dayIn('Europe/Berlin', to)]).toEqual([
			dayIn('Europe/Berlin', now, first),
			dayIn('Europe/Berlin', now, last),
		]);
		expect([dayIn('Europe/Berlin', from - 1), dayIn('Europe/Berlin', to + 1)]).toEqual([
			dayIn('Europe/Berlin', now, first - 1),
			dayIn('Europe/Berlin', now, last + 1),
		]);
	});

	it.each<[string, INodeParameters, string]>([
		[
			'a range with an empty upper value',
			{ fieldName: 'date|wo_begin_dt', operator: 'between', date: '2026-07-01', dateTo: '' },
			"The condition on 'wo_begin_dt' ('Is Between') has no upper value",
		],
		[
			'a look-up condition without a record',
			{ fieldName: 'lookUp|cust_id', operator: 'equals', record: { __rl: true, mode: 'list', value: '' } as never },
			"The condition on 'cust_id' has no value",
		],
		[
			'zero as the number of days',
			{ fieldName: 'date|wo_begin_dt', operator: 'nextDays', days: 0 },
			"must be a whole number from 1 to 36500, got '0'",
		],
	])('rejects %s before anything is sent', async (_what, condition, message) => {
		const { error } = await run([condition]);
		expect(error?.message).toContain(message);
		expect((await sandbox.control.journal({ document: 'JmWorkOrderList' })).entries).toEqual([]);
	});

	it.each<[string, INodeParameters, string]>([
		['flag', { fieldName: 'flag|active', operator: 'equals', flag: '={{ $json.nothing }}' }, "The condition on 'active' has no value"],
		[
			'number of days',
			{ fieldName: 'date|wo_begin_dt', operator: 'nextDays', days: '={{ $json.nothing }}' },
			"must be a whole number from 1 to 36500, got ''",
		],
		['operator', { fieldName: 'text|wo_desc', operator: '={{ $json.nothing }}', value: 'A' }, "Unknown operator ''"],
		[
			'list of values',
			{ fieldName: 'text|wo_desc', operator: 'in', values: '={{ $json.nothing }}', value: 'left over' },
			"The condition on 'wo_desc' ('Is Any Of') has no values",
		],
	])('rejects an expression for the %s that returns nothing, instead of using the default', async (_what, condition, message) => {
		for (const input of [{}, { nothing: null }]) {
			const { error } = await run([condition], input);
			expect(error?.message).toContain(message);
		}
		expect((await sandbox.control.journal({ document: 'JmWorkOrderList' })).entries).toEqual([]);
	});

	it('rejects the same operator twice on one field, and suggests alternatives', async () => {
		const { error } = await run(['a', 'b'].map((value) => ({ fieldName: 'text|wo_desc', operator: 'contains', value })));
		expect(error?.message).toBe("'Conditions': Two conditions on 'wo_desc' cannot be combined: 'Contains' and 'Contains' [Item 0]");
		expect(error?.description).toBe(
			"Use different operators if you filter the same field twice, or one that accepts several values, such as 'Is Any Of'.",
		);
	});
});

describe('The inputs of a condition', () => {
	const shown = (row: INodeParameters) =>
		conditionValues.filter((property) => displayParameter(row, property, null, null)).map(({ name }) => name);

	it('consist only of the field at first', () => {
		expect(shown({ fieldName: '' })).toEqual(['fieldName']);
	});

	it.each([...FIELD_KINDS.map((kind) => `${kind}|x`), 'x', '={{ $json.field }}'])(
		'include one list of operators for the field %s, and the inputs that each operator requires',
		(fieldName) => {
			const operators = conditionValues.filter(
				(property) => property.name === 'operator' && displayParameter({ fieldName, operator: 'equals' }, property, null, null),
			);
			expect(operators).toHaveLength(1);
			const choices = operators[0]!.options!.map((option) => ('value' in option ? String(option.value) : ''));
			for (const operator of choices) {
				const inputs = shown({ fieldName, operator }).filter((name) => !['fieldName', 'operator'].includes(name));
				const operand = OPERATORS.find(({ name }) => name === operator)?.operand;
				const direction = RELATIVE_DAYS.find(({ name }) => name === operator)?.direction;
				const expected = direction === undefined ? { none: 0, single: 1, list: 1, pair: 2 }[operand!] : direction === 'none' ? 0 : 1;
				expect([operator, inputs.length]).toEqual([operator, expected]);
			}
		},
	);

	it('offer the operators that the catalog lists for each field type', () => {
		const offered = (kind: string): string[] =>
			conditionValues
				.filter((property) => property.name === 'operator' && displayParameter({ fieldName: `${kind}|x` }, property, null, null))
				.flatMap((property) => property.options!.map(({ name }) => name));
		const operators: readonly QueryOperator[] = OPERATORS;
		const forDates = operators.flatMap(({ types, label, dateLabel }) => (types.includes('dateTime') ? [dateLabel ?? label] : []));
		expect(offered('date')).toEqual([...forDates, ...RELATIVE_DAYS.map(({ label }) => label)]);
		expect(offered('date')).toEqual(expect.arrayContaining(['Is On', 'Is After', 'Is Empty', 'Is Today']));
		expect(offered('lookUp')).toEqual(['Is', 'Is Not', 'Is Any Of', 'Is None Of', 'Is Empty', 'Is Not Empty']);
		expect(offered('flag')).toEqual(['Is', 'Is Empty', 'Is Not Empty']);
	});
});
