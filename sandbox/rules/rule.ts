import type { Release, SaveArgumentName } from '../../core/catalog';
import type { SaveArguments } from '../documents/saveArguments';
import { ruleViolation } from '../documents/httpError';
import type { WrittenRecord } from '../documents/writer';
import { type DocumentView, type StoredRow, type TableView, tableIn, type Value } from '../storage/tables';
import type { WriteUnit } from '../storage/writeUnit';

/** The context of a rule. A rule runs in the transaction in which the request has written `records`. */
export interface RuleCall {
	readonly unit: WriteUnit;
	readonly document: DocumentView;
	readonly release: Release;
	/** The divisions that the request has access to. */
	readonly divisions: readonly number[];
	readonly kind: 'create' | 'update' | 'upsert';
	readonly arguments: SaveArguments;
	readonly records: readonly WrittenRecord[];
	/** The sandbox's decisions, as plain sentences for the journal. */
	readonly decisions: string[];
}

/** The effect of a save argument. A thrown error undoes the whole request. */
export interface ArgumentRule {
	readonly argument: SaveArgumentName;
	/** The kinds of request that support the argument. */
	readonly kinds: readonly RuleCall['kind'][];
	apply(call: RuleCall, value: string): void;
}

/** A rule for every write to a document, with or without a save argument. */
export interface DocumentRule {
	readonly documents: readonly string[];
	apply(call: RuleCall): void;
}

/** A table of the request's document by name. */
export const tableOf = ({ document }: Pick<RuleCall, 'document'>, name: string): TableView => {
	const view = tableIn(document.root, name);
	if (!view) {
		throw new Error(`${document.name} has no table ${name}`);
	}
	return view;
};

/** The current state of a record. */
export const current = ({ unit, document }: Pick<RuleCall, 'unit' | 'document'>, { rowId }: Pick<WrittenRecord, 'rowId'>): StoredRow =>
	unit.row(document.root.stored, rowId) as StoredRow;

/** The keys of the rows that the request created in a table. */
export const createdKeys = ({ unit }: Pick<RuleCall, 'unit'>, { stored }: TableView): ReadonlySet<Value> =>
	new Set(unit.created.filter(({ view }) => view.stored === stored).map(({ key }) => key));

/** Returns a calculated time in the stored format. Throws if the year is out of range. */
export const instantAt = (milliseconds: number): string => {
	const instant = new Date(milliseconds);
	const year = instant.getUTCFullYear();
	if (!(year >= 1 && year <= 9999)) {
		throw ruleViolation('A time calculated from the order would be outside the years 1 to 9999');
	}
	return instant.toISOString();
};

/** The fields and values of a change. */
export const values = (fields: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> => new Map(Object.entries(fields));

/** The message if the numbers in a save argument and in the body differ. */
export const mismatch = (argument: string, number: string | number | undefined, field: string, inBody: Value): string => {
	const body = `'${field}' in the body is ${inBody}`;
	return `'${argument}' in the 'SaveArgument' header is ${number}, but ${body}; both must be the same number`;
};
