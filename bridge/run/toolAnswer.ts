import type { Row } from '../../core/model/terms';
import { isRow, listOf, textOf, type ItemParameters } from './params';

/** How the records of an answer are cut down. */
export interface AnswerForm {
	readonly isSimplified: boolean;
	/** Only what has a value, without alternate keys and rows of sub-tables: for a model, which pays for each word. */
	readonly isCompact: boolean;
	/** Instead of those of the options. */
	readonly columns?: readonly string[];
}

/** Reads 'Simplify', or 'Output' where the node is a tool of a model: only there the latter has a value. */
export const readAnswer = (parameters: ItemParameters, simplify = parameters.flag('simplify')): AnswerForm => {
	switch (parameters.text('toolOutput')) {
		case 'raw':
			return { isSimplified: false, isCompact: false };
		case 'selected':
			return {
				isSimplified: true,
				isCompact: true,
				columns: listOf(parameters.value('toolFields'))
					.map(textOf)
					.filter((name) => name !== ''),
			};
		case 'simplified':
			return { isSimplified: true, isCompact: true };
		default:
			return { isSimplified: simplify, isCompact: false };
	}
};

/** Rows of a sub-table; the options of a multi-select drop-down are plain values. */
export const isRows = (value: unknown): boolean => Array.isArray(value) && value.every(isRow);

/** A record without empty fields and rows. The site leaves out empty fields when it is asked to; older ones do not. */
export const compactRow = (row: Row): Row =>
	Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== '' && !isRows(value)));

/** Records, each as {@link compactRow} makes it. */
export async function* compact(portions: AsyncIterable<readonly Row[]>): AsyncIterable<readonly Row[]> {
	for await (const portion of portions) yield portion.map(compactRow);
}
