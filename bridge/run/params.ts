import { isExpression, type IExecuteFunctions, type INodeExecutionData, type INodeParameters } from 'n8n-workflow';

import { InputError } from '../../core/model/inputError';
import type { Row } from '../../core/model/terms';
import { isRow } from '../../core/wire/values';
import { readerOf, type ReadOfItem } from './itemExpressions';

export { isRow } from '../../core/wire/values';

/** The parameters of a node for its items. Those without an expression are the same for all items and are read once. */
export class NodeParameters {
	private readonly raw: INodeParameters;

	private readonly same = new Map<string, unknown>();

	/** By parameter: how it is read of the item; null where n8n has to. */
	private readonly readers = new Map<string, ReadOfItem | null>();

	private readonly items: readonly INodeExecutionData[];

	constructor(private readonly context: IExecuteFunctions) {
		this.raw = context.getNode().parameters;
		this.items = context.getInputData();
	}

	of(index: number): ItemParameters {
		return new ItemParameters(
			(name) => this.read(name, index),
			(name) => at(this.raw, name),
		);
	}

	private read(name: string, index: number): unknown {
		if (this.same.has(name)) return this.same.get(name);
		const found = this.readers.get(name)?.(this.items[index]?.json);
		if (found !== undefined) return found.value;
		// A parameter that its node does not show has no value.
		// Without the checks of n8n, which turn an empty text into the number 0: each reader checks what it needs.
		const value: unknown = this.context.getNodeParameter(name, index, null, { skipValidation: true });
		const raw = at(this.raw, name);
		if (!holdsExpression(raw)) this.same.set(name, value);
		else if (!this.readers.has(name)) this.readers.set(name, readerOf(raw) ?? null);
		return value;
	}
}

/** What stands at a name such as `columns.value`. */
const at = (parameters: unknown, name: string): unknown =>
	name.split('.').reduce<unknown>((value, step) => (isRow(value) ? value[step] : undefined), parameters);

const holdsExpression = (value: unknown): boolean => {
	if (typeof value === 'object' && value !== null) return Object.values(value).some(holdsExpression);
	return isExpression(value);
};

/** The parameters of one item. Values come as they are given or as an expression made them; each reader checks what it needs. */
export class ItemParameters {
	/** `raw` gives a parameter as it stands in the panel, expressions unread. */
	constructor(
		private readonly read: (name: string) => unknown,
		readonly raw: (name: string) => unknown = () => undefined,
	) {}

	value(name: string): unknown {
		return this.read(name) ?? undefined;
	}

	text(name: string): string {
		return textOf(this.value(name));
	}

	flag(name: string): boolean {
		return this.value(name) === true;
	}

	/** A number, also one given as text; undefined where it is empty. */
	number(name: string, label: string): number | undefined {
		return numberOf(this.value(name), name, label);
	}

	/** The rows of a fixed collection with several values. */
	rows(name: string, group: string): Row[] {
		return rowsOf(this.value(name), group);
	}

	/** The entries of a collection. */
	collection(name: string): Row {
		return isRow(this.value(name)) ? (this.value(name) as Row) : {};
	}

	/** An object given as JSON text or by an expression; `{}` where it is empty. */
	json(name: string, label: string): Row {
		return jsonOf(this.value(name), name, label);
	}
}

/** What was given as a text, without spaces at its ends; `''` where nothing was. */
export const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value).trim());

/** A number, also one given as text; undefined where it is empty. Throws {@link InputError}. */
export const numberOf = (value: unknown, field: string, label: string): number | undefined => {
	const text = textOf(value);
	if (text === '') return undefined;
	const number = Number(text);
	if (Number.isFinite(number)) return number;
	throw new InputError({ field, message: `'${label}' must be a number, got '${String(value)}'`, hint: 'Enter a number' });
};

/** The rows of one group of a fixed collection, which holds several or one; none where it is empty. */
export const rowsOf = (value: unknown, group: string): Row[] => {
	const rows = isRow(value) ? value[group] : undefined;
	return Array.isArray(rows) ? rows.filter(isRow) : isRow(rows) ? [rows] : [];
};

/** An object given as JSON text or by an expression; `{}` where it is empty. Throws {@link InputError}. */
export const jsonOf = (value: unknown, field: string, label: string): Row => {
	const parsed = parseJson(value, field, label);
	if (parsed === undefined) return {};
	if (isRow(parsed)) return parsed;
	throw new InputError({
		field,
		message: `'${label}' must be a JSON object`,
		hint: 'Use curly brackets, such as {"job_no": 12}',
	});
};

/** What JSON text holds, or what an expression gave in its place; undefined where there is nothing. Throws {@link InputError}. */
export const parseJson = (value: unknown, field: string, label: string): unknown => {
	if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return undefined;
	return typeof value === 'string' ? parse(value, field, label) : value;
};

const parse = (text: string, field: string, label: string): unknown => {
	let reason: string;
	try {
		return JSON.parse(text);
	} catch (cause) {
		reason = cause instanceof Error ? cause.message : String(cause);
	}
	throw new InputError({
		field,
		message: `'${label}' must be valid JSON: ${reason}`,
		hint: 'Put names and text in double quotes, and remove commas before closing brackets',
	});
};

/** Values with commas between them, or a list that an expression gave. A value with a comma in it wants the second form or JSON: `["a, b", "c"]`. */
export const listOf = (value: unknown): unknown[] => {
	if (Array.isArray(value)) return value;
	const text = textOf(value);
	if (text.startsWith('[')) {
		try {
			const parsed: unknown = JSON.parse(text);
			if (Array.isArray(parsed)) return parsed;
		} catch {
			// A bracket can begin a plain text too.
		}
	}
	return text === '' ? [] : text.split(',').map((part) => part.trim());
};

/** Pairs of a fixed collection as an object: further headers, further query parameters. Throws {@link InputError} where a name stands twice, since one of the two would be lost. */
export const pairsOf = (value: unknown, field: 'extraHeaders' | 'extraParameters'): Record<string, string> => {
	const pairs = rowsOf(value, 'entry').map(({ name, value: text }) => [textOf(name), textOf(text)] as const);
	const twice = pairs.find(([name], index) => pairs.some(([other], before) => before < index && other === name));
	if (twice !== undefined) throw new InputError({ field, message: `'${twice[0]}' is given twice`, hint: 'Remove one of them' });
	return Object.fromEntries(pairs);
};
