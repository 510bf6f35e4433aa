/** Checksums of rows, by which a later run of an import recognizes the rows of the same file. */
import type { SourceRow } from '../files/sourceRow';
import { isAdded } from './columns';

/** A number that is not the code of a character. It separates names and values. */
const END = 0x1_0000;

/** Adds a text to a 32-bit multiplicative hash. */
const hashed = (hash: number, text: string): number => {
	for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 2654435761);
	return Math.imul(hash ^ END, 2654435761);
};

/**
 * A checksum of the content of a row, without the columns that the file of rejected rows adds, as a 32-bit number. Only values that are not
 * strings are converted to JSON, because an import calculates this checksum for every row.
 */
export const fingerprint = ({ values }: SourceRow): number => {
	let hash = 0xdeadbeef;
	for (const name in values) {
		const value = values[name];
		if (value === undefined || isAdded(name)) continue;
		hash = hashed(hash, name);
		hash = typeof value === 'string' ? hashed(hash, value) : ~hashed(hash, JSON.stringify(value));
	}
	hash = Math.imul(hash ^ (hash >>> 16), 2246822507);
	hash = Math.imul(hash ^ (hash >>> 13), 3266489909);
	return (hash ^ (hash >>> 16)) >>> 0;
};

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** A checksum as 8 hexadecimal digits. `Number.toString` would take longer than the checksum itself. */
export const shownChecksum = (sum: number): string =>
	`${HEX[sum >>> 24]}${HEX[(sum >>> 16) & 255]}${HEX[(sum >>> 8) & 255]}${HEX[sum & 255]}`;
