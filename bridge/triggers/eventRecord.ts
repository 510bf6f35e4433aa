import { type IDataObject, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { documentByName, documentNames, type SiteProfile } from '../../core/catalog';
import type { RecordEvent } from '../../core/events/incoming';
import { ApiError } from '../../core/http/apiError';
import { InputError } from '../../core/model/inputError';
import { get, type GetInput } from '../../core/operations';
import { collected } from '../../core/operations/collected';
import { anyDocument, documentRef, type DocumentRef } from '../../core/model/documentRef';
import type { Row } from '../../core/model/terms';
import { selected } from '../../core/wire/simplify';
import { readRequestSettings } from '../run/requestSettings';
import { flatChunk, includesEmpty } from '../run/flatRecords';
import { connect, siteOf } from '../site/connection';
import { listOf, switchOf, textOf } from '../run/params';
import { inReadingOrder } from '../run/readingOrder';
import { createSiteClient } from '../http/siteClient';
import { FETCH_TIMEOUT_SECONDS } from './eventProperties';

/** The record of an event, or why it could not be read. The event is output in both cases, because it would be lost otherwise. */
type FetchedRecord = { readonly record: IDataObject | null; readonly recordMissing?: string };

const inputOf = ({ document = '', id, idField }: RecordEvent, columns: readonly string[], profile: SiteProfile): GetInput => {
	const entry = documentByName(document);
	const ref = entry ? documentRef(entry) : anyDocument({ name: document, table: documentNames(profile, document).table, key: idField });
	if (id === undefined)
		throw new InputError({
			field: 'record',
			message: 'The event does not contain the key of the record',
			hint: 'Add it to the template of the event trigger',
		});
	if (columns.length > 0 && ref.table.name === undefined)
		throw new InputError({
			field: 'columns',
			message: `The table of '${ref.name}' is not known, so the fields to return cannot be selected`,
			hint: "Leave 'Fields to Return' empty",
		});
	return { document: ref, record: { key: idField, value: id }, ...(columns.length > 0 ? { columns: { root: columns } } : {}) };
};

const reasonOf = (error: unknown): string => {
	if (error instanceof ApiError) return `${error.message} (${error.facts}). ${error.hint}`;
	if (error instanceof InputError) return `${error.message}. ${error.hint}.`;
	return error instanceof Error ? error.message : String(error);
};

const simpleRecords = (rows: readonly Row[], document: DocumentRef, columns: readonly string[], settings: Row): readonly Row[] => {
	const flat = flatChunk(rows, document, { columns: { root: columns }, includeEmpty: includesEmpty(settings) });
	return columns.length > 0 ? flat : inReadingOrder(flat, document, documentByName(document.name));
};

const rawRecords = (rows: readonly Row[], { table }: DocumentRef, columns: readonly string[]): readonly Row[] =>
	columns.length > 0 ? selected(rows, columns, table.key) : rows;

/** Reads the record of each event through one connection; null for deleted records. Never throws. */
const fetchRecords = async (context: IExecuteFunctions, events: readonly RecordEvent[], settings: Row): Promise<FetchedRecord[]> => {
	try {
		const connection = await connect(context);
		const columns = listOf(settings.columns)
			.map(textOf)
			.filter((name) => name !== '');
		const { timeout, maxAttempts } = readRequestSettings(settings, FETCH_TIMEOUT_SECONDS);
		const signal = context.getExecutionCancelSignal();
		const client = createSiteClient(context, connection, { timeout, maxAttempts, ...(signal ? { signal } : {}) });
		const site = siteOf(connection, textOf(settings.divisionCode));
		const simplify = switchOf(context.getNodeParameter('simplify', 0, true), 'simplify', 'Simplify', true);
		return await Promise.all(
			events.map(async (event): Promise<FetchedRecord> => {
				if (event.kind === 'deleted') return { record: null };
				try {
					const input = inputOf(event, columns, connection.profile);
					const rows = await collected(get.run(input, site, client));
					const { document } = input;
					const [record] = simplify ? simpleRecords(rows, document, columns, settings) : rawRecords(rows, document, columns);
					return { record: (record ?? null) as IDataObject | null };
				} catch (error) {
					return { record: null, recordMissing: reasonOf(error) };
				}
			}),
		);
	} catch (error) {
		return events.map(() => ({ record: null, recordMissing: reasonOf(error) }));
	}
};

/** The event of an item; undefined if the item has no event, such as a text item or an item of a test run without an event. */
const eventOf = ({ document, id, idField, event, body }: IDataObject): RecordEvent | undefined =>
	document === undefined
		? undefined
		: {
				...(typeof document === 'string' ? { document } : {}),
				...(typeof id === 'string' || typeof id === 'number' ? { id } : {}),
				...(typeof idField === 'string' ? { idField } : {}),
				...(event === 'deleted' ? { kind: event } : {}),
				body,
			};

/**
 * The items of the execution, with their records if 'Fetch Record' is on. The records are read in the execution and not in the webhook
 * request, so that a slow site delays neither the storage of the event nor an immediate response to the sender.
 */
export const withRecords = async (context: IExecuteFunctions): Promise<INodeExecutionData[][]> => {
	const items = context.getInputData().map((item) => ({ ...item }));
	if (context.getNodeParameter('fetchRecord', 0, false) !== true) return [items];
	const events = items.map(({ json }) => eventOf(json));
	const fetched = await fetchRecords(
		context,
		events.filter((event) => event !== undefined),
		context.getNodeParameter('settings', 0, {}) as Row,
	);
	return [items.map((item, index) => (events[index] === undefined ? item : { ...item, json: { ...item.json, ...fetched.shift() } }))];
};
