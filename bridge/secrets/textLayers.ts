/** A decoded string. For each of its characters, `from` and `to` are the range in the source that the character came from. */
export interface Layer {
	readonly text: string;
	/** For each index in `text`, the index of the first source character it came from. */
	readonly from: readonly number[];
	/** For each index in `text`, the index just past the last source character it came from. */
	readonly to: readonly number[];
}

/** The element at an index of the text. Throws for any other index: a wrong position would leave part of a secret unmasked. */
export const elementAt = (positions: readonly number[], index: number): number => {
	const position = positions[index];
	if (position === undefined) throw new RangeError(`No character at index ${index}`);
	return position;
};

/** One kind of escape sequence. `pieces` returns each decoded character with the number of characters that it replaces. */
interface Decoder {
	readonly pattern: RegExp;
	pieces(match: RegExpMatchArray): ReadonlyArray<readonly [decoded: string, length: number]>;
}

/** The maximum number of nested escapes that are decoded. */
const MAX_DEPTH = 3;

const LATIN_1 =
	'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const ENTITIES: ReadonlyMap<string, string> = new Map([
	...LATIN_1.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
	...Object.entries({
		Tab: '\t',
		NewLine: '\n',
		excl: '!',
		quot: '"',
		QUOT: '"',
		num: '#',
		dollar: '$',
		percnt: '%',
		amp: '&',
		AMP: '&',
		apos: "'",
		lpar: '(',
		rpar: ')',
		ast: '*',
		plus: '+',
		comma: ',',
		hyphen: '-',
		period: '.',
		sol: '/',
		colon: ':',
		semi: ';',
		lt: '<',
		LT: '<',
		equals: '=',
		gt: '>',
		GT: '>',
		quest: '?',
		commat: '@',
		lsqb: '[',
		lbrack: '[',
		bsol: '\\',
		rsqb: ']',
		rbrack: ']',
		Hat: '^',
		lowbar: '_',
		grave: '`',
		lcub: '{',
		lbrace: '{',
		verbar: '|',
		vert: '|',
		rcub: '}',
		rbrace: '}',
		tilde: '~',
		hellip: '…',
		ndash: '–',
		mdash: '—',
		lsquo: '‘',
		rsquo: '’',
		ldquo: '“',
		rdquo: '”',
		euro: '€',
	}),
]);
const NAMES = [...ENTITIES.keys()].sort((one, other) => other.length - one.length).join('|');

const characterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');
const whole = (decoded: string, match: RegExpMatchArray): ReadonlyArray<readonly [string, number]> => [[decoded, match[0].length]];

/** HTML character references, with or without a semicolon. */
const HTML: Decoder = {
	pattern: new RegExp(`&(?:#[xX]([0-9a-fA-F]{1,6});?|#([0-9]{1,7});?|(${NAMES});?)`, 'g'),
	pieces: (match) => {
		const [reference, hexadecimal, decimal, name] = match;
		if (hexadecimal !== undefined) return whole(characterOf(parseInt(hexadecimal, 16)), match);
		if (decimal !== undefined) return whole(characterOf(Number(decimal)), match);
		return whole((name === undefined ? undefined : ENTITIES.get(name)) ?? reference, match);
	},
};

const JSON_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** JSON and JavaScript escapes. */
const JSON_TEXT: Decoder = {
	pattern: /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|(["'\\/bfnrt]))/gi,
	pieces: (match) => {
		const [, codePoint, codeUnit, byte, character = ''] = match;
		if (codeUnit !== undefined) return whole(String.fromCharCode(parseInt(codeUnit, 16)), match);
		const digits = codePoint ?? byte;
		return whole(digits === undefined ? (JSON_ESCAPES[character] ?? character) : characterOf(parseInt(digits, 16)), match);
	},
};

/** The number of bytes of the UTF-8 character at the start of `bytes`; 1 if it is invalid, so that the byte is read as Latin-1. */
const lengthOfCharacter = (bytes: readonly number[]): number => {
	const [first = 0] = bytes;
	const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
	return bytes.length >= length && bytes.slice(1, length).every((byte) => byte >> 6 === 2) ? length : 1;
};

/** Percent-encoding: UTF-8, or Latin-1 if the bytes are not UTF-8. */
const URL_TEXT: Decoder = {
	pattern: /(?:%[0-9a-f]{2})+|%u([0-9a-f]{4})/gi,
	pieces: (match) => {
		if (match[1] !== undefined) return whole(String.fromCharCode(parseInt(match[1], 16)), match);
		const pieces: (readonly [string, number])[] = [];
		let bytes = match[0]
			.slice(1)
			.split('%')
			.map((digits) => parseInt(digits, 16));
		while (bytes.length > 0) {
			const length = lengthOfCharacter(bytes);
			const character = bytes.slice(0, length);
			const decoded = length === 1 ? String.fromCharCode(...character) : Buffer.from(character).toString('utf8');
			pieces.push([decoded, length * 3]);
			bytes = bytes.slice(length);
		}
		return pieces;
	},
};

const DECODERS = [HTML, JSON_TEXT, URL_TEXT];

const decoded = (layer: Layer, { pattern, pieces }: Decoder): Layer | undefined => {
	if (layer.text.search(pattern) === -1) return undefined;
	const texts: string[] = [];
	const from: number[] = [];
	const to: number[] = [];
	const add = (text: string, first: number, last: number): void => {
		texts.push(text);
		for (let unit = 0; unit < text.length; unit += 1) {
			from.push(elementAt(layer.from, first));
			to.push(elementAt(layer.to, last));
		}
	};
	const copy = (start: number, end: number): void => {
		for (let index = start; index < end; index += 1) add(layer.text.charAt(index), index, index);
	};
	let at = 0;
	for (const match of layer.text.matchAll(pattern)) {
		copy(at, match.index);
		at = match.index;
		for (const [text, length] of pieces(match)) {
			add(text, at, at + length - 1);
			at += length;
		}
	}
	copy(at, layer.text.length);
	return { text: texts.join(''), from, to };
};

/** The text and all its decodings: escapes of HTML, JSON and URLs are decoded in any order, up to a maximum depth. */
export const layersOf = (text: string): Layer[] => {
	const places = Array.from({ length: text.length }, (_, index) => index);
	const all: Layer[] = [{ text, from: places, to: places.map((place) => place + 1) }];
	const known = new Set([text]);
	for (let depth = 0, start = 0; depth < MAX_DEPTH; depth += 1) {
		const end = all.length;
		for (const layer of all.slice(start, end)) {
			for (const decoder of DECODERS) {
				const next = decoded(layer, decoder);
				if (next === undefined || known.has(next.text)) continue;
				known.add(next.text);
				all.push(next);
			}
		}
		start = end;
	}
	return all;
};
