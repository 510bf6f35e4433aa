import { InputError } from '../model/inputError';
import { subTableRows } from '../wire/decode';
import { omissionHeaders } from '../wire/omissions';
import { readParameters } from '../wire/parameters';
import { attachmentPath, encoded, ORDER_KEY, requireSequence } from '../wire/path';
import { provenChange } from '../wire/proof';
import { isWellFormed } from '../wire/values';
import type { Client } from '../http/client';
import type { WireRequest, FilePart } from '../model/port';
import { get, type GetInput } from './get';
import type { KeyValue, ReadSettings } from '../model/terms';
import type { Operation } from './operation';
import { listNamesOf, type Site } from '../model/site';
import { isPrimary, keyInput, PLACEHOLDER_KEY, primaryKey, type RecordOf } from './primaryKey';
import { composeRequest } from './request';
import { siteMessage } from './siteMessage';
import type { DocumentRef } from '../model/documentRef';

/** The record that the files are attached to. It is a record of another document, not of the attachment document. */
export interface AttachmentAddress {
	/** The number of the record's document on this site; see `attachmentDocumentId` of its entry. */
	readonly documentId: KeyValue;
	/** The primary key of the record, or the record itself. */
	readonly recordId: KeyValue | RecordOf;
}

export interface UploadAttachmentInput extends AttachmentAddress {
	readonly document: DocumentRef;
	/** At least one file. All files are sent in one request. */
	readonly files: readonly FilePart[];
	/** The timeout of the whole request in milliseconds. */
	readonly timeout?: number;
}

export interface ListAttachmentsInput extends AttachmentAddress, ReadSettings {
	readonly document: DocumentRef;
}

export interface DeleteAttachmentInput extends AttachmentAddress {
	readonly document: DocumentRef;
	readonly attachment: KeyValue;
}

const TABLE = 'sys_attachment';
const KEY = 'attachment_no';

/** An input with the primary key of its record. */
type Addressed<Input> = Omit<Input, 'recordId'> & { readonly recordId: KeyValue };

const addressed = <Input extends AttachmentAddress>(input: Input, recordId: KeyValue): Addressed<Input> => ({ ...input, recordId });

/** The primary key of the record; undefined if it must be read from the site. */
const givenRecord = ({ recordId }: AttachmentAddress): KeyValue | undefined => {
	if (typeof recordId !== 'object') return recordId;
	const { document, record } = recordId;
	if (!isPrimary(document, record)) return undefined;
	if (document.table.key === ORDER_KEY) requireSequence(record.value, `'${ORDER_KEY}'`, 'recordId');
	return record.value;
};

/** The request of the operation. If the key of the record must be read first, returns only the request that reads it. */
const composed = <Input extends AttachmentAddress>(
	input: Input,
	request: (input: Addressed<Input>, site: Site) => WireRequest,
	site: Site,
): WireRequest[] => {
	const given = givenRecord(input);
	const direct = request(addressed(input, given ?? PLACEHOLDER_KEY), site);
	return given === undefined && typeof input.recordId === 'object'
		? get.compose(keyInput(input.recordId.document, input.recordId.record), site)
		: [direct];
};

/** The input with the primary key of its record, which is read from the site if necessary. Checks the request first. */
const resolved = async <Input extends AttachmentAddress>(
	input: Input,
	request: (input: Addressed<Input>, site: Site) => WireRequest,
	site: Site,
	client: Client,
): Promise<Addressed<Input>> => {
	composed(input, request, site);
	const { recordId } = input;
	return addressed(input, typeof recordId === 'object' ? await primaryKey(recordId.document, recordId.record, site, client) : recordId);
};

/** Type, subtype and parameters in ASCII, for a header of the part. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:\s*;[\t\x20-\x7e]*)?$/;

/** A name that a header of the part can contain in quotation marks. */
const PART_NAME = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

const uploadRequest = (input: Addressed<UploadAttachmentInput>, site: Site): WireRequest => {
	const { document, files, timeout } = input;
	if (files.length === 0)
		throw new InputError({
			field: 'files',
			message: 'No file to upload',
			hint: 'Enter the name of at least one binary field that contains a file',
		});
	const nameless = files.findIndex(({ fileName }) => fileName.trim() === '');
	if (nameless >= 0)
		throw new InputError({
			field: 'files',
			message: `File ${nameless + 1} has no name`,
			hint: 'Enter a name with an extension. The site derives the attachment type from it',
		});
	const truncated = files.find(({ fileName }) => !isWellFormed(fileName));
	if (truncated)
		throw new InputError({
			field: 'files',
			message: `The file name ${JSON.stringify(truncated.fileName)} contains half of a character (a lone surrogate)`,
			hint: 'Enter the whole name. It was cut in the middle of a character',
		});
	const untyped = files.find(({ contentType }) => !MEDIA_TYPE.test(contentType));
	if (untyped)
		throw new InputError({
			field: 'files',
			message: `'${untyped.fileName}' has the invalid file type ${JSON.stringify(untyped.contentType)}`,
			hint: 'Set it to a type and subtype, such as application/pdf',
		});
	const misnamed = files.find(({ partName = '' }) => !PART_NAME.test(partName));
	if (misnamed)
		throw new InputError({
			field: 'partName',
			message: `'Form Field Name' contains characters that a header cannot contain: ${JSON.stringify(misnamed.partName)}`,
			hint: 'Use letters and digits without quotes, such as file',
		});
	return composeRequest(
		{ document, method: 'POST', path: attachmentPath(document, input), effect: 'once', body: { parts: files }, timeout },
		site,
	);
};

/** Before an upload of at least this many bytes, the record is read. */
const LARGE_UPLOAD = 1024 * 1024;

/**
 * The read before a large upload. It shows whether the record exists and the sign-in is valid before any bytes are sent. Undefined if
 * the upload is small, if the record's document is not known or requires parameters, or if the record is read anyway to find its primary
 * key.
 */
const recordRead = ({ recordId, files }: UploadAttachmentInput): GetInput | undefined => {
	const bytes = files.reduce((sum, { size }) => sum + size, 0);
	if (typeof recordId !== 'object' || bytes < LARGE_UPLOAD || recordId.document.requiredParameters.length > 0) return undefined;
	return isPrimary(recordId.document, recordId.record) ? keyInput(recordId.document, recordId.record) : undefined;
};

/** Attaches files to a record in one request (specification: Attachment upload). Returns one row per file, in the order of the files. */
export const uploadAttachment: Operation<UploadAttachmentInput> = {
	name: 'uploadAttachment',
	compose: (input, site) => {
		const first = recordRead(input);
		return [...(first ? get.compose(first, site) : []), ...composed(input, uploadRequest, site)];
	},
	preview: async (input, site, client) => [uploadRequest(await resolved(input, uploadRequest, site, client), site)],
	async *run(input, site, client, onNotice = () => undefined) {
		const { document, files } = input;
		composed(input, uploadRequest, site);
		const first = recordRead(input);
		if (first) await get.run(first, site, client)[Symbol.asyncIterator]().next();
		const known = await resolved(input, uploadRequest, site, client);
		const owner = { attachment_keystring: `${known.documentId}:${known.recordId}` };
		const uploaded = await client.send(uploadRequest(known, site), (response) =>
			provenChange(response, { change: 'upload', document, sent: files.map(() => ({})) }, site),
		);
		const { records } = uploaded;
		const addMessage = siteMessage(uploaded, document, onNotice);
		if (records.length === files.length) {
			yield files.map(({ fileName }, index) => addMessage({ ...records[index], file_name: fileName, ...owner }));
			return;
		}
		onNotice({
			name: 'keysUnclear',
			text: `The site did not return one key per file. Files: ${files.length}. Returned keys: ${JSON.stringify(records)}`,
		});
		yield files.map(({ fileName }) => addMessage({ file_name: fileName, ...owner }));
	},
};

const listRequest = (input: Addressed<ListAttachmentsInput>, site: Site): WireRequest => {
	const { document, parameters } = input;
	return composeRequest(
		{
			document,
			method: 'GET',
			path: `${attachmentPath(document, input)}/${TABLE}`,
			verb: 'get',
			effect: 'read',
			parameters: readParameters(document, input, [{ table: TABLE }], site),
			headers: omissionHeaders(input, listNamesOf(site)),
			given: parameters,
		},
		site,
	);
};

/** The attachments of a record, without their contents (specification: sub-table addressing). */
export const listAttachments: Operation<ListAttachmentsInput> = {
	name: 'listAttachments',
	compose: (input, site) => composed(input, listRequest, site),
	async *run(input, site, client) {
		const rows = await client.send(listRequest(await resolved(input, listRequest, site, client), site), (response) =>
			subTableRows(response, { table: TABLE }),
		);
		if (rows.length > 0) yield rows;
	},
};

const deleteRequest = (input: Addressed<DeleteAttachmentInput>, site: Site): WireRequest => {
	const { attachment, document } = input;
	const row = `${KEY}=${encoded(attachment, 'attachment', `The value of '${KEY}'`)}`;
	return composeRequest(
		{ document, method: 'DELETE', path: `${attachmentPath(document, input)}/${TABLE}/${row}`, verb: 'delete', effect: 'repeatable' },
		site,
	);
};

/** Deletes one attachment (specification: DELETE). */
export const deleteAttachment: Operation<DeleteAttachmentInput> = {
	name: 'deleteAttachment',
	compose: (input, site) => composed(input, deleteRequest, site),
	preview: async (input, site, client) => [deleteRequest(await resolved(input, deleteRequest, site, client), site)],
	async *run(input, site, client, onNotice = () => undefined) {
		const deleted = await client.send(deleteRequest(await resolved(input, deleteRequest, site, client), site), (response) =>
			provenChange(response, { change: 'delete', document: input.document }, site),
		);
		yield [siteMessage(deleted, input.document, onNotice)({ [KEY]: input.attachment, deleted: true })];
	},
};
