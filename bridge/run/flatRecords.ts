import type { DocumentRef } from '../../core/model/documentRef';
import type { ReadSettings, Row, SubTableStep } from '../../core/model/terms';
import { simplified, tableAt } from '../../core/wire/simplify';

/** Flat records, as 'Simplify' outputs them: of the document, or of the sub-table at the end of `subTables`. */
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
