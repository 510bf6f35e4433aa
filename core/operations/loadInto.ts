import { InputFault } from '../http/faults';
import { create } from './create';
import type { ReadBack, SaveArguments, TemplateTarget } from './inputs';
import type { DocumentRef } from './documentRef';
import type { Operation, Row } from './operation';
import { keyIn } from './primaryKey';
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
	return {
		name,
		compose: (input, site) => ('create' in input.target ? create.compose(createInput(input, input.target.create), site) : onto.compose(input, site)),
		async *run(input, site, client, tell = () => undefined) {
			if (!('create' in input.target)) {
				yield* onto.run(input, site, client, tell);
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
