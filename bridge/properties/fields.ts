import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { DOCUMENTS, SAVE_ARGUMENTS } from '../../core/catalog';

const WRITES = ['create', 'update', 'updateMany', 'upsert'];
const withMode = (mode: string): IDisplayOptions => ({ show: { operation: WRITES, fieldsMode: [mode] } });

/** The values of a record: one by one, or as JSON with its sub-tables. */
export const recordFieldProperties: INodeProperties[] = [
	{
		displayName: 'Give Fields As',
		name: 'fieldsMode',
		type: 'options',
		options: [
			{ name: 'JSON', value: 'json', description: 'An object of field names and values, also with the rows of sub-tables' },
			{ name: 'List', value: 'list', description: 'Field by field' },
		],
		default: 'list',
		displayOptions: { show: { operation: WRITES } },
	},
	{
		displayName: 'Fields to Send',
		name: 'fields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Field',
		displayOptions: withMode('list'),
		options: [
			{
				displayName: 'Field',
				name: 'entry',
				values: [
					{ displayName: 'Field Name', name: 'fieldName', type: 'string', default: '', placeholder: 'e.g. wo_desc', description: 'The name of the field as the definition of the document shows it' },
					{ displayName: 'Field Value', name: 'fieldValue', type: 'string', default: '', description: 'An expression that gives null empties the field' },
				],
			},
		],
	},
	{
		displayName: 'Fields',
		name: 'fieldsJson',
		type: 'json',
		default: '{}',
		description: 'An object such as {"wo_desc": "Edit", "mo_source": [{"source_desc": "Camera 1"}]}',
		displayOptions: withMode('json'),
	},
];

/** What the node sends: the values of a record, or the one value that an operation of its own takes. */
export const fieldProperties: INodeProperties[] = [
	...recordFieldProperties,
	{
		displayName: 'Approval',
		name: 'approval',
		type: 'options',
		options: SAVE_ARGUMENTS.flatMap((argument) => (argument.name === 'BidApproval' ? argument.choices : [])).map(({ label, value }) => ({ name: label, value })).sort((one, other) => one.name.localeCompare(other.name, 'en')),
		default: '0',
		displayOptions: { show: { resource: DOCUMENTS.filter(({ name }) => name === 'BidVersion').map(({ resource }) => resource), operation: ['changeApproval'] } },
	},
	{
		displayName: 'Group Code',
		name: 'groupCode',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. EDIT',
		description: 'The group has to stand in the group list of the resource',
		displayOptions: { show: { resource: DOCUMENTS.filter(({ name }) => name === 'SchResource').map(({ resource }) => resource), operation: ['setDefaultGroup'] } },
	},
];
