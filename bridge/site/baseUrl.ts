/**
 * The Base URL of a site, extracted from a pasted URL: `https://media.example.com/api/v2/database/LIVE` (public material: Address and
 * access). The pasted URL can continue with a document, a key, a query or the path of a definition.
 */

/**
 * The replacements are applied in this order. {@link readBaseUrl} and {@link BASE_URL_EXPRESSION} share them, so that the two cannot
 * differ.
 */
const REPLACEMENTS: ReadonlyArray<readonly [RegExp, string]> = [
	[/^\s+|\s+$/g, ''],
	[/[?#].*$/, ''],
	[/(\/database\/[^/]+)\/.*$/i, '$1'],
	[/\/+$/, ''],
];

/** `https://` or `http://`, a host with an optional port, and a path. No user name, because messages show the URL. */
const SITE = /^https?:\/\/[^\s/?#@\\]+(\/[^\s?#\\]*)?$/i;

export type ReadBaseUrl = { readonly url: string; readonly refusal?: undefined } | { readonly url?: undefined; readonly refusal: string };

/** The base URL in a pasted URL, without a trailing slash; or why it is invalid. */
export const readBaseUrl = (pasted: unknown): ReadBaseUrl => {
	const url = REPLACEMENTS.reduce((text, [pattern, by]) => text.replace(pattern, by), typeof pasted === 'string' ? pasted : '');
	if (url === '')
		return {
			refusal:
				"The 'Base URL' in the credential is empty. Enter the URL of your site, for example https://media.example.com/api/v2/database/LIVE",
		};
	if (!/^https?:\/\//i.test(url)) return { refusal: "The 'Base URL' in the credential must start with https:// or http://" };
	if (url.includes('@'))
		return {
			refusal: "The 'Base URL' in the credential contains an @. Remove the user name and password, and enter them in their own fields",
		};
	if (!SITE.test(url))
		return {
			refusal: "The 'Base URL' in the credential is not a valid URL. Enter a URL such as https://media.example.com/api/v2/database/LIVE",
		};
	if (/\/database$/i.test(url))
		return {
			refusal:
				"The 'Base URL' in the credential does not contain the name of the database. Enter a URL such as https://media.example.com/api/v2/database/LIVE",
		};
	return { url };
};

/**
 * The same replacements as an n8n expression, because a credential's test request cannot contain a function.
 * Other text can follow the expression.
 */
export const BASE_URL_EXPRESSION = `={{ ($credentials.baseUrl || '')${REPLACEMENTS.map(([pattern, by]) => `.replace(${String(pattern)}, '${by}')`).join('')} }}`;

/** Captures the host name of an absolute URL, including the brackets of an IPv6 address. */
const HOST_NAME = /^\s*https?:\/\/(\[[^\]]*\]|[^\s/:?#\\@]*)/i;

/** The host name of an absolute URL in lower case, without the port; empty if the URL is not absolute. */
export const hostNameOf = (url: string): string => (HOST_NAME.exec(url)?.[1] ?? '').toLowerCase();

/** The host name of the base URL in its original case. An expression, because a credential property cannot call a function. */
export const HOST_NAME_EXPRESSION = `={{ (($self["baseUrl"] || '').match(${String(HOST_NAME)}) || [])[1] || '' }}`;

/** Scheme, host and port of an absolute URL, in lower case; undefined if the URL is not absolute. */
export const originOf = (url: string): string | undefined => /^https?:\/\/[^/?#]+/i.exec(url)?.[0].toLowerCase();

/**
 * Returns an absolute URL. `url` can be absolute, relative to the site's host (`/login`) or relative to the base URL (`login`).
 */
export const resolveUrl = (url: string, baseUrl: string): string => {
	if (originOf(url) !== undefined) return url;
	return url.startsWith('/') ? `${originOf(baseUrl) ?? ''}${url}` : `${baseUrl}/${url}`;
};

/** The absolute URL of a document's definition. `pattern`: see 'Definition URL' in the credential. */
export const definitionUrl = (pattern: string, baseUrl: string, document: string): string => {
	const database = /\/database\/([^/]+)$/i.exec(baseUrl)?.[1] ?? '';
	// Replacer functions, because a dollar sign has a special meaning in a replacement string.
	const url = pattern.replace(/\{database\}/gi, () => database).replace(/\{document\}/gi, () => encodeURIComponent(document));
	return resolveUrl(url, baseUrl);
};

/** A URL for messages: without the user, the password and the query, which can be secret. */
export const shownUrl = (url: string): string => url.replace(/^(https?:\/\/)[^/?#]*@/i, '$1').replace(/[?#].*$/, '');
