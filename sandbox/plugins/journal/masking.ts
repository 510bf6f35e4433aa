/** Replaces a secret. */
export const MASK = '***';

/** Parts of the names of headers, parameters and properties whose value is a secret: `X-Api-Key`, `client_secret`. */
const SECRET_NAME = /auth(?!or(?!i[sz]))|token|secret|passw|pwd|credential|cookie|api[-_ ]?key|assertion|^code$|code_verifier/i;
const SECRET_HEADER = /key$|session/i;
/** Names that match but whose values are not secret: `token_type`, `token_endpoint_auth_method`. */
const NOT_SECRET = /token[-_]type([-_]hint)?$|[-_](endpoint|expires[-_]in|method|methods[-_]supported)$/i;
/** The scheme in a header's value. It is shown, because only the part after it is secret. */
const SCHEME = /^(basic|bearer)\s/i;

const isSecretName = (name: string): boolean => SECRET_NAME.test(name) && !NOT_SECRET.test(name);

/** Headers as `{name: value}` with unchanged names and joined duplicates. Secrets are masked except for their scheme. */
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

/** The raw path and the decoded parameters of an address. Secrets and values that cannot be decoded are masked. */
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

/** Masks a single value. Only JSON can contain a secret; words such as `code` or `client_credentials` are not secret. */
const maskedText = (value: string): string => (LOOKS_LIKE_JSON.test(value) ? maskedBody(value) : value);

/** A quick test for strings that can contain the name of a secret, possibly escaped. */
const MAY_CONTAIN_SECRET = new RegExp(`${SECRET_NAME.source.replace('^code$', '\\bcode\\b')}|\\\\u`, 'i');
/** A value that is or contains JSON. */
const LOOKS_LIKE_JSON = /^\s*[[{"]|"\s*:/;

/**
 * Returns a body unchanged if nothing in it looks like a secret. Otherwise returns its JSON with masked secrets, or only a mask
 * if it is invalid or truncated JSON.
 */
export function maskedBody(body: string): string {
	if (!MAY_CONTAIN_SECRET.test(body)) {
		return body;
	}
	try {
		return JSON.stringify(withoutSecrets(JSON.parse(body)));
	} catch {
		return `${MASK} (${body.length} characters that are not JSON and may contain a secret)`;
	}
}
