import { NodeApiError, NodeOperationError, type INode, type INodeExecutionData } from 'n8n-workflow';

import { ApiFault } from '../../core/http/faults';
import { InputFault } from '../../core/model/inputFault';

export interface FaultContext {
	readonly node: INode;
	/** The item it happened to, counted from 0 as n8n does; a trigger has none. */
	readonly item?: number;
	/** The displayed name of the parameter that a place in the input came from; undefined where there is none. */
	readonly parameterName: (field: string) => string | undefined;
	readonly carriedOut?: CarriedOut;
}

/** What had been changed when the run ended. */
export interface CarriedOut {
	/** Items that were carried out whole. */
	readonly items: readonly number[];
	/** What was carried out of items that were not, in words: «batch 7572». */
	readonly parts: readonly string[];
	/** Further items of which nobody can tell. */
	readonly uncertain: readonly number[];
	/** Items, and parts of items, that a run in order did not send any more. */
	readonly unsent: { readonly items: readonly number[]; readonly parts: readonly string[] };
}

export const NOTHING_DONE: CarriedOut = { items: [], parts: [], uncertain: [], unsent: { items: [], parts: [] } };

/** What happened, and how to get unstuck. */
interface Words {
	readonly message: string;
	readonly description: string;
}

/**
 * The error that n8n shows: the server's own words first, then status and address, then how to get unstuck.
 * It is made of words alone: what n8n's HTTP client throws holds the sign-in, and would be saved with the execution.
 */
export const nodeErrorOf = (fault: unknown, context: FaultContext): NodeApiError | NodeOperationError => {
	if (fault instanceof NodeApiError || fault instanceof NodeOperationError) return fault;
	const words = wordsOf(fault, context);
	const description = [words.description, carriedOutWords(context.carriedOut ?? NOTHING_DONE)].filter((text) => text !== '').join(' ');
	const options = { description, itemIndex: context.item };
	const error =
		fault instanceof ApiFault
			? new NodeApiError(
					context.node,
					{ message: words.message },
					{ ...options, message: words.message, httpCode: String(fault.status ?? fault.code ?? '') },
				)
			: new NodeOperationError(context.node, fault instanceof InputFault || isTooDeep(fault) ? words.message : (fault as Error), options);
	// n8n replaces texts that look like a code of the network by general ones.
	error.message = words.message;
	error.description = description;
	return error;
};

/** What stands in the place of an item's result where the workflow goes on. */
export const errorItem = (fault: unknown, context: FaultContext & { readonly item: number }): INodeExecutionData => {
	const { message, description } = nodeErrorOf(fault, context);
	// Not `??`: without a message n8n 1 takes it for a result that went well.
	return { json: { error: message, message: description || message }, pairedItem: { item: context.item } };
};

const wordsOf = (fault: unknown, { item, parameterName }: FaultContext): Words => {
	const place = item === undefined ? '' : ` [Item ${item}]`;
	if (fault instanceof InputFault) {
		const name = parameterName(fault.field);
		const what = name === undefined || fault.what.includes(`'${name}'`) ? fault.what : `'${name}': ${fault.what}`;
		return { message: `${what}${place}`, description: `${fault.how}.` };
	}
	if (fault instanceof ApiFault)
		return {
			message: `${fault.message}${place}`,
			description: `${fault.facts}. ${fault.changedNothing ? 'Nothing was changed. ' : ''}${fault.hint}`,
		};
	if (isTooDeep(fault))
		return {
			message: `The data is nested too deeply, many hundred levels, to be read or sent${place}`,
			description: 'Take what is needed out of it before, or have the record read with fewer fields.',
		};
	return { message: fault instanceof Error ? fault.message : String(fault), description: hintIn(fault) };
};

/** What n8n itself says about it: an expression that cannot be carried out comes with how to mend it. */
const hintIn = (fault: unknown): string => {
	const { description } = (fault ?? {}) as { readonly description?: unknown };
	return typeof description === 'string' ? description : '';
};

/** The engine's way of saying so. */
const isTooDeep = (fault: unknown): boolean =>
	fault instanceof Error && fault.name === 'RangeError' && fault.message.startsWith('Maximum call stack');

const carriedOutWords = ({ items, parts, uncertain, unsent }: CarriedOut): string => {
	const all = [...itemWords(items), ...parts];
	const done = all.length === 0 ? [] : [`Completed before the run ended: ${all.join(', ')}.`];
	const open =
		uncertain.length === 0 ? [] : [`May also have succeeded: ${itemWords(uncertain).join()}. Check them too before you run them again.`];
	const rest = [...unsent.parts, ...itemWords(unsent.items)];
	const left = rest.length === 0 ? [] : [`Not sent: ${rest.join(', ')}.`];
	return [...done, ...open, ...left].join(' ');
};

const itemWords = (items: readonly number[]): string[] =>
	items.length === 0 ? [] : [`item${items.length === 1 ? '' : 's'} ${ranges(items)}`];

/** `0–6, 8`. */
const ranges = (items: readonly number[]): string => {
	const parts: { from: number; to: number }[] = [];
	for (const item of items) {
		const last = parts.at(-1);
		if (last?.to === item - 1) last.to = item;
		else parts.push({ from: item, to: item });
	}
	return parts.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
};
