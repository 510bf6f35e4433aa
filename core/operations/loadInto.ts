import type { Client } from '../http/client';
import { withField } from '../wire/saveArguments';
import { selected } from '../wire/simplify';
import { create } from './create';
import { get, type GetInput } from './get';
import type { KeyValue, RecordAddress, SaveArguments, Row } from '../model/terms';
import type { DocumentRef } from '../model/documentRef';
import { newRows } from './newRows';
import type { Operation } from './operation';
import type { OnNotice } from '../model/notice';
import type { Site } from '../model/site';
import { keyIn, primaryKey } from './primaryKey';
import { readBack, recordAction, type ReadBack } from './recordAction';
import { updateRequest } from './update';

/**
 * The fields of a new order, or an existing order. With `returnNewRows`, the operation reads the existing order before and after the
 * change, and returns the keys of the new rows.
 */
export type TemplateTarget = { readonly create: Row } | { readonly record: RecordAddress; readonly returnNewRows?: boolean };

/** The save arguments of a load. {@link create} and {@link update} add the body fields that go with them. */
export interface Load {
	/** The order template to send in the body, if no save argument contains its number. */
	readonly template?: KeyValue;
	readonly saveArguments: SaveArguments;
}

interface LoadInput extends ReadBack {
	readonly document: DocumentRef;
	readonly target: TemplateTarget;
}

const withTemplate = (order: Row, template: KeyValue | undefined): Row =>
	template === undefined ? order : withField(order, 'wo_template_no', template, 'the template to load');

const read = async (input: GetInput, site: Site, client: Client): Promise<readonly Row[]> => {
	for await (const rows of get.run(input, site, client)) return rows;
	return [];
};

/**
 * Loads templates into an order: with the POST that creates it, or with a PATCH of an existing one (specification: Save
 * arguments, LoadTemplate and LoadServiceTemplate).
 */
export const loadInto = <Input extends LoadInput>(name: string, loadOf: (input: Input) => Load): Operation<Input> => {
	const createInput = (input: Input, order: Row) => {
		const { template, saveArguments } = loadOf(input);
		return { document: input.document, records: [withTemplate(order, template)], saveArguments };
	};
	const onto = recordAction<Input>(
		name,
		(input) => ({
			document: input.document,
			readBack: input.readBack,
			record: 'record' in input.target ? input.target.record : { value: '' },
		}),
		(input, key, site) => {
			const { template, saveArguments } = loadOf(input);
			return updateRequest({ document: input.document, record: { value: key }, fields: withTemplate({}, template), saveArguments }, site);
		},
		{ updated: true },
	);
	/** Reads the order before and after the change, because the response to the change does not contain the new rows. */
	async function* returningNewRows(
		input: Input,
		record: RecordAddress,
		site: Site,
		client: Client,
		onNotice: OnNotice,
	): AsyncIterable<readonly Row[]> {
		const { document } = input;
		onto.compose(input, site);
		const value = await primaryKey(document, record, site, client);
		const [before] = await read({ document, record: { value } }, site, client);
		const known: Input = { ...input, target: { record: { value } }, readBack: true };
		for await (const [row] of onto.run(known, site, client, onNotice)) {
			const { record: after, ...done } = row as Row & { record?: Row };
			const rows = after ? newRows(before, after, document.table.subTables) : new Map();
			const shown = after && typeof input.readBack === 'object' ? selected([after], input.readBack.columns, document.table.key)[0] : after;
			yield [{ ...done, ...Object.fromEntries(rows), ...(shown && input.readBack ? { record: shown } : {}) }];
		}
	}
	return {
		name,
		target: ({ document, target }) => ('record' in target ? { document, record: target.record } : undefined),
		compose: (input, site) =>
			'create' in input.target ? create.compose(createInput(input, input.target.create), site) : onto.compose(input, site),
		preview: async (input, site, client) =>
			'create' in input.target ? create.compose(createInput(input, input.target.create), site) : await onto.preview(input, site, client),
		async *run(input, site, client, onNotice = () => undefined) {
			if (!('create' in input.target)) {
				const { record, returnNewRows = false } = input.target;
				yield* returnNewRows ? returningNewRows(input, record, site, client, onNotice) : onto.run(input, site, client, onNotice);
				return;
			}
			const { document } = input;
			for await (const rows of create.run(createInput(input, input.target.create), site, client, onNotice)) {
				const [first = {}, ...others] = rows;
				const key = document.table.key === undefined ? undefined : keyIn(first, document.table.key);
				yield [{ ...first, ...(key === undefined ? {} : await readBack(input, document, key, site, client, onNotice)) }, ...others];
			}
		},
	};
};
