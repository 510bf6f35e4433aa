/** Converts values to and from the format of a site with a profile. */
import type { DocumentEntry, Field, SiteProfile, Table } from '../../core/catalog';
import { badRequest } from '../documents/httpError';
import { zonedInstant, zonedText } from './localTime';

type Fields = ReadonlyMap<string, Field>;
type Convert = (value: unknown, field: Field | undefined, name: string) => unknown;

const fieldsOf = ({ fields, subTables = [] }: Table): Map<string, Field> =>
	new Map([...subTables.flatMap((each) => [...fieldsOf(each)]), ...fields.map((field) => [field.name, field] as const)]);
const cache = new WeakMap<DocumentEntry, Fields>();
const knownFields = (entry: DocumentEntry | undefined): Fields => {
	if (entry === undefined) {
		return new Map();
	}
	const known = cache.get(entry) ?? fieldsOf(entry.table);
	cache.set(entry, known);
	return known;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const zoneOf = ({ records }: SiteProfile): string => records?.timeZone ?? 'UTC';

/** Converts a value of a request. Rejects the formats that the site does not use. */
const received =
	(profile: SiteProfile): Convert =>
	(value, field, name) => {
		const { flags, lookups, dates } = profile.records ?? {};
		if (flags === 'boolean' && field?.type === 'flag') {
			if (typeof value === 'string') {
				throw badRequest(`'${name}' must be true or false, got '${value}'`);
			}
			return typeof value === 'boolean' ? (value ? 'Y' : 'N') : value;
		}
		if (lookups === 'text' && field?.lookup !== undefined && typeof value === 'number') {
			throw badRequest(`'${name}' must be text, got ${value}`);
		}
		if (dates === 'local' && field?.type === 'dateTime' && typeof value === 'string') {
			if (/(Z|[+-]\d\d:?\d\d)$/i.test(value) && value.includes('T')) {
				throw badRequest(`'${name}' must be a local time without an offset, got '${value}'`);
			}
			return zonedInstant(value, zoneOf(profile));
		}
		return value;
	};

/** Converts a value of a response. */
const returned =
	(profile: SiteProfile): Convert =>
	(value, field) => {
		const { flags, lookups, dates, emptyDates } = profile.records ?? {};
		if (flags === 'boolean' && field?.type === 'flag' && (value === 'Y' || value === 'N')) {
			return value === 'Y';
		}
		if (lookups === 'text' && field?.lookup !== undefined && typeof value === 'number') {
			return String(value);
		}
		if (field?.type === 'dateTime') {
			if (value === null) {
				return emptyDates === 'yearOne' ? '0001-01-01T00:00:00' : null;
			}
			return dates === 'local' && typeof value === 'string' ? zonedText(value, zoneOf(profile)) : value;
		}
		return value;
	};

const sentRecord = (record: Record<string, unknown>, fields: Fields, profile: SiteProfile): Record<string, unknown> => {
	const convert = received(profile);
	const flat = profile.records?.keys === 'flat';
	return Object.fromEntries(
		Object.entries(record).map(([name, value]) => {
			const field = fields.get(name);
			if (Array.isArray(value)) {
				return [name, value.map((row: unknown) => (isObject(row) ? sentRecord(row, fields, profile) : row))];
			}
			if (!isObject(value)) {
				return [name, convert(value, field, name)];
			}
			if (flat && Object.hasOwn(value, name)) {
				throw badRequest(`'${name}' must be a plain value`);
			}
			return [
				name,
				Object.fromEntries(Object.entries(value).map(([key, each]) => [key, convert(each, key === name ? field : undefined, name)])),
			];
		}),
	);
};

/** Converts a request body to the sandbox's format. A string that is not JSON stays unchanged. */
export const ownBody = (text: string, entry: DocumentEntry | undefined, table: string | undefined, profile: SiteProfile): string => {
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		return text;
	}
	const fields = knownFields(entry);
	const convert = received(profile);
	if (Array.isArray(body)) {
		return JSON.stringify(
			body.map((operation: unknown) => {
				if (!isObject(operation) || typeof operation.path !== 'string') {
					return operation;
				}
				const name = operation.path.replace(/^\//, '');
				return { ...operation, value: convert(operation.value, fields.get(name), name) };
			}),
		);
	}
	if (!isObject(body) || entry === undefined) {
		return text;
	}
	return JSON.stringify(
		Object.fromEntries(
			Object.entries(body).map(([name, rows]) => {
				if (name === entry.table.name && table !== name) {
					throw badRequest(`Unknown table '${name}' in the body; the table is '${table}'`);
				}
				return [
					name === table ? entry.table.name : name,
					Array.isArray(rows) ? rows.map((row: unknown) => (isObject(row) ? sentRecord(row, fields, profile) : row)) : rows,
				];
			}),
		),
	);
};

const operatorsIn = (query: Record<string, unknown>): string[] =>
	Object.values(query).flatMap((value) => (isObject(value) ? Object.keys(value) : []));

/** Converts the JSON of a query to the sandbox's format. Rejects operators that the site does not support. */
export const ownQuery = (text: string, entry: DocumentEntry | undefined, profile: SiteProfile): string => {
	let query: unknown;
	try {
		query = JSON.parse(text);
	} catch {
		return text;
	}
	if (!isObject(query)) {
		return text;
	}
	const unsupported = operatorsIn(query).find((operator) => profile.unsupportedOperators?.includes(operator));
	if (unsupported !== undefined) {
		throw badRequest(`Unknown operator '${unsupported}'`);
	}
	const fields = knownFields(entry);
	const convert = received(profile);
	const inner = (value: unknown, name: string): unknown => {
		if (Array.isArray(value)) {
			return value.map((each) => inner(each, name));
		}
		if (isObject(value)) {
			return Object.fromEntries(Object.entries(value).map(([operator, each]) => [operator, inner(each, name)]));
		}
		return value === '|NULL|' ? value : convert(value, fields.get(name), name);
	};
	return JSON.stringify(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, inner(value, name)])));
};

/** Converts a record or list in a response to the site's format. */
export const siteValues = (value: unknown, entry: DocumentEntry | undefined, profile: SiteProfile, name = ''): unknown => {
	const fields = knownFields(entry);
	if (Array.isArray(value)) {
		return value.map((each) => siteValues(each, entry, profile, name));
	}
	if (!isObject(value)) {
		return returned(profile)(value, fields.get(name), name);
	}
	const isKey = Object.hasOwn(value, name) && !isObject(value[name]);
	if (profile.records?.keys === 'flat' && isKey) {
		return returned(profile)(value[name], fields.get(name), name);
	}
	return Object.fromEntries(Object.entries(value).map(([each, inner]) => [each, siteValues(inner, entry, profile, each)]));
};
