/** Parses JSON without rounding whole numbers. */

/** A whole number with so many digits that JavaScript may round it. Other numbers, such as decimals, stay unchanged. */
const LONG_INTEGER = /(?<![\w.+-])-?[0-9]{16,}(?![\w.+-])/g;

/** The position after the string that starts at `start`. */
const endOfString = (text: string, start: number): number => {
	for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
		let backslashes = 0;
		while (text[at - 1 - backslashes] === '\\') backslashes += 1;
		if (backslashes % 2 === 0) return at + 1;
	}
	return text.length;
};

/** JSON in which whole numbers that JavaScript would round are strings. */
const withExactIntegers = (json: string): string => {
	const pieces: string[] = [];
	for (let at = 0; at < json.length;) {
		const quote = json.indexOf('"', at);
		const start = quote === -1 ? json.length : quote;
		const end = quote === -1 ? json.length : endOfString(json, quote);
		const outside = json.slice(at, start);
		pieces.push(
			outside.replace(LONG_INTEGER, (digits) => (Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`)),
			json.slice(start, end),
		);
		at = end;
	}
	return pieces.join('');
};

/**
 * Whether a JSON text may contain such a number as a value. Converting the text takes much longer than parsing it. A single expression for
 * both cases takes almost twice as long.
 */
const hasLongInteger = (json: string): boolean => /[:[,]\s*-?[0-9]{16,}\s*[,}\]]/.test(json) || /^\s*-?[0-9]{16,}\s*$/.test(json);

/**
 * The value of a JSON text. A whole number that JavaScript would round, such as the key 90071992547409931, becomes a string with the same
 * digits. Throws a SyntaxError if the text is not JSON.
 */
export const parseJson = (text: string): unknown => JSON.parse(hasLongInteger(text) ? withExactIntegers(text) : text) as unknown;
