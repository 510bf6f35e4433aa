/** Fields in lists of the editor: the value of an entry carries the kind of the field, so that the inputs next to it can depend on it. */
import type { IDisplayOptions, NodeParameterValue } from 'n8n-workflow';

import type { Field, FieldType } from '../../core/catalog';

/** The kinds of fields that have their own operators and inputs. A look-up refers to a record that can be listed. */
export type FieldKind = 'text' | 'number' | 'date' | 'flag' | 'lookUp';

/** The types of the catalog that a kind stands for. */
export const TYPES_OF_KIND: Readonly<Record<FieldKind, readonly FieldType[]>> = {
	text: ['text'],
	number: ['integer', 'decimal'],
	date: ['dateTime'],
	flag: ['flag'],
	lookUp: ['integer', 'text'],
};
export const FIELD_KINDS = Object.keys(TYPES_OF_KIND) as readonly FieldKind[];

const SEPARATOR = '|';

/** The value of a list entry, such as `wo_begin_dt|date`. */
export const fieldValue = (name: string, kind: FieldKind): string => `${name}${SEPARATOR}${kind}`;

export interface ChosenField {
	readonly name: string;
	/** Undefined if the field was named by an expression or in JSON. */
	readonly kind?: FieldKind;
}

/** The field of a list entry, or one that was named without its kind. */
export const chosenField = (value: string): ChosenField => {
	const at = value.lastIndexOf(SEPARATOR);
	const kind = FIELD_KINDS.find((each) => at >= 0 && each === value.slice(at + 1));
	return kind === undefined ? { name: value } : { name: value.slice(0, at), kind };
};

/** The kind of a field without its look-up. */
export const kindOfType = (type: Field['type']): FieldKind =>
	FIELD_KINDS.find((kind) => kind !== 'lookUp' && TYPES_OF_KIND[kind].includes(type)) ?? 'text';

type Condition = NonNullable<NonNullable<IDisplayOptions['hide']>[string]>[number];

const ofKinds = (kinds: readonly FieldKind[]): Condition => ({ _cnd: { regex: `\\${SEPARATOR}(${kinds.join('|')})$` } });

/**
 * Shows an input only next to a field of these kinds; `any` is a field without a known kind. Only `hide` can say so: n8n shows
 * every input whose `show` depends on an expression.
 */
export const besideFields = (
	kinds: ReadonlyArray<FieldKind | 'any'>,
	hide: Readonly<Record<string, readonly NodeParameterValue[]>> = {},
): IDisplayOptions => {
	const others = FIELD_KINDS.filter((kind) => !kinds.includes(kind));
	const known = FIELD_KINDS.join('|');
	const withoutKind: Condition[] = kinds.includes('any') ? [''] : [{ _cnd: { regex: `^(?!.*\\${SEPARATOR}(${known})$)` } }];
	return { hide: { fieldName: [...(others.length > 0 ? [ofKinds(others)] : []), ...withoutKind], ...(hide as IDisplayOptions['hide']) } };
};
