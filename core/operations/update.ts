import { CONTENT_TYPES } from '../catalog';
import { InputFault } from '../model/inputFault';
import type { WireRequest } from '../model/port';
import { addsRows, fitsOperations, operationsBody, payloadBody } from '../wire/body';
import { addressKey, lastRow, recordPath } from '../wire/path';
import { provenChange } from '../wire/proof';
import { get } from './get';
import type { UpdateInput } from './inputs';
import type { KeyValue, SubTableStep, Row } from '../model/terms';
import type { Operation } from './operation';
import type { Site } from '../model/site';
import { isPrimary, keyInput, primaryKey } from './primaryKey';
import { composeRequest } from './request';
import { siteMessage } from './siteMessage';

const isPayload = ({ fields, form = 'auto', subTables = [] }: UpdateInput): boolean => {
	if (subTables.length === 0) return form === 'payload' || (form === 'auto' && !fitsOperations(fields));
	if (form === 'payload') {
		throw new InputFault({ field: 'form', what: "A sub-table row cannot be changed by the form 'payload'", how: "Choose 'Automatic' or 'Operations' under 'Form of the Update', or change the rows through their record" });
	}
	return false;
};

/** The known fields of the sub-table that a path ends in. */
const fieldsAt = ({ document, subTables = [] }: UpdateInput): UpdateInput['document']['table']['fields'] => {
	let { fields, subTables: below } = document.table;
	for (const { table } of subTables) {
		const next = below.find((each) => each.name === table);
		fields = next?.fields ?? [];
		below = next?.subTables ?? [];
	}
	return fields;
};

const operationsRequest = (input: UpdateInput, site: Site): WireRequest => {
	const { document, fields, parameters, record, saveArguments, subTables = [] } = input;
	if (subTables.length > 0) lastRow(subTables);
	return composeRequest({
		document,
		method: 'PATCH',
		path: recordPath(document, record, subTables),
		verb: 'update',
		effect: 'repeatable',
		given: parameters,
		contentType: CONTENT_TYPES.json,
		saveArguments,
		body: operationsBody(fields, { fields: fieldsAt(input) }, site),
	}, site);
};

const payloadRequest = (input: UpdateInput, key: KeyValue, site: Site): WireRequest => {
	const { document, fields, parameters, saveArguments } = input;
	return composeRequest({
		document,
		method: 'PATCH',
		path: recordPath(document, { value: key }),
		verb: 'update',
		effect: addsRows(fields, document.table.subTables) ? 'once' : 'repeatable',
		given: parameters,
		contentType: CONTENT_TYPES.payload,
		saveArguments,
		body: payloadBody(document, key, fields, site),
	}, site);
};

const rowKeys = (subTables: readonly SubTableStep[]): Row => Object.fromEntries(subTables.flatMap(({ key, value }) => (key === undefined ? [] : [[key, value] as const])));

/**
 * Changes one record, or one row of a sub-table (specification: both PATCH forms). The payload form wants the primary
 * key: of a record addressed by another one, it is read first, and `compose` gives that read alone.
 */
export const update: Operation<UpdateInput> = {
	name: 'update',
	compose: (input, site) => {
		const { document, record } = input;
		if (!isPayload(input)) return [operationsRequest(input, site)];
		if (isPrimary(document, record)) return [payloadRequest(input, record.value, site)];
		// Composed to find what cannot be sent before anything is read.
		payloadRequest(input, record.value, site);
		return get.compose(keyInput(document, record, input.parameters), site);
	},
	preview: async (input, site, client) => {
		const { document, parameters, record } = input;
		return [isPayload(input) ? payloadRequest(input, await primaryKey(document, record, site, client, parameters), site) : operationsRequest(input, site)];
	},
	async *run(input, site, client, tell = () => undefined) {
		const { document, record, subTables = [] } = input;
		update.compose(input, site);
		const key = isPayload(input) ? await primaryKey(document, record, site, client, input.parameters) : undefined;
		const request = key === undefined ? operationsRequest(input, site) : payloadRequest(input, key, site);
		const change = key === undefined ? 'updateOperations' : 'updatePayload';
		const changed = await client.send(request, (answer) => provenChange(answer, { change, document, sent: [input.fields] }, site));
		yield [siteMessage(changed, document, tell)({
			...(key === undefined ? {} : { [document.table.key!]: key }),
			[addressKey(document, record)]: record.value,
			...rowKeys(subTables),
			updated: true,
			...Object.fromEntries(changed.subTables),
		})];
	},
};
