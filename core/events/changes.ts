/**
 * The records that are new or changed since an earlier read. The poll trigger and 'Get Changed' read in the same way; they differ in where
 * they begin and where the state is stored, and only 'Get Changed' compares the contents of records.
 */
import type { Client } from '../http/client';
import { InputError } from '../model/inputError';
import type { Sha256 } from '../model/port';
import type { Site } from '../model/site';
import type { Row } from '../model/terms';
import { queryDates, isRow } from '../wire/values';
import { instantIn, wireDate } from '../wire/dates';
import { collected } from '../operations/collected';
import { RANGE, readerOf, type ChangeInput } from './changeReader';
import { sweep } from './sweep';
import { EMPTY_MEMORY, lowerBound, PollWindow, type Memory, type WindowRules } from './window';

/** The state between two reads; plain JSON. */
export interface ChangeState {
	/** Identifies what was read. The memory of another scope is not used. */
	readonly scope: string;
	readonly memory: Memory;
}

/** The scope of the state: it is only valid for the same site, division, list, field and selection. */
export const scopeOf = (
	{ document, key, field, includeChanges, conditions, selection, queryJson, parameters }: ChangeInput,
	siteName: string,
	{ divisionCode = '' }: Site,
	sha256: Sha256,
): string =>
	sha256(
		JSON.stringify([
			siteName,
			document.list,
			key,
			field,
			includeChanges,
			selection ?? [conditions ?? [], queryJson ?? {}],
			parameters ?? {},
			divisionCode,
		]),
	).slice(0, 32);

const isMemory = (value: unknown): value is Memory => isRow(value) && 'mark' in value && Array.isArray(value.seen);

const isChangeState = (value: unknown): value is ChangeState => isRow(value) && typeof value.scope === 'string' && isMemory(value.memory);

/** The memory of a stored state; undefined for a state of another scope, and for a value that is not a state. */
export const memoryOf = (stored: unknown, scope: string): Memory | undefined =>
	isChangeState(stored) && stored.scope === scope ? stored.memory : undefined;

/** Throws {@link InputError} for a document without a list. */
export const requireList = ({ document }: Pick<ChangeInput, 'document'>): void => {
	if (document.list === undefined)
		throw new InputError({
			field: 'document',
			message: `'${document.label}' has no list, so it cannot be watched`,
			hint: 'Choose another resource',
		});
};

export type ReadLimits<T> = Pick<WindowRules<T>, 'limit' | 'now' | 'fingerprint'> & {
	/** Whether the read must end soon. */
	isTimeUp?(): boolean;
};

/** The outcome of one read. */
export interface Changes {
	/** The raw records, sorted by the field's value. */
	readonly records: readonly Row[];
	/** Where the next read continues. */
	readonly memory: Memory;
	/** Whether the limit was reached, so that the next read returns more. */
	readonly hasMore: boolean;
}

/** Reads what is new or changed since `memory`. If it throws {@link InputError} or `ApiError`, `memory` remains valid. */
export const readChanges = async (
	input: ChangeInput,
	site: Site,
	client: Client,
	memory: Memory,
	{ isTimeUp = () => false, ...limits }: ReadLimits<Row>,
): Promise<Changes> => {
	const { overlap, includeChanges, maxRemembered, kind } = input;
	const window = new PollWindow<Row>(memory, { overlap, byValue: includeChanges, maxRemembered, ...limits });
	const from = Math.max(lowerBound(memory, overlap) ?? -Infinity, RANGE[kind][0]);
	const records = await collected(sweep(readerOf(input, site, client), window, from, isTimeUp));
	return { records, memory: window.memory(), hasMore: window.isFull };
};

/** The memory before the first read: all records with this value or a higher one are new. */
const startingAt = (value: number): Memory => ({ mark: value, forgottenUpTo: [value, ''], seen: [] });

const startOf = (text: string, { kind, field }: ChangeInput, site: Site): Memory => {
	if (kind === 'date') {
		const reading = queryDates(site);
		wireDate(text, 'Cursor', reading);
		return startingAt(instantIn(text, reading.overridingZone ? undefined : reading.zone));
	}
	const value = Number(text);
	if (Number.isFinite(value)) return startingAt(value);
	throw new InputError({
		field: 'cursor',
		message: `'Cursor' must be a number, got ${JSON.stringify(text.slice(0, 40))}`,
		hint: `'${field}' contains numbers. Use a number or the next_cursor from an earlier run, or leave 'Cursor' empty to return all records`,
	});
};

/**
 * The memory of a cursor: the text that {@link cursorText} returned, or a date or number to start from. An empty string selects all
 * records. Throws {@link InputError} for a cursor from another list or selection, because it would skip records.
 */
export const readCursor = (text: string, scope: string, input: ChangeInput, site: Site): Memory => {
	if (text === '') return EMPTY_MEMORY;
	if (!text.startsWith('{')) return startOf(text, input, site);
	let state: unknown;
	try {
		state = JSON.parse(text);
	} catch {
		state = undefined;
	}
	const refuse = (message: string, hint: string): InputError => new InputError({ field: 'cursor', message, hint });
	if (!isChangeState(state))
		throw refuse("'Cursor' is not a complete cursor", 'Store next_cursor in full, even if it is long, and use it unchanged');
	if (state.scope === scope) return state.memory;
	throw refuse(
		"'Cursor' belongs to another site, list, watched field or selection",
		"Use a cursor that was returned with the same settings, or leave 'Cursor' empty to return all records",
	);
};

/** The text of a state, for {@link readCursor}. */
export const cursorText = (state: ChangeState): string => JSON.stringify(state);

/**
 * Reads the records of 'Get Changed'. With an empty memory, it returns all records that have the field.
 *
 * Unlike a poll, it returns a record again if its contents changed but its date did not, which happens if a record changes twice within
 * a second.
 */
export const getChanged = async (
	input: ChangeInput,
	site: Site,
	client: Client,
	memory: Memory,
	{ now, sha256 }: { now(): number; readonly sha256: Sha256 },
): Promise<Changes> => {
	requireList(input);
	return await readChanges(input, site, client, memory, {
		limit: input.maxRecords,
		...(input.kind === 'date' ? { now: now(), fingerprint: (record) => sha256(JSON.stringify(record)).slice(0, 16) } : {}),
	});
};
