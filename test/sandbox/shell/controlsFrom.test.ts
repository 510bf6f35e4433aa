/** Who can use the controls (option --controls-from). */
import { networkInterfaces } from 'node:os';
import { clientCheck, isAddressRange } from '../../../sandbox/plugins/control/localClient';
import { runSandboxCommand, startSandbox } from '../../../workshop/sandboxProcess';

const HOST = '127.0.0.1:4010';
const refusal = (ranges: readonly string[], address: string, host = HOST, origin?: string): string | undefined =>
	clientCheck('The controls', ranges)(address, host, origin);

test.each([
	[[], '127.0.0.1', true],
	[[], '::1', true],
	[[], '::ffff:127.0.0.1', true],
	[[], '172.17.0.1', false],
	[['172.17.0.1'], '172.17.0.1', true],
	[['172.17.0.1'], '::ffff:172.17.0.1', true],
	[['172.17.0.1'], '172.17.0.2', false],
	[['172.17.0.0/16'], '172.17.200.2', true],
	[['172.17.0.0/16'], '172.18.0.1', false],
	[['fd00::/8'], 'fd00::5', true],
	[['172.17.0.0/16'], '127.0.0.1', true],
])('with %j a request from %s is accepted: %s', (ranges, address, accepted) => {
	expect(refusal(ranges, address) === undefined).toBe(accepted);
});

test('the error names the address and the option', () => {
	expect(refusal([], '::ffff:172.17.0.1')).toBe(
		'The controls do not accept requests from 172.17.0.1. To accept them, start the sandbox with --controls-from 172.17.0.1',
	);
});

test('an accepted address requires a local name, and no web page of another origin', () => {
	expect(refusal(['172.17.0.1'], '172.17.0.1', 'evil.example')).toContain("'evil.example'");
	expect(refusal(['172.17.0.1'], '172.17.0.1', HOST, 'http://evil.example')).toContain("'http://evil.example'");
	expect(refusal(['172.17.0.1'], '172.17.0.1', HOST, `http://${HOST}`)).toBeUndefined();
});

/** An address of this machine that is not a loopback address, like that of another container. */
const [external] = Object.values(networkInterfaces())
	.flatMap((addresses = []) => addresses)
	.filter(({ internal, family }) => !internal && family === 'IPv4');

(external ? test : test.skip).each([
	[[], 403],
	[['--controls-from', external?.address ?? ''], 200],
])('a sandbox with %j responds to a request from another address with %i', async (args, status) => {
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

test.each(['', 'x', '300.1.1.1', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/', 'localhost'])('%j is not an address or a range', (text) => {
	expect(isAddressRange(text)).toBe(false);
});

test('an invalid address is reported by the command line', async () => {
	const { status, stderr } = await runSandboxCommand(['--controls-from', 'docker']);
	expect([status, stderr]).toEqual([
		2,
		expect.stringContaining("'--controls-from' must be an IP address or a range such as 172.17.0.0/16, got 'docker'"),
	]);
});
