import type { SandboxProcess } from '../../../workshop/sandboxProcess';

/** The parsed JSON of a response. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the tests check the contents of responses, which have no static types
export type Json = any;

export interface HttpResponse {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	/** The parsed body; undefined if the body is empty or not JSON. */
	readonly json: Json;
}

export interface Asked {
	readonly query?: Readonly<Record<string, unknown>>;
	readonly headers?: Readonly<Record<string, string>>;
	/** The body, which is sent as JSON; a string is sent unchanged. */
	readonly body?: unknown;
	readonly user?: string;
}

export type Call = (method: string, path: string, asked?: Asked) => Promise<HttpResponse>;

const JSON_FORM = { 'Content-Type': 'application/json' };
export const PAYLOAD_FORM = { 'Content-Type': 'application/json-patch+json' };

/** Sends HTTP requests to a sandbox. Path segments must be encoded; query values are encoded here (objects as JSON). */
export const callerOf =
	(sandbox: () => SandboxProcess): Call =>
	async (method, path, { query = {}, headers = {}, body, user = 'demo:demo' } = {}) => {
		const search = Object.entries(query)
			.map(([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`)
			.join('&');
		const response = await fetch(`${sandbox().apiUrl}${path}${search === '' ? '' : `?${search}`}`, {
			method,
			headers: {
				Authorization: `Basic ${Buffer.from(user).toString('base64')}`,
				...(body === undefined ? {} : JSON_FORM),
				...headers,
			},
			...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		});
		const text = await response.text();
		let json: unknown;
		try {
			json = text === '' ? undefined : JSON.parse(text);
		} catch {
			json = undefined;
		}
		return { status: response.status, headers: response.headers, text, json };
	};

/** The error message of a response, with decoded HTML entities. */
export const errorOf = ({ json }: HttpResponse): string =>
	String(json?.error)
		.replace(/&#39;/g, "'")
		.replace(/&quot;/g, '"')
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/&amp;/g, '&');

/** The minimal body of a work order (specification: POST). If `more` sets only the begin time, the end time is the same. */
export const minimalOrder = (more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
	wo_desc: 'Match20',
	wo_begin_dt: '2023-08-22T10:00:00.000Z',
	wo_end_dt: more.wo_begin_dt ?? '2023-08-22T16:00:00.000Z',
	wo_type_no: 17,
	phase_code: 'Bid',
	rate_card_no: 1,
	cust_id: 19,
	...more,
});

/** Creates a record and returns its key. */
export const created = async (
	call: Call,
	document: string,
	table: string,
	record: unknown,
	headers: Readonly<Record<string, string>> = {},
): Promise<string> => {
	const response = await call('POST', `/${document}`, { body: { [table]: [record] }, headers });
	if (response.status !== 200) {
		throw new Error(`POST ${document} returned ${response.status}: ${response.text}`);
	}
	const { record_identifiers: names, records } = response.json[table];
	return String(records[0][names[0]]);
};

/** A SaveArgument header with this value. A string is used unchanged, other values as JSON. */
export const withArgument = (value: unknown): Record<string, string> => ({
	SaveArgument: typeof value === 'string' ? value : JSON.stringify(value),
});

/** A PATCH with a save argument. If `body` is undefined, the request has no body. */
export const patchWith = async (
	call: Call,
	path: string,
	body: unknown,
	argument: unknown,
	headers: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> =>
	await call('PATCH', path, { ...(body === undefined ? {} : { body }), headers: { ...headers, ...withArgument(argument) } });

export const recordOf = async (call: Call, document: string, table: string, key: string): Promise<Json> => {
	const response = await call('GET', `/${document}/${key}`);
	if (response.status !== 200) {
		throw new Error(`GET ${document}/${key} returned ${response.status}: ${response.text}`);
	}
	return response.json[table][0];
};

/** An order of one of the three kinds. */
export const orderOf = async (call: Call, document: string, key: string): Promise<Json> =>
	await recordOf(call, document, 'jm_work_order', `wo_no_seq=${key}`);

export const transactionsOf = async (call: Call, document: string, key: string): Promise<Record<string, unknown>[]> =>
	(await call('GET', `/${document}/wo_no_seq=${key}/jm_wo_transaction`)).json;
