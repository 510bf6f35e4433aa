/** `npm run lint:language`: reports phrases that docs/STYLE.md replaces, in all pages, comments and strings of the repository. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { checkout } from '../paths';
import { PHRASES } from './phrases';
import { proseOf, type Prose } from './prose';

/** The files that quote the phrases on purpose, so they are not checked. */
export const EXEMPT_FILES: ReadonlySet<string> = new Set([
	'docs/STYLE.md',
	'workshop/language/check.ts',
	'workshop/language/phrases.ts',
	'test/workshop/language.test.ts',
]);

/** The files with text that people read, relative to the checkout. */
const files = (): string[] =>
	execFileSync('git', ['ls-files', '--', '*.md', '*.ts', '*.js', '*.mjs'], { cwd: checkout, encoding: 'utf8' })
		.split('\n')
		.filter((file) => file !== '' && !EXEMPT_FILES.has(file));

const GUILLEMETS = { find: /[\u00ab\u00bb]/, write: 'straight quotes, or `code`' };

const linesOf = (text: string): Prose[] => text.split('\n').map((line, index) => ({ line: index + 1, text: line }));

/**
 * One line per phrase: `file:line: 'phrase': write …`. Guillemets are reported everywhere, and the phrases only in text that people read.
 */
export const findings = (file: string, text: string): string[] =>
	[
		...proseOf(file, text).map((prose) => ({ ...prose, phrases: PHRASES })),
		...linesOf(text).map((line) => ({ ...line, phrases: [GUILLEMETS] })),
	].flatMap(({ line, text: prose, phrases }) =>
		phrases.flatMap(({ find, write }) => {
			const match = find.exec(prose);
			return match ? [`${file}:${line}: '${match[0]}': write ${write}`] : [];
		}),
	);

if (require.main === module) {
	const found = files().flatMap((file) => findings(file, readFileSync(`${checkout}/${file}`, 'utf8')));
	if (found.length > 0) {
		console.error(`${found.join('\n')}\n\n${found.length} phrases to replace, see docs/STYLE.md.`);
		process.exitCode = 1;
	}
}
