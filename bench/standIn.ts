/**
 * A thin server with prepared responses, for the cases in which the sandbox would be the bottleneck. It supports lists of any length,
 * single records, creates, upserts, look-ups by `$in`, and uploads to work orders, which it discards (specification: GET list, POST, PUT,
 * Attachment upload). It delays and counts requests as configured, and records every created external key.
 *
 * Runs as a separate program, so that it does not slow down the measured process. Prints its URL. With `--tls <key file> <certificate
 * file>`, it also listens on an HTTPS port, and prints that URL too.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { SiteLimits, UNLIMITED, type LimitSettings } from './siteLimits';

/** A record of about 800 bytes, with look-ups as in the sandbox. */
const recordOf = (number: number): string =>
	JSON.stringify({
		job_no: { job_no: number, external_key: `VOL-${number}` },
		external_key: `VOL-${number}`,
		job_desc: `Volume Production ${number}`,
		division_no: { division_no: 1 + (number % 3), division_desc: 'General Services', external_key: null, division_code: 'GS' },
		cust_id: {
			cust_id: '27',
			cust_name: 'Dovetail Pictures',
			external_key: 'CRM-27',
			list_id: '27',
			other_cust_id: null,
			cust_reference: 'REF-27',
		},
		job_type_no: { job_type_no: 1 + (number % 3), job_type_desc: 'Commercial', external_key: null },
		account_rep_no_1: { account_rep_no_1: 96, contact_name: 'Kiran Dunne', external_key: 'HR-1096' },
		active: 'Y',
		date_added: '2026-03-01T22:28:00+00:00',
		date_changed: '2026-05-31T03:44:00+00:00',
		JOB_field_1: `HL-${number}`,
		JOB_field_2: null,
		JOB_field_3: null,
		po: `PO-${number}`,
		job_reference: `REF-${number}`,
	});

interface Page {
	readonly plain: Buffer;
	readonly zipped: Buffer;
}

const pages = new Map<string, Page>();
const pageOf = (size: number, page: number, count: number): Page => {
	const name = `${size} ${page} ${count}`;
	const known = pages.get(name);
	if (known) return known;
	const first = (page - 1) * size;
	const plain = Buffer.from(
		`{"L":[${Array.from({ length: Math.max(0, Math.min(size, count - first)) }, (_, index) => recordOf(first + index + 1)).join(',')}]}`,
	);
	const made = { plain, zipped: gzipSync(plain, { level: 6 }) };
	pages.set(name, made);
	return made;
};

const state = {
	delay: 0,
	records: 100_000,
	requests: 0,
	inFlight: 0,
	maxConcurrent: 0,
	connections: 0,
	uploaded: 0,
	nextNumber: 1,
};
const created = new Map<string, number>();
let limits = new SiteLimits(UNLIMITED);

const bodyOf = async (request: IncomingMessage): Promise<string> => {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
};

const send = (response: ServerResponse, body: Buffer | string, headers: Record<string, string | number> = {}): void => {
	response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body), ...headers });
	response.end(body);
};

const sendPage = (request: IncomingMessage, response: ServerResponse, { plain, zipped }: Page, count: number): void => {
	const isZipped = String(request.headers['accept-encoding'] ?? '').includes('gzip');
	send(response, isZipped ? zipped : plain, { 'pagination-count': count, ...(isZipped ? { 'content-encoding': 'gzip' } : {}) });
};

const list = (request: IncomingMessage, response: ServerResponse, search: URLSearchParams): void => {
	const wanted = JSON.parse(search.get('Query') ?? '{}') as { external_key?: { $in: string[] } };
	const keys = wanted.external_key?.$in;
	if (keys === undefined)
		return sendPage(
			request,
			response,
			pageOf(Number(search.get('pageSize')), Number(search.get('page') ?? 1), state.records),
			state.records,
		);
	const plain = Buffer.from(`{"L":[${keys.map((key) => recordOf(Number(key.slice('VOL-'.length)))).join(',')}]}`);
	send(response, plain, { 'pagination-count': keys.length });
};

/** The run in the external key of a created record, `BENCH-<run>-<index>`. */
const runOf = (key: string): string => key.split('-')[1] ?? '';

const create = async (response: ServerResponse, body: string): Promise<void> => {
	const { jm_job: rows } = JSON.parse(body) as { jm_job: { external_key: string }[] };
	if (!limits.accept(runOf(rows[0]?.external_key ?? ''), performance.now())) {
		response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' });
		response.end('{"error":"Too many requests"}');
		return;
	}
	await limits.work();
	for (const { external_key: key } of rows) created.set(key, (created.get(key) ?? 0) + 1);
	send(
		response,
		JSON.stringify({
			message: null,
			tables: ['jm_job'],
			jm_job: { record_identifiers: ['job_no'], records: rows.map(() => ({ job_no: state.nextNumber++ })) },
		}),
	);
};

const upload = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
	for await (const chunk of request) state.uploaded += (chunk as Buffer).length;
	send(
		response,
		JSON.stringify({
			message: null,
			tables: ['sys_attachment'],
			sys_attachment: { record_identifiers: ['attachment_no'], records: [{ attachment_no: 1 }] },
		}),
	);
};

const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
	const { pathname, searchParams } = new URL(request.url as string, 'http://stand.in');
	const [document = '', key = ''] = pathname.split('/').slice(5);
	if (document === 'SysAttachment') return await upload(request, response);
	const body = request.method === 'GET' ? '' : await bodyOf(request);
	if (state.delay > 0) await sleep(state.delay);
	if (document === 'JmJobList') list(request, response, searchParams);
	else if (document === 'JmWorkOrder') send(response, JSON.stringify({ jm_work_order: [{ wo_no_seq: key.replace('wo_no_seq=', '') }] }));
	else if (request.method === 'GET') send(response, `{"jm_job":[${recordOf(Number(/\d+$/.exec(key)?.[0]))}]}`);
	else if (request.method === 'POST') await create(response, body);
	else send(response, JSON.stringify({ message: null, tables: [] }));
};

/** The HTTPS server; undefined without `--tls`. */
let tlsServer: TlsServer | undefined;

/**
 * `GET /_counts` returns the counters. `PUT /_settings` sets `delay` (ms), `records`, `limits` and `connections`, the
 * maximum number of HTTPS connections, and resets the counters.
 */
const control = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
	if (request.method === 'PUT') {
		const {
			limits: wanted,
			connections: maxConnections = Infinity,
			...settings
		} = JSON.parse(await bodyOf(request)) as { limits?: Partial<LimitSettings>; connections?: number };
		Object.assign(state, { requests: 0, maxConcurrent: 0, connections: 0, uploaded: 0 }, settings);
		created.clear();
		limits = new SiteLimits({ ...UNLIMITED, ...wanted });
		if (tlsServer) tlsServer.maxConnections = maxConnections;
	}
	const { requests, maxConcurrent, connections, uploaded } = state;
	send(
		response,
		JSON.stringify({
			requests,
			maxConcurrent,
			connections,
			uploaded,
			made: created.size,
			twice: [...created.values()].filter((times) => times > 1).length,
			...limits.counts,
		}),
	);
};

const answer: RequestListener = (request, response) => {
	if (request.url?.startsWith('/_')) return void control(request, response);
	state.requests += 1;
	state.maxConcurrent = Math.max(state.maxConcurrent, (state.inFlight += 1));
	response.once('close', () => (state.inFlight -= 1));
	respond(request, response).catch((thrown: unknown) => {
		process.stderr.write(`${request.method} ${request.url}: ${String(thrown)}\n`);
		response.destroy();
	});
};

const SETTINGS = { keepAliveTimeout: 60_000 };
const [flag, key, cert] = process.argv.slice(2);
if (flag === '--tls') tlsServer = createTlsServer({ ...SETTINGS, key: readFileSync(key!), cert: readFileSync(cert!) }, answer);

const listen = async (server: Server): Promise<number> => {
	server.on('connection', () => (state.connections += 1));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
};

const listenOnAll = async (): Promise<void> => {
	const tlsUrl = tlsServer === undefined ? '' : ` and https://127.0.0.1:${await listen(tlsServer)}`;
	process.stdout.write(`stand-in listening on http://127.0.0.1:${await listen(createServer(SETTINGS, answer))}${tlsUrl}\n`);
};

void listenOnAll();
process.on('SIGTERM', () => process.exit(0));
process.stdin.on('close', () => process.exit(0)).resume();
