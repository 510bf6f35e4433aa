import { isExpression, type IExecuteFunctions, type INodeExecutionData, type INodeParameters } from 'n8n-workflow';

import { InputError } from '../../core/model/inputError';
import type { Row } from '../../core/model/terms';
import { isRow } from '../../core/wire/values';
import { readerOf, type ItemReader } from './itemExpressions';

export { isRow } from '../../core/wire/values';

/** The parameters of a node for its items. Those without an expression are the same for all items and are read once. */
export class NodeParameters {
	private readonly raw: INodeParameters;

	/** The values of parameters without an expression. */
	private readonly constants = new Map<string, unknown>();

	/** The readers of parameters with an expression; null if n8n has to evaluate the parameter. */
	private readonly readers = new Map<string, ItemReader | null>();

	private readonly items: readonly INodeExecutionData[];

	constructor(private readonly context: IExecuteFunctions) {
		this.raw = context.getNode().parameters;
		this.items = context.getInputData();
	}

	of(index: number): ItemParameters {
		return new ItemParameters(
			(name) => this.read(name, index),
			(name) => valueAt(this.raw, name),
		);
	}

	private read(name: string, index: number): unknown {
		if (this.constants.has(name)) return this.constants.get(name);
		const found = this.readers.get(name)?.(this.items[index]?.json);
		if (found !== undefined) return found.value;
		// The fallback is for hidden parameters. n8n's validation would turn an empty string into the number 0.
		const value: unknown = this.context.getNodeParameter(name, index, null, { skipValidation: true });
		const raw = valueAt(this.raw, name);
		if (!hasExpression(raw)) this.constants.set(name, value);
		else if (!this.readers.has(name)) this.readers.set(name, readerOf(raw) ?? null);
		return value;
	}
}

/** The value at a path such as `columns.value`. */
const valueAt = (parameters: unknown, name: string): unknown =>
	name.split('.').reduce<unknown>((value, step) => (isRow(value) ? value[step] : undefined), parameters);

const hasExpression = (value: unknown): boolean => {
	if (typeof value === 'object' && value !== null) return Object.values(value).some(hasExpression);
	return isExpression(value);
};

/** The parameters of one item, with expressions evaluated and without validation by n8n. */
export class ItemParameters {
	/** `raw` returns a parameter without evaluating its expressions. */
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

	/** Whether a switch is on. Throws {@link InputError}. */
	flag(name: string, label: string): boolean {
		return switchOf(this.value(name), name, label);
	}

	/** The value as a number, converted from a string if necessary; undefined if the value is empty. Throws {@link InputError}. */
	number(name: string, label: string): number | undefined {
		return numberOf(this.value(name), name, label);
	}

	/** The rows of a fixed collection with several values. */
	rows(name: string, group: string): Row[] {
		return rowsOf(this.value(name), group);
	}

	collection(name: string): Row {
		return isRow(this.value(name)) ? (this.value(name) as Row) : {};
	}

	/** An object from JSON text or an expression; `{}` if it is empty. */
	json(name: string, label: string): Row {
		return jsonOf(this.value(name), name, label);
	}
}

/** The value as a trimmed string; `''` if there is none. */
export const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value).trim());

/** Whether an option is set, but its expression returned no value. The default would then be used without the user's knowledge. */
export const isUnresolved = (options: Row, name: string): boolean =>
	Object.hasOwn(options, name) && (options[name] === undefined || options[name] === null);

/** The value of a locator, or a plain value, as a trimmed string. */
export const chosenValue = (given: unknown): string => textOf(isRow(given) ? given.value : given);

/** The value as a number, converted from a string if necessary; undefined if the value is empty. Throws {@link InputError}. */
export const numberOf = (value: unknown, field: string, label: string): number | undefined => {
	const text = textOf(value);
	if (text === '') return undefined;
	const number = Number(text);
	if (Number.isFinite(number)) return number;
	throw new InputError({ field, message: `'${label}' must be a number, got '${String(value)}'`, hint: 'Enter a number' });
};

/**
 * Whether a switch is on. An expression can also return the text 'true' or 'false'; `empty` is the result for an empty value. Throws
 * {@link InputError} for any other value.
 */
export const switchOf = (value: unknown, field: string, label: string, empty = false): boolean => {
	const text = textOf(value);
	if (text === '') return empty;
	if (text === 'true' || text === 'false') return text === 'true';
	throw new InputError({
		field,
		message: `'${label}' must be true or false, got '${text}'`,
		hint: 'Turn it on or off, or check the expression that returns the value',
	});
};

/** One of the values of a list of options; the first if it is empty. Throws {@link InputError} for any other value. */
export const choice = <Name extends string>(value: unknown, names: readonly [Name, ...Name[]], field: string, label: string): Name => {
	const text = textOf(value) || names[0];
	const found = names.find((name) => name === text);
	if (found !== undefined) return found;
	throw new InputError({
		field,
		message: `Unknown value '${text}' for '${label}'`,
		hint: `Choose one of ${names.map((name) => `'${name}'`).join(', ')}`,
	});
};

/** The rows of one group of a fixed collection, which contains a list or a single row. */
export const rowsOf = (value: unknown, group: string): Row[] => {
	const rows = isRow(value) ? value[group] : undefined;
	return Array.isArray(rows) ? rows.filter(isRow) : isRow(rows) ? [rows] : [];
};

/** An object from JSON text or an expression; `{}` if it is empty. Throws {@link InputError}. */
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

/** The value of JSON text, or the value that an expression returned; undefined if it is empty. Throws {@link InputError}. */
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

/** Comma-separated values, a list from an expression, or a JSON list such as `["a, b", "c"]` for values that contain a comma. */
export const listOf = (value: unknown): unknown[] => {
	if (Array.isArray(value)) return value;
	const text = textOf(value);
	if (text.startsWith('[')) {
		try {
			const parsed: unknown = JSON.parse(text);
			if (Array.isArray(parsed)) return parsed;
		} catch {
			// Plain text can also start with a bracket.
		}
	}
	return text === '' ? [] : text.split(',').map((part) => part.trim());
};

/** The pairs of a fixed collection as an object. Throws {@link InputError} if a name occurs twice, because one value would be lost. */
export const pairsOf = (value: unknown, field: 'extraHeaders' | 'extraParameters'): Record<string, string> => {
	const pairs = rowsOf(value, 'entry').map(({ name, value: text }) => [textOf(name), textOf(text)] as const);
	const duplicate = pairs.find(([name], index) => pairs.some(([other], before) => before < index && other === name));
	if (duplicate !== undefined) throw new InputError({ field, message: `'${duplicate[0]}' is set twice`, hint: 'Remove one of them' });
	return Object.fromEntries(pairs);
};
