/** Access to the controls (options --controls-from and --controls-host). */
import http from 'node:http';
import { networkInterfaces } from 'node:os';
import { clientCheck, isAddressRange, isHostName } from '../../../sandbox/plugins/control/localClient';
import { runSandboxCommand, startSandbox } from '../../../workshop/sandboxProcess';

const HOST = '127.0.0.1:4010';
const refusal = (ranges: readonly string[], address: string, host = HOST, origin?: string): string | undefined =>
	clientCheck('The controls', { from: ranges, hostNames: ['sandbox.internal'] })(address, host, origin);

test.each([
	[[], 'accept', '127.0.0.1'],
	[[], 'accept', '::1'],
	[[], 'accept', '::ffff:127.0.0.1'],
	[[], 'reject', '172.17.0.1'],
	[['172.17.0.1'], 'accept', '172.17.0.1'],
	[['172.17.0.1'], 'accept', '::ffff:172.17.0.1'],
	[['172.17.0.1'], 'reject', '172.17.0.2'],
	[['172.17.0.0/16'], 'accept', '172.17.200.2'],
	[['172.17.0.0/16'], 'reject', '172.18.0.1'],
	[['fd00::/8'], 'accept', 'fd00::5'],
	[['172.17.0.0/16'], 'accept', '127.0.0.1'],
])('the controls with --controls-from %j %s a request from %s', (ranges, verb, address) => {
	expect(refusal(ranges, address) === undefined ? 'accept' : 'reject').toBe(verb);
});

test('the error for a request to the controls from an address that is not accepted contains the address and the option', () => {
	expect(refusal([], '::ffff:172.17.0.1')).toBe(
		'The controls do not accept requests from 172.17.0.1. To accept them, start the sandbox with --controls-from 172.17.0.1',
	);
});

test('the controls reject a request from an accepted address if its host is unknown, or if it comes from a web page with a different origin', () => {
	expect(refusal(['172.17.0.1'], '172.17.0.1', 'evil.example')).toContain("'evil.example'");
	expect(refusal(['172.17.0.1'], '172.17.0.1', HOST, 'http://evil.example')).toContain("'http://evil.example'");
	expect(refusal(['172.17.0.1'], '172.17.0.1', HOST, `http://${HOST}`)).toBeUndefined();
});

test.each([
	['accept', 'sandbox.internal:4010'],
	['accept', 'SANDBOX.internal'],
	['reject', 'sandbox.internal.evil.example'],
	['reject', 'evil.example'],
	['reject', 'internal'],
	['reject', ''],
])('the controls with --controls-host sandbox.internal %s a request to %j', (verb, host) => {
	const message = refusal([], '127.0.0.1', host);
	if (verb === 'accept') expect(message).toBeUndefined();
	else expect(message).toContain(`do not accept requests to '${host}'`);
});

/** Sends a request with the given Host and Origin headers, as after DNS rebinding. */
const statusOf = async (url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> =>
	await new Promise((resolve, reject) => {
		http
			.get(url, { headers }, (response) => {
				response.resume();
				resolve(response.statusCode);
			})
			.on('error', reject);
	});

test('a sandbox with --controls-host accepts that host name for the controls and the console, and no other name', async () => {
	const sandbox = await startSandbox({ args: ['--controls-host', 'Media-Operations-Sandbox'] });
	const { port } = new URL(sandbox.url);
	try {
		for (const address of ['/_sandbox/state', '/', '/console/journal']) {
			const status = async (host: string, origin?: string): Promise<number | undefined> =>
				await statusOf(sandbox.url + address, { host, ...(origin === undefined ? {} : { origin }) });
			const own = `media-operations-sandbox:${port}`;
			expect(await Promise.all([status(own), status(own, `http://${own}`), status(sandbox.url.slice(7))])).toEqual([200, 200, 200]);
			expect(
				await Promise.all([
					status(`evil.example:${port}`),
					status(`evil.example:${port}`, `http://evil.example:${port}`),
					status(own, 'http://evil.example'),
					status(`media-operations-sandbox.evil.example:${port}`),
				]),
			).toEqual([403, 403, 403, 403]);
		}
	} finally {
		await sandbox.stop();
	}
});

/** A non-loopback address of this machine. To the sandbox, a request from it looks like one from another container. */
const [external] = Object.values(networkInterfaces())
	.flatMap((addresses = []) => addresses)
	.filter(({ internal, family }) => !internal && family === 'IPv4');

(external ? test : test.skip).each<[string, number, string[]]>([
	['without --controls-from', 403, []],
	['with a matching --controls-from', 200, ['--controls-from', external?.address ?? '']],
])('a sandbox %s returns %i for a request to the controls from a non-loopback address', async (_options, status, args) => {
	const sandbox = await startSandbox({ args: ['--host', '0.0.0.0', ...args] });
	try {
		const origin = sandbox.url.replace('0.0.0.0', external?.address ?? '');
		for (const address of ['/_sandbox/state', '/', '/console/journal']) {
			expect([address, (await fetch(origin + address)).status]).toEqual([address, status]);
		}
	} finally {
		await sandbox.stop();
	}
});

test.each(['', 'x', '300.1.1.1', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/', 'localhost'])(
	'--controls-from does not accept %j as an address or a range',
	(text) => {
		expect(isAddressRange(text)).toBe(false);
	},
);

test.each(['', 'sandbox:4010', 'http://sandbox', '10.0.0.1', '::1', '*', 'a b', '.x'])(
	'--controls-host does not accept %j as a host name',
	(text) => {
		expect(isHostName(text)).toBe(false);
	},
);

test('the command line reports an invalid host name for --controls-host', async () => {
	const { status, stderr } = await runSandboxCommand(['--controls-host', 'sandbox:4010']);
	expect([status, stderr]).toEqual([
		2,
		expect.stringContaining("'--controls-host' must be a host name without a port, such as media-operations-sandbox, got 'sandbox:4010'"),
	]);
});

test('the command line reports an invalid address for --controls-from', async () => {
	const { status, stderr } = await runSandboxCommand(['--controls-from', 'docker']);
	expect([status, stderr]).toEqual([
		2,
		expect.stringContaining("'--controls-from' must be an IP address or a range such as 172.17.0.0/16, got 'docker'"),
	]);
});
