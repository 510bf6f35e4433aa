import type { DocumentRef } from '../../core/model/documentRef';
import type { ReadSettings, Row, SubTableStep } from '../../core/model/terms';
import { simplified, tableAt } from '../../core/wire/simplify';
import { isRow, switchOf } from './params';

/** Which fields of flat records are output. */
export interface FlatFields extends Pick<ReadSettings, 'columns'> {
	/** Whether fields that are null are output. */
	readonly includeEmpty?: boolean;
}

/** Whether 'Include Empty Fields' is on. Throws `InputError`. */
export const includesEmpty = (options: Row): boolean => switchOf(options.includeEmpty, 'includeEmpty', 'Include Empty Fields');

/** Whether a value is a list of sub-table rows. The options of a multi-select drop-down are plain values. */
export const isRows = (value: unknown): value is readonly Row[] => Array.isArray(value) && value.every(isRow);

/** Returns copies of the records with null fields removed, including those in sub-table rows. */
const withoutEmptyFields = (rows: readonly Row[]): readonly Row[] =>
	rows.map((row) => {
		const kept: Row = {};
		for (const [name, value] of Object.entries(row)) {
			if (value === null) continue;
			const shown = isRows(value) ? withoutEmptyFields(value) : value;
			// An assignment would set the prototype.
			if (name === '__proto__') Object.defineProperty(kept, name, { value: shown, enumerable: true, configurable: true, writable: true });
			else kept[name] = shown;
		}
		return kept;
	});

/** Flat records of the document, or of the sub-table at the end of `subTables`, as 'Simplify' outputs them. */
export async function* flatRows(
	chunks: AsyncIterable<readonly Row[]>,
	ref: DocumentRef,
	{ subTables = [], ...fields }: FlatFields & { readonly subTables?: readonly SubTableStep[] },
): AsyncIterable<readonly Row[]> {
	const { table } = ref;
	for await (const chunk of chunks)
		yield subTables.length > 0 ? shown(simplified(chunk, tableAt(table, subTables)), fields) : flatChunk(chunk, ref, fields);
}

/** Flat records with the chosen columns. */
export const flatChunk = (chunk: readonly Row[], { table }: DocumentRef, fields: FlatFields): readonly Row[] =>
	shown(simplified(chunk, table, fields.columns?.root), fields);

const shown = (rows: readonly Row[], { includeEmpty = false }: FlatFields): readonly Row[] =>
	includeEmpty ? rows : withoutEmptyFields(rows);
