import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_PAGE_SIZE } from '../settings';
import { ANY_DOCUMENT } from './resource';

// How records are asked for and answered: options of Get Many and its like, and of the poll trigger.

/** Of the documents of the catalogue the list is known. */
export const listNameOption: INodeProperties = { displayName: 'List Document', name: 'listName', type: 'string', default: '', placeholder: 'e.g. JmRateCardList', description: 'The name of the list, where it is not the name of the document with List behind it', displayOptions: { show: { '/resource': [ANY_DOCUMENT] } } };

export const omitAlternateKeysOption: INodeProperties = { displayName: 'Leave Out Alternate Keys', name: 'omitAlternateKeys', type: 'boolean', default: false, description: 'Whether to leave alternate keys out of the answer' };

export const omitNullsOption: INodeProperties = { displayName: 'Leave Out Empty Fields', name: 'omitNulls', type: 'boolean', default: false, description: 'Whether to leave fields without a value out of the answer' };

export const pageSizeOption: INodeProperties = { displayName: 'Page Size', name: 'pageSize', type: 'number', typeOptions: { minValue: 1 }, default: DEFAULT_PAGE_SIZE, description: 'Records to a page: one call reads one page' };

/** Not for Look Up: of a site that overlooks the condition each item would get every record. */
export const validateQueryOption: INodeProperties = { displayName: 'Validate Query', name: 'validateQueryParameters', type: 'boolean', default: true, description: 'Whether the site refuses a query on fields that the document cannot be searched by. Without it, a site may overlook such a condition and find every record.' };
