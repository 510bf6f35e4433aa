import { isPlain, openExpression, type RenderOptions } from '../storage/render';
import { quoted } from '../storage/schema';
import type { Store } from '../storage/store';
import type { DocumentView, Value } from '../storage/tables';
import { type Condition, every } from './conditions';
import { divisionExpression, divisionTable } from './divisions';
import type { Order } from './sorting';

/** What a list is asked for, read and compiled. */
export interface ListRequest {
	readonly document: DocumentView;
	readonly condition: Condition;
	/** Which divisions' records are seen; `null` for all. */
	readonly divisions: readonly number[] | null;
	readonly order: Order;
	readonly render: RenderOptions;
}

interface Remembered {
	readonly version: number;
	count?: number;
	/** Row ids in the order asked for. */
	rowIds?: readonly number[];
	/** By page size: the last row id of each page, as far as pages were turned. */
	readonly ends: Map<number, Map<number, number>>;
}

const MOST_REMEMBERED = 64;
const MOST_ROW_IDS = 8_000_000;
const EMPTY = Buffer.from('{"L":[]}');
/** Rows of a list without pages that are read at a time. */
const PORTION = 1000;

const selection = ({ document, condition, divisions }: ListRequest): Condition => {
	const { root } = document;
	const division = divisionExpression(root, 'listed');
	return every([
		...(root.stored.shared ? [{ sql: 'listed.document = ?', values: [document.name] }] : []),
		...(divisions && division !== undefined
			? [
					{
						sql: `+${division} IS NULL OR +${division} IN (SELECT value FROM json_each(?))`,
						values: [JSON.stringify(divisions)],
					},
				]
			: []),
		condition,
	]);
};

/**
 * Lists, read so that page 2,000 costs what page 1 does: pages in the order of the rows start at the key where
 * the page before ended (remembered until the next write to the table), pages in any other order at their place
 * in the list of row numbers that was sorted once.
 */
export class Pages {
	private readonly remembered = new Map<string, Remembered>();

	constructor(private readonly store: Store) {}

	/** How many records match in all. */
	count(request: ListRequest): number {
		const memory = this.memory(request);
		memory.count ??= this.readCount(request);
		return memory.count;
	}

	/** The row ids of all matching records, by key; for PATCH on a list. */
	rowIds(request: ListRequest): readonly number[] {
		const { sql, values } = selection(request);
		return JSON.parse(
			this.json(
				`SELECT json_group_array(row_id) AS json FROM (SELECT listed.row_id FROM ${this.from(request)} WHERE ${sql} ORDER BY listed.row_id)`,
				values,
			),
		) as number[];
	}

	/** One page as the whole JSON answer; pages count from 1. */
	page(request: ListRequest, size: number, page: number): Buffer {
		return request.order.by === 'key'
			? this.pageFromKey(request, request.order.descending, size, page)
			: this.pageFromRowIds(request, request.order.sql, size, page);
	}

	private pageFromKey(request: ListRequest, descending: boolean, size: number, page: number): Buffer {
		const ends = this.ends(request, size);
		const start = page === 1 ? null : this.endOf(request, descending, size, page - 1, ends);
		if (start === undefined) {
			return EMPTY;
		}
		const { sql, values } = this.after(request, descending, start);
		const last = descending ? 'min' : 'max';
		const found = this.store.get(
			`SELECT CAST(concat('{"L":[', group_concat(open, '},'), '}]}') AS BLOB) AS answer, count(*) AS number, ${last}(row_id) AS last
			FROM (SELECT listed.row_id, ${this.open(request)} AS open FROM ${this.from(request)}
				WHERE ${sql} ORDER BY listed.row_id${descending ? ' DESC' : ''} LIMIT ?)`,
			[...values, size],
		);
		if (!found || found.number === 0) {
			return EMPTY;
		}
		if (found.number === size) {
			ends.set(page, found.last as number);
		}
		return asBuffer(found.answer);
	}

	/** The last row of a page, from the nearest page before it whose end is known; undefined where the list ends earlier. */
	private endOf(request: ListRequest, descending: boolean, size: number, page: number, ends: Map<number, number>): number | undefined {
		let known = page;
		while (known > 0 && !ends.has(known)) {
			known--;
		}
		if (known === page) {
			return ends.get(page);
		}
		const { sql, values } = this.after(request, descending, ends.get(known) ?? null);
		const found = this.store.get(
			`SELECT listed.row_id AS last FROM ${this.from(request)} WHERE ${sql} ORDER BY listed.row_id${descending ? ' DESC' : ''} LIMIT 1 OFFSET ?`,
			[...values, (page - known) * size - 1],
		);
		if (found) {
			ends.set(page, found.last as number);
		}
		return found?.last as number | undefined;
	}

	private after(request: ListRequest, descending: boolean, start: number | null): Condition {
		return every([selection(request), ...(start === null ? [] : [{ sql: `listed.row_id ${descending ? '<' : '>'} ?`, values: [start] }])]);
	}

	private pageFromRowIds(request: ListRequest, order: string, size: number, page: number): Buffer {
		const memory = this.memory(request);
		if (!memory.rowIds) {
			const { sql, values } = selection(request);
			memory.rowIds = JSON.parse(
				this.json(
					`SELECT json_group_array(row_id) AS json FROM (SELECT listed.row_id FROM ${this.from(request)} WHERE ${sql} ORDER BY ${order})`,
					values,
				),
			) as number[];
			memory.count = memory.rowIds.length;
			this.forgetRowIdsBeyondLimit(memory);
		}
		const chosen = memory.rowIds.slice((page - 1) * size, page * size);
		if (chosen.length === 0) {
			return EMPTY;
		}
		const found = this.store.get(
			`SELECT CAST(concat('{"L":[', group_concat(open, '},' ORDER BY place), '}]}') AS BLOB) AS answer
			FROM (SELECT chosen.key AS place, ${this.open(request)} AS open
				FROM json_each(?) chosen CROSS JOIN ${this.from(request)} ON listed.row_id = chosen.value)`,
			[JSON.stringify(chosen)],
		);
		return asBuffer(found?.answer);
	}

	private ends(request: ListRequest, size: number): Map<number, number> {
		const { ends } = this.memory(request);
		const known = ends.get(size) ?? new Map<number, number>();
		ends.set(size, known);
		return known;
	}

	/** What is remembered of a list, as long as nothing was written to its table, nor to the one that holds the divisions. */
	private memory(request: ListRequest): Remembered {
		const { document, divisions, order } = request;
		const { sql, values } = selection(request);
		const name = JSON.stringify([document.name, sql, values, divisions, order]);
		const holder = divisionTable(document.root) ?? document.root.stored;
		const version = this.store.version(document.root.stored) + (holder === document.root.stored ? 0 : this.store.version(holder));
		const known = this.remembered.get(name);
		this.remembered.delete(name);
		const memory = known?.version === version ? known : { version, ends: new Map<number, Map<number, number>>() };
		this.remembered.set(name, memory);
		if (this.remembered.size > MOST_REMEMBERED) {
			this.remembered.delete(this.remembered.keys().next().value as string);
		}
		return memory;
	}

	private forgetRowIdsBeyondLimit(newest: Remembered): void {
		let kept = newest.rowIds?.length ?? 0;
		for (const memory of [...this.remembered.values()].reverse()) {
			if (memory !== newest && memory.rowIds) {
				kept += memory.rowIds.length;
				if (kept > MOST_ROW_IDS) {
					delete memory.rowIds;
				}
			}
		}
	}

	/** The whole list in portions, so that it never stands in memory as one. */
	*portions(request: ListRequest): Generator<Buffer> {
		yield Buffer.from('{"L":[');
		let after = 0;
		for (;;) {
			const { sql, values } = selection(request);
			const found = this.store.get(
				`SELECT CAST(group_concat(open, '},') AS BLOB) AS rows, max(row_id) AS last
				FROM (SELECT listed.row_id, ${this.open(request)} AS open FROM ${this.from(request)}
					WHERE (${sql}) AND listed.row_id > ? ORDER BY listed.row_id LIMIT ${PORTION})`,
				[...values, after],
			);
			if (!found || found.rows === null) {
				break;
			}
			yield Buffer.concat([Buffer.from(after === 0 ? '' : ','), asBuffer(found.rows), Buffer.from('}')]);
			after = found.last as number;
		}
		yield Buffer.from(']}');
	}

	private from({ document }: ListRequest): string {
		return `${quoted(document.root.stored.name)} listed`;
	}

	private open({ document: { root }, render }: ListRequest): string {
		return isPlain(render) && !root.facade ? 'listed.json_open' : openExpression(root, 'listed', render);
	}

	private json(sql: string, values: readonly Value[]): string {
		return this.store.get(sql, values)?.json as string;
	}

	private readCount(request: ListRequest): number {
		const { sql, values } = selection(request);
		return this.store.get(`SELECT count(*) AS number FROM ${this.from(request)} WHERE ${sql}`, values)?.number as number;
	}
}

const asBuffer = (bytes: unknown): Buffer => {
	const { buffer, byteOffset, byteLength } = bytes as Uint8Array;
	return Buffer.from(buffer, byteOffset, byteLength);
};
