import {
	deleteAttachment,
	listAttachments,
	uploadAttachment,
	type ListAttachmentsInput,
	type UploadAttachmentInput,
} from '../../core/operations';
import { collected } from '../../core/operations/collected';
import type { KeyValue } from '../../core/model/terms';
import { wholeNumber } from '../../core/model/wholeNumber';
import type { FilePart } from '../../core/model/port';
import { timeoutOf } from '../run/requestSettings';
import { flatChunk } from '../run/flatRecords';
import { chosenValue, textOf, type ItemParameters } from '../run/params';
import { isPreview, previewOf } from '../run/preview';
import { inReadingOrder } from '../run/readingOrder';
import { typed } from '../run/recordInput';
import type { ItemWork } from '../run/runItems';
import type { ItemReading } from '../run/runNode';
import { DEFAULT_LIMIT, DEFAULT_TIMEOUT_SECONDS } from '../settings';
import { compactRow } from '../run/toolResponse';
import { actionWork, responseOf, chosenValues, readOperation } from './actionWork';
import { attachmentAddress, attachmentDocument as document, attachmentEntry } from './attachmentAddress';
import { itemFiles, openFiles, unsizedParts } from './attachmentFiles';

const OPERATIONS = ['delete', 'getMany', 'upload'] as const;

/** The rate (bytes per second) of the slowest connection for which the default timeout of an upload is sufficient. */
const MIN_UPLOAD_RATE = 64 * 1024;

/** The timeout in milliseconds: the 'Timeout' option if it is set, otherwise a default that is longer for large files. */
const timeoutFor = ({ options }: ItemReading, bytes: number): number =>
	timeoutOf(options, DEFAULT_TIMEOUT_SECONDS + Math.ceil(bytes / MIN_UPLOAD_RATE));

const uploadWork = (reading: ItemReading): ItemWork => {
	const { context, index, parameters, options, site, connection } = reading;
	const files = itemFiles(context, index, parameters, options.fileNames);
	const address = attachmentAddress(parameters, connection.baseUrl);
	const partName = textOf(options.partName);
	const named = (parts: readonly FilePart[]): readonly FilePart[] =>
		partName === '' ? parts : parts.map((part) => ({ ...part, partName }));
	// This checks the request before anything is sent. The file sizes are read when the item is processed.
	uploadAttachment.compose({ document, ...address, files: named(unsizedParts(files)) }, site);
	const isShownOnly = isPreview(options);
	return {
		changes: !isShownOnly,
		async *run(client, onNotice) {
			const { parts, close } = await openFiles(context, index, files);
			const bytes = parts.reduce((sum, { size }) => sum + size, 0);
			const input: UploadAttachmentInput = { document, ...address, files: named(parts), timeout: timeoutFor(reading, bytes) };
			try {
				yield* isShownOnly
					? previewOf(uploadAttachment, input, site, connection.baseUrl).run(client, onNotice)
					: uploadAttachment.run(input, site, client, onNotice);
			} finally {
				close();
			}
		},
	};
};

/**
 * The maximum number of attachments; undefined for all. The node applies this limit to the response, because the site always returns all
 * attachments.
 */
const limitOf = (parameters: ItemParameters): number | undefined =>
	parameters.flag('returnAll', 'Return All')
		? undefined
		: (wholeNumber(parameters.number('limit', 'Limit'), 'limit', 'Limit', { min: 0 }) ?? DEFAULT_LIMIT);

/** Converts the key of an attachment to a number, because the lists of the editor return keys as strings. */
const attachmentNumber = (given: unknown): KeyValue =>
	typed(
		chosenValue(given),
		document.table.fields.find(({ name }) => name === document.table.key),
	) as KeyValue;

const listWork = (reading: ItemReading): ItemWork => {
	const { site, parameters, connection, options } = reading;
	const { columns: ofTool, includeEmpty, isCompact, isSimplified } = responseOf(reading);
	const chosen = ofTool ?? chosenValues(options.columns);
	const { name, key } = attachmentEntry.table;
	const columns = chosen.length === 0 ? {} : { columns: { subTables: { [name]: [...new Set([key, ...chosen])] } } };
	const input: ListAttachmentsInput = { document, ...attachmentAddress(parameters, connection.baseUrl), ...columns };
	const limit = limitOf(parameters);
	listAttachments.compose(input, site);
	return {
		changes: false,
		async *run(client, onNotice) {
			const rows = await collected(listAttachments.run(input, site, client, onNotice));
			const shown = rows.slice(0, limit);
			const flat = isSimplified ? flatChunk(shown, document, { includeEmpty }) : shown;
			const ordered = isSimplified && chosen.length === 0 ? inReadingOrder(flat, document, attachmentEntry) : flat;
			yield isCompact ? ordered.map(compactRow) : ordered;
		},
	};
};

const deleteWork = (reading: ItemReading): ItemWork => {
	const { parameters, connection } = reading;
	return actionWork(
		deleteAttachment,
		{ document, ...attachmentAddress(parameters, connection.baseUrl), attachment: attachmentNumber(parameters.value('attachment')) },
		reading,
		document,
	);
};

/**
 * The work for one item of the Upload Attachment node (specification: Attachment upload, DELETE, sub-table addressing). Throws
 * `InputError`.
 */
export const uploadAttachmentWork = (reading: ItemReading): ItemWork => {
	switch (readOperation(reading, OPERATIONS)) {
		case 'upload':
			return uploadWork(reading);
		case 'getMany':
			return listWork(reading);
		case 'delete':
			return deleteWork(reading);
	}
};
