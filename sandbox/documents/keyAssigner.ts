import { rowIdOfKey } from '../storage/keys';
import { quoted } from '../storage/schema';
import type { DocumentView, StoredTable, TableView } from '../storage/tables';
import type { WriteUnit } from '../storage/writeUnit';
import type { BodyRow } from './payload';
import { ruleViolation } from './httpError';

/** The keys of rows in one table, or under one parent if the rows are numbered within it. */
export interface Keys {
	/** Keys that rows of the body specify; they are never assigned to other rows. */
	readonly named: Set<string>;
	/** Keys that new rows have specified so far. A second new row with one of these keys is rejected. */
	readonly taken: Set<string>;
	/** The last assigned number, if rows are numbered within their parent. */
	last: number | undefined;
}

const noKeys = (): Keys => ({ named: new Set(), taken: new Set(), last: undefined });

/** Assigns a key to each new row of a body: the key that the row specifies, or the next number. */
export class KeyAssigner {
	private readonly byTable = new Map<StoredTable, Keys>();

	constructor(
		private readonly unit: WriteUnit,
		private readonly document: DocumentView,
		rows: readonly BodyRow[],
	) {
		this.readNamed(rows);
	}

	/** The keys that new rows in `rows` must not reuse. All `rows` are in the same table and have the same parent. */
	among({ stored }: TableView, rows: readonly BodyRow[]): Keys {
		if (!stored.countedWithinParent) {
			return this.ofTable(stored);
		}
		const keys = noKeys();
		rows.forEach((row) => addNamed(keys, row));
		return keys;
	}

	/** The key of a new row under the parent `parentId`, which is null for a record and for a row whose parent is new. */
	keyOf({ view, key }: BodyRow, parentId: number | null, keys: Keys): string | number {
		if (key.kind !== 'key') {
			return this.nextKey(view, parentId, keys);
		}
		this.requireFree(view, key.value, parentId);
		if (keys.taken.has(String(key.value))) {
			throw ruleViolation(`'${view.key}' ${key.value} is the key of two new rows`);
		}
		keys.taken.add(String(key.value));
		return key.value;
	}

	private readNamed(rows: readonly BodyRow[]): void {
		for (const row of rows) {
			addNamed(this.ofTable(row.view.stored), row);
			row.below.forEach((one) => this.readNamed(one.rows));
		}
	}

	private ofTable(stored: StoredTable): Keys {
		const keys = this.byTable.get(stored) ?? noKeys();
		this.byTable.set(stored, keys);
		return keys;
	}

	private nextKey(view: TableView, parentId: number | null, keys: Keys): string | number {
		if (view.parent === undefined && this.document.entry.newKey === null) {
			throw ruleViolation(`'${view.key}' is required: the system does not number records of ${this.document.name}`);
		}
		let next: string | number;
		do {
			next = view.stored.countedWithinParent ? this.nextWithin(view, parentId, keys) : this.unit.nextKey(view, parentId);
		} while (keys.named.has(String(next)));
		return next;
	}

	private nextWithin(view: TableView, parentId: number | null, keys: Keys): number {
		const next = keys.last === undefined ? (parentId === null ? 1 : Number(this.unit.nextKey(view, parentId))) : keys.last + 1;
		keys.last = next;
		return next;
	}

	private requireFree({ key: field, stored }: TableView, key: string | number, parentId: number | null): void {
		const rowId = rowIdOfKey(stored, key);
		const taken = stored.countedWithinParent
			? parentId !== null &&
				this.unit.store.get(`SELECT 1 AS found FROM ${quoted(stored.name)} WHERE parent_id = ? AND ${quoted(stored.key)} = ?`, [
					parentId,
					key,
				])
			: rowId === undefined
				? this.unit.store.get(`SELECT 1 AS found FROM ${quoted(stored.name)} WHERE ${quoted(stored.key)} = ?`, [key])
				: this.unit.row(stored, rowId);
		if (taken) {
			throw ruleViolation(`'${field}' ${key} already exists`);
		}
	}
}

const addNamed = ({ named }: Keys, { key }: BodyRow): void => {
	if (key.kind === 'key') {
		named.add(String(key.value));
	}
};
