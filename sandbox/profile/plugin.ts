/** Makes the sandbox behave like a site with a profile: converts requests before they are processed, and responses before they are sent. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HEADERS, LIST_NAMES, LIST_ROOT, type DocumentEntry, type SiteProfile } from '../../core/catalog';
import { HttpError } from '../documents/httpError';
import { entryIn, ownAddress, siteTable } from './names';
import { ownBody, ownQuery, siteValues } from './values';

const API = /^\/api\/v2\/database\//i;
const SIGN_IN = /^\/api\/v2\/database\/[^/]+\/login$/i;

/** The error for each request whose address was rejected before it could be routed. */
const refused = new WeakMap<IncomingMessage, HttpError>();

/** Bodies as they were sent, before their conversion. */
const sentBodies = new WeakMap<IncomingMessage, string>();

/** The body of a request as its client sent it; undefined if it was not converted. */
export const sentBody = (request: IncomingMessage): string | undefined => sentBodies.get(request);

/** The sandbox's address for a request. An error in the query is reported later, after the sign-in. */
export const rewriteAddress = (request: IncomingMessage, profile: SiteProfile, base: string): string => {
	const url = request.url as string;
	try {
		return ownAddress(url, profile, base, (text, entry) => ownQuery(text, entry, profile));
	} catch (error) {
		if (error instanceof HttpError) {
			refused.set(request, error);
			return url;
		}
		throw error;
	}
};

/** Moves the token from the header that the site uses to the header that the sandbox reads. Basic credentials stay unchanged. */
const moveToken = (request: FastifyRequest, { signIn = {} }: SiteProfile): void => {
	const { headers } = request;
	if (signIn.headerName === undefined && signIn.headerPrefix === undefined) {
		return;
	}
	const isBasic = /^basic /i.test(headers.authorization ?? '');
	const given = String(headers[(signIn.headerName ?? 'Authorization').toLowerCase()] ?? '');
	const prefix = signIn.headerPrefix ?? 'Bearer';
	const start = prefix === '' ? '' : `${prefix} `;
	if (isBasic) {
		return;
	}
	if (given.startsWith(start) && given.length > start.length) {
		headers.authorization = `Bearer ${given.slice(start.length)}`;
	} else {
		delete headers.authorization;
	}
};

const signInBody = (text: string, { signIn = {} }: SiteProfile): string => {
	try {
		const body = JSON.parse(text) as Record<string, unknown>;
		return JSON.stringify({ username: body[signIn.userField ?? 'username'], password: body[signIn.passwordField ?? 'password'] });
	} catch {
		return text;
	}
};

/** The sign-in response with the token at the site's path, such as `data.session`. */
const signInResponse = (text: string, path: string): string => {
	const { token } = JSON.parse(text) as { token?: unknown };
	if (token === undefined) {
		return text;
	}
	return JSON.stringify(path.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), token));
};

const isStream = (payload: unknown): payload is Readable => typeof (payload as Readable | undefined)?.pipe === 'function';
const textOf = async (payload: unknown): Promise<string> => {
	if (!isStream(payload)) {
		return Buffer.isBuffer(payload) ? payload.toString('utf8') : String(payload ?? '');
	}
	const chunks: Buffer[] = [];
	for await (const chunk of payload) {
		chunks.push(Buffer.from(chunk as Buffer));
	}
	return Buffer.concat(chunks).toString('utf8');
};

const renamed = (body: unknown, entry: DocumentEntry | undefined, profile: SiteProfile): unknown => {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		return body;
	}
	const table = entry?.table.name;
	const onSite = siteTable(entry, profile);
	const nameOf = (name: string): string =>
		name === LIST_ROOT ? (profile.lists?.records ?? LIST_ROOT) : name === table ? (onSite ?? name) : name;
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [
			nameOf(name),
			name === 'tables' && Array.isArray(value) ? value.map((each) => nameOf(String(each))) : value,
		]),
	);
};

const renameCount = (reply: FastifyReply, { lists = {} }: SiteProfile): void => {
	const count = reply.getHeader(HEADERS.count.name);
	if (lists.count !== undefined && lists.count !== LIST_NAMES.count && count !== undefined) {
		reply.removeHeader(HEADERS.count.name);
		reply.header(lists.count, count);
	}
};

/** Replaces a 204 with the site's undocumented success response. Returns the body; undefined if the site sends 204. */
const confirm = (reply: FastifyReply, { successResponses = [] }: SiteProfile): string | undefined => {
	const [first] = successResponses;
	if (first === undefined) {
		return undefined;
	}
	reply.code(first === 'accepted' ? 202 : 200);
	if (first !== 'object') {
		return '';
	}
	reply.type('application/json; charset=utf-8');
	return '{}';
};

const tooLong = (length: number, most: number): HttpError =>
	new HttpError(414, `The URL has ${length} characters; this site's maximum is ${most}`);

/** Applies a profile to all requests to the API. Register it before compression. */
export function behaveLike(app: FastifyInstance, profile: SiteProfile): void {
	const { compression = true, maxUrlLength = Infinity, maxConcurrent = Infinity } = profile.requests ?? {};
	const counted = new Set<IncomingMessage>();
	app.addHook('onRequest', async (request) => {
		if (!API.test(request.url)) {
			return;
		}
		const error = refused.get(request.raw);
		if (error !== undefined) {
			throw error;
		}
		const { length } = `http://${request.headers.host ?? ''}${request.originalUrl}`;
		if (length > maxUrlLength) {
			throw tooLong(length, maxUrlLength);
		}
		if (!compression) {
			delete request.headers['accept-encoding'];
		}
		moveToken(request, profile);
		counted.add(request.raw);
		if (counted.size > maxConcurrent) {
			throw new HttpError(429, `More than ${maxConcurrent} concurrent requests`);
		}
	});
	const forget = async ({ raw }: FastifyRequest): Promise<void> => void counted.delete(raw);
	app.addHook('onResponse', forget);
	app.addHook('onRequestAbort', forget);
	app.addHook('preHandler', async (request) => {
		const { body, url } = request;
		if (typeof body !== 'string' || body === '' || !API.test(url)) {
			return;
		}
		const entry = entryIn(url);
		sentBodies.set(request.raw, body);
		request.body = SIGN_IN.test(url) ? signInBody(body, profile) : ownBody(body, entry, siteTable(entry, profile), profile);
	});
	app.addHook('onSend', async (request, reply, payload) => {
		const { method, url } = request;
		if (!API.test(url) || reply.statusCode >= 300) {
			return payload;
		}
		if (SIGN_IN.test(url)) {
			return profile.signIn?.tokenPath === undefined ? payload : signInResponse(await textOf(payload), profile.signIn.tokenPath);
		}
		renameCount(reply, profile);
		if (reply.statusCode === 204 && method !== 'GET') {
			return confirm(reply, profile) ?? payload;
		}
		const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json');
		const entry = entryIn(url);
		if (!isJson || entry === undefined) {
			return payload;
		}
		const body = JSON.parse(await textOf(payload)) as unknown;
		reply.removeHeader('content-length');
		return JSON.stringify(renamed(method === 'GET' ? siteValues(body, entry, profile) : body, entry, profile));
	});
}
