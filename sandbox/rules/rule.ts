import type { Release, SaveArgumentName } from '../../core/catalog';
import type { SaveArguments } from '../documents/saveArguments';
import { ruledOut } from '../documents/refusal';
import type { WrittenRecord } from '../documents/writer';
import { type DocumentView, type StoredRow, type TableView, tableIn, type Value } from '../storage/tables';
import type { WriteUnit } from '../storage/writeUnit';

/** What a rule works on: the records that the call just wrote, in the same transaction. */
export interface RuleCall {
	readonly unit: WriteUnit;
	readonly document: DocumentView;
	readonly release: Release;
	/** The divisions whose records the call sees. */
	readonly divisions: readonly number[];
	readonly kind: 'create' | 'update' | 'upsert';
	readonly arguments: SaveArguments;
	readonly records: readonly WrittenRecord[];
}

/** The effect of one save argument. Throws a refusal for what cannot be; then nothing of the call is stored. */
export interface ArgumentRule {
	readonly argument: SaveArgumentName;
	/** The kinds of call it works with. */
	readonly kinds: readonly RuleCall['kind'][];
	apply(call: RuleCall, value: string): void;
}

/** What holds for every write to a document, with or without a save argument. */
export interface StandingRule {
	readonly documents: readonly string[];
	apply(call: RuleCall): void;
}

/** A table of the call's document by name. */
export const tableOf = ({ document }: Pick<RuleCall, 'document'>, name: string): TableView => {
	const view = tableIn(document.root, name);
	if (!view) {
		throw new Error(`${document.name} has no table ${name}`);
	}
	return view;
};

/** A record as it stands now. */
export const current = ({ unit, document }: Pick<RuleCall, 'unit' | 'document'>, { rowId }: Pick<WrittenRecord, 'rowId'>): StoredRow =>
	unit.row(document.root.stored, rowId) as StoredRow;

/** The keys of the rows of a table that the call itself made. */
export const madeKeys = ({ unit }: Pick<RuleCall, 'unit'>, { stored }: TableView): ReadonlySet<Value> =>
	new Set(unit.made.filter(({ view }) => view.stored === stored).map(({ key }) => key));

/** A time that follows from others, as it is stored. Throws beyond the years that a date can have. */
export const instantAt = (milliseconds: number): string => {
	const instant = new Date(milliseconds);
	const year = instant.getUTCFullYear();
	if (!(year >= 1 && year <= 9999)) {
		throw ruledOut('A time calculated from the order would be outside the years 1 to 9999');
	}
	return instant.toISOString();
};

/** The fields and values of a change. */
export const values = (fields: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> => new Map(Object.entries(fields));

/** The refusal if the number of a save argument and that in the body differ. */
export const disagreement = (argument: string, number: string | number | undefined, field: string, inBody: Value): string => {
	const body = `'${field}' in the body is ${inBody}`;
	return `'${argument}' in the header 'SaveArgument' is ${number}, but ${body}; both must be the same number`;
};
