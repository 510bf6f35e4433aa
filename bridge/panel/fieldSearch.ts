/** Lists of the records that a field can refer to, for the input next to the field. */
import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';

import { documentByName, type DocumentEntry, type Lookup } from '../../core/catalog';
import { chosenField } from '../properties/fieldKinds';
import { textOf } from '../run/params';
import { searchDocument } from './listSearch';
import { lookupRecords } from './lookupRecords';
import { panelDocument } from './panelDocument';
import { siteTable } from './schema';

/** The maximum number of records in a list from which several can be chosen. */
const MAX_LISTED = 1000;

/** The document whose records a look-up refers to (specification: Conventions); undefined if they cannot be listed. */
export const listedDocument = ({ document }: Lookup): DocumentEntry | undefined => {
	const entry = documentByName(document);
	return entry?.list === undefined ? undefined : entry;
};

/** The document that the field in this row refers to; undefined until a look-up field is chosen. */
const documentOfField = async (context: ILoadOptionsFunctions): Promise<DocumentEntry | undefined> => {
	const document = panelDocument(context);
	const { name } = chosenField(textOf(context.getCurrentNodeParameter('&fieldName')));
	if (document === undefined || name === '' || name.startsWith('=')) return undefined;
	const { ref, entry } = document;
	for (const documentName of new Set([ref.name, ref.list ?? ref.name])) {
		const { table } = await siteTable(context, { name: documentName, entry });
		const lookup = table?.fields.find((field) => field.name === name)?.lookup;
		if (lookup) return listedDocument(lookup);
	}
	return undefined;
};

/** The records that the field in this row can refer to and that match the search text. Empty until a look-up field is chosen. */
export async function searchFieldRecords(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const entry = await documentOfField(this);
	return entry === undefined ? { results: [] } : await searchDocument(this, { entry }, filter, paginationToken);
}

/** The records of {@link searchFieldRecords}, as a list from which several can be chosen. */
export async function getFieldRecords(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const entry = await documentOfField(this);
	if (entry === undefined) return [];
	const { records, isComplete } = await lookupRecords(this, entry, MAX_LISTED);
	if (isComplete) return [...records];
	const notice = `[Only the First ${MAX_LISTED} ${entry.labelPlural}: Use an Expression for Others]`;
	return [{ name: notice, value: '' }, ...records];
}
