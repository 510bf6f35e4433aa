import { documentByName, documentByResource, type DocumentEntry } from '../../core/catalog';
import type { Client } from '../../core/http/client';
import { InputError } from '../../core/model/inputError';
import { documentRef, type DocumentRef, type ReadBack } from '../../core/operations';
import type { RecordAddress, Row } from '../../core/model/terms';
import type { Operation } from '../../core/operations/operation';
import { targetIdentity } from '../../core/operations/recordKey';
import { flatChunk, includesEmpty, isRows } from '../run/flatRecords';
import { chosenValue, isRow, listOf, switchOf } from '../run/params';
import { isPreview, previewOf } from '../run/preview';
import { readRecord, readTableName, type ChosenDocument } from '../run/recordInput';
import { inReadingOrder } from '../run/readingOrder';
import { runsInOrder, type ItemWork } from '../run/runItems';
import type { ItemReading } from '../run/runNode';
import { keyFinder, type KeyFinder } from '../run/lookUpNames';
import { compactRow, readResponse, type ResponseForm } from '../run/toolResponse';

/** Several values: chosen from a list, entered with commas between them, or returned by an expression. */
export const chosenValues = (given: unknown): string[] =>
	listOf(given)
		.map(chosenValue)
		.filter((value) => value !== '');

/** The document of the Resource parameter, one of `entries`. Throws {@link InputError}. */
export const readResource = (
	{ options, parameters }: ItemReading,
	entries: readonly DocumentEntry[],
): ChosenDocument & { readonly entry: DocumentEntry } => {
	const resource = parameters.text('resource');
	const entry = entries.find((each) => each === documentByResource(resource));
	if (entry === undefined)
		throw new InputError({
			field: 'document',
			message: `Unknown resource '${resource}'`,
			hint: `Choose one of ${entries.map(({ label }) => `'${label}'`).join(', ')}`,
		});
	return { entry, ref: documentRef(entry, { table: readTableName(parameters, options, entry.name) }) };
};

/** The record of the locator. Throws {@link InputError}. */
export const chosenRecord = ({ parameters, connection }: ItemReading, document: ChosenDocument): RecordAddress =>
	readRecord(parameters, document, connection.baseUrl);

/** The operation, one of `names`. Throws {@link InputError}. */
export const readOperation = <Name extends string>({ parameters }: ItemReading, names: readonly Name[]): Name => {
	const given = parameters.text('operation');
	const name = names.find((each) => each === given);
	if (name !== undefined) return name;
	throw new InputError({
		field: 'operation',
		message: `Unknown operation '${given}'`,
		hint: `Choose one of ${names.map((each) => `'${each}'`).join(', ')}`,
	});
};

/** How much of a record to return. If a model uses the node, 'Output' decides; otherwise, the 'Simplify' option does. */
export const responseOf = ({ parameters, options }: ItemReading): ResponseForm & { readonly includeEmpty: boolean } => ({
	...readResponse(parameters, switchOf(options.simplify, 'simplify', 'Simplify', true)),
	includeEmpty: includesEmpty(options),
});

/** The fields that the user chose to return; empty for the default of the node. */
const chosenColumns = (reading: ItemReading): readonly string[] => responseOf(reading).columns ?? chosenValues(reading.options.columns);

/** Whether 'Return Record' is on, which is the default. Throws {@link InputError}. */
export const returnsRecord = ({ readBack }: Row): boolean => switchOf(readBack, 'readBack', 'Return Record', true);

/**
 * The fields to read after the change: the chosen fields; otherwise, `stateFields` for simplified output; otherwise, all. False if 'Return
 * Record' is off.
 */
export const readBackOf = (reading: ItemReading, stateFields?: readonly string[]): ReadBack['readBack'] => {
	const { options } = reading;
	if (!returnsRecord(options)) return false;
	const columns = chosenColumns(reading);
	if (columns.length > 0) return { columns };
	return stateFields === undefined || !responseOf(reading).isSimplified ? true : { columns: stateFields };
};

/** The fields of the record without its sub-table rows: there can be hundreds of rows, and the result already contains the new rows. */
const fieldsWithoutRows = (record: Row, ref: DocumentRef, reading: ItemReading): Row => {
	const fields = { columns: { root: chosenColumns(reading) }, includeEmpty: responseOf(reading).includeEmpty };
	const [flat = {}] = flatChunk([record], ref, fields);
	return Object.fromEntries(Object.entries(flat).filter(([, value]) => !isRows(value)));
};

/** The fields that the result lacks. A field whose name the result uses for another value gets the prefix `record_`. */
const addedFields = (result: Row, fields: Row): Row =>
	Object.fromEntries(
		Object.entries(fields)
			.filter(([name, value]) => result[name] !== value)
			.map(([name, value]) => [Object.hasOwn(result, name) ? `record_${name}` : name, value] as const),
	);

/**
 * Adds the fields of the record to a result: the values in reading order, then the lists of rows. If the user chose fields, they follow the
 * key in the order in which they were chosen.
 */
const flatResult = ({ record, ...result }: Row, of: DocumentRef, reading: ItemReading): Row => {
	const { isCompact } = responseOf(reading);
	const fields = isRow(record) ? fieldsWithoutRows(record, of, reading) : {};
	const added = addedFields(result, isCompact ? compactRow(fields) : fields);
	const entries = Object.entries(result);
	const values = Object.fromEntries(entries.filter(([, value]) => !isRows(value)));
	const rows = Object.fromEntries(entries.filter(([, value]) => isRows(value)));
	if (chosenColumns(reading).length === 0) return { ...inReadingOrder([{ ...values, ...added }], of, documentByName(of.name))[0], ...rows };
	const key = entries.filter(([name]) => name === of.table.key);
	return { ...Object.fromEntries(key), ...added, ...values, ...rows };
};

async function* flatResults(chunks: AsyncIterable<readonly Row[]>, of: DocumentRef, reading: ItemReading): AsyncIterable<readonly Row[]> {
	for await (const rows of chunks) yield rows.map((row) => flatResult(row, of, reading));
}

/**
 * The work for an action. Its request is composed now, so that invalid input is found before anything is sent. `of` is the document to read
 * afterwards.
 */
export const actionWork = <Input>(
	operation: Operation<Input>,
	input: Input,
	reading: ItemReading,
	of: DocumentRef,
	subject?: string,
): ItemWork => {
	operation.compose(input, reading.site);
	return uncheckedWork(operation, input, reading, of, subject);
};

/**
 * Like {@link actionWork}, but a model can enter names in look-up fields. `withKeys` sends requests to replace the names with keys, so it
 * is called only when the work runs. If no model uses the node, the input is checked immediately.
 */
export const namedWork = <Input>(
	operation: Operation<Input>,
	input: Input,
	reading: ItemReading,
	of: DocumentRef,
	withKeys: (keyOf: KeyFinder) => Promise<Input>,
): ItemWork =>
	reading.isTool ? uncheckedWork(operation, input, reading, of, undefined, withKeys) : actionWork(operation, input, reading, of);

/** The work for an action whose input is checked elsewhere or later. */
export const uncheckedWork = <Input>(
	operation: Operation<Input>,
	input: Input,
	reading: ItemReading,
	of: DocumentRef,
	subject?: string,
	withKeys?: (keyOf: KeyFinder) => Promise<Input>,
): ItemWork => {
	const { site, options, connection } = reading;
	const complete = async (client: Client): Promise<Input> => (withKeys ? await withKeys(keyFinder(of, site, client)) : input);
	if (isPreview(options))
		return {
			changes: false,
			async *run(client, onNotice) {
				yield* previewOf(operation, await complete(client), site, connection.baseUrl).run(client, onNotice);
			},
		};
	const run: ItemWork['run'] = async function* (client, onNotice) {
		yield* operation.run(await complete(client), site, client, onNotice);
	};
	const { isSimplified } = responseOf(reading);
	return {
		changes: true,
		subject,
		inOrder: runsInOrder(operation, input, options),
		target: targetIdentity(operation, input),
		run: isSimplified ? (client, onNotice) => flatResults(run(client, onNotice), of, reading) : run,
	};
};
