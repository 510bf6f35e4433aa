import type { INodeProperties } from 'n8n-workflow';

import { DOCUMENT_NAME, definedChoice, fieldRecord } from './choices';
import { APPLY_TO, MATCHING_RECORDS, HIDDEN_FOR_FILE } from './modes';
import { ANY_DOCUMENT, DOCUMENT, PANEL_DOCUMENTS, placesOf } from './panelResources';
import { SINGLE_TABLE_PLACES } from './record';

/** The name of the mapper parameter. */
export const MAPPER = 'columns';
/** Fields of the mapper that show a notice. They are never sent. */
export const NOTICE_FIELDS: readonly string[] = ['definition_notice', 'search_notice'];

/** The suffix of the labels of required fields, because n8n's mapper does not mark them. */
export const REQUIRED_MARK = ' *';

/** In a tool: the list entry that lets the model choose the value. */
export const MODEL_CHOICE = 'Let the Model Define This Value';

const CREDENTIAL = 'credential';

const DESCRIPTION =
	"The document's fields on your site, including custom fields. Look-up fields with up to 200 records are shown as lists. For larger ones, use 'Fields by Search'. An expression that returns null clears the field.";

/**
 * Initially shows only the required fields and the key to match (`addAllFields` off). With `addAllFields`, n8n ignores `removed` in a
 * workflow that was never saved: it would add all fields, and send each untouched switch as N.
 */
const mapper = (operations: string[], mode: 'map' | 'upsert', more: object = {}): INodeProperties => ({
	displayName: 'Fields',
	name: MAPPER,
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	required: true,
	description: DESCRIPTION,
	typeOptions: {
		loadOptionsDependsOn: ['resource', DOCUMENT, DOCUMENT_NAME, 'operation', APPLY_TO, `${CREDENTIAL}.isChosen`],
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
	displayOptions: { show: { operation: operations, fieldsMode: ['mapper'] }, hide: HIDDEN_FOR_FILE },
});

/**
 * Whether n8n has selected a credential. When the value changes from false to true, the mapper loads the site's fields. The mapper does
 * not depend on the credential itself, because n8n clears the mapper whenever a value that it depends on changes.
 *
 * The expression is inside an object, because n8n's editor resolves every expression at the top level of the parameters once for each
 * property of the node, and again for each input, to determine which properties to show.
 */
const credential: INodeProperties = {
	displayName: 'Credential',
	name: CREDENTIAL,
	type: 'hidden',
	default: { isChosen: '={{ $parameter["authentication"] !== "" }}' },
	displayOptions: { show: { operation: ['create', 'update', 'upsert'], fieldsMode: ['mapper'] }, hide: HIDDEN_FOR_FILE },
};

/** The document's fields, as its definition describes them. */
export const mapperProperties: INodeProperties[] = [
	credential,
	// In 'add' mode, n8n marks each empty required field as an error before anyone has entered a value. The run checks the required
	// fields instead.
	mapper(['create'], 'map'),
	mapper(['update'], 'map'),
	mapper(['upsert'], 'upsert', {
		matchingFieldsLabels: {
			title: 'Field to Match',
			description:
				'The key that identifies the record. If no record has this key, one is created with it. With a key from another system, such as the external key, the operation can be repeated safely.',
			hint: 'The record with this value is updated, or created if it does not exist.',
		},
	}),
];

const { resource: withoutLookups = [], ...documentsWithoutLookups } = placesOf(
	PANEL_DOCUMENTS.filter(({ table }) => !table.fields.some(({ lookup, readOnly }) => lookup !== undefined && !readOnly)),
);

/** Fields that refer to a record of another document. They have their own parameter, because n8n's mapper cannot search. */
export const searchedFieldsProperty: INodeProperties = {
	displayName: 'Fields by Search',
	name: 'searchedFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	default: {},
	placeholder: 'Add Field by Search',
	description: 'Fields that refer to a record of another document, such as a customer or a job: search for the record and choose it',
	displayOptions: {
		show: { operation: ['create', 'update', 'upsert'], fieldsMode: ['list', 'mapper'] },
		hide: { ...HIDDEN_FOR_FILE, resource: [...withoutLookups, ANY_DOCUMENT], ...documentsWithoutLookups },
	},
	options: [
		{
			displayName: 'Field',
			name: 'chosen',
			values: [
				definedChoice('Field Name or ID', 'fieldName', 'getFieldsToSearch'),
				fieldRecord('The record that the field refers to. An expression that returns null clears the field.'),
			],
		},
	],
};

/** Rows of sub-tables, one by one; nested rows require JSON. */
export const rowsProperty: INodeProperties = {
	displayName: 'Sub-Table Rows',
	name: 'rows',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	default: {},
	placeholder: 'Add Row',
	description: "Rows to add to the record's sub-tables. For nested rows, specify the fields as JSON.",
	displayOptions: {
		show: { operation: ['create', 'update', 'upsert'], fieldsMode: ['list', 'mapper'] },
		// Hidden if 'Sub-Table' is used: a request can either change one row of a sub-table or add rows to the record.
		hide: { ...HIDDEN_FOR_FILE, ...SINGLE_TABLE_PLACES, [APPLY_TO]: [MATCHING_RECORDS], '/subTables.step': [{ _cnd: { exists: true } }] },
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
					description: 'The fields of this row, each with its value',
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
									description: 'An expression that returns null sends an empty value',
								},
							],
						},
					],
				},
			],
		},
	],
};
