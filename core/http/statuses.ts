/** Classifies statuses other than 2xx, and decides whether a change with such a response may have succeeded. */
import { isEnvelope, isRecordUrl } from '../wire/envelope';
import { reasonIn } from '../wire/reason';
import { isRow } from '../wire/values';
import type { ApiErrorKind } from './apiError';
import { failedAfterForwarding, gatewayEvidence } from './gateways';
import type { SiteResponse } from '../model/port';

const KINDS: Readonly<Record<number, ApiErrorKind>> = {
	401: 'signIn',
	403: 'forbidden',
	404: 'notFound',
	407: 'network',
	408: 'unavailable',
	413: 'tooLarge',
	414: 'tooLarge',
	429: 'tooMany',
	431: 'tooLarge',
	444: 'unavailable',
	460: 'unavailable',
	494: 'tooLarge',
	499: 'unavailable',
	502: 'unavailable',
	503: 'unavailable',
	504: 'unavailable',
	511: 'network',
	598: 'unavailable',
	599: 'unavailable',
};

/**
 * The kind of error for a status other than 2xx. A status below 200 or above 599 is `unreadable`, because it is not valid for a
 * final response.
 */
export const kindOfStatus = (status: number): ApiErrorKind => {
	if (status < 200 || status > 599) return 'unreadable';
	if (status < 400) return 'redirected';
	return KINDS[status] ?? (status < 500 ? 'refused' : 'broken');
};

/** Whether a body has the error format of the API: `{"error": "text"}` (public material: Errors). */
export const isOwnError = (body: unknown): boolean => isRow(body) && typeof body.error === 'string' && body.error.trim() !== '';

/**
 * Whether the response shows that the site has not started to process the request: a 429, a 503 with Retry-After or in the error format of
 * the API, or the response of a gateway that did not forward the request. Any other 503 can follow a request that was forwarded and
 * succeeded.
 */
export const isUnprocessed = (response: SiteResponse): boolean => {
	const shown = gatewayEvidence(response);
	if (shown === 'notForwarded' || response.status === 429) return true;
	if (response.status !== 503 || failedAfterForwarding(response)) return false;
	// The error format proves that the site itself responded. A Retry-After proves it only if the response does not look like a gateway's,
	// because some gateways add their own.
	return isOwnError(response.body) || (shown === undefined && (response.headers['retry-after'] ?? '').trim() !== '');
};

/**
 * 4xx statuses with which a server closes the connection: 408 if the client was too slow; 460 (AWS) and 499 (nginx, Traefik) if it
 * considers the client gone; 444 (nginx) if it is configured to send no response. By then, the request may have been forwarded.
 */
const CLIENT_GONE: ReadonlySet<number> = new Set([408, 444, 460, 499]);
/**
 * 5xx statuses that HTTP defines as a refusal of the request itself: method or version not supported; a captive portal (RFC 9110, 15.6; RFC
 * 6585, 6).
 */
const REFUSED_5XX: ReadonlySet<number> = new Set([501, 505, 511]);
/**
 * A firewall that blocks a response replaces it with a page that has one of these statuses, although the change may have succeeded. An
 * error in JSON does not come from such a firewall. It comes from the site, or from an API gateway that has not forwarded the request.
 */
const BLOCKED: ReadonlySet<number> = new Set([403, 406]);

/**
 * The URL of a sign-in page, or a URL with a parameter such as `?return=`. Single sign-on and captive portals redirect rejected requests to
 * such URLs. Only complete words count, so 'AssignInfo' does not. Use {@link isSignInAddress}, which also finds words in camel case.
 */
const SIGN_IN_ADDRESS =
	/(?<![a-z0-9])(?:(?:web)?log[-_]?[io]n(?:page)?|sign[-_]?[io]n|sso|oauth|authori[sz]e|saml|adfs|wsfed|portal|captive|hotspot)(?![a-z])|[?&](?:return|redirect|continue|target|goto|next|orig|dest|back)[\w-]*=/i;

/** The text with a hyphen between the words of a name in camel case: 'UserLogin' and 'SSOLogin' become 'User-Login' and 'SSO-Login'. */
const withWordsApart = (text: string): string => text.replace(/([a-z0-9])([A-Z])/g, '$1-$2').replace(/([A-Z])([A-Z][a-z])/g, '$1-$2');
// Both forms are tested, because 'OAuth' is one word.
const isSignInAddress = (location: string): boolean => SIGN_IN_ADDRESS.test(location) || SIGN_IN_ADDRESS.test(withWordsApart(location));

/**
 * A 307 or 308 asks the client to send the same request to another URL, so the request was not processed. A 303 can follow a request that
 * succeeded. So can a 301 or 302, because browsers and web applications treat both like a 303. A 301 or 302 to a sign-in page, without an
 * envelope, is a rejection. A URL of a record is not that of a sign-in page, whatever words it contains.
 */
const isRedirectUncertain = ({ body, headers, status }: SiteResponse): boolean => {
	if (status === 307 || status === 308) return false;
	const { location = '' } = headers;
	return isEnvelope(body) || isRecordUrl(location) || !((status === 301 || status === 302) && isSignInAddress(location));
};

const isPage = (body: unknown): boolean => typeof body === 'string' && body.trim() !== '' && reasonIn(body) === undefined;

/** Whether a change with this response may have succeeded. */
export const canHaveSucceeded = (response: SiteResponse): boolean => {
	const { body, status } = response;
	if (status < 200 || status > 599) return true;
	if (isUnprocessed(response)) return false;
	if (status < 400) return isRedirectUncertain(response);
	if (status < 500) return CLIENT_GONE.has(status) || (BLOCKED.has(status) && isPage(body));
	return !REFUSED_5XX.has(status);
};
