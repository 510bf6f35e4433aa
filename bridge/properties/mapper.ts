import type { INodeProperties } from 'n8n-workflow';

import { DOCUMENTS } from '../../core/catalog';
import { MAPPER } from '../fieldMapping';
import { definedChoice } from './choices';

const DESCRIPTION = 'The fields of the document on your site, custom fields too. Look-ups of up to 200 records can be chosen from a list; for larger ones give the number or code. An expression that gives null empties the field.';

const mapper = (operations: string[], mode: 'add' | 'map' | 'upsert', more: object = {}): INodeProperties => ({
	displayName: 'Fields',
	name: MAPPER,
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	required: true,
	description: DESCRIPTION,
	typeOptions: {
		loadOptionsDependsOn: ['resource', 'documentName', 'operation'],
		resourceMapper: { resourceMapperMethod: 'getMappedFields', mode, fieldWords: { singular: 'field', plural: 'fields' }, addAllFields: true, multiKeyMatch: false, supportAutoMap: true, refreshStaleSchemaOnOpen: true, ...more },
	},
	displayOptions: { show: { operation: operations, fieldsMode: ['mapper'] } },
});

/** The fields of the document, as its definition has them. */
export const mapperProperties: INodeProperties[] = [
	mapper(['create'], 'add'),
	mapper(['update', 'updateMany'], 'map'),
	mapper(['upsert'], 'upsert', {
		matchingFieldsLabels: {
			title: 'Field to Match',
			description: 'The key by which the record is looked up, and which it gets if it is new. A key of another system, such as the external key, can be repeated safely.',
			hint: 'The record with this value is updated; if there is none, it is created.',
		},
	}),
];

const withoutRows = DOCUMENTS.filter(({ table }) => (table.subTables ?? []).length === 0).map(({ resource }) => resource);

/** Rows of sub-tables, one by one; rows below rows need JSON. */
export const rowsProperty: INodeProperties = {
	displayName: 'Rows of Sub-Tables',
	name: 'rows',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	default: {},
	placeholder: 'Add Row',
	description: 'Rows to add to sub-tables of the record. Rows below rows can be given as JSON.',
	displayOptions: { show: { operation: ['create', 'update', 'upsert'], fieldsMode: ['list', 'mapper'] }, hide: { resource: withoutRows } },
	options: [
		{
			displayName: 'Row',
			name: 'row',
			values: [
				definedChoice('Sub-Table Name or ID', 'subTable', 'getSubTablesToSend'),
				{
					displayName: 'Fields of the Row',
					name: 'cells',
					type: 'fixedCollection',
					description: 'The values of this row, by field of its sub-table',
					typeOptions: { multipleValues: true, sortable: true },
					default: {},
					placeholder: 'Add Field',
					options: [
						{
							displayName: 'Field',
							name: 'cell',
							values: [
								definedChoice('Field Name or ID', 'fieldName', 'getRowFields'),
								{ displayName: 'Field Value', name: 'fieldValue', type: 'string', default: '', description: 'An expression that gives null leaves the field without a value' },
							],
						},
					],
				},
			],
		},
	],
};
