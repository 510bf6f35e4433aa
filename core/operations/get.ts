import { ApiError } from '../http/apiError';
import { documentRecords, subTableRows, withKey } from '../wire/decode';
import { addressOf } from '../http/outcome';
import type { WireRequest } from '../model/port';
import { listNamesOf, type Site } from '../model/site';
import { omissionHeaders } from '../wire/omissions';
import { readParameters } from '../wire/parameters';
import { addressKey, recordPath } from '../wire/path';
import type { Operation } from './operation';
import { composeRequest } from './request';
import type { DocumentRef } from '../model/documentRef';
import type { RecordAddress, SubTableStep, ReadSettings } from '../model/terms';

/** One record, or the rows of one of its sub-tables. */
export interface GetInput extends ReadSettings {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
	readonly subTables?: readonly SubTableStep[];
}

const requestOf = (input: GetInput, site: Site): WireRequest => {
	const { document, parameters, record, subTables = [] } = input;
	return composeRequest(
		{
			document,
			method: 'GET',
			path: recordPath(document, record, subTables),
			verb: 'get',
			effect: 'read',
			parameters: readParameters(document, input, subTables, site),
			headers: omissionHeaders(input, listNamesOf(site)),
			given: parameters,
		},
		site,
	);
};

/**
 * Reads one record with its sub-tables, or the rows of one of them (specification: GET one record). Throws an {@link ApiError} of kind
 * `notFound` if the response does not contain the record or the sub-table row. An empty sub-table is not an error.
 */
export const get: Operation<GetInput> = {
	name: 'get',
	compose: (input, site) => [requestOf(input, site)],
	async *run(input, site, client) {
		const request = requestOf(input, site);
		const { document, record, subTables = [] } = input;
		const last = subTables[subTables.length - 1];
		const rows = await client.send(request, (response) =>
			last ? subTableRows(response, last) : withKey(documentRecords(response, document), addressKey(document, record), record.value),
		);
		if (rows.length === 0 && (!last || last.value !== undefined)) {
			throw new ApiError({
				kind: 'notFound',
				status: 200,
				fromServer: false,
				method: request.method,
				address: addressOf(request),
				attempts: 1,
				uncertain: false,
				isMissing: true,
				message: last
					? `No row of '${last.table}' has this key`
					: `No ${document.label} has '${addressKey(document, record)}' ${JSON.stringify(record.value)}`,
				hint: 'Check the key of the record.',
			});
		}
		if (rows.length > 0) yield rows;
	},
};
