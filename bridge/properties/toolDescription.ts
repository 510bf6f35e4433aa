/**
 * The description of a tool, by which a model chooses it. Without this parameter, n8n shows the model only the action and the name of the
 * node, such as 'Create a work order in Media Operations'.
 */
import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { PANEL_DOCUMENTS } from './panelResources';
import { operationsOf, optionOf } from './operations';
import { OTHER_RESOURCES, shownFor } from './resource';

/** The sentence for operations that accept the name of a record instead of its code; see `bridge/run/lookUpNames.ts`. */
const NAMES = 'A field that refers to another record, such as a phase or a customer, accepts the name of that record.';

/**
 * For each operation, the facts that help a model choose between tools. A tool for an operation without an entry uses the operation's own
 * description.
 */
const DETAILS: Readonly<Record<string, string>> = {
	create: `Creates one new record and returns its key. A second call creates a second record. ${NAMES}`,
	delete: 'Deletes one record permanently. This cannot be undone.',
	get: 'Reads one record whose key is known. To find a record by anything else, use a tool that gets many records.',
	getMany: `Finds the records that match the conditions, and returns the first of them, or only their number. ${NAMES}`,
	update: `Changes the given fields of existing records. Other fields stay unchanged. ${NAMES}`,
	upsert: `Updates the record with the given key, or creates it if there is none. The call can be repeated safely. ${NAMES}`,
	void: 'Voids one order with a reason. The reason can be given by its name.',
	load: 'Loads a template into an existing order. The template can be given by its name. A second call loads it a second time.',
};

/** The parameter with the description of the tool, for one operation. `show` is the condition that selects the operation. */
export const toolDescription = (
	{ value, action = '', description = '' }: INodePropertyOptions,
	show: NonNullable<IDisplayOptions['show']>,
): INodeProperties => ({
	displayName: 'Tool Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 3 },
	default: `${action}. ${DETAILS[String(value)] ?? `${description}.`}`,
	required: true,
	description: 'What the tool does. The model uses this text to choose a tool.',
	displayOptions: { show: { ...show, '@tool': [true] } },
});

/** The tool description of each operation of the generic node. For a resource with several documents, it names the document. */
export const toolDescriptionProperties: INodeProperties[] = [
	...PANEL_DOCUMENTS.flatMap((entry) =>
		operationsOf(entry).flatMap((operation) =>
			shownFor(entry, [operation]).map((show) => toolDescription(optionOf(operation, entry), show)),
		),
	),
	...OTHER_RESOURCES.flatMap(({ operations, ...named }) =>
		operations.map((operation) => toolDescription(optionOf(operation, named), { resource: [named.resource], operation: [operation] })),
	),
];
