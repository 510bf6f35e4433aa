import type { INode } from 'n8n-workflow';

import type { Row } from '../../core/model/terms';
import { isRows } from './flatRecords';
import { listOf, textOf, type ItemParameters } from './params';

/** Whether a model uses the node: n8n appends `Tool` to its type. */
export const isTool = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('Tool');

/** How much of each record to return. */
export interface ResponseForm {
	readonly isSimplified: boolean;
	/** Whether empty fields, alternate keys and sub-table rows are omitted, to save tokens. */
	readonly isCompact: boolean;
	/** The fields to return instead of those chosen in the options. */
	readonly columns?: readonly string[];
}

/** Reads 'Output', which has a value only if a model uses the node; otherwise, uses `simplify`. */
export const readResponse = (parameters: ItemParameters, simplify = parameters.flag('simplify', 'Simplify')): ResponseForm => {
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

/** A record without its empty fields and without its rows. Newer releases omit empty fields on request, but older releases do not. */
export const compactRow = (row: Row): Row =>
	Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== '' && !isRows(value)));

export async function* compact(chunks: AsyncIterable<readonly Row[]>): AsyncIterable<readonly Row[]> {
	for await (const chunk of chunks) yield chunk.map(compactRow);
}
