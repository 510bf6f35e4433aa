/** Fields in the editor's lists. The value of an entry contains the kind of the field, so that other inputs can depend on the kind. */
import type { IDisplayOptions, NodeParameterValue } from 'n8n-workflow';

import type { Field, FieldType } from '../../core/catalog';

/** The kinds of fields that have their own operators and inputs. A look-up refers to a record that can be listed. */
export type FieldKind = 'text' | 'number' | 'date' | 'flag' | 'lookUp';

/** The catalog's field types that belong to each kind. */
export const TYPES_OF_KIND: Readonly<Record<FieldKind, readonly FieldType[]>> = {
	text: ['text'],
	number: ['integer', 'decimal'],
	date: ['dateTime'],
	flag: ['flag'],
	lookUp: ['integer', 'text'],
};
export const FIELD_KINDS = Object.keys(TYPES_OF_KIND) as readonly FieldKind[];

const SEPARATOR = '|';
/** The character after the separator in ASCII, so that all values of the kind `date` sort before `date}`. */
const AFTER_SEPARATOR = '}';

/** The value of a list entry, such as `date|wo_begin_dt`. */
export const fieldValue = (name: string, kind: FieldKind): string => `${kind}${SEPARATOR}${name}`;

export interface ChosenField {
	readonly name: string;
	/** Undefined if the field was named by an expression or in JSON. */
	readonly kind?: FieldKind;
}

/** Parses a field that was chosen from a list (kind and name), or named by an expression or in JSON (name only). */
export const chosenField = (value: string): ChosenField => {
	const kind = FIELD_KINDS.find((each) => value.startsWith(`${each}${SEPARATOR}`));
	return kind === undefined ? { name: value } : { name: value.slice(kind.length + SEPARATOR.length), kind };
};

/** The kind of a field if its look-up is ignored. */
export const kindOfType = (type: Field['type']): FieldKind =>
	FIELD_KINDS.find((kind) => kind !== 'lookUp' && TYPES_OF_KIND[kind].includes(type)) ?? 'text';

type Condition = NonNullable<NonNullable<IDisplayOptions['hide']>[string]>[number];

const isKind = (kind: FieldKind): Condition => ({ _cnd: { startsWith: `${kind}${SEPARATOR}` } });

/** The conditions that match every value except those of the kind. */
const isNotKind = (kind: FieldKind): Condition[] => [
	{ _cnd: { lt: `${kind}${SEPARATOR}` } },
	{ _cnd: { gte: `${kind}${AFTER_SEPARATOR}` } },
];

/**
 * Shows an input only next to a field of these kinds. `kinds` contains one kind, or several that include `any`. The kind `any` is a field
 * whose kind is unknown. The conditions are in `hide`, because n8n shows every input whose `show` depends on an expression. They compare
 * text, because a regular expression is unsafe: n8n fails the whole execution if a match takes more than 250 ms, which can happen on a
 * busy machine.
 */
export const forFieldKinds = (
	kinds: ReadonlyArray<FieldKind | 'any'>,
	hide: Readonly<Record<string, readonly NodeParameterValue[]>> = {},
): IDisplayOptions => {
	const [only] = kinds;
	if (!kinds.includes('any') && (kinds.length !== 1 || only === undefined))
		throw new Error("Name exactly one kind of field, or include 'any'");
	const fieldName = kinds.includes('any')
		? ['', ...FIELD_KINDS.filter((kind) => !kinds.includes(kind)).map(isKind)]
		: isNotKind(only as FieldKind);
	return { hide: { fieldName, ...(hide as IDisplayOptions['hide']) } };
};
