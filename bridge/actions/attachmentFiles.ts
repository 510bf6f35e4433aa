import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { InputError } from '../../core/model/inputError';
import type { FilePart } from '../../core/model/port';
import { listOf, rowsOf, textOf, type ItemParameters } from '../run/params';

/** Bytes that are held at a time of a file on its way. */
const CHUNK = 64 * 1024;
const UNKNOWN_TYPE = 'application/octet-stream';

/** A file of an item, by the name of its binary field. */
export interface ItemFile {
	readonly field: string;
	readonly fileName: string;
	readonly contentType: string;
	readonly binary: IBinaryData;
}

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

const chosenFields = (parameters: ItemParameters, there: readonly string[]): string[] => {
	if (parameters.text('files') === 'all') {
		if (there.length > 0) return [...there];
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
	const missing = chosen.filter((name) => !there.includes(name));
	if (missing.length === 0) return chosen;
	throw new InputError({
		field: 'binaryPropertyName',
		message: `The item has no binary field ${quoted(missing)}`,
		hint:
			there.length > 0
				? `It has ${quoted(there)}`
				: 'It has none at all: put a node before this one that gives the item a file, such as one that downloads or reads it',
	});
};

const nameOf = (field: string, { fileName, fileExtension }: IBinaryData): string =>
	textOf(fileName) || (textOf(fileExtension) === '' ? field : `${field}.${textOf(fileExtension)}`);

/** The files of an item that are to be uploaded, with the names and types that the options give instead. Throws {@link InputError}. */
export const itemFiles = (context: IExecuteFunctions, index: number, parameters: ItemParameters, fileNames: unknown): ItemFile[] => {
	const binaries = context.getInputData()[index]?.binary ?? {};
	const fields = chosenFields(parameters, Object.keys(binaries));
	const given = rowsOf(fileNames, 'file');
	const strange = given.map(({ binaryField }) => textOf(binaryField)).find((name) => !fields.includes(name));
	if (strange !== undefined)
		throw new InputError({
			field: 'fileNames',
			message: `'File Names' contains the binary field '${strange}', which is not uploaded`,
			hint: `The uploaded fields are ${quoted(fields)}`,
		});
	const twice = given.map(({ binaryField }) => textOf(binaryField)).find((name, place, all) => all.indexOf(name) < place);
	if (twice !== undefined)
		throw new InputError({
			field: 'fileNames',
			message: `'File Names' contains the binary field '${twice}' twice`,
			hint: 'Remove one of them',
		});
	return fields.map((field) => {
		const binary = binaries[field]!;
		const own = given.find(({ binaryField }) => textOf(binaryField) === field);
		return {
			field,
			binary,
			fileName: textOf(own?.fileName) || nameOf(field, binary),
			contentType: textOf(own?.contentType) || textOf(binary.mimeType) || UNKNOWN_TYPE,
		};
	});
};

/** The parts of the call before their sizes are known: enough to check it, not to send it. */
export const unsizedParts = (files: readonly ItemFile[]): FilePart[] =>
	files.map(({ fileName, contentType }) => ({
		fileName,
		contentType,
		size: 0,
		open: () => {
			throw new Error('The size of the file is not known yet');
		},
	}));

/** The parts of a call, and an end to what they hold open. */
export interface OpenFiles {
	readonly parts: readonly FilePart[];
	/** A call that is answered before all was sent leaves files open half read. */
	close(): void;
}

type StoredStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/**
 * The parts of the call. What n8n keeps on disk or in a store streams from there, a second try from its beginning; what it
 * keeps in the item itself is in memory already.
 */
export const openFiles = async (context: IExecuteFunctions, index: number, files: readonly ItemFile[]): Promise<OpenFiles> => {
	const open = new Set<StoredStream>();
	const partOf = async ({ field, fileName, contentType, binary: { id } }: ItemFile): Promise<FilePart> => {
		if (id === undefined) {
			const bytes = await context.helpers.getBinaryDataBuffer(index, field);
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
				const stream = await context.helpers.getBinaryStream(id, CHUNK);
				open.add(stream);
				yield* stream as AsyncIterable<Uint8Array>;
				open.delete(stream);
			},
		};
	};
	return { parts: await Promise.all(files.map(partOf)), close: () => open.forEach((stream) => stream.destroy()) };
};
