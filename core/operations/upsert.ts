import { CONTENT_TYPES } from '../catalog';
import type { Client } from '../http/client';
import { InputError } from '../model/inputError';
import type { WireRequest } from '../model/port';
import type { Site } from '../model/site';
import type { Row, RecordAddress, SaveArguments } from '../model/terms';
import { addsRows, upsertBody } from '../wire/body';
import { addressKey, recordPath } from '../wire/path';
import { provenChange } from '../wire/proof';
import { isIrreversible, withBodyFields } from '../wire/saveArguments';
import { isTemporaryKey } from '../wire/values';
import { addedRows, existingRecord } from './addedRows';
import type { Operation } from './operation';
import { keyIn } from './primaryKey';
import { composeRequest } from './request';
import { siteMessage } from './siteMessage';
import type { DocumentRef } from '../model/documentRef';

export interface UpsertInput {
	readonly document: DocumentRef;
	/**
	 * The record, usually addressed by an alternate key. An alternate key's value is sent in the URL, in the key object and in the root of
	 * the record.
	 */
	readonly record: RecordAddress;
	readonly fields: Row;
	/** Sub-tables whose existing rows are deleted before the rows in {@link fields} are added. */
	readonly clearSubTables?: readonly string[];
	/**
	 * Whether templates are loaded only into new records (`new`, the default) or into all. With `new`, the operation reads the record first.
	 * If the record exists, the save arguments that load templates are omitted, because each load adds the transactions of the template
	 * again.
	 */
	readonly loadTemplates?: 'new' | 'all';
	/** Whether to read the record before and after the change, and to return the keys of the rows that the change added. */
	readonly returnNewRows?: boolean;
	readonly saveArguments?: SaveArguments;
	readonly parameters?: Readonly<Record<string, string>>;
}

/** Save arguments that add the transactions of a template each time they are sent. */
const LOAD_ARGUMENTS = ['loadtemplate', 'loadtemplateoption', 'loadchildtemplates', 'loadservicetemplate'];
/** `LoadTemplateOption` 0 replaces the transactions, so a second request has no additional effect. */
const isReplacing = ([name, value]: readonly [string, unknown]): boolean =>
	name.toLowerCase() === 'loadtemplateoption' && String(value) === '0';
const isLoad = ([name]: readonly [string, unknown]): boolean => LOAD_ARGUMENTS.includes(name.toLowerCase());

/** Whether a second request would add the transactions of a template again. If so, the record must be read first. */
const addsTransactions = ({ loadTemplates = 'new', record, saveArguments = {} }: UpsertInput): boolean => {
	const given = Object.entries(saveArguments);
	return loadTemplates === 'new' && !isTemporaryKey(record.value) && given.some(isLoad) && !given.some(isReplacing);
};

const withoutLoads = (input: UpsertInput): UpsertInput => ({
	...input,
	saveArguments: Object.fromEntries(Object.entries(input.saveArguments ?? {}).filter((each) => !isLoad(each))),
});

/** The input to send, and the record before the change, which is read only if it is needed. */
const prepared = async (
	input: UpsertInput,
	site: Site,
	client: Client,
): Promise<{ readonly sent: UpsertInput; readonly before?: Row | undefined }> => {
	const isGuarded = addsTransactions(input);
	if (!isGuarded && (!input.returnNewRows || isTemporaryKey(input.record.value))) return { sent: input };
	const before = await existingRecord(input, site, client, !input.returnNewRows);
	return { sent: isGuarded && before ? withoutLoads(input) : input, before };
};

const requestOf = (input: UpsertInput, site: Site): WireRequest => {
	const { clearSubTables = [], document, parameters, record, saveArguments } = input;
	const fields = withBodyFields(input.fields, input, 'upsert', site);
	if (clearSubTables.some((name) => name.trim() === '')) {
		throw new InputError({
			field: 'clearSubTables',
			message: 'A sub-table to clear has no name',
			hint: 'Enter its name, such as lib_master_audio',
		});
	}
	const addsAgain = isTemporaryKey(record.value) || addsRows(fields, document.table.subTables, clearSubTables);
	return composeRequest(
		{
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
		},
		site,
	);
};

/**
 * Creates a record, or changes the record with the given key (specification: PUT). `created` in the output shows whether the record is new.
 * If an earlier attempt may have created the record, `created` is null and a notice is reported.
 */
export const upsert: Operation<UpsertInput> = {
	name: 'upsert',
	isIrreversible: ({ saveArguments }) => isIrreversible(saveArguments),
	target: (input) => input,
	compose: (input, site) => [requestOf(input, site)],
	preview: async (input, site, client) => [requestOf((await prepared(input, site, client)).sent, site)],
	async *run(input, site, client, onNotice = () => undefined) {
		requestOf(input, site);
		const { document, record } = input;
		const { sent, before } = await prepared(input, site, client);
		if (sent !== input)
			onNotice({
				name: 'templatesNotLoaded',
				text: `No templates were loaded into existing records of '${document.name}'. To load them again, set 'Load Templates' in the options`,
			});
		const request = requestOf(sent, site);
		const { change, isNew } = await client.send(request, (response) => {
			const change = provenChange(response, { change: 'upsert', document, sent: [input.fields] }, site);
			const isCreated = change.records.length > 0 || response.status === 201;
			return { change, isNew: isCreated || (response.isRepeat ? null : false) };
		});
		if (isNew === null)
			onNotice({
				name: 'createdUnknown',
				text: `'${document.name}' ${record.value} exists with the values that were sent, but it is not known whether this request created it: the first attempt got no clear response`,
			});
		const key = before && document.table.key !== undefined ? keyIn(before, document.table.key) : undefined;
		const added = input.returnNewRows && key !== undefined ? await addedRows(before, input, key, site, client, onNotice) : {};
		const [own, ...others] = change.records;
		const addMessage = siteMessage(change, document, onNotice);
		yield [
			addMessage({
				[addressKey(document, record)]: record.value,
				...own,
				created: isNew,
				...Object.fromEntries(change.subTables),
				...added,
			}),
			// A save argument, such as one that loads child templates, can create more records.
			...others.map((row) => addMessage({ ...row, created: isNew })),
		];
	},
};
