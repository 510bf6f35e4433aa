/** A write of the request itself, without the ancestors that change with it. */
export interface Operation {
	readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
	readonly document: string;
	readonly table: string;
	readonly key: string | number;
	readonly isRecord: boolean;
}
