import type { StoredTable, Value } from './tables';

/** Sequences of an order number stand below this in its `row_id`, so that orders lie by number, then sequence. */
const SEQUENCES = 10_000;

/** Above these, numbers are left that an address can still name. */
const HIGHEST_ORDER = 9_000_000_000;
const HIGHEST_NUMBER = 900_000_000_000_000;

/** The two numbers of `<number>-<sequence>`; undefined for another form. */
export const orderNumber = (key: string): { readonly number: number; readonly sequence: number } | undefined => {
	const match = /^([1-9]\d{0,9})-([1-9]\d{0,3})$/.exec(key);
	return match ? { number: Number(match[1]), sequence: Number(match[2]) } : undefined;
};

/** The `row_id` that follows from a key; undefined where it does not follow, or where no row can have that key. */
export const rowIdOfKey = (table: StoredTable, key: Value): number | undefined => {
	if (table.rowId === 'key') {
		const number = typeof key === 'number' ? key : /^\d{1,15}$/.test(String(key)) ? Number(key) : undefined;
		return number !== undefined && number > 0 ? number : undefined;
	}
	const order = table.rowId === 'orderNumber' ? orderNumber(String(key)) : undefined;
	return order && order.number * SEQUENCES + order.sequence;
};

/** The number in a key above which later numbers have to lie; undefined for a text that counts nothing. */
export const numberOfKey = (table: StoredTable, key: string | number): number | undefined => {
	if (table.rowId === 'orderNumber') {
		return orderNumber(String(key))?.number;
	}
	const number = Number(key);
	return typeof key === 'number' || (/^\d+$/.test(key) && number <= HIGHEST_NUMBER) ? number : undefined;
};

/** The highest number that a caller may choose as a key. */
export const highestNumber = ({ rowId }: StoredTable): number => (rowId === 'orderNumber' ? HIGHEST_ORDER : HIGHEST_NUMBER);
