/** Reads the Markdown pages of the project: their links, headings, tables and fenced blocks. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(__dirname, '../../..');

/** Folders without pages of this project. */
const FOREIGN = new Set(['node_modules', 'dist', '.git', '.workshop']);

export interface Page {
	/** Relative to the root of the project, such as `docs/guides/queries.md`. */
	readonly name: string;
	readonly text: string;
}

const filesBelow = (folder: string): string[] =>
	readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
		const name = path.posix.join(folder, entry.name);
		if (entry.isDirectory()) return FOREIGN.has(entry.name) ? [] : filesBelow(name);
		return entry.name.endsWith('.md') ? [name] : [];
	});

/** Every page of the project, in order. */
export const readPages = (): Page[] =>
	filesBelow('.')
		.sort()
		.map((name) => ({ name, text: readFileSync(path.join(ROOT, name), 'utf8') }));

/** A fenced block with its info string, or a message in a blockquote whose first line is bold. */
export interface Block {
	/** `json node`, `json output`, `message` … */
	readonly kind: string;
	readonly text: string;
	readonly line: number;
	/** The comment directly before the block, `<!-- … -->`, which readers do not see. */
	readonly comment?: string;
}

const COMMENT = /(?:^<!--((?:(?!-->)[\s\S])*)-->\n+)?/;
const FENCE = new RegExp(`${COMMENT.source}^(?<start>\`\`\`)([^\\n\`]*)\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
const MESSAGE = new RegExp(`${COMMENT.source}^(?<start>> \\*\\*)(.+)\\*\\*<br>\\n> (.*)$`, 'gm');

/** The blocks that examples consist of, in page order. */
export const blocksOf = ({ text }: Page): Block[] => {
	const found = (pattern: RegExp, read: (one: string, other: string) => Pick<Block, 'kind' | 'text'>): Block[] =>
		[...text.matchAll(pattern)].map(({ 0: whole, 1: comment, 3: one = '', 4: other = '', index, groups }) => ({
			...read(one, other),
			line: text.slice(0, index + whole.indexOf(groups!.start!)).split('\n').length,
			...(comment === undefined ? {} : { comment: comment.trim() }),
		}));
	const blocks = [
		...found(FENCE, (kind, held) => ({ kind: kind.trim(), text: held.replace(/\n$/, '') })),
		...found(MESSAGE, (first, second) => ({ kind: 'message', text: `${first}\n${second}` })),
	];
	return blocks.sort((one, other) => one.line - other.line);
};

/** The page without fenced blocks and comments, because brackets and hashes in those are not Markdown. */
const prose = ({ text }: Page): string => text.replace(/^( *)(```|~~~)[\s\S]*?^\1\2$/gm, '').replace(/<!--[\s\S]*?-->/g, '');

/** The targets of links and pictures: of `[…](…)`, `[…]: …`, `src`, `srcset` and `href`, except in backticks. */
export const targetsOf = (page: Page): string[] => {
	const text = prose(page).replace(/`[^`\n]*`/g, '');
	const patterns = [
		/\]\(\s*<?([^()\s>]+(?:\([^()\s]*\)[^()\s]*)*)>?(?:\s+"[^"]*")?\s*\)/g,
		/^\[[^\]]+\]:\s*(\S+)/gm,
		/\b(?:src|srcset|href)="([^"]+)"/g,
	];
	return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, target = '']) => target));
};

/** The text in bold or italics, without code and quoted messages. If bold text contains italics, only the italics count. */
export const emphasizedIn = (page: Page): string[] => {
	const text = prose(page)
		.replace(/`[^`\n]*`/g, '')
		.replace(/^>.*$/gm, '');
	return [/\*\*([^*]+)\*\*/g, /(?<!\*)\*(?![*\s])([^*]+)\*(?!\*)/g].flatMap((pattern) =>
		[...text.matchAll(pattern)].map(([, found = '']) => found.replace(/\s+/g, ' ').trim()),
	);
};

/** The anchors that GitHub generates for the headings of a page. */
export const anchorsOf = (page: Page): Set<string> => {
	const anchors = new Set<string>();
	for (const [, heading = ''] of prose(page).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
		const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
		const base = words
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
			.replace(/\s/g, '-');
		let anchor = base;
		for (let number = 1; anchors.has(anchor); number++) anchor = `${base}-${number}`;
		anchors.add(anchor);
	}
	return anchors;
};

export interface MarkdownTable {
	readonly header: readonly string[];
	readonly rows: readonly (readonly string[])[];
}

const cellsOf = (line: string): string[] =>
	line
		.trim()
		.replace(/^\||\|$/g, '')
		.split(/(?<!\\)\|/)
		.map((cell) => cell.replaceAll('\\|', '|').trim());

export const tablesOf = (page: Page): MarkdownTable[] =>
	[...prose(page).matchAll(/^\|.*\|\n\|[-:| ]+\|\n(?:\|.*\|\n?)*/gm)].map(([text]) => {
		const [header = '', , ...rows] = text.trim().split('\n');
		return { header: cellsOf(header), rows: rows.map(cellsOf) };
	});
