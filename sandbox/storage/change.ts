/** What a committed write did to one row. */
export interface Change {
	/** `JmWorkOrder`: the document whose record the row is or belongs to; never a facade. */
	readonly document: string;
	/** The table of the row: that of the record or a sub-table. */
	readonly table: string;
	readonly keyField: string;
	/** The key of the row in that table. */
	readonly key: string | number;
	/** The key of the record; equals `key` where the row is the record itself. */
	readonly recordKey: string | number;
	readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
	/** The row as a list answers it, without sub-tables; for DELETE as it was before. */
	readonly record: Readonly<Record<string, unknown>>;
	/** For UPDATE: the row as it was before the call. */
	readonly before?: Readonly<Record<string, unknown>>;
}
