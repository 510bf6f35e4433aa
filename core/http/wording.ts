/** Our own messages and hints for failed requests. */
import type { ApiErrorKind } from './apiError';
import type { WireRequest } from '../model/port';

/** The message if the server gave no reason, and the general hint, by kind of error. */
export const DEFAULT_TEXTS: Readonly<Record<ApiErrorKind, { readonly message: string; readonly hint: string }>> = {
	refused: { message: 'The site refused the request', hint: 'Correct the values mentioned in the message, then run the node again' },
	signIn: {
		message: 'The site did not accept the sign-in',
		hint: "Check the sign-in details in the credential, and ask the site administrator whether the user in the credential may sign in to the API ('Allow API login')",
	},
	forbidden: {
		message: 'The user in the credential does not have permission to do this',
		hint: 'Ask the site administrator for permission, and for access to the division if one is set',
	},
	notFound: {
		message: 'The site found nothing at this URL',
		hint: "Check the key of the record, the name of the document, and 'Base URL' in the credential",
	},
	tooLarge: {
		message: 'The request is larger than the site accepts',
		hint: 'Send less per request: fewer values, fewer records, or a smaller file',
	},
	tooMany: {
		message: 'The site is not accepting more requests at the moment',
		hint: "Lower 'Max Concurrent Requests' in the options, or run the node again later",
	},
	redirected: {
		message: 'The site redirected the request to another URL',
		hint: "Enter the site's final URL as 'Base URL' in the credential, with https if the site requires it",
	},
	unavailable: {
		message: 'The site is not available at the moment',
		hint: 'Run the node again later. If this continues, ask the site administrator',
	},
	broken: {
		message: 'The site could not process the request',
		hint: "Check that the values have the right type and follow the site's rules",
	},
	network: {
		message: 'The network between n8n and the site requires a sign-in',
		hint: 'Ask your network administrator to allow n8n to reach the site, with or without the proxy',
	},
	unreachable: {
		message: 'The site could not be reached',
		hint: "Check 'Base URL' in the credential, and make sure that n8n can reach the site",
	},
	insecure: {
		message: "The site's certificate was not accepted",
		hint: "Ask the administrator to renew the certificate, or turn on 'Ignore SSL Issues' in the credential if you trust the site",
	},
	interrupted: {
		message: 'The connection ended before the response was complete',
		hint: "Run the node again. If this continues, request less data at a time or raise 'Timeout' in the options",
	},
	unreadable: {
		message: 'Unexpected response format',
		hint: "Check 'Base URL' in the credential: another server, a proxy or a sign-in page may have responded",
	},
	oversized: {
		message: 'The response is larger than the limit',
		hint: "Request less data at a time: a smaller 'Page Size', fewer fields, or a narrower query",
	},
	fileUnreadable: {
		message: 'The file could not be read',
		hint: "Check n8n's storage for binary data, then run the node again",
	},
	cancelled: { message: 'The run was canceled', hint: 'Run it again to process the rest' },
};

/** How to find out whether an uncertain request succeeded; starts with a lowercase letter. */
const CHECKS: Readonly<Record<WireRequest['method'], string>> = {
	POST: "look for the record on the site before you create it again; 'Create or Update' with an external key can be repeated safely",
	PUT: 'read the record to see whether it changed; if the request adds rows, check whether they exist before you send it again',
	PATCH: 'read the record to see what it contains before you send it again',
	DELETE: 'read the record to see whether it still exists',
	GET: '',
};
// Only uploads have a multipart body.
const checkOf = ({ body, method }: WireRequest): string =>
	typeof body === 'object'
		? 'look at the attachments of the record before you send the files again; each upload adds new ones'
		: CHECKS[method];

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/**
 * States that a request may have succeeded, and how to check that. `explained`: the site gave a reason. Most likely nothing was changed,
 * but a reason in a server error does not prove it.
 */
export const uncertaintyOf = (request: WireRequest, explained: boolean): string =>
	explained
		? `Most likely nothing was changed, but the request may have succeeded: ${checkOf(request)}`
		: `The request may have succeeded. ${capitalized(checkOf(request))}`;

/** The hint for a response that the user can accept as a success. */
export const ACCEPT_RESPONSE_HINT =
	"If the site confirms changes in this way, select the matching response under 'Additional Success Responses' in the credential";
