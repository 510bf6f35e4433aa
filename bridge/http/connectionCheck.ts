import { UserError, type ICredentialDataDecryptedObject, type IDataObject, type IHttpRequestHelper } from 'n8n-workflow';

import { apiErrorOf } from '../../core/http/outcome';
import { DEFAULT_TEXTS } from '../../core/http/wording';
import type { WireRequest } from '../../core/model/port';
import { textWithoutSecretsOf } from '../secrets/secrets';
import { domainRefusal } from '../site/allowedDomains';
import { readBaseUrl } from '../site/baseUrl';
import { chainOf } from '../site/errorChain';
import { credentialProfile } from '../site/siteProfile';
import { noResponseOf } from './sendResult';

/** The timeout of the check in milliseconds. */
const CHECK_TIMEOUT = 30_000;

const REQUEST: WireRequest = { method: 'GET', path: '', headers: {}, effect: 'read' };

/** A site that was reachable is not checked again for this long (ms). */
const CHECK_TTL = 600_000;
/** The maximum number of sites in the cache; the oldest is dropped first. */
const MAX_SITES = 100;

/** Base URLs of reachable sites, with the time of the check in milliseconds since 1970. */
const reachable = new Map<string, number>();

const rememberReachable = (url: string): void => {
	reachable.delete(url);
	reachable.set(url, Date.now());
	const oldest = reachable.keys().next().value;
	if (reachable.size > MAX_SITES && oldest !== undefined) reachable.delete(oldest);
};

/**
 * Explains in a connection test why the site cannot be reached, because n8n shows only the network error code, such as ENOTFOUND. This
 * check does not sign in. It reports only an invalid profile, which the test request ignores, a host that is not in 'Allowed Domains', and
 * a connection that could not be established. The test request explains all other errors.
 *
 * @throws {UserError} with the same hint as in a run.
 */
export const checkConnection = async (http: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<IDataObject> => {
	const { refusal } = credentialProfile(credentials);
	if (refusal !== undefined) throw new UserError(`'Site Profile (JSON)' in the credential ${refusal}`);
	const { url } = readBaseUrl(credentials.baseUrl);
	if (url === undefined) return {};
	const notAllowed = domainRefusal(credentials, url);
	if (notAllowed !== undefined) throw new UserError(notAllowed);
	if (Math.abs(Date.now() - (reachable.get(url) ?? 0)) < CHECK_TTL) return {};
	const text = await http.helpers
		.httpRequest({
			method: 'HEAD',
			url,
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
			disableFollowRedirect: true,
			skipSslCertificateValidation: credentials.ignoreSSLIssues === true,
			timeout: CHECK_TIMEOUT,
		})
		.then(
			() => undefined,
			(cause: unknown) => explanation(cause, credentials),
		);
	if (text !== undefined) throw new UserError(text);
	rememberReachable(url);
	return {};
};

/** Why no connection could be established; undefined for any other error. */
const explanation = (cause: unknown, credentials: ICredentialDataDecryptedObject): string | undefined => {
	const result = noResponseOf(cause, (text) => textWithoutSecretsOf(credentials, text));
	const isNetwork = chainOf(cause).some(({ code }) => typeof code === 'string');
	if (result.sent !== 'no' || result.signIn !== undefined || !isNetwork) return undefined;
	const attempt = { request: REQUEST, attempts: 1, uncertain: false, explained: false };
	const { hint } = apiErrorOf({ kind: 'noResponse', result }, attempt);
	// The message omits the error code, because n8n replaces a message that contains one.
	return `${DEFAULT_TEXTS.unreachable.message}. ${hint}`;
};
