import { InputError } from '../../core/model/inputError';
import type { Field } from '../../core/catalog';
import type { DocumentRef } from '../../core/operations';
import type { RecordAddress, Row } from '../../core/model/terms';
import { REQUIRED_MARK } from '../properties/mapper';
import { readMapping, type RequiredField } from './fieldMapping';
import { textOf, type ItemParameters } from './params';
import { chosenOf, isUndefined, readFields, sentValue, typed, type ChosenDocument } from './recordInput';
import type { ItemWork } from './runItems';
import type { ItemReading } from './runNode';

/** The fields to send for an item, from the mapper, the list or the JSON. */
export interface GivenFields {
	readonly fields: Row;
	/** The document with the types of its fields on this site. */
	readonly document: DocumentRef;
	/** The record that an upsert addresses, if the mapper contains the field to match. */
	readonly record?: RecordAddress;
	/** A notice for the user about omitted fields. */
	readonly notice?: string;
}

/**
 * Reads the fields of an item from the mapper, the list or the JSON. Unless JSON is used, adds 'Fields by Search' and 'Sub-Table Rows'.
 * Throws {@link InputError}.
 */
export const readGivenFields = ({ context, index, parameters }: ItemReading, chosen: ChosenDocument): GivenFields => {
	const mode = parameters.text('fieldsMode');
	if (mode !== 'mapper') {
		const fields = readFields(parameters, chosen);
		return {
			fields: mode === 'json' ? fields : withRows(withSearched(fields, parameters, chosen.ref), parameters, chosen.ref),
			document: chosen.ref,
		};
	}
	const {
		fields: mapped,
		omitted,
		matched,
		required,
		types,
	} = readMapping(parameters, chosen.ref, context.getInputData()[index]?.json ?? {});
	const fields = withRows(withSearched(mapped, parameters, chosen.ref), parameters, chosen.ref);
	if (parameters.text('operation') === 'create') requireFields(fields, required);
	return {
		fields,
		document: withTypes(chosen.ref, types),
		...(matched ? { record: matched } : {}),
		...(omitted.length === 0
			? {}
			: {
					notice: `Fields that '${chosen.ref.label}' does not accept were not sent: ${omitted.join(', ')}. Open the node to see the current fields.`,
				}),
	};
};

/** n8n itself does not check the required fields of this mapper; see `bridge/properties/mapper.ts`. Throws {@link InputError}. */
const requireFields = (fields: Row, required: readonly RequiredField[]): void => {
	const empty = required.filter(({ id }) => fields[id] === undefined || fields[id] === null || fields[id] === '');
	const [first] = empty;
	if (first === undefined) return;
	const labels = empty.map(({ displayName }) => `'${displayName.replace(REQUIRED_MARK, '')}'`).join(', ');
	throw new InputError({
		field: first.id,
		message: `${labels} ${empty.length === 1 ? 'is' : 'are'} required, but empty`,
		hint: "Enter a value under 'Fields', or remove the field if your site does not require it",
	});
};

const withTypes = (ref: DocumentRef, types: readonly Field[]): DocumentRef => {
	if (types.length === 0) return ref;
	const typesByName = new Map(types.map((field) => [field.name, field]));
	const known = ref.table.fields.map((field) => ({ ...field, type: typesByName.get(field.name)?.type ?? field.type }));
	return {
		...ref,
		table: { ...ref.table, fields: [...known, ...types.filter(({ name }) => !known.some((field) => field.name === name))] },
	};
};

/** Adds the fields of 'Fields by Search'. */
const withSearched = (fields: Row, parameters: ItemParameters, { table }: DocumentRef): Row => {
	const record = { ...fields };
	parameters.rows('searchedFields', 'chosen').forEach(({ fieldName, record: chosen }, index) => {
		const name = textOf(fieldName);
		const value = chosenOf(chosen);
		const refuse = (message: string, hint: string): InputError => new InputError({ field: 'searchedFields', message, hint });
		if (name === '') throw refuse(`Field ${index + 1} of 'Fields by Search' has no name`, 'Choose a field, or remove it');
		if (value === undefined || value === '')
			throw refuse(`No record is chosen for '${name}' in 'Fields by Search'`, 'Choose a record, or remove the field');
		if (Object.hasOwn(record, name)) throw refuse(`'${name}' in 'Fields by Search' is already set`, 'Set it only once');
		record[name] = typed(
			value,
			table.fields.find((field) => field.name === name),
		);
	});
	return record;
};

/** Adds the rows of 'Sub-Table Rows' to the sub-tables of the record. */
const withRows = (fields: Row, parameters: ItemParameters, { table }: DocumentRef): Row => {
	const record = { ...fields };
	parameters.rows('rows', 'row').forEach(({ subTable, cells }, index) => {
		const name = textOf(subTable);
		if (name === '')
			throw new InputError({
				field: 'rows',
				message: `Row ${index + 1} of 'Sub-Table Rows' has no sub-table`,
				hint: 'Choose a sub-table, or remove the row',
			});
		const before = record[name];
		record[name] = [
			...(Array.isArray(before) ? (before as unknown[]) : []),
			rowOf(cells, name, index, table.subTables.find((each) => each.name === name)?.fields ?? []),
		];
	});
	return record;
};

const rowOf = (cells: unknown, subTable: string, index: number, fields: readonly Field[]): Row => {
	const row: Row = {};
	const given = (cells as { readonly cell?: readonly Row[] } | undefined)?.cell ?? [];
	for (const cell of given) {
		const { fieldName, fieldValue } = cell;
		const named = textOf(fieldName);
		const [table, name] = named.includes('.')
			? [named.slice(0, named.indexOf('.')), named.slice(named.indexOf('.') + 1)]
			: [subTable, named];
		if (name === '')
			throw new InputError({
				field: 'rows',
				message: `A field in row ${index + 1} of 'Sub-Table Rows' has no name`,
				hint: 'Choose a field, or remove it',
			});
		if (table !== subTable)
			throw new InputError({
				field: 'rows',
				message: `Row ${index + 1} of 'Sub-Table Rows' belongs to '${subTable}', but its field '${name}' belongs to '${table}'`,
				hint: `Choose a field of '${subTable}', or the sub-table '${table}'`,
			});
		if (isUndefined(cell)) continue;
		row[name] = sentValue(
			fieldValue,
			fields.find((field) => field.name === name),
		);
	}
	if (Object.keys(row).length === 0)
		throw new InputError({
			field: 'rows',
			message: `Row ${index + 1} of 'Sub-Table Rows' has no fields`,
			hint: 'Add a field, or remove the row',
		});
	return row;
};

/** Returns work that reports the notice before it runs. */
export const withNotice = (work: ItemWork, notice: string | undefined): ItemWork =>
	notice === undefined
		? work
		: {
				...work,
				run: (client, onNotice) => {
					onNotice({ name: 'fieldsOmitted', text: notice });
					return work.run(client, onNotice);
				},
			};
