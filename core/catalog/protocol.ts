import type { Release, Source } from './types';

/** A request or response header of the API (specification: Common request rules). */
export interface HeaderEntry {
	readonly name: string;
	readonly direction: 'request' | 'response';
	readonly since: Release;
	readonly description: string;
	readonly source: Source;
}

/** Headers by our own names: `HEADERS.count.name` is `Pagination-Count`. */
export const HEADERS = {
	contentType: { name: 'Content-Type', direction: 'request', since: '10.6', description: 'Content type of the body', source: 'interface' },
	authorization: { name: 'Authorization', direction: 'request', since: '10.6', description: 'Sign-in', source: 'interface' },
	saveArgument: {
		name: 'SaveArgument',
		direction: 'request',
		since: '10.6',
		description: 'Triggers a function of the server',
		source: 'interface',
	},
	rowAction: {
		name: 'rowAction',
		direction: 'request',
		since: '11.0',
		description: 'Clears sub-tables before an upsert adds rows',
		source: 'interface',
	},
	divisionCode: {
		name: 'Division-Code',
		direction: 'request',
		since: '11.1',
		description: 'Works in a division other than the default of the user',
		source: 'interface',
	},
	acceptEncoding: {
		name: 'Accept-Encoding',
		direction: 'request',
		since: '11.0',
		description: 'Compresses the response with gzip or deflate',
		source: 'interface',
	},
	timeZone: {
		name: 'Source-Time-Zone-Name',
		direction: 'request',
		since: '10.6',
		description: 'Windows name of the time zone in which times without offset are read',
		source: 'public',
	},
	count: {
		name: 'Pagination-Count',
		direction: 'response',
		since: '10.6',
		description: 'Number of all matching records',
		source: 'public',
	},
	location: {
		name: 'Location',
		direction: 'response',
		since: '10.6',
		description: 'Address of a created record, on older releases',
		source: 'public',
	},
} as const satisfies Record<string, HeaderEntry>;

/** The content types of a body (specification: Common request rules). */
export const CONTENT_TYPES = {
	json: 'application/json',
	/** The content type of PUT and of the full-payload PATCH. */
	payload: 'application/json-patch+json',
} as const;

/** Query parameters. Their names are not case-sensitive on the server (public material). */
export interface ParameterEntry {
	readonly name: string;
	readonly since: Release;
	readonly description: string;
	readonly source: Source;
}

/** Parameters by our own names: `PARAMETERS.nullValueHandling.name` is `nullvaluehandling`. */
export const PARAMETERS = {
	query: { name: 'Query', since: '10.6', description: 'JSON object of field names and conditions', source: 'interface' },
	resultColumns: {
		name: 'resultColumns',
		since: '10.6',
		description: 'JSON object of table names and the fields to return',
		source: 'interface',
	},
	nullValueHandling: {
		name: 'nullvaluehandling',
		since: '10.6',
		description: '"ignore" omits fields without a value',
		source: 'interface',
	},
	alternateKeyHandling: {
		name: 'alternatekeyhandling',
		since: '10.6',
		description: '"ignore" omits alternate keys',
		source: 'public',
	},
	pageSize: { name: 'pageSize', since: '10.6', description: 'Records per page', source: 'public' },
	page: { name: 'page', since: '10.6', description: 'Number of the page, from 1', source: 'public' },
	sort: { name: 'sort', since: '10.6', description: 'JSON array of "field asc" and "field desc"', source: 'public' },
	validateQueryParameters: {
		name: 'validateQueryParameters',
		since: '10.6',
		description: '"false" allows fields outside the criteria of the document in a query',
		source: 'public',
	},
} as const satisfies Record<string, ParameterEntry>;

/** The property with the records of a list response, and the root of a list in resultColumns (public material). */
export const LIST_ROOT = 'L';
/**
 * Names that can differ by site, with their defaults: for the pages, order, count and records of a list, and for omitting empty fields and
 * alternate keys. All of them except `nullvaluehandling` are from public material. A user can change them.
 */
export const LIST_NAMES = {
	pageSize: PARAMETERS.pageSize.name,
	page: PARAMETERS.page.name,
	sort: PARAMETERS.sort.name,
	count: HEADERS.count.name,
	records: LIST_ROOT,
	omitNulls: PARAMETERS.nullValueHandling.name,
	omitAlternateKeys: PARAMETERS.alternateKeyHandling.name,
} as const;
/**
 * Prefix that marks a name in `omitNulls` or `omitAlternateKeys` as a header: `header:Name` (sent with the value `ignore`) or
 * `header:Name=value`.
 */
export const HEADER_PREFIX = 'header:';
/** The names in {@link LIST_NAMES}, as one site uses them. */
export type ListNames = Readonly<Record<keyof typeof LIST_NAMES, string>>;
/** The path of the OpenAPI definition of a document (public material); a user can change it. */
export const DEFAULT_DEFINITION_PATTERN = '/API/v2/database/{database}/spec/{document}';
