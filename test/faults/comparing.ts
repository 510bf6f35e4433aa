/** The reported outcome of each item, and whether the store agrees. */
import type { IDataObject } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import type { Found, Prepared } from './operation';
import type { Json } from './site';

/** The outcome of one item. */
export interface ReportedItem {
	readonly rows: readonly Json[];
	readonly fault?: string;
}

/** The rows and the error of each item, assigned by the item links of the output (`pairedItem`). */
export const byItem = (outcome: NodeOutcome, items: number): ReportedItem[] => {
	const found = Array.from({ length: items }, (): { rows: Json[]; fault?: string } => ({ rows: [] }));
	for (const { json, pairedItem } of outcome.output[0] ?? []) {
		const links = [pairedItem].flat().map((link) => (typeof link === 'object' ? link.item : link));
		for (const link of links) {
			const item = link === undefined ? undefined : found[link];
			if (item === undefined) throw new Error(`An output item is linked to ${JSON.stringify(pairedItem)}, which is not an input item`);
			if ('error' in json) item.fault = `${String(json.error)} ${String(json.message)}`;
			else item.rows.push(json);
		}
	}
	return found;
};

/** The reported outcome of one item. `doneWithHint` and `done` look the same here, because hints belong to the whole run. */
export const reportedOf = ({ fault, rows }: ReportedItem): 'done' | 'refused' | 'uncertain' | 'silent' => {
	if (fault !== undefined) return fault.includes('may have succeeded') ? 'uncertain' : 'refused';
	return rows.length > 0 ? 'done' : 'silent';
};

const isSaid = (value: unknown): boolean => value !== undefined && value !== null;
/** Flags are exempt if values can be missing. Every other value in the output must be correct. */
const isKey = (value: unknown): boolean => typeof value !== 'boolean';

/**
 * The problems in the reported outcome of one item. Does not check how many times the operation was executed.
 * With `canLackValues`, values may be missing because part of the response can be lost. Values that exist must still be correct.
 */
export const wrongInReport = (item: ReportedItem, index: number, found: Found, canLackValues: boolean): string[] => {
	const { fault, rows } = item;
	const own = reportedOf(item);
	if (own === 'silent') return [`item ${index} was not reported`];
	if (own !== 'done') {
		return [
			...(rows.length > 0 ? [`item ${index} has rows and an error`] : []),
			...(fault!.includes(`[Item ${index}]`) ? [] : [`item ${index} is not named in its error: ${fault}`]),
			...(own !== 'uncertain' || / on (GET|POST|PUT|PATCH|DELETE) \/\w+/.test(fault!)
				? []
				: [`the error of item ${index} does not name the call: ${fault}`]),
			...(own !== 'uncertain' || /[.:] (look|read) /i.test(fault!)
				? []
				: [`the error of item ${index} does not explain how to find out: ${fault}`]),
		];
	}
	if (rows.length !== found.rows.length) return [`item ${index} has ${rows.length} rows instead of ${found.rows.length}`];
	return rows.flatMap((row, place) =>
		Object.entries(found.rows[place]!)
			.filter(([name, value]) =>
				canLackValues ? isSaid(row[name]) && isKey(value) && String(row[name]) !== String(value) : String(row[name]) !== String(value),
			)
			.map(
				([name, value]) =>
					`item ${index} reports ${JSON.stringify(row[name])} for '${name}', but the site contains ${JSON.stringify(value)}`,
			),
	);
};

/**
 * The operation's parameters with the options in `more` added. If `cell` is given, also adds the header by which its fault rules match
 * requests.
 */
export const withOptions = ({ parameters }: Prepared, more: IDataObject, cell?: string): IDataObject => ({
	...parameters,
	options: {
		...(parameters.options as IDataObject),
		...more,
		...(cell === undefined ? {} : { extraHeaders: { entry: [{ name: 'X-Cell', value: cell }] } }),
	},
});
