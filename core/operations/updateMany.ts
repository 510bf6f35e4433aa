import { CONTENT_TYPES, PARAMETERS } from '../catalog';
import type { Client } from '../http/client';
import { ApiError } from '../http/apiError';
import { InputError } from '../model/inputError';
import { wholeNumber } from '../model/wholeNumber';
import type { WireRequest } from '../model/port';
import { operationsBody } from '../wire/body';
import { provenChange } from '../wire/proof';
import { listPath } from '../wire/path';
import { collected } from './collected';
import { countRequest, provenCount } from './count';
import { list } from './list';
import { isIrreversible } from '../wire/saveArguments';
import { queriesOf, validation } from './listRequest';
import type { Operation } from './operation';
import type { Site } from '../model/site';
import type { Row, Selection, SaveArguments } from '../model/terms';
import { composeRequest } from './request';
import { siteMessage } from './siteMessage';
import type { DocumentRef } from '../model/documentRef';

export interface UpdateManyInput extends Selection {
	readonly document: DocumentRef;
	/** Whether to change every record of the document. Required if there is no condition. */
	readonly allRecords?: boolean;
	/** At least one plain value; `null` clears a field. */
	readonly fields: Row;
	/** If more records match, nothing is changed. The records are counted first. */
	readonly maxRecords?: number | undefined;
	readonly saveArguments?: SaveArguments;
}

const patchRequest = (input: UpdateManyInput, query: Row, site: Site): WireRequest => {
	const { document, fields, saveArguments } = input;
	return composeRequest(
		{
			document,
			method: 'PATCH',
			path: listPath(document),
			verb: 'updateMany',
			onList: true,
			effect: 'repeatable',
			parameters: [[PARAMETERS.query.name, JSON.stringify(query)], ...validation(input)],
			contentType: CONTENT_TYPES.json,
			saveArguments,
			body: operationsBody(fields, document.table, site),
		},
		site,
	);
};

/**
 * The number of records that match a query. If the site does not report it, the records are counted while they are read, up to one more
 * than the maximum; the result is Infinity if more than the maximum match.
 */
const countOf = async (many: UpdateManyInput, query: Row, site: Site, client: Client): Promise<number> => {
	const counted = await provenCount(many, query, site, client);
	if (counted !== undefined) return counted;
	const { document, maxRecords = Infinity, validateQueryParameters } = many;
	const { key } = document.table;
	const columns = key === undefined ? undefined : { root: [key] };
	const limit = maxRecords + 1;
	// Some sites apply the page size but ignore the page number, so one page should contain all of these records.
	const input = { document, queryJson: query, validateQueryParameters, columns, limit, pageSize: limit };
	const read = await collected(list.run(input, site, client));
	return read.length > maxRecords ? Infinity : read.length;
};

const isCounted = ({ maxRecords }: UpdateManyInput): boolean => maxRecords !== undefined;

/** The queries. Throws {@link InputError} unless the input has either a condition or `allRecords`. */
const queries = (input: UpdateManyInput, site: Site): Row[] => {
	const { allRecords = false, conditions = [], document, maxRecords, queryJson = {} } = input;
	const isEmpty = conditions.length === 0 && Object.keys(queryJson).length === 0;
	if (isEmpty && !allRecords) {
		throw new InputError({
			field: 'conditions',
			message: `No condition selects which '${document.name}' records to change`,
			hint: "Add a condition, or turn on 'All Records' to change every record",
		});
	}
	if (!isEmpty && allRecords) {
		throw new InputError({
			field: 'allRecords',
			message: "'All Records' is on, but there are conditions",
			hint: 'Turn it off, or remove the conditions',
		});
	}
	wholeNumber(maxRecords, 'maxRecords', 'Max Records', { min: 1 });
	const longest = (query: Row, anySite: Site): WireRequest => {
		const requests = [patchRequest(input, query, anySite), ...(isCounted(input) ? [countRequest(input, query, anySite)] : [])];
		return requests.reduce((one, other) => (other.path.length > one.path.length ? other : one));
	};
	return queriesOf(document, input, site, longest);
};

/**
 * Changes every record that matches (specification: PATCH on a list endpoint). With a maximum number, the records are counted first,
 * and nothing is changed if more match. `matched` is null if nothing was counted.
 */
export const updateMany: Operation<UpdateManyInput> = {
	name: 'updateMany',
	isIrreversible: ({ saveArguments }) => isIrreversible(saveArguments),
	compose: (input, site) => {
		const all = queries(input, site);
		const counts = isCounted(input) ? all.map((query) => countRequest(input, query, site)) : [];
		return [...counts, ...all.map((query) => patchRequest(input, query, site))];
	},
	async *run(input, site, client, onNotice = () => undefined) {
		const all = queries(input, site);
		const { document, maxRecords } = input;
		const counts = isCounted(input) ? await Promise.all(all.map((query) => countOf(input, query, site, client))) : undefined;
		const matched = counts?.reduce((sum, count) => sum + count, 0) ?? null;
		if (matched !== null && matched > (maxRecords ?? Infinity)) {
			const found = matched === Infinity ? 'Too many' : matched;
			throw new InputError({
				field: 'maxRecords',
				message: `${found} records of '${document.name}' match, more than the maximum of ${maxRecords}. Nothing was changed`,
				hint: "Add conditions, or raise 'Max Records'",
			});
		}
		const messages = new Set<string>();
		// The requests are sent one after the other, so that none is sent after a failure.
		for (const [index, query] of all.entries()) {
			const { message } = await client
				.send(patchRequest(input, query, site), (response) => provenChange(response, { change: 'updateMany', document }, site))
				.catch((error: unknown) => {
					throw error instanceof ApiError && index > 0
						? error.after(`${index} of ${all.length} requests succeeded before this one`)
						: error;
				});
			if (message !== undefined) messages.add(message);
		}
		const message = messages.size === 0 ? undefined : [...messages].join(' ');
		yield [siteMessage({ message }, document, onNotice)({ matched, updated: true })];
	},
};
