/** The report of a check, as Markdown and as HTML. */
import { SEVERITIES, type Finding } from './finding';

const rank = ({ severity }: Finding): number => -SEVERITIES.indexOf(severity);

/** Most important first. */
export const byImportance = (findings: readonly Finding[]): Finding[] => [...findings].sort((one, other) => rank(one) - rank(other));

/** The first line of a report. */
const verdictOf = (findings: readonly Finding[]): string => {
	const blockers = findings.filter(({ severity }) => severity === 'blocker');
	if (blockers.length > 0) return `Not ready to use: ${blockers.map(({ found }) => found).join('; ')}`;
	const warnings = findings.filter(({ severity }) => severity === 'warning').length;
	return warnings === 0 ? 'Ready to use' : `Ready to use with ${warnings === 1 ? '1 change' : `${warnings} changes`}`;
};

const COLUMNS = ['topic', 'severity', 'assumed', 'found', 'effect', 'recommendation'] as const;
const TITLES = ['Topic', 'Severity', 'Assumed', 'Found', 'Effect', 'Recommendation'];

export const markdownReport = (findings: readonly Finding[], profile: string): string =>
	[
		`# ${verdictOf(findings)}`,
		'',
		`| ${TITLES.join(' | ')} |`,
		`|${TITLES.map(() => '---').join('|')}|`,
		...byImportance(findings).map((finding) => `| ${COLUMNS.map((name) => finding[name].replace(/\|/g, '\\|')).join(' | ')} |`),
		'',
		'## Recommended profile',
		'',
		'```json',
		profile,
		'```',
		'',
	].join('\n');

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const STYLE =
	'body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{border:1px solid #bbb;padding:.3rem .5rem;text-align:left;vertical-align:top}tr{break-inside:avoid}.blocker{background:#fdd}.warning{background:#ffefc8}pre{background:#f4f4f4;padding:1rem;white-space:pre-wrap}@media print{body{margin:0;font-size:10pt}}';

export const htmlReport = (findings: readonly Finding[], profile: string): string => {
	const rows = byImportance(findings).map(
		(finding) => `<tr class="${finding.severity}">${COLUMNS.map((name) => `<td>${escaped(finding[name])}</td>`).join('')}</tr>`,
	);
	return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Site check</title><style>${STYLE}</style></head>
<body><h1>${escaped(verdictOf(findings))}</h1>
<table><thead><tr>${TITLES.map((title) => `<th>${title}</th>`).join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
<h2>Recommended profile</h2>
<pre>${escaped(profile)}</pre>
</body></html>
`;
};
