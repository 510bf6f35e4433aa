import type { ICredentialTestRequest, INodeProperties } from 'n8n-workflow';

import { DEFAULT_DEFINITION_PATTERN, NEWEST_RELEASE, RELEASES, SUCCESS_RESPONSES } from '../../core/catalog';
import { BASE_URL_EXPRESSION } from './baseUrl';
import { LIST_NAMES_TEXT } from './listNames';

/** The first field of each credential: where the site is. */
export const baseUrlProperty: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://media.example.com/api/v2/database/LIVE',
	description:
		'The address of your site up to the name of the database. Paste any address of the interface: what follows the name of the database is left out. Your administrator knows it.',
};

/** What each credential tells about the site beside how to sign in. */
export const siteProperties: INodeProperties[] = [
	{
		displayName: 'Division Code',
		name: 'divisionCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. LON',
		description:
			'The division to work in where a node names no other. Leave it empty to work in the default division of the API user. Needs release 11.1.',
	},
	{
		displayName: 'Release',
		name: 'release',
		type: 'options',
		options: [...RELEASES]
			.reverse()
			.map((release) => ({ name: release === NEWEST_RELEASE ? `${release} (Newest)` : release, value: release })),
		default: NEWEST_RELEASE,
		description: 'The release of the system that your site runs. What it does not have yet is refused before anything is sent.',
	},
	{
		displayName: 'Ignore SSL Issues (Insecure)',
		name: 'ignoreSSLIssues',
		type: 'boolean',
		default: false,
		description: 'Whether to connect even if the certificate of the site cannot be verified',
	},
	{
		displayName: 'Definition Address',
		name: 'definitionPattern',
		type: 'string',
		default: DEFAULT_DEFINITION_PATTERN,
		description:
			'Where your site answers the OpenAPI definition of a document. {database} and {document} stand for their names; an address that starts with / begins at the host of the Base URL.',
	},
	{
		displayName: 'Names for Lists (JSON)',
		name: 'listNames',
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
		description:
			'Undocumented answers that your site really sends when a change has succeeded. Without them, such a change is reported as uncertain.',
	},
];

const redirected =
	'The site sends the request on to another address. Enter the address it really has as Base URL, with https:// where it needs that.';
const statusMessages: ReadonlyArray<readonly [number, string]> = [
	[301, redirected],
	[302, redirected],
	[307, redirected],
	[308, redirected],
	[
		401,
		'The site did not accept this sign-in. Check user, password or token, and that the user may sign in to the API («Allow API login»).',
	],
	[403, 'The sign-in works, but this user may not read work orders. Ask your administrator for the right to read them.'],
	[404, 'The site answers, but not at this address. The Base URL has to end with /api/v2/database/ and the name of the database.'],
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
			// A list answers its records under `L`; a page of a website does not.
			properties: {
				key: 'L',
				value: undefined,
				message:
					'Something answers at this address, but not the interface. The Base URL has to end with /api/v2/database/ and the name of the database.',
			},
		},
	] as ICredentialTestRequest['rules'],
};
