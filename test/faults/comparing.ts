/** What a workflow was told of its items, and whether the store agrees. */
import type { IDataObject } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import type { Found, Prepared } from './operation';
import type { Json } from './site';

/** What came of one item. */
export interface ToldItem {
	readonly rows: readonly Json[];
	readonly fault?: string;
}

/** The rows and the fault of each item, by the link that n8n would follow. */
export const byItem = (outcome: NodeOutcome, items: number): ToldItem[] => {
	const found = Array.from({ length: items }, (): { rows: Json[]; fault?: string } => ({ rows: [] }));
	for (const { json, pairedItem } of outcome.output[0] ?? []) {
		const links = [pairedItem].flat().map((link) => (typeof link === 'object' ? link.item : link));
		for (const link of links) {
			const item = link === undefined ? undefined : found[link];
			if (item === undefined) throw new Error(`An output item is linked to ${JSON.stringify(pairedItem)}, which is no input item`);
			if ('error' in json) item.fault = `${String(json.error)} ${String(json.message)}`;
			else item.rows.push(json);
		}
	}
	return found;
};

/** What one item was told; `told` and `done` cannot be parted here, since hints are of the whole run. */
export const toldOf = ({ fault, rows }: ToldItem): 'done' | 'refused' | 'uncertain' | 'silent' => {
	if (fault !== undefined) return fault.includes('may have succeeded') ? 'uncertain' : 'refused';
	return rows.length > 0 ? 'done' : 'silent';
};

const isSaid = (value: unknown): boolean => value !== undefined && value !== null;
/** Keys of records, which have to be right wherever they are told. */
const isKey = (value: unknown): boolean => typeof value !== 'boolean';

/**
 * What is wrong with what one item was told, its number of times aside. `mayLack`: the answer can have been lost in part, so that what
 * it would have told need not be there; what is told has to be right all the same.
 */
export const wrongInTold = (item: ToldItem, index: number, found: Found, mayLack: boolean): string[] => {
	const { fault, rows } = item;
	const own = toldOf(item);
	if (own === 'silent') return [`item ${index} was told nothing`];
	if (own !== 'done') {
		return [
			...(rows.length > 0 ? [`item ${index} has rows beside its fault`] : []),
			...(fault!.includes(`[Item ${index}]`) ? [] : [`item ${index} is not named in its fault: ${fault}`]),
			...(own !== 'uncertain' || / on (GET|POST|PUT|PATCH|DELETE) \/\w+/.test(fault!)
				? []
				: [`item ${index} does not say which call it was: ${fault}`]),
			...(own !== 'uncertain' || /[.:] (look|read) /i.test(fault!) ? [] : [`item ${index} does not say how to find out: ${fault}`]),
		];
	}
	if (rows.length !== found.rows.length) return [`item ${index} has ${rows.length} rows instead of ${found.rows.length}`];
	return rows.flatMap((row, place) =>
		Object.entries(found.rows[place]!)
			.filter(([name, value]) =>
				mayLack ? isSaid(row[name]) && isKey(value) && String(row[name]) !== String(value) : String(row[name]) !== String(value),
			)
			.map(
				([name, value]) =>
					`item ${index} was told that '${name}' is ${JSON.stringify(row[name])}, and the site holds ${JSON.stringify(value)}`,
			),
	);
};

/** The options of the call with those of the operation, and a header that the rules of a cell are put on. */
export const withOptions = ({ parameters }: Prepared, more: IDataObject, cell?: string): IDataObject => ({
	...parameters,
	options: {
		...(parameters.options as IDataObject),
		...more,
		...(cell === undefined ? {} : { extraHeaders: { entry: [{ name: 'X-Cell', value: cell }] } }),
	},
});
