import { DOCUMENTS, type DocumentEntry, type Field, hasSince, type Lookup, type Release, type Table } from '../../core/catalog';
import {
	COUNTED_WITHIN_PARENT,
	FACADES,
	HIDDEN_COLUMNS,
	LOOKUP_KEYS,
	MIRRORED_FIELDS,
	OTHER_LISTS,
	SITE_FIELDS,
	type SiteField,
} from './siteFields';

/** A stored value. A dateTime is stored as a string in UTC with milliseconds, and a flag as `Y` or `N`. */
export type Value = string | number | null;
/** A stored row with all its columns. */
export type StoredRow = Readonly<Record<string, Value>>;

/** A table of the database; documents share tables of the same name. */
export interface StoredTable {
	readonly name: string;
	readonly key: string;
	readonly fields: ReadonlyMap<string, Field>;
	readonly hidden: readonly string[];
	/** Whether several documents store their records in the table, distinguished by the `document` column. */
	readonly shared: boolean;
	readonly parents: readonly string[];
	/** Fields whose values are unique, within a document if the table is shared. */
	readonly unique: readonly string[];
	/** How `row_id`, which determines the order of lists, is derived from the key. */
	readonly rowId: 'key' | 'orderNumber' | 'sequence';
	readonly countedWithinParent: boolean;
}

/** A field as one document shows it. */
export interface FieldView extends SiteField {
	/** The field is a copy of the field `shows` in the record that the look-up field `lookupField` refers to. */
	readonly mirrors?: { readonly lookupField: string; readonly shows: string };
	/** Whether the field is a copy of an ancestor's key. */
	readonly fromParent?: boolean;
	/** The field is not stored, but read from the record that the field `through` refers to. */
	readonly shownFrom?: { readonly through: string; readonly field: string };
}

/** A table as one document shows it. */
export interface TableView {
	readonly name: string;
	readonly label: string;
	readonly stored: StoredTable;
	readonly key: string;
	readonly fields: readonly FieldView[];
	readonly byName: ReadonlyMap<string, FieldView>;
	readonly alternateKeys: readonly string[];
	readonly subTables: readonly TableView[];
	readonly parent?: TableView;
	/** Whether the view shows another document's table; its JSON is then rendered on each request. */
	readonly facade: boolean;
}

/** A document of the catalog with its tables. */
export interface DocumentView {
	readonly entry: DocumentEntry;
	readonly name: string;
	readonly root: TableView;
	/** The key fields of all tables of the document; a negative number in one of them can refer to a new row. */
	readonly keyNames: ReadonlySet<string>;
}

const fieldViews = (table: Table, entry: DocumentEntry, parentKeys: readonly string[]): readonly FieldView[] => {
	const isRoot = parentKeys.length === 0;
	const facade = isRoot ? FACADES[entry.name]?.parent : undefined;
	const fields: readonly SiteField[] = isRoot ? [...table.fields, ...(SITE_FIELDS[entry.name] ?? [])] : table.fields;
	return fields.map((field) => {
		const described = field.readOnly ? table.fields.find((other) => other.lookup?.description === field.name) : undefined;
		const mirrors = described ? { lookupField: described.name, shows: field.name } : MIRRORED_FIELDS[field.name];
		const shown = facade?.shown[field.name];
		return {
			...field,
			// In responses every key is an object, even if documented request bodies use a plain value (public material: Records and keys).
			...(field.name === table.key ? { keyObject: true } : {}),
			...(mirrors ? { mirrors } : {}),
			...(field.readOnly && parentKeys.includes(field.name) ? { fromParent: true } : {}),
			...(facade && shown ? { shownFrom: { through: facade.field, field: shown } } : {}),
		};
	});
};

const storedTables = new Map<string, { -readonly [Name in keyof StoredTable]: StoredTable[Name] } & { roots: Set<string> }>();

const store = (table: Table, entry: DocumentEntry, views: readonly FieldView[], parent: string | undefined): StoredTable => {
	const name = parent === undefined ? (FACADES[entry.name]?.storedIn ?? table.name) : table.name;
	const keyType = table.fields.find((field) => field.name === table.key)?.type;
	const known = storedTables.get(name);
	const unique = parent === undefined ? entry.alternateKeys : views.some((field) => field.name === 'external_key') ? ['external_key'] : [];
	const roots = known?.roots ?? new Set<string>();
	if (parent === undefined && !FACADES[entry.name]) {
		roots.add(entry.name);
	}
	const merged = {
		name,
		key: table.key,
		fields: new Map([
			...(known?.fields ?? []),
			...views.filter((field) => !field.shownFrom).map((field): [string, Field] => [field.name, field]),
		]),
		hidden: HIDDEN_COLUMNS[name] ?? [],
		shared: roots.size > 1,
		parents: [...new Set([...(known?.parents ?? []), ...(parent === undefined ? [] : [parent])])],
		unique: [...new Set([...(known?.unique ?? []), ...unique])],
		rowId:
			table.key === 'wo_no_seq'
				? ('orderNumber' as const)
				: keyType === 'integer' && !COUNTED_WITHIN_PARENT.has(name)
					? ('key' as const)
					: ('sequence' as const),
		countedWithinParent: COUNTED_WITHIN_PARENT.has(name),
		roots,
	};
	if (known) {
		return Object.assign(known, merged);
	}
	storedTables.set(name, merged);
	return merged;
};

const viewOf = (table: Table, entry: DocumentEntry, parent?: TableView, parentKeys: readonly string[] = []): TableView => {
	const fields = fieldViews(table, entry, parentKeys);
	const subTables: TableView[] = [];
	const view: TableView = {
		name: table.name,
		label: table.label,
		stored: store(table, entry, fields, parent?.stored.name),
		key: table.key,
		fields,
		byName: new Map(fields.map((field) => [field.name, field])),
		alternateKeys: parent ? fields.filter((field) => field.name === 'external_key').map((field) => field.name) : entry.alternateKeys,
		subTables,
		...(parent ? { parent } : {}),
		facade: FACADES[entry.name] !== undefined,
	};
	for (const subTable of table.subTables ?? []) {
		subTables.push(viewOf(subTable, entry, view, [...parentKeys, table.key]));
	}
	return view;
};

const keyNamesOf = (view: TableView): string[] => [view.key, ...view.subTables.flatMap(keyNamesOf)];

const views: readonly DocumentView[] = DOCUMENTS.map((entry) => {
	const root = viewOf(entry.table, entry);
	return { entry, name: entry.name, root, keyNames: new Set(keyNamesOf(root)) };
});

/** Every table of the database, parents before their sub-tables. */
export const STORED_TABLES: readonly StoredTable[] = [...storedTables.values()];

/** The names of all list documents that show the records of a document. */
export const listsOf = ({ entry }: DocumentView): readonly string[] =>
	entry.list === undefined ? [] : [entry.list, ...(OTHER_LISTS[entry.name] ?? [])];

const byName = new Map(views.map((view) => [view.name, view]));

/** The documents that exist on `release`, with the site's custom fields. */
export const documentViews = (release: Release): readonly DocumentView[] => views.filter((view) => hasSince(release, view.entry.since));

/** The document with this exact name on any release, for look-ups and rules. */
export const documentNamed = (name: string): DocumentView => {
	const view = byName.get(name);
	if (!view) {
		throw new Error(`The catalog has no document ${name}`);
	}
	return view;
};

/** The document that a look-up field refers to. */
export const lookupTarget = (lookup: Lookup): DocumentView => documentNamed(lookup.document);

/** The additional key fields that the object of a look-up field can use. */
export const lookupKeys = (lookup: Lookup): readonly string[] => {
	const target = lookupTarget(lookup);
	return [...target.root.alternateKeys, ...(LOOKUP_KEYS[target.name] ?? [])];
};

/** The table with this name in a view or anywhere below it. */
export const tableIn = (view: TableView, name: string): TableView | undefined =>
	view.name === name ? view : view.subTables.map((subTable) => tableIn(subTable, name)).find((found) => found !== undefined);

/** The parent table of a sub-table. */
export const parentTable = ({ parents: [parent] }: StoredTable): StoredTable | undefined =>
	parent === undefined ? undefined : storedTables.get(parent);

/** The document of a record; in a shared table, the row contains its name. */
export const documentOfRecord = (stored: StoredTable, row: StoredRow): DocumentView => {
	const name = stored.shared ? row.document : views.find(({ root }) => !root.facade && root.stored === stored)?.name;
	return documentNamed(name as string);
};

/**
 * The views that show a stored table as the records of a document. If there are none, the view of the first document that shows the table
 * as a sub-table. Facades are not included.
 */
export const viewsOf = (stored: StoredTable): readonly { readonly document: DocumentView; readonly view: TableView }[] => {
	const own = views.filter((document) => !document.root.facade);
	const roots = own.filter((document) => document.root.stored === stored).map((document) => ({ document, view: document.root }));
	if (roots.length > 0) {
		return roots;
	}
	for (const document of own) {
		const view = tableIn(document.root, stored.name);
		if (view) {
			return [{ document, view }];
		}
	}
	throw new Error(`No document shows the table ${stored.name}`);
};
