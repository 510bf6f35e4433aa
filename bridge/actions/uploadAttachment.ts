import { deleteAttachment, listAttachments, uploadAttachment } from '../../core/operations';
import type { UploadAttachmentInput } from '../../core/operations/inputs';
import type { Operation } from '../../core/operations/operation';
import type { Row } from '../../core/model/terms';
import type { FilePart } from '../../core/model/port';
import { simplified } from '../../core/wire/simplify';
import { timeoutOf } from '../callSettings';
import { textOf } from '../params';
import { previewOf } from '../preview';
import type { ItemWork } from '../runItems';
import type { ItemReading } from '../runNode';
import { DEFAULT_TIMEOUT_SECONDS } from '../settings';
import { compactRow } from '../toolAnswer';
import { actionWork, answerOf, chosenValue, chosenValues, readOperation } from './actionWork';
import { attachmentAddress, attachmentDocument as document } from './attachmentAddress';
import { itemFiles, openFiles, unsizedParts } from './attachmentFiles';

const OPERATIONS = ['delete', 'getMany', 'upload'] as const;

/** The slowest line (bytes per second) on which an upload is still waited for, where the user says nothing about it. */
const SLOWEST = 64 * 1024;

/** Milliseconds: as the user says, else longer for larger files. */
const timeoutFor = ({ options }: ItemReading, bytes: number): number => timeoutOf(options, DEFAULT_TIMEOUT_SECONDS + Math.ceil(bytes / SLOWEST));

const uploadWork = (reading: ItemReading): ItemWork => {
	const { context, index, parameters, options, site, connection } = reading;
	const files = itemFiles(context, index, parameters, options.fileNames);
	const address = attachmentAddress(parameters, connection.baseUrl);
	const partName = textOf(options.partName);
	const named = (parts: readonly FilePart[]): readonly FilePart[] => (partName === '' ? parts : parts.map((part) => ({ ...part, partName })));
	// Checked now, before the first item is sent; sizes are asked for when it is the turn of the item.
	uploadAttachment.compose({ document, ...address, files: named(unsizedParts(files)) }, site);
	const isPreview = options.preview === true;
	return {
		changes: !isPreview,
		async *run(client, tell) {
			const { parts, close } = await openFiles(context, index, files);
			const bytes = parts.reduce((sum, { size }) => sum + size, 0);
			const input: UploadAttachmentInput = { document, ...address, files: named(parts), timeout: timeoutFor(reading, bytes) };
			try {
				yield* isPreview ? previewOf(uploadAttachment, input, site, connection.baseUrl).run(client, tell) : uploadAttachment.run(input, site, client, tell);
			} finally {
				close();
			}
		},
	};
};

const readWork = <Input>(operation: Operation<Input>, input: Input, reading: ItemReading): ItemWork => {
	const { site, parameters } = reading;
	const { isCompact, isSimplified } = answerOf(reading);
	operation.compose(input, site);
	const limit = parameters.flag('returnAll') ? undefined : (parameters.number('limit', 'Limit') ?? 50);
	return {
		changes: false,
		async *run(client, tell) {
			const rows: Row[] = [];
			for await (const portion of operation.run(input, site, client, tell)) rows.push(...portion);
			const shown = rows.slice(0, limit);
			const simple = isSimplified ? simplified(shown, document.table) : shown;
			yield isCompact ? simple.map(compactRow) : simple;
		},
	};
};

/** What an item of the node Upload Attachment asks for (specification: Attachment upload, DELETE, sub-table addressing). Throws {@link InputFault}. */
export const uploadAttachmentWork = (reading: ItemReading): ItemWork => {
	const { parameters, connection, options } = reading;
	switch (readOperation(reading, OPERATIONS)) {
		case 'upload': return uploadWork(reading);
		case 'getMany': {
			const chosen = answerOf(reading).columns ?? chosenValues(options.columns);
			const columns = chosen.length === 0 ? [] : [...new Set([document.table.key!, ...chosen])];
			return readWork(listAttachments, { document, ...attachmentAddress(parameters, connection.baseUrl), ...(columns.length > 0 ? { columns: { subTables: { [document.table.name!]: columns } } } : {}) }, reading);
		}
		case 'delete':
			return actionWork(deleteAttachment, { document, ...attachmentAddress(parameters, connection.baseUrl), attachment: chosenValue(parameters.value('attachment')) }, reading, document);
	}
};
