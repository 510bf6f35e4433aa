import type { MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rowsExpression } from '../storage/render';
import { documentNamed, type StoredRow, type Value } from '../storage/tables';
import { readRenderOptions } from '../query/columns';
import { deleteAttachment, documentOfId } from './attachmentRecords';
import { writeFor } from './decisions';
import type { Call } from './call';
import { createdEnvelope, type Envelope } from './envelope';
import { findRow, isVisible, keyNotFound } from './locate';
import { allowedMethods, methodNotAllowedAt } from './methods';
import { badRequest, notFound, ruleViolation, unsupportedMediaType } from './httpError';
import { BODY_CHECK } from '../plugins/faults/gate';
import { folded } from '../storage/schema';

const KEYSTRING = /^(\d{1,9}):([^]+)$/;
const TABLE = 'sys_attachment';

/** The keystring of the addressed record, `<document id>:<record id>`. Throws if no such record is visible to the request. */
const keystringOf = (call: Call): string => {
	const { key } = call.address;
	if (key?.field !== 'attachment_keystring') {
		throw badRequest("The URL of attachments is '/SysAttachment/attachment_keystring=<document id>:<record id>'");
	}
	const [, id = '', recordId = ''] = KEYSTRING.exec(key.value) ?? [];
	if (id === '') {
		throw badRequest(
			`'${key.value}' is not an attachment_keystring; use the document number, a colon and the record key, such as '10339:100-1'`,
		);
	}
	const document = documentOfId(Number(id));
	if (!document) {
		throw badRequest(`'${id}' in the attachment_keystring is not the number of a document with attachments`);
	}
	const record = findRow({ store: call.store, address: { ...call.address, document } }, document.root, {
		field: document.root.key,
		value: recordId,
	});
	if (!record || !isVisible(call, document, record)) {
		throw keyNotFound(key);
	}
	return `${Number(id)}:${String(record[document.root.stored.key])}`;
};

const attachmentTypeOf = ({ store }: Call, fileName: string): number => {
	const dot = fileName.lastIndexOf('.');
	const extension = dot < 0 ? '' : fileName.slice(dot + 1);
	const found =
		extension === ''
			? undefined
			: store.get('SELECT attachment_type_no AS number FROM sys_attachment_type WHERE file_extension_folded = ? ORDER BY row_id LIMIT 1', [
					folded(extension),
				]);
	if (!found) {
		throw ruleViolation(
			`No attachment type is defined for the file '${fileName}'${extension === '' ? ', whose name has no extension' : ` (extension '${extension}')`}`,
		);
	}
	return found.number as number;
};

interface KeptFile {
	readonly fileName: string;
	readonly typeNumber: number;
	readonly name: string;
	readonly size: number;
}

/** The parser throws a plain `Error` for truncated or invalid form-data; disk errors and framework errors have a code. */
const refusalOf = (thrown: unknown): unknown =>
	thrown instanceof Error && thrown.constructor === Error && !('code' in thrown)
		? badRequest(`The form-data cannot be read: ${thrown.message}`)
		: thrown;

/** Streams every file part to disk. Rejected parts are read to their end, so that the client receives the response. */
const keepFiles = async (call: Call, parts: AsyncIterable<MultipartFile>): Promise<KeptFile[]> => {
	const files = call.store.attachmentFiles;
	const kept: KeptFile[] = [];
	let refused: unknown;
	try {
		for await (const part of parts) {
			const fileName = part.filename ?? '';
			try {
				const typeNumber = attachmentTypeOf(call, fileName);
				if (refused === undefined) {
					kept.push({ fileName, typeNumber, ...(await files.keep(part.file)) });
				}
			} catch (error) {
				refused ??= error;
			}
			part.file.resume();
		}
	} catch (broken) {
		refused ??= broken;
	}
	if (refused !== undefined) {
		kept.forEach(({ name }) => files.remove(name));
		throw refusalOf(refused);
	}
	return kept;
};

const storeFiles = (call: Call, kept: readonly KeptFile[]): Envelope =>
	writeFor(call, (unit) => {
		const document = documentNamed('SysAttachment');
		// The record is looked up again, because it may have been deleted during the upload.
		const keystring = keystringOf(call);
		const records = kept.map(({ fileName, typeNumber, name, size }) => {
			const given = new Map<string, Value>([
				['attachment_keystring', keystring],
				['attachment_desc', fileName],
				['attachment_type_no', typeNumber],
				['file_name', fileName],
				['file_size', size],
				['stored_name', name],
			]);
			const key = unit.nextKey(document.root, null);
			return { rowId: unit.insert(document, document.root, null, key, given), key, given };
		});
		return createdEnvelope(document, records, unit.created, call.release);
	});

/** Stores the uploaded files. Returns undefined if a fault prevents this. */
const upload = async (call: Call, request: FastifyRequest): Promise<Envelope | undefined> => {
	keystringOf(call);
	if (!request.isMultipart()) {
		throw unsupportedMediaType(
			"Send files as multipart form-data: the 'Content-Type' header must be 'multipart/form-data' with a boundary",
		);
	}
	const kept = await keepFiles(call, request.files());
	if (kept.length === 0) {
		throw badRequest('The form-data contains no file');
	}
	let envelope: Envelope | undefined;
	try {
		const proceed = (await request.raw[BODY_CHECK]?.('')) ?? true;
		envelope = proceed ? storeFiles(call, kept) : undefined;
	} finally {
		if (envelope === undefined) {
			kept.forEach(({ name }) => call.store.attachmentFiles.remove(name));
		}
	}
	return envelope;
};

/** The attachment in the address: `/sys_attachment/attachment_no=<n>`, optionally followed by `/content`. */
const attachmentIn = (call: Call, keystring: string): { readonly row?: StoredRow; readonly listed: boolean; readonly content: boolean } => {
	const [table, key, content, ...others] = call.address.rest;
	if (table === undefined) {
		return { listed: false, content: false };
	}
	if (table !== TABLE || others.length > 0 || (content !== undefined && content !== 'content')) {
		const rest = call.address.rest.join('/');
		throw notFound(`'${rest}' in the URL is not valid for attachments; use '${TABLE}' or '${TABLE}/attachment_no=<n>'`);
	}
	if (key === undefined) {
		return { listed: true, content: false };
	}
	const number = /^attachment_no=(\d{1,15})$/.exec(key)?.[1];
	const row =
		number === undefined
			? undefined
			: call.store.get(`SELECT * FROM ${TABLE} WHERE row_id = ? AND attachment_keystring = ?`, [Number(number), keystring]);
	if (!row) {
		throw notFound(`Alternate key not found: ${key}`);
	}
	return { row: row as StoredRow, listed: true, content: content !== undefined };
};

const list = (call: Call, keystring: string, wrapped: boolean, row: StoredRow | undefined): Buffer => {
	const { root } = documentNamed('SysAttachment');
	const options = readRenderOptions(root, call, 'record');
	const [open, close] = wrapped ? [`{"${TABLE}":[`, ']}'] : ['[', ']'];
	const found = call.store.get(
		`SELECT CAST(concat('${open}', ${rowsExpression(root, 'row0', options)}, '${close}') AS BLOB) AS response
		FROM ${TABLE} row0 WHERE attachment_keystring = ?${row ? ' AND row0.row_id = ?' : ''}`,
		[keystring, ...(row ? [row.row_id as number] : [])],
	);
	return Buffer.from(found?.response as Uint8Array);
};

const remove = (call: Call, row: StoredRow | undefined): void => {
	if (!row) {
		throw badRequest(`The URL must identify one attachment: '/${TABLE}/attachment_no=<n>'`);
	}
	writeFor(call, (unit) => deleteAttachment(unit, row));
};

const fileNameHeader = (fileName: string): string =>
	`attachment; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`;

/** Uploads, lists, downloads and deletes the files of a record (specification: Attachment upload, DELETE). */
export const respondAttachments = async (call: Call, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
	const { method } = request;
	const needsKey = method === 'DELETE' && call.address.rest.length < 2;
	if (call.address.key && !needsKey && !allowedMethods(call.address, call.release).includes(method)) {
		throw methodNotAllowedAt(call.address, method, call.release);
	}
	if (method === 'POST') {
		const envelope = await upload(call, request);
		return envelope === undefined ? reply.hijack() : reply.send(envelope);
	}
	const keystring = keystringOf(call);
	const { row, listed, content } = attachmentIn(call, keystring);
	if (method === 'DELETE') {
		remove(call, row);
		return reply.code(204).send();
	}
	if (row && content) {
		return reply
			.header('Content-Disposition', fileNameHeader(row.file_name as string))
			.header('Content-Length', row.file_size as number)
			.type('application/octet-stream')
			.send(call.store.attachmentFiles.read(row.stored_name as string));
	}
	return reply.type('application/json; charset=utf-8').send(list(call, keystring, !listed, row));
};
