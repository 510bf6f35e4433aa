import { InputError } from '../model/inputError';
import type { WireRequest } from '../model/port';
import type { Site } from '../model/site';
import { addressKey, isAttachments, lastRow, recordPath } from '../wire/path';
import { provenChange } from '../wire/proof';
import type { Operation } from './operation';
import { composeRequest } from './request';
import { siteMessage } from './siteMessage';
import type { DocumentRef } from '../model/documentRef';
import type { RecordAddress, SubTableStep } from '../model/terms';

export interface DeleteInput {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
	/** The path to a sub-table row to delete instead of the record; the last step identifies the row. */
	readonly subTables?: readonly SubTableStep[];
	readonly parameters?: Readonly<Record<string, string>>;
}

const requestOf = ({ document, parameters, record, subTables = [] }: DeleteInput, site: Site): WireRequest => {
	if (subTables.length > 0) lastRow(subTables);
	// A DELETE of all attachments of a record is not documented, but a site might execute it.
	else if (isAttachments(document))
		throw new InputError({
			field: 'subTables',
			message: "No attachment is selected: 'attachment_no' is missing",
			hint: "In 'Sub-Table', add the sub-table 'sys_attachment' with the attachment number",
		});
	return composeRequest(
		{
			document,
			method: 'DELETE',
			path: recordPath(document, record, subTables),
			verb: 'delete',
			effect: 'repeatable',
			given: parameters,
		},
		site,
	);
};

/** Deletes one record, or one row of a sub-table (specification: DELETE; public material for documents other than attachments). */
export const deleteRecord: Operation<DeleteInput> = {
	name: 'delete',
	target: (input) => input,
	compose: (input, site) => [requestOf(input, site)],
	async *run(input, site, client, onNotice = () => undefined) {
		const request = requestOf(input, site);
		const { document, record, subTables = [] } = input;
		const deleted = await client.send(request, (response) => provenChange(response, { change: 'delete', document }, site));
		const row = subTables.length > 0 ? lastRow(subTables) : undefined;
		yield [
			siteMessage(
				deleted,
				document,
				onNotice,
			)({ [addressKey(document, record)]: record.value, ...(row ? { [row.key]: row.value } : {}), deleted: true }),
		];
	},
};
