import type { Client } from '../http/client';
import { InputError } from '../model/inputError';
import type { WireRequest } from '../model/port';
import { listNamesOf, type Site } from '../model/site';
import type { Row, Selection } from '../model/terms';
import { listCount, listRecords } from '../wire/decode';
import { listRequest, queriesOf } from './listRequest';
import type { Operation } from './operation';
import type { DocumentRef } from '../model/documentRef';

export interface CountInput extends Selection {
	readonly document: DocumentRef;
}

/**
 * Requests one record with only its key, because the count is in a header (specification: Pagination; public material: Pagination-Count).
 * If `onePage` is false, it requests the keys of all records.
 */
export const countRequest = (input: CountInput, query: Row, site: Site, onePage = true): WireRequest => {
	const { document, validateQueryParameters } = input;
	const { key } = document.table;
	const settings = key === undefined ? {} : { columns: { root: [key] } };
	return listRequest({ document, settings, validateQueryParameters, ...(onePage ? { page: { number: 1, size: 1 } } : {}) }, query, site);
};

/**
 * The number of matching records; undefined if the site does not prove it. Without the count header, only the number 0 can be proven,
 * because a site that returns some records can have more. A single empty page does not prove that no record matches, so the keys are then
 * read without paging.
 */
export const provenCount = async (input: CountInput, query: Row, site: Site, client: Client): Promise<number | undefined> => {
	const names = listNamesOf(site);
	const read = (onePage: boolean): Promise<{ length: number; count: number | undefined }> =>
		client.send(countRequest(input, query, site, onePage), (response) => ({
			length: listRecords(response, names).length,
			count: listCount(response, names),
		}));
	const { length, count } = await read(true);
	if (count !== undefined) return count >= length ? count : undefined;
	return length === 0 && (await read(false)).length === 0 ? 0 : undefined;
};

const queries = (input: CountInput, site: Site): Row[] =>
	queriesOf(input.document, input, site, (query, anySite) => countRequest(input, query, anySite));

/**
 * The number of matching records, from the header of a list response. Throws {@link InputError} if the site does not report the number,
 * unless no record matches.
 */
export const count: Operation<CountInput> = {
	name: 'count',
	compose: (input, site) => queries(input, site).map((query) => countRequest(input, query, site)),
	async *run(input, site, client) {
		const counts = await Promise.all(queries(input, site).map(async (query) => await provenCount(input, query, site, client)));
		const total = counts.reduce((sum, each) => (sum === undefined || each === undefined ? undefined : sum + each), 0);
		if (total === undefined) {
			throw new InputError({
				field: 'output',
				message: `The site does not report how many records of '${input.document.list}' match: its response has no valid '${listNamesOf(site).count}' header`,
				hint: "Set the name of the header under 'API Names (JSON)' in the credential, or set 'Output' to 'Items' and count the records",
			});
		}
		yield [{ count: total }];
	},
};
