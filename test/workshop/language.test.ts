import { existsSync } from 'node:fs';
import path from 'node:path';

import { EXEMPT_FILES, findings } from '../../workshop/language/check';
import { faultOf } from '../../workshop/language/commits';
import { checkout } from '../../workshop/paths';

describe('The phrase check', () => {
	it.each([
		['a page', 'page.md', 'The token is\nfound by itself.\n', "page.md:2: 'by itself': write automatically"],
		['a comment', 'a.ts', '/**\n * The rows\n * are left out.\n */\nexport const a = 1;\n', "a.ts:3: 'left out': write omitted, ignored"],
		['a string', 'a.ts', "const a = 1;\nthrow new Error('The call is under way');\n", "a.ts:2: 'under way': write in progress"],
		['a template', 'a.ts', 'const a = `Of ${1} rows some are told`;\n', "a.ts:1: 'told': write reported, shown"],
		['a test title', 'a.test.ts', "it('overlooks the page number', () => {});\n", "a.test.ts:1: 'overlooks': write ignores"],
		[
			'guillemets',
			'a.ts',
			"export const a = 1;\nexport const c = '\u00abb\u00bb';\n",
			"a.ts:2: '\u00ab': write straight quotes, or `code`",
		],
	])('reports a phrase in %s with its line and replacement', (_where, file, text, finding) => {
		expect(findings(file, text)).toEqual([finding]);
	});

	it.each([
		['inline code', 'page.md', 'Use `by itself` here.\n'],
		['a code block', 'page.md', '```json\n{ "a": "by itself" }\n```\n'],
		['a label in italics', 'page.md', 'Choose *Left Out* here.\n'],
		['an import', 'a.ts', "import { a } from './left out';\nexport const b = a;\n"],
		['an identifier', 'a.ts', 'export const leftOut = 1;\n'],
	])('ignores %s', (_where, file, text) => {
		expect(findings(file, text)).toEqual([]);
	});

	it('exempts only files that exist', () => {
		expect([...EXEMPT_FILES].filter((file) => !existsSync(path.join(checkout, file)))).toEqual([]);
	});
});

describe('A commit subject', () => {
	it.each(['Share the median helper', 'Pass the time zone to the node', 'Address a row by its key', `Use ${'x'.repeat(68)}`])(
		'can be "%s"',
		(subject) => {
			expect(faultOf(subject)).toBeUndefined();
		},
	);

	it.each([
		[`Use ${'x'.repeat(69)}`, /73 characters/],
		['share the median helper', /capital letter/],
		['Shared the median helper', /imperative/],
		['Sharing the median helper', /imperative/],
		['Shares the median helper', /imperative/],
		['Share the median helper.', /period/],
	])('is rejected if it is "%s"', (subject, reason) => {
		expect(faultOf(subject)).toMatch(reason);
	});
});
