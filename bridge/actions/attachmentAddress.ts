import { DOCUMENTS, documentByResource, type DocumentEntry } from '../../core/catalog';
import { InputError } from '../../core/model/inputError';
import { documentRef, type DocumentRef, type AttachmentAddress } from '../../core/operations';
import { isUnresolved, textOf, type ItemParameters } from '../run/params';
import { readRecord } from '../run/recordInput';
import { documentNamed } from './documentNamed';

/** The resource for a document that is not in the catalog: the user enters its number and the key of the record. */
export const OTHER_DOCUMENT = 'otherDocument';

/** The documents that the node lists: those whose records can have attachments, except look-up documents. */
export const ATTACHABLE: readonly DocumentEntry[] = DOCUMENTS.filter(({ kind, source }) => kind === 'maintenance' && source !== 'sandbox');

/** Whether the document has no default number, so that the user has to enter it. */
export const withoutNumber = (entry: DocumentEntry): boolean => entry.attachmentDocumentId === undefined;

/** The document that contains the attachments of all other documents. */
export const attachmentEntry = documentNamed('SysAttachment');
export const attachmentDocument: DocumentRef = documentRef(attachmentEntry);

const documentNumber = (parameters: ItemParameters, entry: DocumentEntry | undefined): string => {
	const options = parameters.collection('options');
	const given = textOf(options.documentId) || parameters.text('documentId');
	const hasDefault = given === '' && entry !== undefined && !isUnresolved(options, 'documentId');
	const number = hasDefault ? String(entry.attachmentDocumentId ?? '') : given;
	if (/^[0-9]+$/.test(number)) return number;
	throw new InputError({
		field: 'documentId',
		message: number === '' ? "'Document Number' is empty" : `'Document Number' must be a number, got '${number}'`,
		hint: "Enter the document's number from the site's list of document customizations",
	});
};

const recordKey = (parameters: ItemParameters): string => {
	const key = parameters.text('recordId');
	if (key !== '') return key;
	throw new InputError({
		field: 'recordId',
		message: "'Record Key' is empty",
		hint: 'Enter the key of the record that the files belong to',
	});
};

/**
 * The record whose attachments the node works on: chosen in a listed document, or entered as document number and key. Throws
 * {@link InputError}.
 */
export const attachmentAddress = (parameters: ItemParameters, baseUrl: string): AttachmentAddress => {
	const resource = parameters.text('resource');
	if (resource === OTHER_DOCUMENT) return { documentId: documentNumber(parameters, undefined), recordId: recordKey(parameters) };
	const entry = ATTACHABLE.find((each) => each === documentByResource(resource));
	if (entry === undefined)
		throw new InputError({
			field: 'document',
			message: `Unknown resource '${resource}'`,
			hint: "Choose one from the list, or choose 'Other Document' and enter its number",
		});
	const ref = documentRef(entry);
	return {
		documentId: documentNumber(parameters, entry),
		recordId: { document: ref, record: readRecord(parameters, { entry, ref }, baseUrl) },
	};
};
