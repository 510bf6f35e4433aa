/**
 * What each operation takes: plain, read-only data. Nothing in here is encoded; the wire does that. Values of date-time
 * fields may stand in any ISO 8601 form (see {@link Site.zone}).
 */
import type { FilePart } from '../model/port';
import type { DocumentRef } from '../model/documentRef';
import type { Row, KeyValue, RecordAddress, SubTableStep, ReadSettings, Selection, SortBy, SaveArguments } from '../model/terms';

/** A record of a document. By another key than the primary one, its primary key is read first. */
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
	/** The key is added behind, where it is known, so that pages hold still. */
	readonly sort?: readonly SortBy[];
	/** The highest number of records; all where it is left out. */
	readonly limit?: number;
	/** Records per page; 500 if omitted. */
	readonly pageSize?: number;
	/** Reads only this page, counted from 1; {@link limit} does not apply then. */
	readonly page?: number;
	/** The highest number of pages, so that no list runs for ever; 20,000 where it is left out. */
	readonly maxPages?: number;
}

/** Which records to count. */
export interface CountInput extends Selection {
	readonly document: DocumentRef;
}

/** One call. Whoever has many records makes several inputs of them, so that each call is told on its own. */
export interface CreateInput {
	readonly document: DocumentRef;
	/** At least one, in one call; the fields keep their order, the key goes first. */
	readonly records: readonly Row[];
	/** Sends a temporary key (`-1`, `-2` …, `+1` for orders) with each record that has none. */
	readonly temporaryKeys?: boolean;
	readonly saveArguments?: SaveArguments;
}

/**
 * - `operations`: an array of `replace` operations; values of a record or a sub-table row, no rows.
 * - `payload`: the body of a create with the primary key in it; also rows of sub-tables.
 * - `auto`: `payload` where a value is no plain one, else `operations`.
 */
export type UpdateForm = 'auto' | 'operations' | 'payload';

export interface UpdateInput {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
	/** The row of a sub-table to change instead; its last step names the row. */
	readonly subTables?: readonly SubTableStep[];
	/** `null` empties a field. At least one, or a save argument. */
	readonly fields: Row;
	readonly form?: UpdateForm;
	/** Reads the record before and after the change, and returns the keys of the rows that it added. */
	readonly returnNewRows?: boolean;
	readonly saveArguments?: SaveArguments;
	/** Save arguments whose value is the primary key of the record. If another key is given, the primary key is read first. */
	readonly keyArguments?: readonly string[];
	readonly parameters?: Readonly<Record<string, string>>;
}

export interface UpdateManyInput extends Selection {
	readonly document: DocumentRef;
	/** Every record of the document; wanted where there is no condition. */
	readonly allRecords?: boolean;
	/** At least one, plain values; `null` empties a field. */
	readonly fields: Row;
	/** Nothing is changed if more match. The records are counted first. */
	readonly maxRecords?: number;
	readonly saveArguments?: SaveArguments;
}

export interface UpsertInput {
	readonly document: DocumentRef;
	/** By an alternate key as a rule: its value is put into address, key object and root of the record. */
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

/** Reads the record again after a change; the fields of `columns`, or all of them. */
export interface ReadBack {
	readonly readBack?: boolean | { readonly columns: readonly string[] };
}

export interface VoidOrderInput extends ReadBack {
	/** JmWorkOrder, MoMediaOrder or XmTransmissionOrder. */
	readonly document: DocumentRef;
	/** By another key than wo_no_seq the order is read first, since the save argument wants its number and sequence. */
	readonly record: RecordAddress;
	/** The number of the void reason (`cancel_no`). */
	readonly reason: KeyValue;
}

export interface UnvoidOrderInput extends ReadBack {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
}

/** One row of work done: it becomes a detail, and a link for each of its transactions. */
export interface ActualDetail {
	readonly action: KeyValue;
	readonly units: number;
	/** The flag `actual`; `Y` where it is left out. */
	readonly actual?: string;
	readonly transactions?: readonly KeyValue[];
	/** Further fields of the detail. */
	readonly fields?: Row;
}

export interface ActualizeInput extends ReadBack {
	readonly document: DocumentRef;
	/** The order as number and sequence (`9453-1`), or as a record; only that can be read back. */
	readonly order: string | RecordOf;
	readonly details: readonly ActualDetail[];
	/** Further fields of the header, or others than those made from the order (`wo_no`, `wo_seq`, `actual_status`). */
	readonly fields?: Row;
	/** `linked`: the transactions of the details. `none` only stores the actuals. */
	readonly actualize: 'all' | 'linked' | 'none' | { readonly transactions: readonly KeyValue[] };
	/** Whether -2 leads the list of transactions, which the specification allows. */
	readonly leadingMinusTwo?: boolean;
	readonly updatePhase?: boolean;
}

export interface PostBatchInput extends ReadBack {
	readonly document: DocumentRef;
	/** Its number, or an address by another key. */
	readonly batch: KeyValue | RecordAddress;
}

/** A new order by its fields, or one that exists; `tellRows` reads that one before and after, and tells the keys of the rows that came. */
export type TemplateTarget = { readonly create: Row } | { readonly record: RecordAddress; readonly tellRows?: boolean };

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
	/** A work-order template along with it; only beside a single service template. */
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
	/** At least one; they go in one call. */
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
