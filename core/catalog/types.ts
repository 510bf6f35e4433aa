/**
 * The shapes in which the interface is written down as data. Everything that follows from the
 * documentation (menus, checks by release, the reference page, the sandbox's tables) follows from
 * these entries; code only says what the verbs do.
 */

/** The releases of the system that differ in their interface, oldest first (specification: Versioning). */
export const RELEASES = ['10.6', '11.0', '11.1', '11.2', '11.3', '11.4', '26.1'] as const;
export type Release = (typeof RELEASES)[number];
export const NEWEST_RELEASE: Release = '26.1';

/**
 * Where an entry comes from.
 * - `interface`: the specification says so.
 * - `public`: public material says so; a default that a user can change.
 * - `sandbox`: neither says; our own choice, so that the sandbox is complete.
 */
export type Source = 'interface' | 'public' | 'sandbox';

/** How a value stands in JSON: `flag` is the text `Y` or `N`; `dateTime` an ISO 8601 text. */
export type FieldType = 'integer' | 'decimal' | 'text' | 'dateTime' | 'flag';

/** A field whose value is the key of a record of another document. */
export interface Lookup {
	/** The document that holds the records to choose from. */
	readonly document: string;
	/** The key field of that document, where its name differs from the field's own. */
	readonly key?: string;
	/** The field with the words; it stands beside the code in the look-up object of an answer. */
	readonly description: string;
}

/** A field of a table or sub-table. Its source is that of its table where it names none. */
export interface Field {
	readonly name: string;
	/** Title Case, as a user reads it. */
	readonly label: string;
	readonly type: FieldType;
	/** A create is refused without it. */
	readonly required?: boolean;
	/** Given by the server; a value sent for it is not stored. */
	readonly readOnly?: boolean;
	readonly lookup?: Lookup;
	/** In bodies and answers the value stands in an object of that name: `wo_no_seq: {wo_no_seq: "1-1"}`. */
	readonly keyObject?: boolean;
	/** A query compares it as a text, though it is a number (specification: Documents, LibTitle). */
	readonly queriedAsText?: boolean;
	readonly source?: Source;
}

/** The table of a document, or a sub-table below it. */
export interface Table {
	readonly name: string;
	readonly label: string;
	/** The key field of a row; within its parent for a sub-table. */
	readonly key: string;
	readonly fields: readonly Field[];
	readonly subTables?: readonly Table[];
	readonly source?: Source;
}

/** The verbs of the interface that a document offers. */
export type Verb = 'get' | 'list' | 'create' | 'update' | 'updateMany' | 'upsert' | 'delete';

/**
 * - `maintenance`: one record with its sub-tables, addressed by key; a list document beside it as a rule.
 * - `setup`: a table without sub-tables.
 * - `list`: reached by a query alone.
 * - `facade`: creates and updates several tables in one call.
 * - `attachments`: the files of another document's record.
 */
export type DocumentKind = 'maintenance' | 'setup' | 'list' | 'facade' | 'attachments';

/** A document, its name in the interface and for users, and what it holds (specification: Documents and fields that are shown). */
export interface DocumentEntry {
	/** The name in the path of a record: `JmWorkOrder`. */
	readonly name: string;
	/** The name in the path of a list: `JmWorkOrderList`. It need not end in `List`; a user can change it. */
	readonly list?: string;
	/** Where {@link list} comes from; the source of the entry if omitted. */
	readonly listSource?: Source;
	readonly kind: DocumentKind;
	/** The value of the node's Resource parameter: `workOrder`. */
	readonly resource: string;
	/** Title Case, singular and plural: «Work Order», «Work Orders». */
	readonly label: string;
	readonly labelPlural: string;
	/** The words a user reads to tell this record from others: `wo_desc`. */
	readonly titleField: string;
	readonly table: Table;
	/** Other fields by which a record can be addressed: `external_key`, `barcode`. */
	readonly alternateKeys: readonly string[];
	/** What a body carries as key of a new record: `+1` for order kinds, `-1` elsewhere. */
	readonly newKey: '+1' | '-1' | null;
	readonly verbs: readonly Verb[];
	readonly since: Release;
	/** Query parameters that an address of one record requires; the list does not (public material: What's new in 11.0). */
	readonly requiredParameters?: readonly string[];
	/** The number of this document in an attachment address; differs by site. */
	readonly attachmentDocumentId?: number;
	readonly source: Source;
}
