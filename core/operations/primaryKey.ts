import type { Client } from '../http/client';
import { ApiError } from '../http/apiError';
import { InputError } from '../model/inputError';
import { keyName } from '../wire/body';
import { addressKey, recordPath } from '../wire/path';
import { isRow } from '../wire/values';
import type { DocumentRef } from '../model/documentRef';
import { get, type GetInput } from './get';
import type { KeyValue, RecordAddress, Row } from '../model/terms';
import type { Site } from '../model/site';

/** A record of a document. If it is addressed by an alternate key, its primary key is read first. */
export interface RecordOf {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
}

/** Whether a record is addressed by the primary key of its document. */
export const isPrimary = (document: DocumentRef, record: RecordAddress): boolean => addressKey(document, record) === keyName(document);

/** A key that no record has. Requests contain it until the primary key is read, so that all other input can be checked before the read. */
export const PLACEHOLDER_KEY = '0-0';

/** The primary key if it is known without a read; otherwise {@link PLACEHOLDER_KEY}. */
export const givenKey = (document: DocumentRef, record: RecordAddress): KeyValue =>
	isPrimary(document, record) ? record.value : PLACEHOLDER_KEY;

/** The input that reads the primary key of a record that is addressed by an alternate key. */
export const keyInput = (document: DocumentRef, record: RecordAddress, parameters?: GetInput['parameters']): GetInput => ({
	document,
	record,
	columns: document.table.name === undefined ? undefined : { root: [keyName(document)] },
	parameters,
});

/** The value of a key in a record, from a plain value or a key object. */
export const keyIn = (row: Row, key: string): KeyValue | undefined => {
	const value = isRow(row[key]) ? row[key][key] : row[key];
	return typeof value === 'string' || typeof value === 'number' ? value : undefined;
};

/**
 * The primary key of a record, which is read from the site if the record is addressed by an alternate key. Throws {@link InputError} if
 * several records have that alternate key.
 */
export const primaryKey = async (
	document: DocumentRef,
	record: RecordAddress,
	site: Site,
	client: Client,
	parameters?: GetInput['parameters'],
): Promise<KeyValue> => {
	if (isPrimary(document, record)) return record.value;
	const key = keyName(document);
	const input = keyInput(document, record, parameters);
	for await (const rows of get.run(input, site, client)) {
		if (rows.length > 1) {
			throw new InputError({
				field: 'record.value',
				message: `${rows.length} records of '${document.name}' have ${JSON.stringify(record.value)} as '${addressKey(document, record)}'`,
				hint: `Select the record by its '${key}'`,
			});
		}
		const value = rows[0] && keyIn(rows[0], key);
		if (value !== undefined) return value;
	}
	throw new ApiError({
		kind: 'unreadable',
		fromServer: false,
		method: 'GET',
		address: recordPath(document, record),
		attempts: 1,
		uncertain: false,
		message: `The site did not return the '${key}' of the record`,
		hint: `Select the record by its '${key}'.`,
	});
};
