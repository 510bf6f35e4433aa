/** The report of a check, as Markdown and as HTML. */
import { SEVERITIES, type Finding } from './finding';

export interface ReportContents {
	readonly findings: readonly Finding[];
	/** The recommended profile as text. */
	readonly profile: string;
	readonly requests: number;
	readonly milliseconds: number;
	/** The site's base URL, if the report is to contain it. */
	readonly site?: string;
}

const rank = ({ severity }: Finding): number => -SEVERITIES.indexOf(severity);

/** The findings, the most important first. */
export const byImportance = (findings: readonly Finding[]): Finding[] => [...findings].sort((one, other) => rank(one) - rank(other));

/** The first line of a report. */
const verdictOf = (findings: readonly Finding[]): string => {
	const blockers = findings.filter(({ severity }) => severity === 'blocker');
	if (blockers.length > 0) return `Not ready to use: ${blockers.map(({ found }) => found).join('; ')}`;
	const warnings = findings.filter(({ severity }) => severity === 'warning').length;
	return warnings === 0 ? 'Ready to use' : `Ready to use, with ${warnings === 1 ? '1 warning' : `${warnings} warnings`}`;
};

const COLUMNS = [
	['topic', 'Topic'],
	['severity', 'Severity'],
	['assumed', 'Assumed'],
	['found', 'Found'],
	['effect', 'Effect'],
	['recommendation', 'Recommendation'],
] as const;

const columnsOf = (findings: readonly Finding[]): ReadonlyArray<readonly [keyof Finding, string]> =>
	findings.some(({ details }) => details !== undefined) ? [...COLUMNS, ['details', 'Details']] : COLUMNS;

const summaryOf = ({ milliseconds, requests, site }: ReportContents): string =>
	`${requests} read request${requests === 1 ? '' : 's'} in ${Math.max(1, Math.round(milliseconds / 1000))} s${site === undefined ? '' : `. Site: ${site}`}`;

export const markdownReport = (report: ReportContents): string => {
	const { findings, profile } = report;
	const columns = columnsOf(findings);
	const cell = (text: string): string => text.replace(/\\/g, '\\\\').replace(/\|/g, '\\|').replace(/\s+/g, ' ');
	return [
		`# ${verdictOf(findings)}`,
		'',
		summaryOf(report),
		'',
		`| ${columns.map(([, title]) => title).join(' | ')} |`,
		`|${columns.map(() => '---').join('|')}|`,
		...byImportance(findings).map((finding) => `| ${columns.map(([name]) => cell(finding[name] ?? '')).join(' | ')} |`),
		'',
		'## Recommended profile',
		'',
		'```json',
		profile,
		'```',
		'',
	].join('\n');
};

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;color:#222;margin:2rem auto;max-width:76rem;padding:0 1rem}
h1{font-size:1.5rem;margin-bottom:.25rem}h2{font-size:1.15rem;margin-top:2rem;break-after:avoid}p{color:#555;margin:.25rem 0 1rem}
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #ccc;padding:.4rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{background:#f2f2f2}th,td:nth-child(2){overflow-wrap:normal;white-space:nowrap}td:first-child{font-weight:600}tr{break-inside:avoid}thead{display:table-header-group}
.blocker td:nth-child(2){color:#a00;font-weight:700}.warning td:nth-child(2){color:#a05a00;font-weight:700}.ok td:nth-child(2){color:#187a3c}
.blocker{background:#fdecec}.warning{background:#fff6e0}pre{background:#f4f4f4;padding:1rem;white-space:pre-wrap;break-inside:avoid}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}@page{size:A4 landscape;margin:12mm}@media print{body{margin:0;padding:0;max-width:none;font-size:9pt}}`;

export const htmlReport = (report: ReportContents): string => {
	const { findings, profile } = report;
	const columns = columnsOf(findings);
	const rows = byImportance(findings).map(
		(finding) => `<tr class="${finding.severity}">${columns.map(([name]) => `<td>${escaped(finding[name] ?? '')}</td>`).join('')}</tr>`,
	);
	return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Site check</title><style>${STYLE}</style></head>
<body><h1>${escaped(verdictOf(findings))}</h1>
<p>${escaped(summaryOf(report))}</p>
<table><thead><tr>${columns.map(([, title]) => `<th>${title}</th>`).join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
<h2>Recommended profile</h2>
<pre>${escaped(profile)}</pre>
</body></html>
`;
};
