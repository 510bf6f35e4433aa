import fc from 'fast-check';

import { escapeControls, readJson } from '../../../core/events/json';
import { processorTime } from '../../support/processorTime';

/** JSON as older releases write it: white space and control characters are not escaped. */
const withRawSpace = (json: string): string =>
	json.replace(/\\(\\|n|r|t|b|f|u00[01][0-9a-f]|.)/g, (escape, code: string) =>
		/^(n|r|t|b|f|u00)/.test(code) ? (JSON.parse(`"${escape}"`) as string) : escape,
	);

const lines = fc
	.array(fc.constantFrom('a', '"', '\\', '\n', '\r', '\t', '\b', '\u0001', 'é', '{', ':', ','), { maxLength: 30, size: 'max' })
	.map((letters) => letters.join(''));
/**
 * The names contain no characters that need escapes: Node 24 sometimes parses `{"a\u0001": 1, "\t": 2}` into an object with the names of
 * another object that it parsed earlier.
 */
const bodies = fc.dictionary(
	fc.string({ unit: fc.constantFrom('a', 'b', '_', 'é'), maxLength: 5 }),
	fc.oneof(lines, fc.array(lines), fc.integer(), fc.constant(null)),
);

describe('JSON from a sender', () => {
	it('is parsed to the values that the sender encoded, even if its strings contain raw control characters', () => {
		fc.assert(
			fc.property(bodies, (body) => expect(readJson(withRawSpace(JSON.stringify(body)))).toHaveProperty('value', { ...body })),
			{ numRuns: 500 },
		);
	});

	it('is repaired only if it is invalid: valid JSON stays unchanged, including white space between its values', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.constantFrom('\t', '  ', '\r\n'), (value, indent) => {
				const text = JSON.stringify(value, undefined, indent);
				expect(escapeControls(text)).toBe(text);
				expect(readJson(text)).toEqual({ value: JSON.parse(text) as unknown, repaired: false });
			}),
		);
	});

	it('keeps a backslash right before a line break', () => {
		expect(readJson('{"path":"C:\\\n"}')).toEqual({ value: { path: 'C:\\\n' }, repaired: true });
	});

	it('is reported as repaired if its strings contain raw control characters', () => {
		expect(readJson('{"note":"one\ntwo\tthree"}')).toEqual({ value: { note: 'one\ntwo\tthree' }, repaired: true });
	});

	it('is read even if it starts with a byte order mark', () => {
		expect(readJson('\uFEFF{"a":1}')).toEqual({ value: { a: 1 }, repaired: false });
	});

	it.each(['{"a":', '{"a":"x}', 'hello', '', '{"a":1,}', '{"a":"x\n'])('is rejected with a reason if it is invalid: %j', (text) => {
		expect(readJson(text)).toHaveProperty('error');
	});

	it('is rejected if it is nested too deeply for n8n to store the item, regardless of brackets inside strings', () => {
		for (const [open, close] of [
			['[', ']'],
			['{"a":', '}'],
			['[{"a":', '}]'],
		] as const) {
			expect(readJson(`${open.repeat(250_000)}1${close.repeat(250_000)}`)).toEqual({
				error: 'The JSON is nested too deeply: more than 200 levels',
			});
		}
		const brackets = '[{'.repeat(1_000);
		expect(readJson(JSON.stringify({ a: `"${brackets}\\"`, b: Array.from({ length: 1_000 }, () => [[]]) }))).toMatchObject({
			value: { a: `"${brackets}\\"` },
		});
		expect(readJson(`${'['.repeat(200)}${']'.repeat(200)}`)).toMatchObject({ repaired: false });
	});

	it('is read in time proportional to its length, however many line breaks it contains', () => {
		const text = `{"note":"${'\n"\\"'.repeat(200_000)}`;
		expect(processorTime(() => escapeControls(text))).toBeLessThan(2_000);
	});
});
