import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../core/model/inputError';
import { documentRef, postBatch } from '../../core/operations';
import type { RecordAddress } from '../../core/model/terms';
import { authenticationProperty } from '../properties/authentication';
import { optionsCollection } from '../properties/requestOptions';
import { recordLocator } from '../properties/record';
import { toolOutputProperties } from '../properties/tool';
import type { ItemWork } from '../run/runItems';
import type { ItemReading } from '../run/runNode';
import { irreversibleOptions } from './actionProperties';
import { actionWork, chosenRecord, chosenValues, readBackOf } from './actionWork';
import { documentNamed } from './documentNamed';

const entry = documentNamed('TcBatch');
const document = { entry, ref: documentRef(entry) };

export const postBatchProperties: INodeProperties[] = [
	authenticationProperty,
	{ displayName: 'Resource', name: 'resource', type: 'hidden', default: 'timeCardBatch' },
	{
		displayName: 'Batches to Post',
		name: 'batches',
		type: 'options',
		description: 'Whether each item posts one batch or several',
		options: [
			{ name: 'One Batch', value: 'one', description: 'From a list, or by number, external key or URL' },
			{ name: 'Multiple by Number', value: 'numbers', description: 'One request per batch' },
			{ name: 'Multiple From List', value: 'several', description: 'One request per batch' },
		],
		default: 'one',
	},
	recordLocator(entry, { show: { batches: ['one'] } }, 'The batch to post'),
	{
		displayName: 'Batch Names or IDs',
		name: 'batchNames',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'loadBatches' },
		default: [],
		required: true,
		description: 'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		hint: 'The list shows up to 1,000 batches. Posted batches are marked if the site has a field for this.',
		displayOptions: { show: { batches: ['several'] } },
	},
	{
		displayName: 'Batch Numbers',
		name: 'batchNumbers',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 7572, 7573',
		description: 'Comma-separated batch numbers, or an expression that returns a list',
		displayOptions: { show: { batches: ['numbers'] } },
	},
	...toolOutputProperties('getFieldsToReturn'),
	optionsCollection(irreversibleOptions),
];

const PARAMETERS: Readonly<Record<string, readonly [string, string]>> = {
	several: ['batchNames', 'Batch Names or IDs'],
	numbers: ['batchNumbers', 'Batch Numbers'],
};

/** The batches that an item lists. Throws {@link InputError}, for example if a batch is listed twice. */
const severalBatches = ({ parameters }: ItemReading): RecordAddress[] => {
	const chosen = PARAMETERS[parameters.text('batches')];
	if (chosen === undefined)
		throw new InputError({
			field: 'batches',
			message: `Unknown value '${parameters.text('batches')}' for 'Batches to Post'`,
			hint: "Set it to 'one', 'numbers' or 'several'",
		});
	const [name, label] = chosen;
	const values = chosenValues(parameters.value(name));
	if (values.length === 0) throw new InputError({ field: name, message: `'${label}' is empty`, hint: 'Enter at least one batch number' });
	const duplicate = values.find((value, index) => values.indexOf(value) < index);
	if (duplicate !== undefined)
		throw new InputError({
			field: name,
			message: `'${label}' contains ${duplicate} twice`,
			hint: 'Remove one of them. A batch can be posted only once',
		});
	return values.map((value) => ({ value }));
};

/**
 * The work for one item of the Post Batch node (specification: Save arguments, Post): one request for each batch, each with its own result.
 * Throws {@link InputError}.
 */
export const postBatchWork = (reading: ItemReading): ItemWork[] => {
	const records = reading.parameters.text('batches') === 'one' ? [chosenRecord(reading, document)] : severalBatches(reading);
	return records.map((record) =>
		actionWork(
			postBatch,
			{ document: document.ref, batch: record, readBack: readBackOf(reading) },
			reading,
			document.ref,
			`batch ${record.value}`,
		),
	);
};
