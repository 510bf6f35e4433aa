/** What every input speaks of: records and their keys, rows of sub-tables, conditions, and how an answer is cut down. */
import type { FieldType, OperatorName } from '../catalog';

/** A record as JSON gives it. */
export type Row = Record<string, unknown>;

export type KeyValue = string | number;

/** One record by its primary or an alternate key. */
export interface RecordAddress {
	/** The key field: `job_no`, `external_key`, `barcode`. The primary key of the document where it is left out. */
	readonly key?: string;
	readonly value: KeyValue;
}

/** One step below a record: a sub-table, and the row in it where one is meant. */
export interface SubTableStep {
	readonly table: string;
	/** Both or neither; only the last step may go without. */
	readonly key?: string;
	readonly value?: KeyValue;
}

/** One condition of a query. The shape of `value` is that of the operator's operand in the catalog: a value, an array, an array of two, or nothing. */
export interface Condition {
	readonly field: string;
	readonly operator: OperatorName;
	readonly value?: unknown;
	/** The type of the field on this site; that of the catalog if omitted. */
	readonly type?: FieldType;
}

/** The fields to answer. */
export interface Columns {
	/** Of the record itself; its key is always added where it is known. Empty or left out: all fields. */
	readonly root?: readonly string[];
	/** By sub-table name: field names, or a single one. */
	readonly subTables?: Readonly<Record<string, readonly string[] | string>>;
}

/** How an answer is cut down, and what goes along in the address. */
export interface ReadSettings {
	readonly columns?: Columns;
	/** The `resultColumns` object as it is sent, instead of {@link columns}. */
	readonly columnsJson?: Readonly<Record<string, unknown>>;
	/** Leaves out fields without a value. */
	readonly omitNulls?: boolean;
	/** Leaves out alternate keys. */
	readonly omitAlternateKeys?: boolean;
	/** Query parameters beside those of the operation; those that a document requires stand here: `{ wo_no_seq: '100-1' }`. */
	readonly parameters?: Readonly<Record<string, string>>;
}

/** Which records: all conditions must hold. */
export interface Selection {
	readonly conditions?: readonly Condition[];
	/** Fields of the `Query` object as they are sent, together with {@link conditions}; a field may stand in one of the two only. */
	readonly queryJson?: Readonly<Record<string, unknown>>;
	/** False lets the query name fields outside the criteria of the document. Sent only when false. */
	readonly validateQueryParameters?: boolean;
}

export interface SortBy {
	readonly field: string;
	readonly direction: 'asc' | 'desc';
}

/** By name: `{ LoadTemplate: '15' }`. Documented save arguments are text or a number; a site can have others with any JSON value. */
export type SaveArguments = Readonly<Record<string, unknown>>;
