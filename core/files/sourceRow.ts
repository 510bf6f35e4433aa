import type { Row } from '../model/terms';

/** A row of an input file. */
export interface SourceRow {
	/** The line of the file on which the row starts, from 1. */
	readonly line: number;
	/** The values by column: strings in a CSV file, any JSON values otherwise. */
	readonly values: Row;
	/** Why the row cannot be used, as one sentence. */
	readonly problem?: string;
	/**
	 * For a row with a problem: what the file of rejected rows must contain in addition to the values.
	 * - In a CSV file: the cells after the last column, or a note. They are written after the other cells of a rejected row, so that the row
	 *   has too many cells, and is rejected again until someone corrects it.
	 * - In a JSON file: the text of the row.
	 */
	readonly extra?: readonly string[];
}

/** A file, opened at its first row. */
export interface SourceFile {
	readonly format: 'csv' | 'json' | 'ndjson';
	/** The columns of a CSV file, in order; those of a JSON file are not known in advance. */
	readonly columns: readonly string[];
	/** The separator between the cells of a CSV file. */
	readonly separator?: string;
	readonly rows: AsyncIterable<readonly SourceRow[]>;
}

/**
 * The maximum length of a row, in characters. Without it, an unclosed quotation mark would make the reader load the rest of the file into
 * memory.
 */
export const MAX_ROW_LENGTH = 10_000_000;
