/** Hashes and comparisons of secrets, with the functions of Node.js. */
import { createHash, timingSafeEqual } from 'node:crypto';

import type { Sha256 } from '../../core/model/port';

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

export const sha256: Sha256 = (text) => digest(text).toString('hex');

/**
 * Whether a string is one of the accepted strings. It is compared by digest with every accepted string, so the timing does not reveal which
 * string matches or where the strings differ. The timing depends only on the number and lengths of the strings.
 */
export const isOneOf = (given: string, accepted: readonly string[]): boolean => {
	const givenDigest = digest(given);
	let isFound = false;
	for (const text of accepted) isFound = timingSafeEqual(digest(text), givenDigest) || isFound;
	return isFound;
};
