import type { StoredTable, Value } from './tables';

/** `row_id` is the order number multiplied by this, plus the sequence, so that orders sort by number, then by sequence. */
const SEQUENCES = 10_000;

/** The highest numbers that a caller can choose for a key. Enough higher numbers remain for the keys that the sandbox assigns. */
const MAX_ORDER_NUMBER = 9_000_000_000;
const MAX_NUMBER = 900_000_000_000_000;

/** Parses `<number>-<sequence>`; undefined for any other form. */
export const orderNumber = (key: string): { readonly number: number; readonly sequence: number } | undefined => {
	const match = /^([1-9]\d{0,9})-([1-9]\d{0,3})$/.exec(key);
	return match ? { number: Number(match[1]), sequence: Number(match[2]) } : undefined;
};

/** The `row_id` for a key. Undefined if the key is invalid, or if the table does not derive `row_id` from the key. */
export const rowIdOfKey = (table: StoredTable, key: Value): number | undefined => {
	if (table.rowId === 'key') {
		const number = typeof key === 'number' ? key : /^\d{1,15}$/.test(String(key)) ? Number(key) : undefined;
		return number !== undefined && number > 0 ? number : undefined;
	}
	const order = table.rowId === 'orderNumber' ? orderNumber(String(key)) : undefined;
	return order && order.number * SEQUENCES + order.sequence;
};

/** The number in a key; undefined for a key without a number. Numbers that the sandbox assigns later must be higher. */
export const numberOfKey = (table: StoredTable, key: string | number): number | undefined => {
	if (table.rowId === 'orderNumber') {
		return orderNumber(String(key))?.number;
	}
	const number = Number(key);
	return typeof key === 'number' || (/^\d+$/.test(key) && number <= MAX_NUMBER) ? number : undefined;
};

/** The maximum number that a caller can choose as a key. */
export const maxNumber = ({ rowId }: StoredTable): number => (rowId === 'orderNumber' ? MAX_ORDER_NUMBER : MAX_NUMBER);
