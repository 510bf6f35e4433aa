/**
 * JSON as export adaptors send it. Before release 11.1 they put line breaks and tabs of a value into the text as they are, which
 * no JSON parser takes (public material: Events out of the system).
 */

const ESCAPES: Readonly<Record<string, string>> = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r' };

// What a string of JSON cannot hold as it is.
const isControl = (letter: string): boolean => letter < ' ';
const escaped = (control: string): string => ESCAPES[control] ?? `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * The same text with control characters inside of strings escaped; whatever stands between strings is left alone, and so
 * is JSON that was right before. A backslash right before a raw control character was meant as a letter of the value.
 */
export const escapeControls = (text: string): string => {
	const pieces: string[] = [];
	let copied = 0;
	let isString = false;
	const replace = (index: number, by: string): void => {
		pieces.push(text.slice(copied, index), by);
		copied = index + 1;
	};
	for (let index = 0; index < text.length; index += 1) {
		const letter = text[index]!;
		if (letter === '"') isString = !isString;
		else if (!isString) continue;
		else if (isControl(letter)) replace(index, escaped(letter));
		else if (letter === '\\') {
			const next = text[index + 1];
			if (next !== undefined && isControl(next)) replace(index, '\\\\');
			else index += 1;
		}
	}
	return copied === 0 ? text : pieces.join('') + text.slice(copied);
};

/** The value; whether raw control characters were escaped for it; or, in the parser's words, why it is none. */
export type ReadJson = { readonly value: unknown; readonly repaired: boolean } | { readonly why: string };

/** Far deeper than any event, and shallow enough for whatever copies or stores an item. */
const DEEPEST = 200;

const isTooDeep = (text: string): boolean => {
	let depth = 0;
	let isString = false;
	for (let at = 0; at < text.length; at += 1) {
		const letter = text[at]!;
		if (isString && letter === '\\') at += 1;
		else if (letter === '"') isString = !isString;
		else if (isString) continue;
		else if (letter === '[' || letter === '{') {
			depth += 1;
			if (depth > DEEPEST) return true;
		} else if (letter === ']' || letter === '}') depth -= 1;
	}
	return false;
};

const parse = (text: string): { readonly value: unknown } | { readonly why: string } => {
	try {
		return { value: JSON.parse(text) as unknown };
	} catch (cause) {
		return { why: cause instanceof Error ? cause.message : String(cause) };
	}
};

/** Reads JSON that is not nested too deeply, right or with raw control characters in its strings, with or without a byte order mark. */
export const readJson = (given: string): ReadJson => {
	const text = given.replace(/^\uFEFF/, '');
	if (isTooDeep(text)) return { why: `The JSON is nested too deeply: more than ${DEEPEST} levels` };
	const right = parse(text);
	if ('value' in right) return { value: right.value, repaired: false };
	const repairedText = escapeControls(text);
	if (repairedText === text) return right;
	const repaired = parse(repairedText);
	return 'value' in repaired ? { value: repaired.value, repaired: true } : right;
};
