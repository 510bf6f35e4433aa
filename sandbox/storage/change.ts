/** A change to a row by a committed write. */
export interface Change {
	/** The document of the record to which the row belongs, such as `JmWorkOrder`; never a facade. */
	readonly document: string;
	/** The table of the row: the record's own table or a sub-table. */
	readonly table: string;
	readonly keyField: string;
	/** The key of the row in that table. */
	readonly key: string | number;
	/** The key of the record; equals `key` if the row is the record itself. */
	readonly recordKey: string | number;
	readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
	/** The row as in a list response, without sub-tables; for DELETE, the row before the request. */
	readonly record: Readonly<Record<string, unknown>>;
	/** The row before the request, for UPDATE only. */
	readonly before?: Readonly<Record<string, unknown>>;
}
