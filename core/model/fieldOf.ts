import type { Row } from './terms';

/** The value of a field; undefined if the record does not contain it, even for a name that every object inherits, such as `constructor`. */
export const fieldOf = (row: Row, name: string): unknown => (Object.hasOwn(row, name) ? row[name] : undefined);
