import { InputFault } from '../http/faults';
import { changed, createdRecords, subTableRows } from '../wire/decode';
import { readParameters } from '../wire/parameters';
import { attachmentPath, encoded } from '../wire/path';
import type { DeleteAttachmentInput, ListAttachmentsInput, UploadAttachmentInput } from './inputs';
import type { Operation } from './operation';
import { composeRequest } from './request';

const TABLE = 'sys_attachment';
const KEY = 'attachment_no';

const composeUpload: Operation<UploadAttachmentInput>['compose'] = (input, site) => {
	const { document, files, timeout } = input;
	if (files.length === 0) throw new InputFault({ field: 'files', what: 'There is no file to upload', how: 'Name at least one binary field that holds a file' });
	const nameless = files.findIndex(({ fileName }) => fileName.trim() === '');
	if (nameless >= 0) throw new InputFault({ field: 'files', what: `File ${nameless + 1} has no name`, how: 'Give it one with an extension; the site finds its type by it' });
	return [composeRequest({ document, method: 'POST', path: attachmentPath(document, input), effect: 'once', body: { parts: files }, timeout }, site)];
};

/** Attaches files to a record in one call (specification: Attachment upload). Gives a row to each file, in their order. */
export const uploadAttachment: Operation<UploadAttachmentInput> = {
	name: 'uploadAttachment',
	compose: composeUpload,
	async *run(input, site, client, tell = () => undefined) {
		const [request] = composeUpload(input, site);
		const { document, files } = input;
		const { records } = await client.send(request!, (answer) => createdRecords(answer, document.table));
		if (records.length === files.length) {
			yield files.map(({ fileName }, index) => ({ ...records[index], file_name: fileName }));
			return;
		}
		tell({ name: 'keysUnclear', text: `${files.length} files were sent and ${records.length} keys told: ${JSON.stringify(records)}` });
		yield files.map(({ fileName }) => ({ file_name: fileName }));
	},
};

const composeList: Operation<ListAttachmentsInput>['compose'] = (input, site) => {
	const { document, parameters } = input;
	return [
		composeRequest({
			document,
			method: 'GET',
			path: `${attachmentPath(document, input)}/${TABLE}`,
			verb: 'get',
			effect: 'read',
			parameters: readParameters(document, input, [{ table: TABLE }], site),
			given: parameters,
		}, site),
	];
};

/** The attachments of a record, without their contents (specification: sub-table addressing). */
export const listAttachments: Operation<ListAttachmentsInput> = {
	name: 'listAttachments',
	compose: composeList,
	async *run(input, site, client) {
		const [request] = composeList(input, site);
		const rows = await client.send(request!, (answer) => subTableRows(answer, TABLE));
		if (rows.length > 0) yield rows;
	},
};

const composeDelete: Operation<DeleteAttachmentInput>['compose'] = (input, site) => {
	const { attachment, document } = input;
	const row = `${KEY}=${encoded(attachment, 'attachment', `The value of '${KEY}'`)}`;
	return [composeRequest({ document, method: 'DELETE', path: `${attachmentPath(document, input)}/${TABLE}/${row}`, verb: 'delete', effect: 'repeatable' }, site)];
};

/** Deletes one attachment (specification: DELETE). */
export const deleteAttachment: Operation<DeleteAttachmentInput> = {
	name: 'deleteAttachment',
	compose: composeDelete,
	async *run(input, site, client) {
		const [request] = composeDelete(input, site);
		await client.send(request!, changed);
		yield [{ [KEY]: input.attachment, deleted: true }];
	},
};
