import fc from 'fast-check';
import { stringify } from 'yaml';

import { DefinitionError, readYaml } from '../../../core/definition';

describe('The YAML reader', () => {
	it.each<readonly [string, string, unknown]>([
		['an empty document', '', null],
		['a mapping in a mapping', 'a:\n  b: 1\n  c: two\n', { a: { b: 1, c: 'two' } }],
		['a list with the same indentation as its key', 'required:\n- a\n- b\nnext: 1\n', { required: ['a', 'b'], next: 1 }],
		[
			'a list of mappings',
			'parameters:\n  - name: a\n    in: query\n  - name: b\n',
			{ parameters: [{ name: 'a', in: 'query' }, { name: 'b' }] },
		],
		['lists in lists', '- - 1\n  - 2\n- - 3\n', [[1, 2], [3]]],
		[
			'status codes as keys',
			"responses:\n  '200':\n    description: OK\n  204: {}\n",
			{ responses: { 200: { description: 'OK' }, 204: {} } },
		],
		['paths with braces', '/JmJob/job_no={job_no}:\n  get: x\n', { '/JmJob/job_no={job_no}': { get: 'x' } }],
		['references in single quotes', "$ref: '#/components/schemas/jm_job_get'\n", { $ref: '#/components/schemas/jm_job_get' }],
		['comments', '# first\na: 1 # one\n# between\nb: "#2"\nc: d#e\n', { a: 1, b: '#2', c: 'd#e' }],
		['multi-line text', 'a: one\n  two\n\n  three\nb: "four\n  five\\\n  six"\n', { a: 'one two\nthree', b: 'four fivesix' }],
		[
			'literal and folded blocks',
			'a: |\n  one\n   two\n\nb: >-\n  three\n  four\n\n  five\nc: |+\n  six\n\nd: 1\n',
			{ a: 'one\n two\n', b: 'three four\nfive', c: 'six\n\n', d: 1 },
		],
		[
			'blocks with indentation and chomping indicators, with and without a comment',
			'a: |-2\n   one\nb: |2-\n   two\nc: | # 3 lines\n  three\nd: >+ # 1\n  four\n\ne: 1\n',
			{ a: ' one', b: ' two', c: 'three\n', d: 'four\n\n', e: 1 },
		],
		[
			'lists and mappings in brackets',
			'a: [1, "x, y", [true], {b: null, c: d e}]\nb: {}\nc: [\n  1,\n  2\n]\n',
			{ a: [1, 'x, y', [true], { b: null, c: 'd e' }], b: {}, c: [1, 2] },
		],
		[
			'values of each type',
			'a: true\nb: ~\nc: -1.5e3\nd: "1"\ne: 007\nf: Yes\ng: 2026-01-01\nh: 0x1f\n',
			{ a: true, b: null, c: -1500, d: '1', e: 7, f: 'Yes', g: '2026-01-01', h: 31 },
		],
		['JSON', '{"a": [1, {"b": "c\\u00e9"}], "d": null}', { a: [1, { b: 'cé' }], d: null }],
		['document markers', '---\na: 1\n...\n', { a: 1 }],
		['a directive before the document', '%YAML 1.2\n---\na: 1\n', { a: 1 }],
		['comments and blank lines before the document', '# generated\n\n--- # JmJob\na: 1\n---\nb: 2\n', { a: 1 }],
		['a value after the start of the document', '--- {a: 1}\n', { a: 1 }],
		['only comments', '# generated\n---\n', null],
		['Windows line endings', 'a:\r\n  b: 1\r\n', { a: { b: 1 } }],
	])('reads %s', (_what, text, value) => {
		expect(readYaml(text)).toEqual(value);
	});

	it.each([
		['an anchor', 'a: &x 1\nb: *x\n'],
		['a tag', 'a: !!str 1\n'],
		['an explicit key', '? a\n: b\n'],
		['an unclosed bracket', 'a: [1, 2\n'],
		['an unclosed quote', 'a: "b\n'],
		['a line without a colon', 'a: 1\nb\n'],
		['an unknown escape', 'a: "\\q"\n'],
	])('rejects %s', (_what, text) => {
		expect(() => readYaml(text)).toThrow(DefinitionError);
	});

	// If the time grew with the square of the length, each of these would take hours.
	it.each<readonly [string, string, unknown]>([
		['spaces in a line without a colon', `a${' '.repeat(500_000)}b`, expect.stringMatching(/^a {500000}b$/)],
		['lines of quoted text', `a: "\n${' b c\n'.repeat(200_000)}"`, { a: expect.stringContaining('b c b c') }],
		['joined lines of quoted text', `a: "\n${' b\\\n'.repeat(200_000)}"`, { a: expect.stringContaining('bbbb') }],
		['lines in brackets', `a: [\n${' {b: "c"},\n'.repeat(100_000)}]`, { a: expect.objectContaining({ length: 100_000 }) }],
		['lines of a folded block', `a: >\n${' b\n\n'.repeat(200_000)}`, { a: expect.stringContaining('b\nb\n') }],
		['keys', Array.from({ length: 100_000 }, (_, index) => `name${index}: v`).join('\n'), expect.objectContaining({ name99999: 'v' })],
	])('takes time proportional to the number of %s', (_what, text, value) => {
		expect(readYaml(text)).toEqual(value);
	});

	it.each([
		['100,000 nested brackets', `a: ${'['.repeat(100_000)}`],
		['100,000 nested braces', '{a: '.repeat(100_000)],
		['100,000 nested lists', `${'- '.repeat(100_000)}a`],
		['1,000 nested mappings', Array.from({ length: 1_000 }, (_, index) => `${' '.repeat(index)}a:`).join('\n')],
		['quoted text that never ends', `a: "\n${' b c\n'.repeat(200_000)}`],
		['brackets that never end', `a: {\n${' b: c,\n'.repeat(200_000)}`],
	])('rejects %s', (_what, text) => {
		expect(() => readYaml(text)).toThrow(DefinitionError);
	});

	it.each([
		[
			'quotation marks inside unquoted strings in brackets',
			'a: [it\'s, \'b, c\', d"e, {f: "g]"}]\n',
			{ a: ["it's", 'b, c', 'd"e', { f: 'g]' }] },
		],
		['brackets inside multi-line quoted strings', "a: {b: 'c }\n  ]'' d', e: \"f \\\" }\n  g\"}\n", { a: { b: "c } ]' d", e: 'f " } g' } }],
	])('reads %s', (_what, text, value) => {
		expect(readYaml(text)).toEqual(value);
	});

	it('reads every value that the yaml library writes', () => {
		const key = fc.string({ minLength: 1, maxLength: 20, size: 'max' }).filter((text) => !/[\n\r]/.test(text) && text !== '__proto__');
		const tree = fc.letrec((tie) => ({
			value: fc.oneof(
				{ maxDepth: 4 },
				fc.string({ maxLength: 120, size: 'max' }),
				fc.integer(),
				fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
				fc.boolean(),
				fc.constant(null),
				fc.constantFrom('', ' ', 'a: b', '- a', '# no comment', 'true', '1', '|', 'two\nlines\n', `${'words '.repeat(30)}end`),
				fc.array(tie('value'), { maxLength: 4 }),
				fc.dictionary(key, tie('value'), { maxKeys: 4 }),
			),
		})).value;
		fc.assert(
			fc.property(tree, fc.constantFrom(40, 80, 0), (value, lineWidth) => {
				expect(readYaml(stringify(value, { aliasDuplicateObjects: false, lineWidth }))).toEqual(JSON.parse(JSON.stringify(value)));
			}),
			{ numRuns: 1500 },
		);
	});
});
