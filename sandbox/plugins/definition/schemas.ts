import { hasSince, LIST_ROOT, type Release } from '../../../core/catalog';
import { DEFAULT_VALUES, hasOptionObjects } from '../../storage/siteFields';
import { FACADES } from '../../storage/siteFields';
import { type DocumentView, type FieldView, lookupKeys, lookupTarget, type TableView } from '../../storage/tables';

/** A part of an OpenAPI document. */
export type Part = Readonly<Record<string, unknown>>;

/** A reference to a schema of the same definition. */
export const reference = (name: string): Part => ({ $ref: `#/components/schemas/${name}` });
export const arrayOf = (items: Part): Part => ({ type: 'array', items });
/** An object with one property, the form of every body: `{jm_job: [ … ]}`. */
export const wrapped = (name: string, value: Part): Part => ({ type: 'object', properties: { [name]: value }, required: [name] });

const KEY_CHARACTERS = 100;
const TEXT_CHARACTERS = 4_000;

const plain = (field: FieldView): Part => {
	switch (field.type) {
		case 'integer':
			return { type: 'integer', format: 'int64' };
		case 'decimal':
			return { type: 'number', format: 'double' };
		case 'dateTime':
			return { type: 'string', format: 'date-time' };
		case 'flag':
			return { type: 'string', enum: ['Y', 'N'] };
		case 'text':
			return {
				type: 'string',
				maxLength: field.keyObject || /_(key|code|no)$|^barcode$|^umid$/.test(field.name) ? KEY_CHARACTERS : TEXT_CHARACTERS,
			};
	}
};

/** The schema of a field in a request body. */
const valueOf = (field: FieldView): Part => (field.dropDown?.isMultiSelect ? arrayOf(plain(field)) : plain(field));

const objectOf = (properties: Readonly<Record<string, Part>>): Part => ({ type: 'object', properties });
const nullable = (part: Part): Part => ({ ...part, nullable: true });

/** Additional properties of a field: label, key, look-up, drop-down, custom field. */
const annotations = (view: TableView, field: FieldView): Part => ({
	title: field.label,
	...(field.name === view.key ? { 'x-key': true } : {}),
	...(view.alternateKeys.includes(field.name) ? { 'x-alternate-key': true } : {}),
	...(field.lookup
		? { 'x-lookup': { document: field.lookup.document, key: lookupTarget(field.lookup).root.key, description: field.lookup.description } }
		: {}),
	...(/^[A-Z]+_field_\d+$/.test(field.name) ? { 'x-custom': true } : {}),
	...(field.dropDown ? { 'x-drop-down': { name: field.name, document: 'SysDropDown', details: field.dropDown.details } } : {}),
});

const fieldIn = (view: TableView, name: string): Part => {
	const field = view.byName.get(name);
	return nullable(field === undefined ? { type: 'string' } : plain(field));
};

/** The key object of a field. */
const keyObject = (view: TableView, field: FieldView): Part => {
	const others = field.lookup ? lookupKeys(field.lookup) : field.name === view.key ? view.alternateKeys : [];
	const root = field.lookup ? lookupTarget(field.lookup).root : view;
	return objectOf({ [field.name]: plain(field), ...Object.fromEntries(others.map((name) => [name, fieldIn(root, name)])) });
};

/** The schema of a field in a response: keys and look-ups are objects (specification: Conventions). */
const responsePart = (view: TableView, field: FieldView, release: Release): Part => {
	if (field.lookup) {
		const { properties } = keyObject(view, field) as { properties: Record<string, Part> };
		const { root } = lookupTarget(field.lookup);
		return objectOf({ [field.name]: plain(field), [field.lookup.description]: fieldIn(root, field.lookup.description), ...properties });
	}
	if (field.keyObject) {
		return keyObject(view, field);
	}
	if (field.dropDown && hasOptionObjects(field.dropDown, release)) {
		const option = objectOf({
			option_no: { type: 'integer', format: 'int64' },
			option_text: plain(field),
			external_key: nullable({ type: 'string' }),
			[field.name]: plain(field),
		});
		return field.dropDown.isMultiSelect ? arrayOf(option) : option;
	}
	return valueOf(field);
};

/**
 * Many more fields are marked as not nullable than a create requires (public material), including flags and fields that the server
 * sets. `required` lists what a create requires.
 */
const isMarkedNotNull = (view: TableView, field: FieldView): boolean =>
	field.required === true ||
	field.name === view.key ||
	field.type === 'flag' ||
	DEFAULT_VALUES[view.name]?.[field.name] !== undefined ||
	field.name === 'date_added';

const withNullability = (view: TableView, field: FieldView, part: Part): Part => ({ ...part, nullable: !isMarkedNotNull(view, field) });

const responseSchema = (view: TableView, release: Release, withSubTables: boolean): Part => ({
	type: 'object',
	title: view.label,
	properties: Object.fromEntries([
		...view.fields.map((field) => [
			field.name,
			{
				...withNullability(view, field, responsePart(view, field, release)),
				...annotations(view, field),
				...(field.readOnly ? { readOnly: true } : {}),
			},
		]),
		...(withSubTables ? view.subTables.map((subTable) => [subTable.name, arrayOf(reference(responseName(subTable)))]) : []),
	]),
});

/** The fields of request bodies, including the key: a create sends `-1` or `+1` as the key, and an update sends the key of the record. */
const sentFields = (view: TableView): readonly FieldView[] => view.fields.filter((field) => !field.readOnly || field.name === view.key);

const EXAMPLES: Readonly<Record<FieldView['type'], unknown>> = {
	integer: 1,
	decimal: 1.5,
	text: 'Text',
	dateTime: '2026-06-01T09:00:00Z',
	flag: 'Y',
};
const EXAMPLE_FIELDS = 2;

/** An example record with a row of each sub-table (specification: Versioning, sub-table example payloads). */
const exampleOf = (view: TableView): Part => {
	const sent = sentFields(view).filter(({ name }) => name !== view.key);
	const required = sent.filter((field) => field.required);
	return {
		...Object.fromEntries(
			(required.length > 0 ? required : sent.slice(0, EXAMPLE_FIELDS)).map((field) => [
				field.name,
				field.keyObject ? { [field.name]: EXAMPLES[field.type] } : EXAMPLES[field.type],
			]),
		),
		...Object.fromEntries(view.subTables.map((subTable) => [subTable.name, [exampleOf(subTable)]])),
	};
};

const payloadSchema = (view: TableView): Part => {
	const required = view.fields.filter((field) => field.required && !field.readOnly).map(({ name }) => name);
	return {
		type: 'object',
		title: view.label,
		...(required.length === 0 ? {} : { required }),
		properties: Object.fromEntries([
			...sentFields(view).map((field) => {
				const part = field.keyObject ? keyObject(view, field) : valueOf(field);
				return [field.name, { ...withNullability(view, field, part), ...annotations(view, field) }];
			}),
			...view.subTables.map((subTable) => [subTable.name, arrayOf(reference(payloadName(subTable)))]),
		]),
		example: exampleOf(view),
	};
};

/** The names of a table's schemas, for responses and for request bodies. */
export const responseName = (view: TableView): string => `${view.name}_get`;
export const payloadName = (view: TableView): string => `${view.name}_post`;
const LIST_ROW = 'list_row';

const tablesOf = (view: TableView): TableView[] => [view, ...view.subTables.flatMap(tablesOf)];

const identifiers = objectOf({
	record_identifiers: arrayOf({ type: 'string' }),
	records: arrayOf({ type: 'object', additionalProperties: true }),
});

/** The tables whose new records a create can report. A title hierarchy can also create the parent, which is a record of another table. */
const createdTables = ({ name, root }: DocumentView, release: Release): string[] => {
	const { parent, storedIn } = FACADES[name] ?? {};
	return [
		...(hasSince(release, '11.1') ? tablesOf(root) : [root]).map((table) => table.name),
		...(parent === undefined || storedIn === undefined ? [] : [storedIn]),
	];
};

/** The response to a create: the tables with new records, and their keys (specification: Response envelopes). */
const created = (view: DocumentView, release: Release): Part => ({
	type: 'object',
	properties: {
		message: { type: 'string', nullable: true },
		tables: arrayOf({ type: 'string' }),
		...Object.fromEntries(createdTables(view, release).map((name) => [name, identifiers])),
	},
});

const REFUSED: Part = { type: 'object', required: ['error'], properties: { error: { type: 'string' } } };

const OPERATIONS: Part = arrayOf({
	type: 'object',
	required: ['op', 'path'],
	properties: {
		op: { type: 'string', enum: ['replace', 'remove'] },
		path: { type: 'string', description: 'Field name' },
		value: { nullable: true },
	},
});

/** The schemas of a document. Request and response differ (specification: Versioning, known issue). */
export const recordSchemas = (view: DocumentView, release: Release): Part => ({
	...Object.fromEntries(
		tablesOf(view.root).flatMap((table) => [
			[responseName(table), responseSchema(table, release, true)],
			[payloadName(table), payloadSchema(table)],
		]),
	),
	created: created(view, release),
	operations: OPERATIONS,
	refused: REFUSED,
});

/** The schemas of a list document: rows without sub-tables. */
export const listSchemas = (view: DocumentView, release: Release): Part => ({
	[LIST_ROW]: responseSchema(view.root, release, false),
	list: wrapped(LIST_ROOT, arrayOf(reference(LIST_ROW))),
	operations: OPERATIONS,
	refused: REFUSED,
});
