/** The types that all inputs share: records and their keys, rows of sub-tables, conditions, and the fields to return. */
import type { FieldType, OperatorName } from '../catalog';

/** A record, as parsed from JSON. */
export type Row = Record<string, unknown>;

export type KeyValue = string | number;

/** Addresses a record by its primary key or an alternate key. */
export interface RecordAddress {
	/** The key field: `job_no`, `external_key`, `barcode`. The primary key of the document if omitted. */
	readonly key?: string | undefined;
	readonly value: KeyValue;
}

/** The address of a record with the name of its key field. */
export interface NamedKey extends RecordAddress {
	readonly key: string;
}

/** One step of a sub-table path: a sub-table, or a row in it. */
export interface SubTableStep {
	readonly table: string;
	/** Key and value can be omitted together, and only in the last step. */
	readonly key?: string;
	readonly value?: KeyValue;
}

/**
 * One condition of a query. The catalog defines the shape of `value` for each operator: a single value, an array, an array of two values,
 * or nothing.
 */
export interface Condition {
	readonly field: string;
	readonly operator: OperatorName;
	readonly value?: unknown;
	/** The type of the field on this site; its type in the catalog if omitted. */
	readonly type?: FieldType;
}

/** The fields to return. */
export interface Columns {
	/** Fields of the record. The key is always added if it is known. All fields if empty or omitted. */
	readonly root?: readonly string[];
	/** For each sub-table, an array of field names or a single field name. */
	readonly subTables?: Readonly<Record<string, readonly string[] | string>>;
}

/** The fields to return, and additional query parameters. */
export interface ReadSettings {
	readonly columns?: Columns | undefined;
	/** The raw `resultColumns` object, instead of {@link columns}. */
	readonly columnsJson?: Readonly<Record<string, unknown>>;
	/** Whether fields without a value are omitted. */
	readonly omitNulls?: boolean;
	/** Whether alternate keys are omitted. */
	readonly omitAlternateKeys?: boolean;
	/** Additional query parameters, such as those that a document requires: `{ wo_no_seq: '100-1' }`. */
	readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/** Selects records that satisfy all conditions. */
export interface Selection {
	readonly conditions?: readonly Condition[] | undefined;
	/** Raw fields of the `Query` object, in addition to {@link conditions}. A field can be in only one of the two. */
	readonly queryJson?: Readonly<Record<string, unknown>>;
	/** If false, the query can contain fields outside the criteria of the document. Sent only if false. */
	readonly validateQueryParameters?: boolean | undefined;
}

export interface SortBy {
	readonly field: string;
	readonly direction: 'asc' | 'desc';
}

/** Save arguments by name: `{ LoadTemplate: '15' }`. A documented save argument is a string or a number; others can be any JSON value. */
export type SaveArguments = Readonly<Record<string, unknown>>;
