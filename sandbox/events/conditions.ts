import type { Change } from '../storage/store';
import type { EventCondition, EventTrigger } from './trigger';

/** The value of a field as a template shows it: out of its key or look-up object. */
export const plainValue = (record: Change['record'] | undefined, field: string): unknown => {
	const value = record?.[field];
	if (typeof value !== 'object' || value === null) {
		return value ?? null;
	}
	return (value as Record<string, unknown>)[field] ?? Object.values(value)[0] ?? null;
};

/** The fields whose values an UPDATE changed; the date of the change itself is none. */
export const changedFields = ({ before, record }: Change): readonly { readonly field: string; readonly old: unknown; readonly new: unknown }[] =>
	before === undefined
		? []
		: Object.keys(record)
				.map((field) => ({ field, old: plainValue(before, field), new: plainValue(record, field) }))
				.filter((change) => change.field !== 'date_changed' && change.old !== change.new);

const text = (value: unknown): string => String(value ?? '').toLowerCase();

const holds = (change: Change, { field, kind, value }: EventCondition): boolean => {
	const now = text(plainValue(change.record, field));
	switch (kind) {
		case 'changed':
			return changedFields(change).some((one) => one.field === field) === value;
		case 'empty':
			return (now === '') === value;
		case 'equals':
			return now === text(value);
		case 'notEquals':
			return now !== text(value);
		case 'in':
			return (value as readonly string[]).some((one) => text(one) === now);
		case 'contains':
			return now.includes(text(value));
	}
};

/** Whether a change is one that a trigger sends. */
export const isMeant = (change: Change, { active, document, table, types, conditions }: EventTrigger): boolean =>
	active &&
	change.document === document.name &&
	change.table === table.name &&
	types.includes(change.type) &&
	conditions.every((condition) => holds(change, condition));
