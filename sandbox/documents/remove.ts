import { referrersOf } from '../storage/rendering';
import { quoted } from '../storage/schema';
import type { StoredRow } from '../storage/tables';
import { attachmentDocumentId, deleteAttachmentsOf } from './attachmentRecords';
import type { Call } from './call';
import { locateBelow, locateRecord } from './locate';
import { badRequest, ruledOut } from './refusal';
import { argumentsOf } from './write';

const requireUnused = ({ store, address }: Call, record: StoredRow): void => {
	const { root, name } = address.document;
	const key = record[root.stored.key] as string | number;
	for (const { table, field, isText } of referrersOf(root.stored)) {
		const value = isText ? String(key) : Number(key);
		const used = Number.isNaN(value)
			? undefined
			: store.get(`SELECT ${quoted(table.key)} AS key FROM ${quoted(table.name)} WHERE ${quoted(field)} = ? LIMIT 1`, [value]);
		if (used) {
			throw ruledOut(`${name} ${key} cannot be deleted: '${field}' of ${table.name} ${used.key as string | number} refers to it`);
		}
	}
};

/** Deletes a record with its sub-tables and attachments, or one row of a sub-table (specification: DELETE). */
export const deleteRecord = (call: Call): void => {
	const { store, address } = call;
	const { document } = address;
	if (argumentsOf(call).size > 0) {
		throw badRequest("The header 'SaveArgument' has no place in a DELETE");
	}
	store.write((unit) => {
		const record = locateRecord(call);
		if (address.below.length > 0) {
			const located = locateBelow(call, record);
			if (!located?.row) {
				throw badRequest(
					`The address has to name one row of '${located?.view.name ?? ''}', like '${located?.view.key ?? ''}=<value>'`,
				);
			}
			unit.delete(document, located.view, located.row.row_id as number);
			return;
		}
		requireUnused(call, record);
		const id = attachmentDocumentId(document);
		if (id !== undefined) {
			deleteAttachmentsOf(unit, `${id}:${record[document.root.stored.key] as string | number}`);
		}
		unit.delete(document, document.root, record.row_id as number);
	});
};
