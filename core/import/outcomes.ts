/** The outcome of each row of an import, and the two files that report it. */
import { isAdded, LINE_COLUMN, REASON_COLUMN, TEXT_COLUMN } from './columns';
import { cell, csvLine, LINE_END, UTF8_MARK } from '../files/csv';
import type { SourceFile, SourceRow } from '../files/sourceRow';
import { fingerprint, shownChecksum } from './fingerprint';

/**
 * - `created`, `updated`, `deleted`: the site confirmed the change.
 * - `failed`: the row was not sent, or the site refused it. Nothing was changed.
 * - `uncertain`: the change may have succeeded.
 * - `skipped`: an earlier run imported the row.
 * - `notSent`: the run stopped before this row.
 */
export const OUTCOMES = ['created', 'updated', 'deleted', 'failed', 'uncertain', 'skipped', 'notSent'] as const;
export type OutcomeName = (typeof OUTCOMES)[number];

export interface RowOutcome {
	readonly row: SourceRow;
	readonly outcome: OutcomeName;
	/** The key of the record: from the site, otherwise from the row. */
	readonly key?: string | number | undefined;
	readonly message?: string;
}

export const NOT_REACHED = 'The import stopped before this row';

/** The outcome of a row that an earlier run left uncertain, if this run did not find out more. */
export const stillUncertain = ({ row, key, message = NOT_REACHED }: Omit<RowOutcome, 'outcome'>): RowOutcome => ({
	row,
	outcome: 'uncertain',
	key,
	message: `The outcome in an earlier run is uncertain. In this run: ${message}`,
});

/** The columns of the result file. `row` is a checksum of the row, by which a later run recognizes it. */
export const RESULT_COLUMNS = ['line', 'key', 'outcome', 'message', 'row'] as const;

export const resultHeader = csvLine(RESULT_COLUMNS);

/** The lines of the result file for these outcomes. */
export const resultLines = (outcomes: readonly RowOutcome[]): string => {
	let text = '';
	for (const { row, outcome, key, message } of outcomes)
		text += `${row.line},${cell(key)},${outcome},${cell(message)},${shownChecksum(fingerprint(row))}${LINE_END}`;
	return text;
};

/** Writes the rejected rows with their line and the reason: CSV for a CSV file, otherwise NDJSON. */
export const rejectedFile = ({ format, columns, separator = ',' }: Pick<SourceFile, 'format' | 'columns' | 'separator'>): RejectedFile => {
	const own = columns.filter((name) => !isAdded(name));
	if (format !== 'csv')
		return {
			extension: 'ndjson',
			contentType: 'application/x-ndjson',
			header: '',
			lines: (outcomes) =>
				outcomes
					.map(({ row: { values, line, extra: [text] = [] }, message = '' }) => {
						const unreadable = text === undefined ? {} : { [TEXT_COLUMN]: text };
						return `${JSON.stringify({ ...values, ...unreadable, [LINE_COLUMN]: line, [REASON_COLUMN]: message })}\n`;
					})
					.join(''),
		};
	return {
		extension: 'csv',
		contentType: 'text/csv',
		header: UTF8_MARK + csvLine([...own, LINE_COLUMN, REASON_COLUMN], separator),
		lines: (outcomes) =>
			outcomes
				.map(({ row, message }) => csvLine([...own.map((name) => row.values[name]), row.line, message, ...(row.extra ?? [])], separator))
				.join(''),
	};
};

export interface RejectedFile {
	readonly extension: string;
	readonly contentType: string;
	readonly header: string;
	lines(outcomes: readonly RowOutcome[]): string;
}
