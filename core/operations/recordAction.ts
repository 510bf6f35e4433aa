import { saveArgumentNamed, type SaveArgumentName } from '../catalog';
import type { Client } from '../http/client';
import { ApiError } from '../http/apiError';
import { InputError } from '../model/inputError';
import type { WireRequest } from '../model/port';
import { keyName } from '../wire/body';
import { recordPath } from '../wire/path';
import { provenChange } from '../wire/proof';
import type { DocumentRef } from '../model/documentRef';
import { get } from './get';
import type { KeyValue, RecordAddress, Row } from '../model/terms';
import type { Operation } from './operation';
import type { OnNotice } from '../model/notice';
import type { Site } from '../model/site';
import { givenKey, isPrimary, keyInput, primaryKey } from './primaryKey';
import { composeRequest, type RequestParts } from './request';
import { siteMessage } from './siteMessage';

/** Whether to read the record after the change: all fields, or only those in `columns`. */
export interface ReadBack {
	readonly readBack?: boolean | { readonly columns: readonly string[] } | undefined;
}

/**
 * Returns `{ record }` with the record after the change; `{}` if the input does not request it. If the read fails, only a notice is
 * reported, because the change itself succeeded.
 */
export const readBack = async (
	input: ReadBack,
	document: DocumentRef,
	value: KeyValue,
	site: Site,
	client: Client,
	onNotice: OnNotice,
): Promise<Row> => {
	if (!input.readBack) return {};
	const columns = input.readBack === true ? undefined : { root: input.readBack.columns };
	const read = async (): Promise<Row> => {
		for await (const [record] of get.run({ document, record: { value }, columns }, site, client)) return { record };
		return {};
	};
	return await read().catch((error: unknown) => {
		// The change is complete, so even a read that cannot be sent is not an error of the item.
		if (!(error instanceof ApiError || error instanceof InputError)) throw error;
		onNotice({ name: 'notReadBack', text: `'${document.name}' ${value} was changed, but could not be read afterwards: ${error.message}` });
		return {};
	});
};

/** The PATCH of one record that calls a server function (specification: Save arguments). It must not be sent twice. */
export const actionRequest = (
	document: DocumentRef,
	key: KeyValue,
	parts: Required<Pick<RequestParts, 'contentType' | 'saveArguments' | 'body'>>,
	site: Site,
): WireRequest =>
	composeRequest({ document, method: 'PATCH', path: recordPath(document, { value: key }), verb: 'update', effect: 'once', ...parts }, site);

/** The record that an action works on. */
export interface RecordActionInput extends ReadBack {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
}

/**
 * An operation that calls a server function for one record, by its primary key. If the record is addressed by an alternate key, the primary
 * key is read first, and `compose` returns only that read. `saveArgument` determines whether the operation is irreversible.
 */
export const recordAction = <Input>(
	name: string,
	targetOf: (input: Input) => RecordActionInput,
	request: (input: Input, key: KeyValue, site: Site) => WireRequest,
	done: Row,
	saveArgument?: SaveArgumentName,
): Operation<Input> & Required<Pick<Operation<Input>, 'preview'>> => ({
	name,
	isIrreversible: () => saveArgument !== undefined && saveArgumentNamed(saveArgument)?.irreversible === true,
	target: targetOf,
	compose: (input, site) => {
		const { document, record } = targetOf(input);
		const direct = request(input, givenKey(document, record), site);
		return isPrimary(document, record) ? [direct] : get.compose(keyInput(document, record), site);
	},
	preview: async (input, site, client) => {
		const { document, record } = targetOf(input);
		return [request(input, await primaryKey(document, record, site, client), site)];
	},
	async *run(input, site, client, onNotice = () => undefined) {
		const target = targetOf(input);
		const { document, record } = target;
		request(input, givenKey(document, record), site);
		const key = await primaryKey(document, record, site, client);
		const changed = await client.send(request(input, key, site), (response) =>
			provenChange(response, { change: 'action', document }, site),
		);
		yield [
			siteMessage(
				changed,
				document,
				onNotice,
			)({ [keyName(document)]: key, ...done, ...(await readBack(target, document, key, site, client, onNotice)) }),
		];
	},
});
