import type { INodeProperties } from 'n8n-workflow';

import { DOCUMENTS, SAVE_ARGUMENTS, type SaveArgument } from '../../core/catalog';
import { ANY_DOCUMENT, hasOperation } from './resource';

const all: readonly SaveArgument[] = SAVE_ARGUMENTS;

/** Those that a document takes in Create, Create or Update, and Update; what has an operation of its own is left to it. */
export const saveArgumentsOf = (document: string): SaveArgument[] => all.filter(({ name, documents }) => documents.includes(document) && !hasOperation(name));

const propertyOf = ({ name, label, description, value, choices, since }: SaveArgument): INodeProperties => {
	const words = since === '10.6' ? description : `${description}. Needs release ${since}.`;
	const head = { displayName: label, name, description: words };
	switch (value) {
		case 'choice': return { ...head, type: 'options', default: choices?.[0]?.value ?? '', options: (choices ?? []).map((choice) => ({ name: choice.label, value: choice.value })) };
		case 'number':
		case 'code': return { ...head, type: 'string', default: '', placeholder: 'e.g. 15' };
		case 'numbers': return { ...head, type: 'string', default: '', placeholder: 'e.g. 10, 11' };
		case 'yes':
		case 'all':
		case 'empty':
		case 'key': return { ...head, type: 'boolean', default: true, description: `Whether to use it: ${words.charAt(0).toLowerCase()}${words.slice(1)}` };
	}
};

const WRITES = ['create', 'update', 'upsert'];

/** Functions of the server that go along with a change (specification: Save arguments), for each document that has some. */
export const saveArgumentProperties: INodeProperties[] = [
	...DOCUMENTS.filter(({ name }) => saveArgumentsOf(name).length > 0).map(({ name, resource }): INodeProperties => ({
		displayName: 'Save Arguments',
		name: 'saveArguments',
		type: 'collection',
		default: {},
		placeholder: 'Add Save Argument',
		description: 'Functions of the server that run along with the change',
		displayOptions: { show: { resource: [resource], operation: WRITES } },
		options: saveArgumentsOf(name).map(propertyOf).sort((one, other) => one.displayName.localeCompare(other.displayName, 'en')),
	})),
	{
		displayName: 'Save Arguments',
		name: 'saveArgumentsJson',
		type: 'json',
		default: '{}',
		description: 'Functions of the server that run along with the change, as an object such as {"LoadTemplate": "15"}',
		displayOptions: { show: { resource: [ANY_DOCUMENT], operation: [...WRITES, 'updateMany'] } },
	},
];
