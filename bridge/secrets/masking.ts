import type { Forms } from './secretForms';
import { elementAt, layersOf, type Layer } from './textLayers';

export const MASK = '…';

type Range = readonly [from: number, to: number];

const BASE64 = /[A-Za-z0-9+/_-]/;

/** All occurrences of a string, including overlapping ones. */
const occurrences = (text: string, wanted: string): Range[] => {
	const found: Range[] = [];
	for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) found.push([at, at + wanted.length]);
	return found;
};

/** Extends a base64 match by its padding and by one character before and after the match, because both contain bits of the secret. */
const withNeighbors = (text: string, [from, to]: Range): Range => {
	const start = from > 0 && BASE64.test(text.charAt(from - 1)) ? from - 1 : from;
	let end = to < text.length && BASE64.test(text.charAt(to)) ? to + 1 : to;
	while (text[end] === '=') end += 1;
	return [start, end];
};

const rangesIn = ({ text, from, to }: Layer, { exact, hex, base64 }: Forms): Range[] => {
	// Not toLowerCase, which changes the length of some strings.
	const lower = text.replace(/[A-F]/g, (letter) => letter.toLowerCase());
	const found = [
		...exact.flatMap((form) => occurrences(text, form)),
		...hex.flatMap((form) => occurrences(lower, form)),
		...base64.flatMap((form) => occurrences(text, form).map((range) => withNeighbors(text, range))),
	];
	return found.map(([start, end]) => [elementAt(from, start), elementAt(to, end - 1)]);
};

/**
 * The text with {@link MASK} in place of each secret. A secret is found as plain text, in hex, and in base64 or base64url at any
 * offset. These forms can also be escaped for HTML, JSON or URLs, up to three times and in any order. All other text is unchanged.
 */
export const masked = (text: string, forms: Forms): string => {
	const ranges = layersOf(text)
		.flatMap((layer) => rangesIn(layer, forms))
		.sort(([one], [other]) => one - other);
	if (ranges.length === 0) return text;
	let result = '';
	let at = 0;
	for (const [from, to] of ranges) {
		if (from >= at) result += `${text.slice(at, from)}${from === at && at > 0 ? '' : MASK}`;
		at = Math.max(at, to);
	}
	return result + text.slice(at);
};
