import { DOCUMENTS, documentByResource, type DocumentEntry } from '../../core/catalog';
import { InputError } from '../../core/model/inputError';
import { documentRef, type DocumentRef } from '../../core/operations';
import type { AttachmentAddress } from '../../core/operations/inputs';
import { textOf, type ItemParameters } from '../run/params';
import { readRecord } from '../run/recordInput';
import { documentNamed } from './documentNamed';

/** The Resource of a document that the catalogue does not know: its number and the key of the record are given. */
export const OTHER_DOCUMENT = 'otherDocument';

/** Documents whose records take attachments and can be chosen by name; those that only look-ups choose from are left out. */
export const ATTACHABLE: readonly DocumentEntry[] = DOCUMENTS.filter(({ kind, source }) => kind === 'maintenance' && source !== 'sandbox');

/** Those whose number differs from site to site, so that it has to be given. */
export const withoutNumber = (entry: DocumentEntry): boolean => entry.attachmentDocumentId === undefined;

/** The document that holds the attachments of all others. */
export const attachmentEntry = documentNamed('SysAttachment');
export const attachmentDocument: DocumentRef = documentRef(attachmentEntry);

const documentNumber = (parameters: ItemParameters, entry: DocumentEntry | undefined): string => {
	const given = textOf(parameters.collection('options').documentId) || parameters.text('documentId');
	const number = given === '' && entry ? String(entry.attachmentDocumentId ?? '') : given;
	if (/^[0-9]+$/.test(number)) return number;
	throw new InputError({
		field: 'documentId',
		message: number === '' ? "'Document Number' is empty" : `'Document Number' must be a number, got '${number}'`,
		hint: "Enter the number of the document on your site. The site's list of document customizations shows it",
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

/** Reads whose files are meant: a record of a document, or any number and key. Throws {@link InputError}. */
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
