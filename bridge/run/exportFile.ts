import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';

import { AdditionalColumnsError, type Columns, type CsvStyle } from '../../core/files/csv';
import { FILE_FORMATS, type FileFormat } from '../../core/files/formats';
import { withLocalTimes } from '../../core/wire/localTimes';
import type { Client } from '../../core/http/client';
import { InputError } from '../../core/model/inputError';
import type { DocumentRef } from '../../core/model/documentRef';
import type { ReadSettings, Row } from '../../core/model/terms';
import { attributesOf } from '../../core/wire/simplify';
import { SEPARATORS } from '../properties/csvOptions';
import { choice, switchOf, type ItemParameters } from './params';
import type { ItemWork } from './runItems';
import { storeFile } from './storeFile';

export interface Export {
	readonly context: IExecuteFunctions;
	readonly format: FileFormat;
	/** The name of the file, with or without the extension. */
	readonly fileName: string;
	/** The binary field of the output item. */
	readonly field: string;
	readonly columns: Columns;
	/** Converts records before they are written. */
	readonly convert?: ((rows: readonly Row[]) => readonly Row[]) | undefined;
	/** Reads all records. Can be called several times. */
	readonly read: ItemWork['run'];
}

/** Reads the parameters of the file. Throws {@link InputError}. */
export const readFile = (parameters: ItemParameters, { list = 'records' }: DocumentRef): Pick<Export, 'format' | 'fileName' | 'field'> => {
	const chosen = parameters.text('fileFormat');
	const format = FILE_FORMATS.find(({ name }) => name === chosen);
	if (format === undefined)
		throw new InputError({
			field: 'fileFormat',
			message: `Unknown value '${chosen}' for 'File Format'`,
			hint: `Choose one of ${FILE_FORMATS.map(({ name }) => `'${name}'`).join(', ')}`,
		});
	const field = parameters.text('binaryPropertyName');
	if (field === '')
		throw new InputError({
			field: 'binaryPropertyName',
			message: "'Put Output File in Field' is empty",
			hint: 'Enter the name of a binary field for the file, such as data',
		});
	return { format, field, fileName: parameters.text('fileName') || list };
};

/** Reads the options for a CSV file. Throws {@link InputError}. */
export const readCsvStyle = ({ excludeByteOrderMark, separator, decimalSeparator }: Row): CsvStyle => ({
	withoutMark: switchOf(excludeByteOrderMark, 'excludeByteOrderMark', 'Exclude Byte Order Mark (BOM)'),
	separator: SEPARATORS[choice(separator, ['comma', 'semicolon', 'tab', 'pipe'], 'separator', 'Separator')],
	decimal: choice<'comma' | 'point'>(decimalSeparator, ['point', 'comma'], 'decimalSeparator', 'Decimal Separator'),
});

/** Reads whether times are converted, and returns the conversion. Throws {@link InputError}. */
export const readTimes = ({ localTimes }: Row, { table }: DocumentRef, context: IExecuteFunctions): Export['convert'] =>
	switchOf(localTimes, 'localTimes', 'Local Times') ? withLocalTimes(table.fields, context.getTimezone()) : undefined;

/** The columns of a list that are known before it is read: the chosen fields, and the ones that look-ups add to a flat record. */
export const tableColumns = ({ table: { fields, key } }: DocumentRef, { columns }: ReadSettings, isSimplified: boolean): Columns => {
	const root = columns?.root ?? [];
	const first = root.length === 0 || key === undefined || root.includes(key) ? root : [key, ...root];
	if (!isSimplified) return { first };
	const attributes = fields.flatMap(({ name, lookup }) => (lookup ? [{ name, ...attributesOf(name, lookup) }] : []));
	return {
		first,
		companions: new Map(attributes.map(({ name, description }) => [name, description])),
		optionalCompanions: new Map(attributes.map(({ name, alternateKeys }) => [name, alternateKeys])),
	};
};

/** The maximum number of pages in memory. More pages would not make the export faster, because writing would be the bottleneck. */
const MAX_PAGES_AHEAD = 12;

/** The maximum number of times that a list is read to find its columns. */
const MAX_READS = 3;

const withExtension = (name: string, extension: string): string =>
	name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;

/** Writes all records of a list to one file, page by page. Its output is one item with the file. */
export const exportWork = ({ context, format, fileName, field, columns, read, convert = (rows) => rows }: Export): ItemWork => {
	const files = new WeakMap<Row, IBinaryKeyData>();
	const run: ItemWork['run'] = async function* (client, onNotice) {
		const name = withExtension(fileName, format.extension);
		const reader: Client = {
			send: client.send,
			get concurrency() {
				return Math.min(client.concurrency, MAX_PAGES_AHEAD);
			},
			get throttling() {
				return client.throttling;
			},
		};
		let known = columns;
		for (let attempt = 1; ; attempt += 1) {
			let records = 0;
			const converted = async function* (): AsyncGenerator<readonly Row[]> {
				for await (const rows of read(reader, onNotice)) {
					records += rows.length;
					yield convert(rows);
				}
			};
			const stored = await storeFile(context, format.text(converted(), known), name, format.contentType).catch((error: unknown) => {
				if (error instanceof AdditionalColumnsError) return error;
				throw error;
			});
			if (!(stored instanceof AdditionalColumnsError)) {
				const row: Row = { file_name: stored.fileName ?? name, format: format.name, records };
				files.set(row, { [field]: stored });
				yield [row];
				return;
			}
			if (attempt === MAX_READS)
				throw new InputError({
					field: 'columns',
					message: 'New fields appeared each time the list was read',
					hint: "Choose the fields in 'Fields to Return', or choose another format",
				});
			onNotice({
				name: 'additionalColumns',
				text: "The list was read again because some fields appeared only after the first page. To read it once, choose the fields in 'Fields to Return'",
			});
			known = { first: stored.columns, style: columns.style };
		}
	};
	return { changes: false, exclusive: true, run, binary: (row) => files.get(row) };
};
