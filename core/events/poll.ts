/** New and changed records of a list since the last poll (specification: GET list; public material: pages, Pagination-Count). */
import { hasSince } from '../catalog';
import type { Client } from '../http/client';
import { DEFAULT_PAGE_SIZE } from '../model/defaults';
import { InputError } from '../model/inputError';
import type { Notice } from '../model/notice';
import type { ListInput } from '../operations/inputs';
import type { Condition, Row } from '../model/terms';
import { list } from '../operations/list';
import { listNamesOf, type Site } from '../model/site';
import { listCount, listRecords } from '../wire/decode';
import { isRow } from '../wire/values';
import { sha256 } from './digest';
import { sweep, type WindowReader } from './sweep';
import { EMPTY_MEMORY, lowerEnd, PollWindow, type Entry, type Memory } from './window';

/** What is watched, and how the records are given. */
export interface PollInput extends Omit<ListInput, 'sort' | 'limit' | 'maxPages'> {
	/** The field by which a record is known again. */
	readonly key: string;
	/** The field that grows with every new, or every changed, record. */
	readonly field: string;
	/** How its values are read. */
	readonly kind: 'date' | 'number';
	/** Whether a record comes again when the value of the field changed. */
	readonly withChanges: boolean;
	/** How late a record may show itself: milliseconds, or the number itself. */
	readonly overlap: number;
	/** The highest number of records to one poll. */
	readonly recordsPerPoll: number;
	/** The highest number of records to remember. */
	readonly highest: number;
	/** What identifies the conditions, if it is not their values: relative dates change from day to day. */
	readonly enteredConditions?: unknown;
}

/** What is kept from one poll to the next. */
export interface PollState {
	/** What the memory is of; a memory of something else counts as none. */
	readonly scope: string;
	readonly memory: Memory;
}

/** From outside: the present (milliseconds since 1970), and whether the poll has to come to an end. */
export interface PollClock {
	now(): number;
	isTimeUp(): boolean;
}

/** What a poll gives, and what is to be kept for the next. */
export interface PollResult {
	/** As the server gave them, by the value of the field. */
	readonly records: readonly Row[];
	readonly state: PollState;
	/** The first poll only remembers what there is. */
	readonly isFirst: boolean;
}

/** The ends of what a field can hold, so that records without a value stay away, and those of the year one. */
const ENDS = { date: [Date.UTC(1900, 0, 1), Date.UTC(9999, 11, 31)], number: [-(2 ** 31), 2 ** 31 - 1] } as const;

const OFFSET = /([Zz]|[+-][0-9]{2}:?[0-9]{2})$/;

/** The value of a field, also out of the object of a key. */
const plainValue = (record: Row, name: string): unknown => {
	const value = record[name];
	return isRow(value) ? value[name] : value;
};

const keyOf = (record: Row, { key, document }: PollInput): string => {
	const value = plainValue(record, key);
	if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return String(value);
	throw new InputError({
		field: 'document.key',
		message: `The records of '${document.list}' have no '${key}', which identifies a record`,
		hint: "Enter the key of the document in 'Key Field Name or ID'",
	});
};

const valueOf = (record: Row, { field, kind, document }: PollInput): number => {
	const value = plainValue(record, field);
	const refuse = (what: string): InputError =>
		new InputError({
			field: 'watchedField',
			message: `'${field}' of '${document.list}' ${what}`,
			hint: `Choose a field that contains a ${kind} in every record`,
		});
	if (value === undefined || value === null) throw refuse('is missing in a record');
	const text = String(value).trim();
	// Times are stored in UTC (public material); what comes without an offset is none of the clock here.
	const number =
		kind === 'number' ? Number(text === '' ? NaN : text) : Date.parse(OFFSET.test(text) || !/[T ]/.test(text) ? text : `${text}Z`);
	if (Number.isFinite(number)) return number;
	throw refuse(`must be a ${kind}, got ${JSON.stringify(text.slice(0, 40))}`);
};

const entryOf = (record: Row, input: PollInput): Entry<Row> => ({ key: keyOf(record, input), at: valueOf(record, input), record });

/** A value as it is sent. */
const wireOf = (at: number, { kind }: PollInput): string | number =>
	kind === 'date' ? new Date(at).toISOString().replace('.000Z', 'Z') : at;

/** `from` or more, and less than `to`: by the one operator that every release knows, where the others are too young. */
const within = (input: PollInput, site: Site, from: number, to?: number): Condition[] => {
	const { field, kind } = input;
	if (hasSince(site.release, '11.0')) {
		const atLeast: Condition = { field, operator: 'greaterOrEqual', value: wireOf(from, input) };
		return to === undefined ? [atLeast] : [atLeast, { field, operator: 'less', value: wireOf(to, input) }];
	}
	return [{ field, operator: 'between', value: [wireOf(from, input), wireOf(to === undefined ? ENDS[kind][1] : to - 1, input)] }];
};

const listInput = (input: PollInput, conditions: readonly Condition[], direction: 'asc' | 'desc' = 'asc'): ListInput => {
	const { columns, field } = input;
	const root = columns?.root ?? [];
	return {
		...input,
		conditions: [...(input.conditions ?? []), ...conditions],
		sort: [{ field, direction }],
		...(root.length > 0 ? { columns: { ...columns, root: [...new Set([...root, input.key, field])] } } : {}),
	};
};

/** One page, which is one answer: nothing can move while it is read. */
const readPage = async (
	input: ListInput,
	site: Site,
	client: Client,
): Promise<{ readonly records: readonly Row[]; readonly isFull: boolean }> => {
	const [request, ...others] = list.compose(input, site);
	if (others.length > 0)
		throw new InputError({
			field: 'conditions',
			message: 'The conditions are too long for one request',
			hint: "Use fewer values in 'Is Any Of'",
		});
	const names = listNamesOf(site);
	return await client.send(request!, (answer) => {
		const records = listRecords(answer, names);
		const count = listCount(answer, names);
		return {
			records,
			isFull: count === undefined ? records.length >= (input.pageSize ?? DEFAULT_PAGE_SIZE) : records.length > 0 && records.length < count,
		};
	});
};

/** All portions as one list. Not by the arguments of a `push`: a site that knows no pages gives more at once than a call takes. */
const gathered = async <T>(portions: AsyncIterable<readonly T[]>): Promise<T[]> => {
	const all: (readonly T[])[] = [];
	for await (const portion of portions) all.push(portion);
	return all.flat();
};

/** What a list tells that moves none of its records. */
const HARMLESS: ReadonlySet<Notice['name']> = new Set(['smallerPages', 'sortedInParts']);

/** By how much a value may lie before the one that was asked for: a site may keep its times without seconds. */
const LENIENCE = { date: 60_000, number: 0 } as const;

/**
 * Whether a site did not heed `from`, which it may do with a field outside of its criteria: then each poll would give its
 * old records anew, and reading on by value would come to no end.
 */
const isPassedOver = (entries: readonly Entry<Row>[], isFull: boolean, from: number, { kind }: PollInput): boolean =>
	entries.some(({ at }) => at < from - LENIENCE[kind]) ||
	(isFull && entries.some(({ at }) => at < from) && entries.every(({ at }) => at <= from));

/** The record with the highest value, for a look at what a poll will give; undefined where there is none. */
export const newestRecord = async (input: PollInput, site: Site, client: Client): Promise<Row | undefined> => {
	const { records } = await readPage(
		{ ...listInput(input, within(input, site, ENDS[input.kind][0]), 'desc'), pageSize: 1, limit: 1 },
		site,
		client,
	);
	return records[0];
};

const readerOf = (input: PollInput, site: Site, client: Client): WindowReader<Row> => ({
	async first(from) {
		const { records, isFull } = await readPage(listInput(input, within(input, site, from)), site, client);
		const entries = records.map((record) => entryOf(record, input));
		if (isFull && entries.some(({ at }, index) => index > 0 && at < entries[index - 1]!.at)) {
			throw new InputError({
				field: 'watchedField',
				message: `The site does not sort '${input.document.list}' by '${input.field}'`,
				hint: 'Choose another field',
			});
		}
		if (isPassedOver(entries, isFull, from, input)) {
			throw new InputError({
				field: 'watchedField',
				message: `The site ignores the condition on '${input.field}' of '${input.document.list}'`,
				hint: 'Choose a field that the list can be filtered by',
			});
		}
		return { entries, isFull };
	},
	async all(from, to) {
		let isSteady = true;
		const portions = list.run(
			listInput(input, within(input, site, from, to)),
			site,
			client,
			({ name }) => (isSteady &&= HARMLESS.has(name)),
		);
		const records = await gathered(portions);
		return { entries: records.map((record) => entryOf(record, input)), isSteady };
	},
	async newest() {
		const record = await newestRecord(input, site, client);
		return record && valueOf(record, input);
	},
	// Sites write whole seconds or finer; a whole second may stand for a finer time behind it.
	step: (at) => (input.kind === 'date' && at % 1000 !== 0 ? 1 : input.kind === 'date' ? 1000 : 1),
});

/** A memory belongs to a site, a list, a field and a selection: of anything else it says nothing. */
const scopeOf = (
	{ document, key, field, withChanges, conditions, enteredConditions, queryJson, parameters }: PollInput,
	siteName: string,
): string =>
	sha256(
		JSON.stringify([
			siteName,
			document.list,
			key,
			field,
			withChanges,
			enteredConditions ?? conditions ?? [],
			queryJson ?? {},
			parameters ?? {},
		]),
	).slice(0, 32);

const isPollState = (value: unknown): value is PollState =>
	isRow(value) && typeof value.scope === 'string' && isRow(value.memory) && Array.isArray(value.memory.seen);

const requireList = ({ document }: PollInput): void => {
	if (document.list === undefined)
		throw new InputError({
			field: 'document',
			message: `'${document.label}' has no list, so it cannot be watched`,
			hint: 'Choose another resource',
		});
};

/**
 * What is new since the last poll. The first one, and the first after the settings have changed, gives nothing: it remembers what there
 * is. `before` is what the last poll gave to keep, or anything else where there was none; `siteName` tells sites apart.
 *
 * Throws {@link InputError} and {@link ApiError}; nothing is to be kept then, and the next poll reads the same again.
 */
export const pollRecords = async (
	input: PollInput,
	site: Site,
	client: Client,
	before: unknown,
	siteName: string,
	clock: PollClock,
): Promise<PollResult> => {
	requireList(input);
	const scope = scopeOf(input, siteName);
	const known = isPollState(before) && before.scope === scope ? before.memory : undefined;
	const now = input.kind === 'date' ? clock.now() : undefined;
	const memory = known ?? (await beginning(input, site, client, now));
	const window = new PollWindow<Row>(memory, {
		overlap: input.overlap,
		byValue: input.withChanges,
		limit: known ? input.recordsPerPoll : Infinity,
		highest: input.highest,
		now,
		...(known || memory.mark === null ? {} : { newest: memory.mark }),
	});
	const from = lowerEnd(memory, input.overlap) ?? ENDS[input.kind][0];
	const isEmpty = memory.mark === null && !known;
	const records = isEmpty
		? []
		: await gathered(
				sweep(readerOf(input, site, client), window, Math.max(from, ENDS[input.kind][0]), known ? clock.isTimeUp : () => false),
			);
	return { records: known ? records : [], state: { scope, memory: window.memory() }, isFirst: known === undefined };
};

const beginning = async (input: PollInput, site: Site, client: Client, now = Infinity): Promise<Memory> => {
	const newest = await newestRecord(input, site, client);
	return newest === undefined ? EMPTY_MEMORY : { ...EMPTY_MEMORY, mark: Math.min(valueOf(newest, input), now) };
};
