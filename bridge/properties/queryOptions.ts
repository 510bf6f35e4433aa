import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_PAGE_SIZE } from '../../core/model/defaults';

// How records are asked for and answered: options of Get Many and its like, and of the poll trigger.

export const listDocumentOption: INodeProperties = {
	displayName: 'List Document',
	name: 'listDocument',
	type: 'string',
	default: '',
	placeholder: 'e.g. JmTrxReport',
	description: 'The list document to query if it is not the usual one of the resource; its name need not end in List',
};

export const omitAlternateKeysOption: INodeProperties = {
	displayName: 'Leave Out Alternate Keys',
	name: 'omitAlternateKeys',
	type: 'boolean',
	default: false,
	description: 'Whether to leave alternate keys out of the answer',
};

export const omitNullsOption: INodeProperties = {
	displayName: 'Leave Out Empty Fields',
	name: 'omitNulls',
	type: 'boolean',
	default: false,
	description: 'Whether to leave fields without a value out of the answer',
};

export const pageSizeOption: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_PAGE_SIZE,
	description: 'Records per page. Each page is one request.',
};

/** Not for Look Up: of a site that overlooks the condition each item would get every record. */
export const validateQueryOption: INodeProperties = {
	displayName: 'Validate Query',
	name: 'validateQueryParameters',
	type: 'boolean',
	default: true,
	description:
		'Whether the site refuses a query on fields that the document cannot be searched by. Without it, a site may overlook such a condition and find every record.',
};
