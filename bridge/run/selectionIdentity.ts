import { isRow } from './params';

const EXPRESSION = /\{\{(.*?)\}\}/gs;
const TIME = /\$now\b|\$today\b|\bDateTime\b|\bDate\b/;
const DATA = /\$(?!now\b|today\b)/;

interface Sources {
	readonly readsTime: boolean;
	readonly readsData: boolean;
}

/** What the expressions in a text read; undefined for any other value. */
const sourcesOf = (raw: unknown): Sources | undefined => {
	if (typeof raw !== 'string' || !raw.startsWith('=')) return undefined;
	const code = [...raw.matchAll(EXPRESSION)].map(([, inner = '']) => inner).join('\n');
	return { readsTime: TIME.test(code), readsData: DATA.test(code) };
};

/**
 * A parameter as it identifies a selection: its value, but the text of an expression that reads only the current time, because its value
 * differs in each execution. Data identifies a selection by its value, such as the customer of an item.
 */
export const identityOf = (raw: unknown, value: unknown): unknown => {
	const sources = sourcesOf(raw);
	if (sources !== undefined) return sources.readsTime && !sources.readsData ? raw : value;
	if (Array.isArray(raw) && Array.isArray(value)) return value.map((each, index) => identityOf(raw[index], each));
	if (!isRow(raw) || !isRow(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, identityOf(raw[name], each)]));
};

/** Whether an expression in a parameter reads the current time and also data, so that the same selection cannot be recognized again. */
export const mixesTimeAndData = (raw: unknown): boolean => {
	const sources = sourcesOf(raw);
	if (sources !== undefined) return sources.readsTime && sources.readsData;
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(mixesTimeAndData);
};
