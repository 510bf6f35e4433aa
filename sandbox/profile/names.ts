/** Converts the names in addresses between the sandbox and a site with a profile, in both directions. */
import {
	DEFAULT_DEFINITION_PATTERN,
	documentByName,
	LIST_NAMES,
	LIST_ROOT,
	PARAMETERS,
	type DocumentEntry,
	type SiteProfile,
} from '../../core/catalog';
import { decodeParameter } from '../query/parameters';
import { OTHER_LISTS } from '../storage/siteFields';

/** A name that no document has. A request with this name returns 404. */
const UNKNOWN = 'Unknown';
const DATABASE_PATH = /^(\/api\/v2\/database\/[^/?]+)(\/[^?]*)?(?:\?(.*))?$/is;

/** The entry of the document that has this name, or that has a list with this name. */
export const entryNamed = (name: string): DocumentEntry | undefined => {
	const isOther = (list: string): boolean => list.toLowerCase() === name.toLowerCase();
	const [document = name] = Object.entries(OTHER_LISTS).find(([, lists]) => lists.some(isOther)) ?? [];
	return documentByName(document);
};

/** The default name of a document's list, without a profile. */
export const defaultList = (document: string): string => documentByName(document)?.list ?? `${document}List`;

/** The sandbox's name and the site's name for each query parameter. */
export const parameterNames = ({ lists = {} }: SiteProfile): ReadonlyArray<readonly [own: string, site: string]> => [
	[PARAMETERS.query.name, lists.query ?? PARAMETERS.query.name],
	[PARAMETERS.resultColumns.name, lists.columns ?? PARAMETERS.resultColumns.name],
	[LIST_NAMES.pageSize, lists.pageSize ?? LIST_NAMES.pageSize],
	[LIST_NAMES.page, lists.page ?? LIST_NAMES.page],
	[LIST_NAMES.sort, lists.sort ?? LIST_NAMES.sort],
];

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The sandbox's name for a parameter; undefined for a default name that the site does not use. A configured name is case-sensitive. */
const ownParameter = (name: string, profile: SiteProfile): string | undefined => {
	const names = parameterNames(profile);
	const renamed = names.find(([own, site]) => own !== site && site === name);
	if (renamed) {
		return renamed[0];
	}
	return names.some(([own, site]) => own !== site && (same(own, name) || same(site, name))) ? undefined : name;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The site's name for a table, which is the documented name if the profile does not rename the table. */
export const siteTable = (entry: DocumentEntry | undefined, { documents = {} }: SiteProfile): string | undefined =>
	entry && (documents[entry.name]?.table ?? entry.table.name);

const ownColumns = (text: string, entry: DocumentEntry | undefined, profile: SiteProfile): string => {
	try {
		const columns = JSON.parse(text) as unknown;
		const root = profile.lists?.records ?? LIST_ROOT;
		const table = siteTable(entry, profile);
		return isObject(columns)
			? JSON.stringify(
					Object.fromEntries(
						Object.entries(columns).map(([name, fields]) => [
							name === root ? LIST_ROOT : name === table ? (entry?.table.name ?? name) : name,
							fields,
						]),
					),
				)
			: text;
	} catch {
		return text;
	}
};

/** The value of a parameter. Page numbers are converted to start at 1, and page sizes are limited to those of the site. */
const ownNumber = (name: string, value: string, { lists = {} }: SiteProfile): string => {
	if (!/^\d{1,9}$/.test(value)) {
		return value;
	}
	if (same(name, LIST_NAMES.page) && lists.firstPage === 0) {
		return String(Number(value) + 1);
	}
	if (same(name, LIST_NAMES.pageSize)) {
		return String(lists.fixedPageSize ?? Math.min(Number(value), lists.maxPageSize ?? Infinity));
	}
	return value;
};

const decoded = (text: string): string => {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
};

/** Converts the JSON of the query; see `values.ts`. */
export type ConvertQuery = (text: string, entry: DocumentEntry | undefined) => string;

const ownQuery = (query: string, entry: DocumentEntry | undefined, profile: SiteProfile, convert: ConvertQuery): string =>
	query
		.split('&')
		.flatMap((pair) => {
			const [wire = '', ...rest] = pair.split('=');
			const value = decodeParameter(rest.join('='));
			const name = ownParameter(decodeParameter(wire), profile);
			if (name === undefined) {
				return [];
			}
			const converted = same(name, PARAMETERS.query.name)
				? convert(value, entry)
				: same(name, PARAMETERS.resultColumns.name)
					? ownColumns(value, entry, profile)
					: ownNumber(name, value, profile);
			return [`${encodeURIComponent(name)}=${encodeURIComponent(converted)}`];
		})
		.join('&');

/**
 * Converts the path segment after the database, which names a document or list, to the sandbox's name. Returns undefined for a
 * default name that the site does not use.
 */
const ownDocument = (segment: string, { documents = {} }: SiteProfile): string | undefined => {
	for (const [document, { list }] of Object.entries(documents)) {
		if (list !== undefined && list !== defaultList(document)) {
			if (same(list, segment)) {
				return defaultList(document);
			}
			if (same(defaultList(document), segment)) {
				return undefined;
			}
		}
	}
	return segment;
};

/** `/API/v2/database/{database}/spec/{document}` as a regular expression whose only group is the document. */
const definitionUrl = (pattern: string): RegExp =>
	new RegExp(
		`^${pattern
			.replace(/^https?:\/\/[^/]+/i, '')
			.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
			.replace(/\{database\}/gi, '[^/]+')
			.replace(/\{document\}/gi, '([^/?&]+)')}$`,
		'i',
	);

/**
 * The sandbox's address for a definition or the site's sign-in: `null` for a default address that the site does not use, `undefined` for
 * any other address.
 */
const specialAddress = (path: string, { definition, signIn }: SiteProfile, base: string): string | null | undefined => {
	if (definition !== undefined) {
		const document = definition.url === null ? undefined : definitionUrl(definition.url).exec(path)?.[1];
		if (document !== undefined) {
			return `${base}/spec/${document}`;
		}
		if (definitionUrl(DEFAULT_DEFINITION_PATTERN).test(path)) {
			return null;
		}
	}
	if (signIn?.url !== undefined) {
		const url = signIn.url.replace(/^https?:\/\/[^/]+/i, '');
		if (same(path, url.startsWith('/') ? url : `${base}/${url}`)) {
			return `${base}/login`;
		}
		if (same(path, `${base}/login`)) {
			return null;
		}
	}
	return undefined;
};

/** The sandbox's address for a request to a site with this profile. Addresses outside the API stay unchanged. */
export const ownAddress = (url: string, profile: SiteProfile, base: string, convert: ConvertQuery): string => {
	const [path = ''] = url.split('?');
	const special = specialAddress(path, profile, base);
	if (special !== undefined) {
		return special ?? `${base}/${UNKNOWN}`;
	}
	const [, database, rest = '', query] = DATABASE_PATH.exec(url) ?? [];
	const [, segment, below = ''] = /^\/([^/]+)(.*)$/s.exec(rest) ?? [];
	if (database === undefined || segment === undefined) {
		return url;
	}
	const document = ownDocument(decoded(segment), profile);
	const entry = entryNamed(document ?? '');
	const parameters = query === undefined ? '' : `?${ownQuery(query, entry, profile, convert)}`;
	return `${database}/${document === undefined ? `${UNKNOWN}-${segment}` : document}${below}${parameters}`;
};

/** The catalog entry for the document in a sandbox URL. */
export const entryIn = (url: string): DocumentEntry | undefined =>
	entryNamed(decoded(/^\/api\/v2\/database\/[^/?]+\/([^/?]+)/i.exec(url)?.[1] ?? ''));
