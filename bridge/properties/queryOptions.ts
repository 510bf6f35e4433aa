import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_PAGE_SIZE } from '../../core/model/defaults';

// How records are requested and returned: options of the operations that read lists, and of the poll trigger.

export const listDocumentOption: INodeProperties = {
	displayName: 'List Document',
	name: 'listDocument',
	type: 'string',
	default: '',
	placeholder: 'e.g. JmTrxReport',
	description: "The list document to query if it is not the resource's default. Its name does not have to end in List.",
};

export const omitAlternateKeysOption: INodeProperties = {
	displayName: 'Omit Alternate Keys',
	name: 'omitAlternateKeys',
	type: 'boolean',
	default: false,
	description: 'Whether to omit alternate keys from the response',
};

export const omitNullsOption: INodeProperties = {
	displayName: 'Omit Empty Fields',
	name: 'omitNulls',
	type: 'boolean',
	default: false,
	description: 'Whether the site omits fields without a value from its response, which makes the response smaller',
};

export const includeEmptyOption: INodeProperties = {
	displayName: 'Include Empty Fields',
	name: 'includeEmpty',
	type: 'boolean',
	default: false,
	description: 'Whether simplified records contain fields without a value, as null',
};

export const pageSizeOption: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_PAGE_SIZE,
	description: 'Records per page. Each page is one request.',
};

/** Not offered when keys are looked up: if a site ignored the condition on the key, each item would get every record. */
export const validateQueryOption: INodeProperties = {
	displayName: 'Validate Query',
	name: 'validateQueryParameters',
	type: 'boolean',
	default: true,
	description:
		'Whether the site rejects conditions on fields that cannot be searched. If it is off, the site may ignore such a condition and return every record.',
};
