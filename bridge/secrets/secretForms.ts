import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** Shorter strings are part of too many words: masking them would make every message unreadable. */
const MIN_LENGTH = 4;

/** Names of fields whose values are secret: in credentials, in responses with tokens, and in fields that users add to a sign-in. */
const SECRET_NAME = /pass(word|phrase|wd)?$|pwd|secret|token|(api|access|private|certificate)_?key|^key$|^pin$|assertion/i;
const PUBLIC_NAME = /url$|type$|status|expire|scope/i;
/** Fields that contain JSON. */
const JSON_FIELDS = ['extraBody', 'additionalBodyProperties'];
/** Matches URLs that can contain a secret: with a user name or a query. */
const ADDRESS = /^\w+:\/\/([^/?#]*)@|\?/;

/** The secrets of a credential, and the encoded forms in which they are sent. */
export interface Secrets {
	/** The raw strings. */
	readonly plain: readonly string[];
	/** Base64 of a user name with its password, or of a client ID with its secret. The whole string is masked. */
	readonly pairs: readonly string[];
}

const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

const textsIn = (value: unknown): string[] =>
	typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];

const inJson = (text: string): string[] => {
	try {
		const value = JSON.parse(text) as unknown;
		return typeof value === 'object' && value !== null ? secretsIn(value) : [];
	} catch {
		return [];
	}
};

/** The password in a URL, and the secret parameters in its query, both raw and decoded. */
const inUrl = (text: string): string[] => {
	if (!ADDRESS.test(text)) return [];
	const password = /^\w+:\/\/[^/?#:]*:([^/?#]*)@/.exec(text)?.[1];
	const parameters = [...text.matchAll(/[?&]([^=&#]+)=([^&#]*)/g)].flatMap(([, name = '', value = '']) =>
		SECRET_NAME.test(name) ? [value] : [],
	);
	return [...(password === undefined ? [] : [password]), ...parameters].flatMap((found) => {
		try {
			return [found, decodeURIComponent(found)];
		} catch {
			return [found];
		}
	});
};

const secretsIn = (values: object): string[] =>
	Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
		if (SECRET_NAME.test(name) && !PUBLIC_NAME.test(name) && typeof value !== 'object') return [String(value ?? '')];
		if (typeof value === 'string') return JSON_FIELDS.includes(name) ? inJson(value) : inUrl(value);
		return typeof value === 'object' && value !== null
			? Array.isArray(value) && SECRET_NAME.test(name)
				? textsIn(value)
				: secretsIn(value)
			: [];
	});

/** The secrets of a credential that have at least {@link MIN_LENGTH} characters. */
export const secretsOf = (data: ICredentialDataDecryptedObject): Secrets => {
	const { username, password, clientId, clientSecret } = data;
	const pairs = [
		[username, password],
		[clientId, clientSecret],
	].flatMap(([name, word]) => (typeof word === 'string' && word !== '' ? [[String(name), word] as const] : []));
	// A provider accepts the name and the secret either unchanged or percent-encoded (RFC 6749, 2.3.1).
	const sent = pairs.flatMap(([name, word]) => [`${name}:${word}`, `${encoded(name)}:${encoded(word)}`]);
	return {
		plain: [...new Set(secretsIn(data))].filter((text) => text.length >= MIN_LENGTH),
		pairs: [
			...new Set(sent.flatMap((pair) => [Buffer.from(pair, 'utf8'), Buffer.from(pair, 'latin1')]).map((bytes) => bytes.toString('base64'))),
		].filter((text) => text.length >= MIN_LENGTH),
	};
};

/** The strings to look for, after the escapes of HTML, JSON and URLs are decoded. */
export interface Forms {
	/** Matched exactly. */
	readonly exact: readonly string[];
	/** Matched case-insensitively; in lower case here. */
	readonly hex: readonly string[];
	/** The base64 characters that depend only on the secret. The characters next to them depend partly on the secret. */
	readonly base64: readonly string[];
}

const urlSafe = (text: string): string => text.replace(/\+/g, '-').replace(/\//g, '_');

/** How the bytes appear in the base64 of a longer string: one form for each offset in a group of three bytes. */
const cores = (bytes: Buffer): string[] =>
	[0, 1, 2].map((offset) => {
		const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
		return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
	});

export const formsOf = ({ plain, pairs }: Secrets): Forms => {
	const texts = [...new Set(plain.flatMap((text) => [text, text.replace(/ /g, '+')]))];
	const bytes = plain
		.flatMap((text) => [...new Set([text, quoted(text), encoded(text)])])
		.flatMap((text) => [Buffer.from(text, 'utf8'), Buffer.from(text, 'latin1')]);
	const base64 = [...new Set(bytes.flatMap(cores))];
	return {
		exact: [...new Set([...texts, ...pairs.flatMap((pair) => [pair, pair.replace(/=+$/, '')]).flatMap((pair) => [pair, urlSafe(pair)])])],
		hex: [...new Set(bytes.map((each) => each.toString('hex')))],
		base64: [...new Set(base64.flatMap((core) => [core, urlSafe(core)]))],
	};
};
