/** Helpers for writing rows. */
import type { ExpectedResponse, Exchange, NodeCall, Part, Request } from '../row';
import { resourceParameters } from '../../support/resourceParameters';

export const COMPRESSED = { 'Accept-Encoding': 'gzip, deflate' };
const JSON_FORM = { 'Content-Type': 'application/json' };
const PAYLOAD_FORM = { 'Content-Type': 'application/json-patch+json' };

export type Headers = Readonly<Record<string, string>>;

/** An address with its query. Names are unchanged; values are URL-encoded, and values other than text are JSON. */
export const at = (path: string, query: Readonly<Record<string, unknown>> = {}): string => {
	const pairs = Object.entries(query).map(
		([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
	);
	return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
};

const text = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

export const get = (path: string, headers: Headers = COMPRESSED): Request => ({ method: 'GET', path, headers });
export const post = (path: string, body: unknown, headers: Headers = {}): Request => ({
	method: 'POST',
	path,
	headers: { ...JSON_FORM, ...headers, ...COMPRESSED },
	body: text(body),
});
/** PATCH with operations. */
export const patch = (path: string, operations: unknown, headers: Headers = {}): Request => ({
	method: 'PATCH',
	path,
	headers: { ...JSON_FORM, ...headers, ...COMPRESSED },
	body: text(operations),
});
/** PATCH with the full payload, or with an empty body. */
export const patchPayload = (path: string, body: unknown, headers: Headers = {}): Request => ({
	method: 'PATCH',
	path,
	headers: { ...PAYLOAD_FORM, ...headers, ...COMPRESSED },
	body: text(body),
});
export const put = (path: string, body: unknown, headers: Headers = {}): Request => ({
	method: 'PUT',
	path,
	headers: { ...PAYLOAD_FORM, ...headers, ...COMPRESSED },
	body: text(body),
});
export const del = (path: string, headers: Headers = COMPRESSED): Request => ({ method: 'DELETE', path, headers });
/** POST of files as multipart form-data. */
export const upload = (path: string, ...body: readonly Part[]): Request => ({
	method: 'POST',
	path,
	headers: { 'Content-Type': 'multipart/form-data; boundary={boundary}', ...COMPRESSED },
	body,
});

/** The encodings that n8n's HTTP client accepts in the response to a sign-in. */
const SIGN_IN_ENCODINGS = { 'Accept-Encoding': 'gzip, compress, deflate, br' };
/** The Authorization header of the OAuth 2 client that uses client credentials. */
const SERVICE_CLIENT = `Basic ${Buffer.from('media-operations-service:media-operations-service-secret').toString('base64')}`;
export const tokenRequest = (body: string, authorization = SERVICE_CLIENT): Request => ({
	method: 'POST',
	path: '//oauth/token',
	headers: { Authorization: authorization, 'Content-Type': 'application/x-www-form-urlencoded', ...SIGN_IN_ENCODINGS },
	body,
});
/** The request for a JWT. */
export const signInRequest = (body: unknown, path = '//api/v2/database/DEMO/login'): Request => ({
	method: 'POST',
	path,
	headers: { 'Content-Type': 'application/json', ...SIGN_IN_ENCODINGS },
	body: text(body),
});

export const replace = (path: string, value: unknown): { op: string; path: string; value: unknown } => ({ op: 'replace', path, value });

/** The request with the headers that a node sends to a release without compression. */
export const uncompressed = (request: Request): Request => ({ ...request, headers: { ...request.headers, 'Accept-Encoding': 'identity' } });

export const saveArgument = (value: Readonly<Record<string, unknown>>): Headers => ({ SaveArgument: JSON.stringify(value) });

export const ok = (body: unknown, headers: ExpectedResponse['headers'] = {}): ExpectedResponse => ({
	status: 200,
	headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
	body,
});
export const NO_CONTENT: ExpectedResponse = { status: 204, headers: { 'content-type': null }, body: '' };
export const CHANGED = ok({ message: null, tables: [] });
export const refused = (status: number, error: unknown): ExpectedResponse => ({ status, body: { error } });

/** The envelope of a create: the keys of the new records by table. */
export const created = (tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>): ExpectedResponse =>
	ok({
		message: null,
		tables: Object.keys(tables),
		...Object.fromEntries(
			Object.entries(tables).map(([table, records]) => [table, { record_identifiers: Object.keys(records[0] ?? {}), records }]),
		),
	});

/** The fields of a new work order in the specification (POST). */
export const ORDER = {
	wo_desc: 'Match20',
	wo_begin_dt: '2023-08-22T10:00:00.000Z',
	wo_end_dt: '2023-08-22T16:00:00.000Z',
	wo_type_no: 17,
	phase_code: 'Bid',
	rate_card_no: 1,
	cust_id: 19,
};

export const exchange = (request: Request, response: ExpectedResponse): Exchange[] => [{ request, response }];

/** A parameter that chooses a record. */
export const by = (mode: string, value: string | number): Readonly<Record<string, unknown>> => ({ record: { __rl: true, mode, value } });

export const generic = (resource: string, operation: string, parameters: Readonly<Record<string, unknown>> = {}): NodeCall => ({
	node: 'mediaOperations',
	parameters: { ...resourceParameters(resource), operation, ...parameters },
});

/** The parameter with a list of fields. */
export const fields = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
	fieldsMode: 'list',
	fields: { entry: Object.entries(given).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue })) },
});
/** The parameter with the fields of the document; an upsert looks the record up by `key`. */
export const mapped = (value: Readonly<Record<string, unknown>>, key?: string): Readonly<Record<string, unknown>> => ({
	fieldsMode: 'mapper',
	columns: { mappingMode: 'defineBelow', value, matchingColumns: key === undefined ? [] : [key] },
});
/** The parameter with the record as JSON. */
export const json = (record: unknown): Readonly<Record<string, unknown>> => ({ fieldsMode: 'json', fieldsJson: JSON.stringify(record) });

export const where = (...condition: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, unknown>> => ({
	conditions: { condition },
});
