/** A proxy between n8n and the site that opens no connection to the site, or that loses it after the site has read the request. */
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { selfSigned } from '../../workshop/certificate';
import { engineForTests } from '../support/engineForTests';
import { CREATE_JOB, jobRun } from '../support/jobRun';

const engine = engineForTests();
const CREATED = '{"message":null,"tables":["jm_job"],"jm_job":{"record_identifiers":["job_no"],"records":[{"job_no":1}]}}';
const CREATE = { ...CREATE_JOB, options: { maxAttempts: 3, timeout: 2 } };

const running: Server[] = [];
/** The connections to close after a test: a tunnel would otherwise keep its servers open. */
const sockets: Socket[] = [];
const portOf = async (server: Server): Promise<number> => {
	running.push(server.on('connection', (socket) => void sockets.push(socket)));
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return (server.address() as AddressInfo).port;
};

/** A proxy and a site. The proxy treats its first `failures` connections with `fail`, and connects the others to the site. */
const behindProxy = async (failures: number, fail: (socket: Socket) => void, isSilent = false): Promise<{ created: () => number }> => {
	let [connections, created] = [0, 0];
	const site = await portOf(
		createTlsServer(selfSigned(), (request, response) => {
			request.resume().once('end', () => {
				created += 1;
				if (isSilent) return void request.socket.destroy();
				response.setHeader('content-type', 'application/json');
				response.end(CREATED);
			});
		}),
	);
	const proxy = createServer().on('connect', (_request, socket: Socket) => {
		socket.on('error', () => undefined);
		connections += 1;
		if (connections <= failures) return fail(socket);
		const onward = connect(site, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			onward.pipe(socket).pipe(onward);
		}).on('error', () => socket.destroy());
	});
	process.env.HTTPS_PROXY = `http://127.0.0.1:${await portOf(proxy)}`;
	return { created: () => created };
};

afterEach(async () => {
	delete process.env.HTTPS_PROXY;
	for (const socket of sockets.splice(0)) socket.destroy();
	for (const server of running.splice(0)) await new Promise((closed) => server.close(closed));
});

const credential = { baseUrl: 'https://site.example.com/api/v2/database/DEMO', ignoreSSLIssues: true };

/** How a proxy fails to open a connection. */
const FAILURES: ReadonlyArray<readonly [string, (socket: Socket) => void, string]> = [
	['closes the connection', (socket) => socket.end(), 'Proxy connection ended before receiving CONNECT response'],
	['resets the connection', (socket) => socket.resetAndDestroy(), '(ECONNRESET)'],
	['does not respond', (socket) => socket.resume(), '(ETIMEDOUT)'],
];

describe.each(FAILURES)('A create through a proxy that %s', (_name, fail, reason) => {
	it('is sent again, because the site did not receive it', async () => {
		const site = await behindProxy(2, fail);
		const { error, output } = await engine.run(jobRun(credential, CREATE));
		expect([error, output[0]?.map(({ json }) => json), site.created()]).toEqual([null, [expect.objectContaining({ job_no: 1 })], 1]);
	});

	it('is reported as not sent if the proxy never opens a connection', async () => {
		const site = await behindProxy(100, fail);
		const { error } = await engine.run(jobRun(credential, CREATE));
		expect(site.created()).toBe(0);
		expect(error?.message).toContain('The site could not be reached');
		expect(error?.message).toContain(reason);
		expect(`${error?.message} ${error?.description}`).not.toMatch(/may have succeeded|UNKNOWN/);
	});
});

it('A create whose connection through a proxy breaks after the site has read it has an uncertain outcome and is not sent again', async () => {
	const site = await behindProxy(0, () => undefined, true);
	const { error } = await engine.run(jobRun(credential, CREATE));
	expect([site.created(), error?.description]).toEqual([1, expect.stringContaining('The request may have succeeded')]);
});
