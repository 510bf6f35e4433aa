import type { Change } from '../storage/change';
import type { EventCondition, EventTrigger } from './trigger';

const plain = (value: unknown, field: string): unknown => {
	if (typeof value !== 'object' || value === null) {
		return value ?? null;
	}
	if (Array.isArray(value)) {
		return value.map((option) => plain(option, field));
	}
	return (value as Record<string, unknown>)[field] ?? Object.values(value)[0] ?? null;
};

/**
 * The plain value of a field; a list for a multi-select field. The record can contain a value in a key object, a look-up object or an
 * option object.
 */
export const plainValue = (record: Change['record'] | undefined, field: string): unknown => plain(record?.[field], field);

/** A plain value as text: a list as JSON, and an empty string if there is no value. */
export const textOf = (value: unknown): string => (Array.isArray(value) ? JSON.stringify(value) : String(value ?? ''));

/** The fields that an UPDATE changed, except `date_changed`. */
export const changedFields = ({
	before,
	record,
}: Change): readonly { readonly field: string; readonly old: unknown; readonly new: unknown }[] =>
	before === undefined
		? []
		: Object.keys(record)
				.map((field) => ({ field, old: plainValue(before, field), new: plainValue(record, field) }))
				.filter((change) => change.field !== 'date_changed' && JSON.stringify(change.old) !== JSON.stringify(change.new));

const text = (value: unknown): string => textOf(value).toLowerCase();

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

/**
 * A change as a trigger's document shows it; undefined if the document does not show the row. Transactions of orders are also
 * records of `JmWoTransaction`, and contact cards and titles are also records of their facades.
 */
const changeThrough = ({ document, table }: EventTrigger, change: Change): Change | undefined => {
	if (change.table !== table.stored.name) {
		return undefined;
	}
	if (change.document === document.name) {
		return change;
	}
	const showsAnothersRows = table.facade || (table.parent === undefined && table.stored.parents.length > 0);
	return showsAnothersRows ? { ...change, document: document.name, table: table.name, recordKey: change.key } : undefined;
};

/** A change as a trigger sends it; undefined if the trigger does not apply. */
export const changeFor = (trigger: EventTrigger, change: Change): Change | undefined => {
	const { active, types, conditions } = trigger;
	const seen = active && types.includes(change.type) ? changeThrough(trigger, change) : undefined;
	return seen && conditions.every((condition) => holds(seen, condition)) ? seen : undefined;
};
