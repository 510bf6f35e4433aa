import { isPlain, openExpression, type RenderOptions } from '../storage/render';
import { quoted } from '../storage/schema';
import type { Store } from '../storage/store';
import type { DocumentView, Value } from '../storage/tables';
import { type Condition, every } from './conditions';
import { divisionExpression, divisionTable } from './divisions';
import type { Order } from './sorting';

/** A compiled list request. */
export interface ListRequest {
	readonly document: DocumentView;
	readonly condition: Condition;
	/** The divisions whose records are visible; `null` for all. */
	readonly divisions: readonly number[] | null;
	readonly order: Order;
	readonly render: RenderOptions;
}

interface CachedList {
	readonly version: number;
	count?: number;
	/** Row ids in the requested order. */
	rowIds?: readonly number[];
	/** The last row id of each requested page, by page size. */
	readonly ends: Map<number, Map<number, number>>;
}

const MAX_CACHED_LISTS = 64;
const MAX_ROW_IDS = 8_000_000;
const EMPTY = Buffer.from('{"L":[]}');
/** How many rows of a streamed list are read at a time. */
const CHUNK = 1000;

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
 * Reads lists so that page 2,000 is as fast as page 1. In key order, a page starts after the cached last key of the previous page. In any
 * other order, a page is part of a cached list of sorted row ids. A write to the table, or to the table with the divisions, invalidates
 * the cache.
 */
export class Pages {
	private readonly cache = new Map<string, CachedList>();

	constructor(private readonly store: Store) {}

	/** The total number of matching records. */
	count(request: ListRequest): number {
		const cached = this.cached(request);
		cached.count ??= this.readCount(request);
		return cached.count;
	}

	/** The row ids of all matching records in key order, for PATCH on a list. */
	rowIds(request: ListRequest): readonly number[] {
		const { sql, values } = selection(request);
		return JSON.parse(
			this.json(
				`SELECT json_group_array(row_id) AS json FROM (SELECT listed.row_id FROM ${this.from(request)} WHERE ${sql} ORDER BY listed.row_id)`,
				values,
			),
		) as number[];
	}

	/** One page as a complete JSON response; the first page is 1. */
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
			`SELECT CAST(concat('{"L":[', group_concat(open, '},'), '}]}') AS BLOB) AS response, count(*) AS number, ${last}(row_id) AS last
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
		return asBuffer(found.response);
	}

	/** The last row of a page, calculated from the nearest cached page before it; undefined if the list ends earlier. */
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
		const cached = this.cached(request);
		if (!cached.rowIds) {
			const { sql, values } = selection(request);
			cached.rowIds = JSON.parse(
				this.json(
					`SELECT json_group_array(row_id) AS json FROM (SELECT listed.row_id FROM ${this.from(request)} WHERE ${sql} ORDER BY ${order})`,
					values,
				),
			) as number[];
			cached.count = cached.rowIds.length;
			this.dropRowIdsBeyondLimit(cached);
		}
		const chosen = cached.rowIds.slice((page - 1) * size, page * size);
		if (chosen.length === 0) {
			return EMPTY;
		}
		const found = this.store.get(
			`SELECT CAST(concat('{"L":[', group_concat(open, '},' ORDER BY place), '}]}') AS BLOB) AS response
			FROM (SELECT chosen.key AS place, ${this.open(request)} AS open
				FROM json_each(?) chosen CROSS JOIN ${this.from(request)} ON listed.row_id = chosen.value)`,
			[JSON.stringify(chosen)],
		);
		return asBuffer(found?.response);
	}

	private ends(request: ListRequest, size: number): Map<number, number> {
		const { ends } = this.cached(request);
		const known = ends.get(size) ?? new Map<number, number>();
		ends.set(size, known);
		return known;
	}

	/** The cache of a list, valid until a write to its table or to the table that contains its divisions. */
	private cached(request: ListRequest): CachedList {
		const { document, divisions, order } = request;
		const { sql, values } = selection(request);
		const name = JSON.stringify([document.name, sql, values, divisions, order]);
		const holder = divisionTable(document.root) ?? document.root.stored;
		const version = this.store.version(document.root.stored) + (holder === document.root.stored ? 0 : this.store.version(holder));
		const known = this.cache.get(name);
		this.cache.delete(name);
		const cached = known?.version === version ? known : { version, ends: new Map<number, Map<number, number>>() };
		this.cache.set(name, cached);
		if (this.cache.size > MAX_CACHED_LISTS) {
			this.cache.delete(this.cache.keys().next().value as string);
		}
		return cached;
	}

	private dropRowIdsBeyondLimit(newest: CachedList): void {
		let kept = newest.rowIds?.length ?? 0;
		for (const cached of [...this.cache.values()].reverse()) {
			if (cached !== newest && cached.rowIds) {
				kept += cached.rowIds.length;
				if (kept > MAX_ROW_IDS) {
					delete cached.rowIds;
				}
			}
		}
	}

	/** Reads the list in chunks, so that it is never entirely in memory. */
	*chunks(request: ListRequest): Generator<Buffer> {
		yield Buffer.from('{"L":[');
		let after = 0;
		for (;;) {
			const { sql, values } = selection(request);
			const found = this.store.get(
				`SELECT CAST(group_concat(open, '},') AS BLOB) AS rows, max(row_id) AS last
				FROM (SELECT listed.row_id, ${this.open(request)} AS open FROM ${this.from(request)}
					WHERE (${sql}) AND listed.row_id > ? ORDER BY listed.row_id LIMIT ${CHUNK})`,
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
