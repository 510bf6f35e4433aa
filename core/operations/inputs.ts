/**
 * The inputs of the operations: plain, read-only data that `core/wire` encodes. Values of date-time fields can have any ISO 8601 format
 * (see {@link Site.zone}).
 */
import type { FilePart } from '../model/port';
import type { DocumentRef } from '../model/documentRef';
import type { Row, KeyValue, RecordAddress, SubTableStep, ReadSettings, Selection, SortBy, SaveArguments } from '../model/terms';

/** A record of a document. If it is addressed by an alternate key, its primary key is read first. */
export interface RecordOf {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
}

/** One record, or the rows of a sub-table of it. */
export interface GetInput extends ReadSettings {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
	readonly subTables?: readonly SubTableStep[];
}

export interface ListInput extends ReadSettings, Selection {
	readonly document: DocumentRef;
	/** The key is added at the end if it is known, so that the order of pages is stable. */
	readonly sort?: readonly SortBy[];
	/** The maximum number of records; all if omitted. */
	readonly limit?: number;
	/** Records per page; 500 if omitted. */
	readonly pageSize?: number;
	/** Reads only this page, counted from 1; {@link limit} does not apply then. */
	readonly page?: number;
	/** The maximum number of pages, so that no list is endless; 20,000 if omitted. */
	readonly maxPages?: number;
}

/** Which records to count. */
export interface CountInput extends Selection {
	readonly document: DocumentRef;
}

/** The records of one call. */
export interface CreateInput {
	readonly document: DocumentRef;
	/** At least one. The fields keep their order, after the key. */
	readonly records: readonly Row[];
	/** Sends a temporary key (`-1`, `-2` …, `+1` for orders) with each record that has none. */
	readonly temporaryKeys?: boolean;
	readonly saveArguments?: SaveArguments;
}

/**
 * - `operations`: an array of `replace` operations; plain values of a record or a sub-table row.
 * - `payload`: the body of a create, with the primary key; it can contain rows of sub-tables.
 * - `auto`: `operations` if all values are plain, otherwise `payload`.
 */
export type UpdateFormat = 'auto' | 'operations' | 'payload';

export interface UpdateInput {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
	/** The row of a sub-table to change instead; its last step names the row. */
	readonly subTables?: readonly SubTableStep[];
	/** `null` clears a field. At least one field, or a save argument. */
	readonly fields: Row;
	readonly format?: UpdateFormat;
	/** Reads the record before and after the change, and returns the keys of the rows that it added. */
	readonly returnNewRows?: boolean;
	readonly saveArguments?: SaveArguments;
	/** Save arguments whose value is the primary key of the record. If the record is addressed by an alternate key, the primary key is read first. */
	readonly keyArguments?: readonly string[];
	readonly parameters?: Readonly<Record<string, string>>;
}

export interface UpdateManyInput extends Selection {
	readonly document: DocumentRef;
	/** Whether to change every record of the document. Required if there is no condition. */
	readonly allRecords?: boolean;
	/** At least one plain value; `null` clears a field. */
	readonly fields: Row;
	/** If more records match, nothing is changed. The records are counted first. */
	readonly maxRecords?: number;
	readonly saveArguments?: SaveArguments;
}

export interface UpsertInput {
	readonly document: DocumentRef;
	/** Usually by an alternate key. Its value is in the address, the key object and the root of the record. */
	readonly record: RecordAddress;
	readonly fields: Row;
	/** Sub-tables whose rows are deleted before those of {@link fields} are added. */
	readonly clearSubTables?: readonly string[];
	/**
	 * Which records templates are loaded into. `new` (the default) reads the record first and omits the save arguments that
	 * load templates if it exists, since each load adds the transactions of the template again.
	 */
	readonly loadTemplates?: 'new' | 'all';
	/** Reads the record before and after the change, and returns the keys of the rows that it added. */
	readonly returnNewRows?: boolean;
	readonly saveArguments?: SaveArguments;
	readonly parameters?: Readonly<Record<string, string>>;
}

export interface DeleteInput {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
	/** The row of a sub-table to delete instead; its last step names the row. */
	readonly subTables?: readonly SubTableStep[];
	readonly parameters?: Readonly<Record<string, string>>;
}

/** Reads the record after the change: the fields of `columns`, or all fields. */
export interface ReadBack {
	readonly readBack?: boolean | { readonly columns: readonly string[] };
}

export interface VoidOrderInput extends ReadBack {
	/** JmWorkOrder, MoMediaOrder or XmTransmissionOrder. */
	readonly document: DocumentRef;
	/** If it is addressed by an alternate key, its number and sequence are read first, which the save argument requires. */
	readonly record: RecordAddress;
	/** The number of the void reason (`cancel_no`). */
	readonly reason: KeyValue;
}

export interface UnvoidOrderInput extends ReadBack {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
}

/** One row of actual work, which becomes a detail and a link for each of its transactions. */
export interface ActualDetail {
	readonly action: KeyValue;
	readonly units: number;
	/** The flag `actual`; `Y` if omitted. */
	readonly actual?: string;
	readonly transactions?: readonly KeyValue[];
	/** Additional fields of the detail. */
	readonly fields?: Row;
}

export interface ActualizeInput extends ReadBack {
	readonly document: DocumentRef;
	/** The order: its number and sequence (`9453-1`), or a record. Only a record can be read back. */
	readonly order: string | RecordOf;
	readonly details: readonly ActualDetail[];
	/** Additional fields of the header, which can replace the default ones (`wo_no`, `wo_seq`, `actual_status`). */
	readonly fields?: Row;
	/** `linked`: the transactions of the details. `none` only stores the actuals. */
	readonly actualize: 'all' | 'linked' | 'none' | { readonly transactions: readonly KeyValue[] };
	/** Whether -2 leads the list of transactions, which the specification allows. */
	readonly leadingMinusTwo?: boolean;
	readonly updatePhase?: boolean;
}

export interface PostBatchInput extends ReadBack {
	readonly document: DocumentRef;
	/** Its number, or an address by an alternate key. */
	readonly batch: KeyValue | RecordAddress;
}

/** The fields of a new order, or an existing order. `returnNewRows` reads it before and after the change, and returns the keys of the new rows. */
export type TemplateTarget = { readonly create: Row } | { readonly record: RecordAddress; readonly returnNewRows?: boolean };

export interface LoadTemplateInput extends ReadBack {
	readonly document: DocumentRef;
	readonly target: TemplateTarget;
	readonly template: KeyValue;
	readonly childTemplates?: boolean;
	readonly option?: 'append' | 'replace';
}

export interface LoadServiceTemplateInput extends ReadBack {
	readonly document: DocumentRef;
	readonly target: TemplateTarget;
	readonly templates: readonly KeyValue[];
	/** A work order template to load, too; only with a single service template. */
	readonly template?: KeyValue;
}

export interface BidApprovalInput extends ReadBack {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
	/** One of the choices of the save argument: `0` Approve … `4` Abort. */
	readonly approval: string;
	/** The value of the field `approved`. Default: `Y`, or `N` for Unapprove and Abort, for which the specification shows none. */
	readonly approved?: string;
}

export interface SetDefaultGroupInput extends ReadBack {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
	readonly group: string;
}

/** The files of one record of another document. */
export interface AttachmentAddress {
	/** The number of the document on this site; see `attachmentDocumentId` of its entry. */
	readonly documentId: KeyValue;
	/** The primary key of the record, or the record itself. */
	readonly recordId: KeyValue | RecordOf;
}

export interface UploadAttachmentInput extends AttachmentAddress {
	readonly document: DocumentRef;
	/** At least one. All are sent in one call. */
	readonly files: readonly FilePart[];
	/** Milliseconds for the whole call. */
	readonly timeout?: number;
}

export interface ListAttachmentsInput extends AttachmentAddress, ReadSettings {
	readonly document: DocumentRef;
}

export interface DeleteAttachmentInput extends AttachmentAddress {
	readonly document: DocumentRef;
	readonly attachment: KeyValue;
}
