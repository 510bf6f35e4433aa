import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkout } from '../workshop/paths';
import { daysOf, limitCellsOf, type Results, type Row, type SandboxResults } from './results';

/** Renders the results as `docs/pictures/performance.svg` and as the tables of `docs/performance.md`. */

const [WIDTH, LABELS, FIGURES, BAR, GAP, TOP] = [960, 330, 150, 13, 14, 76];

const escaped = (text: string): string =>
	text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] as string);

const STYLE = `
	text { font: 13px system-ui, sans-serif; fill: #24292f; }
	.head { font-size: 17px; font-weight: 600; }
	.small { font-size: 12px; fill: #57606a; }
	.ours { fill: #0f766e; } .peer { fill: #b45309; } .baseline { fill: #94a3b8; }
	.paper { fill: #ffffff; }
	@media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .small { fill: #9da7b3; } .ours { fill: #2dd4bf; } .peer { fill: #f59e0b; } .baseline { fill: #64748b; } .paper { fill: #0d1117; } }`;

interface Bar {
	readonly kind: 'ours' | 'peer' | 'baseline';
	readonly value: number;
	readonly unit: string;
}

interface Group {
	readonly title: string;
	readonly note: string;
	readonly bars: readonly Bar[];
}

const bar = (kind: Bar['kind'], value: number | null, unit: string): Bar[] => (value === null ? [] : [{ kind, value, unit }]);

const speed = (row: Row): Group => ({
	title: `${row.title}${row.latencyMs > 0 ? `, ${row.latencyMs} ms` : ''}`,
	note: row.ratioToPeer === null ? '' : `${row.ratioToPeer.toFixed(1)} × as fast`,
	bars: [...bar('ours', row.ours, 's'), ...bar('peer', row.peer, 's'), ...bar('baseline', row.baseline, 's')],
});

const memory = (row: Row): Group => ({
	title: `Memory: ${row.title}`,
	note: '',
	bars: [...bar('ours', row.peakRssMiB.ours, 'MiB'), ...bar('peer', row.peakRssMiB.peer, 'MiB')],
});

/** The chart, with grouped bars and their figures. Each group has its own scale. */
const svg = (groups: readonly Group[], foot: string): string => {
	const parts: string[] = [];
	let y = TOP;
	for (const { title, note, bars } of groups) {
		const longest = Math.max(...bars.map(({ value }) => value));
		parts.push(
			`<text x="16" y="${y + 11}">${escaped(title)}</text>`,
			note === '' ? '' : `<text class="small" x="16" y="${y + 27}">${escaped(note)}</text>`,
		);
		bars.forEach(({ kind, value, unit }, index) => {
			const width = Math.max(2, ((WIDTH - LABELS - FIGURES) * value) / longest);
			const top = y + index * (BAR + 2);
			parts.push(
				`<rect class="${kind}" x="${LABELS}" y="${top}" width="${width.toFixed(1)}" height="${BAR}" rx="2"/>`,
				`<text class="small" x="${(LABELS + width + 6).toFixed(1)}" y="${top + 11}">${value < 100 ? value.toFixed(2) : value.toFixed(0)} ${unit}</text>`,
			);
		});
		y += Math.max(2, bars.length) * (BAR + 2) + GAP;
	}
	const legend = (
		[
			['ours', 'Media Operations'],
			['peer', 'HTTP Request node'],
			['baseline', 'platform baseline: the same requests and nothing else'],
		] as const
	).map(
		([kind, words], index) =>
			`<rect class="${kind}" x="${16 + index * 180}" y="44" width="${BAR}" height="${BAR}" rx="2"/><text x="${36 + index * 180}" y="55">${words}</text>`,
	);
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y + 28}" viewBox="0 0 ${WIDTH} ${y + 28}" role="img" aria-label="Time of our nodes compared with the HTTP Request node">
<style>${STYLE}
</style>
<rect class="paper" width="100%" height="100%"/>
<text class="head" x="16" y="28">Lower is better; each group has its own scale</text>
${[...legend, ...parts].filter((part) => part !== '').join('\n')}
<text class="small" x="16" y="${y + 14}">${escaped(foot)}</text>
</svg>
`;
};

const cell = (value: number | null | undefined, digits = 2): string =>
	value === null || value === undefined ? '–' : value.toFixed(digits);

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[
		`| ${head.join(' | ')} |`,
		`|${head.map((_, index) => (index === 0 ? '---|' : '---:|')).join('')}`,
		...rows.map((cells) => `| ${cells.join(' | ')} |`),
	].join('\n');

/** The table of the imports; empty before the first measurement. */
const importTable = (rows: readonly Row[]): string =>
	rows.length === 0
		? ''
		: table(
				[
					'Case',
					'Latency',
					'Our node',
					'Import baseline',
					'Baseline ÷ ours',
					'Platform baseline',
					'Baseline ÷ ours',
					'Rows per second, ours',
					'Rows per second, HTTP Request',
				],
				rows.map(({ title, latencyMs, importBaseline, baseline, ratioToBaseline, made, ours, peer }) => [
					title,
					`${latencyMs} ms`,
					`${cell(importBaseline?.ours)} s`,
					cell(importBaseline?.seconds),
					cell(importBaseline?.ratio),
					cell(baseline),
					cell(ratioToBaseline),
					cell(made && made.ours / ours, 0),
					cell(made?.peer && peer && made.peer / peer, 0),
				]),
			);

const isTimed = ({ unit }: Row): boolean => unit === 's';
const isMemory = ({ case: name }: Row): boolean => /upload|export|memory/.test(name);

const tables = ({ rows }: Results): Record<string, string> => ({
	speed: table(
		['Case', 'Latency', 'Ours', 'HTTP Request', 'Speedup', 'Platform baseline', 'Baseline ÷ ours', 'Bare script', 'Requests', 'Concurrent'],
		rows
			.filter((row) => isTimed(row) && !isMemory(row))
			.map((row) => [
				row.title,
				`${row.latencyMs} ms`,
				`${cell(row.ours)} s`,
				cell(row.peer),
				cell(row.ratioToPeer, 1),
				cell(row.baseline),
				cell(row.ratioToBaseline),
				cell(row.bare),
				`${row.requests.ours} (${cell(row.requests.peer, 0)})`,
				`${row.concurrency.ours} (${cell(row.concurrency.peer, 0)})`,
			]),
	),
	import: importTable(rows.filter((row) => row.importBaseline !== undefined && !isMemory(row))),
	made: table(
		['Case', 'Latency', 'Created: our node', 'Duplicates', 'Created: HTTP Request', 'Duplicates'],
		rows
			.filter(({ made }) => made !== undefined)
			.map((row) => [
				row.title,
				`${row.latencyMs} ms`,
				cell(row.made!.ours, 0),
				cell(row.createdTwice!.ours, 0),
				cell(row.made!.peer, 0),
				cell(row.createdTwice!.peer, 0),
			]),
	),
	limits: table(
		[
			'Case',
			'Latency',
			'Ours',
			'Fastest fixed number, baseline',
			'Its time',
			'Fixed ÷ ours',
			'Fastest fixed number, our node',
			'Its time',
			'Fixed ÷ ours',
			'Concurrent, ours',
			'Waiting at the site',
			'429 after 5 s',
			'Smaller share',
		],
		rows
			.filter(({ limits }) => limits !== undefined)
			.map((row) => {
				// The page does not show the baseline with our adaptive limit: it helps developers find out where the time goes.
				const [best, ratio, ownBest, ownRatio, , ...more] = limitCellsOf(row);
				return [
					row.title,
					`${row.latencyMs} ms`,
					`${cell(row.ours)} s`,
					best!,
					row.limits?.bestFixed ? `${cell(row.limits.bestFixed.seconds)} s` : '–',
					ratio!,
					ownBest!,
					row.limits?.ownBestFixed ? `${cell(row.limits.ownBestFixed.seconds)} s` : '–',
					ownRatio!,
					String(row.concurrency.ours),
					...more,
				];
			}),
	),
	memory: table(
		['Case', 'Ours', 'HTTP Request', 'Import baseline', 'Peak memory, ours', 'HTTP Request', 'Import baseline'],
		rows
			.filter(isMemory)
			.map((row) => [
				row.title,
				`${cell(row.ours)} s`,
				cell(row.peer),
				cell(row.importBaseline?.seconds ?? null),
				`${row.peakRssMiB.ours} MiB`,
				row.peakRssMiB.peer === null ? '–' : `${row.peakRssMiB.peer} MiB`,
				row.baselinePeakRssMiB === undefined ? '–' : `${Math.round(row.baselinePeakRssMiB)} MiB`,
			]),
	),
	processor: table(
		['Authentication', 'Ours', 'Credential with expressions', 'Ratio', 'Platform baseline'],
		rows
			.filter((row) => !isTimed(row))
			.map((row) => [
				row.case.replace(/^.*, /, ''),
				`${cell(row.ours)} ms`,
				`${cell(row.peer)} ms`,
				cell(row.ratioToPeer),
				`${cell(row.baseline)} ms`,
			]),
	),
});

/** Replaces the text between the markers `<!-- name -->` and `<!-- /name -->` on the page. */
const putOnPage = (texts: Readonly<Record<string, string>>): void => {
	const page = path.join(checkout, 'docs/performance.md');
	const written = Object.entries(texts).reduce(
		(text, [name, made]) => {
			const marks = new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- /${name} -->)`);
			if (!marks.test(text)) throw new Error(`docs/performance.md has no markers <!-- ${name} --> and <!-- /${name} -->`);
			return text.replace(marks, (_, begin: string, end: string) => `${begin}\n${made}\n\n${end}`);
		},
		readFileSync(page, 'utf8'),
	);
	writeFileSync(page, written);
};

/** Writes the chart and the tables of the page. */
export const drawResults = (results: Results): void => {
	const { rows } = results;
	const groups = [
		...rows.filter((row) => isTimed(row) && row.peer !== null && !/503|connections|workers|per second/.test(row.case)).map(speed),
		...rows.filter(isMemory).map(memory),
	];
	const foot = `Medians of ${Math.min(...rows.map((row) => row.rounds))} or more rounds, n8n ${results.n8n}, ${results.machine}, ${daysOf(results)}`;
	writeFileSync(path.join(checkout, 'docs/pictures/performance.svg'), svg(groups, foot));
	putOnPage({ ...tables(results), run: foot });
};

/** Writes the table of the sandbox benchmark. */
export const drawSandbox = ({ at, connections, machine, rounds, rows, seconds }: SandboxResults): void =>
	putOnPage({
		sandbox: `${table(
			['', 'Median', 'Lowest', 'Highest'],
			rows.map(({ title, figure, lowest, highest, unit }) => [title, `${figure} ${unit}`, String(lowest), String(highest)]),
		)}

${rounds} rounds of ${seconds} s over ${connections} connections, ${machine}, ${at.slice(0, 10)}`,
	});

/** Writes the table of `profile.ts`. */
export const drawProfile = (head: readonly string[], rows: readonly (readonly string[])[]): void =>
	putOnPage({ profile: table(head, rows) });
