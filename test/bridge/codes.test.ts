import * as fc from 'fast-check';
import type { Field } from '../../core/catalog';
import { numeric } from '../../core/operations/saveArgumentNumbers';
import { cellValue } from '../../core/import/cells';
import { exactNumber } from '../../core/wire/values';
import { readCreated } from '../../core/wire/envelope';
import { ItemParameters } from '../../bridge/run/params';
import { readConditions } from '../../bridge/run/conditions';
import { readFields, readKeys, readRecord, typed } from '../../bridge/run/recordInput';
import { readMapping } from '../../bridge/run/fieldMapping';
import { known } from '../core/site';
import { InputError } from '../../core/model/inputError';

const integer: Field = { name: 'job_no', label: 'Job Number', type: 'integer' };
const decimal: Field = { name: 'amount', label: 'Amount', type: 'decimal' };

/** Codes as people write them: digits with leading zeros, letters, signs, decimal points and exponents. */
const codes = fc.oneof(
	fc.tuple(fc.constantFrom('0', '00', '000'), fc.nat()).map(([zeros, number]) => `${zeros}${number}`),
	fc.tuple(fc.nat(99_999), fc.constantFrom('S', 'e3', '-1', '.', '.0', '.50', 'n', '_0')).map(([number, end]) => `${number}${end}`),
	fc.tuple(fc.constantFrom('+', '-0', '0x', '.', '- '), fc.nat()).map(([sign, number]) => `${sign}${number}`),
	fc.bigInt({ min: 2n ** 53n + 1n, max: 10n ** 30n }).map(String),
	fc.constantFrom('NaN', 'Infinity', '-0', '1e+21', '١٢', '12,5', '0004', 'FRED01'),
);
const job = { ref: known('JmJob') };
const CALENDAR = { zone: 'UTC', now: 0 };
const given = (values: Record<string, unknown>): ItemParameters =>
	new ItemParameters(
		(name) => values[name],
		(name) => values[name],
	);

/** Every path from a user's text to a value in a numeric field. */
const WAYS: Readonly<Record<string, (code: string) => unknown>> = {
	'the list of fields': (code) =>
		readFields(given({ fieldsMode: 'list', fields: { entry: [{ fieldName: 'job_type_no', fieldValue: code }] } }), job).job_type_no,
	'a condition': (code) =>
		readConditions(given({ conditions: { condition: [{ fieldName: 'job_no', operator: 'equals', value: code }] } }), job, CALENDAR)[0]!
			.value,
	'a list of values in a condition': (code) =>
		(
			readConditions(
				given({ conditions: { condition: [{ fieldName: 'job_no', operator: 'in', values: [code, '7'] }] } }),
				job,
				CALENDAR,
			)[0]!.value as unknown[]
		)[0],
	'a key that is looked up': (code) => readKeys(given({ lookUpField: 'job_no', lookUpKey: code }), job.ref)[0],
	'the record key': (code) => readRecord(given({ record: { __rl: true, mode: 'job_no', value: code } }), job, 'http://site.test').value,
	'a decimal field': (code) => typed(code, decimal),
	'an integer field': (code) => typed(code, integer),
	'the Location header of a create response': (code) =>
		readCreated(
			{ kind: 'response', status: 201, headers: { location: `http://site.test/JmJob/job_no=${encodeURIComponent(code)}` }, body: '' },
			job.ref,
			[],
		).records[0]?.job_no,
};

/** The text of a value, because a site treats 12 and "12" as the same value. */
const digits = (value: unknown): string => String(value).trim();

describe.each(Object.entries(WAYS))('A code in %s', (_, sent) => {
	it('keeps its digits and letters', () => {
		fc.assert(
			fc.property(codes, (code) => {
				expect(digits(sent(code))).toBe(code.trim());
			}),
			{ numRuns: 300 },
		);
	});

	it('becomes a number if it is a whole number without leading zeros', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0 }), (number) => {
				expect(sent(String(number))).toBe(number);
			}),
		);
	});
});

describe('A code in a save argument', () => {
	it('keeps its digits if it is a whole number, and is rejected otherwise', () => {
		fc.assert(
			fc.property(codes, (code) => {
				const send = (): unknown => numeric(code, 'template', 'The template');
				if (/^\s*-?[0-9]+\s*$/.test(code)) expect(digits(send())).toBe(code.trim());
				else expect(send).toThrow(InputError);
			}),
			{ numRuns: 300 },
		);
	});
});

describe('A code in the mapper', () => {
	const mapped = (value: string): unknown => {
		const columns = { mappingMode: 'defineBelow', value: { job_type_no: value }, matchingColumns: [], schema: [] };
		return readMapping(given({ columns, 'columns.value': columns.value }), job.ref, {}).fields.job_type_no;
	};

	it('keeps its digits', () => {
		fc.assert(
			fc.property(fc.tuple(fc.constantFrom('0', '00', ''), fc.nat(), fc.constantFrom('', '.0', '.50')), ([zeros, number, end]) => {
				expect(digits(mapped(`${zeros}${number}${end}`))).toBe(`${zeros}${number}${end}`);
			}),
		);
	});
});

describe.each(['auto', 'point', 'comma'] as const)("A code in a cell of a file with the decimal separator '%s'", (separator) => {
	const read = (code: string, field: Field): unknown => cellValue(code, field, { decimal: separator, dateOrder: 'iso' });
	const zeros = fc.constantFrom('0', '00', '-0', '-00');

	it('keeps its leading zeros', () => {
		fc.assert(
			fc.property(zeros, fc.nat(), (start, number) => {
				for (const field of [integer, decimal]) expect(read(` ${start}${number}`, field)).toBe(`${start}${number}`);
			}),
		);
	});

	it('becomes a number if it has no leading zeros', () => {
		const mark = separator === 'comma' ? ',' : '.';
		expect(['12', '-7', '0', `12${mark}0`, `0${mark}0`].map((code) => read(code, integer))).toEqual([12, -7, 0, 12, 0]);
		expect(['12', '-7', '0', `12${mark}50`, `0${mark}5`].map((code) => read(code, decimal))).toEqual([12, -7, 0, 12.5, 0.5]);
	});
});

describe('The number parser', () => {
	it.each([
		['12', 12],
		[' 12 ', 12],
		['-7', -7],
		['0', 0],
		['1.5', 1.5],
		['9007199254740991', Number.MAX_SAFE_INTEGER],
	])('reads the string %j as the number %j', (text, number) => {
		expect(exactNumber(text)).toBe(number);
	});
});
