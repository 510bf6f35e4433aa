import { readPlain } from '../documents/values';
import { quoted } from '../storage/schema';
import type { Change, Store } from '../storage/store';
import type { Value } from '../storage/tables';
import type { EventTrigger, StoredAnswer } from './trigger';

/** What was stored of an answer: the values by field, or why not. */
export type Stored = { readonly values: Readonly<Record<string, Value>> } | { readonly refused: string };

const valueAt = (answer: unknown, text: string, from: string): unknown => {
	const [, ...names] = from.split('.');
	return names.length === 0 ? text : names.reduce<unknown>((value, name) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined), answer);
};

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
};

const readAnswer = ({ table }: EventTrigger, text: string, { field, from }: StoredAnswer): Value => {
	const value = valueAt(parsed(text), text, from);
	if (typeof value !== 'string' && typeof value !== 'number') {
		throw new Error(`the answer holds no text and no number at '${from}'`);
	}
	const view = table.byName.get(field);
	return view === undefined ? null : readPlain(view, value, { honoursOffsets: true });
};

/** Stores values of an answer in the row that the event was about (public material: `response.data.id`). All of them or none. */
export const storeAnswer = (store: Store, trigger: EventTrigger, change: Change, text: string): Stored => {
	const { document, table } = trigger;
	try {
		const values = new Map(trigger.store.map((rule): [string, Value] => [rule.field, readAnswer(trigger, text, rule)]));
		return store.write((unit) => {
			const shared = table.stored.shared ? ' AND document = ?' : '';
			const row = store.get(`SELECT row_id FROM ${quoted(table.stored.name)} WHERE ${quoted(table.key)} = ?${shared}`, [change.key, ...(shared === '' ? [] : [document.name])]);
			if (row === undefined) {
				return { refused: 'the record is gone' };
			}
			unit.update(document, table, row.row_id as number, values);
			return { values: Object.fromEntries(values) };
		});
	} catch (refusal) {
		return { refused: (refusal as Error).message };
	}
};
