/** TLS connections that break during the handshake, or after the site has read the request and may have processed it. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:https';
import { TLSSocket, type SecureVersion } from 'node:tls';

import { selfSigned } from '../../workshop/certificate';
import { engineForTests } from '../support/engineForTests';
import { CREATE_JOB, jobRun } from '../support/jobRun';

const engine = engineForTests();
const certificate = selfSigned();

/** Bytes that break a TLS connection: unencrypted or invalid TLS records, and bytes that are not TLS records. */
const INJECTED: ReadonlyArray<readonly [string, Buffer]> = [
	['plain text', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
	['an alert', Buffer.from([21, 3, 3, 0, 2, 2, 40])],
	['a closing alert', Buffer.from([21, 3, 3, 0, 2, 1, 0])],
	['zeros', Buffer.alloc(64)],
	['a record that is too long', Buffer.from([23, 3, 3, 0xff, 0xff, 1, 2, 3])],
	['a record with a wrong checksum', Buffer.concat([Buffer.from([23, 3, 3, 0, 64]), Buffer.alloc(64, 7)])],
];

let server: Server | undefined;
afterEach(async () => await new Promise((closed) => (server ? server.close(closed) : closed(undefined))));

/** Reads one complete request, counts it as processed, and then writes the bytes without encryption, or never responds. */
const breakAfterReading = async (
	maxVersion: SecureVersion,
	bytes: Buffer | undefined,
): Promise<{ baseUrl: string; processed: () => number }> => {
	let processed = 0;
	server = createServer((raw) => {
		const secure = new TLSSocket(raw, { isServer: true, ...certificate, maxVersion });
		let text = '';
		for (const socket of [raw, secure]) socket.on('error', () => undefined);
		secure.on('data', (piece: Buffer) => {
			text += piece.toString('latin1');
			if (!text.includes('}]}')) return;
			processed += 1;
			if (bytes === undefined) return;
			raw.write(bytes);
			setTimeout(() => raw.destroy(), 50);
		});
	});
	await new Promise<void>((listening) => server!.listen(0, '127.0.0.1', listening));
	return { baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2/database/DEMO`, processed: () => processed };
};

const create = async (baseUrl: string, ignoreSSLIssues: boolean, parameters = CREATE_JOB): Promise<string> => {
	const { error } = await engine.run(jobRun({ baseUrl, ignoreSSLIssues }, parameters));
	return `${error?.message} ${error?.description}`;
};

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('A create over %s', (version) => {
	it.each(INJECTED)('has an uncertain outcome and is not sent again if the server sends unencrypted bytes: %s', async (_name, bytes) => {
		const site = await breakAfterReading(version, bytes);
		const outcome = await create(site.baseUrl, true);
		expect([site.processed(), outcome]).toEqual([1, expect.stringContaining('The request may have succeeded')]);
		expect(outcome).not.toMatch(/certificate/i);
	});

	it('has an uncertain outcome and is not sent again if the server reads it and does not respond', async () => {
		const site = await breakAfterReading(version, undefined);
		const outcome = await create(site.baseUrl, true, SHORT_TIMEOUT);
		expect([site.processed(), outcome]).toEqual([1, expect.stringContaining('The request may have succeeded')]);
	});

	it('is not sent if the certificate is rejected', async () => {
		const site = await breakAfterReading(version, Buffer.alloc(0));
		const outcome = await create(site.baseUrl, false);
		expect([site.processed(), outcome]).toEqual([0, expect.stringContaining("The site's certificate was not accepted")]);
		expect(outcome).not.toContain('may have succeeded');
	});
});

it('A create is not sent to a server that does not speak TLS', async () => {
	server = createServer(
		(socket) =>
			void socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n', () => setTimeout(() => socket.destroy(), 50)),
	);
	await new Promise<void>((listening) => server!.listen(0, '127.0.0.1', listening));
	const outcome = await create(`https://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2/database/DEMO`, true);
	expect(outcome).toContain('The TLS connection could not be established');
	expect(outcome).not.toContain('may have succeeded');
});

/** How a connection ends during the TLS handshake, as if the server had too many connections. */
const HANDSHAKE_ENDS: ReadonlyArray<readonly [string, (socket: Socket) => void]> = [
	['does not respond', (socket) => void socket.resume()],
	['closes the connection', (socket) => void socket.end(() => setTimeout(() => socket.destroy(), 50))],
	['resets the connection', (socket) => void socket.once('data', () => socket.resetAndDestroy())],
];

/** A handshake takes less than a second, even on a busy machine. */
const SHORT_TIMEOUT = { ...CREATE_JOB, options: { maxAttempts: 3, timeout: 2 } };

/** A TLS server that ends the first `refused` connections during the handshake. */
const refuseFirst = async (refused: number, end: (socket: Socket) => void): Promise<{ baseUrl: string; created: () => number }> => {
	let [connections, created] = [0, 0];
	const site = createTlsServer(certificate, (request, response) => {
		request.resume().once('end', () => {
			created += 1;
			response.setHeader('content-type', 'application/json');
			response.end('{"message":null,"tables":["jm_job"],"jm_job":{"record_identifiers":["job_no"],"records":[{"job_no":1}]}}');
		});
	});
	server = createServer((socket) => {
		socket.on('error', () => undefined);
		connections += 1;
		if (connections <= refused) end(socket);
		else site.emit('connection', socket);
	});
	await new Promise<void>((listening) => server!.listen(0, '127.0.0.1', listening));
	return { baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2/database/DEMO`, created: () => created };
};

describe.each(HANDSHAKE_ENDS)('A create to a server that %s during the TLS handshake', (_name, end) => {
	it('is sent again, because it was not sent', async () => {
		const site = await refuseFirst(2, end);
		const { error, output } = await engine.run(jobRun({ baseUrl: site.baseUrl, ignoreSSLIssues: true }, SHORT_TIMEOUT));
		expect([error, output[0]?.map(({ json }) => json), site.created()]).toEqual([null, [expect.objectContaining({ job_no: 1 })], 1]);
	});

	it('is reported as not sent if no handshake succeeds', async () => {
		const site = await refuseFirst(100, end);
		const outcome = await create(site.baseUrl, true, SHORT_TIMEOUT);
		expect([site.created(), outcome]).toEqual([0, expect.stringContaining('The site could not be reached')]);
		expect(outcome).not.toContain('may have succeeded');
	});
});
