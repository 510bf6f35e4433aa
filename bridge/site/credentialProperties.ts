import type { ICredentialDataDecryptedObject, ICredentialTestRequest, INodeProperties } from 'n8n-workflow';

import { DEFAULT_DEFINITION_PATTERN, NEWEST_RELEASE, RELEASES, SUCCESS_RESPONSES } from '../../core/catalog';
import { BASE_URL_EXPRESSION } from './baseUrl';
import { LIST_NAMES_TEXT } from './listNames';
import { SITE_PROFILE } from './siteProfile';

/** The address of the site. */
export const baseUrlProperty: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://media.example.com/api/v2/database/LIVE',
	description:
		'The URL of the API up to the name of the database. You can paste any API URL: anything after the name of the database is ignored. Ask your administrator for it.',
};

/** Shown with 'Advanced Settings'. n8n returns a hidden setting with its default. */
export const ADVANCED = { show: { advancedSettings: [true] } };

/** Settings of the site that every credential has. */
export const siteProperties: INodeProperties[] = [
	{
		displayName: 'Division Code',
		name: 'divisionCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. LON',
		description:
			'The division to work in, unless a node sets another one. Leave empty to use the default division of the API user. Requires release 11.1.',
	},
	{
		displayName: 'Release',
		name: 'release',
		type: 'options',
		options: [...RELEASES]
			.reverse()
			.map((release) => ({ name: release === NEWEST_RELEASE ? `${release} (Newest)` : release, value: release })),
		default: NEWEST_RELEASE,
		description: 'The release that your site runs. The nodes reject what this release does not support before they send anything.',
	},
	{
		displayName: 'Ignore SSL Issues (Insecure)',
		name: 'ignoreSSLIssues',
		type: 'boolean',
		default: false,
		description: 'Whether to connect even if the certificate of the site cannot be verified',
	},
	{
		displayName:
			"If your site differs from the documented API, run the operation Check of the resource Site: it returns the Site Profile for this credential. n8n's connection test does not use the profile, so it can fail on such a site although the nodes work.",
		name: 'siteCheckNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Advanced Settings',
		name: 'advancedSettings',
		type: 'boolean',
		default: false,
		description: 'Whether to show rarely needed settings. If it is off, their defaults apply.',
	},
	{
		displayName: 'Definition URL',
		name: 'definitionPattern',
		displayOptions: ADVANCED,
		type: 'string',
		default: DEFAULT_DEFINITION_PATTERN,
		description:
			'The URL of the OpenAPI definition of a document. {database} and {document} are replaced with their names. A URL that starts with / is relative to the host of the Base URL.',
	},
	{
		displayName: 'Max Concurrent Requests',
		name: 'maxConcurrentRequests',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'The maximum number of requests that all nodes with this credential send in parallel, regardless of their options. 0 sets no maximum.',
	},
	{
		displayName: 'API Names (JSON)',
		name: 'apiNames',
		displayOptions: ADVANCED,
		type: 'json',
		default: LIST_NAMES_TEXT,
		description:
			'The names that your site uses: the parameters for pages and order, the header with the number of matching records, the property that contains the records, and the parameters or headers (header:Name or header:Name=value) that omit empty fields and alternate keys. Change them only if your administrator asks you to.',
	},
	{
		displayName: 'Site Profile (JSON)',
		name: SITE_PROFILE,
		displayOptions: ADVANCED,
		type: 'json',
		default: '{}',
		description:
			'How your site differs from the documented API, as a JSON object: paste the profile that the Check operation of the Site resource returns. Other settings of this credential take precedence if they differ from their defaults.',
	},
	{
		displayName: 'Additional Success Responses',
		name: 'successResponses',
		displayOptions: ADVANCED,
		type: 'multiOptions',
		options: Object.entries(SUCCESS_RESPONSES).map(([value, { label, description }]) => ({ name: label, value, description })),
		default: [],
		description: 'Undocumented responses that your site sends after a successful change. Otherwise such a change is reported as uncertain.',
	},
];

/**
 * n8n calls the preAuthentication of a credential with an empty expirable property before each request: in the connection test and in the
 * HTTP Request node. The nodes of this package set the property, so that they send no additional request.
 */
export const connectionCheckProperty: INodeProperties = {
	displayName: 'Connection Check',
	name: 'connectionCheck',
	type: 'hidden',
	typeOptions: { expirable: true },
	default: '',
};

/** A credential whose connection n8n does not check. */
export const withoutConnectionCheck = (data: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject => ({
	...data,
	[connectionCheckProperty.name]: 'off',
});

const REDIRECTED = 'The site redirects to another address. Enter that address as the Base URL, and check whether it starts with https://.';

/** Why the site rejects a sign-in: `rejected` for status 401, `forbidden` for 403. */
interface SignInHints {
	readonly rejected: string;
	readonly forbidden: string;
}

const FORBIDDEN = 'The sign-in works, but this user has no permission to read work orders. Ask your administrator for that permission.';

export const BASIC_HINTS: SignInHints = {
	rejected: "The site did not accept this sign-in. Check the user and the password, and that 'Allow API login' is on for the user.",
	forbidden: FORBIDDEN,
};
export const JWT_HINTS: SignInHints = {
	rejected:
		"The site issued a token, but does not accept it. Check 'Header Name', 'Header Prefix' and 'Token Path', and that 'Allow API login' is on for the user.",
	forbidden: FORBIDDEN,
};
/** Without the right scope, an identity provider still issues a token. */
export const OAUTH2_HINTS: SignInHints = {
	rejected: "The site does not accept the token. Check 'Scope', and that the site is set up for this identity provider and client.",
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
	[404, 'The site has no API at this address. The Base URL must end with /api/v2/database/ and the name of the database.'],
	[503, 'The site is not available at the moment. Try again later.'],
];

/**
 * The connection test and its messages.
 *
 * It requests the number of one work order: every site has the document in every release (specification: Documents), and a list of one
 * record is the smallest response that proves address, sign-in and permissions. If there is no response at all, n8n shows only the code of the
 * network error, such as ENOTFOUND: its rules can replace the message of a response, but not that of a failed connection.
 *
 * The test cannot use a site profile: its rules compare one fixed property with one fixed value, so a list with another root would fail.
 */
export const credentialTest = (hints: SignInHints): ICredentialTestRequest => ({
	request: {
		method: 'GET',
		url: `${BASE_URL_EXPRESSION}/JmWorkOrderList?Query=%7B%7D&pageSize=1&resultColumns=%7B%22L%22%3A%5B%22wo_no_seq%22%5D%7D`,
		headers: { Accept: 'application/json' },
		disableFollowRedirect: true,
		skipSslCertificateValidation: '={{ $credentials.ignoreSSLIssues }}',
		timeout: 30_000,
	},
	// n8n reads both kinds of rules from one list, although its type allows only one.
	rules: [
		...messagesOf(hints).map(([value, message]) => ({ type: 'responseCode', properties: { value, message } })),
		{
			type: 'responseSuccessBody',
			// A list returns its records in `L`; a page of a website does not.
			properties: {
				key: 'L',
				value: undefined,
				message:
					'This address returns something other than the API. The Base URL must end with /api/v2/database/ and the name of the database.',
			},
		},
	] as ICredentialTestRequest['rules'],
});
