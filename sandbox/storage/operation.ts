/** A write to one row. Ancestors of the row that change as a result are not included. */
export interface Operation {
	readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
	readonly document: string;
	readonly table: string;
	readonly key: string | number;
	readonly isRecord: boolean;
}
