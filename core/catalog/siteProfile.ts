/**
 * The format of a site profile: a JSON file that describes how a site differs from public material. The credential accepts it, the 'Check'
 * operation returns it, and the sandbox simulates it. `docs/reference/site-profile.schema.json` is generated from
 * {@link SITE_PROFILE_SCHEMA}.
 */
import { OPERATORS } from './operators';
import { SUCCESS_RESPONSES, type SuccessResponse } from './proofs';
import { HEADER_PREFIX, LIST_NAMES } from './protocol';
import { RELEASES, type Release } from './types';

/** The only version so far. A profile of another version is rejected. */
export const SITE_PROFILE_VERSION = 1;

/** A part of the schema: the keywords of JSON Schema that `readSiteProfile` implements. */
export interface ProfileSchema {
	readonly type: 'object' | 'array' | 'string' | 'integer' | 'boolean' | readonly ['string', 'null'];
	readonly description?: string;
	readonly default?: unknown;
	readonly const?: unknown;
	readonly enum?: readonly (string | number)[];
	readonly minimum?: number;
	readonly maximum?: number;
	readonly minLength?: number;
	readonly pattern?: string;
	readonly items?: ProfileSchema;
	readonly uniqueItems?: true;
	readonly properties?: Readonly<Record<string, ProfileSchema>>;
	readonly required?: readonly string[];
	/** The schema of other properties; `false` rejects them. */
	readonly additionalProperties?: false | ProfileSchema;
}

/** See {@link SITE_PROFILE_SCHEMA} for each setting. An omitted setting has its default. */
export interface SiteProfile {
	readonly $schema?: string;
	readonly version: typeof SITE_PROFILE_VERSION;
	readonly release?: Release;
	readonly signIn?: {
		readonly url?: string;
		readonly userField?: string;
		readonly passwordField?: string;
		readonly tokenPath?: string;
		readonly headerName?: string;
		readonly headerPrefix?: string;
		readonly tokenLifetimeMinutes?: number;
	};
	readonly definition?: { readonly url: string | null };
	readonly lists?: Partial<Readonly<Record<keyof typeof LIST_NAMES | 'query' | 'columns', string>>> & {
		readonly firstPage?: 0 | 1;
		readonly maxPageSize?: number;
		readonly fixedPageSize?: number;
	};
	readonly documents?: Readonly<Record<string, { readonly list?: string; readonly table?: string }>>;
	readonly records?: {
		readonly keys?: 'object' | 'flat';
		readonly lookups?: 'typed' | 'text';
		readonly flags?: 'letter' | 'boolean';
		readonly dates?: 'offset' | 'local';
		readonly timeZone?: string;
		readonly emptyDates?: 'null' | 'yearOne';
	};
	readonly requests?: { readonly maxUrlLength?: number; readonly maxConcurrent?: number; readonly compression?: boolean };
	readonly unsupportedOperators?: readonly string[];
	readonly successResponses?: readonly SuccessResponse[];
}

/** The site's names for the list and the table of a document; empty if the profile does not contain the document. */
export const documentNames = ({ documents = {} }: SiteProfile, name: string): { readonly list?: string; readonly table?: string } =>
	(Object.hasOwn(documents, name) ? documents[name] : undefined) ?? {};

const NAME = '^[A-Za-z_][\\w-]*$';
const text = (description: string, fallback?: string): ProfileSchema => ({
	type: 'string',
	description,
	minLength: 1,
	...(fallback === undefined ? {} : { default: fallback }),
});
const name = (description: string, fallback: string): ProfileSchema => ({
	type: 'string',
	description,
	default: fallback,
	pattern: NAME,
});
const omission = (what: string, fallback: string): ProfileSchema => ({
	type: 'string',
	description: `The query parameter, or the header as header:Name or header:Name=value, that omits ${what}`,
	default: fallback,
	pattern: `^([A-Za-z_][\\w-]*|${HEADER_PREFIX}.+)$`,
});
const group = (description: string, properties: Readonly<Record<string, ProfileSchema>>): ProfileSchema => ({
	type: 'object',
	description,
	properties,
	additionalProperties: false,
});
const choice = (description: string, values: readonly string[]): ProfileSchema => ({
	type: 'string',
	description,
	enum: values,
	default: values[0],
});
const count = (description: string, minimum: number, maximum: number): ProfileSchema => ({
	type: 'integer',
	description,
	minimum,
	maximum,
});

/** The operators on the wire, such as `$in`, that a profile can mark as unsupported. */
const WIRE_OPERATORS = [...new Set(OPERATORS.map(({ wire }) => wire).filter((wire) => wire !== null))];

/** JSON Schema of {@link SiteProfile}, in the keywords of {@link ProfileSchema}. */
export const SITE_PROFILE_SCHEMA: ProfileSchema = {
	type: 'object',
	required: ['version'],
	additionalProperties: false,
	properties: {
		$schema: text('The URL of this schema, for editors'),
		version: { type: 'integer', const: SITE_PROFILE_VERSION, description: 'The version of the format' },
		release: { type: 'string', enum: RELEASES, description: 'The release that the site runs' },
		signIn: group('The request for a token, for the JWT credential', {
			url: text('The URL that returns a token', 'login'),
			userField: text('The body field that contains the user name', 'username'),
			passwordField: text('The body field that contains the password', 'password'),
			tokenPath: text(
				'The path to the token in the response, with dots between the names. If it is omitted, the token is located automatically',
			),
			headerName: text('The header that contains the token', 'Authorization'),
			headerPrefix: { type: 'string', description: 'The word before the token; empty for none', default: 'Bearer' },
			tokenLifetimeMinutes: count('How long a token is valid. If it is omitted, the expiry is read from the token', 1, 1_000_000),
		}),
		definition: {
			...group('OpenAPI definitions', {
				url: {
					type: ['string', 'null'],
					minLength: 1,
					description: 'The URL of the definition of a document, with {database} and {document}; null if the site has no definitions',
				},
			}),
			required: ['url'],
		},
		lists: group('Lists and their pages', {
			query: name('The parameter with the query', 'Query'),
			columns: name('The parameter with the fields to return', 'resultColumns'),
			pageSize: name('The parameter with the number of records per page', LIST_NAMES.pageSize),
			page: name('The parameter with the number of the page', LIST_NAMES.page),
			sort: name('The parameter with the sort order', LIST_NAMES.sort),
			count: name('The response header with the number of all matching records', LIST_NAMES.count),
			records: name('The property of the response that contains the records', LIST_NAMES.records),
			omitNulls: omission('empty fields', LIST_NAMES.omitNulls),
			omitAlternateKeys: omission('alternate keys', LIST_NAMES.omitAlternateKeys),
			firstPage: { type: 'integer', enum: [0, 1], default: 1, description: 'The number of the first page' },
			maxPageSize: count('The maximum number of records per page', 1, 1_000_000),
			fixedPageSize: count('The number of records per page if the site ignores the requested number', 1, 1_000_000),
		}),
		documents: {
			type: 'object',
			description: 'The names that the site uses, by document, such as {"JmWoTransaction": {"list": "JmTrxList"}}',
			additionalProperties: group('The names of one document', {
				list: { type: 'string', pattern: NAME, description: 'The name of the list' },
				table: { type: 'string', pattern: NAME, description: 'The name of the table in bodies and responses' },
			}),
		},
		records: group('The format of values', {
			keys: choice('Whether bodies contain keys as objects ({"job_no": {"job_no": 1}}) or as plain values', ['object', 'flat']),
			lookups: choice('Whether numbers in look-up fields are sent as numbers or as text', ['typed', 'text']),
			flags: choice('Whether flags are the letters Y and N, or true and false', ['letter', 'boolean']),
			dates: choice('Whether dates contain an offset, or are local times in the time zone below', ['offset', 'local']),
			timeZone: text('The IANA name of the time zone of local dates, such as Europe/Berlin', 'UTC'),
			emptyDates: choice('Whether an empty date is null or a date in the year 1', ['null', 'yearOne']),
		}),
		requests: group('Request limits', {
			maxUrlLength: count('The maximum number of characters in a URL', 500, 100_000),
			maxConcurrent: count('The maximum number of concurrent requests', 1, 1_000),
			compression: { type: 'boolean', default: true, description: 'Whether to request compressed responses' },
		}),
		unsupportedOperators: {
			type: 'array',
			uniqueItems: true,
			items: { type: 'string', enum: WIRE_OPERATORS },
			default: [],
			description: 'Query operators that the site does not support',
		},
		successResponses: {
			type: 'array',
			uniqueItems: true,
			items: { type: 'string', enum: Object.keys(SUCCESS_RESPONSES) },
			default: [],
			description: 'Undocumented responses that the site sends after a successful change',
		},
	},
};
