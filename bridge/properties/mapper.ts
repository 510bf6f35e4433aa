import type { INodeProperties } from 'n8n-workflow';

import { DOCUMENTS } from '../../core/catalog';
import { MAPPER } from '../run/fieldMapping';
import { DOCUMENT_NAME, definedChoice } from './choices';
import { LIST_MODE, SINGLE_TABLE_RESOURCES } from './record';
import { ANY_DOCUMENT } from './resource';

const CREDENTIAL_CHOSEN = 'credentialChosen';

const DESCRIPTION =
	"The fields of the document on your site, custom fields too. Look-ups of up to 200 records can be chosen from a list, larger ones under 'Fields by Search'. An expression that returns null clears the field.";

/**
 * n8n shows the required fields first (`addAllFields` off). It ignores `removed` of the fields in a workflow that was never saved: it would
 * add all of them, and send each untouched switch as N.
 */
const mapper = (operations: string[], mode: 'add' | 'map' | 'upsert', more: object = {}): INodeProperties => ({
	displayName: 'Fields',
	name: MAPPER,
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	required: true,
	description: DESCRIPTION,
	typeOptions: {
		loadOptionsDependsOn: ['resource', DOCUMENT_NAME, 'operation', CREDENTIAL_CHOSEN],
		resourceMapper: {
			resourceMapperMethod: 'getMappedFields',
			mode,
			fieldWords: { singular: 'field', plural: 'fields' },
			addAllFields: false,
			multiKeyMatch: false,
			supportAutoMap: true,
			refreshStaleSchemaOnOpen: true,
			...more,
		},
	},
	displayOptions: { show: { operation: operations, fieldsMode: ['mapper'] } },
});

/**
 * Whether n8n has selected a credential: its change from false to true makes the mapper load the fields of the site. It does not depend
 * on which one, because n8n clears the mapper whenever a value changes on which it depends.
 */
const credentialChosen: INodeProperties = {
	displayName: 'Credential Chosen',
	name: CREDENTIAL_CHOSEN,
	type: 'hidden',
	default: '={{ $parameter["authentication"] !== "" }}',
	displayOptions: { show: { operation: ['create', 'update', 'updateMany', 'upsert'], fieldsMode: ['mapper'] } },
};

/** The fields of the document from its definition. */
export const mapperProperties: INodeProperties[] = [
	credentialChosen,
	mapper(['create'], 'add'),
	mapper(['update', 'updateMany'], 'map'),
	mapper(['upsert'], 'upsert', {
		matchingFieldsLabels: {
			title: 'Field to Match',
			description:
				'The key by which the record is looked up, and which it gets if it is new. A key of another system, such as the external key, can be repeated safely.',
			hint: 'The record with this value is updated; if there is none, it is created.',
		},
	}),
];

const withoutLookups = DOCUMENTS.filter(({ table }) => !table.fields.some(({ lookup, readOnly }) => lookup !== undefined && !readOnly)).map(
	({ resource }) => resource,
);

/** Fields that refer to a record of another document: n8n's mapper cannot search, and sites have thousands of customers and jobs. */
export const searchedFieldsProperty: INodeProperties = {
	displayName: 'Fields by Search',
	name: 'searchedFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	default: {},
	placeholder: 'Add Field by Search',
	description: 'Fields that refer to a record of another document, such as a customer or a job: search for the record and choose it',
	displayOptions: {
		show: { operation: ['create', 'update', 'updateMany', 'upsert'], fieldsMode: ['list', 'mapper'] },
		hide: { resource: [...withoutLookups, ANY_DOCUMENT] },
	},
	options: [
		{
			displayName: 'Field',
			name: 'chosen',
			values: [
				definedChoice('Field Name or ID', 'fieldName', 'getFieldsToSearch'),
				{
					displayName: 'Record',
					name: 'record',
					type: 'resourceLocator',
					typeOptions: { loadOptionsDependsOn: ['&fieldName'] },
					default: { mode: LIST_MODE, value: '' },
					description: 'The record that the field refers to. An expression that returns null clears the field.',
					modes: [
						{
							displayName: 'From List',
							name: LIST_MODE,
							type: 'list',
							placeholder: 'Choose one',
							typeOptions: { searchListMethod: 'searchFieldRecords', searchable: true },
						},
						{ displayName: 'By Number or Code', name: 'key', type: 'string', placeholder: 'e.g. 12' },
					],
				},
			],
		},
	],
};

/** Rows of sub-tables, one by one; rows below rows require JSON. */
export const rowsProperty: INodeProperties = {
	displayName: 'Sub-Table Rows',
	name: 'rows',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	default: {},
	placeholder: 'Add Row',
	description: 'Rows to add to sub-tables of the record. For rows below rows, specify the fields as JSON.',
	displayOptions: {
		show: { operation: ['create', 'update', 'upsert'], fieldsMode: ['list', 'mapper'] },
		// Either a row of a sub-table is changed, or rows are added to the record.
		hide: { resource: SINGLE_TABLE_RESOURCES, '/subTables.step': [{ _cnd: { exists: true } }] },
	},
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
								{
									displayName: 'Field Value',
									name: 'fieldValue',
									type: 'string',
									default: '',
									description: 'An expression that returns null leaves the field without a value',
								},
							],
						},
					],
				},
			],
		},
	],
};
