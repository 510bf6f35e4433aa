import { ruleViolation } from '../documents/httpError';
import { folded, quoted } from './schema';
import type { Records } from './records';
import { type DocumentView, lookupTarget, type StoredRow, type StoredTable, type TableView, type Value } from './tables';

/** Stored values by field name. */
export type Values = ReadonlyMap<string, Value>;

/** Sets the fields that repeat the keys of ancestors. */
export const fillFromParent = (
	rows: { row(table: StoredTable, rowId: number): StoredRow | undefined },
	view: TableView,
	parentId: number | null,
	values: Map<string, Value>,
): void => {
	for (const field of view.fields.filter(({ fromParent }) => fromParent)) {
		let [at, id] = [view.parent, parentId];
		while (at && id !== null) {
			const row = rows.row(at.stored, id) as StoredRow;
			if (at.key === field.name) {
				values.set(field.name, row[at.key] as Value);
			}
			[at, id] = [at.parent, (row.parent_id ?? null) as number | null];
		}
	}
};

/** Sets the fields that mirror a field of a looked-up record. */
export const fillMirrors = (store: Records, view: TableView, values: Map<string, Value>): void => {
	for (const field of view.fields) {
		const { mirrors } = field;
		const source = mirrors && values.has(mirrors.lookupField) ? view.byName.get(mirrors.lookupField) : undefined;
		if (mirrors && source?.lookup) {
			const { root } = lookupTarget(source.lookup);
			const key = values.get(source.name) ?? null;
			const found =
				key === null
					? undefined
					: store.get(`SELECT ${quoted(mirrors.shows)} AS text FROM ${quoted(root.stored.name)} WHERE ${quoted(root.key)} = ?`, [key]);
			values.set(field.name, (found?.text ?? null) as Value);
		}
	}
};

/** Rejects a duplicate value in a unique field. `rowId` is the row itself, if it already exists. */
export const requireUnique = (
	store: Records,
	document: DocumentView,
	{ stored }: TableView,
	values: Values,
	rowId: number | undefined,
): void => {
	for (const name of stored.unique) {
		const value = values.get(name) ?? '';
		if (value === '') {
			continue;
		}
		const found = store.get(
			`SELECT row_id, ${quoted(stored.key)} AS key FROM ${quoted(stored.name)}
			WHERE ${quoted(name)} = ? AND ${quoted(name)} <> ''${stored.shared ? ' AND document = ?' : ''}`,
			[value, ...(stored.shared ? [document.name] : [])],
		);
		if (found && found.row_id !== rowId) {
			throw ruleViolation(`'${name}' must be unique: '${value}' already belongs to ${stored.key} ${found.key as string | number}`);
		}
	}
};

/** The value of a column, or its case-folded text. */
export const cellOf = (stored: StoredTable, name: string, values: Values): Value => {
	if (!stored.fields.has(name) && name.endsWith('_folded')) {
		const text = values.get(name.slice(0, -'_folded'.length)) ?? null;
		return text === null ? null : folded(String(text));
	}
	return values.get(name) ?? null;
};
