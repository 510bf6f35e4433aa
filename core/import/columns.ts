/** Finds the field for each column of a file. */
import type { Field, FieldType, Table } from '../catalog';
import type { DocumentRef } from '../model/documentRef';
import { InputError } from '../model/inputError';
import { isAttributeName } from '../wire/simplify';

/** A column that the user assigned to a field. */
export interface ColumnMapping {
	readonly column: string;
	/** The field's name; empty to ignore the column. */
	readonly field: string;
	/** Whether the column contains the name of the record that the field refers to. */
	readonly byName?: boolean;
	/** How the cells are read; according to the type of the field if omitted. A field that the catalog does not contain is read as text. */
	readonly type?: FieldType;
}

type NamedTable = Pick<Table, 'name' | 'label'>;

/**
 * The use of a column.
 * - `field`: a value of the record. With `byName`, the column contains the name of the record that the field refers to. With `describes`,
 *   the column is only used if no other column is assigned to the field.
 * - `rows`: rows of a sub-table, as JSON.
 * - `ignored`: known, but not sent, such as a date that the site sets.
 */
export type Target =
	| { readonly kind: 'field'; readonly field: Field; readonly byName: boolean; readonly describes?: true }
	| { readonly kind: 'rows'; readonly table: NamedTable }
	| { readonly kind: 'ignored' }
	| { readonly kind: 'unknown' };

/** A column with an attribute of a look-up, such as `cust_id_external_key`. Exports have such columns next to the look-up itself. */
interface Attribute {
	readonly kind: 'attribute';
	readonly field: Field;
}

type FoundTarget = Target | Attribute;

/** Columns that the file of rejected rows has in addition to those of the imported file. */
const ADDED_COLUMNS = ['import_text', 'import_line', 'import_reason'] as const;
/** `import_text` contains a row of a JSON file that could not be read. */
export const [TEXT_COLUMN, LINE_COLUMN, REASON_COLUMN] = ADDED_COLUMNS;

export const isAdded = (column: string): boolean => ADDED_COLUMNS.some((name) => name === column);

const IGNORED: Target = { kind: 'ignored' };
const UNKNOWN: Target = { kind: 'unknown' };

/** The form of a name for comparisons that ignore case and additional spaces. */
const normalized = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ');

const only = <Item>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined);

const unknownField = (name: string, type: FieldType = 'text'): Field => ({ name, label: name, type });

/** The document with the fields and types of the mapping, so that dates in a site's own fields are also converted. */
export const withMapped = (document: DocumentRef, mappings: readonly ColumnMapping[]): DocumentRef => {
	const { table } = document;
	if (table.fields.length === 0 && mappings.every(({ type }) => type === undefined)) return document;
	const added = mappings.flatMap(({ field, type }): Field[] => {
		const known = table.fields.find(({ name }) => name === field);
		return field === '' || type === undefined || known?.type === type ? [] : [known ? { ...known, type } : unknownField(field, type)];
	});
	if (added.length === 0) return document;
	const others = table.fields.filter(({ name }) => !added.some((each) => each.name === name));
	return { ...document, table: { ...table, fields: [...others, ...added] } };
};

/** How the columns of a file are assigned to the fields of a document. */
export interface ColumnSettings {
	readonly document: DocumentRef;
	readonly mappings: readonly ColumnMapping[];
	/** Sub-tables that only the site's definition contains. */
	readonly siteSubTables?: readonly NamedTable[];
	/** Whether a column that matches no field is sent under its own name, because the fields of the document are not known. */
	readonly acceptsAny: boolean;
	/** Fields that can address the record. Their columns are used even if the site sets the fields. */
	readonly keys: readonly string[];
}

/** Assigns columns to fields: by the user's mapping, by field name, then by label. */
export class ColumnPlan {
	private readonly targets = new Map<string, FoundTarget>();
	/** The columns and the result of the last {@link targetsOf}. */
	private last: { readonly columns: readonly string[]; readonly targets: readonly Target[] } = { columns: [], targets: [] };
	private readonly mappings: ReadonlyMap<string, ColumnMapping>;

	private readonly subTables: readonly NamedTable[];

	constructor(private readonly settings: ColumnSettings) {
		this.subTables = [...settings.document.table.subTables, ...(settings.siteSubTables ?? [])];
		this.mappings = new Map(settings.mappings.map((mapping) => [normalized(mapping.column), mapping]));
	}

	/** The field or sub-table of each column so far; null if the column is not sent. */
	get assigned(): Record<string, string | null> {
		const columns = [...this.targets.keys()];
		return Object.fromEntries(this.targetsOf(columns).map((target, at) => [columns[at], nameOf(target) ?? null]));
	}

	/** Columns of the mapping that the file does not contain. Correct only after the whole file has been read. */
	get missing(): string[] {
		const found = new Set([...this.targets.keys()].map(normalized));
		return this.settings.mappings.flatMap(({ column }) => (found.has(normalized(column)) ? [] : [column]));
	}

	/**
	 * The targets of the columns of a header or row. A column that describes a look-up is ignored if another column is assigned to the same
	 * field. A column with another attribute of a look-up is ignored if there is a column for the look-up, and is otherwise unknown. Throws
	 * {@link InputError} if two columns are assigned to the same field.
	 */
	targetsOf(columns: readonly string[]): readonly Target[] {
		// The rows of a file usually have the same columns.
		const { last } = this;
		if (columns.length === last.columns.length && columns.every((column, at) => column === last.columns[at])) return last.targets;
		const found = columns.map((column) => this.target(column));
		const assigned = new Set(found.flatMap((target) => (isDetail(target) ? [] : [nameOf(target)])));
		const present = new Set([...found.map(nameOf), ...columns.map(normalized)]);
		const targets = found.map((target): Target => {
			if (target.kind === 'attribute')
				return present.has(target.field.name) || present.has(normalized(target.field.name)) ? IGNORED : UNKNOWN;
			return isDetail(target) && assigned.has(nameOf(target)) ? IGNORED : target;
		});
		this.last = { columns, targets };
		return targets;
	}

	private target(column: string): FoundTarget {
		const known = this.targets.get(column);
		if (known !== undefined) return known;
		const target = this.find(column);
		const name = nameOf(target);
		const isSame = (each: FoundTarget): boolean => nameOf(each) === name && isDetail(each) === isDetail(target);
		const other = name === undefined ? undefined : [...this.targets].find(([, each]) => isSame(each))?.[0];
		if (other !== undefined)
			throw new InputError({
				field: 'columnMapping',
				message: `The columns '${other}' and '${column}' are both assigned to '${name}'`,
				hint: "Remove one of them from the file, or, to ignore one, add it to 'Columns' without a field",
			});
		this.targets.set(column, target);
		return target;
	}

	private find(column: string): FoundTarget {
		const { table } = this.settings.document;
		const name = normalized(column);
		if (isAdded(name)) return IGNORED;
		const mapping = this.mappings.get(name);
		if (mapping !== undefined) return this.mapped(mapping);
		if (this.settings.acceptsAny) return { kind: 'field', field: unknownField(column.trim()), byName: false };
		const fieldNamed =
			table.fields.find((each) => normalized(each.name) === name) ?? only(table.fields.filter(({ label }) => normalized(label) === name));
		if (fieldNamed !== undefined) return this.isSent(fieldNamed) ? { kind: 'field', field: fieldNamed, byName: false } : IGNORED;
		const subTable = this.subTables.find((each) => normalized(each.name) === name || normalized(each.label) === name);
		if (subTable !== undefined) return { kind: 'rows', table: subTable };
		return this.description(name) ?? this.attribute(name) ?? UNKNOWN;
	}

	private mapped({ field: name, byName = false, type }: ColumnMapping): Target {
		if (name === '') return IGNORED;
		const { fields } = this.settings.document.table;
		const subTable = this.subTables.find((each) => each.name === name);
		if (subTable !== undefined) return { kind: 'rows', table: subTable };
		const known = fields.find((each) => each.name === name);
		const field = known === undefined ? unknownField(name, type) : type === undefined ? known : { ...known, type };
		return { kind: 'field', field, byName };
	}

	/** The target of a column that contains the descriptions of a look-up. Exports have such columns. */
	private description(name: string): Target | undefined {
		const described = this.settings.document.table.fields.filter(
			({ lookup }) => lookup !== undefined && normalized(lookup.description) === name,
		);
		if (described.length === 0) return undefined;
		const field = only(described.filter((each) => this.isSent(each)));
		return field === undefined ? IGNORED : { kind: 'field', field, byName: true, describes: true };
	}

	/** The target of a column that contains another attribute of a look-up, with the name that it has in a simplified record. */
	private attribute(name: string): Attribute | undefined {
		const { fields, key } = this.settings.document.table;
		const lookups = fields.filter((each) => each.lookup !== undefined || each.keyObject || each.multiSelect);
		// `job_name` next to the record's own key `job_no` is probably a mistake for `job_desc`, and not an attribute.
		const found = lookups.filter((each) =>
			each.name === key ? name.startsWith(`${normalized(key)}_`) : isAttributeName(normalized(each.name), name),
		);
		const [field] = found.sort((one, other) => other.name.length - one.name.length);
		return field === undefined ? undefined : { kind: 'attribute', field };
	}

	private isSent({ name, readOnly }: Field): boolean {
		return !readOnly || this.settings.keys.includes(name);
	}
}

/** Whether a column contains a detail of a look-up, and not its key. */
const isDetail = (target: FoundTarget): boolean => target.kind === 'attribute' || (target.kind === 'field' && target.describes === true);

/** The name under which the value of a column is sent. */
const nameOf = (target: FoundTarget): string | undefined =>
	target.kind === 'field' ? target.field.name : target.kind === 'rows' ? target.table.name : undefined;

/**
 * The document with the fields that only the site's definition contains, such as custom fields. The catalog describes its own fields in
 * more detail.
 */
export const withSiteFields = (document: DocumentRef, defined: readonly Field[]): DocumentRef => {
	const { fields } = document.table;
	const added = defined.filter(({ name }) => !fields.some((each) => each.name === name));
	return { ...document, table: { ...document.table, fields: [...fields, ...added] } };
};
