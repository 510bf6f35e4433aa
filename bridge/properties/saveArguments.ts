import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { isFixedValue, SAVE_ARGUMENTS, type DocumentEntry, type SaveArgument } from '../../core/catalog';
import { APPLY_TO, MATCHING_RECORDS, HIDDEN_FOR_FILE } from './modes';
import { ANY_DOCUMENT, PANEL_DOCUMENTS } from './panelResources';
import { hasOperation } from './operations';
import { shownFor } from './resource';

const all: readonly SaveArgument[] = SAVE_ARGUMENTS;

/** The operations that can send save arguments. */
type Write = 'create' | 'update' | 'upsert';
const WRITES: readonly Write[] = ['create', 'update', 'upsert'];

/** The save arguments of a document, except those that have their own operation. */
export const saveArgumentsOf = (document: string): SaveArgument[] =>
	all.filter(({ name, documents }) => documents.includes(document) && !hasOperation(name));

const propertyOf = ({ name, label, description, value, choices, since }: SaveArgument): INodeProperties => {
	const text = since === '10.6' ? description : `${description}${description.endsWith('.') ? '' : '.'} Requires release ${since}.`;
	const common = { displayName: label, name, description: text };
	const sends = {
		...common,
		type: 'boolean' as const,
		default: true,
		description: `Whether to send this save argument, which ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
	};
	if (isFixedValue(value)) return sends;
	switch (value) {
		// Without a default, so that a missing choice cannot replace or approve anything.
		case 'choice':
		case 'numberChoice':
			return {
				...common,
				type: 'options',
				default: '',
				options: (choices ?? []).map((choice) => ({ name: choice.label, value: choice.value })),
			};
		case 'number':
		case 'code':
			return { ...common, type: 'string', default: '', placeholder: 'e.g. 15' };
		case 'numbers':
			return { ...common, type: 'string', default: '', placeholder: 'e.g. 10, 11' };
		case 'key':
			return sends;
	}
};

/** The collection for one document and the operations with the same save arguments. */
const collectionOf = (show: NonNullable<IDisplayOptions['show']>, offered: readonly SaveArgument[]): INodeProperties => ({
	displayName: 'Save Arguments',
	name: 'saveArguments',
	type: 'collection',
	default: {},
	placeholder: 'Add Save Argument',
	description: 'Server functions to run with the change',
	displayOptions: { show, hide: { ...HIDDEN_FOR_FILE, [APPLY_TO]: [MATCHING_RECORDS] } },
	options: offered.map(propertyOf).sort((one, other) => one.displayName.localeCompare(other.displayName, 'en')),
});

/** The collections of one document, one for each set of save arguments. */
const collectionsOf = (entry: DocumentEntry): INodeProperties[] => {
	const groups = new Map<string, { operations: Write[]; offered: SaveArgument[] }>();
	for (const operation of WRITES) {
		const offered = saveArgumentsOf(entry.name).filter(({ verbs }) => verbs?.includes(operation) ?? true);
		const group = offered.map((argument) => argument.name).join();
		if (offered.length > 0) groups.set(group, { offered, operations: [...(groups.get(group)?.operations ?? []), operation] });
	}
	return [...groups.values()].flatMap(({ operations, offered }) => shownFor(entry, operations).map((show) => collectionOf(show, offered)));
};

/** Server functions that run with a change (specification: Save arguments), for each document that has any. */
export const saveArgumentProperties: INodeProperties[] = [
	...PANEL_DOCUMENTS.flatMap(collectionsOf),
	{
		displayName: 'Save Arguments',
		name: 'saveArgumentsJson',
		type: 'json',
		default: '{}',
		description: 'Server functions to run with the change, as an object such as {"LoadTemplate": "15"}',
		displayOptions: { show: { resource: [ANY_DOCUMENT], operation: [...WRITES] }, hide: HIDDEN_FOR_FILE },
	},
];
