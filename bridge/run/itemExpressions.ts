/**
 * Expressions that only name something of the item, such as `{{ $json }}` and `{{ $json.external_key }}`, are read here. n8n carries each expression
 * out in a guarded machine of its own, which takes a third of a millisecond: for thousands of items longer than the calls themselves.
 */
import { isRow } from '../../core/wire/values';

/** `={{ $json.a["b c"] }}` and nothing around it. */
const NAMED = /^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\]*"\]|\['[^'\\]*'\])*)\s*\}\}$/;
const STEP = /\.([A-Za-z_]\w*)|\["([^"\\]*)"\]|\['([^'\\]*)'\]/g;

/** How an expression leads into the item; undefined where it does anything else. */
const stepsOf = (expression: string): readonly string[] | undefined => {
	const path = NAMED.exec(expression)?.[1];
	return path === undefined ? undefined : [...path.matchAll(STEP)].map(([, plain, double, single]) => plain ?? double ?? single ?? '');
};

const isPlain = (value: unknown): boolean => {
	if (typeof value !== 'object' || value === null) return value !== undefined;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
};

/** What an expression names of one item; undefined where n8n has to carry it out: it is another one, or the item does not hold it. */
export type ReadOfItem = (json: unknown) => { readonly value: unknown } | undefined;

const reader =
	(steps: readonly string[]): ReadOfItem =>
	(json) => {
		let value = json;
		for (const step of steps) {
			if (!isRow(value) || !Object.hasOwn(value, step)) return undefined;
			value = value[step];
		}
		return isPlain(value) ? { value } : undefined;
	};

const constant =
	(value: unknown): ReadOfItem =>
	() => ({ value });

/** Reads a parameter as it stands in the panel, with all expressions in it; undefined where one of them is for n8n to carry out. */
export const readerOf = (raw: unknown): ReadOfItem | undefined => {
	if (typeof raw === 'string') {
		if (!raw.startsWith('=')) return constant(raw);
		const steps = stepsOf(raw);
		return steps && reader(steps);
	}
	if (Array.isArray(raw)) {
		const readers = raw.map(readerOf);
		return readers.every((each) => each !== undefined) ? all(readers, (values) => values) : undefined;
	}
	if (!isRow(raw)) return constant(raw);
	const names = Object.keys(raw);
	const readers = names.map((name) => readerOf(raw[name]));
	return readers.every((each) => each !== undefined)
		? all(readers, (values) => Object.fromEntries(names.map((name, index) => [name, values[index]])))
		: undefined;
};

const all =
	(readers: readonly ReadOfItem[], make: (values: readonly unknown[]) => unknown): ReadOfItem =>
	(json) => {
		const values: unknown[] = [];
		for (const read of readers) {
			const found = read(json);
			if (found === undefined) return undefined;
			values.push(found.value);
		}
		return { value: make(values) };
	};
