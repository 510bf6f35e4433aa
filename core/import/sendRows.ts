/** Sends rows with the operations for records: create, upsert, update and delete. */
import type { Client } from '../http/client';
import type { DocumentRef } from '../model/documentRef';
import type { OnNotice } from '../model/notice';
import type { Site } from '../model/site';
import type { KeyValue } from '../model/terms';
import { collected } from '../operations/collected';
import { create } from '../operations/create';
import { deleteRecord } from '../operations/delete';
import { keyIn } from '../operations/primaryKey';
import { update } from '../operations/update';
import { upsert } from '../operations/upsert';
import type { RowOutcome } from './outcomes';
import type { ImportOperation, PlannedRow } from './planRow';

export interface SendSettings {
	readonly document: DocumentRef;
	readonly operation: ImportOperation;
	readonly site: Site;
	readonly client: Client;
	readonly parameters?: Readonly<Record<string, string>>;
	readonly temporaryKeys?: boolean;
	readonly onNotice: OnNotice;
}

/** The key of the record in the result file. */
export const shownKey = ({ address, keys }: PlannedRow): KeyValue | undefined => address?.value ?? keys[0]?.value;

/** Sends the rows of one request. Only a create can have several. Throws `ApiError` and `InputError`. */
export const sendRows = async (
	rows: readonly PlannedRow[],
	{ document, operation, site, client, parameters, temporaryKeys, onNotice }: SendSettings,
): Promise<RowOutcome[]> => {
	const [planned] = rows as readonly [PlannedRow];
	const { row, fields } = planned;
	const key = shownKey(planned);
	if (operation === 'create') {
		const records = rows.map((each) => each.fields);
		const created = await collected(create.run({ document, records, temporaryKeys }, site, client, onNotice));
		return rows.map((each, index): RowOutcome => {
			const own = created.length === rows.length ? created[index] : undefined;
			const ownKey = own !== undefined && document.table.key !== undefined ? keyIn(own, document.table.key) : undefined;
			return { row: each.row, outcome: 'created', key: ownKey ?? shownKey(each) };
		});
	}
	const record = planned.address ?? { value: '' };
	const input = { document, record, ...(parameters ? { parameters } : {}) };
	switch (operation) {
		case 'upsert': {
			const [result] = await collected(upsert.run({ ...input, fields }, site, client, onNotice));
			const outcome = result?.created === true ? 'created' : 'updated';
			return [
				{
					row,
					outcome,
					key,
					...(result?.created === null ? { message: 'It is not known whether this run created or updated the record' } : {}),
				},
			];
		}
		case 'update':
			await collected(update.run({ ...input, fields, unchanged: planned.unchanged }, site, client, onNotice));
			return [{ row, outcome: 'updated', key }];
		case 'delete':
			await collected(deleteRecord.run(input, site, client, onNotice));
			return [{ row, outcome: 'deleted', key }];
	}
};
