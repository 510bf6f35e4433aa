/**
 * Request paths (specification: Common request rules, key and sub-table addressing). Every name and value is encoded separately, so that it
 * arrives unchanged and cannot become another segment, parameter or document.
 */
import { documentByName } from '../catalog';
import { InputError } from '../model/inputError';
import type { DocumentRef } from '../model/documentRef';
import type { KeyValue, NamedKey, RecordAddress, SubTableStep } from '../model/terms';
import { isWellFormed } from './values';

/**
 * Encodes a name or value for a URL. `field` is its path in the input, `label` its name in messages. Throws {@link InputError} for values
 * that a URL cannot contain: an empty string, a number that is not finite, one or two dots (clients resolve them as path segments), and a
 * lone surrogate.
 */
export const encoded = (given: KeyValue, field: string, label: string): string => {
	const text = String(given ?? '');
	if (text.trim() === '')
		throw new InputError({ field, message: `${label} is empty`, hint: 'Enter the number or text that identifies the record' });
	if (typeof given === 'number' && !Number.isFinite(given))
		throw new InputError({
			field,
			message: `${label} must be a number or text, got ${given}`,
			hint: 'Check the expression that returns it',
		});
	if (text === '.' || text === '..') {
		throw new InputError({
			field,
			message: `${label} is '${text}', which cannot be part of a URL`,
			hint: 'Select the record by another key',
		});
	}
	if (!isWellFormed(text))
		throw new InputError({
			field,
			message: `${label} contains half of a character (a lone surrogate)`,
			hint: 'Enter the whole text. It was cut in the middle of a character',
		});
	return encodeURIComponent(text);
};

/** The key of every order, a number with its sequence (specification: Documents, JmWorkOrder). */
export const ORDER_KEY = 'wo_no_seq';

/**
 * Rejects an order number without its sequence: no order has such a key. `label` is the name of the value in messages. Throws
 * {@link InputError}.
 */
export const requireSequence = (value: KeyValue, label: string, field: string): void => {
	const text = String(value).trim();
	if (/^[0-9]+$/.test(text))
		throw new InputError({
			field,
			message: `${label} is '${text}', an order number without its sequence`,
			hint: `Add the sequence, such as '${text}-1'`,
		});
};

const ATTACHMENT_KEY = 'attachment_keystring';

/**
 * `attachment_keystring=10339:100-1`, with an unencoded colon between the document number and the key (specification: Attachment upload).
 */
const attachmentSegment = ({ documentId, recordId }: AttachmentOwner): string =>
	`${ATTACHMENT_KEY}=${encoded(documentId, 'documentId', `The document number in '${ATTACHMENT_KEY}'`)}:${encoded(recordId, 'recordId', `The record in '${ATTACHMENT_KEY}'`)}`;

/** The two parts of an attachment_keystring. Throws {@link InputError} if one is missing. */
const attachmentOwner = (value: KeyValue, field: string): AttachmentOwner => {
	const text = String(value);
	const [, documentId = '', recordId = ''] = /^\s*([^:]*?)\s*:(.*)$/s.exec(text) ?? [];
	if (documentId !== '' && recordId.trim() !== '') return { documentId, recordId };
	throw new InputError({
		field,
		message: `'${ATTACHMENT_KEY}' must be a document number and a record key joined by a colon, got '${text}'`,
		hint: "Enter both, such as '10339:9453-1'",
	});
};

/** The record that files are attached to. */
export interface AttachmentOwner {
	/** The number of the record's document on the site, such as 10339 for work orders. */
	readonly documentId: KeyValue;
	readonly recordId: KeyValue;
}

/** The segment with the key of a record: `job_no=12`. */
const keySegment = (key: string, value: KeyValue, place: string): string => {
	if (key === ATTACHMENT_KEY && String(value ?? '').trim() !== '') return attachmentSegment(attachmentOwner(value, `${place}.value`));
	if (key === ORDER_KEY) requireSequence(value, `'${key}'`, `${place}.value`);
	return `${encoded(key, `${place}.key`, 'The name of the key field')}=${encoded(value, `${place}.value`, `The value of '${key}'`)}`;
};

/** The key that addresses a record: the primary key by default. */
export const addressKey = (document: DocumentRef, record: RecordAddress): string => {
	const key = record.key || document.table.key;
	if (key) return key;
	throw new InputError({
		field: 'record.key',
		message: `The key field of '${document.name}' is not known`,
		hint: "Enter it in 'Key Field Name or ID', such as job_no or external_key",
	});
};

/** The path of a document: `/JmJob`. */
export const documentPath = (document: DocumentRef): string => `/${encoded(document.name, 'document', 'The name of the document')}`;

/** Documents whose create path ends with a slash (specification: Save arguments, the Actualize keys). */
const SLASH_ON_CREATE: ReadonlySet<string> = new Set(['JmActual']);

/** The path of a create: `/JmJob`, `/JmActual/`. */
export const createPath = (document: DocumentRef): string => `${documentPath(document)}${SLASH_ON_CREATE.has(document.name) ? '/' : ''}`;

/** The path of a list: `/JmJobList`. Throws {@link InputError} if the document has no list. */
export const listPath = (document: DocumentRef): string => {
	if (document.list === undefined) {
		throw new InputError({ field: 'document', message: `'${document.name}' has no list`, hint: 'Read a single record by its key instead' });
	}
	return `/${encoded(document.list, 'document', 'The name of the list')}`;
};

const subTablePath = (steps: readonly SubTableStep[]): string =>
	steps
		.map(({ table, key, value }, index) => {
			const place = `subTables[${index}]`;
			const name = encoded(table, `${place}.table`, 'The name of the sub-table');
			if (value === undefined && index === steps.length - 1) return `/${name}`;
			if (key === undefined || value === undefined) {
				throw new InputError({
					field: place,
					message: `The row of '${table}' is not specified`,
					hint: 'Enter the key field and the value of the row that contains the next sub-table',
				});
			}
			return `/${name}/${keySegment(key, value, place)}`;
		})
		.join('');

/** The path of a record: `/JmJob/job_no=12`, with a sub-table path `/jm_episode` or `/mo_service_row/service_row_no=1/mo_operation`. */
export const recordPath = (document: DocumentRef, record: RecordAddress, subTables: readonly SubTableStep[] = []): string =>
	`${documentPath(document)}/${keySegment(addressKey(document, record), record.value, 'record')}${subTablePath(subTables)}`;

/** The path of a record's attachments: `/SysAttachment/attachment_keystring=10339:100-1`. */
export const attachmentPath = (document: DocumentRef, owner: AttachmentOwner): string =>
	`${documentPath(document)}/${attachmentSegment(owner)}`;

/** Whether the document contains the files of other documents' records. */
export const isAttachments = ({ name }: DocumentRef): boolean => documentByName(name)?.kind === 'attachments';

/** The row at the end of a sub-table path. Throws {@link InputError} if the path ends in a whole sub-table. */
export const lastRow = (steps: readonly SubTableStep[]): NamedKey => {
	const last = steps[steps.length - 1];
	if (last?.key !== undefined && last.value !== undefined) return { key: last.key, value: last.value };
	throw new InputError({
		field: `subTables[${Math.max(steps.length - 1, 0)}]`,
		message: `The row of '${last?.table ?? 'the sub-table'}' is not specified`,
		hint: 'Enter the key field and the value of the row',
	});
};
