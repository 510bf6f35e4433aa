/**
 * Parses JSON from export adaptors. Before release 11.1, they do not escape line breaks and tabs in values, which JSON parsers
 * reject (public material: Events out of the system).
 */

const ESCAPES: Readonly<Record<string, string>> = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r' };

const isControl = (letter: string): boolean => letter < ' ';
const escaped = (control: string): string => ESCAPES[control] ?? `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Escapes control characters inside strings. Valid JSON, and any text outside strings, stays unchanged. A backslash right before a raw
 * control character does not escape it, but is part of the value.
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
		const letter = text.charAt(index);
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

/** `repaired`: raw control characters were escaped first. `error`: the parser's message. */
export type ReadJson = { readonly value: unknown; readonly repaired: boolean } | { readonly error: string };

/** Far deeper than any event, and shallow enough for all code that copies or stores an item. */
const MAX_DEPTH = 200;

const isTooDeep = (text: string): boolean => {
	let depth = 0;
	let isString = false;
	for (let at = 0; at < text.length; at += 1) {
		const letter = text.charAt(at);
		if (isString && letter === '\\') at += 1;
		else if (letter === '"') isString = !isString;
		else if (isString) continue;
		else if (letter === '[' || letter === '{') {
			depth += 1;
			if (depth > MAX_DEPTH) return true;
		} else if (letter === ']' || letter === '}') depth -= 1;
	}
	return false;
};

const parse = (text: string): { readonly value: unknown } | { readonly error: string } => {
	try {
		return { value: JSON.parse(text) as unknown };
	} catch (cause) {
		return { error: cause instanceof Error ? cause.message : String(cause) };
	}
};

/** Parses JSON, and accepts a byte order mark and raw control characters in strings. */
export const readJson = (given: string): ReadJson => {
	const text = given.replace(/^\uFEFF/, '');
	if (isTooDeep(text)) return { error: `The JSON is nested too deeply: more than ${MAX_DEPTH} levels` };
	const unchanged = parse(text);
	if ('value' in unchanged) return { value: unchanged.value, repaired: false };
	const repairedText = escapeControls(text);
	if (repairedText === text) return unchanged;
	const repaired = parse(repairedText);
	return 'value' in repaired ? { value: repaired.value, repaired: true } : unchanged;
};
