import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';

import { DEFAULT_DEFINITION_PATTERN, NEWEST_RELEASE, RELEASES, SUCCESS_RESPONSES } from '../../core/catalog';
import { LIST_NAMES_TEXT } from './listNames';
import { SITE_PROFILE } from './siteProfile';

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

/** Shows a setting only if 'Advanced Settings' is on. n8n omits a hidden setting, so its default applies. */
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
		description: 'The release that your site runs. Anything that this release does not support is rejected before a request is sent.',
	},
	{
		displayName: 'Ignore SSL Issues (Insecure)',
		name: 'ignoreSSLIssues',
		type: 'boolean',
		default: false,
		description: "Whether to connect even if the site's certificate cannot be verified",
	},
	{
		displayName:
			"If your site differs from the documented API, run the 'Check' operation of the 'Site' resource: it returns the site profile for this credential.",
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
			"The URL of a document's OpenAPI definition. {database} and {document} are replaced with their names. A URL that starts with / is relative to the host of the Base URL. A full URL must be on the same host.",
	},
	{
		displayName: 'Max Concurrent Requests',
		name: 'maxConcurrentRequests',
		displayOptions: ADVANCED,
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'The maximum number of parallel requests from all nodes with this credential, in each n8n process. 0 means no maximum.',
	},
	{
		displayName: 'API Names (JSON)',
		name: 'apiNames',
		displayOptions: ADVANCED,
		type: 'json',
		default: LIST_NAMES_TEXT,
		description:
			'The names that your site uses: the parameters for paging and sorting, the header with the number of matching records, the property that contains the records, and the parameters or headers (header:Name or header:Name=value) that omit empty fields and alternate keys. Change them only if your administrator asks you to.',
	},
	{
		displayName: 'Site Profile (JSON)',
		name: SITE_PROFILE,
		displayOptions: ADVANCED,
		type: 'json',
		default: '{}',
		description:
			"How your site differs from the documented API, as a JSON object: paste the profile that the 'Check' operation of the 'Site' resource returns. Other settings in this credential take precedence if they differ from their defaults.",
	},
	{
		displayName: 'Additional Success Responses',
		name: 'successResponses',
		displayOptions: ADVANCED,
		type: 'multiOptions',
		options: Object.entries(SUCCESS_RESPONSES).map(([value, { label, description }]) => ({ name: label, value, description })),
		default: [],
		description:
			'Undocumented responses that your site sends after a successful change. By default, such a change is reported as uncertain.',
	},
];

/**
 * If the expirable property of a credential is empty, n8n calls the credential's `preAuthentication` before each request: in the connection
 * test and in the HTTP Request node. The nodes of this package set the property, so that no additional request is sent.
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
