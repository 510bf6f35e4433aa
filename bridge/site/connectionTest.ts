/** n8n's connection test for a credential: its request, and the messages for the possible problems. */
import type { ICredentialTestRequest } from 'n8n-workflow';

import { LIST_NAMES, PARAMETERS } from '../../core/catalog';
import { BASE_URL_EXPRESSION } from './baseUrl';
import { SITE_PROFILE } from './siteProfile';

/** A document that every site has in every release (specification: Documents). */
const DOCUMENT = { name: 'JmWorkOrder', list: 'JmWorkOrderList', key: 'wo_no_seq' };

const quoted = (text: string): string => `'${text}'`;
/** A JSON setting in an n8n expression. Invalid JSON counts as empty, because the sign-in or the node reports it. */
const parsed = (property: string): string =>
	`((text) => { try { return JSON.parse(text) || {} } catch (error) { return {} } })($credentials.${property} || '{}')`;
/** A name in an n8n expression: from 'API Names' if it differs from the default, otherwise from the profile. */
const named = (setting: keyof typeof LIST_NAMES): string => {
	const fallback = quoted(LIST_NAMES[setting]);
	return `(names.${setting} && names.${setting} !== ${fallback} ? names.${setting} : lists.${setting} || ${fallback})`;
};

/**
 * The path of the test request as an n8n expression, with the site's names. It requests the number of one work order: a list of one record
 * is the smallest response that proves that the base URL, the sign-in and the permissions are correct.
 */
const PATH_EXPRESSION =
	`{{ ((documents, lists, names) => '/' + encodeURIComponent((documents.${DOCUMENT.name} || {}).list || ${quoted(DOCUMENT.list)}) + '?' + [
	[lists.query || ${quoted(PARAMETERS.query.name)}, '{}'],
	[${named('pageSize')}, '1'],
	[lists.columns || ${quoted(PARAMETERS.resultColumns.name)}, JSON.stringify({ [${named('records')}]: [${quoted(DOCUMENT.key)}] })]
].map((pair) => pair.map(encodeURIComponent).join('=')).join('&'))(${parsed(SITE_PROFILE)}.documents || {}, ${parsed(SITE_PROFILE)}.lists || {}, ${parsed('apiNames')}) }}`.replace(
		/\s*\n\s*/g,
		' ',
	);

const REDIRECTED = 'The site redirects to another URL. Enter that URL as the Base URL, and check whether it starts with https://.';

/** The hints for a rejected test request: `rejected` for status 401, `forbidden` for 403. */
interface SignInHints {
	readonly rejected: string;
	readonly forbidden: string;
}

const FORBIDDEN = 'The sign-in works, but this user has no permission to read work orders. Ask your administrator for that permission.';

export const BASIC_HINTS: SignInHints = {
	rejected:
		"The site did not accept this sign-in. Check the user name and password, and make sure that 'Allow API login' is on for the user.",
	forbidden: FORBIDDEN,
};
export const JWT_HINTS: SignInHints = {
	rejected:
		"The site issued a token, but does not accept it. Check 'Header Name', 'Header Prefix' and 'Token Path', and make sure that 'Allow API login' is on for the user.",
	forbidden: FORBIDDEN,
};
/** The hints for OAuth 2. They mention the scope, because an identity provider can issue a token even for a wrong scope. */
export const OAUTH2_HINTS: SignInHints = {
	rejected:
		"The site does not accept the token. Check 'Scope', and make sure that the site is set up for this identity provider and client.",
	forbidden:
		"The sign-in works, but the token has no permission to read work orders. Check 'Scope' first, then the permissions of the client or the user.",
};

const messagesOf = ({ rejected, forbidden }: SignInHints): ReadonlyArray<readonly [number, string]> => [
	[301, REDIRECTED],
	[302, REDIRECTED],
	[307, REDIRECTED],
	[308, REDIRECTED],
	[401, rejected],
	[403, forbidden],
	[404, 'The site has no API at this URL. The Base URL must end with /api/v2/database/ and the name of the database.'],
	[503, 'The site is not available at the moment. Try again later.'],
];

const NOT_API = 'The response does not come from the API. The Base URL must end with /api/v2/database/ and the name of the database.';
const IS_ERROR =
	"The site returned an error with a success status instead of a list of work orders. Run 'Get Many' for work orders to see its message.";

/** The properties in which sites return an error message with status 200. */
const ERROR_TEXTS = ['error', 'error.message', 'message', 'Message', 'errorMessage'];

/**
 * n8n rejects a response if the property at `key` equals `value`. A rule cannot contain a name from the credential, so it cannot require
 * the property that contains the records. Instead, a web page is recognized by its type, and an error by its text.
 */
const BODY_RULES: ReadonlyArray<readonly [key: string, value: unknown, message: string]> = [
	// Of all JSON values, only `null` has no constructor.
	['constructor', undefined, NOT_API],
	['constructor.name', 'String', NOT_API],
	...ERROR_TEXTS.map((name) => [`${name}.constructor.name`, 'String', IS_ERROR] as const),
];

/**
 * The connection test and its messages. If there is no response at all, n8n shows only the network error code, such as ENOTFOUND: the rules
 * of a test can replace the message of a response, but not that of a failed connection.
 */
export const credentialTest = (hints: SignInHints): ICredentialTestRequest => ({
	request: {
		method: 'GET',
		url: `${BASE_URL_EXPRESSION}${PATH_EXPRESSION}`,
		headers: { Accept: 'application/json' },
		disableFollowRedirect: true,
		skipSslCertificateValidation: '={{ $credentials.ignoreSSLIssues }}',
		timeout: 30_000,
	},
	// n8n reads both kinds of rules from one list, but the type of the list allows only one kind.
	rules: [
		...messagesOf(hints).map(([value, message]) => ({ type: 'responseCode', properties: { value, message } })),
		...BODY_RULES.map(([key, value, message]) => ({ type: 'responseSuccessBody', properties: { key, value, message } })),
	] as NonNullable<ICredentialTestRequest['rules']>,
});
