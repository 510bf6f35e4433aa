import type { INodeProperties } from 'n8n-workflow';

/**
 * 'Document Name', as a path. n8n does not even ask for a list while a parameter that stands in `loadOptionsDependsOn` by its plain
 * name is an expression that waits for its item; the panel can say more than that.
 */
export const DOCUMENT_NAME = '["documentName"]';

/** Lists that follow from the definition of a document are read anew when another document is chosen. */
const loaded = (loadOptionsMethod: string) => ({ loadOptionsMethod, loadOptionsDependsOn: ['resource', DOCUMENT_NAME, 'operation'] });

type More = Partial<Pick<INodeProperties, 'hint' | 'required' | 'displayOptions'>>;

/** A field or table, chosen from what the definition of the document has or named by an expression. `method` loads the list. */
export const definedChoice = (displayName: string, name: string, method: string, more: More = {}): INodeProperties => ({
	displayName,
	name,
	type: 'options',
	default: '',
	description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	typeOptions: loaded(method),
	...more,
});

/** The same for several at once. */
export const definedChoices = (displayName: string, name: string, method: string, more: More = {}): INodeProperties => ({
	displayName,
	name,
	type: 'multiOptions',
	default: [],
	description: 'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	typeOptions: loaded(method),
	...more,
});
