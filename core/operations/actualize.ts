import type { Client } from '../http/client';
import { FIXED_VALUES } from '../catalog';
import { InputError } from '../model/inputError';
import type { WireRequest } from '../model/port';
import { requireSequence } from '../wire/path';
import { provenChange } from '../wire/proof';
import { exactNumber } from '../wire/values';
import { createRequest } from './create';
import { get } from './get';
import type { SaveArguments, Row, KeyValue } from '../model/terms';
import type { Operation } from './operation';
import type { Site } from '../model/site';
import { isPrimary, keyInput, PLACEHOLDER_KEY, primaryKey, type RecordOf } from './primaryKey';
import { readBack, type ReadBack } from './recordAction';
import { siteMessage } from './siteMessage';
import { numbers, numeric } from './saveArgumentNumbers';
import type { DocumentRef } from '../model/documentRef';

/** One row of actual work. It becomes one detail, and one link for each of its transactions. */
export interface ActualDetail {
	readonly action: KeyValue;
	readonly units: number;
	/** The flag `actual`; `Y` if omitted. */
	readonly actual?: string;
	readonly transactions?: readonly KeyValue[];
	/** Additional fields of the detail. */
	readonly fields?: Row;
}

export interface ActualizeInput extends ReadBack {
	readonly document: DocumentRef;
	/** The order: its number and sequence (`9453-1`), or a record. Only a record can be read back. */
	readonly order: string | RecordOf;
	readonly details: readonly ActualDetail[];
	/** Additional fields of the header, which can replace the default ones (`wo_no`, `wo_seq`, `actual_status`). */
	readonly fields?: Row;
	/** The transactions to actualize. `linked`: the transactions that the details link to. `none`: the actuals are only stored. */
	readonly actualize: 'all' | 'linked' | 'none' | { readonly transactions: readonly KeyValue[] };
	/** Whether the list of transactions starts with -2, which the specification allows. */
	readonly leadingMinusTwo?: boolean;
	readonly updatePhase?: boolean;
}

const HEADER = -1;

/** The order, its number and its sequence as separate fields: `9453-1`, `9453` and `1`. All three are required. */
const orderFields = (order: string): Row => {
	const [, number, sequence] = /^([0-9]+)-([0-9]+)$/.exec(order.trim()) ?? [];
	if (number !== undefined && sequence !== undefined)
		return { wo_no: exactNumber(number) ?? number, wo_seq: exactNumber(sequence) ?? sequence, wo_no_seq: { wo_no_seq: order.trim() } };
	requireSequence(order, "'wo_no_seq'", 'order');
	throw new InputError({
		field: 'order',
		message: `'wo_no_seq' must be an order number with its sequence, got ${JSON.stringify(order)}`,
		hint: 'Enter the number and the sequence, such as 9453-1',
	});
};

/** Header, details and links, which refer to each other by temporary identifiers: -1 for the header, then the details, then the links. */
const actualRecord = ({ details, fields = {} }: ActualizeInput, order: string): Row => {
	const detailNumber = (index: number): number => HEADER - 1 - index;
	const links = details.flatMap(({ transactions = [] }, index) =>
		transactions.map((transaction) => ({ detail: detailNumber(index), transaction })),
	);
	return {
		actual_hdr_no: { actual_hdr_no: HEADER },
		...orderFields(order),
		actual_status: 'Y',
		...fields,
		jm_actual_detail: details.map(({ action, actual = 'Y', fields: additional = {}, units }, index) => ({
			actual_hdr_no: HEADER,
			actual_det_no: detailNumber(index),
			action_code: { action_code: action },
			actual_unit: units,
			actual,
			...additional,
		})),
		jm_actual_link: links.map(({ detail, transaction }, index) => ({
			actual_link_no: detailNumber(details.length) - index,
			actual_det_no: detail,
			trx_no: numeric(transaction, 'details', 'The transaction of a detail'),
		})),
	};
};

const saveArguments = ({
	actualize: mode,
	details,
	updatePhase = false,
	leadingMinusTwo = false,
}: ActualizeInput): SaveArguments | undefined => {
	const phase: SaveArguments = updatePhase ? { ActualizeUpdatePhase: FIXED_VALUES.yes } : {};
	if (mode === 'none') {
		if (!updatePhase) return undefined;
		throw new InputError({
			field: 'updatePhase',
			message: 'The phase can be updated only if transactions are actualized',
			hint: "Choose which transactions to actualize, or turn off 'Update Phase'",
		});
	}
	if (mode === 'all') return { ActualizeAll: FIXED_VALUES.all, ...phase };
	const transactions = mode === 'linked' ? details.flatMap((detail) => detail.transactions ?? []) : mode.transactions;
	const selected = [...new Set(numbers(transactions, 'actualize', 'The transactions to actualize').split(','))].join(',');
	return { ActualizeSelected: leadingMinusTwo ? `-2,${selected}` : selected, ...phase };
};

const composePost = (input: ActualizeInput, order: string, site: Site): WireRequest => {
	const { document } = input;
	if (input.details.length === 0)
		throw new InputError({
			field: 'details',
			message: 'No details to store',
			hint: 'Add at least one detail with its action and units',
		});
	return createRequest({ document, saveArguments: saveArguments(input), records: [actualRecord(input, order)] }, site);
};

/** The number of the order; undefined if it must be read from the site. */
const givenOrder = ({ order }: ActualizeInput): string | undefined => {
	if (typeof order === 'string') return order.trim();
	return isPrimary(order.document, order.record) ? String(order.record.value).trim() : undefined;
};

const compose: Operation<ActualizeInput>['compose'] = (input, site) => {
	const order = givenOrder(input);
	const post = composePost(input, order ?? PLACEHOLDER_KEY, site);
	return order === undefined && typeof input.order !== 'string'
		? get.compose(keyInput(input.order.document, input.order.record), site)
		: [post];
};

/** The number of the order, which is read from the site if the order is addressed by an alternate key. */
const orderNumber = async (input: ActualizeInput, site: Site, client: Client): Promise<string> => {
	const { order } = input;
	return givenOrder(input) ?? (typeof order === 'string' ? order : String(await primaryKey(order.document, order.record, site, client)));
};

/** Stores actuals of an order and actualizes its transactions (specification: Save arguments, the Actualize keys). */
export const actualize: Operation<ActualizeInput> = {
	name: 'actualize',
	// Without transactions to actualize, the request only stores actuals.
	isIrreversible: ({ actualize: mode }) => mode !== 'none',
	compose,
	preview: async (input, site, client) => [composePost(input, await orderNumber(input, site, client), site)],
	async *run(input, site, client, onNotice = () => undefined) {
		compose(input, site);
		const of = typeof input.order === 'string' ? undefined : input.order;
		const order = await orderNumber(input, site, client);
		const stored = await client.send(composePost(input, order, site), (response) =>
			provenChange(response, { change: 'actualize', document: input.document, sent: [actualRecord(input, order)] }, site),
		);
		const after = of ? await readBack(input, of.document, order, site, client, onNotice) : {};
		yield [
			siteMessage(
				stored,
				input.document,
				onNotice,
			)({
				...stored.records[0],
				wo_no_seq: order,
				actualized: input.actualize !== 'none',
				...Object.fromEntries(stored.subTables),
				...after,
			}),
		];
	},
};
