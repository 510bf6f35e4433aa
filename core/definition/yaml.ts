import { Enclosure } from './yamlEnclosure';
import { Depth, doubleQuoted, Flow, folded, NotReadable, plain, withoutComment } from './yamlScalars';

const KEY = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|((?:[^\s"'[\]{}&*!|>%@`#,?:-]|[?:-](?=\S))(?:[^:#]|:(?=\S)|(?<=\S)#)*?))\s*:(?=\s|$)/;
/** A name before a colon ends within so many characters (YAML 1.2: implicit keys); looking further takes long on lines made for it. */
const LONGEST_KEY = 1024;
const keyAt = (text: string): RegExpExecArray | null => KEY.exec(text.slice(0, LONGEST_KEY + 2));
const indentOf = (line: string): number => line.length - line.trimStart().length;
const isBlank = (line: string): boolean => /^\s*(#.*)?$/.test(line);
const isEntry = (text: string): boolean => text === '-' || text.startsWith('- ');

class Reader {
	private at = 0;

	private readonly depth = new Depth();

	constructor(private readonly lines: string[]) {}

	document(): unknown {
		const value = this.node(-1);
		this.skipBlank();
		if (this.at < this.lines.length) throw new NotReadable(`Line ${this.at + 1} does not belong to what stands before it`);
		return value;
	}

	private skipBlank(): void {
		while (this.at < this.lines.length && isBlank(this.lines[this.at]!)) this.at += 1;
	}

	/** What stands below a line of indent `above`; null where nothing does. */
	private node(above: number): unknown {
		this.skipBlank();
		const line = this.lines[this.at];
		if (line === undefined) return null;
		const indent = indentOf(line);
		if (indent <= above) return null;
		const text = line.trim();
		if (isEntry(text)) return this.depth.within(() => this.sequence(indent));
		if (/^\?(\s|$)/.test(text)) throw new NotReadable('An explicit key is YAML that definitions do not use');
		if (keyAt(text) !== null) return this.depth.within(() => this.mapping(indent));
		this.at += 1;
		return this.scalar(text, above);
	}

	private mapping(indent: number): Record<string, unknown> {
		const entries: (readonly [string, unknown])[] = [];
		for (this.skipBlank(); this.at < this.lines.length; this.skipBlank()) {
			const line = this.lines[this.at]!;
			if (indentOf(line) !== indent || isEntry(line.trim())) break;
			const match = keyAt(line.trim());
			if (match === null) throw new NotReadable(`Line ${this.at + 1} is no 'name: value'`);
			const [whole, double, single, bare] = match;
			const name = double !== undefined ? doubleQuoted(double) : (single?.replace(/''/g, "'") ?? bare!);
			const rest = withoutLeading(line.trim().slice(whole.length));
			this.at += 1;
			entries.push([name, rest === '' ? this.below(indent) : this.scalar(rest, indent)]);
		}
		return Object.fromEntries(entries);
	}

	/** The value of a name that stands alone: a list may stand at the indent of the name itself. */
	private below(indent: number): unknown {
		this.skipBlank();
		const line = this.lines[this.at];
		return line !== undefined && indentOf(line) === indent && isEntry(line.trim())
			? this.depth.within(() => this.sequence(indent))
			: this.node(indent);
	}

	private sequence(indent: number): unknown[] {
		const values: unknown[] = [];
		for (this.skipBlank(); this.at < this.lines.length; this.skipBlank()) {
			const line = this.lines[this.at]!;
			if (indentOf(line) !== indent || !isEntry(line.trim())) break;
			const content = withoutLeading(line.trim().slice(1));
			if (content === '') {
				this.at += 1;
				values.push(this.node(indent));
			} else if (isEntry(content) || keyAt(content) !== null) {
				// The content begins a collection of its own, at the indent at which it stands.
				this.lines[this.at] = ' '.repeat(indent) + line.trim().replace('-', ' ');
				values.push(this.node(indent));
			} else {
				this.at += 1;
				values.push(this.scalar(content, indent));
			}
		}
		return values;
	}

	/** A scalar or flow collection that begins with `first`; lines deeper than `above` go on with it. */
	private scalar(first: string, above: number): unknown {
		if (/^[|>]/.test(first)) return this.block(first, above);
		if (/^["'[{]/.test(first)) return this.enclosed(first);
		const lines = [withoutComment(first)];
		for (; this.at < this.lines.length; this.at += 1) {
			const line = this.lines[this.at]!;
			if (line.trim() !== '' && indentOf(line) <= above) break;
			lines.push(withoutComment(line.trim()));
		}
		while (lines.length > 1 && lines.at(-1) === '') lines.pop();
		return plain(folded(lines));
	}

	/** A quoted text, or a collection in brackets: lines are added until it ends. */
	private enclosed(first: string): unknown {
		const lines = [first];
		const enclosure = new Enclosure();
		while (!enclosure.endsIn(lines.at(-1)!)) {
			const line = this.lines[this.at];
			if (line === undefined) throw new NotReadable('A text or list does not end');
			this.at += 1;
			lines.push(line.trim());
		}
		// A backslash at the end of a line of a quoted text joins it with the next one.
		const { value, rest } = new Flow(first.startsWith('"') ? joined(lines) : folded(lines), this.depth).whole();
		if (withoutComment(rest) !== '') throw new NotReadable(`Line ${this.at} goes on after its value`);
		return value;
	}

	private block(header: string, above: number): string {
		const [, style, signs = ''] = /^([|>])([-+]?[1-9]?|[1-9][-+])(?:\s+#.*|\s*)$/.exec(header) ?? [];
		if (style === undefined) throw new NotReadable(`'${header}' begins no text`);
		const sign = /[-+]/.exec(signs)?.[0];
		const given = /[1-9]/.exec(signs)?.[0];
		const lines: string[] = [];
		for (; this.at < this.lines.length; this.at += 1) {
			const line = this.lines[this.at]!;
			if (line.trim() !== '' && indentOf(line) <= above) break;
			lines.push(line);
		}
		const own = given === undefined ? indentOf(lines.find((line) => line.trim() !== '') ?? '') : Math.max(above, 0) + Number(given);
		const texts = lines.map((line) => line.slice(own));
		let trailing = 0;
		while (texts.length > 0 && texts.at(-1)!.trim() === '') {
			texts.pop();
			trailing += 1;
		}
		const body = style === '|' ? texts.join('\n') : foldedBlock(texts);
		if (sign === '-' || texts.length === 0) return sign === '+' ? '\n'.repeat(trailing) : body;
		return body + (sign === '+' ? '\n'.repeat(trailing + 1) : '\n');
	}
}

const withoutLeading = (text: string): string => {
	const rest = text.trimStart();
	return rest.startsWith('#') ? '' : rest;
};

/** Lines of a folded block: those that are indented further keep their breaks. */
const foldedBlock = (lines: readonly string[]): string => {
	let text = '';
	let lastFull = '';
	lines.forEach((line, index) => {
		const before = lines[index - 1];
		if (index === 0) text = line;
		else if (line === '') text += '\n';
		else {
			const isDeep = /^\s/.test(line) || /^\s/.test(lastFull);
			text += (isDeep ? '\n' : before === '' ? '' : ' ') + line;
		}
		if (line !== '') lastFull = line;
	});
	return text;
};

const joined = (lines: readonly string[]): string => {
	const parts: string[][] = [];
	let goesOn = false;
	for (const line of lines) {
		const isJoined = /(?<!\\)(?:\\\\)*\\$/.test(line);
		const content = isJoined ? line.slice(0, -1) : line;
		if (goesOn) parts.at(-1)!.push(content);
		else parts.push([content]);
		goesOn = isJoined;
	}
	return folded(parts.map((pieces, index) => pieces.join('') + (goesOn && index === parts.length - 1 ? '\\' : '')));
};

/**
 * Reads YAML as far as OpenAPI definitions use it: releases before 11.1 answer their definitions in no other form
 * (specification: Versioning), and the package has no dependency that could read it. Block and flow collections, plain, quoted
 * and block scalars; no anchors, tags, explicit keys or several documents, for which it throws {@link NotReadable}, and likewise for
 * what is nested too deeply. The time it takes grows with the length of the text alone, whatever a site answers.
 */
export const readYaml = (text: string): unknown => {
	const lines = text
		.replace(/^\uFEFF/, '')
		.split(/\r?\n/)
		.filter((line, index) => !(index === 0 && /^%|^---\s*$/.test(line)));
	const end = lines.findIndex((line) => /^(---|\.\.\.)(\s|$)/.test(line));
	return new Reader(end === -1 ? lines : lines.slice(0, end)).document();
};
