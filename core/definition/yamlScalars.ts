/** YAML scalars and flow collections. */

/** A definition that cannot be read. */
export class DefinitionError extends Error {
	override readonly name = 'DefinitionError';
}

/** Far deeper than any definition, and safe for the call stack. */
const MAX_DEPTH = 200;

/** Limits the nesting of collections. */
export class Depth {
	private levels = 0;

	/** Runs `read` one level deeper. */
	within<Value>(read: () => Value): Value {
		if (this.levels >= MAX_DEPTH) throw new DefinitionError(`The definition is nested too deeply: more than ${MAX_DEPTH} levels`);
		this.levels += 1;
		try {
			return read();
		} finally {
			this.levels -= 1;
		}
	}
}

const ESCAPES: Readonly<Record<string, string>> = {
	'0': '\0',
	a: '\x07',
	b: '\b',
	t: '\t',
	'\t': '\t',
	n: '\n',
	v: '\v',
	f: '\f',
	r: '\r',
	e: '\x1b',
	' ': ' ',
	'"': '"',
	'/': '/',
	'\\': '\\',
	N: '\x85',
	_: '\xa0',
	L: '\u2028',
	P: '\u2029',
};

/** The value of a plain scalar, according to the core schema of YAML 1.2. */
export const plain = (text: string): unknown => {
	if (/^(~|null|Null|NULL|)$/.test(text)) return null;
	if (/^(true|True|TRUE)$/.test(text)) return true;
	if (/^(false|False|FALSE)$/.test(text)) return false;
	if (/^[-+]?[0-9]+$/.test(text) || /^0(x[0-9a-fA-F]+|o[0-7]+)$/.test(text)) return Number(text);
	if (/^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/.test(text)) return Number(text);
	if (/^[&*!%@`]/.test(text)) throw new DefinitionError(`'${text.slice(0, 40)}' is not supported`);
	return text;
};

/** Decodes the escapes of a double-quoted string. Throws {@link DefinitionError} for an unknown one. */
export const doubleQuoted = (text: string): string =>
	text.replace(
		/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S]))/g,
		(_, x?: string, u?: string, U?: string, other?: string) => {
			const code = x ?? u ?? U;
			if (code !== undefined) return String.fromCodePoint(parseInt(code, 16));
			const meant = ESCAPES[other ?? ''];
			if (meant === undefined) throw new DefinitionError(`Unknown escape '\\${other}'`);
			return meant;
		},
	);

/** Joins the lines of a scalar: a line break becomes a space, and a blank line becomes a line break. */
export const folded = (lines: readonly string[]): string => {
	let text = lines[0] ?? '';
	let blanks = 0;
	for (const line of lines.slice(1)) {
		if (line === '') blanks += 1;
		else {
			text += blanks > 0 ? '\n'.repeat(blanks) : ' ';
			text += line;
			blanks = 0;
		}
	}
	return text + '\n'.repeat(blanks);
};

/** Removes the comment at the end of a line. A `#` starts a comment only at the start or after white space. */
export const withoutComment = (text: string): string => text.replace(/(^|\s)#.*$/, '').trimEnd();

/** Reads a flow collection or a quoted string from joined lines. */
export class Flow {
	private at = 0;

	constructor(
		private readonly text: string,
		private readonly depth: Depth,
	) {}

	/** The value, and the rest of the text. */
	whole(): { readonly value: unknown; readonly rest: string } {
		const value = this.value();
		return { value, rest: this.text.slice(this.at).trim() };
	}

	private skip(): void {
		while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
	}

	private value(): unknown {
		this.skip();
		const sign = this.text[this.at];
		if (sign === '[') return this.depth.within(() => this.list());
		if (sign === '{') return this.depth.within(() => this.object());
		return sign === '"' || sign === "'" ? this.quoted(sign) : plain(this.bare(/[,[\]{}]/));
	}

	private quoted(sign: string): string {
		const pattern = sign === '"' ? /"((?:[^"\\]|\\[\s\S])*)"/y : /'((?:[^']|'')*)'/y;
		pattern.lastIndex = this.at;
		const match = pattern.exec(this.text);
		if (match === null) throw new DefinitionError('A quoted string is not closed');
		this.at = pattern.lastIndex;
		const [, content = ''] = match;
		return sign === '"' ? doubleQuoted(content) : content.replace(/''/g, "'");
	}

	private bare(end: RegExp): string {
		const from = this.at;
		while (
			this.at < this.text.length &&
			!end.test(this.text.charAt(this.at)) &&
			!/^:(\s|$|[,[\]{}])/.test(this.text.slice(this.at, this.at + 2))
		)
			this.at += 1;
		return this.text.slice(from, this.at).trim();
	}

	private list(): unknown[] {
		const values: unknown[] = [];
		this.at += 1;
		for (;;) {
			if (this.ends(']')) return values;
			values.push(this.value());
			this.next(']');
		}
	}

	private object(): Record<string, unknown> {
		const entries: (readonly [string, unknown])[] = [];
		this.at += 1;
		for (;;) {
			if (this.ends('}')) return Object.fromEntries(entries);
			const sign = this.text.charAt(this.at);
			const key = sign === '"' || sign === "'" ? this.quoted(sign) : this.bare(/[,{}[\]]/);
			this.skip();
			if (this.text[this.at] !== ':') entries.push([key, null]);
			else {
				this.at += 1;
				entries.push([key, this.value()]);
			}
			this.next('}');
		}
	}

	private ends(sign: string): boolean {
		this.skip();
		if (this.at >= this.text.length) throw new DefinitionError(`'${sign}' is missing`);
		if (this.text[this.at] !== sign) return false;
		this.at += 1;
		return true;
	}

	private next(end: string): void {
		this.skip();
		if (this.text[this.at] === ',') this.at += 1;
		else if (this.text[this.at] !== end) throw new DefinitionError(`',' or '${end}' is missing`);
	}
}
