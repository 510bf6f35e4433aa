import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { documentByName, type DocumentEntry, type Lookup } from '../../core/catalog';
import { searchDocument } from './listSearch';
import { panelDocument } from './panelDocument';
import { textOf } from '../run/params';
import { siteTable } from './schema';

/** The document whose records a look-up names (specification: Conventions); undefined where they cannot be listed. */
export const listedDocument = ({ document }: Lookup): DocumentEntry | undefined => {
	const entry = documentByName(document);
	return entry?.list === undefined ? undefined : entry;
};

/** The records that the field in this row of 'Fields by Search' can name, found by the words typed. Empty as long as no such field is chosen. */
export async function searchFieldRecords(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const document = panelDocument(this);
	const name = textOf(this.getCurrentNodeParameter('&fieldName'));
	if (document === undefined || name === '' || name.startsWith('=')) return { results: [] };
	const { table } = await siteTable(this, { name: document.ref.name, entry: document.entry });
	const lookup = table?.fields.find((field) => field.name === name)?.lookup;
	const entry = lookup && listedDocument(lookup);
	return entry === undefined ? { results: [] } : await searchDocument(this, { entry }, filter, paginationToken);
}
