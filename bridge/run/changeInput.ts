/** Reads the parameters of the poll trigger and of Get Changed: which list and which of its fields to watch. */
import type { Field } from '../../core/catalog';
import type { ChangeInput } from '../../core/events/changeReader';
import { DEFAULT_PAGE_SIZE } from '../../core/model/defaults';
import { InputError } from '../../core/model/inputError';
import type { ReadSettings, Row, Selection } from '../../core/model/terms';
import { wholeNumber } from '../../core/model/wholeNumber';
import { isRow } from '../../core/wire/values';
import { OVERLAP_MINUTES, OVERLAP_NUMBERS, REMEMBERED_RECORDS } from '../properties/changes';
import { readConditions, type Calendar } from './conditions';
import { numberOf, switchOf, textOf, type ItemParameters } from './params';
import type { ChosenDocument } from './recordInput';

/** The fields with the dates on which a record was added and last changed, if the document has them (public material: date_added). */
const DEFAULT_FIELDS = { new: 'date_added', newOrChanged: 'date_changed' } as const;
export type TriggerOn = keyof typeof DEFAULT_FIELDS;

const kindOf = (given: string, field: Field | undefined, name: string): ChangeInput['kind'] => {
	if (given === 'date' || given === 'number') return given;
	if (field !== undefined) return field.type === 'dateTime' ? 'date' : 'number';
	return /(^|_)(date|dt|time)(_|$)/i.test(name) ? 'date' : 'number';
};

const refuseField = (message: string, hint: string): InputError => new InputError({ field: 'watchedField', message, hint });

/**
 * The field to watch: the chosen field, otherwise the default date. In a document without that date, a numeric key can be watched for new
 * records. A text key is rejected, because a new record with such a key can sort before the known records and would never be found.
 */
const watchedField = (parameters: ItemParameters, { ref, entry }: ChosenDocument, triggerOn: TriggerOn, key: string): string => {
	const given = parameters.text('watchedField');
	if (given !== '') return given;
	const date = DEFAULT_FIELDS[triggerOn];
	if (entry === undefined || ref.table.fields.some(({ name }) => name === date)) return date;
	const keyField = ref.table.fields.find(({ name }) => name === key);
	if (triggerOn === 'new' && keyField?.type === 'integer') return key;
	if (triggerOn === 'new' && keyField !== undefined) {
		throw refuseField(
			`'${ref.label}' has no '${date}', and its key '${key}' is not a number that increases with every new record`,
			"Choose a date or number that increases with every new record in 'Watched Field Name or ID', or start the workflow with the Media Operations Trigger instead",
		);
	}
	throw refuseField(
		`'${ref.label}' has no '${date}'`,
		triggerOn === 'new'
			? "Enter a field that increases with every new record in 'Watched Field Name or ID'"
			: "Enter a field that changes with every update in 'Watched Field Name or ID', or trigger on new records only",
	);
};

const keyOf = ({ ref }: ChosenDocument): string => {
	if (ref.table.key !== undefined) return ref.table.key;
	throw new InputError({
		field: 'document.key',
		message: "'Key Field Name or ID' is empty",
		hint: 'Enter the field that identifies a record of this document',
	});
};

/** An option that is a whole number; undefined if it is not set. Throws {@link InputError}. */
export const wholeOption = (value: unknown, field: string, label: string, min: number): number | undefined =>
	wholeNumber(numberOf(value, field, label), field, label, { min });

/** Which values the response omits, from the options. Throws {@link InputError}. */
export const readOmissions = ({ omitNulls, omitAlternateKeys }: Row): Required<Pick<ReadSettings, 'omitNulls' | 'omitAlternateKeys'>> => ({
	omitNulls: switchOf(omitNulls, 'omitNulls', 'Omit Empty Fields'),
	omitAlternateKeys: switchOf(omitAlternateKeys, 'omitAlternateKeys', 'Omit Alternate Keys'),
});

/** Sets `validateQueryParameters` to false if 'Validate Query' is off. Throws {@link InputError}. */
export const readValidation = ({ validateQueryParameters }: Row): Pick<Selection, 'validateQueryParameters'> =>
	switchOf(validateQueryParameters, 'validateQueryParameters', 'Validate Query', true) ? {} : { validateQueryParameters: false };

const overlapOf = (options: Row, kind: ChangeInput['kind']): number => {
	if (kind === 'number') return wholeOption(options.overlapNumbers, 'overlapNumbers', 'Overlap (Numbers)', 0) ?? OVERLAP_NUMBERS;
	const minutes = numberOf(options.overlapMinutes, 'overlapMinutes', 'Overlap (Minutes)') ?? OVERLAP_MINUTES;
	if (minutes >= 0) return minutes * 60_000;
	throw new InputError({
		field: 'overlapMinutes',
		message: `'Overlap (Minutes)' must not be negative, got ${minutes}`,
		hint: 'Enter 0 or more',
	});
};

/** The inputs that the caller reads itself. */
export interface ChangeReading {
	readonly chosen: ChosenDocument;
	readonly calendar: Calendar;
	readonly triggerOn: TriggerOn;
	readonly settings: ReadSettings;
	readonly maxRecords: number;
	/** Returns the value or the expression by which a parameter identifies the selection. */
	readonly entered: (name: string) => unknown;
}

/** The list to watch. Throws {@link InputError}. */
export const readChangeInput = (parameters: ItemParameters, options: Row, reading: ChangeReading): ChangeInput => {
	const { chosen, calendar, triggerOn, settings, maxRecords, entered } = reading;
	const { ref } = chosen;
	const key = keyOf(chosen);
	const field = watchedField(parameters, chosen, triggerOn, key);
	const isJson = parameters.text('queryMode') === 'json';
	const enteredOptions = entered('options');
	const kind = kindOf(
		textOf(options.fieldType),
		ref.table.fields.find(({ name }) => name === field),
		field,
	);
	return {
		document: { ...ref, table: { ...ref.table, key } },
		key,
		field,
		kind,
		includeChanges: triggerOn === 'newOrChanged',
		...(isJson ? { queryJson: parameters.json('queryJson', 'Query') } : { conditions: readConditions(parameters, chosen, calendar) }),
		selection: [entered(isJson ? 'queryJson' : 'conditions'), isRow(enteredOptions) ? enteredOptions.extraParameters : undefined],
		...readValidation(options),
		...settings,
		overlap: overlapOf(options, kind),
		maxRecords,
		maxRemembered: wholeOption(options.remembered, 'remembered', 'Max Remembered Records', 1_000) ?? REMEMBERED_RECORDS,
		pageSize: wholeOption(options.pageSize, 'pageSize', 'Page Size', 1) ?? DEFAULT_PAGE_SIZE,
	};
};
