import { InputFault } from '../http/faults';
import { changed, createdRecords, subTableRows } from '../wire/decode';
import { readParameters } from '../wire/parameters';
import { attachmentPath, encoded } from '../wire/path';
import type { Client } from '../http/client';
import type { WireRequest } from '../http/port';
import { get } from './get';
import type { AttachmentAddress, DeleteAttachmentInput, KeyValue, ListAttachmentsInput, UploadAttachmentInput } from './inputs';
import type { Operation, Site } from './operation';
import { isPrimary, keyInput, primaryKey } from './primaryKey';
import { composeRequest } from './request';

const TABLE = 'sys_attachment';
const KEY = 'attachment_no';

/** An input whose record is known by its primary key. */
type Addressed<Input> = Omit<Input, 'recordId'> & { readonly recordId: KeyValue };

const addressed = <Input extends AttachmentAddress>(input: Input, recordId: KeyValue): Addressed<Input> => ({ ...input, recordId });

/** The primary key of the record, as far as it is known without asking the site. */
const givenRecord = ({ recordId }: AttachmentAddress): KeyValue | undefined => {
	if (typeof recordId !== 'object') return recordId;
	return isPrimary(recordId.document, recordId.record) ? recordId.record.value : undefined;
};

/** Stands for a key that has to be read first, so that all else can be checked before. */
const SOME_RECORD = '0';

/** The request; where the key of the record has to be read first, that read alone. */
const composed = <Input extends AttachmentAddress>(input: Input, request: (input: Addressed<Input>, site: Site) => WireRequest, site: Site): WireRequest[] => {
	const given = givenRecord(input);
	const direct = request(addressed(input, given ?? SOME_RECORD), site);
	return given === undefined && typeof input.recordId === 'object' ? get.compose(keyInput(input.recordId.document, input.recordId.record), site) : [direct];
};

const requestFor = async <Input extends AttachmentAddress>(input: Input, request: (input: Addressed<Input>, site: Site) => WireRequest, site: Site, client: Client): Promise<WireRequest> => {
	composed(input, request, site);
	const { recordId } = input;
	return request(addressed(input, typeof recordId === 'object' ? await primaryKey(recordId.document, recordId.record, site, client) : recordId), site);
};

const uploadRequest = (input: Addressed<UploadAttachmentInput>, site: Site): WireRequest => {
	const { document, files, timeout } = input;
	if (files.length === 0) throw new InputFault({ field: 'files', what: 'There is no file to upload', how: 'Name at least one binary field that holds a file' });
	const nameless = files.findIndex(({ fileName }) => fileName.trim() === '');
	if (nameless >= 0) throw new InputFault({ field: 'files', what: `File ${nameless + 1} has no name`, how: 'Give it one with an extension; the site finds its type by it' });
	return composeRequest({ document, method: 'POST', path: attachmentPath(document, input), effect: 'once', body: { parts: files }, timeout }, site);
};

/** Attaches files to a record in one call (specification: Attachment upload). Gives a row to each file, in their order. */
export const uploadAttachment: Operation<UploadAttachmentInput> = {
	name: 'uploadAttachment',
	compose: (input, site) => composed(input, uploadRequest, site),
	async *run(input, site, client, tell = () => undefined) {
		const { document, files } = input;
		const { records } = await client.send(await requestFor(input, uploadRequest, site, client), (answer) => createdRecords(answer, document.table));
		if (records.length === files.length) {
			yield files.map(({ fileName }, index) => ({ ...records[index], file_name: fileName }));
			return;
		}
		tell({ name: 'keysUnclear', text: `${files.length} files were sent and ${records.length} keys told: ${JSON.stringify(records)}` });
		yield files.map(({ fileName }) => ({ file_name: fileName }));
	},
};

const listRequest = (input: Addressed<ListAttachmentsInput>, site: Site): WireRequest => {
	const { document, parameters } = input;
	return composeRequest({
		document,
		method: 'GET',
		path: `${attachmentPath(document, input)}/${TABLE}`,
		verb: 'get',
		effect: 'read',
		parameters: readParameters(document, input, [{ table: TABLE }], site),
		given: parameters,
	}, site);
};

/** The attachments of a record, without their contents (specification: sub-table addressing). */
export const listAttachments: Operation<ListAttachmentsInput> = {
	name: 'listAttachments',
	compose: (input, site) => composed(input, listRequest, site),
	async *run(input, site, client) {
		const rows = await client.send(await requestFor(input, listRequest, site, client), (answer) => subTableRows(answer, TABLE));
		if (rows.length > 0) yield rows;
	},
};

const deleteRequest = (input: Addressed<DeleteAttachmentInput>, site: Site): WireRequest => {
	const { attachment, document } = input;
	const row = `${KEY}=${encoded(attachment, 'attachment', `The value of '${KEY}'`)}`;
	return composeRequest({ document, method: 'DELETE', path: `${attachmentPath(document, input)}/${TABLE}/${row}`, verb: 'delete', effect: 'repeatable' }, site);
};

/** Deletes one attachment (specification: DELETE). */
export const deleteAttachment: Operation<DeleteAttachmentInput> = {
	name: 'deleteAttachment',
	compose: (input, site) => composed(input, deleteRequest, site),
	async *run(input, site, client) {
		await client.send(await requestFor(input, deleteRequest, site, client), changed);
		yield [{ [KEY]: input.attachment, deleted: true }];
	},
};
