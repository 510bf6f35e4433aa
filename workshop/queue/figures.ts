import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkout } from '../paths';

const beginning = (section: string) => `<!-- figures: ${section} -->`;
const end = '<!-- end of figures -->';

export function median(values: readonly number[]): number {
	if (values.length === 0) throw new Error('An empty list has no median.');
	const sorted = [...values].sort((one, other) => one - other);
	const half = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? (sorted[half] as number) : ((sorted[half - 1] as number) + (sorted[half] as number)) / 2;
}

/** The page with `lines` as the new content between the markers of a section. */
export function withFigures(page: string, section: string, lines: readonly string[]): string {
	const from = page.indexOf(beginning(section));
	const to = page.indexOf(end, from);
	if (from < 0 || to < 0)
		throw new Error(`The page has no markers for the figures "${section}": add "${beginning(section)}" and "${end}" below it.`);
	return `${page.slice(0, from)}${beginning(section)}\n${lines.join('\n')}\n${page.slice(to)}`;
}

/** Prints the figures. If QUEUE_FIGURES names a page, also writes them to it. */
export function reportFigures(section: string, lines: readonly string[]): void {
	process.stdout.write(`\n${lines.join('\n')}\n\n`);
	if (!process.env.QUEUE_FIGURES) return;
	const file = path.resolve(checkout, process.env.QUEUE_FIGURES);
	writeFileSync(file, withFigures(readFileSync(file, 'utf8'), section, lines));
}
