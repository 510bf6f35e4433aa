import { ruleViolation } from '../documents/httpError';
import { YEAR_ONE } from './render';
import type { StoredRow, StoredTable } from './tables';

type Period = readonly [begin: string, end: string];

const periodsByTable = new WeakMap<StoredTable, readonly Period[]>();

/** The pairs of fields `<name>_begin_dt` and `<name>_end_dt` of a table. */
const periodsOf = (table: StoredTable): readonly Period[] => {
	const known = periodsByTable.get(table);
	if (known) {
		return known;
	}
	const periods = [...table.fields.values()].flatMap(({ name, type }): Period[] => {
		const end = name.replace(/begin_dt$/, 'end_dt');
		return type === 'dateTime' && end !== name && table.fields.get(end)?.type === 'dateTime' ? [[name, end]] : [];
	});
	periodsByTable.set(table, periods);
	return periods;
};

/** Whether a table has pairs of begin and end fields. */
export const hasPeriods = (table: StoredTable): boolean => periodsOf(table).length > 0;

/**
 * Rejects a row that ends before it begins; the two times can be the same instant. A row whose times did not change is not
 * checked, so that old data does not block other changes.
 */
export const requireEndAfterBegin = (table: StoredTable, row: StoredRow, before: StoredRow | undefined): void => {
	for (const [beginField, endField] of periodsOf(table)) {
		const [begin, end] = [row[beginField] ?? null, row[endField] ?? null];
		const isChanged = before?.[beginField] !== row[beginField] || before?.[endField] !== row[endField];
		// Instants are stored as UTC strings of equal length, so they can be compared as strings. Before 11.0, empty dates are in the year 1.
		if (isChanged && begin !== null && end !== null && begin !== YEAR_ONE && end !== YEAR_ONE && end < begin) {
			throw ruleViolation(
				`'${endField}' ${end} is before '${beginField}' ${begin} (${table.key} ${row[table.key] as string | number}); a record cannot end before it begins`,
			);
		}
	}
};
