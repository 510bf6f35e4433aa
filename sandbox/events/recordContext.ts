import { quoted, rowOrder } from '../storage/schema';
import type { Change } from '../storage/change';
import type { Store } from '../storage/store';
import { type DocumentView, tableIn, type TableView, type Value } from '../storage/tables';
import type { RecordContext } from './template';

const recordOf = ({ json_open: open }: Record<string, unknown>): Change['record'] => JSON.parse(`${open as string}}`) as Change['record'];

/** The tables from `view` up to the table of the record. */
const pathToRoot = (view: TableView): readonly TableView[] => (view.parent ? [view, ...pathToRoot(view.parent)] : [view]);

/** The rows of a table that belong to a record, in row order. */
const rowsOf = (store: Store, document: DocumentView, view: TableView, recordKey: Value): readonly Change['record'][] => {
	const way = pathToRoot(view);
	const joins = way
		.slice(1)
		.map(({ stored }, index) => `JOIN ${quoted(stored.name)} t${index + 1} ON t${index + 1}.row_id = t${index}.parent_id`);
	const root = `t${way.length - 1}`;
	const { stored } = document.root;
	return store
		.all(
			`SELECT t0.json_open FROM ${quoted(view.stored.name)} t0 ${joins.join(' ')}
			WHERE ${root}.${quoted(stored.key)} = ?${stored.shared ? ` AND ${root}.document = ?` : ''} ORDER BY ${rowOrder(view.stored, 't0')}`,
			[recordKey, ...(stored.shared ? [document.name] : [])],
		)
		.map(recordOf);
};

/** Provides the record of a change and the rows of the record's sub-tables. Reads the store only when a template uses the data. */
export const recordContextOf = (store: Store, document: DocumentView, { recordKey }: Change): RecordContext => ({
	record: () => rowsOf(store, document, document.root, recordKey)[0],
	rows: (name) => {
		const view = tableIn(document.root, name);
		return view === undefined ? [] : rowsOf(store, document, view, recordKey);
	},
});
