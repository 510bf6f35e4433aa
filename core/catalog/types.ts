/**
 * The types of the catalog entries, which describe the API as data. Option lists, release checks, the reference page and the sandbox's
 * tables are derived from the entries; code implements only the verbs.
 */

/** The releases of the system that changed the API, oldest first (specification: Versioning). */
export const RELEASES = ['10.6', '11.0', '11.1', '11.2', '11.3', '11.4', '26.1'] as const;
export type Release = (typeof RELEASES)[number];
export const NEWEST_RELEASE: Release = '26.1';

/**
 * The source of an entry.
 * - `interface`: the specification.
 * - `public`: public material; a default that a user can change.
 * - `sandbox`: undocumented; our own choice, so that the sandbox is complete.
 */
export type Source = 'interface' | 'public' | 'sandbox';

/** The type of a JSON value. `flag` is the text `Y` or `N`, `dateTime` an ISO 8601 string. */
export type FieldType = 'integer' | 'decimal' | 'text' | 'dateTime' | 'flag';

/** A field whose value is the key of a record of another document. */
export interface Lookup {
	/** The document that contains the records to choose from. */
	readonly document: string;
	/** The key field of that document, if its name differs from the name of the field with this look-up. */
	readonly key?: string;
	/** The field with the description. It is next to the code in the look-up object of a response. */
	readonly description: string;
}

/** A field of a table or sub-table. Its default source is the source of its table. */
export interface Field {
	readonly name: string;
	/** The name for users, in Title Case. */
	readonly label: string;
	readonly type: FieldType;
	/** Whether a create requires the field. */
	readonly required?: boolean;
	/** Whether the server sets the field and ignores its value in a request. */
	readonly readOnly?: boolean;
	readonly lookup?: Lookup;
	/** Whether bodies and responses contain the value in an object: `wo_no_seq: {wo_no_seq: "1-1"}`. */
	readonly keyObject?: boolean;
	/** A multi-select drop-down, such as a custom field: the value is a list, and {@link type} is the type of one option. */
	readonly multiSelect?: true;
	/** Whether a query compares the number as a string (specification: Documents, LibTitle). */
	readonly queriedAsText?: boolean;
	readonly source?: Source;
}

/** The table of a document, or a sub-table below it. */
export interface Table {
	readonly name: string;
	readonly label: string;
	/** The key field of a row; for a sub-table, it is unique within the parent row. */
	readonly key: string;
	readonly fields: readonly Field[];
	readonly subTables?: readonly Table[];
	readonly source?: Source;
}

/** The verbs that a document supports. */
export type Verb = 'get' | 'list' | 'create' | 'update' | 'updateMany' | 'upsert' | 'delete';

/**
 * - `maintenance`: one record with its sub-tables, addressed by key. Usually, it also has a list.
 * - `setup`: a table without sub-tables.
 * - `list`: only queries.
 * - `facade`: creates and updates several tables in one request.
 * - `attachments`: the files of a record of another document.
 */
export type DocumentKind = 'maintenance' | 'setup' | 'list' | 'facade' | 'attachments';

/** A document, with its table and its names in the API and for users (specification: Documents and fields that are shown). */
export interface DocumentEntry {
	/** The name in the path of a record: `JmWorkOrder`. */
	readonly name: string;
	/** The name in the path of a list: `JmWorkOrderList`. It does not have to end in `List`; a user can change it. */
	readonly list?: string;
	readonly kind: DocumentKind;
	/** The value of the node's Resource parameter: `workOrder`. */
	readonly resource: string;
	/** In Title Case, singular and plural: `Work Order`, `Work Orders`. */
	readonly label: string;
	readonly labelPlural: string;
	/** The field by which a user recognizes a record: `wo_desc`. */
	readonly titleField: string;
	readonly table: Table;
	/** Other fields that address a record: `external_key`, `barcode`. */
	readonly alternateKeys: readonly string[];
	/** The temporary key of a new record in a body: `+1` for orders, `-1` for other documents. */
	readonly newKey: '+1' | '-1' | null;
	readonly verbs: readonly Verb[];
	readonly since: Release;
	/**
	 * Query parameters that a request for one record requires; a list request does not require them (public material: What's new in 11.0).
	 */
	readonly requiredParameters?: readonly string[];
	/** The number of this document in the path of an attachment. It differs by site. */
	readonly attachmentDocumentId?: number;
	readonly source: Source;
}
