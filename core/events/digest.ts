/**
 * SHA-256 (FIPS 180-4) in plain TypeScript, since the core takes nothing from a runtime. It serves two ends: a short name for
 * a body of any length, and a comparison of secrets that takes the same time wherever they differ.
 */

/** The first 32 bits of the fractional parts of the roots of the first primes: square roots for the state, cube roots for the rounds. */
const firstPrimes = (count: number): number[] => {
	const primes: number[] = [];
	for (let candidate = 2; primes.length < count; candidate += 1) {
		if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
	}
	return primes;
};
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const PRIMES = firstPrimes(64);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

/** The text as UTF-8. A lone half of a surrogate pair becomes U+FFFD, as it does on the wire. */
export const utf8 = (text: string): Uint8Array => {
	const bytes = new Uint8Array(text.length * 3);
	let length = 0;
	for (const letter of text) {
		const point = letter.codePointAt(0)!;
		const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
		if (code < 0x80) bytes[length++] = code;
		else if (code < 0x800) {
			bytes[length++] = 0xc0 | (code >> 6);
			bytes[length++] = 0x80 | (code & 63);
		} else {
			if (code < 0x10000) bytes[length++] = 0xe0 | (code >> 12);
			else {
				bytes[length++] = 0xf0 | (code >> 18);
				bytes[length++] = 0x80 | ((code >> 12) & 63);
			}
			bytes[length++] = 0x80 | ((code >> 6) & 63);
			bytes[length++] = 0x80 | (code & 63);
		}
	}
	return bytes.subarray(0, length);
};

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

const padded = (bytes: Uint8Array): Uint8Array => {
	const whole = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64);
	whole.set(bytes);
	whole[bytes.length] = 0x80;
	const view = new DataView(whole.buffer);
	view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
	view.setUint32(whole.length - 4, (bytes.length << 3) >>> 0);
	return whole;
};

const compress = (state: Int32Array, words: Int32Array): void => {
	for (let index = 16; index < 64; index += 1) {
		const early = words[index - 15]!;
		const late = words[index - 2]!;
		const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
		const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
		words[index] = (words[index - 16]! + small + words[index - 7]! + large) | 0;
	}
	let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
	for (let index = 0; index < 64; index += 1) {
		const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[index]! + words[index]!) | 0;
		const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
		h = g;
		g = f;
		f = e;
		e = (d + one) | 0;
		d = c;
		c = b;
		b = a;
		a = (one + two) | 0;
	}
	[a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = state[index]! + word));
};

/** The digest of a text (as UTF-8): eight words of 32 bits. */
const digest = (text: string): Int32Array => {
	const whole = padded(utf8(text));
	const view = new DataView(whole.buffer);
	const state = Int32Array.from(START);
	const words = new Int32Array(64);
	for (let block = 0; block < whole.length; block += 64) {
		for (let index = 0; index < 16; index += 1) words[index] = view.getInt32(block + index * 4);
		compress(state, words);
	}
	return state;
};

/** SHA-256 of a text in 64 hexadecimal digits. */
export const sha256 = (text: string): string => [...digest(text)].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

/**
 * Whether a text is one of those accepted. The time it takes depends on the lengths of the texts alone, not on where they
 * differ nor on which of them fits, since digests are compared, whole, and always all of them.
 */
export const isOneOf = (given: string, accepted: readonly string[]): boolean => {
	const mine = digest(given);
	let found = 0;
	for (const text of accepted) {
		let difference = 0;
		digest(text).forEach((word, index) => (difference |= word ^ mine[index]!));
		found |= Number(difference === 0);
	}
	return found === 1;
};
