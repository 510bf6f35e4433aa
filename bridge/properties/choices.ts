import type { IDisplayOptions, INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { FIND_BY } from './modes';
import { DOCUMENT } from './panelResources';

/**
 * The path of the value of 'Document Name'. If `loadOptionsDependsOn` contained the name without `.value`, n8n would not load the list
 * while 'Document Name' is an expression that needs an item, and the list could not show a notice.
 */
export const DOCUMENT_NAME = 'documentName.value';

/** n8n loads a list from the definition of a document again when the document, the operation or 'Find By' changes. */
const loaded = (loadOptionsMethod: string) => ({
	loadOptionsMethod,
	loadOptionsDependsOn: ['resource', DOCUMENT, DOCUMENT_NAME, 'operation', FIND_BY, 'options.divisionCode'],
});

type More = Partial<Pick<INodeProperties, 'hint' | 'required' | 'displayOptions'>>;

/** A field or table. The user chooses it from a list that `method` loads from the document's definition, or names it in an expression. */
export const definedChoice = (displayName: string, name: string, method: string, more: More = {}): INodeProperties => ({
	displayName,
	name,
	type: 'options',
	default: '',
	description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	typeOptions: loaded(method),
	...more,
});

/** Like {@link definedChoice}, but with several choices. */
export const definedChoices = (displayName: string, name: string, method: string, more: More = {}): INodeProperties => ({
	displayName,
	name,
	type: 'multiOptions',
	default: [],
	description: 'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	typeOptions: loaded(method),
	...more,
});

/** The name of the locator mode in which the user chooses from a list. */
export const LIST_MODE = 'list';

export const locatorMode = (label: string, name: string, rest: Omit<INodePropertyMode, 'displayName' | 'name'>): INodePropertyMode => ({
	displayName: label,
	name,
	...rest,
});

/** The mode {@link LIST_MODE} with the records that the method `search` finds. */
export const fromList = (search: string): INodePropertyMode =>
	locatorMode('From List', LIST_MODE, {
		type: 'list',
		placeholder: 'Choose one',
		typeOptions: { searchListMethod: search, searchable: true },
	});

/** The record that the field in 'fieldName' refers to. */
export const fieldRecord = (description: string): INodeProperties => ({
	displayName: 'Record',
	name: 'record',
	type: 'resourceLocator',
	typeOptions: { loadOptionsDependsOn: ['&fieldName'] },
	default: { mode: LIST_MODE, value: '' },
	description,
	modes: [fromList('searchFieldRecords'), { displayName: 'By Number or Code', name: 'key', type: 'string', placeholder: 'e.g. 12' }],
});

/** The binary field with a file of records. */
export const inputFile = (formats: string, displayOptions: IDisplayOptions): INodeProperties => ({
	displayName: 'Input Binary Field',
	name: 'inputBinaryField',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the input binary field that contains the file',
	description: `The item's binary field that contains the file: ${formats}, optionally compressed with gzip`,
	displayOptions,
});

/** Sorts options by their names. */
export const byName = (first: { readonly name: string }, other: { readonly name: string }): number =>
	first.name.localeCompare(other.name, 'en');
