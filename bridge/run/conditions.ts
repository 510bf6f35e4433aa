/** Reads the rows of the Conditions parameter. */
import {
	DAY_RANGE_OPERATOR,
	OPERATORS,
	RELATIVE_DAYS,
	type Field,
	type FieldType,
	type QueryOperator,
	type RelativeDays,
} from '../../core/catalog';
import { InputError } from '../../core/model/inputError';
import type { Condition, Row } from '../../core/model/terms';
import { dayIn, dayOfMidnight } from '../../core/wire/dates';
import { ORDER_KEY, requireSequence } from '../../core/wire/path';
import { chosenField, type FieldKind } from '../properties/fieldKinds';
import { listOf, numberOf, textOf, type ItemParameters } from './params';
import { chosenOf, typed, type ChosenDocument } from './recordInput';

/** The time zone of the workflow, and the instant (milliseconds) that relative dates count from. */
export interface Calendar {
	readonly zone: string;
	readonly now: number;
}

const operators: readonly QueryOperator[] = OPERATORS;
const relative: readonly RelativeDays[] = RELATIVE_DAYS;

/** The field types implied by the kind of a field. A field of another kind uses its type in the catalog. */
const TYPES: Readonly<Partial<Record<FieldKind, FieldType>>> = { date: 'dateTime', flag: 'flag' };

/**
 * The value of an input, or its default if the condition lacks the input. The default does not replace an expression that returned
 * nothing, because the condition would then select other records.
 */
const given = (row: Row, name: string, byDefault: unknown): unknown => (Object.hasOwn(row, name) ? row[name] : byDefault);

/**
 * The conditions of an item. A value becomes a number if the field is numeric, unless the site compares the field as text. Relative
 * dates become ranges of days. Throws {@link InputError}.
 */
export const readConditions = (parameters: ItemParameters, { ref }: ChosenDocument, calendar: Calendar): Condition[] =>
	parameters.rows('conditions', 'condition').map((row) => {
		const { name, kind } = chosenField(textOf(row.fieldName));
		const operator = textOf(given(row, 'operator', 'equals'));
		const days = relative.find((each) => each.name === operator);
		if (days) return { field: name, operator: DAY_RANGE_OPERATOR, value: daysOf(days, row, name, calendar), type: 'dateTime' };
		const known = operators.find((each) => each.name === operator);
		const field = ref.table.fields.find((each) => each.name === name);
		const value = operandOf(row, known, kind, kind === 'date' ? calendar.zone : undefined).map((each) =>
			typed(each, comparedAs(field, kind)),
		);
		// Every order key contains a sequence. Without this check, a number without a sequence would silently find nothing.
		if (name === ORDER_KEY && known?.exact) for (const each of value) requireSequence(textOf(each), `'${name}'`, 'conditions');
		const type = kind && TYPES[kind];
		return {
			field: name,
			operator: operator as Condition['operator'],
			value: known?.operand === 'list' || known?.operand === 'pair' ? value : value[0],
			...(type === undefined ? {} : { type }),
		};
	});

/** The field whose type decides whether a value is a number. A numeric field that is not in the catalog is recognized by its kind. */
const comparedAs = (field: Field | undefined, kind: FieldKind | undefined): Field | undefined =>
	field ?? (kind === 'number' ? { name: '', label: '', type: 'decimal' } : undefined);

/** The values of the input that is shown for the kind of the field. If `zone` is set, midnight in that zone means the whole day. */
const operandOf = (row: Row, operator: QueryOperator | undefined, kind: FieldKind | undefined, zone: string | undefined): unknown[] => {
	const isList = operator?.operand === 'list';
	switch (kind) {
		case 'date': {
			const dates = operator?.operand === 'pair' ? [row.date, row.dateTo] : [row.date];
			return dates.map((date) => (zone === undefined ? date : (dayOfMidnight(date, zone) ?? date)));
		}
		case 'flag':
			return [given(row, 'flag', 'Y')];
		case 'lookUp':
			return isList ? listOf(row.records).filter((record) => textOf(record) !== '') : [chosenOf(row.record)];
		default:
			if (isList) return listOf(given(row, 'values', row.value));
			if (operator?.operand !== 'pair') return [row.value];
			return Array.isArray(row.value) ? (row.value as unknown[]) : [row.value, row.valueTo];
	}
};

/** The first and the last day of a range relative to today. Throws {@link InputError}. */
const daysOf = ({ direction, label }: RelativeDays, row: Row, field: string, { zone, now }: Calendar): [string, string] => {
	const today = dayIn(zone, now);
	if (direction === 'none') return [today, today];
	const days = given(row, 'days', 7);
	const count = numberOf(days, 'conditions', 'Days');
	if (count === undefined || !Number.isInteger(count) || count < 1 || count > 36_500)
		throw new InputError({
			field: 'conditions',
			message: `'Days' in the condition on '${field}' ('${label}') must be a whole number from 1 to 36500, got '${textOf(days)}'`,
			hint: 'Enter the number of days, such as 7',
		});
	switch (direction) {
		case 'next':
			return [today, dayIn(zone, now, count)];
		case 'last':
			return [dayIn(zone, now, -count), today];
	}
};
