import { CONTENT_TYPES } from '../catalog';
import { InputFault } from '../model/inputFault';
import { addsRows, upsertBody } from '../wire/body';
import { addressKey, recordPath } from '../wire/path';
import { provenChange } from '../wire/proof';
import { isIrreversible, withBodyFields } from '../wire/saveArguments';
import type { UpsertInput } from './inputs';
import type { Operation } from './operation';
import { composeRequest } from './request';
import { siteMessage } from './siteMessage';

/** By such a key the site numbers a new record at each call. */
const isTemporary = (value: UpsertInput['record']['value']): boolean => /^[-+][0-9]+$/.test(String(value));

const compose: Operation<UpsertInput>['compose'] = (input, site) => {
	const { clearSubTables = [], document, parameters, record, saveArguments } = input;
	const fields = withBodyFields(input.fields, input, 'upsert', site);
	if (clearSubTables.some((name) => name.trim() === '')) {
		throw new InputFault({ field: 'clearSubTables', what: 'A sub-table to clear has no name', how: 'Name it, such as lib_master_audio' });
	}
	const addsAgain = isTemporary(record.value) || addsRows(fields, document.table.subTables, clearSubTables);
	return [
		composeRequest({
			document,
			method: 'PUT',
			path: recordPath(document, record),
			verb: 'upsert',
			effect: addsAgain ? 'once' : 'repeatable',
			given: parameters,
			contentType: CONTENT_TYPES.payload,
			saveArguments,
			clearSubTables,
			body: upsertBody(document, record, fields, site),
		}, site),
	];
};

/**
 * Creates a record or changes the one that has the key (specification: PUT). `created` tells which; null where a first try may have
 * created it before the second found it, which is told.
 */
export const upsert: Operation<UpsertInput> = {
	name: 'upsert',
	isIrreversible: ({ saveArguments }) => isIrreversible(saveArguments),
	compose,
	async *run(input, site, client, tell = () => undefined) {
		const [request] = compose(input, site);
		const { document, record } = input;
		const { made, isNew } = await client.send(request!, (answer) => {
			const made = provenChange(answer, { change: 'upsert', document, sent: [input.fields] }, site);
			const isTold = made.records.length > 0 || answer.status === 201;
			return { made, isNew: isTold || (answer.isRepeat ? null : false) };
		});
		if (isNew === null) tell({ name: 'createdUnknown', text: `'${document.name}' ${record.value} is there as it was sent, but whether it was there before is not known: the first try got no clear answer` });
		yield [siteMessage(made, document, tell)({ [addressKey(document, record)]: record.value, ...made.records[0], created: isNew, ...Object.fromEntries(made.subTables) })];
	},
};
