import type { IDisplayOptions, INodeProperties, INodePropertyMode } from 'n8n-workflow';

import type { DocumentEntry } from '../../core/catalog';
import { DOCUMENT_NAME, LIST_MODE, definedChoice, fromList, locatorMode } from './choices';
import { HIDDEN_FOR_SEVERAL, SEVERAL_RECORDS } from './modes';
import { ANY_DOCUMENT, DOCUMENT, PANEL_DOCUMENTS, placesOf } from './panelResources';
import { operationsOf, operationsWhere } from './operations';
import { shownFor } from './resource';

/** The key field by which a record of this document is addressed. */
export const addressKeyOf = ({ kind, table }: Pick<DocumentEntry, 'kind' | 'table'>): string =>
	kind === 'attachments' ? 'attachment_keystring' : table.key;

const labelOf = ({ kind, table }: DocumentEntry, key: string): string =>
	kind === 'attachments' ? 'Document and Record' : (table.fields.find(({ name }) => name === key)?.label ?? key);

/**
 * The mode of the locator for a URL. For a document of the catalog, all modes except this and {@link LIST_MODE} are names of key fields.
 */
export const URL_MODE = 'url';

const urlMode = (document: string): INodePropertyMode =>
	locatorMode('By URL', URL_MODE, {
		type: 'string',
		placeholder: `e.g. https://media.example.com/api/v2/database/LIVE/${document}/…`,
		validation: [
			{
				type: 'regex',
				properties: {
					regex: '^https?://.+/[^/]+/[^/]+=.+$',
					errorMessage: 'This is not the URL of a record. It must end with the name of the document and the key, such as /JmJob/job_no=12',
				},
			},
		],
	});

const keyMode = (name: string, label: string, placeholder: string): INodePropertyMode =>
	locatorMode(`By ${label}`, name, { type: 'string', placeholder });

const PLACEHOLDERS: Readonly<Record<string, string>> = {
	wo_no_seq: 'e.g. 9453-1',
	external_key: 'e.g. CRM-4711',
	barcode: 'e.g. 2000XYT',
	umid: 'e.g. 060A2B340101',
	resource_code: 'e.g. FRED01',
	group_code: 'e.g. EDIT',
	phase_code: 'e.g. CONF',
	action_code: 'e.g. I',
	attachment_keystring: 'e.g. 10339:9453-1',
};
const modeOf = (entry: DocumentEntry, key: string): INodePropertyMode => keyMode(key, labelOf(entry, key), PLACEHOLDERS[key] ?? 'e.g. 12');

const SINGLE = operationsWhere(({ single }) => single === true);

const locator = (displayOptions: IDisplayOptions, label: string, modes: INodePropertyMode[], description: string): INodeProperties => ({
	displayName: label,
	name: 'record',
	type: 'resourceLocator',
	default: { mode: modes[0]?.name ?? URL_MODE, value: '' },
	required: true,
	// n8n clears the record when the document changes, because the same key identifies another record in another document.
	typeOptions: { loadOptionsDependsOn: ['resource', DOCUMENT, DOCUMENT_NAME] },
	description,
	modes,
	displayOptions,
});

const keyModesOf = (entry: DocumentEntry): INodePropertyMode[] =>
	[addressKeyOf(entry), ...entry.alternateKeys].map((key) => modeOf(entry, key));

/** An existing record: from a list if the document has one, by key or by URL. */
export const recordLocator = (
	entry: DocumentEntry,
	displayOptions: IDisplayOptions,
	description = 'The record to work on',
): INodeProperties => {
	const list = entry.list === undefined ? [] : [fromList('searchRecords')];
	return locator(displayOptions, entry.label, [...list, ...keyModesOf(entry), urlMode(entry.name)], description);
};

const locatorsOf = (entry: DocumentEntry): INodeProperties[] => {
	const operations = operationsOf(entry);
	const [primary, ...alternates] = keyModesOf(entry);
	const single = operations.filter((operation) => SINGLE.includes(operation));
	return [
		...shownFor(entry, single).map((show) => recordLocator(entry, { show })),
		// The record of an upsert can be new, so there is no list. Keys of other systems come first.
		// With 'Fields of the Document', the mapper contains the key.
		...(operations.includes('upsert') && primary
			? shownFor(entry, ['upsert']).map((show) =>
					locator(
						{ show: { ...show, fieldsMode: ['json', 'list'] } },
						entry.label,
						[...alternates, primary],
						'The key that identifies the record. If no record has this key, one is created with it.',
					),
				)
			: []),
	];
};

const anyDocumentKey = keyMode('key', 'Key', 'e.g. 12');

/** The record of each resource: from a list, by key or by URL. */
export const recordProperties: INodeProperties[] = [
	...PANEL_DOCUMENTS.flatMap(locatorsOf),
	locator(
		{ show: { resource: [ANY_DOCUMENT], operation: ['delete', 'get', 'update'] } },
		'Record',
		[fromList('searchRecords'), anyDocumentKey, urlMode('JmRateCard')],
		"The value of the record's key field",
	),
	locator(
		{ show: { resource: [ANY_DOCUMENT], operation: ['upsert'], fieldsMode: ['json', 'list'] } },
		'Record',
		[anyDocumentKey],
		"The value of the record's key field",
	),
].map((property) => ({ ...property, displayOptions: { ...property.displayOptions, hide: HIDDEN_FOR_SEVERAL } }));

const RECORD_OPERATIONS: readonly string[] = [...SINGLE, 'create', 'upsert'];

/** Query parameters that a request for one record requires (catalog: `requiredParameters`). */
export const requiredParameterProperties: INodeProperties[] = PANEL_DOCUMENTS.flatMap((entry) =>
	(entry.requiredParameters ?? []).flatMap((name) =>
		shownFor(
			entry,
			operationsOf(entry).filter((operation) => RECORD_OPERATIONS.includes(operation)),
		).map((show): INodeProperties => ({
			displayName: labelOf(entry, name),
			name: `parameter_${name}`,
			type: 'string',
			default: '',
			required: true,
			placeholder: PLACEHOLDERS[name] ?? 'e.g. 12',
			description: 'The site requires this number to find the record',
			displayOptions: { show, hide: SEVERAL_RECORDS },
		})),
	),
);

/**
 * The resources and documents that have a single table: setup documents and documents that are only a list (public material). Every other
 * document can have sub-tables on a site, even if the catalog contains none.
 */
export const SINGLE_TABLE_PLACES = placesOf(PANEL_DOCUMENTS.filter(({ kind }) => kind === 'setup' || kind === 'list'));

/** The row in a step of the path to a sub-table row. Only Get may omit the row, and then returns all rows. */
const rowLocator = (use: 'get' | 'change', hint?: string): INodeProperties => ({
	displayName: 'Row',
	name: 'value',
	type: 'resourceLocator',
	default: { mode: LIST_MODE, value: '' },
	typeOptions: { loadOptionsDependsOn: ['&table'] },
	description: 'The row of the sub-table, identified by the value of its key field',
	...(hint === undefined ? {} : { hint }),
	displayOptions: { [use === 'get' ? 'show' : 'hide']: { '/operation': ['get'] } },
	modes: [fromList('searchRows'), keyMode('key', 'Key', 'e.g. 3')],
});

/** The path from a record to the rows of a sub-table (specification: Sub-table addressing). */
export const subTablesProperty: INodeProperties = {
	displayName: 'Sub-Table',
	name: 'subTables',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	default: {},
	placeholder: 'Add Sub-Table',
	description:
		"The sub-table to work on instead of the record. To work on a sub-table of a row, add another sub-table. To add rows, use 'Sub-Table Rows'.",
	displayOptions: { show: { operation: ['delete', 'get', 'update'] }, hide: { ...SINGLE_TABLE_PLACES, ...HIDDEN_FOR_SEVERAL } },
	options: [
		{
			displayName: 'Sub-Table',
			name: 'step',
			values: [
				definedChoice('Sub-Table Name or ID', 'table', 'getSubTables'),
				definedChoice('Row Key Field Name or ID', 'key', 'getRowKeys'),
				rowLocator('get', 'To get all rows of the last sub-table, leave this field empty'),
				rowLocator('change'),
			],
		},
	],
};
