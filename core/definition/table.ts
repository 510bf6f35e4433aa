/** What a document holds on a site: the catalogue says it for every site, the site's own definition for itself. */
import type { Field, Table } from '../catalog';

/** A field as a site has it. */
export interface DefinedField extends Field {
	/** The only values that it takes. */
	readonly choices?: readonly string[];
	/** The field of a multi-select drop-down, whose value is a list; {@link Field.type} is the type of one option. */
	readonly several?: true;
}

/** A table or sub-table as a site has it. */
export interface DefinedTable {
	readonly name: string;
	readonly label: string;
	/** Undefined where the definition does not show it. */
	readonly key?: string;
	/** Fields by which a record can be addressed too. */
	readonly alternateKeys: readonly string[];
	readonly fields: readonly DefinedField[];
	readonly subTables: readonly DefinedTable[];
}

/** A table of the catalogue in the same shape; `alternateKeys` are those of its document. */
export const catalogueTable = (
	{ name, label, key, fields, subTables = [] }: Table,
	alternateKeys: readonly string[] = [],
): DefinedTable => ({
	name,
	label,
	key,
	alternateKeys,
	fields,
	subTables: subTables.map((each) => catalogueTable(each)),
});

/** Text is what a definition calls flags and dates too, where it does not say more. */
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
 * The table of a definition with what the catalogue knows of it: labels, look-ups, what a create needs. Fields that
 * the definition does not have are not there on that site, whatever the catalogue says.
 */
export const withCatalogue = (defined: DefinedTable, known: Table, alternateKeys: readonly string[] = []): DefinedTable => ({
	...defined,
	label: known.label,
	key: defined.key ?? known.key,
	alternateKeys: [...new Set([...defined.alternateKeys, ...alternateKeys])].filter((name) =>
		defined.fields.some((field) => field.name === name),
	),
	fields: defined.fields.map((field) =>
		withKnown(
			field,
			known.fields.find(({ name }) => name === field.name),
		),
	),
	subTables: defined.subTables.map((subTable) => {
		const same = known.subTables?.find(({ name }) => name === subTable.name);
		return same ? withCatalogue(subTable, same) : subTable;
	}),
});

/** Whether a body may hold the field: the server gives the others, and the key stands in the address. */
export const isSendable = ({ name, readOnly }: DefinedField, { key }: Pick<DefinedTable, 'key'>): boolean => !readOnly && name !== key;
