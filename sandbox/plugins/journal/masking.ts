/** Stands where a secret stood. */
export const MASK = '***';

/** Parts of the names of headers, parameters and properties whose value is a secret: `X-Api-Key`, `client_secret`. */
const SECRET_NAME = /auth(?!or(?!i[sz]))|token|secret|passw|pwd|credential|cookie|api[-_ ]?key|assertion|^code$|code_verifier/i;
const SECRET_HEADER = /key$|session/i;
/** Names that speak of a secret and hold none: `token_type`, `token_endpoint_auth_method`. */
const ABOUT_A_SECRET = /token[-_]type([-_]hint)?$|[-_](endpoint|expires[-_]in|method|methods[-_]supported)$/i;
/** What a header's value may be told by: one of these words, never what follows it. */
const SCHEME = /^(basic|bearer)\s/i;

const isSecretName = (name: string): boolean => SECRET_NAME.test(name) && !ABOUT_A_SECRET.test(name);

/** Headers as `{name: value}`, names as they came, several of one name joined; secrets masked but for the scheme. */
export function maskedHeaders(rawHeaders: readonly string[]): Record<string, string> {
	const shown = new Map<string, string>();
	for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
		const name = rawHeaders[at] as string;
		const value = rawHeaders[at + 1] as string;
		const scheme = SCHEME.exec(value)?.[1];
		const safe = !isSecretName(name) && !SECRET_HEADER.test(name) ? value : scheme === undefined ? MASK : `${scheme} ${MASK}`;
		const before = shown.get(name);
		shown.set(name, before === undefined ? safe : `${before}, ${safe}`);
	}
	return Object.fromEntries(shown);
}

const decoded = (text: string): string | undefined => {
	try {
		return decodeURIComponent(text.replaceAll('+', ' '));
	} catch {
		return undefined;
	}
};

/** The address in its two parts, the path as it came and the parameters decoded; secrets masked, and what cannot be decoded. */
export function maskedAddress(url: string): { path: string; query: Record<string, string> } {
	const mark = url.indexOf('?');
	if (mark < 0) {
		return { path: url, query: {} };
	}
	const query = new Map<string, string>();
	for (const pair of url.slice(mark + 1).split('&')) {
		const equals = pair.indexOf('=');
		const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
		const value = equals < 0 ? '' : decoded(pair.slice(equals + 1));
		if (name !== undefined && name !== '') {
			query.set(name, value === undefined || isSecretName(name) ? MASK : maskedText(value));
		}
	}
	return { path: url.slice(0, mark), query: Object.fromEntries(query) };
}

const withoutSecrets = (value: unknown): unknown => {
	if (Array.isArray(value)) {
		return value.map(withoutSecrets);
	}
	if (value !== null && typeof value === 'object') {
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, isSecretName(name) ? MASK : withoutSecrets(inner)]));
	}
	return typeof value === 'string' ? maskedText(value) : value;
};

/** A single value: a word such as `code` or `client_credentials` is no secret, JSON may hold one. */
const maskedText = (value: string): string => (LOOKS_LIKE_JSON.test(value) ? maskedBody(value) : value);

/** Says quickly that a text holds no secret name; an escape may hide one. */
const MAY_HOLD_SECRET = new RegExp(`${SECRET_NAME.source.replace('^code$', '\\bcode\\b')}|\\\\u`, 'i');
/** A value that is JSON itself, whole or in part. */
const LOOKS_LIKE_JSON = /^\s*[[{"]|"\s*:/;

/**
 * A body's text as it came where nothing in it looks like a secret. Else its JSON with the secret values masked;
 * where it cannot be read as JSON (broken, or cut short), nothing of it.
 */
export function maskedBody(body: string): string {
	if (!MAY_HOLD_SECRET.test(body)) {
		return body;
	}
	try {
		return JSON.stringify(withoutSecrets(JSON.parse(body)));
	} catch {
		return `${MASK} (${body.length} characters that cannot be read and may hold a secret)`;
	}
}
