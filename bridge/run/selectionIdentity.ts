import { isExpression } from 'n8n-workflow';

import { isRow } from './params';

const EXPRESSION = /\{\{(.*?)\}\}/gs;
/** Code that reads the clock. Code that only converts a date, such as `DateTime.fromISO`, does not count. */
const TIME = /\$now\b|\$today\b|\bDateTime\.(?:now|local|utc)\b|\bDate\.now\b|\bnew Date\(\s*\)/;
/** A variable of n8n other than the time. `${` begins a part of a template literal. */
const DATA = /\$(?!now\b|today\b|\{)/;

interface Sources {
	readonly readsTime: boolean;
	readonly readsData: boolean;
}

/** What the expressions in a string read; undefined for a value without expressions. */
const sourcesOf = (raw: unknown): Sources | undefined => {
	if (!isExpression(raw)) return undefined;
	const code = [...raw.matchAll(EXPRESSION)].map(([, inner = '']) => inner).join('\n');
	return { readsTime: TIME.test(code), readsData: DATA.test(code) };
};

/**
 * What a parameter contributes to the identity of a selection: its value, such as the customer of an item. An expression that reads only
 * the current time contributes its text instead, because its value differs in each execution.
 */
export const identityOf = (raw: unknown, value: unknown): unknown => {
	const sources = sourcesOf(raw);
	if (sources !== undefined) return sources.readsTime && !sources.readsData ? raw : value;
	if (Array.isArray(raw) && Array.isArray(value)) return value.map((each, index) => identityOf(raw[index], each));
	if (!isRow(raw) || !isRow(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, identityOf(raw[name], each)]));
};

/** Whether an expression reads both the current time and data, so that the next execution cannot recognize the same selection. */
export const mixesTimeAndData = (raw: unknown): boolean => {
	const sources = sourcesOf(raw);
	if (sources !== undefined) return sources.readsTime && sources.readsData;
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(mixesTimeAndData);
};
