import { CONTENT_TYPES, hasSince, type Release } from '../../core/catalog';
import type { RecordJson, RecordReader } from '../query/recordReader';
import { type DocumentView, type FieldView, listsOf } from '../storage/tables';

/** An example request that succeeds with the current records. */
export interface ExampleRequest {
	readonly label: string;
	readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
	/** The address under the API path, with encoded values. */
	readonly path: string;
	/** The Content-Type of the body. */
	readonly type?: string;
	readonly body?: object;
}

/** The values in the example requests. */
export interface ExampleValues {
	/** The key of the record that the addresses refer to. */
	readonly key: string;
	/** The record with that key, if it exists. Some addresses also require other values of the record. */
	readonly record?: RecordJson;
	/** A string that makes the keys and alternate keys of new records unique. */
	readonly unique: string;
}

const DEFAULTS: Readonly<Record<FieldView['type'], unknown>> = {
	integer: 1,
	decimal: 1.5,
	text: 'Example',
	dateTime: '2026-06-01T09:00:00Z',
	flag: 'Y',
};

/** The plain value of a field in a response: look-ups and keys are objects, whose first property is the key. */
export const plainValue = (value: unknown): unknown =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value)[0] : value;

/** The key of a record in a response, as a string. */
export const keyOf = (record: RecordJson, { root }: DocumentView): string => String(plainValue(record[root.key]));

/** The field with the parent's key, by document. A new record requires it, and a change can contain no other field. */
const PARENT_FIELDS: Readonly<Record<string, string>> = { LibTitleHierarchyFacade: 'parent_title_no' };

/** The smallest record that can be created. Its required values come from an existing record if there is one. */
const newRecord = ({ root, entry, name }: DocumentView, sample: RecordJson | undefined, unique: string): RecordJson => {
	const valueOf = (field: FieldView): unknown =>
		root.alternateKeys.includes(field.name) ? `NEW${unique}` : (plainValue(sample?.[field.name]) ?? DEFAULTS[field.type]);
	const required = root.fields.filter((field) => field.required && !field.readOnly && field.name !== root.key);
	const parent = PARENT_FIELDS[name];
	return {
		[root.key]: entry.newKey ?? `NEW${unique}`,
		...Object.fromEntries(required.map((field) => [field.name, valueOf(field)])),
		...(parent === undefined ? {} : { [parent]: plainValue(sample?.[root.key]) }),
	};
};

const isPlainText = ({ type, readOnly, lookup, dropDown, keyObject, name }: FieldView): boolean =>
	type === 'text' && !readOnly && !lookup && !dropDown && !keyObject && !/_(?:key|code|type|status)$/.test(name);

/** The field that an example changes, preferably a description, and its new value. */
const exampleChange = ({ root, name }: DocumentView, sample: RecordJson | undefined): readonly [field: string, value: unknown] => {
	const parent = PARENT_FIELDS[name];
	if (parent !== undefined) {
		return [parent, plainValue(sample?.[root.key])];
	}
	const texts = root.fields.filter((field) => isPlainText(field) && field.name !== root.key && !root.alternateKeys.includes(field.name));
	const text = texts.find((field) => field.name.endsWith('_desc')) ?? texts[0];
	const flag = root.fields.find((field) => field.type === 'flag' && !field.readOnly);
	return text ? [text.name, 'Changed by an example'] : [flag?.name ?? root.key, DEFAULTS.flag];
};

/** The query string with the parameters that a record's URL requires. Their values come from `sample`. */
const requiredQuery = ({ entry }: DocumentView, sample: RecordJson | undefined): string => {
	const pairs = (entry.requiredParameters ?? []).map((name): [string, string] => [name, String(plainValue(sample?.[name]) ?? '')]);
	return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
};

/** The URL of a record, relative to the API path. */
export const recordAddress = (document: DocumentView, record: RecordJson): string =>
	`/${document.name}/${document.root.key}=${encodeURIComponent(keyOf(record, document))}${requiredQuery(document, record)}`;

/** Encodes a key for a URL. A Postman variable such as `{{JmJob}}` is not encoded. */
const inUrl = (key: string): string => (key.startsWith('{{') ? key : encodeURIComponent(key));

/** One request for each operation that a document supports, in an order in which all of them work. */
export const exampleRequests = (
	document: DocumentView,
	release: Release,
	reader: RecordReader,
	{ key, unique, record }: ExampleValues,
): ExampleRequest[] => {
	const { root, entry, name } = document;
	const sample = reader.first(document);
	const one = `/${name}/${root.key}=${inUrl(key)}`;
	const query = requiredQuery(document, record ?? sample);
	const [field, value] = exampleChange(document, sample);
	const has = (verb: (typeof entry.verbs)[number]): boolean => entry.verbs.includes(verb);
	return [
		...listsOf(document).map((list): ExampleRequest => ({
			label: `Search: GET ${list}`,
			method: 'GET',
			path: `/${list}?Query=%7B%7D&pageSize=2`,
		})),
		...(has('create')
			? [
					{
						label: `Create: POST ${name}`,
						method: 'POST',
						path: `/${name}`,
						type: CONTENT_TYPES.json,
						body: { [root.name]: [newRecord(document, sample, unique)] },
					} as const,
				]
			: []),
		...(has('get') ? [{ label: `Read: GET ${name}`, method: 'GET', path: one + query } as const] : []),
		...(has('get')
			? root.subTables.map((table): ExampleRequest => ({
					label: `Rows: GET ${table.name}`,
					method: 'GET',
					path: `${one}/${table.name}${query}`,
				}))
			: []),
		...(has('update')
			? [
					{
						label: `Change: PATCH ${name}`,
						method: 'PATCH',
						path: one + query,
						type: CONTENT_TYPES.json,
						body: [{ op: 'replace', path: field, value }],
					} as const,
				]
			: []),
		...(has('upsert') && hasSince(release, '11.0')
			? [
					{
						label: `Create or update: PUT ${name}`,
						method: 'PUT',
						path: one + query,
						type: CONTENT_TYPES.payload,
						body: { [root.name]: [{ [root.key]: { [root.key]: key }, [field]: value }] },
					} as const,
				]
			: []),
		...(has('delete') ? [{ label: `Delete: DELETE ${name}`, method: 'DELETE', path: one + query } as const] : []),
	];
};
