/** Composes the request for a list and the queries of a selection. All operations that send a query use these functions. */
import { PARAMETERS } from '../catalog';
import type { DocumentRef } from '../model/documentRef';
import type { WireRequest } from '../model/port';
import { listNamesOf, type Site } from '../model/site';
import type { ReadSettings, Row, Selection, SortBy } from '../model/terms';
import { omissionHeaders } from '../wire/omissions';
import { listParameters, sortParameter, type Parameter } from '../wire/parameters';
import { listPath } from '../wire/path';
import { splitQuery, queryOf } from '../wire/query';
import { composeRequest, maxPathLength } from './request';

/** `validateQueryParameters=false` if the selection turns the check off. */
export const validation = ({ validateQueryParameters }: Selection): Parameter[] =>
	validateQueryParameters === false ? [[PARAMETERS.validateQueryParameters.name, 'false']] : [];

export interface ListRead extends Pick<Selection, 'validateQueryParameters'> {
	readonly document: DocumentRef;
	/** The fields to return, the values to omit, and additional query parameters. */
	readonly settings: ReadSettings;
	/** The page to request, counted from 1; all records if omitted. */
	readonly page?: { readonly number: number; readonly size: number };
	/** The sort order; the default order of the site if omitted. An empty list sorts by the key. */
	readonly sort?: readonly SortBy[];
}

/** The list request for one query (specification: GET list; public material: the parameters for paging and sorting). */
export const listRequest = (read: ListRead, query: Row, site: Site): WireRequest => {
	const { document, page, settings, sort } = read;
	const names = listNamesOf(site);
	// A sort order among the user's own query parameters replaces the default order by key.
	const isSorted = Object.keys(site.extraParameters ?? {}).some((name) => name.toLowerCase() === names.sort.toLowerCase());
	const paging: Parameter[] =
		page === undefined
			? []
			: [
					[names.pageSize, String(page.size)],
					[names.page, String(page.number)],
				];
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
				...listParameters(document, settings, names),
				...paging,
				...(sort === undefined || (isSorted && sort.length === 0) ? [] : sortParameter(document, sort, names)),
				...validation(read),
			],
			headers: omissionHeaders(settings, names),
			given: settings.parameters,
		},
		site,
	);
};

/**
 * The queries of a selection: one, or several if a list of values would make the URL too long. `compose` returns the request for a query.
 * It is called with an empty query to measure the rest of the path.
 */
export const queriesOf = (
	document: DocumentRef,
	selection: Selection,
	site: Site,
	compose: (query: Row, anySite: Site) => WireRequest,
): Row[] => {
	const query = queryOf(selection, document.table.fields, site);
	const around = compose({}, site).path.length - encodeURIComponent('{}').length;
	return splitQuery(query, maxPathLength(site) - around);
};
