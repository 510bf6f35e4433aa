import type { DocumentEntry, Field, Release, Table, Verb } from '../catalog';
import { InputError } from './inputError';

/** The main table of a document, as far as it is known. */
export interface TableRef {
	/** The name in bodies and answers; found from the answer of a read where it is unknown, wanted for every write of a body. */
	readonly name?: string;
	readonly key?: string;
	/** Those that are known; tells dates and look-ups apart. A definition of the site can give more than the catalogue. */
	readonly fields: readonly Field[];
	readonly subTables: readonly Table[];
}

/** What the operations need to know of a document: a catalogue entry, or any document of the site by its name. */
export interface DocumentRef {
	/** In the path of a record: `JmJob`. */
	readonly name: string;
	/** In the path of a list: `JmJobList`; undefined where the document has none. */
	readonly list?: string;
	/** As a user reads it: «Job». */
	readonly label: string;
	readonly table: TableRef;
	readonly alternateKeys: readonly string[];
	readonly newKey: '+1' | '-1' | null;
	/** Undefined for a document without entry: nothing is known, so nothing is refused. */
	readonly verbs?: readonly Verb[];
	readonly since: Release;
	readonly requiredParameters: readonly string[];
}

/** What a site calls the list and the table of a document, if not as the catalog does. */
export interface SiteNames {
	readonly list?: string;
	readonly table?: string;
}

/** The document of a catalog entry, with the names that the site has for it. Empty names count as none. */
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

/** What a user tells of a document without entry. */
export interface AnyDocument {
	/** With or without `List` at its end. */
	readonly name: string;
	/** Where the list is not called as the document with `List` behind it. */
	readonly list?: string;
	readonly table?: string;
	readonly key?: string;
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
