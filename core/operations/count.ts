import { PARAMETERS } from '../catalog';
import type { Client } from '../http/client';
import { InputFault } from '../model/inputFault';
import type { WireRequest } from '../model/port';
import { listNamesOf, type Site } from '../model/site';
import type { Row } from '../model/terms';
import { listCount, listRecords } from '../wire/decode';
import { listParameters } from '../wire/parameters';
import { listPath } from '../wire/path';
import type { CountInput } from './inputs';
import { queriesOf, validation } from './list';
import type { Operation } from './operation';
import { composeRequest } from './request';

/**
 * Asks for one record with its key only, since the count is in a header (specification: Pagination; public material: Pagination-Count).
 * Without `onePage` it asks for the keys of all records.
 */
export const countRequest = (input: CountInput, query: Row, site: Site, onePage = true): WireRequest => {
	const { document } = input;
	const { key } = document.table;
	const names = listNamesOf(site);
	return composeRequest(
		{
			document,
			method: 'GET',
			path: listPath(document),
			verb: 'list',
			onList: true,
			effect: 'read',
			parameters: [
				[PARAMETERS.query.name, JSON.stringify(query)],
				...listParameters(document, key === undefined ? {} : { columns: { root: [key] } }, names),
				...(onePage
					? ([
							[names.pageSize, '1'],
							[names.page, '1'],
						] as const)
					: []),
				...validation(input),
			],
		},
		site,
	);
};

/**
 * How many records match; undefined if the answer does not prove it. Without the header it can only prove that no record matches: a site that returns
 * more records than requested may still have others.
 */
export const provenCount = async (input: CountInput, query: Row, site: Site, client: Client): Promise<number | undefined> => {
	const names = listNamesOf(site);
	return await client.send(countRequest(input, query, site), (answer) => {
		const { length } = listRecords(answer, names);
		const count = listCount(answer, names);
		if (count !== undefined) return count >= length ? count : undefined;
		return length === 0 ? 0 : undefined;
	});
};

const queries = (input: CountInput, site: Site): Row[] =>
	queriesOf(input.document, input, site, (query, anySite) => countRequest(input, query, anySite));

/** The number of records that match, read from the header of a list answer without reading the records. Throws {@link InputFault} if the site does not report it. */
export const count: Operation<CountInput> = {
	name: 'count',
	compose: (input, site) => queries(input, site).map((query) => countRequest(input, query, site)),
	async *run(input, site, client) {
		const counts = await Promise.all(queries(input, site).map(async (query) => await provenCount(input, query, site, client)));
		const total = counts.reduce((sum, each) => (sum === undefined || each === undefined ? undefined : sum + each), 0);
		if (total === undefined) {
			throw new InputFault({
				field: 'operation',
				what: `The site does not report how many records of '${input.document.list}' match: its answer has no valid header '${listNamesOf(site).count}'`,
				how: "Set the name of the header under 'Names for Lists (JSON)' in the credential, or read the records with 'Get Many' and count them",
			});
		}
		yield [{ count: total }];
	},
};
