import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { documentByName } from '../../core/catalog';
import { recentDocuments } from '../run/recentDocuments';
import { connect } from '../site/connection';
import { hasCredential } from './schema';

/** `Rate Card (JmRateCard)` for a document of the catalog, otherwise the name. */
const labelOf = (name: string): string => {
	const entry = documentByName(name);
	return entry === undefined ? name : `${entry.label} (${name})`;
};

/** The names last used with 'Any Document' on this site, newest first. */
export async function searchDocumentNames(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	if (!hasCredential(this)) return { results: [] };
	const { baseUrl } = await connect(this);
	const results = recentDocuments(baseUrl).map((name) => ({ name: labelOf(name), value: name }));
	return { results: results.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase())) };
}
