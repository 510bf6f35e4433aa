import { UserError, type ICredentialDataDecryptedObject, type IHttpRequestOptions } from 'n8n-workflow';

import { domainRefusal } from './allowedDomains';
import { originOf, readBaseUrl, type ReadBaseUrl } from './baseUrl';

/** The request of the HTTP Request node: n8n's older request format, in which the URL is named `uri`. */
interface LegacyUrl {
	readonly uri?: unknown;
}

/** Each of n8n's two request formats has its own switches for redirects, so all of them are set. */
const NO_REDIRECTS = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false };

/**
 * The request with the sign-in header. See {@link requireSameSite}.
 *
 * Redirects are not followed: n8n versions differ in which headers they pass on to another host.
 */
export const signedRequest = (
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
	name: string,
	value: string,
): IHttpRequestOptions => {
	requireSameSite(credentials, request);
	return { ...request, ...NO_REDIRECTS, headers: { ...request.headers, [name]: value } };
};

/**
 * Caches the last base URL, which is the same for all requests of a run. Parsing the base URL for each request would double the time to
 * sign a request.
 */
let last: { readonly pasted: unknown; readonly site: ReadBaseUrl } | undefined;

const siteOf = (pasted: unknown): ReadBaseUrl => {
	if (last === undefined || last.pasted !== pasted) last = { pasted, site: readBaseUrl(pasted) };
	return last.site;
};

/**
 * Requires that a request goes to the site of the credential. The URL can come from a user: n8n's HTTP Request node accepts the credential
 * with any URL, and the credential can contain an absolute 'Definition URL'.
 *
 * @throws {UserError} if the request has another scheme, host or port, or if the base URL is invalid or not in 'Allowed Domains'.
 */
export const requireSameSite = (credentials: ICredentialDataDecryptedObject, request: IHttpRequestOptions & LegacyUrl): void => {
	const site = siteOf(credentials.baseUrl);
	if (site.refusal !== undefined) throw new UserError(site.refusal);
	const notAllowed = domainRefusal(credentials, site.url);
	if (notAllowed !== undefined) throw new UserError(notAllowed);
	if (isBelow(site.url, request)) return;
	const origin = comparable(originOf(site.url));
	if (targetsOf(request).some((target) => comparable(target) !== origin)) {
		throw new UserError(`This credential signs in to ${originOf(site.url)} only, but the request goes to another host`, {
			description: "Use another credential for the other host, or correct 'Base URL' in this one.",
		});
	}
};

/** Whether the only URL in the request starts with the base URL, as in almost all requests of the nodes. */
const isBelow = (siteUrl: string, { url, uri, baseURL }: IHttpRequestOptions & LegacyUrl): boolean =>
	uri === undefined && baseURL === undefined && typeof url === 'string' && url.startsWith(`${siteUrl}/`);

/** An origin without the default port of its scheme. */
const comparable = (origin: string | undefined): string | undefined => origin?.replace(/^(http:.*):80$|^(https:.*):443$/, '$1$2');

/** A path below the base URL or from the root of its host. Any other relative URL, such as `//host`, can lead to another host. */
const RELATIVE = /^(?:\/(?![/\\])|[\w.-]+(?:[/?#=]|$))/;

/** The origins to which n8n could send a request: every URL in the request counts, because n8n versions differ in which one they use. */
const targetsOf = ({ url, uri, baseURL }: IHttpRequestOptions & LegacyUrl): (string | undefined)[] => {
	const base = originOf(String(baseURL ?? ''));
	const addresses = [url, uri].filter((address) => address !== undefined && address !== '');
	return addresses.length === 0
		? [base]
		: addresses.map((address) => originOf(String(address)) ?? (RELATIVE.test(String(address)) ? base : undefined));
};
