import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { definedChoice } from './choices';
import { HIDDEN_FOR_FILE } from './modes';
import { mapperProperties, rowsProperty, searchedFieldsProperty } from './mapper';

const WRITES = ['create', 'update', 'upsert'];
const withMode = (mode: string): IDisplayOptions => ({ show: { operation: WRITES, fieldsMode: [mode] }, hide: HIDDEN_FOR_FILE });

const AS_MAPPER: INodePropertyOptions = {
	name: 'Fields of the Document',
	value: 'mapper',
	description: "The document's fields on your site, with their types",
};
const AS_JSON: INodePropertyOptions = {
	name: 'JSON',
	value: 'json',
	description: 'An object of field names and values, optionally with sub-table rows',
};
const AS_LIST: INodePropertyOptions = {
	name: 'List of Fields',
	value: 'list',
	description: 'One entry per field. Names can come from expressions.',
};

const chosenName = definedChoice('Field Name or ID', 'fieldName', 'getFieldsToSend');

/** The values of a record: in a mapper, as a list of fields, or as JSON with sub-tables. */
export const recordFieldProperties: INodeProperties[] = [
	{
		displayName: 'Specify Fields',
		name: 'fieldsMode',
		type: 'options',
		description: 'How to specify the values to send',
		options: [AS_MAPPER, AS_JSON, AS_LIST],
		default: 'mapper',
		displayOptions: { show: { operation: WRITES }, hide: HIDDEN_FOR_FILE },
	},
	...mapperProperties,
	{
		displayName: 'Fields to Send',
		name: 'fields',
		type: 'fixedCollection',
		description: 'The fields to set, each with its value. Other fields stay unchanged.',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Field',
		displayOptions: withMode('list'),
		options: [
			{
				displayName: 'Field',
				name: 'entry',
				values: [
					chosenName,
					{
						displayName: 'Field Value',
						name: 'fieldValue',
						type: 'string',
						default: '',
						description: 'An expression that returns null clears the field',
					},
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
	searchedFieldsProperty,
	rowsProperty,
];
