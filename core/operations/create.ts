import { CONTENT_TYPES } from '../catalog';
import { InputError } from '../model/inputError';
import type { WireRequest } from '../model/port';
import { createBody } from '../wire/body';
import type { Created } from '../wire/envelope';
import { createPath } from '../wire/path';
import { provenChange } from '../wire/proof';
import { isIrreversible, withBodyFields } from '../wire/saveArguments';
import { isRow } from '../wire/values';
import type { Operation } from './operation';
import type { Site } from '../model/site';
import type { OnNotice } from '../model/notice';
import type { Row, SaveArguments } from '../model/terms';
import { composeRequest } from './request';
import { siteMessage } from './siteMessage';
import type { DocumentRef } from '../model/documentRef';

/** The records of one request. */
export interface CreateInput {
	readonly document: DocumentRef;
	/** At least one record. In each record, the key comes first and the other fields keep their order. */
	readonly records: readonly Row[];
	/** Whether to send a temporary key (`-1`, `-2` …, `+1` for orders) with each record that has no key. */
	readonly temporaryKeys?: boolean | undefined;
	readonly saveArguments?: SaveArguments | undefined;
}

/**
 * The records with the fields that the save arguments add. Throws {@link InputError} for a record without fields, which is never intended.
 */
const filled = (input: CreateInput, site: Site): Row[] => {
	const hasArguments = Object.keys(input.saveArguments ?? {}).length > 0;
	return input.records.map((given, index) => {
		if (!isRow(given)) return given;
		const record = hasArguments ? withBodyFields(given, input, 'create', site) : given;
		for (const name in record) if (record[name] !== undefined) return record;
		throw new InputError({
			field: 'records',
			message: `${input.records.length > 1 ? `Record ${index + 1}` : 'The record'} to create has no fields`,
			hint: 'Add at least one field',
		});
	});
};

/** The request that creates exactly these records. */
export const createRequest = ({ document, records, saveArguments, temporaryKeys = false }: CreateInput, site: Site): WireRequest =>
	composeRequest(
		{
			document,
			method: 'POST',
			path: createPath(document),
			verb: 'create',
			effect: 'once',
			contentType: CONTENT_TYPES.json,
			saveArguments,
			body: createBody(document, records, temporaryKeys, site),
		},
		site,
	);

const requestOf = (input: CreateInput, site: Site): WireRequest => createRequest({ ...input, records: filled(input, site) }, site);

/** The number of rows of a sub-table in a record, at any depth. */
const rowsOf = (record: Row, table: string): number =>
	Object.entries(record).reduce((sum, [name, value]) => {
		if (!Array.isArray(value)) return sum;
		const below = value.reduce<number>((deeper, row) => deeper + (isRow(row) ? rowsOf(row, table) : 0), 0);
		return sum + below + (name === table ? value.length : 0);
	}, 0);

/** Adds the keys of sub-table rows to the keys of their record. The response lists the rows in the order of the records. */
const withSubTables = (keys: readonly Row[], sent: readonly Row[], subTables: Created['subTables']): Row[] => {
	if (subTables.size === 0) return [...keys];
	const shares = [...subTables].flatMap(([table, rows]) => {
		const counts = sent.map((record) => rowsOf(record, table));
		const isComplete = sent.length === 1 || counts.reduce((sum, count) => sum + count, 0) === rows.length;
		return isComplete ? [{ table, rows, counts: sent.length === 1 ? [rows.length] : counts, next: 0 }] : [];
	});
	return keys.map((row, index) => {
		const own = shares.flatMap((share) => {
			const rows = share.rows.slice(share.next, (share.next += share.counts[index] ?? 0));
			return rows.length > 0 ? [[share.table, rows] as const] : [];
		});
		return { ...row, ...Object.fromEntries(own) };
	});
};

/**
 * Returns one row per sent record. For a single record, returns every key in the response, because a facade document writes to several
 * tables, and a save argument can create more records. The first row then has the keys of all sub-table rows.
 */
const rowsFor = (created: Created, sent: readonly Row[], name: string, onNotice: OnNotice): Row[] => {
	const { records, subTables } = created;
	const [first, ...others] = records;
	if (sent.length === 1 && first !== undefined && others.length > 0) return [{ ...first, ...Object.fromEntries(subTables) }, ...others];
	if (records.length === sent.length) return withSubTables(records, sent, subTables);
	if (records.length > 0 || sent.length > 1) {
		const keys = records.length > 0 ? JSON.stringify(records) : 'none';
		onNotice({
			name: 'keysUnclear',
			text: `The site accepted ${sent.length} records of '${name}', but did not return one key per record. Returned keys: ${keys}`,
		});
	}
	return sent.map(() => ({ created: true }));
};

/**
 * Creates records in one request (specification: POST). Returns the keys of each record, in the order of the records;
 * `{created: true}` if the site returns no keys.
 */
export const create: Operation<CreateInput> = {
	name: 'create',
	isIrreversible: ({ saveArguments }) => isIrreversible(saveArguments),
	compose: (input, site) => [requestOf(input, site)],
	async *run(input, site, client, onNotice = () => undefined) {
		const request = requestOf(input, site);
		const { document, records, saveArguments = {} } = input;
		const change = records.length === 1 ? 'create' : 'createSeveral';
		const addsRecords = Object.keys(saveArguments).length > 0;
		const created = await client.send(request, (response) =>
			provenChange(response, { change, document, sent: records, addsRecords }, site),
		);
		yield rowsFor(created, records, document.name, onNotice).map(siteMessage(created, document, onNotice));
	},
};
