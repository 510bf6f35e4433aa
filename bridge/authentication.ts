import { UserError, type ICredentialDataDecryptedObject, type IHttpRequestOptions } from 'n8n-workflow';

import { originOf, readBaseUrl } from './baseUrl';

/**
 * Lets a sign-in go to the site of its credential and nowhere else, whoever composed the request: the nodes of this
 * package do not send elsewhere, but the HTTP Request node takes the same credentials and any address.
 *
 * @throws {UserError} where the request leads to another scheme, host or port.
 */
export const requireSameSite = (credentials: ICredentialDataDecryptedObject, { url, baseURL }: IHttpRequestOptions): void => {
	const site = readBaseUrl(credentials.baseUrl);
	if (site.refusal !== undefined) throw new UserError(site.refusal);
	const target = originOf(url) ?? originOf(baseURL ?? '');
	if (target === undefined || target !== originOf(site.url)) {
		throw new UserError(`This credential signs in to ${originOf(site.url)} only, and the request goes to another host`, {
			description: "Make a credential of its own for the other host, or correct 'Base URL' in this one.",
		});
	}
};
