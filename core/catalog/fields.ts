/** Functions that create the fields and tables of document entries. */
import type { Field, FieldType, Lookup, Source, Table } from './types';

type Extras = Partial<Omit<Field, 'name' | 'label' | 'type'>>;

const field =
	(type: FieldType) =>
	(name: string, label: string, extras: Extras = {}): Field => ({ name, label, type, ...extras });

export const integer = field('integer');
export const decimal = field('decimal');
export const text = field('text');
export const dateTime = field('dateTime');
export const flag = field('flag');

export const required: Extras = { required: true };
export const readOnly: Extras = { readOnly: true };
/** Undocumented: the sandbox's own choice. */
export const sandboxOnly: Extras = { source: 'sandbox' };
/** From public material, not from the specification. */
export const publicFact: Extras = { source: 'public' };

/**
 * Marks a field whose value is the key of a record of `document`. `key` is the name of that document's key field, if it differs
 * from the name of this field.
 */
export const lookup = (document: string, description: string, key?: string): { lookup: Lookup } => ({
	lookup: { document, description, ...(key === undefined ? {} : { key }) },
});

/** A table or sub-table; `key` is the key field of its rows. */
export const table = (
	name: string,
	label: string,
	key: string,
	fields: readonly Field[],
	subTables: readonly Table[] = [],
	source: Source = 'interface',
): Table => ({ name, label, key, fields, subTables, source });

/** The identifier of the record in another system. Every document has this field (public material). */
export const externalKey = text('external_key', 'External Key', publicFact);
