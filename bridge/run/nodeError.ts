import { NodeApiError, NodeOperationError, type INode, type INodeExecutionData } from 'n8n-workflow';

import { ApiError } from '../../core/http/apiError';
import { InputError } from '../../core/model/inputError';

export interface ErrorContext {
	readonly node: INode;
	/** Index of the item that failed, from 0 as in n8n; a trigger has none. */
	readonly item?: number;
	/** The label of the parameter that a field of the input came from; undefined if there is none. */
	readonly parameterName: (field: string) => string | undefined;
	readonly completed?: CompletedWork;
}

/** The changes that had been made when the run ended. */
export interface CompletedWork {
	/** Items that succeeded completely. */
	readonly items: readonly number[];
	/** The successful parts of items that did not succeed completely, as text: `batch 7572`. */
	readonly parts: readonly string[];
	/** Other items that may have succeeded. */
	readonly uncertain: readonly number[];
	/** Items, and parts of items, that an in-order run did not send. */
	readonly unsent: { readonly items: readonly number[]; readonly parts: readonly string[] };
}

export const NOTHING_COMPLETED: CompletedWork = { items: [], parts: [], uncertain: [], unsent: { items: [], parts: [] } };

/** The message, and how to fix the problem. */
interface ErrorText {
	readonly message: string;
	readonly description: string;
}

/**
 * The error that n8n shows: the server's message first, then the status and the request, then how to fix it. For a failed request, only
 * strings are passed on: the error that n8n's HTTP client throws contains the sign-in, and would be saved with the execution.
 */
export const nodeErrorOf = (cause: unknown, context: ErrorContext): NodeApiError | NodeOperationError => {
	if (cause instanceof NodeApiError || cause instanceof NodeOperationError) return cause;
	const text = errorText(cause, context);
	const description = [text.description, completedText(context.completed ?? NOTHING_COMPLETED)].filter((each) => each !== '').join(' ');
	const options = { description, ...(context.item === undefined ? {} : { itemIndex: context.item }) };
	const error =
		cause instanceof ApiError
			? new NodeApiError(
					context.node,
					{ message: text.message },
					{ ...options, message: text.message, httpCode: String(cause.status ?? cause.code ?? '') },
				)
			: new NodeOperationError(context.node, cause instanceof InputError || isTooDeep(cause) ? text.message : (cause as Error), options);
	// If a message looks like a network error code, n8n replaces it with a generic one.
	error.message = text.message;
	error.description = description;
	return error;
};

/** The output for an item that failed, if the workflow continues. */
export const errorItem = (cause: unknown, context: ErrorContext & { readonly item: number }): INodeExecutionData => {
	const { message, description } = nodeErrorOf(cause, context);
	// Not `??`, which would keep an empty description: n8n 1 treats an item with an empty message as a success.
	return { json: { error: message, message: description || message }, pairedItem: { item: context.item } };
};

const errorText = (error: unknown, { item, parameterName }: ErrorContext): ErrorText => {
	const place = item === undefined ? '' : ` [Item ${item}]`;
	if (error instanceof InputError) {
		const name = parameterName(error.field);
		const isNamed = name === undefined || error.message.includes(`'${name}'`) || error.message.startsWith(`Unknown ${name.toLowerCase()} `);
		const message = isNamed ? error.message : `'${name}': ${error.message}`;
		return { message: `${message}${place}`, description: `${error.hint}.` };
	}
	if (error instanceof ApiError)
		return {
			message: `${error.message}${place}`,
			description: `${error.facts}. ${error.changedNothing ? 'Nothing was changed. ' : ''}${error.hint}`,
		};
	if (isTooDeep(error))
		return {
			message: `The data is nested too deeply to be read or sent${place}`,
			description: 'Extract the values you need in an earlier node, or read fewer fields of the record.',
		};
	return { message: error instanceof Error ? error.message : String(error), description: descriptionOf(error) };
};

/** n8n's own description, which explains how to fix an expression that fails. */
const descriptionOf = (error: unknown): string => {
	const { description } = (error ?? {}) as { readonly description?: unknown };
	return typeof description === 'string' ? description : '';
};

/** Whether V8 reported an exhausted call stack. */
const isTooDeep = (error: unknown): boolean =>
	error instanceof Error && error.name === 'RangeError' && error.message.startsWith('Maximum call stack');

const completedText = ({ items, parts, uncertain, unsent }: CompletedWork): string => {
	const all = [...itemText(items), ...parts];
	const done = all.length === 0 ? [] : [`Completed before the run ended: ${all.join(', ')}.`];
	const open =
		uncertain.length === 0 ? [] : [`These items may also have succeeded: ${ranges(uncertain)}. Check them before you run them again.`];
	const rest = [...unsent.parts, ...itemText(unsent.items)];
	const left = rest.length === 0 ? [] : [`Not sent: ${rest.join(', ')}.`];
	return [...done, ...open, ...left].join(' ');
};

const itemText = (items: readonly number[]): string[] =>
	items.length === 0 ? [] : [`item${items.length === 1 ? '' : 's'} ${ranges(items)}`];

/** Formats item indexes: `0–6, 8`. */
const ranges = (items: readonly number[]): string => {
	const parts: { from: number; to: number }[] = [];
	for (const item of items) {
		const last = parts.at(-1);
		if (last?.to === item - 1) last.to = item;
		else parts.push({ from: item, to: item });
	}
	return parts.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
};
