import type { DocumentEntry, Field, Release, Table, Verb } from '../catalog';
import { InputError } from './inputError';

/** The main table of a document. Unknown parts are undefined or empty. */
export interface TableRef {
	/** The name in bodies and responses. If it is unknown, a read finds it in the response, but a record cannot be sent in a body. */
	readonly name?: string | undefined;
	readonly key?: string | undefined;
	/** The known fields, with their types and look-ups. A site's definition can contain more fields than the catalog. */
	readonly fields: readonly Field[];
	readonly subTables: readonly Table[];
}

/** The properties of a document that the operations need. The document has a catalog entry, or the user entered its name. */
export interface DocumentRef {
	/** The name in the path of a record: `JmJob`. */
	readonly name: string;
	/** The name in the path of a list: `JmJobList`; undefined if the document has none. */
	readonly list?: string | undefined;
	/** The name for users: `Job`. */
	readonly label: string;
	readonly table: TableRef;
	readonly alternateKeys: readonly string[];
	readonly newKey: '+1' | '-1' | null;
	/** Undefined for a document without an entry, for which every verb is allowed. */
	readonly verbs?: readonly Verb[];
	readonly since: Release;
	readonly requiredParameters: readonly string[];
}

/** The site's names for the list and the table, if they differ from the catalog. */
export interface SiteNames {
	readonly list?: string | undefined;
	readonly table?: string | undefined;
}

/** The document of a catalog entry, with the names of the site. Empty names are ignored. */
export const documentRef = (entry: DocumentEntry, { list = '', table = '' }: SiteNames = {}): DocumentRef => ({
	name: entry.name,
	list: list.trim() || entry.list,
	label: entry.label,
	table: {
		name: table.trim() || entry.table.name,
		key: entry.table.key,
		fields: entry.table.fields,
		subTables: entry.table.subTables ?? [],
	},
	alternateKeys: entry.alternateKeys,
	newKey: entry.newKey,
	verbs: entry.verbs,
	since: entry.since,
	requiredParameters: entry.requiredParameters ?? [],
});

/** A document without an entry, as a user specifies it. */
export interface AnyDocument {
	/** The name, with or without the suffix `List`. */
	readonly name: string;
	/** The list's name, if it is not {@link name} with the suffix `List`. */
	readonly list?: string | undefined;
	readonly table?: string | undefined;
	readonly key?: string | undefined;
	readonly fields?: readonly Field[];
	readonly subTables?: readonly Table[];
}

/** Any document of the site by its name. Throws {@link InputError} for an empty name. */
export const anyDocument = ({ name, list, table, key, fields = [], subTables = [] }: AnyDocument): DocumentRef => {
	const given = name.trim();
	const single = given.length > 'List'.length && given.endsWith('List') ? given.slice(0, -'List'.length) : given;
	if (single === '')
		throw new InputError({ field: 'document', message: "'Document' is empty", hint: 'Enter the name of a document, such as JmWorkOrder' });
	return {
		name: single,
		list: list?.trim() || `${single}List`,
		label: single,
		table: { name: table?.trim() || undefined, key: key?.trim() || undefined, fields, subTables },
		alternateKeys: ['external_key'],
		newKey: '-1',
		since: '10.6',
		requiredParameters: [],
	};
};
