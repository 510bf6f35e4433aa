import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { DocumentEntry } from '../../core/catalog';
import { documentRef, readFirstPage } from '../../core/operations';
import { simplified } from '../../core/wire/simplify';
import { connect } from '../site/connection';
import { panelClient, panelError } from './listSearch';
import { panelSite } from './panelSite';
import { TtlCache } from './ttlCache';
import { cacheScope } from './schema';
import { listedByTitle, resultOf, stateFieldsIn } from './titles';

/** Records to choose from. */
export interface Choices {
	readonly records: readonly { readonly name: string; readonly value: string }[];
	/** Whether these are all records of the document. */
	readonly isComplete: boolean;
}

const cache = new TtlCache(Date.now);

/** The first `max` records of a document, sorted by title and cached. Throws the errors of the site and of n8n. */
export const lookupRecords = async (context: ILoadOptionsFunctions, entry: DocumentEntry, max: number): Promise<Choices> => {
	const connection = await connect(context);
	const { table, titleField } = entry;
	const { key } = table;
	const listedBy = async (title: string, stateFields: readonly string[]): Promise<Choices> => {
		const { records, mayHaveMore } = await readFirstPage(
			{
				document: documentRef(entry),
				columns: { root: [...new Set([key, title, ...stateFields])] },
				// One more record than the list shows: if the site returns it, the list is incomplete.
				pageSize: max + 1,
				sort: [{ field: title, direction: 'asc' }],
			},
			panelSite(context, connection),
			panelClient(context, connection),
		);
		return {
			records: simplified(records.slice(0, max), table).map((row) => resultOf(row, key, title)),
			isComplete: records.length <= max && !mayHaveMore,
		};
	};
	try {
		return await cache.get(
			`${cacheScope(context, connection)} ${entry.name} ${max}`,
			async () =>
				await listedByTitle(context, { name: entry.name, entry }, { key, titleField, stateFields: stateFieldsIn(table.fields) }, listedBy),
		);
	} catch (error) {
		throw panelError(context, error);
	}
};
