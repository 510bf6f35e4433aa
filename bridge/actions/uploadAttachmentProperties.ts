import type { INodeProperties } from 'n8n-workflow';

import { authenticationProperty } from '../properties/authentication';
import { requestOptions, optionsCollection } from '../properties/requestOptions';
import { definedChoices } from '../properties/choices';
import { limitProperties } from '../properties/limit';
import { includeEmptyOption } from '../properties/queryOptions';
import { recordLocator } from '../properties/record';
import { withArticle } from '../properties/operations';
import { toolOutputProperties } from '../properties/tool';
import { changeOptions, lookupLocator, operationsFor, resourceOf, resourcesOf } from './actionProperties';
import { ATTACHABLE, OTHER_DOCUMENT, withoutNumber } from './attachmentAddress';

const OTHER = { label: 'Other Document', resource: OTHER_DOCUMENT };
const owner = (label: string): string => (label === OTHER.label ? 'another document' : withArticle(label));

/**
 * The locator has all its modes if a key is enough to identify the record. If the document requires additional parameters, only the primary
 * key can be entered.
 */
const locators: INodeProperties[] = ATTACHABLE.map((entry) => {
	const locator = recordLocator(entry, { show: { resource: [entry.resource] } }, 'The record that the files belong to');
	if ((entry.requiredParameters ?? []).length === 0) return locator;
	const modes = (locator.modes ?? []).filter(({ name }) => name === entry.table.key);
	return { ...locator, modes, default: { mode: entry.table.key, value: '' } };
});

const documentNumber: INodeProperties = {
	displayName: 'Document Number',
	name: 'documentId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 10339',
	description: 'The number of the document on your site, as shown in its list of document customizations',
	displayOptions: { show: { resource: [...resourcesOf(ATTACHABLE.filter(withoutNumber)), OTHER_DOCUMENT] } },
};

/**
 * The option for a site whose document numbers differ from the defaults. Documents without a default number have the parameter above
 * instead.
 */
const ownNumber: INodeProperties = {
	displayName: 'Document Number',
	name: 'documentId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 10339',
	description: 'The number of the document on your site, if it differs from the default',
	displayOptions: { show: { '/resource': resourcesOf(ATTACHABLE.filter((entry) => !withoutNumber(entry))) } },
};

/** The description of 'Timeout' differs for uploads, because the default timeout is longer for large files. */
const uploadOptions = changeOptions.map((option) =>
	option.name === 'timeout'
		? {
				...option,
				description: 'How many seconds to wait for the response to a request. By default, a large upload gets more time than a small one.',
			}
		: option,
);
const uploading = { show: { operation: ['upload'] } };

export const uploadAttachmentProperties: INodeProperties[] = [
	authenticationProperty,
	resourceOf(ATTACHABLE, 'workOrder', [{ name: OTHER.label, value: OTHER.resource, description: 'Any document, by its number' }]),
	...operationsFor([...ATTACHABLE, OTHER], 'upload', (label) => [
		{ name: 'Delete', value: 'delete', action: `Delete an attachment from ${owner(label)}`, description: 'Delete a file from a record' },
		{
			name: 'Get Many',
			value: 'getMany',
			action: `Get many attachments of ${owner(label)}`,
			description: 'List the files attached to a record, without their contents',
		},
		{
			name: 'Upload',
			value: 'upload',
			action: `Upload attachments to ${owner(label)}`,
			description: 'Attach one or more files to a record in one request',
		},
	]),
	...locators,
	documentNumber,
	{
		displayName: 'Record Key',
		name: 'recordId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 9453-1',
		description: 'The key of the record that the files belong to',
		displayOptions: { show: { resource: [OTHER_DOCUMENT] } },
	},
	{
		displayName: 'Files to Upload',
		name: 'files',
		type: 'options',
		description: 'Which files of the input item to attach to the record',
		options: [
			{ name: 'All Binary Fields', value: 'all', description: 'All files from the item, in one request' },
			{ name: 'Named Binary Fields', value: 'named', description: 'One or more files from the item, in one request' },
		],
		default: 'named',
		displayOptions: uploading,
	},
	{
		displayName: 'Input Binary Fields',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		placeholder: 'e.g. data, file2',
		hint: 'The names of the input binary fields that contain the files, separated by commas',
		displayOptions: { show: { operation: ['upload'], files: ['named'] } },
	},
	lookupLocator({
		label: 'Attachment',
		name: 'attachment',
		search: 'searchAttachments',
		placeholder: 'e.g. 7',
		description: 'The file to delete',
		displayOptions: { show: { operation: ['delete'] } },
	}),
	...limitProperties({ operation: ['getMany'] }),
	...toolOutputProperties('loadAttachmentFields', { operation: ['getMany'] }),
	optionsCollection(
		[
			...uploadOptions,
			ownNumber,
			{
				displayName: 'File Names',
				name: 'fileNames',
				type: 'fixedCollection',
				typeOptions: { multipleValues: true },
				default: {},
				placeholder: 'Add File Name',
				description: "Names and types to use instead of the files' own. The site derives the attachment type from the file extension.",
				options: [
					{
						displayName: 'File',
						name: 'file',
						values: [
							{ displayName: 'Binary Field', name: 'binaryField', type: 'string', default: 'data' },
							{ displayName: 'File Name', name: 'fileName', type: 'string', default: '', placeholder: 'e.g. delivery-receipt.pdf' },
							{ displayName: 'MIME Type', name: 'contentType', type: 'string', default: '', placeholder: 'e.g. application/pdf' },
						],
					},
				],
			},
			{
				displayName: 'Form Field Name',
				name: 'partName',
				type: 'string',
				default: '',
				placeholder: 'e.g. file',
				description: 'The form field name to send with each file, if your site requires one',
			},
		],
		{ show: { operation: ['upload'] } },
	),
	optionsCollection([...changeOptions, ownNumber], { show: { operation: ['delete'] } }),
	optionsCollection(
		[
			...requestOptions,
			ownNumber,
			definedChoices('Fields to Return Names or IDs', 'columns', 'loadAttachmentFields', {
				hint: 'The key is always returned. Leave empty to return all fields.',
			}),
			includeEmptyOption,
			{
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description: 'Whether to return a simplified version of the response instead of the raw data',
			},
		],
		{ show: { operation: ['getMany'] } },
	),
];
