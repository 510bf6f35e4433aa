import type { ICredentialTestRequest, INodeProperties } from 'n8n-workflow';

import { DEFAULT_DEFINITION_PATTERN, NEWEST_RELEASE, RELEASES, SUCCESS_RESPONSES } from '../../core/catalog';
import { BASE_URL_EXPRESSION } from './baseUrl';
import { LIST_NAMES_TEXT } from './listNames';

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
		displayName: 'Definition URL',
		name: 'definitionPattern',
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
		description: 'How many requests all nodes with this credential send in parallel, whatever their options. 0 sets no maximum.',
	},
	{
		displayName: 'API Names (JSON)',
		name: 'apiNames',
		type: 'json',
		default: LIST_NAMES_TEXT,
		description:
			'The names that your site uses: the parameters for pages and order, the header with the number of matching records, the property that contains the records, and the parameters or headers (header:Name or header:Name=value) that omit empty fields and alternate keys. Change them only if your administrator asks you to.',
	},
	{
		displayName: 'Additional Success Responses',
		name: 'successResponses',
		type: 'multiOptions',
		options: Object.entries(SUCCESS_RESPONSES).map(([value, { label, description }]) => ({ name: label, value, description })),
		default: [],
		description: 'Undocumented responses that your site sends after a successful change. Otherwise such a change is reported as uncertain.',
	},
];

const redirected = 'The site redirects to another address. Enter that address as the Base URL, and check whether it starts with https://.';
const statusMessages: ReadonlyArray<readonly [number, string]> = [
	[301, redirected],
	[302, redirected],
	[307, redirected],
	[308, redirected],
	[401, "The site did not accept this sign-in. Check the user and the password or token, and that 'Allow API login' is on for the user."],
	[403, 'The sign-in works, but this user has no permission to read work orders. Ask your administrator for that permission.'],
	[404, 'The site has no API at this address. The Base URL must end with /api/v2/database/ and the name of the database.'],
];

/**
 * What «Test connection» sends, and what it says when that does not work.
 *
 * It asks for one work order of the list, its number only: every site has the document, in every release
 * (specification: Documents), and a list of one record is the smallest answer that shows address, sign-in and
 * rights at once.
 */
export const credentialTest: ICredentialTestRequest = {
	request: {
		method: 'GET',
		url: `${BASE_URL_EXPRESSION}/JmWorkOrderList?Query=%7B%7D&pageSize=1&resultColumns=%7B%22L%22%3A%5B%22wo_no_seq%22%5D%7D`,
		headers: { Accept: 'application/json' },
		disableFollowRedirect: true,
		skipSslCertificateValidation: '={{ $credentials.ignoreSSLIssues }}',
		timeout: 30_000,
	},
	// n8n reads both kinds of rule from one list, though its type wants them apart.
	rules: [
		...statusMessages.map(([value, message]) => ({ type: 'responseCode', properties: { value, message } })),
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
};
