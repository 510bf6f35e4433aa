import type { INodeProperties } from 'n8n-workflow';

import { authenticationProperty } from '../properties/authentication';
import { callOptions, optionsCollection } from '../properties/callOptions';
import { definedChoices } from '../properties/choices';
import { limitProperties } from '../properties/limit';
import { recordLocator } from '../properties/record';
import { withArticle } from '../properties/resource';
import { toolOutputProperties } from '../properties/tool';
import { changeOptions, lookupLocator, operationsFor, resourceOf, resourcesOf } from './actionProperties';
import { ATTACHABLE, OTHER_DOCUMENT, withoutNumber } from './attachmentAddress';

const OTHER = { label: 'Other Document', resource: OTHER_DOCUMENT };
const owner = (label: string): string => (label === OTHER.label ? 'another document' : withArticle(label));

/** A record that can be read by its key alone takes every way to it; one that needs more is given by its number. */
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
	description: 'The number of the document on your site. Its list of document customisations shows it.',
	displayOptions: { show: { resource: [...resourcesOf(ATTACHABLE.filter(withoutNumber)), OTHER_DOCUMENT] } },
};

/** For a site that numbers its documents otherwise; where there is no usual number, the panel asks for one anyway. */
const ownNumber: INodeProperties = {
	displayName: 'Document Number',
	name: 'documentId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 10339',
	description: 'The number of the document on your site, where it is another than the usual one',
	displayOptions: { show: { '/resource': resourcesOf(ATTACHABLE.filter((entry) => !withoutNumber(entry))) } },
};

/** A large file needs longer than the usual time, and gets it unless the user sets one. */
const uploadOptions = changeOptions.map((option) =>
	option.name === 'timeout'
		? { ...option, description: 'Seconds for one call. As long as it is not set, a large upload gets more time than a small one.' }
		: option,
);
const uploading = { show: { operation: ['upload'] } };

/** The panel of the node Upload Attachment. */
export const uploadAttachmentProperties: INodeProperties[] = [
	authenticationProperty,
	resourceOf(ATTACHABLE, 'workOrder', [{ name: OTHER.label, value: OTHER.resource, description: 'Any document by its number' }]),
	...operationsFor([...ATTACHABLE, OTHER], 'upload', (label) => [
		{ name: 'Delete', value: 'delete', action: `Delete an attachment of ${owner(label)}`, description: 'Delete one file of a record' },
		{
			name: 'Get Many',
			value: 'getMany',
			action: `Get many attachments of ${owner(label)}`,
			description: 'List the files of a record, without their contents',
		},
		{
			name: 'Upload',
			value: 'upload',
			action: `Upload attachments to ${owner(label)}`,
			description: 'Attach one or several files to a record in one call',
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
		description: 'Which files of the item are attached to the record',
		options: [
			{ name: 'All Binary Fields', value: 'all', description: 'Every file of the item, all in one call' },
			{ name: 'Named Binary Fields', value: 'named', description: 'One or several files of the item, all in one call' },
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
		hint: 'The names of the input fields containing the files, with commas between them',
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
				description:
					'Other names and types than those of the files themselves. The site finds the type of an attachment by the extension of its name.',
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
				displayName: 'Part Name',
				name: 'partName',
				type: 'string',
				default: '',
				placeholder: 'e.g. file',
				description: 'The field name of each file in the call. It is empty as a rule; give one where your site asks for it.',
			},
		],
		{ show: { operation: ['upload'] } },
	),
	optionsCollection([...changeOptions, ownNumber], { show: { operation: ['delete'] } }),
	optionsCollection(
		[
			...callOptions,
			ownNumber,
			definedChoices('Fields to Return Names or IDs', 'columns', 'loadAttachmentFields', {
				hint: 'The key is always returned. Leave it empty to return all fields.',
			}),
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
