import { folded, foldedColumn } from '../storage/schema';
import { ATTACHMENT_DOCUMENT_IDS } from '../storage/siteFields';
import { documentNamed, type DocumentView, documentViews, type StoredRow } from '../storage/tables';
import type { WriteUnit } from '../storage/writeUnit';

/** The number of a document in attachment addresses; undefined if its records cannot have attachments. */
export const attachmentDocumentId = ({ entry }: DocumentView): number | undefined =>
	entry.attachmentDocumentId ?? ATTACHMENT_DOCUMENT_IDS[entry.name];

/** The document with this number in attachment addresses. */
export const documentOfId = (id: number): DocumentView | undefined =>
	documentViews('26.1').find((document) => attachmentDocumentId(document) === id);

/** Deletes an attachment. Its file is deleted after the commit. */
export const deleteAttachment = (unit: WriteUnit, row: StoredRow): void => {
	const document = documentNamed('SysAttachment');
	unit.delete(document, document.root, row.row_id as number);
	unit.afterCommit(() => unit.store.attachmentFiles.remove(row.stored_name as string));
};

/** Deletes all attachments of a record. */
export const deleteAttachmentsOf = (unit: WriteUnit, keystring: string): void => {
	// Only the case-folded column has an index.
	const rows = unit.store.all(
		`SELECT * FROM sys_attachment WHERE ${foldedColumn('attachment_keystring')} = ? AND attachment_keystring = ?`,
		[folded(keystring), keystring],
	);
	for (const row of rows) {
		deleteAttachment(unit, row as StoredRow);
	}
};
