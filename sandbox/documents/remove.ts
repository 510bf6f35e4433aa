import { applyRules } from '../rules';
import { writeFor } from './decisions';
import type { Call } from './call';
import { deleteRow } from './deletion';
import { locateRecord, locateRow } from './locate';
import { badRequest } from './httpError';
import { argumentsOf, unchangedRecord } from './write';

/** Deletes a record with its sub-tables and attachments, or one row of a sub-table (specification: DELETE). */
export const deleteRecord = (call: Call): void => {
	const { address, release, divisions } = call;
	const { document } = address;
	if (argumentsOf(call).size > 0) {
		throw badRequest("The header 'SaveArgument' is not allowed in a DELETE");
	}
	writeFor(call, (unit) => {
		const record = locateRecord(call);
		if (address.below.length === 0) {
			deleteRow(unit, document, document.root, record);
			return;
		}
		const { view, row } = locateRow(call, record);
		deleteRow(unit, document, view, row);
		applyRules({
			unit,
			document,
			release,
			divisions,
			decisions: call.decisions,
			kind: 'update',
			arguments: new Map(),
			records: [unchangedRecord(call, record)],
		});
	});
};
