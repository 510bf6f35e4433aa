import { Enclosure } from './yamlEnclosure';
import { Depth, doubleQuoted, Flow, folded, DefinitionError, plain, withoutComment } from './yamlScalars';

const KEY = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|((?:[^\s"'[\]{}&*!|>%@`#,?:-]|[?:-](?=\S))(?:[^:#]|:(?=\S)|(?<=\S)#)*?))\s*:(?=\s|$)/;
/** The maximum length of a key (YAML 1.2: implicit keys), which also limits the running time of the regular expression. */
const MAX_KEY = 1024;
const keyAt = (text: string): RegExpExecArray | null => KEY.exec(text.slice(0, MAX_KEY + 2));
const indentOf = (line: string): number => line.length - line.trimStart().length;
const isBlank = (line: string): boolean => /^\s*(#.*)?$/.test(line);
const isEntry = (text: string): boolean => text === '-' || text.startsWith('- ');

class Reader {
	private at = 0;

	private readonly depth = new Depth();

	constructor(private readonly lines: string[]) {}

	document(): unknown {
		const value = this.node(-1);
		if (this.nextLine() !== undefined) throw new DefinitionError(`Unexpected content on line ${this.at + 1}`);
		return value;
	}

	/** The line at the current position; undefined at the end. */
	private get line(): string | undefined {
		return this.lines[this.at];
	}

	/** The next line that is not blank; undefined at the end. */
	private nextLine(): string | undefined {
		while (this.line !== undefined && isBlank(this.line)) this.at += 1;
		return this.line;
	}

	/** The value on the lines that are indented more than `above`; null if there are none. */
	private node(above: number): unknown {
		const line = this.nextLine();
		if (line === undefined) return null;
		const indent = indentOf(line);
		if (indent <= above) return null;
		const text = line.trim();
		if (isEntry(text)) return this.depth.within(() => this.sequence(indent));
		if (/^\?(\s|$)/.test(text)) throw new DefinitionError('Explicit keys are not supported');
		if (keyAt(text) !== null) return this.depth.within(() => this.mapping(indent));
		this.at += 1;
		return this.scalar(text, above);
	}

	private mapping(indent: number): Record<string, unknown> {
		const entries: (readonly [string, unknown])[] = [];
		for (let line = this.nextLine(); line !== undefined; line = this.nextLine()) {
			if (indentOf(line) !== indent || isEntry(line.trim())) break;
			const match = keyAt(line.trim());
			if (match === null) throw new DefinitionError(`Line ${this.at + 1} is not a 'name: value' pair`);
			const [whole, double, single, bare] = match;
			const name = double !== undefined ? doubleQuoted(double) : (single?.replace(/''/g, "'") ?? bare ?? '');
			const rest = withoutLeading(line.trim().slice(whole.length));
			this.at += 1;
			entries.push([name, rest === '' ? this.below(indent) : this.scalar(rest, indent)]);
		}
		return Object.fromEntries(entries);
	}

	/** The value on the lines after a key. A list can have the same indent as its key. */
	private below(indent: number): unknown {
		const line = this.nextLine();
		return line !== undefined && indentOf(line) === indent && isEntry(line.trim())
			? this.depth.within(() => this.sequence(indent))
			: this.node(indent);
	}

	private sequence(indent: number): unknown[] {
		const values: unknown[] = [];
		for (let line = this.nextLine(); line !== undefined; line = this.nextLine()) {
			if (indentOf(line) !== indent || !isEntry(line.trim())) break;
			const content = withoutLeading(line.trim().slice(1));
			if (content === '') {
				this.at += 1;
				values.push(this.node(indent));
			} else if (isEntry(content) || keyAt(content) !== null) {
				// The content of the entry starts a nested collection, so its column becomes the indent of that collection.
				this.lines[this.at] = ' '.repeat(indent) + line.trim().replace('-', ' ');
				values.push(this.node(indent));
			} else {
				this.at += 1;
				values.push(this.scalar(content, indent));
			}
		}
		return values;
	}

	/** A scalar or flow collection that begins with `first` and continues on the lines that are indented more than `above`. */
	private scalar(first: string, above: number): unknown {
		if (/^[|>]/.test(first)) return this.block(first, above);
		if (/^["'[{]/.test(first)) return this.enclosed(first);
		const lines = [withoutComment(first)];
		for (let line = this.line; line !== undefined; line = this.lines[++this.at]) {
			if (line.trim() !== '' && indentOf(line) <= above) break;
			lines.push(withoutComment(line.trim()));
		}
		while (lines.length > 1 && lines.at(-1) === '') lines.pop();
		return plain(folded(lines));
	}

	/** A quoted string or a flow collection, with all lines up to its end. */
	private enclosed(first: string): unknown {
		const lines = [first];
		const enclosure = new Enclosure();
		for (let last = first; !enclosure.endsIn(last); lines.push(last)) {
			const { line } = this;
			if (line === undefined) throw new DefinitionError('A quoted string or a collection is not closed');
			this.at += 1;
			last = line.trim();
		}
		// In a double-quoted string, a backslash at the end of a line joins the line with the next one.
		const { value, rest } = new Flow(first.startsWith('"') ? joined(lines) : folded(lines), this.depth).whole();
		if (withoutComment(rest) !== '') throw new DefinitionError(`Unexpected content after the value on line ${this.at}`);
		return value;
	}

	private block(header: string, above: number): string {
		const [, style, signs = ''] = /^([|>])([-+]?[1-9]?|[1-9][-+])(?:\s+#.*|\s*)$/.exec(header) ?? [];
		if (style === undefined) throw new DefinitionError(`'${header}' is not the header of a block scalar`);
		const sign = /[-+]/.exec(signs)?.[0];
		const given = /[1-9]/.exec(signs)?.[0];
		const lines: string[] = [];
		for (let line = this.line; line !== undefined; line = this.lines[++this.at]) {
			if (line.trim() !== '' && indentOf(line) <= above) break;
			lines.push(line);
		}
		const own = given === undefined ? indentOf(lines.find((line) => line.trim() !== '') ?? '') : Math.max(above, 0) + Number(given);
		const texts = lines.map((line) => line.slice(own));
		let trailing = 0;
		while (texts.at(-1)?.trim() === '') {
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

/** Folds the lines of a block. Lines with a deeper indent keep their breaks. */
const foldedBlock = (lines: readonly string[]): string => {
	let text = '';
	let lastText = '';
	lines.forEach((line, index) => {
		const before = lines[index - 1];
		if (index === 0) text = line;
		else if (line === '') text += '\n';
		else {
			const isDeep = /^\s/.test(line) || /^\s/.test(lastText);
			text += (isDeep ? '\n' : before === '' ? '' : ' ') + line;
		}
		if (line !== '') lastText = line;
	});
	return text;
};

const joined = (lines: readonly string[]): string => {
	const parts: string[][] = [];
	let continues = false;
	for (const line of lines) {
		const isJoined = /(?<!\\)(?:\\\\)*\\$/.test(line);
		const content = isJoined ? line.slice(0, -1) : line;
		if (continues) parts.at(-1)?.push(content);
		else parts.push([content]);
		continues = isJoined;
	}
	return folded(parts.map((pieces, index) => pieces.join('') + (continues && index === parts.length - 1 ? '\\' : '')));
};

/**
 * Reads the part of YAML that OpenAPI definitions use: block and flow collections, and plain, quoted and block scalars. Releases before
 * 11.1 return definitions only as YAML (specification: Versioning), and the package must not have dependencies. Reads only the first
 * document. Throws {@link DefinitionError} for anchors, tags, explicit keys and deep nesting. The running time is linear in the length of
 * the text.
 */
export const readYaml = (text: string): unknown => {
	const all = text.replace(/^\uFEFF/, '').split(/\r?\n/);
	const start = all.findIndex((line) => !/^(%|\s*(#|$))/.test(line));
	const [first = '', ...others] = start === -1 ? [] : all.slice(start);
	const lines = [first.replace(/^---(?=\s|$)/, ''), ...others];
	const end = lines.findIndex((line) => /^(---|\.\.\.)(\s|$)/.test(line));
	return new Reader(end === -1 ? lines : lines.slice(0, end)).document();
};
