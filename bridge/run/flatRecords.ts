import type { DocumentRef } from '../../core/model/documentRef';
import type { ReadSettings, Row, SubTableStep } from '../../core/model/terms';
import { simplified, tableAt } from '../../core/wire/simplify';

/** The portions of a read with flat records, as *Simplify* outputs them: of the record, or of the rows that `subTables` lead to. */
export async function* flatRows(
	portions: AsyncIterable<readonly Row[]>,
	ref: DocumentRef,
	{ columns, subTables = [] }: ReadSettings & { subTables?: readonly SubTableStep[] },
): AsyncIterable<readonly Row[]> {
	for await (const portion of portions)
		yield subTables.length > 0 ? simplified(portion, tableAt(ref.table, subTables)) : flatPortion(portion, ref, { columns });
}

/** Flat records with the chosen columns. */
export const flatPortion = (portion: readonly Row[], { table }: DocumentRef, { columns }: ReadSettings): readonly Row[] =>
	simplified(portion, table, columns?.root);
