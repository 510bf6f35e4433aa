import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { InputError } from '../../core/model/inputError';
import { FILE_UNREADABLE, type FilePart } from '../../core/model/port';
import { availableFiles, fileNamed, filesOf } from '../run/itemFiles';
import { isUnresolved, listOf, rowsOf, textOf, type ItemParameters } from '../run/params';

/** The number of bytes to read from a file at a time. */
const CHUNK_BYTES = 64 * 1024;

/** A file of an item. */
export interface ItemFile {
	readonly fileName: string;
	readonly contentType: string;
	readonly binary: IBinaryData;
}

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

type NamedFile = readonly [field: string, file: IBinaryData];

const chosenFiles = (context: IExecuteFunctions, index: number, parameters: ItemParameters): readonly NamedFile[] => {
	if (parameters.text('files') === 'all') {
		const files = filesOf(context, index);
		if (files.size > 0) return [...files];
		throw new InputError({
			field: 'binaryPropertyName',
			message: 'The item contains no file',
			hint: 'Add a node before this one that downloads or reads the file',
		});
	}
	const chosen = [
		...new Set(
			listOf(parameters.value('binaryPropertyName'))
				.map(textOf)
				.filter((name) => name !== ''),
		),
	];
	if (chosen.length === 0)
		throw new InputError({
			field: 'binaryPropertyName',
			message: "'Input Binary Fields' is empty",
			hint: "Enter at least one field that contains a file, such as data, or choose 'All Binary Fields'",
		});
	const found = chosen.flatMap((name): NamedFile[] => {
		const file = fileNamed(context, index, name);
		return file === undefined ? [] : [[name, file]];
	});
	const missing = chosen.filter((name) => !found.some(([field]) => field === name));
	if (missing.length === 0) return found;
	throw new InputError({
		field: 'binaryPropertyName',
		message: `The item has no binary field ${quoted(missing)}`,
		hint: availableFiles(context, index),
	});
};

const nameOf = (field: string, { fileName, fileExtension }: IBinaryData): string =>
	textOf(fileName) || (textOf(fileExtension) === '' ? field : `${field}.${textOf(fileExtension)}`);

/** The files of an item to upload, with the names and types from the options if they are set. Throws {@link InputError}. */
export const itemFiles = (context: IExecuteFunctions, index: number, parameters: ItemParameters, fileNames: unknown): ItemFile[] => {
	const fields = chosenFiles(context, index, parameters);
	const names = fields.map(([field]) => field);
	const given = rowsOf(fileNames, 'file');
	const unknown = given.map(({ binaryField }) => textOf(binaryField)).find((name) => !names.includes(name));
	if (unknown !== undefined)
		throw new InputError({
			field: 'fileNames',
			message: `'File Names' contains the binary field '${unknown}', which is not one of the fields to upload`,
			hint: `The fields to upload are ${quoted(names)}`,
		});
	const duplicate = given.map(({ binaryField }) => textOf(binaryField)).find((name, index, all) => all.indexOf(name) < index);
	if (duplicate !== undefined)
		throw new InputError({
			field: 'fileNames',
			message: `'File Names' contains the binary field '${duplicate}' twice`,
			hint: 'Remove one of them',
		});
	for (const [name, label] of [
		['fileName', 'File Name'],
		['contentType', 'MIME Type'],
	] as const)
		if (given.some((file) => isUnresolved(file, name)))
			throw new InputError({
				field: 'fileNames',
				message: `'${label}' in 'File Names' is empty`,
				hint: 'Check the expression, or remove the entry to use the name and type of the file',
			});
	return fields.map(([field, binary]) => {
		const own = given.find(({ binaryField }) => textOf(binaryField) === field);
		return {
			binary,
			fileName: textOf(own?.fileName) || nameOf(field, binary),
			contentType: textOf(own?.contentType) || binary.mimeType,
		};
	});
};

/** The parts without their sizes, to check the request before it is sent. */
export const unsizedParts = (files: readonly ItemFile[]): FilePart[] =>
	files.map(({ fileName, contentType }) => ({
		fileName,
		contentType,
		size: 0,
		open: () => {
			throw new Error('The size of the file is not known yet');
		},
	}));

/** The parts of a request, and a function that closes their files. */
export interface OpenFiles {
	readonly parts: readonly FilePart[];
	/** Closes the files that were not read to the end, for example because the site responded early. */
	close(): void;
}

/** Has no `cause`: the transport would mistake an error code of n8n's file storage for an error of the connection to the site. */
const unreadable = (fileName: string, cause: unknown): Error =>
	Object.assign(new Error(`The file '${fileName}' could not be read: ${cause instanceof Error ? cause.message : String(cause)}`), {
		code: FILE_UNREADABLE,
	});

type StoredStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/**
 * The parts of the request. A file on disk or in a store is streamed, and a retry reads it from the beginning. A file in the item is
 * already in memory.
 */
export const openFiles = async (context: IExecuteFunctions, index: number, files: readonly ItemFile[]): Promise<OpenFiles> => {
	const open = new Set<StoredStream>();
	const partOf = async ({ fileName, contentType, binary }: ItemFile): Promise<FilePart> => {
		const { id } = binary;
		if (id === undefined) {
			const bytes = await context.helpers.getBinaryDataBuffer(index, binary);
			return {
				fileName,
				contentType,
				size: bytes.length,
				open: async function* () {
					yield bytes;
				},
			};
		}
		const { fileSize } = await context.helpers.getBinaryMetadata(id);
		return {
			fileName,
			contentType,
			size: fileSize,
			open: async function* () {
				try {
					const stream = await context.helpers.getBinaryStream(id, CHUNK_BYTES);
					open.add(stream);
					yield* stream as AsyncIterable<Uint8Array>;
					open.delete(stream);
				} catch (cause) {
					throw unreadable(fileName, cause);
				}
			},
		};
	};
	return { parts: await Promise.all(files.map(partOf)), close: () => open.forEach((stream) => stream.destroy()) };
};
