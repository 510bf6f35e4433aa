/** The OpenAPI definition of a document, as a site with a profile would publish it. */
import { HEADERS, LIST_NAMES, LIST_ROOT, type DocumentEntry, type SiteProfile } from '../../core/catalog';
import type { Part } from '../plugins/definition/schemas';
import { entryNamed, siteTable } from './names';
import { siteAddress, siteParameter } from './outgoing';
import { siteValues } from './values';

interface Site {
	readonly profile: SiteProfile;
	readonly entry: DocumentEntry | undefined;
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);
const mapped = (part: Part, change: (name: string, value: unknown) => readonly [string, unknown]): Part =>
	Object.fromEntries(Object.entries(part).map(([name, value]) => change(name, value)));

const propertyName = (name: string, { profile, entry }: Site): string =>
	name === LIST_ROOT ? (profile.lists?.records ?? name) : name === entry?.table.name ? (siteTable(entry, profile) ?? name) : name;

/** Converts the schema of an integer to the schema of a string. */
const asText = ({ format: _format, ...part }: Part): Part => (part.type === 'integer' ? { ...part, type: 'string' } : part);

/** The schema of a value in the site's format. `name` is the property that contains the value. */
const valueSchema = (part: Part, name: string, { profile: { records = {} } }: Site): Part => {
	const { properties } = part;
	if (records.flags === 'boolean' && JSON.stringify(part.enum) === '["Y","N"]') {
		const { enum: _letters, ...rest } = part;
		return { ...rest, type: 'boolean' };
	}
	// The `date-time` format requires an offset (RFC 3339), but dates of this site can lack an offset.
	if (part.format === 'date-time' && (records.dates === 'local' || records.emptyDates === 'yearOne')) {
		const { format: _format, ...rest } = part;
		return rest;
	}
	const inner = isPart(properties) && isPart(properties[name]) ? properties[name] : undefined;
	const isLookupAsText = records.lookups === 'text' && 'x-lookup' in part;
	if (inner === undefined) {
		return isLookupAsText ? asText(part) : part;
	}
	const code = isLookupAsText ? asText(inner) : inner;
	if (records.keys === 'flat') {
		const { type: _type, properties: _properties, ...rest } = part;
		return { ...code, ...rest };
	}
	return { ...part, properties: { ...(properties as Part), [name]: code } };
};

const parameter = (part: Part, { profile }: Site): Part => {
	const { name, schema } = part;
	const isFromZero = name === LIST_NAMES.page && profile.lists?.firstPage === 0;
	return {
		...part,
		name: siteParameter(String(name), profile),
		...(isFromZero && isPart(schema) ? { schema: { ...schema, minimum: 0 } } : {}),
	};
};

/** Converts a part of a definition with all parts below it. `name` is the property that a schema describes. */
const converted = (value: unknown, name: string, site: Site): unknown => {
	if (Array.isArray(value)) {
		return value.map((each: unknown) => converted(each, '', site));
	}
	if (!isPart(value)) {
		return value;
	}
	const part = value.in === 'query' ? parameter(value, site) : valueSchema(value, name, site);
	return mapped(part, (key, inner) => {
		if (key === 'example') {
			return [key, siteValues(inner, site.entry, site.profile)];
		}
		if (key === 'required' && Array.isArray(inner)) {
			return [key, inner.map((each) => propertyName(String(each), site))];
		}
		if (key === 'headers' && isPart(inner)) {
			return [key, mapped(inner, (header, its) => [header === HEADERS.count.name ? (site.profile.lists?.count ?? header) : header, its])];
		}
		if (key === 'x-operators' && Array.isArray(inner)) {
			return [key, inner.filter((operator: string) => !site.profile.unsupportedOperators?.includes(operator))];
		}
		return [
			key,
			key === 'properties' && isPart(inner)
				? mapped(inner, (property, schema) => [propertyName(property, site), converted(schema, property, site)])
				: converted(inner, key === 'items' ? name : '', site),
		];
	});
};

/** The operation with the status that the site sends instead of 204; the response's definition is unchanged. */
const withConfirmation = (operation: Part, { profile: { successResponses = [] } }: Site): Part => {
	const [first] = successResponses;
	const { 204: empty, ...others } = operation.responses as Readonly<Record<string, unknown>>;
	return first === undefined || empty === undefined
		? operation
		: { ...operation, responses: { [first === 'accepted' ? 202 : 200]: empty, ...others } };
};

const tokenScheme = ({ signIn = {} }: SiteProfile, scheme: unknown): unknown =>
	signIn.headerName === undefined && signIn.headerPrefix === undefined
		? scheme
		: {
				type: 'apiKey',
				in: 'header',
				name: signIn.headerName ?? 'Authorization',
				description:
					signIn.headerPrefix === '' ? 'The token' : `${signIn.headerPrefix ?? 'Bearer'} and the token, with a space between them`,
			};

/** The definition of a document or list in the site's format. */
export const siteDefinition = (definition: Part, document: string, profile: SiteProfile): Part => {
	const site: Site = { profile, entry: entryNamed(document) };
	const { paths, components, tags, ...rest } = definition as Readonly<Record<'paths' | 'components' | 'tags', Part>>;
	const { securitySchemes, ...schemas } = components as Readonly<Record<string, Part>>;
	return {
		...rest,
		tags,
		paths: mapped(paths, (address, item) => [
			siteAddress(address, profile),
			mapped(item as Part, (method, operation) => [method, withConfirmation(converted(operation, '', site) as Part, site)]),
		]),
		components: {
			...(converted(schemas, '', site) as Part),
			securitySchemes: mapped(securitySchemes as Part, (name, scheme) => [name, name === 'token' ? tokenScheme(profile, scheme) : scheme]),
		},
	};
};
