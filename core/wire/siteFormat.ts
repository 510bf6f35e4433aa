/**
 * Converts requests and responses between the format of public material, which the operations use, and the format of a site with a profile.
 */
import {
	HEADERS,
	LIST_NAMES,
	PARAMETERS,
	documentByName,
	documentNames,
	type DocumentEntry,
	type Field,
	type ListNames,
	type SiteProfile,
	type Table,
} from '../catalog';
import type { DocumentRef } from '../model/documentRef';
import type { SiteResponse, WireRequest } from '../model/port';
import type { Row } from '../model/terms';
import { attempt } from './attempt';
import { withOffset, withoutOffset } from './dates';
import { isRow } from './values';

/** The zone of local dates, unless the profile names one. */
const DEFAULT_ZONE = 'UTC';

/** The document of a request, with the site's names. */
interface Addressed {
	readonly entry?: DocumentEntry;
	/** The site's name for the list, if the request is sent to a list and contains its default name. */
	readonly list?: string;
	/** The table's name in the request and on the site; undefined if they do not differ. */
	readonly table?: { readonly own: string; readonly site: string };
}

/** Names that the user chose in the node take precedence over those of the profile, so only the names of the catalog are replaced. */
const addressedBy = ({ list, name, table }: DocumentRef, path: string, profile: SiteProfile): Addressed => {
	const entry = documentByName(name);
	const site = documentNames(profile, name);
	const own = table.name ?? entry?.table.name;
	const isDefaultList = list === (entry?.list ?? `${name}List`) && path.split(/[/?]/)[1] === encodeURIComponent(list);
	return {
		...(entry === undefined ? {} : { entry }),
		...(isDefaultList && site.list !== undefined ? { list: site.list } : {}),
		...(site.table === undefined || own === undefined || own !== entry?.table.name || own === site.table
			? {}
			: { table: { own, site: site.table } }),
	};
};

/** The fields of a table and of all tables below it, by name. */
const fieldsOf = ({ fields, subTables = [] }: Table): Map<string, Field> =>
	new Map([...subTables.flatMap((each) => [...fieldsOf(each)]), ...fields.map((field) => [field.name, field] as const)]);
const fieldsByEntry = new WeakMap<DocumentEntry, Map<string, Field>>();
const knownFields = (entry: DocumentEntry | undefined): ReadonlyMap<string, Field> => {
	if (entry === undefined) return new Map();
	const known = fieldsByEntry.get(entry) ?? fieldsOf(entry.table);
	fieldsByEntry.set(entry, known);
	return known;
};

type Convert = (value: unknown, field: Field | undefined) => unknown;

/** The value of a field as the site expects it. */
const siteValue =
	({ records = {} }: SiteProfile): Convert =>
	(value, field) => {
		if (records.flags === 'boolean' && field?.type === 'flag' && (value === 'Y' || value === 'N')) return value === 'Y';
		if (records.lookups === 'text' && field?.lookup !== undefined && typeof value === 'number') return String(value);
		if (records.dates === 'local' && typeof value === 'string' && field?.type !== 'text')
			return withoutOffset(value, records.timeZone ?? DEFAULT_ZONE);
		return value;
	};

const YEAR_ONE = /^0001-01-01(T|$)/;

/** Converts the value of a field from the site to the format of public material. */
const ownValue =
	({ records = {} }: SiteProfile): Convert =>
	(value, field) => {
		if (records.flags === 'boolean' && field?.type === 'flag' && typeof value === 'boolean') return value ? 'Y' : 'N';
		if (typeof value !== 'string' || field?.type === 'text') return value;
		if (records.emptyDates === 'yearOne' && YEAR_ONE.test(value)) return null;
		return records.dates === 'local' ? withOffset(value, records.timeZone ?? DEFAULT_ZONE) : value;
	};

/**
 * `{job_no: {job_no: 1}}` becomes `{job_no: 1}`. An object with an alternate key stays unchanged: as a plain value, the alternate key would
 * be read as the key itself.
 */
const flatKeys = (row: Row): Row =>
	Object.fromEntries(
		Object.entries(row).map(([name, value]) => {
			const isOwnKey = isRow(value) && Object.keys(value).length === 1 && Object.hasOwn(value, name);
			return [name, isOwnKey ? value[name] : value];
		}),
	);

const convertRecord = (record: Row, fields: ReadonlyMap<string, Field>, convert: Convert, { records = {} }: SiteProfile): Row => {
	const inner = (value: unknown, name: string, field: Field | undefined): unknown => {
		if (Array.isArray(value))
			return value.map((each) => (isRow(each) ? convertRecord(each, fields, convert, { version: 1, records }) : convert(each, field)));
		if (!isRow(value)) return convert(value, field);
		return Object.fromEntries(
			Object.entries(value).map(([each, part]) => [each, isRow(part) ? part : convert(part, each === name ? field : undefined)]),
		);
	};
	const converted = Object.fromEntries(Object.entries(record).map(([name, value]) => [name, inner(value, name, fields.get(name))]));
	return records.keys === 'flat' ? flatKeys(converted) : converted;
};

const convertBody = (body: unknown, { entry, table }: Addressed, profile: SiteProfile): unknown => {
	const fields = knownFields(entry);
	const convert = siteValue(profile);
	if (Array.isArray(body))
		return body.map((each: unknown) =>
			isRow(each) && typeof each.path === 'string' ? { ...each, value: convert(each.value, fields.get(each.path)) } : each,
		);
	if (!isRow(body)) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, rows]) => [
			name === table?.own ? table.site : name,
			Array.isArray(rows) ? rows.map((row: unknown) => (isRow(row) ? convertRecord(row, fields, convert, profile) : row)) : rows,
		]),
	);
};

/**
 * Whether the site's body format differs from that of public material. If not, the body is not parsed and serialized again,
 * which takes longer than all other work for a large request.
 */
const changesBodies = ({ table }: Addressed, { records = {} }: SiteProfile): boolean =>
	table !== undefined || Object.values(records).some((value) => value !== undefined);

const convertQuery = (query: unknown, { entry }: Addressed, profile: SiteProfile): unknown => {
	if (!isRow(query)) return query;
	const fields = knownFields(entry);
	const convert = siteValue(profile);
	const inner = (value: unknown, field: Field | undefined): unknown => {
		if (Array.isArray(value)) return value.map((each) => inner(each, field));
		if (isRow(value)) return Object.fromEntries(Object.entries(value).map(([operator, operand]) => [operator, inner(operand, field)]));
		return convert(value, field);
	};
	return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, inner(value, fields.get(name))]));
};

const parsed = (text: string): unknown => {
	const read = attempt(() => JSON.parse(text) as unknown);
	return 'value' in read ? read.value : undefined;
};

/** Converts the value of a JSON parameter; other text stays unchanged. */
const convertJson = (text: string, convert: (value: unknown) => unknown): string => {
	const value = parsed(text);
	return value === undefined ? text : JSON.stringify(convert(value));
};

const convertParameter = (
	name: string,
	value: string,
	addressed: Addressed,
	profile: SiteProfile,
	names: ListNames,
): readonly [string, string] => {
	const { lists = {} } = profile;
	const { table } = addressed;
	if (name === PARAMETERS.query.name) return [lists.query ?? name, convertJson(value, (query) => convertQuery(query, addressed, profile))];
	if (name === PARAMETERS.resultColumns.name)
		return [
			lists.columns ?? name,
			table === undefined
				? value
				: convertJson(value, (columns) =>
						isRow(columns)
							? Object.fromEntries(Object.entries(columns).map(([each, fields]) => [each === table.own ? table.site : each, fields]))
							: columns,
					),
		];
	if (name === names.page && lists.firstPage === 0 && /^[0-9]+$/.test(value)) return [name, String(Math.max(0, Number(value) - 1))];
	return [name, value];
};

const convertPath = (path: string, addressed: Addressed, profile: SiteProfile, names: ListNames): string => {
	const [, start = '', rest = '', query] = /^(\/[^/?]*)([^?]*)(?:\?(.*))?$/s.exec(path) ?? [];
	const { list } = addressed;
	const address = `${list === undefined ? start : `/${encodeURIComponent(list)}`}${rest}`;
	if (query === undefined) return address;
	const parameters = query.split('&').map((pair) => {
		const [name = '', value = ''] = pair.split('=', 2).map(decodeURIComponent);
		return convertParameter(name, value, addressed, profile, names).map(encodeURIComponent).join('=');
	});
	return `${address}?${parameters.join('&')}`;
};

const withoutCompression = (headers: WireRequest['headers']): WireRequest['headers'] =>
	Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== HEADERS.acceptEncoding.name.toLowerCase()));

/** The request as a site with this profile expects it. A request without a document, such as one for a definition, stays unchanged. */
export const siteRequest = (request: WireRequest, profile: SiteProfile | undefined, names: ListNames = LIST_NAMES): WireRequest => {
	const { body, document, headers } = request;
	if (profile === undefined || document === undefined) return request;
	const addressed = addressedBy(document, request.path, profile);
	return {
		...request,
		path: convertPath(request.path, addressed, profile, names),
		headers: profile.requests?.compression === false ? withoutCompression(headers) : headers,
		...(typeof body === 'string' && body !== '' && changesBodies(addressed, profile)
			? { body: convertJson(body, (value) => convertBody(value, addressed, profile)) }
			: {}),
	};
};

/** Replaces values in place: there can be a hundred thousand records. */
const convertRows = (value: unknown, fields: ReadonlyMap<string, Field>, convert: Convert): void => {
	if (Array.isArray(value)) for (const each of value) convertRows(each, fields, convert);
	if (!isRow(value)) return;
	for (const name in value) {
		const inner = value[name];
		if (typeof inner === 'object' && inner !== null) convertRows(inner, fields, convert);
		else value[name] = convert(inner, fields.get(name));
	}
};

/**
 * The response of a site with this profile, converted to the format of public material. The request is the original one, before
 * {@link siteRequest}.
 */
export const ownResponse = (
	response: SiteResponse,
	{ document, method, path }: Pick<WireRequest, 'document' | 'method' | 'path'>,
	profile: SiteProfile | undefined,
): SiteResponse => {
	const { body } = response;
	if (profile === undefined || document === undefined || typeof body !== 'object' || body === null) return response;
	const { entry, table } = addressedBy(document, path, profile);
	const { records = {} } = profile;
	if (method === 'GET' && (records.flags === 'boolean' || records.dates === 'local' || records.emptyDates === 'yearOne'))
		convertRows(body, knownFields(entry), ownValue(profile));
	if (table === undefined || !isRow(body) || !Object.hasOwn(body, table.site)) return response;
	const renamed = Object.entries(body).map(([name, value]) => [
		name === table.site ? table.own : name,
		name === 'tables' && Array.isArray(value) ? value.map((each: unknown) => (each === table.site ? table.own : each)) : value,
	]);
	return { ...response, body: Object.fromEntries(renamed) as Row };
};
