import { writeFor } from './decisions';
import type { Call } from './call';
import { deleteRow } from './deletion';
import { locateRecord } from './locate';
import { badRequest } from './httpError';
import { argumentsOf, writeRow } from './write';

/** Deletes a record with its sub-tables and attachments, or one row of a sub-table (specification: DELETE). */
export const deleteRecord = (call: Call): void => {
	const { document, below } = call.address;
	if (argumentsOf(call).size > 0) {
		throw badRequest("The 'SaveArgument' header is not allowed in a DELETE");
	}
	if (below.length > 0) {
		writeRow(call, (unit, view, row) => deleteRow(unit, document, view, row));
		return;
	}
	writeFor(call, (unit) => deleteRow(unit, document, document.root, locateRecord(call)));
};
