import type { DocumentEntry } from '../../core/catalog';
import type { DocumentRef } from '../../core/model/documentRef';
import type { ReadSettings, Row } from '../../core/model/terms';

const STATE = /^(phase_code|phase_desc|\w*status\w*|active|inactive|retired|approved|posted|voided|actualized)$/;
const DATE = /_dt$|^date_/;

/** Whether the user chose the fields. They then keep the order in which they were chosen. */
export const hasChosenFields = ({ columns, columnsJson }: ReadSettings): boolean => columns !== undefined || columnsJson !== undefined;

/**
 * Records with their key, title, state and dates first, so that a table shows what identifies a record without scrolling. All other fields
 * keep their order, and no value changes.
 */
export const inReadingOrder = (rows: readonly Row[], { table: { key } }: DocumentRef, entry?: DocumentEntry): readonly Row[] =>
	rows.map((row) => {
		const names = Object.keys(row);
		const first = [key, entry?.titleField].filter((name) => name !== undefined && Object.hasOwn(row, name)) as string[];
		const leading = [...first, ...names.filter((name) => STATE.test(name)), ...names.filter((name) => DATE.test(name))];
		// Both steps define properties, so that a field named __proto__ stays a field.
		return { ...Object.fromEntries(leading.map((name) => [name, row[name]])), ...row };
	});
