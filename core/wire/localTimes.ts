import type { Field } from '../catalog';
import type { Row } from '../model/terms';
import { localTime } from './dates';

/**
 * Converts the times of the records to local time in a zone (IANA name), for a table that people read. Text fields of the catalog stay
 * unchanged. Custom fields are converted if their value is a date-time with an offset, because their type is not known.
 */
export const withLocalTimes = (fields: readonly Field[], zone: string): ((rows: readonly Row[]) => Row[]) => {
	const others = new Set(fields.filter(({ type }) => type !== 'dateTime').map(({ name }) => name));
	const converted = (name: string, value: unknown): unknown =>
		typeof value === 'string' && !others.has(name) ? localTime(value, zone) : value;
	return (rows) => rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, converted(name, value)])));
};
