import { referrersOf } from '../storage/rendering';
import { quoted } from '../storage/schema';
import { type DocumentView, documentViews, type StoredRow, type TableView } from '../storage/tables';
import type { WriteUnit } from '../storage/writeUnit';
import { attachmentDocumentId, deleteAttachmentsOf } from './attachmentRecords';
import { ruleViolation } from './httpError';

interface Reference {
	readonly table: string;
	readonly field: string;
	/** The key field of the referring row. */
	readonly key: string;
}

/** Fields that contain a key but are not look-ups, by the table that they refer to. */
const PLAIN_REFERENCES: Readonly<Record<string, readonly Reference[]>> = {
	jm_work_order: [
		{ table: 'jm_actual_header', field: 'wo_no_seq', key: 'actual_hdr_no' },
		{ table: 'tc_time_card', field: 'wo_no_seq', key: 'time_card_no' },
	],
	jm_wo_transaction: [{ table: 'jm_actual_link', field: 'trx_no', key: 'actual_link_no' }],
	bid_version: [{ table: 'bid_version', field: 'original_version_no', key: 'version_no' }],
};

const requireUnused = ({ store }: WriteUnit, name: string, { stored }: TableView, row: StoredRow): void => {
	const key = row[stored.key] as string | number;
	const lookups = referrersOf(stored).map(({ table, field, isText }) => ({
		table: table.name,
		field,
		key: table.key,
		value: isText ? String(key) : Number(key),
	}));
	const plain = (PLAIN_REFERENCES[stored.name] ?? []).map((reference) => ({ ...reference, value: key }));
	for (const { table, field, key: keyField, value } of [...lookups, ...plain]) {
		const used = Number.isNaN(value)
			? undefined
			: store.get(
					`SELECT ${quoted(keyField)} AS key FROM ${quoted(table)} WHERE ${quoted(field)} = ?${table === stored.name ? ' AND row_id <> ?' : ''} LIMIT 1`,
					[value, ...(table === stored.name ? [row.row_id as number] : [])],
				);
		if (used) {
			throw ruleViolation(`${name} ${key} cannot be deleted: '${field}' of ${table} ${used.key as string | number} refers to it`);
		}
	}
};

/** The document whose records are the rows of a table: the rows of a sub-table can be the records of another document. */
const documentOf = (document: DocumentView, view: TableView): DocumentView | undefined =>
	view === document.root ? document : documentViews('26.1').find(({ root }) => root.stored === view.stored && !root.facade);

/**
 * Deletes a record or a row of a sub-table, with all rows below it and their attachments. Throws if another record refers to one
 * of them.
 */
export const deleteRow = (unit: WriteUnit, document: DocumentView, view: TableView, row: StoredRow): void => {
	deleteDependents(unit, document, view, row);
	unit.delete(document, view, row.row_id as number);
};

const deleteDependents = (unit: WriteUnit, document: DocumentView, view: TableView, row: StoredRow): void => {
	requireUnused(unit, view === document.root ? document.name : view.name, view, row);
	const own = documentOf(document, view);
	const id = own && attachmentDocumentId(own);
	if (id !== undefined) {
		deleteAttachmentsOf(unit, `${id}:${row[view.stored.key] as string | number}`);
	}
	for (const below of view.subTables) {
		unit.childRows(below.stored, row.row_id as number).forEach((one) => deleteDependents(unit, document, below, one));
	}
};
