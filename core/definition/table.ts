/** The tables of a document: from the catalog, or from the site's definition. */
import type { Field, Table } from '../catalog';

/** A field on a site. */
export interface DefinedField extends Field {
	/** The only valid values. */
	readonly choices?: readonly string[];
}

/** A table or sub-table on a site. */
export interface DefinedTable {
	readonly name: string;
	readonly label: string;
	/** The key field of a row; undefined if the definition does not show it. */
	readonly key?: string;
	/** Other fields that address a record. */
	readonly alternateKeys: readonly string[];
	readonly fields: readonly DefinedField[];
	readonly subTables: readonly DefinedTable[];
}

/** Converts a table of the catalog; `alternateKeys` are those of its document. */
export const catalogTable = ({ name, label, key, fields, subTables = [] }: Table, alternateKeys: readonly string[] = []): DefinedTable => ({
	name,
	label,
	key,
	alternateKeys,
	fields,
	subTables: subTables.map((each) => catalogTable(each)),
});

/** A definition can describe flags and dates as text without a format. */
const typeOf = (field: DefinedField, known: Field): Field['type'] =>
	field.type === 'text' && (known.type === 'flag' || known.type === 'dateTime') ? known.type : field.type;

const withKnown = (field: DefinedField, known: Field | undefined): DefinedField => {
	if (known === undefined) return field;
	return {
		...field,
		type: typeOf(field, known),
		label: field.label === field.name ? known.label : field.label,
		...(known.lookup ? { lookup: known.lookup } : {}),
		...(known.keyObject ? { keyObject: true } : {}),
		...(known.required && !field.readOnly ? { required: true } : {}),
	};
};

/**
 * Adds the key, labels, look-ups and required flags from the catalog to a table in a definition. Fields that only the catalog contains are
 * not added, because they do not exist on that site.
 */
export const withCatalog = (defined: DefinedTable, known: Table, alternateKeys: readonly string[] = []): DefinedTable => {
	const isDefined = (name: string): boolean => defined.fields.some((field) => field.name === name);
	const key = isDefined(known.key) ? known.key : (defined.key ?? known.key);
	return {
		...defined,
		label: known.label,
		key,
		alternateKeys: [...new Set([...defined.alternateKeys, ...alternateKeys])].filter((name) => name !== key && isDefined(name)),
		fields: defined.fields.map((field) =>
			withKnown(
				field,
				known.fields.find(({ name }) => name === field.name),
			),
		),
		subTables: defined.subTables.map((subTable) => {
			const same = known.subTables?.find(({ name }) => name === subTable.name);
			return same ? withCatalog(subTable, same) : subTable;
		}),
	};
};

/** Whether a body can contain the field: the server sets read-only fields, and the key is in the URL. */
export const isSendable = ({ name, readOnly }: DefinedField, { key }: Pick<DefinedTable, 'key'>): boolean => !readOnly && name !== key;
