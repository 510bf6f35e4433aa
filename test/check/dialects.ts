/** Rewriting rules for the formats of other sites. They follow the description of each difference and share no code with the check. */
import {
	changeJson,
	changeSent,
	isDefinition,
	isList,
	isLogin,
	mapValues,
	NotAccepted,
	refuse,
	type Dialect,
	type Exchange,
	type ProxyReply,
} from './dialectProxy';

export interface DialectCase {
	readonly name: string;
	/** Creates a new dialect for each test, because some dialects count requests. */
	readonly create: () => Dialect;
	/** The finding that reports the difference. */
	readonly finding: readonly [topic: string, found: RegExp];
	/** Whether the nodes work with the recommended profile; otherwise the report says why they do not. */
	readonly works: boolean;
	readonly authentication?: 'basic' | 'jwt';
}

const DATE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const LOCAL_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isRead = ({ method }: Exchange): boolean => method === 'GET';

/** Changes the values of the records that the site returns. */
const returning =
	(change: (value: unknown, name: string) => unknown): NonNullable<Dialect['response']> =>
	(reply, exchange) => {
		if (isRead(exchange) && !isDefinition(exchange) && reply.status === 200) changeJson(reply, (body) => mapValues(body, change));
	};
/** Changes or rejects the values that the site receives. */
const receiving =
	(change: (value: unknown, name: string) => unknown): NonNullable<Dialect['request']> =>
	(exchange) => {
		if (!isLogin(exchange)) changeSent(exchange, change);
		return undefined;
	};

const setParameter = (exchange: Exchange, name: string, change: (value: string | undefined) => string | undefined): void => {
	const old = exchange.parameters.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
	const value = change(old);
	exchange.parameters = exchange.parameters.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
	if (value !== undefined) exchange.parameters.push([name, value]);
};

const withError = (format: (text: string) => Pick<ProxyReply, 'body' | 'headers'>): Dialect => ({
	response: (reply) => {
		if (reply.status < 400 || !/json/.test(reply.headers['content-type'] ?? '')) return;
		const { error } = JSON.parse(String(reply.body)) as { error?: string };
		const { body, headers } = format(String(error));
		reply.body = body;
		reply.headers = { ...reply.headers, ...headers };
	},
});

const lookUpsAsText = (): Dialect => {
	const names = new Set<string>();
	return {
		request: receiving((value, name) => {
			if (typeof value === 'number' && names.has(name)) throw new NotAccepted(`'${name}' must be a string`);
			return value;
		}),
		response: returning((value, name) => {
			const isLookUp = isObject(value) && name in value && Object.keys(value).some((each) => /_(desc|name)$/.test(each) && each !== name);
			if (!isLookUp || typeof value[name] !== 'number') return value;
			names.add(name);
			return { ...value, [name]: String(value[name]) };
		}),
	};
};

const rateLimit = (): Dialect => {
	let sent: number[] = [];
	return {
		request: () => {
			const now = Date.now();
			sent = [...sent.filter((at) => now - at < 1_000), now];
			return sent.length > 25 ? refuse(429, 'Too many requests', { 'retry-after': '1' }) : undefined;
		},
	};
};

const LOWER_CASE = ['query', 'resultcolumns', 'pagesize', 'page', 'sort', 'nullvaluehandling', 'alternatekeyhandling'];

export const DIALECTS: readonly DialectCase[] = [
	{
		name: 'definitions only in YAML',
		create: () => ({ request: (exchange) => void (isDefinition(exchange) && (exchange.headers.accept = 'application/yaml')) as undefined }),
		finding: ['Definitions', /YAML/],
		works: true,
	},
	{
		name: 'no definitions',
		create: () => ({ request: (exchange) => (isDefinition(exchange) ? refuse(404, 'Not found') : undefined) }),
		finding: ['Definitions', /No definition can be read/],
		works: true,
	},
	{
		name: 'definitions for another database',
		create: () => ({
			response: (reply, exchange) => {
				if (isDefinition(exchange))
					reply.body = String(reply.body).replace(/\b(jm_work_order|jm_job|lib_master|sch_resource)\b/g, 'old_$1');
			},
		}),
		finding: ['Wrong definitions', /JmJob/],
		works: true,
	},
	{
		name: 'the token in another property',
		authentication: 'jwt',
		create: () => ({
			response: (reply, exchange) => {
				if (isLogin(exchange))
					changeJson(reply, (body) => ({ outcome: { user: 'demo', session: { value: (body as { token: string }).token } } }));
			},
		}),
		finding: ['Sign-in: token', /outcome\.session\.value/],
		works: true,
	},
	{
		name: 'flat keys',
		create: () => ({
			request: receiving((value, name) => {
				if (isObject(value) && name in value) throw new NotAccepted(`'${name}' must be a plain value`);
				return value;
			}),
			response: returning((value, name) => (isObject(value) && name in value ? value[name] : value)),
		}),
		finding: ['Keys', /plain value/],
		works: true,
	},
	{ name: 'look-ups as text', create: lookUpsAsText, finding: ['Look-ups', /text/], works: true },
	{
		name: 'flags as booleans',
		create: () => ({
			request: receiving((value, name) => {
				if (value === 'Y' || value === 'N') throw new NotAccepted(`'${name}' must be true or false`);
				return typeof value === 'boolean' ? (value ? 'Y' : 'N') : value;
			}),
			response: returning((value) => (value === 'Y' ? true : value === 'N' ? false : value)),
		}),
		finding: ['Flags', /true or false/],
		works: true,
	},
	{
		name: 'dates without an offset',
		create: () => ({
			request: receiving((value) => {
				if (typeof value === 'string' && DATE.test(value)) throw new NotAccepted('A date must not have an offset');
				return typeof value === 'string' && LOCAL_DATE.test(value) ? `${value}Z` : value;
			}),
			response: returning((value) => (typeof value === 'string' && DATE.test(value) ? new Date(value).toISOString().slice(0, 19) : value)),
		}),
		finding: ['Dates', /without an offset/],
		works: true,
	},
	{
		name: 'the year 1 in empty dates',
		create: () => ({ response: returning((value, name) => (value === null && /_dt$|^date_/.test(name) ? '0001-01-01T00:00:00' : value)) }),
		finding: ['Empty dates', /year 1/],
		works: true,
	},
	{
		name: 'errors in HTML',
		create: () =>
			withError((text) => ({
				body: `<!DOCTYPE html><html><head><title>Error</title></head><body><p>${text}</p></body></html>`,
				headers: { 'content-type': 'text/html' },
			})),
		finding: ['Errors', /HTML/],
		works: true,
	},
	{
		name: 'errors in another property',
		create: () => withError((text) => ({ body: JSON.stringify({ Message: text }), headers: {} })),
		finding: ['Errors', /another format/],
		works: true,
	},
	{
		name: 'page numbers that start at 0',
		create: () => ({
			request: (exchange) =>
				void setParameter(exchange, 'page', (page) => (page === undefined ? page : String(Number(page) + 1))) as undefined,
		}),
		finding: ['First page', /page 0/],
		works: true,
	},
	{
		name: 'at most 25 records per page',
		create: () => ({
			request: (exchange) =>
				void setParameter(exchange, 'pageSize', (size) => (size === undefined ? size : String(Math.min(25, Number(size))))) as undefined,
		}),
		finding: ['Largest page', /25/],
		works: true,
	},
	{
		name: '10 records per page, regardless of the requested number',
		create: () => ({ request: (exchange) => void (isList(exchange) && setParameter(exchange, 'pageSize', () => '10')) as undefined }),
		finding: ['Page size', /10 records/],
		works: true,
	},
	{
		name: 'no count',
		create: () => ({ response: ({ headers }) => void delete headers['pagination-count'] }),
		finding: ['Count', /No such header/],
		works: true,
	},
	{
		name: 'the count in another header',
		create: () => ({
			response: ({ headers }) => {
				if (headers['pagination-count'] !== undefined) headers['x-total-count'] = headers['pagination-count'];
				delete headers['pagination-count'];
			},
		}),
		finding: ['Count', /x-total-count/i],
		works: true,
	},
	{
		name: 'another name for the property with the records in a list response',
		create: () => ({
			request: (exchange) => void setParameter(exchange, 'resultColumns', (columns) => columns?.replace(/"data":/g, '"L":')) as undefined,
			response: (reply, exchange) => {
				if (isList(exchange) && reply.status === 200) changeJson(reply, (body) => ({ data: (body as { L: unknown }).L }));
			},
		}),
		finding: ['Records in a list', /data/],
		works: true,
	},
	{
		name: 'parameter names only in lowercase',
		create: () => ({
			request: (exchange) => void (exchange.parameters = exchange.parameters.filter(([name]) => LOWER_CASE.includes(name))) as undefined,
		}),
		finding: ['Query parameter', /query parameter contains/],
		works: true,
	},
	{
		name: 'URLs of at most 2,048 characters',
		create: () => ({ request: (_exchange, address) => (address.length > 2048 ? refuse(414, 'The address is too long') : undefined) }),
		finding: ['Maximum URL length', /At least 2000/],
		works: true,
	},
	{
		name: 'a redirect to a sign-in page',
		create: () => ({ request: () => ({ status: 302, headers: { location: '/account/signin' }, body: '' }) }),
		finding: ['Access', /redirects/],
		works: false,
	},
	{ name: 'at most 25 requests per second', create: rateLimit, finding: ['Check', /status 429/], works: true },
];
