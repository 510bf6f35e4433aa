/** 'Allowed Domains' in a credential. n8n checks the list only since version 2, and only for requests whose options contain it. */
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** The host name of a URL, as it is sent: in lower case and ASCII; undefined if the URL is invalid. */
const hostOf = (url: string): string | undefined => {
	try {
		return new URL(url).hostname.toLowerCase().replace(/\.$/, '');
	} catch {
		return undefined;
	}
};

/** A host name without a scheme, port or path. */
const PLAIN_HOST = /^([^\s/:?#@\\*]+|\[[^\]]*\])$/;

/** An entry of the list, in the form that {@link hostOf} returns. */
const entryOf = (text: string): string => {
	const name = text.trim().toLowerCase().replace(/\.$/, '');
	return PLAIN_HOST.test(name) ? (hostOf(`https://${name}`) ?? name) : name;
};

/** As in n8n, `*.example.com` matches subdomains, but not `example.com`. */
const matches = (host: string, entry: string): boolean =>
	entry.startsWith('*.') ? entry.length > 2 && host.endsWith(entry.slice(1)) : host === entry;

/** Why the credential does not allow requests to a URL; undefined if it allows them. */
export const domainRefusal = (
	{ allowedHttpRequestDomains, allowedDomains }: ICredentialDataDecryptedObject,
	url: string,
): string | undefined => {
	if (allowedHttpRequestDomains !== 'domains') return undefined;
	const list = String(allowedDomains ?? '').trim();
	if (list === '') return "The credential is restricted to specific domains, and 'Allowed Domains' is empty";
	const host = hostOf(url);
	const entries = list.split(',').map(entryOf);
	if (host !== undefined && host !== '' && entries.some((entry) => matches(host, entry))) return undefined;
	return `The credential does not allow requests to ${host ?? 'this URL'}. Only the following domains are allowed: ${list}`;
};
