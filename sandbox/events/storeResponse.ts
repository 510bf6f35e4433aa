import { readValue } from '../documents/values';
import type { WrittenRecord } from '../documents/writer';
import { applyRules } from '../rules';
import type { Change } from '../storage/change';
import type { Values } from '../storage/rowValues';
import { quoted } from '../storage/schema';
import type { Store } from '../storage/store';
import type { FieldView, StoredRow, Value } from '../storage/tables';
import type { WriteUnit } from '../storage/writeUnit';
import type { EventTrigger, StoredResponse } from './trigger';

/** The values that were stored from a response, by field, or the reason why none were stored. */
export type Stored = { readonly values: Readonly<Record<string, Value>> } | { readonly refused: string };

const valueAt = (response: unknown, text: string, from: string): unknown => {
	const [, ...names] = from.split('.');
	return names.length === 0
		? text
		: names.reduce<unknown>(
				(value, name) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined),
				response,
			);
};

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
};

/** Reads a value in the same way as a value in a body, except that a response cannot refer to new rows. */
const readResponse = (store: Store, { table }: EventTrigger, text: string, { field, from }: StoredResponse): Value => {
	const value = valueAt(parsed(text), text, from);
	if (typeof value !== 'string' && typeof value !== 'number') {
		throw new Error(`the response has no string or number at '${from}'`);
	}
	return readValue(table.byName.get(field) as FieldView, value, {
		store,
		dates: { honorsOffsets: true },
		keyNames: new Set(),
		newKey: () => undefined,
	});
};

/** Responses are stored without a user, so all divisions are accessible. */
const allDivisions = (store: Store): readonly number[] =>
	store.all('SELECT division_no AS number FROM sys_division').map(({ number }) => number as number);

const rowOf = (store: Store, { document, table: { stored } }: EventTrigger, { key }: Change): StoredRow | undefined =>
	store.get(`SELECT * FROM ${quoted(stored.name)} WHERE ${quoted(stored.key)} = ?${stored.shared ? ' AND document = ?' : ''}`, [
		key,
		...(stored.shared ? [document.name] : []),
	]) as StoredRow | undefined;

/** The description that the rules receive for the record that contains the row. A row without a parent is itself the record. */
const writtenRecord = (unit: WriteUnit, { table }: EventTrigger, row: StoredRow, given: Values): WrittenRecord => {
	let [view, before] = [table, row];
	while (view.parent) {
		view = view.parent;
		before = unit.row(view.stored, before.parent_id as number) as StoredRow;
	}
	return {
		rowId: before.row_id as number,
		key: before[view.stored.key] as string | number,
		before,
		given: view === table ? given : new Map(),
	};
};

/**
 * Stores values from a response in the event's row (public material: `response.data.id`). Stores all values or none, and applies
 * the same rules as any other write. If the row already has all values, nothing is written, so that two triggers cannot start
 * each other forever.
 */
export const storeResponse = (store: Store, trigger: EventTrigger, change: Change, text: string): Stored => {
	const { document, table } = trigger;
	try {
		const values = new Map(trigger.store.map((rule): [string, Value] => [rule.field, readResponse(store, trigger, text, rule)]));
		return store.write((unit) => {
			const row = rowOf(store, trigger, change);
			if (row === undefined) {
				return { refused: 'the record no longer exists' };
			}
			if ([...values].some(([name, value]) => row[name] !== value)) {
				unit.update(document, table, row.row_id as number, values);
				const records = [writtenRecord(unit, trigger, row, values)];
				applyRules({
					unit,
					document,
					release: store.release,
					divisions: allDivisions(store),
					kind: 'update',
					arguments: new Map(),
					decisions: [],
					records,
				});
			}
			return { values: Object.fromEntries(values) };
		});
	} catch (error) {
		return { refused: (error as Error).message };
	}
};
