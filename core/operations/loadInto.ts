import { InputFault } from '../model/inputFault';
import type { Client } from '../http/client';
import { selected } from '../wire/simplify';
import { create } from './create';
import { get } from './get';
import type { GetInput, ReadBack, TemplateTarget } from './inputs';
import type { RecordAddress, SaveArguments, Row } from '../model/terms';
import type { DocumentRef } from '../model/documentRef';
import { newRows } from './newRows';
import type { Operation } from './operation';
import type { Tell } from '../model/notice';
import type { Site } from '../model/site';
import { keyIn, primaryKey } from './primaryKey';
import { readBack, recordAction } from './recordAction';
import { update } from './update';

/** What is loaded: values for the body and the save arguments that go with them. */
export interface Load {
	readonly fields: Row;
	readonly saveArguments: SaveArguments;
}

interface LoadInput extends ReadBack {
	readonly document: DocumentRef;
	readonly target: TemplateTarget;
}

/** The fields of a new order with those of the load behind them; a template in both places must be the same. */
const merged = (order: Row, load: Row): Row => {
	for (const [name, value] of Object.entries(load)) {
		const given = order[name];
		if (given !== undefined && given !== null && String(given) !== String(value)) {
			throw new InputFault({ field: name, what: `'${name}' is ${JSON.stringify(given)} in the fields, and ${JSON.stringify(value)} is to be loaded`, how: `Take '${name}' out of the fields` });
		}
	}
	return { ...order, ...load };
};

const read = async (input: GetInput, site: Site, client: Client): Promise<readonly Row[]> => {
	for await (const rows of get.run(input, site, client)) return rows;
	return [];
};

/**
 * Loads something into an order: with the POST that creates it, or with a PATCH of one that exists. The numbers stand in
 * the save argument and in the body (specification: Save arguments, LoadTemplate and LoadServiceTemplate).
 */
export const loadInto = <Input extends LoadInput>(name: string, loadOf: (input: Input) => Load): Operation<Input> => {
	const createInput = (input: Input, order: Row) => {
		const { fields, saveArguments } = loadOf(input);
		return { document: input.document, records: [merged(order, fields)], saveArguments };
	};
	const onto = recordAction<Input>(
		name,
		(input) => ({ document: input.document, readBack: input.readBack, record: 'record' in input.target ? input.target.record : { value: '' } }),
		(input, key, site) => update.compose({ document: input.document, record: { value: key }, ...loadOf(input) }, site)[0]!,
		{ updated: true },
	);
	/** Reads the order before and after, since the answer of a change tells no rows. */
	async function* tellingRows(input: Input, record: RecordAddress, site: Site, client: Client, tell: Tell): AsyncIterable<readonly Row[]> {
		const { document } = input;
		onto.compose(input, site);
		const value = await primaryKey(document, record, site, client);
		const [before] = await read({ document, record: { value } }, site, client);
		const known: Input = { ...input, target: { record: { value } }, readBack: true };
		for await (const [row] of onto.run(known, site, client, tell)) {
			const { record: after, ...done } = row as Row & { record?: Row };
			const rows = after ? newRows(before, after, document.table.subTables) : new Map();
			const shown = after && typeof input.readBack === 'object' ? selected([after], input.readBack.columns, document.table.key)[0] : after;
			yield [{ ...done, ...Object.fromEntries(rows), ...(shown && input.readBack ? { record: shown } : {}) }];
		}
	}
	return {
		name,
		compose: (input, site) => ('create' in input.target ? create.compose(createInput(input, input.target.create), site) : onto.compose(input, site)),
		preview: async (input, site, client) => ('create' in input.target ? create.compose(createInput(input, input.target.create), site) : await onto.preview!(input, site, client)),
		async *run(input, site, client, tell = () => undefined) {
			if (!('create' in input.target)) {
				const { record, tellRows = false } = input.target;
				yield* tellRows ? tellingRows(input, record, site, client, tell) : onto.run(input, site, client, tell);
				return;
			}
			const { document } = input;
			for await (const rows of create.run(createInput(input, input.target.create), site, client, tell)) {
				const key = document.table.key === undefined ? undefined : keyIn(rows[0] ?? {}, document.table.key);
				yield [{ ...rows[0], ...(key === undefined ? {} : await readBack(input, document, key, site, client, tell)) }];
			}
		},
	};
};
