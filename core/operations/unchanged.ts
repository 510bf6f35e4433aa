import type { FieldType } from '../catalog';
import type { Client } from '../http/client';
import { fieldOf } from '../model/fieldOf';
import { InputError } from '../model/inputError';
import type { Site } from '../model/site';
import type { Row, SubTableStep } from '../model/terms';
import { attempt } from '../wire/attempt';
import { instantIn } from '../wire/dates';
import { tableAt } from '../wire/simplify';
import { bodyDates, isRow, plainValue, typesOf, wireValue } from '../wire/values';
import type { Reading } from './addedRows';
import { get } from './get';

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

const instantOf = (value: unknown): number => (typeof value === 'string' ? instantIn(value) : NaN);

/** Whether two values are equivalent: 12 and `"12"`, true and `"Y"`, the same moment with different offsets, or any two empty values. */
const isSame = (name: string, type: FieldType | undefined, now: unknown, before: unknown, site: Site): boolean => {
	const [current, read] = [plainValue(now, name), plainValue(before, name)];
	if (isNothing(current) || isNothing(read)) return isNothing(current) && isNothing(read);
	if (isRow(current) || Array.isArray(current)) return JSON.stringify(current) === JSON.stringify(read);
	if (String(current) === String(read)) return true;
	if (type === 'integer' || type === 'decimal') return Number(current) === Number(read);
	const sent = attempt(() => wireValue(read, name, type, bodyDates(site)));
	if (!('value' in sent)) return false;
	return String(current) === String(sent.value) || (type === 'dateTime' && instantOf(current) === instantOf(sent.value));
};

const shown = (name: string, value: unknown): string =>
	isNothing(plainValue(value, name)) ? 'empty' : JSON.stringify(plainValue(value, name));

/**
 * Reads the fields of a record or of a sub-table row, and throws {@link InputError} with the current values if a value differs from
 * `unchanged`. A change between this read and the write is not detected.
 */
export const requireUnchanged = async (
	unchanged: Row,
	{ document, record, parameters, subTables = [] }: Reading & { readonly subTables?: readonly SubTableStep[] },
	site: Site,
	client: Client,
): Promise<void> => {
	const names = Object.keys(unchanged);
	if (names.length === 0) return;
	const last = subTables.at(-1);
	// Before 11.0, the fields of a sub-table cannot be selected.
	const columns = last !== undefined || document.table.name === undefined ? undefined : { root: names };
	const types = typesOf(tableAt(document.table, subTables).fields);
	const label = `${last ? `Row ${JSON.stringify(last.value)} of '${last.table}' in ` : ''}${document.label} ${JSON.stringify(record.value)}`;
	for await (const [row = {}] of get.run({ document, record, parameters, subTables, columns }, site, client)) {
		const changed = names.filter((name) => !isSame(name, types.get(name), fieldOf(row, name), unchanged[name], site));
		if (changed.length === 0 && names.some((name) => Object.hasOwn(row, name))) return;
		if (changed.length === 0)
			throw new InputError({
				field: names[0] ?? '',
				message: `${label} cannot be compared: the site returned none of the fields ${names.map((name) => `'${name}'`).join(', ')}`,
				hint: "Nothing was changed. Choose fields that 'Get' returns for this record",
			});
		const values = changed.map((name) => `'${name}' is now ${shown(name, fieldOf(row, name))}, but was ${shown(name, unchanged[name])}`);
		throw new InputError({
			field: changed[0] ?? '',
			message: `${label} has changed since it was read: ${values.join('; ')}`,
			hint: 'Nothing was changed. Read the record again, and decide which values to keep',
		});
	}
};
