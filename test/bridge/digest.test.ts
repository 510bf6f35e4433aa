import { createHash } from 'node:crypto';
import fc from 'fast-check';

import { isOneOf, sha256 } from '../../bridge/run/digest';

const anyText = fc.string({ unit: 'binary', maxLength: 300, size: 'max' });

describe('The digest of a string', () => {
	it('is its SHA-256 hash in hexadecimal', () => {
		fc.assert(fc.property(anyText, (text) => expect(sha256(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))));
	});
});

describe('The comparison of secrets', () => {
	it('accepts a secret at any position in the list', () => {
		fc.assert(
			fc.property(fc.uniqueArray(anyText, { minLength: 1, maxLength: 4 }), fc.nat(), (texts, pick) =>
				expect(isOneOf(texts[pick % texts.length]!, texts)).toBe(true),
			),
		);
	});

	it('rejects every string that differs from the accepted secret', () => {
		fc.assert(
			fc.property(anyText, anyText, (given, accepted) =>
				expect(isOneOf(given, [accepted])).toBe(Buffer.from(given).equals(Buffer.from(accepted))),
			),
		);
	});

	it.each([
		['a prefix of the secret', 'secre', 'secret'],
		['the secret followed by another letter', 'secrets', 'secret'],
		['an empty string', '', 'secret'],
		['the secret with a capital letter', 'Secret', 'secret'],
	])('rejects %s', (_what, given, secret) => {
		expect(isOneOf(given, [secret])).toBe(false);
	});

	it('continues to the last accepted secret, even after a match', () => {
		const comparisonsFor = (given: string): number => {
			let comparisons = 0;
			const accepted = new Proxy(['first', 'second', 'third'], {
				get: (texts, name) =>
					typeof name === 'string' && /^\d$/.test(name) ? ((comparisons += 1), texts[Number(name)]) : Reflect.get(texts, name),
			});
			isOneOf(given, accepted);
			return comparisons;
		};
		expect(['first', 'second', 'third', 'fourth', ''].map(comparisonsFor)).toEqual([3, 3, 3, 3, 3]);
	});

	it('rejects an empty string if the list contains no secret', () => {
		expect(isOneOf('', [])).toBe(false);
	});
});
