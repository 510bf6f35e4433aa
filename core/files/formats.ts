/** Writes records as text, chunk by chunk, so that only one chunk of records is in memory at a time. */
import type { Row } from '../model/terms';
import { csv, type Columns } from './csv';
import { slices } from './slices';

type Chunks = AsyncIterable<readonly Row[]>;

export interface FileFormat {
	readonly name: string;
	readonly label: string;
	readonly description: string;
	readonly extension: string;
	readonly contentType: string;
	/** Whether all fields must be known before the first record is written. */
	readonly hasColumns: boolean;
	/** Yields the text in chunks. */
	text(chunks: Chunks, columns: Columns): AsyncIterable<string>;
}

const asJson = (row: Row): string => JSON.stringify(row);

async function* ndjson(chunks: Chunks): AsyncGenerator<string> {
	for await (const rows of chunks) for (const some of slices(rows)) yield `${some.map(asJson).join('\n')}\n`;
}

async function* json(chunks: Chunks): AsyncGenerator<string> {
	let before = '[';
	for await (const rows of chunks) {
		for (const some of slices(rows)) {
			yield `${before}\n${some.map(asJson).join(',\n')}`;
			before = ',';
		}
	}
	yield before === '[' ? '[]\n' : '\n]\n';
}

/** The file formats, in the order in which the parameter for the format lists them. */
export const FILE_FORMATS: readonly FileFormat[] = [
	{
		name: 'csv',
		label: 'CSV',
		description: 'A table for spreadsheets, with one column per field, in UTF-8 with a byte order mark',
		extension: 'csv',
		contentType: 'text/csv',
		hasColumns: true,
		text: (chunks, columns) => csv(chunks, columns),
	},
	{
		name: 'json',
		label: 'JSON',
		description: 'One array of objects',
		extension: 'json',
		contentType: 'application/json',
		hasColumns: false,
		text: json,
	},
	{
		name: 'ndjson',
		label: 'NDJSON',
		description: 'One object per line, for programs that read large files line by line',
		extension: 'ndjson',
		contentType: 'application/x-ndjson',
		hasColumns: false,
		text: ndjson,
	},
];
