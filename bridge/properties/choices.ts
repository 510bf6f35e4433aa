import type { INodeProperties } from 'n8n-workflow';

import { FIND_BY } from './modes';
import { DOCUMENT } from './panelResources';

/**
 * 'Document Name' as the path of its value. If `loadOptionsDependsOn` contains the plain name and that parameter is an expression that needs an
 * item, n8n does not load the list at all, so that the list cannot show a notice.
 */
export const DOCUMENT_NAME = 'documentName.value';

/** Lists from the definition of a document are loaded again when another document is chosen. */
const loaded = (loadOptionsMethod: string) => ({
	loadOptionsMethod,
	loadOptionsDependsOn: ['resource', DOCUMENT, DOCUMENT_NAME, 'operation', FIND_BY],
});

type More = Partial<Pick<INodeProperties, 'hint' | 'required' | 'displayOptions'>>;

/** A field or table: chosen from a list, which `method` loads from the definition of the document, or named by an expression. */
export const definedChoice = (displayName: string, name: string, method: string, more: More = {}): INodeProperties => ({
	displayName,
	name,
	type: 'options',
	default: '',
	description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	typeOptions: loaded(method),
	...more,
});

/** The same with several choices. */
export const definedChoices = (displayName: string, name: string, method: string, more: More = {}): INodeProperties => ({
	displayName,
	name,
	type: 'multiOptions',
	default: [],
	description: 'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	typeOptions: loaded(method),
	...more,
});
