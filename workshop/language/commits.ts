/** `npm run lint:commits`: checks the subjects of new commits. */
import { execFileSync } from 'node:child_process';

import { checkout } from '../paths';

/** Commits before this time are not checked. A time, unlike a commit id, also works in a shallow clone. */
const SINCE = '2026-11-22T13:15:00Z';
const MAX_LENGTH = 72;

/** Imperative verbs that look like another verb form, because they end in -ed, -ing or -s. */
const IMPERATIVES = new Set([
	'Address',
	'Access',
	'Bring',
	'Discuss',
	'Embed',
	'Express',
	'Feed',
	'Focus',
	'Need',
	'Pass',
	'Press',
	'Process',
	'Proceed',
	'Shed',
	'Speed',
	'Suppress',
	'Compress',
	'Bypass',
]);

/** The problem with a subject; undefined if it follows docs/STYLE.md. */
export const faultOf = (subject: string): string | undefined => {
	if (subject.length > MAX_LENGTH) return `has ${subject.length} characters; the maximum is ${MAX_LENGTH}`;
	const [, first = ''] = /^([A-Z][a-z-]+)\b/.exec(subject) ?? [];
	if (first === '') return 'must start with an imperative verb and a capital letter';
	if (!IMPERATIVES.has(first) && /(?:ed|ing|[^s]s)$/.test(first)) return `must start with an imperative verb, got '${first}'`;
	return subject.endsWith('.') ? 'must not end with a period' : undefined;
};

if (require.main === module) {
	const subjects = execFileSync('git', ['log', '--no-merges', `--since=${SINCE}`, '--format=%h%x09%s'], {
		cwd: checkout,
		encoding: 'utf8',
	});
	const found = subjects.split('\n').flatMap((line) => {
		const [id = '', subject = ''] = line.split('\t');
		const fault = id === '' ? undefined : faultOf(subject);
		return fault === undefined ? [] : [`${id} "${subject}": ${fault}`];
	});
	if (found.length > 0) {
		console.error(found.join('\n'));
		process.exitCode = 1;
	}
}
