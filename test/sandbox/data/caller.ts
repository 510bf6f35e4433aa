import type { SandboxProcess } from '../../../workshop/sandboxProcess';

/** Parsed JSON of an answer, which tests compare as it came. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a type of each answer would say what the test is there to find out
export type Json = any;

export interface Told {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	/** The parsed body; undefined for an empty one. */
	readonly json: Json;
}

export interface Asked {
	readonly query?: Readonly<Record<string, unknown>>;
	readonly headers?: Readonly<Record<string, string>>;
	/** Sent as JSON; a text is sent as it is. */
	readonly body?: unknown;
	readonly user?: string;
}

export type Call = (method: string, path: string, asked?: Asked) => Promise<Told>;

const JSON_FORM = { 'Content-Type': 'application/json' };
export const PAYLOAD_FORM = { 'Content-Type': 'application/json-patch+json' };

/** Speaks plain HTTP to a sandbox: path segments are given encoded, query values are encoded here (objects as JSON). */
export const callerOf =
	(sandbox: () => SandboxProcess): Call =>
	async (method, path, { query = {}, headers = {}, body, user = 'demo:demo' } = {}) => {
		const search = Object.entries(query)
			.map(([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`)
			.join('&');
		const answer = await fetch(`${sandbox().apiUrl}${path}${search === '' ? '' : `?${search}`}`, {
			method,
			headers: {
				Authorization: `Basic ${Buffer.from(user).toString('base64')}`,
				...(body === undefined ? {} : JSON_FORM),
				...headers,
			},
			...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		});
		const text = await answer.text();
		let json: unknown;
		try {
			json = text === '' ? undefined : JSON.parse(text);
		} catch {
			json = undefined;
		}
		return { status: answer.status, headers: answer.headers, text, json };
	};

/** The words of a refusal, with its HTML entities read. */
export const wordsOf = ({ json }: Told): string =>
	String(json?.error)
		.replace(/&#39;/g, "'")
		.replace(/&quot;/g, '"')
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/&amp;/g, '&');

/** The smallest body of a work order (specification: POST). One with another begin but no end ends when it begins. */
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

/** Creates a record and gives its key. */
export const created = async (
	call: Call,
	document: string,
	table: string,
	record: unknown,
	headers: Readonly<Record<string, string>> = {},
): Promise<string> => {
	const told = await call('POST', `/${document}`, { body: { [table]: [record] }, headers });
	if (told.status !== 200) {
		throw new Error(`POST ${document} answered ${told.status}: ${told.text}`);
	}
	const { record_identifiers: names, records } = told.json[table];
	return String(records[0][names[0]]);
};

/** The header SaveArgument with this value; a text stands in it as it is. */
export const withArgument = (value: unknown): Record<string, string> => ({
	SaveArgument: typeof value === 'string' ? value : JSON.stringify(value),
});

/** A PATCH with a save argument; without a body where it is undefined. */
export const patchWith = async (
	call: Call,
	path: string,
	body: unknown,
	argument: unknown,
	headers: Readonly<Record<string, string>> = {},
): Promise<Told> =>
	await call('PATCH', path, { ...(body === undefined ? {} : { body }), headers: { ...headers, ...withArgument(argument) } });

/** The record that a key names. */
export const recordOf = async (call: Call, document: string, table: string, key: string): Promise<Json> => {
	const told = await call('GET', `/${document}/${key}`);
	if (told.status !== 200) {
		throw new Error(`GET ${document}/${key} answered ${told.status}: ${told.text}`);
	}
	return told.json[table][0];
};

/** An order of one of the three kinds. */
export const orderOf = async (call: Call, document: string, key: string): Promise<Json> =>
	await recordOf(call, document, 'jm_work_order', `wo_no_seq=${key}`);

/** What is booked on an order. */
export const transactionsOf = async (call: Call, document: string, key: string): Promise<Record<string, unknown>[]> =>
	(await call('GET', `/${document}/wo_no_seq=${key}/jm_wo_transaction`)).json;
