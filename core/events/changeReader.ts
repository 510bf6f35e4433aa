/** Reads a list by the value of a watched field (specification: GET list; public material: pages, Pagination-Count). */
import type { Client } from '../http/client';
import { InputError } from '../model/inputError';
import { HARMLESS_NOTICES } from '../model/notice';
import type { Condition, Row } from '../model/terms';
import { collected } from '../operations/collected';
import { list, readFirstPage, readPage, type ListInput } from '../operations/list';
import type { Site } from '../model/site';
import { instantIn } from '../wire/dates';
import { supportsOperator } from '../wire/query';
import { isRow } from '../wire/values';
import type { WindowReader } from './sweep';
import type { Entry } from './window';

/** Which list to watch, and how records are returned. */
export interface ChangeInput extends Omit<ListInput, 'sort' | 'limit' | 'maxPages'> {
	/** The field that identifies a record. */
	readonly key: string;
	/** The field whose value increases with each new record or with each change. */
	readonly field: string;
	/** The type of the values of {@link field}. */
	readonly kind: 'date' | 'number';
	/** Whether a record is returned again if the field's value changed. */
	readonly includeChanges: boolean;
	/** How late a record can become visible: in milliseconds, or as a difference between numbers. */
	readonly overlap: number;
	/** The maximum number of records to return at a time. The next read returns the rest. */
	readonly maxRecords: number;
	/** The maximum number of records to remember. */
	readonly maxRemembered: number;
	/**
	 * The conditions or the query, and the additional query parameters, as entered. They identify the selection, because relative dates
	 * and expressions such as `$now` resolve to different values each time. If omitted, {@link conditions} and the query identify it.
	 */
	readonly selection?: unknown;
}

/** The range of values to read. It excludes missing values and dates in the year one. */
export const RANGE = { date: [Date.UTC(1900, 0, 1), Date.UTC(9999, 11, 31)], number: [-(2 ** 31), 2 ** 31 - 1] } as const;

/** The value of a field, which can be in a key object. */
const plainValue = (record: Row, name: string): unknown => {
	const value = record[name];
	return isRow(value) ? value[name] : value;
};

const keyOf = (record: Row, { key, document }: ChangeInput): string => {
	const value = plainValue(record, key);
	if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return String(value);
	throw new InputError({
		field: 'document.key',
		message: `The records of '${document.list}' have no '${key}', which identifies a record`,
		hint: "Enter the key of the document in 'Key Field Name or ID'",
	});
};

/** The space before an offset, as in `2026-08-22 10:00:00 +0200`. ISO 8601 does not allow it, but a site may use it. */
const SPACE_BEFORE_OFFSET = / (?=(?:Z|[+-][0-9:]+)$)/i;

export const valueOf = (record: Row, { field, kind, document }: ChangeInput): number => {
	const value = plainValue(record, field);
	const refusal = (what: string): InputError =>
		new InputError({
			field: 'watchedField',
			message: `'${field}' of '${document.list}' ${what}`,
			hint: `Choose a field that contains a ${kind} in every record`,
		});
	if (value === undefined || value === null) throw refusal('is missing from a record');
	const text = String(value).trim();
	const number = kind === 'number' ? Number(text === '' ? NaN : text) : instantIn(text.replace(SPACE_BEFORE_OFFSET, ''));
	if (Number.isFinite(number)) return number;
	throw refusal(`must be a ${kind}, got ${JSON.stringify(text.slice(0, 40))}`);
};

const entryOf = (record: Row, input: ChangeInput): Entry<Row> => ({ key: keyOf(record, input), at: valueOf(record, input), record });

/** The value in the format of a query. */
const toWire = (at: number, { kind }: ChangeInput): string | number =>
	kind === 'date' ? new Date(at).toISOString().replace('.000Z', 'Z') : at;

/** Conditions for values that are at least `from` and less than `to`. Older releases support only `between`. */
const rangeConditions = (input: ChangeInput, site: Site, from: number, to?: number): Condition[] => {
	const { field, kind } = input;
	// A document that is not in the catalog has no field types.
	const watched = { field, ...(kind === 'date' ? { type: 'dateTime' as const } : {}) };
	if (supportsOperator('greaterOrEqual', site) && supportsOperator('less', site)) {
		const atLeast: Condition = { ...watched, operator: 'greaterOrEqual', value: toWire(from, input) };
		return to === undefined ? [atLeast] : [atLeast, { ...watched, operator: 'less', value: toWire(to, input) }];
	}
	return [{ ...watched, operator: 'between', value: [toWire(from, input), toWire(to === undefined ? RANGE[kind][1] : to - 1, input)] }];
};

const listInput = (input: ChangeInput, conditions: readonly Condition[], direction: 'asc' | 'desc' = 'asc'): ListInput => {
	const { columns, field } = input;
	const root = columns?.root ?? [];
	return {
		...input,
		conditions: [...(input.conditions ?? []), ...conditions],
		sort: [{ field, direction }],
		...(root.length > 0 ? { columns: { ...columns, root: [...new Set([...root, input.key, field])] } } : {}),
	};
};

/** How far a value can be below `from`: a site may store times without seconds. */
const TOLERANCE = { date: 60_000, number: 0 } as const;

/**
 * Whether the site ignored `from`, which can happen for a field that is not one of the criteria of the document. Each poll would then
 * return the old records again, and reading by value would never end.
 */
const ignoresCondition = (entries: readonly Entry<Row>[], isFull: boolean, from: number, { kind }: ChangeInput): boolean =>
	entries.some(({ at }) => at < from - TOLERANCE[kind]) ||
	(isFull && entries.some(({ at }) => at < from) && entries.every(({ at }) => at <= from));

/** The record with the highest value, or with the highest value less than `to`; undefined if there are no records. */
export const newestRecord = async (input: ChangeInput, site: Site, client: Client, to?: number): Promise<Row | undefined> => {
	const { records } = await readPage(
		{ ...listInput(input, rangeConditions(input, site, RANGE[input.kind][0], to), 'desc'), pageSize: 1, limit: 1 },
		site,
		client,
	);
	return records[0];
};

const notSorted = ({ document, field }: ChangeInput): InputError =>
	new InputError({
		field: 'watchedField',
		message: `The site does not sort '${document.list}' by '${field}'`,
		hint: 'Choose another field',
	});

const readFirst = async (input: ChangeInput, from: number, site: Site, client: Client): ReturnType<WindowReader<Row>['first']> => {
	const { records, mayHaveMore: isFull } = await readFirstPage(listInput(input, rangeConditions(input, site, from)), site, client);
	const entries = records.map((record) => entryOf(record, input));
	if (isFull && entries.some(({ at }, index) => at < (entries[index - 1]?.at ?? -Infinity))) throw notSorted(input);
	if (ignoresCondition(entries, isFull, from, input)) {
		throw new InputError({
			field: 'watchedField',
			message: `The site ignores the condition on '${input.field}' of '${input.document.list}'`,
			hint: 'Choose a field that the list can be filtered by',
		});
	}
	return { entries, isFull };
};

export const readerOf = (input: ChangeInput, site: Site, client: Client): WindowReader<Row> => ({
	first: async (from) => await readFirst(input, from, site, client),
	async all(from, to) {
		let isStable = true;
		const chunks = list.run(
			{ ...listInput(input, rangeConditions(input, site, from, to)), checkPageCount: true },
			site,
			client,
			({ name }) => (isStable &&= HARMLESS_NOTICES.has(name)),
		);
		const records = await collected(chunks);
		return { entries: records.map((record) => entryOf(record, input)), isStable };
	},
	async newest(page, from) {
		const read = async (entries: readonly Entry<Row>[]): Promise<{ newest: number | undefined; isHighest: boolean }> => {
			const record = await newestRecord(input, site, client);
			const newest = record && valueOf(record, input);
			return { newest, isHighest: newest === undefined || entries.every(({ at }) => at <= newest) };
		};
		const once = await read(page);
		if (once.isHighest) return once.newest;
		// The newest record on the page may have been deleted in the meantime.
		const again = await read((await readFirst(input, from, site, client)).entries);
		if (again.isHighest) return again.newest;
		// A site that ignores 'sort' may still return its records in ascending order. Then `newest` is not from the newest record.
		throw notSorted(input);
	},
	// A site may round times down to whole seconds. A time with milliseconds shows that this site does not round.
	step: (at) => (input.kind === 'date' && at % 1000 !== 0 ? 1 : input.kind === 'date' ? 1000 : 1),
});
