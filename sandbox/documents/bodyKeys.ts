import { rowIdOfKey } from '../storage/keys';
import { quoted } from '../storage/schema';
import type { DocumentView, StoredTable, TableView } from '../storage/tables';
import type { WriteUnit } from '../storage/writeUnit';
import type { GivenRow } from './payload';
import { ruledOut } from './refusal';

/** Keys of rows in one table; of rows below one parent where they are counted within it. */
export interface Keys {
	/** What rows of the body name themselves: no number that is given may be one of these. */
	readonly named: Set<string>;
	/** Those of new rows. */
	readonly taken: Set<string>;
	/** The last number that was given, where rows are counted within their parent. */
	last: number | undefined;
}

const noKeys = (): Keys => ({ named: new Set(), taken: new Set(), last: undefined });

/** Gives each new row of one body its key: the one that it names, or the next number; no two rows get the same. */
export class BodyKeys {
	private readonly byTable = new Map<StoredTable, Keys>();

	constructor(
		private readonly unit: WriteUnit,
		private readonly document: DocumentView,
		rows: readonly GivenRow[],
	) {
		this.readNamed(rows);
	}

	/** The keys among which `rows`, of one table and below one parent, get theirs. */
	among({ stored }: TableView, rows: readonly GivenRow[]): Keys {
		if (!stored.countedWithinParent) {
			return this.ofTable(stored);
		}
		const keys = noKeys();
		rows.forEach((row) => addNamed(keys, row));
		return keys;
	}

	/** The key of a new row below `parentId`; null for a record, and where the parent is new itself. */
	keyOf({ view, key }: GivenRow, parentId: number | null, keys: Keys): string | number {
		if (key.kind !== 'key') {
			return this.nextKey(view, parentId, keys);
		}
		this.requireFree(view, key.value, parentId);
		if (keys.taken.has(String(key.value))) {
			throw ruledOut(`'${view.key}' ${key.value} is the key of two new rows`);
		}
		keys.taken.add(String(key.value));
		return key.value;
	}

	private readNamed(rows: readonly GivenRow[]): void {
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
			throw ruledOut(`'${view.key}' is required: records of ${this.document.name} get no number`);
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
			throw ruledOut(`'${field}' ${key} already exists`);
		}
	}
}

const addNamed = ({ named }: Keys, { key }: GivenRow): void => {
	if (key.kind === 'key') {
		named.add(String(key.value));
	}
};
