import type { IBinaryData, IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';

import { FurtherColumns, type Columns } from '../../core/files/csv';
import { FILE_FORMATS, type FileFormat } from '../../core/files/formats';
import type { Client } from '../../core/http/client';
import { InputError } from '../../core/model/inputError';
import type { DocumentRef } from '../../core/model/documentRef';
import type { ReadSettings, Row } from '../../core/model/terms';
import { attributesOf } from '../../core/wire/simplify';
import type { ItemParameters } from './params';
import type { ItemWork } from './runItems';

export interface Export {
	readonly context: IExecuteFunctions;
	readonly format: FileFormat;
	/** With or without the extension. */
	readonly fileName: string;
	/** The binary field of the item that takes the file. */
	readonly field: string;
	readonly columns: Columns;
	/** Reads the records, as often as it is called. */
	readonly read: ItemWork['run'];
}

/** What the panel says of the file. Throws {@link InputError}. */
export const readFile = (parameters: ItemParameters, { list = 'records' }: DocumentRef): Pick<Export, 'format' | 'fileName' | 'field'> => {
	const chosen = parameters.text('fileFormat');
	const format = FILE_FORMATS.find(({ name }) => name === chosen);
	if (format === undefined)
		throw new InputError({
			field: 'fileFormat',
			message: `Unknown value '${chosen}' for 'File Format'`,
			hint: `Choose one of ${FILE_FORMATS.map(({ name }) => name).join(', ')}`,
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

/** The columns of a list that are known before it is read: the chosen fields, and those that look-ups add to a flat record. */
export const tableColumns = ({ table: { fields, key } }: DocumentRef, { columns }: ReadSettings, isSimplified: boolean): Columns => {
	const root = columns?.root ?? [];
	const first = root.length === 0 || key === undefined || root.includes(key) ? root : [key, ...root];
	if (!isSimplified) return { first };
	const attributes = fields.flatMap(({ name, lookup }) => (lookup ? [{ name, ...attributesOf(name, lookup) }] : []));
	return {
		first,
		beside: new Map(attributes.map(({ name, description }) => [name, description])),
		besideIfAny: new Map(attributes.map(({ name, alternateKeys }) => [name, alternateKeys])),
	};
};

/** Pages that are read ahead of the file at most: more would only wait in memory, for writing takes longer than reading from then on. */
const MOST_AHEAD = 12;

/** How often a list is read at most until its columns are known. */
const MOST_READINGS = 3;

const withExtension = (name: string, extension: string): string =>
	name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
	for await (const text of texts) yield Buffer.from(text, 'utf8');
}

const gathered = async (pieces: AsyncIterable<Buffer>): Promise<Buffer> => {
	const all: Buffer[] = [];
	for await (const piece of pieces) all.push(piece);
	return Buffer.concat(all);
};

/**
 * Puts pieces into n8n's file store. On disk, which is n8n's own choice, they are written as they come: n8n hands them to Node's `writeFile`,
 * which takes anything that can be iterated. Every other store (database, S3, the execution itself) holds the whole file in memory, so
 * it gets it as a whole. Which one it is shows in what it answers for an empty file.
 */
const store = async (
	{ helpers }: IExecuteFunctions,
	pieces: AsyncIterable<Buffer>,
	fileName: string,
	contentType: string,
): Promise<IBinaryData> => {
	const { id = '' } = await helpers.prepareBinaryData(Buffer.alloc(0), fileName, contentType);
	const body = id.startsWith('filesystem') ? (pieces as unknown as Buffer) : await gathered(pieces);
	return await helpers.prepareBinaryData(body, fileName, contentType);
};

async function* counted(portions: AsyncIterable<readonly Row[]>, count: (records: number) => void): AsyncGenerator<readonly Row[]> {
	for await (const portion of portions) {
		count(portion.length);
		yield portion;
	}
}

/** Writes all records of a list into one file, page by page, and gives one row that tells of it. */
export const exportWork = ({ context, format, fileName, field, columns, read }: Export): ItemWork => {
	const files = new WeakMap<Row, IBinaryKeyData>();
	const run: ItemWork['run'] = async function* (client, onNotice) {
		const name = withExtension(fileName, format.extension);
		const reader: Client = {
			send: client.send,
			get concurrency() {
				return Math.min(client.concurrency, MOST_AHEAD);
			},
			get throttling() {
				return client.throttling;
			},
		};
		let known = columns;
		for (let reading = 1; ; reading += 1) {
			let records = 0;
			const texts = format.text(
				counted(read(reader, onNotice), (more) => (records += more)),
				known,
			);
			const stored = await store(context, bytesOf(texts), name, format.contentType).catch((error: unknown) => {
				if (error instanceof FurtherColumns) return error;
				throw error;
			});
			if (!(stored instanceof FurtherColumns)) {
				const row: Row = { file_name: stored.fileName ?? name, format: format.name, records };
				files.set(row, { [field]: stored });
				yield [row];
				return;
			}
			if (reading === MOST_READINGS)
				throw new InputError({
					field: 'columns',
					message: 'The list returned new fields each time it was read',
					hint: "Choose the fields in 'Fields to Return', or choose another format",
				});
			onNotice({
				name: 'furtherColumns',
				text: "The list was read again because some fields first appeared after the first page. Choose the fields in 'Fields to Return' to read it once",
			});
			known = { first: stored.columns };
		}
	};
	return { changes: false, alone: true, run, binary: (row) => files.get(row) };
};
