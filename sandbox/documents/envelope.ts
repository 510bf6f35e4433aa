import { hasSince, type Release } from '../../core/catalog';
import type { DocumentView } from '../storage/tables';
import type { CreatedRow } from '../storage/writeUnit';
import type { BodyRow } from './payload';
import type { WrittenRecord } from './writer';

/** The response body of a create (specification: Response envelopes). For a change, `tables` is empty. */
export interface Envelope {
	readonly message: string | null;
	readonly tables: readonly string[];
	readonly [table: string]: unknown;
}

/** The response to a full-payload PATCH and to a PUT of an existing record. */
export const CHANGED: Envelope = { message: null, tables: [] };

type Keys = { readonly key: string; readonly values: (string | number)[] };

const negativeKeys = (rows: readonly BodyRow[], into: Map<string, Keys>): void => {
	for (const { view, key, below } of rows) {
		if (key.kind === 'new' && key.number !== undefined) {
			const keys = into.get(view.name) ?? { key: view.key, values: [] };
			into.set(view.name, keys);
			keys.values.push(key.number);
		}
		below.forEach((one) => negativeKeys(one.rows, into));
	}
};

/**
 * The identifiers of created records and, since 11.1, of all other created rows. Before 11.1, sub-table rows are listed with their
 * negative numbers from the body, which are not identifiers (public material: known issues).
 */
export const createdEnvelope = (
	document: DocumentView,
	records: readonly WrittenRecord[],
	created: readonly CreatedRow[],
	release: Release,
): Envelope => {
	const { root } = document;
	const tables = new Map<string, Keys>([[root.name, { key: root.key, values: records.map(({ key }) => key) }]]);
	if (hasSince(release, '11.1')) {
		for (const { view, key } of created) {
			// Compare names, not views: a record of `JmWoTransaction` is created through the view of a sub-table of its order.
			if (view.name !== root.name) {
				const keys = tables.get(view.name) ?? { key: view.key, values: [] };
				tables.set(view.name, keys);
				keys.values.push(key);
			}
		}
	} else {
		negativeKeys(
			records.flatMap(({ row }) => row?.below.flatMap(({ rows }) => rows) ?? []),
			tables,
		);
	}
	return {
		message: null,
		tables: [...tables.keys()],
		...Object.fromEntries(
			[...tables].map(([name, { key, values }]) => [
				name,
				{ record_identifiers: [key], records: values.map((value) => ({ [key]: value })) },
			]),
		),
	};
};
