import fc from 'fast-check';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { maskSecrets } from '../../bridge/secrets/secrets';
import { apiErrorOf, outcomeOf } from '../../core/http/outcome';
import type { SiteResponse } from '../../core/model/port';
import { DecodeError } from '../../core/wire/decode';
import { messageOf } from '../../core/wire/reason';
import { runsOf } from '../support/propertyRuns';

type Encoding = (text: string, random: () => number) => string;

const each = (text: string, form: (character: string) => string): string => [...text].map(form).join('');
const upperOrLower = (text: string, random: () => number): string =>
	each(text, (character) => (random() < 0.5 ? character.toUpperCase() : character.toLowerCase()));
const hex = (code: number, digits = 0): string => code.toString(16).padStart(digits, '0');
const NAMES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
	'!': 'excl',
	'#': 'num',
	$: 'dollar',
	'%': 'percnt',
	'@': 'commat',
	é: 'eacute',
	ü: 'uuml',
	'/': 'sol',
};

/** What servers, proxies and their templates do to a string, written independently of the product. */
const ESCAPES: Readonly<Record<string, Encoding>> = {
	unchanged: (text) => text,
	'as decimal references': (text) => each(text, (character) => `&#${character.codePointAt(0)};`),
	'as hexadecimal references': (text, random) =>
		each(text, (character) => `&#${random() < 0.5 ? 'x' : 'X'}${upperOrLower(hex(character.codePointAt(0)!), random)};`),
	'as references without a semicolon': (text) => `${each(text, (character) => `&#${character.codePointAt(0)}`)} `,
	'as named references': (text) => each(text, (character) => (NAMES[character] === undefined ? character : `&${NAMES[character]};`)),
	'as references for some characters': (text, random) =>
		each(text, (character) => (random() < 0.5 || /[&;#]/.test(character) ? `&#${character.codePointAt(0)};` : character)),
	'in a URL': (text) => encodeURIComponent(text),
	'in a form': (text) => encodeURIComponent(text).replace(/%20/g, '+'),
	'in a URL with all characters encoded, in mixed case': (text, random) =>
		upperOrLower([...Buffer.from(text)].map((byte) => `%${hex(byte, 2)}`).join(''), random),
	'in JSON': (text) => JSON.stringify(text).slice(1, -1),
	'in JSON with all characters escaped': (text, random) =>
		each(text, (character) =>
			[...Array(character.length).keys()].map((unit) => `\\u${upperOrLower(hex(character.charCodeAt(unit), 4), random)}`).join(''),
		),
	'in JSON with slashes escaped': (text) => JSON.stringify(text).slice(1, -1).replace(/\//g, '\\/'),
};
const BYTES: Readonly<Record<string, Encoding>> = {
	'in base64, on its own': (text) => Buffer.from(text).toString('base64'),
	'in base64, after one byte': (text) => Buffer.from(`a${text}`).toString('base64'),
	'in base64, after two bytes and before others': (text) => Buffer.from(`ab${text}tail`).toString('base64'),
	'in base64, as a user with a password': (text) => Buffer.from(`keeper:${text}`).toString('base64'),
	'in base64url': (text) => Buffer.from(`keeper:${text}?>`).toString('base64url'),
	'in hex': (text) => Buffer.from(text).toString('hex'),
	'in hex, upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};
const escapeNames = Object.keys(ESCAPES);
const byteNames = Object.keys(BYTES);

/** The text and its decoded forms, in any of which a reader could find a secret. */
const decodings = (text: string): string[] => {
	const attempt = (decode: () => string): string[] => {
		try {
			return [decode()];
		} catch {
			return [];
		}
	};
	const once = (value: string): string[] => [
		value,
		...attempt(() => decodeURIComponent(value.replace(/\+/g, ' '))),
		...attempt(() => JSON.parse(`"${value}"`) as string),
		value
			.replace(/&#(\d+);?/g, (_whole, code: string) => String.fromCodePoint(Number(code)))
			.replace(/&#[xX]([0-9a-fA-F]+);?/g, (_whole, code: string) => String.fromCodePoint(parseInt(code, 16))),
	];
	return once(text).flatMap(once);
};

const secretOf = (shortest: number): fc.Arbitrary<string> =>
	fc
		.string({ unit: fc.constantFrom(...'abcXYZ0189!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ éü東'), minLength: shortest, maxLength: 24 })
		.filter((text) => text.trim() === text && new Set(text).size > 2 && /[^0-9]/.test(text));
const maskedOf = (
	body: unknown,
	data: ICredentialDataDecryptedObject,
	status: number,
	method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
): SiteResponse => {
	const result = maskSecrets({ kind: 'response', status, headers: {}, body }, data, method);
	if (result.kind === 'noResponse') throw new Error(result.message);
	return result;
};
const shownOf = (body: unknown, data: ICredentialDataDecryptedObject, status = 400): unknown => maskedOf(body, data, status, 'GET').body;

describe('An error response', () => {
	it('does not reveal a secret of four or more characters, however it is escaped', () => {
		fc.assert(
			fc.property(
				secretOf(4),
				fc.array(fc.constantFrom(...escapeNames), { minLength: 1, maxLength: 2 }),
				fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
				fc.constantFrom('password', 'clientSecret', 'sessionToken'),
				(secret, names, stream, field) => {
					const random = (): number => stream.next().value as number;
					const echo = names.reduce((text, name) => ESCAPES[name]!(text, random), secret);
					const shown = (shownOf({ error: `Cannot read '${echo}' here` }, { username: 'keeper', [field]: secret }) as { error: string })
						.error;
					expect(shown).toMatch(/^Cannot read '….*' here$/);
					for (const text of decodings(shown.slice("Cannot read '".length, -"' here".length))) expect(text).not.toContain(secret);
				},
			),
			{ numRuns: runsOf(0.2) },
		);
	});

	it('does not reveal a secret of four or more characters in encoded bytes, escaped or not', () => {
		fc.assert(
			fc.property(secretOf(4), fc.constantFrom(...byteNames), fc.constantFrom(...escapeNames), (secret, name, escape) => {
				const bytes = BYTES[name]!(secret, Math.random);
				const shown = (
					shownOf({ error: `Cannot read '${ESCAPES[escape]!(bytes, () => 0.3)}' here` }, { username: 'keeper', password: secret }) as {
						error: string;
					}
				).error;
				expect(shown).toContain('…');
				const kept = shown.replace(/^Cannot read '|' here$/g, '').split('…');
				// The unmasked text may contain some of the encoded bytes, but never the whole secret.
				for (const text of kept.flatMap((part) => [
					part,
					Buffer.from(part, 'base64').toString('utf8'),
					Buffer.from(part, 'hex').toString('utf8'),
				]))
					expect(text).not.toContain(secret);
			}),
			{ numRuns: runsOf(0.1) },
		);
	});

	it('does not reveal a secret as a property name, as a number, or at any depth', () => {
		fc.assert(
			fc.property(secretOf(4), fc.integer({ min: 1, max: 60 }), (secret, depth) => {
				let error: unknown = { [secret]: secret, [`before ${secret} after`]: [secret] };
				for (let level = 0; level < depth; level += 1) error = level % 2 === 0 ? [error] : { inner: error };
				const shown = JSON.stringify(shownOf({ error }, { password: secret }));
				expect(shown).not.toContain(JSON.stringify(secret).slice(1, -1));
				expect(shown).toContain('before … after');
			}),
			{ numRuns: runsOf(0.02) },
		);
		expect(shownOf({ error: { code: 40127733 } }, { password: '40127733' })).toEqual({ error: { code: '…' } });
		expect(shownOf({ error: { secret1: 1, '…': 2 } }, { password: 'secret1' })).toEqual({ error: { '…': 1, '……': 2 } });
	});

	it('keeps text without a secret unchanged', () => {
		fc.assert(
			fc.property(secretOf(8), fc.string({ unit: fc.constantFrom(...'abc XYZ 019 &#;%\\u{}"<>/='), maxLength: 200 }), (secret, text) => {
				fc.pre(!text.includes(secret));
				expect((shownOf({ error: text }, { password: secret }) as { error: string }).error).toBe(text);
			}),
			{ numRuns: runsOf(0.1) },
		);
	});

	it.each(['Pa5w', 'Pa55wrd'])('does not reveal a short password in its message in any encoding: %s', (password) => {
		const forms = [...Object.values(ESCAPES), ...Object.values(BYTES)].map((encoding) => encoding(password, () => 0.7));
		const error = forms.map((form) => `[${form}]`).join(' ');
		const shown = messageOf(shownOf({ error }, { username: 'keeper', password }));
		for (const form of forms) expect(shown).not.toContain(form.trim());
	});

	it('nested 20,000 levels deep is masked without a stack overflow', () => {
		let error: unknown = 'Pa55word';
		for (let level = 0; level < 20_000; level += 1) error = { error };
		let shown = shownOf(error, { password: 'Pa55word' });
		while (typeof shown === 'object') shown = (shown as { error: unknown }).error;
		expect(shown).toBe('…');
	});

	it('of 20 MB is masked within seconds', () => {
		const body = { error: Array.from({ length: 200 }, () => '&#80;%41\\u0042 '.repeat(7_000)) };
		const begun = Date.now();
		shownOf(body, { username: 'keeper', password: 'Pa55word', sessionToken: 'x'.repeat(2_000) });
		expect(Date.now() - begun).toBeLessThan(10_000);
	});
});

describe('A response with status 200', () => {
	const data = { username: 'keeper', password: 'true', clientSecret: 'long-enough-secret', sessionToken: 'session-token' };

	it('keeps a word that matches a short secret, but masks a value that is a long secret', () => {
		const rows = [
			{
				flag: 'true',
				note: 'It is true',
				secret: 'long-enough-secret',
				header: 'Bearer session-token',
				text: 'The long-enough-secret stays',
			},
		];
		expect(shownOf({ jm_job: rows }, data, 200)).toEqual({
			jm_job: [{ flag: 'true', note: 'It is true', secret: '…', header: '…', text: 'The long-enough-secret stays' }],
		});
	});

	it('contains no secret in a message next to its records', () => {
		expect(shownOf({ message: 'It is true', jm_job: [{ flag: 'true' }] }, data, 200)).toEqual({
			message: 'It is …',
			jm_job: [{ flag: 'true' }],
		});
	});

	it('contains no secret if it is a web page or an error instead of records', () => {
		expect(shownOf('<title>It is true</title>', data, 200)).toBe('<title>It is …</title>');
		expect(shownOf({ error: ['It is true'] }, data, 200)).toEqual({ error: ['It is …'] });
	});
});

describe('A refusal with status 200 that contains an array of objects', () => {
	const data = { username: 'demo', password: 'secret-of-demo' };
	const basic = Buffer.from('demo:secret-of-demo').toString('base64');
	const refusals = (): readonly unknown[] => [
		[{ error: 'Login demo / secret-of-demo failed', job_no: null }],
		{ success: false, request: [{ raw: `POST /JmJob Authorization: Basic ${basic}` }] },
		{ description: 'Login demo / secret-of-demo failed', request: [{ raw: basic }] },
	];
	const errorOf = (response: SiteResponse, method: 'GET' | 'POST'): string => {
		const outcome = outcomeOf(response, () => {
			throw new DecodeError('Unexpected response format');
		});
		if ('value' in outcome) throw new Error('Not a failure');
		const request = { method, path: '/JmJob', headers: {}, effect: method === 'GET' ? 'read' : 'once' } as const;
		return apiErrorOf(outcome.failure, { request, attempts: 1, uncertain: false, explained: true }).message;
	};

	it.each(['POST', 'PATCH', 'PUT', 'DELETE'] as const)('contains no secret in the response to a %s', (method) => {
		for (const body of refusals().slice(0, 2)) {
			const shown = JSON.stringify(maskedOf(body, data, 200, method).body);
			expect(shown).not.toMatch(new RegExp(`secret-of-demo|${basic.slice(0, 8)}`));
			expect(shown).toContain('…');
		}
	});

	it.each(['GET', 'POST'] as const)('contains no secret in the error message of a %s', (method) => {
		for (const body of refusals()) {
			const message = errorOf(maskedOf(body, data, 200, method), method);
			expect(message).not.toMatch(new RegExp(`secret-of-demo|${basic.slice(0, 8)}`));
			expect(message).toContain('…');
		}
	});
});

describe('The list of secrets to mask', () => {
	it.each<readonly [string, ICredentialDataDecryptedObject]>([
		['the value of an additional body field whose name suggests a secret', { extraBody: '{"client": "n8n", "api_key": "kept-secret"}' }],
		['an additional body property of OAuth 2', { additionalBodyProperties: '{"nested": {"client_assertion": "kept-secret"}}' }],
		['a password in a URL', { signInUrl: 'https://keeper:kept-secret@media.example.com/login' }],
		['a secret parameter in a URL', { accessTokenUrl: 'https://media.example.com/token?key=kept%2Dsecret' }],
		['any token that the provider issued', { oauthTokenData: { id_token: 'kept-secret', token_type: 'Bearer' } }],
		['the key of a client certificate', { privateKey: 'kept-secret' }],
	])('includes %s', (_name, data) => {
		expect(shownOf({ error: 'n8n and Bearer and kept-secret' }, data)).toEqual({ error: 'n8n and Bearer and …' });
	});
});
