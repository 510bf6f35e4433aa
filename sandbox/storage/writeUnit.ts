import { ruleViolation } from '../documents/httpError';
import type { Change } from './change';
import { maxNumber, numberOfKey, orderNumber, rowIdOfKey } from './keys';
import { hasPeriods, requireEndAfterBegin } from './periods';
import type { Operation } from './operation';
import type { Records } from './records';
import { renderDropDowns, renderReferrers, renderRows } from './rendering';
import { cellOf, fillFromParent, fillMirrors, requireUnique, type Values } from './rowValues';
import { columnsOf, foldedColumn, quoted, rowOrder } from './schema';
import { DEFAULT_VALUES } from './siteFields';
import {
	documentOfRecord,
	type DocumentView,
	STORED_TABLES,
	type StoredRow,
	type StoredTable,
	parentTable,
	type TableView,
	type Value,
} from './tables';

/** A row that a request created, for its response. */
export interface CreatedRow {
	readonly view: TableView;
	readonly key: string | number;
}

interface Touched {
	readonly stored: StoredTable;
	readonly rowId: number;
	type: 'INSERT' | 'UPDATE';
	readonly before?: StoredRow;
}

const idOf = (table: StoredTable, rowId: number): string => `${table.name} ${rowId}`;

const shown = (row: StoredRow): Change['record'] => JSON.parse(`${row.json_open as string}}`) as Change['record'];

/** The writes of a transaction. {@link WriteUnit.finish} renders the changed rows and returns the changes. */
export class WriteUnit {
	/** The time of the request, as stored. */
	readonly now: string;
	private readonly createdRows = new Map<string, CreatedRow>();
	private readonly touched = new Map<string, Touched>();
	private readonly deletions: Change[] = [];
	private readonly operations: Operation[] = [];
	private readonly writtenTables = new Set<string>();
	private readonly afterwards: (() => void)[] = [];

	constructor(readonly store: Records) {
		this.now = store.now().toISOString();
	}

	/** The created rows, in order of creation. */
	get created(): readonly CreatedRow[] {
		return [...this.createdRows.values()];
	}

	/** The next number for keys of a table. Numbers are never reused, even after deletions. */
	private nextNumber(name: string): number {
		const found = this.store.get(
			'INSERT INTO next_number (name, number) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET number = number + 1 RETURNING number',
			[name],
		);
		return found?.number as number;
	}

	private lastNumber(name: string): number {
		return (this.store.get('SELECT number FROM next_number WHERE name = ?', [name])?.number ?? 0) as number;
	}

	/** The next key for a row of `view` below `parentId`. */
	nextKey({ stored }: TableView, parentId: number | null): string | number {
		if (stored.countedWithinParent) {
			const found = this.store.get(
				`SELECT coalesce(max(${quoted(stored.key)}), 0) + 1 AS next FROM ${quoted(stored.name)} WHERE parent_id = ?`,
				[parentId],
			);
			return found?.next as number;
		}
		const number = this.nextNumber(stored.name);
		return stored.rowId === 'orderNumber' ? `${number}-1` : stored.rowId === 'key' ? number : String(number);
	}

	/** The current state of a row. */
	row(table: StoredTable, rowId: number): StoredRow | undefined {
		return this.store.get(`SELECT * FROM ${quoted(table.name)} WHERE row_id = ?`, [rowId]) as StoredRow | undefined;
	}

	/** The rows of a sub-table below a row, in their order. */
	childRows(table: StoredTable, parentId: number): StoredRow[] {
		return this.store.all(`SELECT * FROM ${quoted(table.name)} WHERE parent_id = ? ORDER BY ${rowOrder(table, quoted(table.name))}`, [
			parentId,
		]) as StoredRow[];
	}

	/** Stores a new row, and sets the fields that the server fills (dates, mirrored fields, the parent's key, defaults). */
	insert(document: DocumentView, view: TableView, parentId: number | null, key: string | number, given: Values): number {
		const { stored } = view;
		const values = new Map<string, Value>([...Object.entries(DEFAULT_VALUES[stored.name] ?? {}), ...given]);
		values.set(stored.key, key);
		if (stored.rowId === 'orderNumber') {
			const order = orderNumber(String(key));
			values.set('wo_no', order?.number ?? null).set('wo_seq', order?.sequence ?? null);
		}
		for (const name of ['date_added', 'date_changed']) {
			if (stored.fields.has(name) && !given.has(name)) {
				values.set(name, this.now);
			}
		}
		fillFromParent(this, view, parentId, values);
		fillMirrors(this.store, view, values);
		requireUnique(this.store, document, view, values, undefined);
		const columns = columnsOf(stored).map(([name]) => name);
		const cells = columns.map((name): Value => {
			if (name === 'document' && stored.shared) {
				return document.name;
			}
			if (name === 'parent_id' && stored.parents.length > 0) {
				return parentId;
			}
			return cellOf(stored, name, values);
		});
		this.reserveNumber(stored, key);
		const inserted = this.store.get(
			`INSERT INTO ${quoted(stored.name)} (row_id, ${columns.map(quoted).join(', ')}) VALUES (?${', ?'.repeat(columns.length)}) RETURNING row_id`,
			[rowIdOfKey(stored, key) ?? null, ...cells],
		);
		const rowId = inserted?.row_id as number;
		this.createdRows.set(idOf(stored, rowId), { view, key });
		this.log('INSERT', document, view, key);
		this.touch({ stored, rowId, type: 'INSERT' });
		this.touchAncestors(stored, parentId);
		return rowId;
	}

	/** Changes the given fields of a row. */
	update(document: DocumentView, view: TableView, rowId: number, given: Values): void {
		if (given.size === 0) {
			return;
		}
		const { stored } = view;
		const before = this.row(stored, rowId) as StoredRow;
		const values = new Map(given);
		fillMirrors(this.store, view, values);
		requireUnique(this.store, document, view, values, rowId);
		const names = [...values.keys()].flatMap((name) => (stored.fields.get(name)?.type === 'text' ? [name, foldedColumn(name)] : [name]));
		this.store.run(`UPDATE ${quoted(stored.name)} SET ${names.map((name) => `${quoted(name)} = ?`).join(', ')} WHERE row_id = ?`, [
			...names.map((name) => cellOf(stored, name, values)),
			rowId,
		]);
		this.log('UPDATE', document, view, before[stored.key] as string | number);
		this.touch({ stored, rowId, type: 'UPDATE', before });
		this.touchAncestors(stored, (before.parent_id ?? null) as number | null);
	}

	/** Deletes a row and all rows below it. Rows that the same request created were never visible, so they cause no change event. */
	delete(document: DocumentView, view: TableView, rowId: number): void {
		const { stored } = view;
		const before = this.row(stored, rowId) as StoredRow;
		for (const below of STORED_TABLES.filter((table) => table.parents.includes(stored.name))) {
			for (const { row_id: childId } of this.childRows(below, rowId)) {
				const child = view.subTables.find((subTable) => subTable.stored === below);
				if (!child) {
					throw new Error(`${document.name} shows no table ${below.name}`);
				}
				this.delete(document, child, childId as number);
			}
		}
		const id = idOf(stored, rowId);
		if (!this.createdRows.delete(id) && this.store.isWatched) {
			this.deletions.push(this.change(stored, before, 'DELETE'));
		}
		this.log('DELETE', document, view, before[stored.key] as string | number);
		this.store.run(`DELETE FROM ${quoted(stored.name)} WHERE row_id = ?`, [rowId]);
		this.touched.delete(id);
		this.writtenTables.add(stored.name);
		this.touchAncestors(stored, (before.parent_id ?? null) as number | null);
	}

	/** Runs `work` after the commit. */
	afterCommit(work: () => void): void {
		this.afterwards.push(work);
	}

	/** Renders the changed rows. Returns the changes if there is a listener. */
	finish(): readonly Change[] {
		for (const { stored, rowId, type } of this.touched.values()) {
			if (type === 'UPDATE' && stored.fields.has('date_changed')) {
				this.store.run(`UPDATE ${quoted(stored.name)} SET date_changed = ? WHERE row_id = ?`, [this.now, rowId]);
			}
		}
		for (const { stored, rowId, before } of this.touched.values()) {
			if (hasPeriods(stored)) {
				requireEndAfterBegin(stored, this.row(stored, rowId) as StoredRow, before);
			}
			renderRows(this.store, stored, 'row_id = ?', [rowId]);
		}
		for (const one of this.touched.values()) {
			this.renderShownElsewhere(one);
		}
		if (this.writtenTables.has('sys_drop_down')) {
			renderDropDowns(this.store).forEach(({ name }) => this.writtenTables.add(name));
		}
		if (!this.store.isWatched) {
			return [];
		}
		const written = [...this.touched.values()].map(({ stored, rowId, type, before }) =>
			this.change(stored, this.row(stored, rowId) as StoredRow, type, before),
		);
		return [...this.deletions, ...written];
	}

	/** The operations since the previous call of this method. */
	takeOperations(): readonly Operation[] {
		return this.operations.splice(0);
	}

	private log(type: Operation['type'], document: DocumentView, view: TableView, key: string | number): void {
		this.operations.push({ type, document: document.name, table: view.name, key, isRecord: view.parent === undefined });
	}

	/** The tables that were written to. */
	tables(): Iterable<string> {
		return this.writtenTables;
	}

	/** Runs the work registered with {@link afterCommit}. */
	runAfterCommit(): void {
		this.afterwards.forEach((work) => work());
	}

	/** The change to a row. Its document is the one that owns the row's record, even if another document wrote the row. */
	private change(stored: StoredTable, row: StoredRow, type: Change['type'], before?: StoredRow): Change {
		let [at, above] = [stored, row];
		for (let parent = parentTable(at); parent; parent = parentTable(at)) {
			[at, above] = [parent, this.row(parent, above.parent_id as number) as StoredRow];
		}
		const change = {
			document: documentOfRecord(at, above).name,
			table: stored.name,
			keyField: stored.key,
			key: row[stored.key] as string | number,
			recordKey: above[at.key] as string | number,
			type,
			record: shown(row),
		};
		return before ? { ...change, before: shown(before) } : change;
	}

	/** Reserves the number of a key, so that later keys are higher. */
	private reserveNumber(stored: StoredTable, key: string | number): void {
		const number = numberOfKey(stored, key);
		if (number === undefined) {
			return;
		}
		if (number > maxNumber(stored) && number > this.lastNumber(stored.name)) {
			throw ruleViolation(`'${stored.key}' ${key} is too high: no numbers would remain for later records`);
		}
		if (!stored.countedWithinParent) {
			this.store.run(
				'INSERT INTO next_number (name, number) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET number = max(number, excluded.number)',
				[stored.name, number],
			);
		}
	}

	private touch(one: Touched): void {
		const id = idOf(one.stored, one.rowId);
		this.writtenTables.add(one.stored.name);
		if (!this.touched.has(id)) {
			this.touched.set(id, one);
		}
	}

	/** Marks the ancestors of a changed row as changed, regardless of the document that wrote the row. */
	private touchAncestors(stored: StoredTable, parentId: number | null): void {
		let [at, id] = [parentTable(stored), parentId];
		while (at && id !== null) {
			const row = this.row(at, id) as StoredRow;
			this.touch({ stored: at, rowId: id, type: 'UPDATE', before: row });
			[at, id] = [parentTable(at), (row.parent_id ?? null) as number | null];
		}
	}

	private renderShownElsewhere({ stored, rowId, type, before }: Touched): void {
		if (type === 'INSERT' || !before) {
			return;
		}
		const after = this.row(stored, rowId) as StoredRow;
		const changed = [...stored.fields.keys()].some((name) => name !== 'date_changed' && before[name] !== after[name]);
		if (changed) {
			for (const { name } of renderReferrers(this.store, stored, after[stored.key] as Value)) {
				this.writtenTables.add(name);
			}
		}
	}
}
