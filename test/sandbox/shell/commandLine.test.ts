import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { runSandboxCommand, startSandbox } from '../../../workshop/sandboxProcess';
import { createPhase, DEMO, newCode, phaseExists, send, untilInProgress } from './wire';

describe('The sandbox command line', () => {
	test('prints the URL on the first line, and then the user and the password', async () => {
		const sandbox = await startSandbox({ release: '11.4' });
		try {
			const lines = sandbox.output().split('\n');
			expect(lines[0]).toBe(`sandbox listening on ${sandbox.url}`);
			expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
			expect(sandbox.output()).toContain("user 'demo', password 'demo'");
			expect(sandbox.output()).toContain('only for testing on this machine');
			expect(sandbox.output()).not.toContain('WARNING');
			expect(await sandbox.control.call('GET', 'state')).toMatchObject({ release: '11.4', database: 'DEMO', users: ['demo', 'limited'] });
		} finally {
			await sandbox.stop();
		}
	});

	test.each([
		[['--port', 'http'], "'--port' must be a whole number from 0 to 65535, got 'http'"],
		[['--port', '70000'], "'--port'"],
		[['--port', '-1'], 'port'],
		[['--release', '12.0'], "'--release' must be one of 10.6, 11.0, 11.1, 11.2, 11.3, 11.4, 26.1, got '12.0'"],
		[
			['--time-options', 'JmWorkOrder,JmJob'],
			"'--time-options' must be a comma-separated list of JmWorkOrder, MoMediaOrder, XmTransmissionOrder, got 'JmJob'",
		],
		[['--records', 'JmPhase=5'], "'--records' must be <document>=<number>, where <document> is one of JmWorkOrder, "],
		[['--records', 'JmJob=many'], "'--records JmJob' must be a whole number from 1 to 10000000, got 'many'"],
		[['--names', '{'], "'--names' must be a JSON object with names for omitNulls, omitAlternateKeys, got '{'"],
		[['--names', '["x"]'], "'--names' must be a JSON object with names for omitNulls, omitAlternateKeys, got '[\"x\"]'"],
		[
			['--names', '{"page":"sheet"}'],
			'\'--names\' must be a JSON object with names for omitNulls, omitAlternateKeys, got \'{"page":"sheet"}\'',
		],
		[
			['--names', '{"omitNulls":"a b"}'],
			"'--names' must name a query parameter (name) or a header (header:Name or header:Name=value) for 'omitNulls', got \"a b\"",
		],
		[['--names', '{"omitNulls":1}'], "for 'omitNulls', got 1"],
		[['--names', '{"omitNulls":"header:"}'], 'for \'omitNulls\', got "header:"'],
		[['--names', '{"omitNulls":"header:X=\\u0001"}'], 'for \'omitNulls\', got "header:X=\\u0001"'],
		[['--names', '{"omitNulls":"pagesize"}'], "'--names' uses 'pagesize' for 'omitNulls', but 'pagesize' already has another meaning"],
		[
			['--names', '{"omitNulls":"header:saveargument"}'],
			"'--names' uses 'saveargument' for 'omitNulls', but 'saveargument' already has another meaning",
		],
		[
			['--names', '{"omitNulls":"header:X-Omit=a","omitAlternateKeys":"header:x-omit=b"}'],
			"'--names' uses 'x-omit' for 'omitAlternateKeys', but 'x-omit' already has another meaning",
		],
		[['--data', ''], "'--data' is empty"],
		[['--user', 'a:b'], "'--user' must not contain a colon"],
		[['--jwt-seconds', '0'], "'--jwt-seconds' must be a whole number from 1 to 9000000000, got '0'"],
		[['--redirect-uri', 'localhost'], "'--redirect-uri'"],
		[['--redirect-uri', 'javascript:alert(1)'], "'--redirect-uri'"],
		[['--redirect-uri', 'https://n8n.example/callback#part'], "'--redirect-uri' must be a complete http or https URL without '#'"],
		[['--color', 'red'], '--color'],
		[['start'], 'start'],
	])('with %j exits with status 2, and prints the error and the usage', async (words, expectedMessage) => {
		const { status, stdout, stderr } = await runSandboxCommand(words);
		expect(status).toBe(2);
		expect(stdout).toBe('');
		expect(stderr).toContain(expectedMessage);
		expect(stderr).toContain('Usage: npm run sandbox');
	});

	test('with --help prints the options and exits with status 0', async () => {
		const { status, stdout } = await runSandboxCommand(['--help']);
		expect(status).toBe(0);
		expect(stdout).toContain('--release <release>');
	});

	test('reports a port that is already in use', async () => {
		const holder = net.createServer().listen(0, '127.0.0.1');
		await new Promise((resolve) => holder.once('listening', resolve));
		const { port } = holder.address() as AddressInfo;
		const { status, stdout, stderr } = await runSandboxCommand(['--port', String(port)]);
		holder.close();
		expect([status, stdout]).toEqual([1, '']);
		expect(stderr).toContain(`Port ${port} is already in use`);
		expect(stderr).not.toContain('at ');
	});

	test.each(['192.0.2.1', 'no-such-name.invalid'])('reports an address that does not belong to this machine: %s', async (host) => {
		const { status, stderr } = await runSandboxCommand(['--port', '0', '--host', host]);
		expect([status, stderr]).toEqual([1, `'--host ${host}' is not an address of this machine\n`]);
	});

	test.each([[[]], [['--host', 'localhost']], [['--host', '127.0.0.1']]])(
		'with %j starts a sandbox that only this machine can reach, and prints no warning',
		async (args) => {
			const outside = Object.values(networkInterfaces())
				.flat()
				.find((address) => address?.family === 'IPv4' && !address.internal)?.address;
			if (outside === undefined) {
				throw new Error('This test requires a machine with a network address');
			}
			const sandbox = await startSandbox({ args });
			try {
				const { port } = new URL(sandbox.url);
				expect((await send(`http://${outside}:${port}/ApiDocs`)).broken).toBe('ECONNREFUSED');
				expect((await send(`http://localhost:${port}/ApiDocs`)).status).toBe(200);
				expect(sandbox.output()).not.toContain('WARNING');
			} finally {
				await sandbox.stop();
			}
		},
	);

	test('with --host 0.0.0.0 prints a warning, and this machine can use the controls', async () => {
		const sandbox = await startSandbox({ args: ['--host', '0.0.0.0'] });
		try {
			expect(sandbox.output()).toContain(
				"WARNING: '--host 0.0.0.0' exposes the sandbox to the network; its passwords are public and nothing is encrypted",
			);
			const { port } = new URL(sandbox.url);
			expect((await send(`http://127.0.0.1:${port}/_sandbox/state`)).status).toBe(200);
		} finally {
			await sandbox.stop();
		}
	});
});

describe('The sandbox data file', () => {
	let folder: string;
	beforeAll(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	test('contains all confirmed writes, even after the sandbox is killed', async () => {
		const data = path.join(folder, 'kept.sqlite');
		const codes = [newCode(), newCode()];
		for (const [run, code] of codes.entries()) {
			const sandbox = await startSandbox({ data });
			expect((await createPhase(sandbox, code)).status).toBe(200);
			await (run === 0 ? sandbox.kill() : sandbox.stop());
		}
		const again = await startSandbox({ data });
		expect(await Promise.all(codes.map(async (code) => await phaseExists(again, code)))).toEqual([true, true]);
		await again.stop();
	});

	test('is reported on one line and left unchanged if it belongs to another program', async () => {
		const data = path.join(folder, 'letter.txt');
		const text = 'Dear reader, '.repeat(100);
		writeFileSync(data, text);
		const { status, stdout, stderr } = await runSandboxCommand(['--port', '0', '--data', data]);
		expect([status, stdout]).toEqual([1, '']);
		expect(stderr).toContain(`The data file '${data}' cannot be used`);
		expect(stderr.trim().split('\n')).toHaveLength(1);
		expect(readFileSync(data, 'utf8')).toBe(text);
	});

	test('is reported if its folder does not exist', async () => {
		const { status, stderr } = await runSandboxCommand(['--port', '0', '--data', path.join(folder, 'none', 'x.sqlite')]);
		expect(status).toBe(1);
		expect(stderr).toContain('cannot be used');
	});
});

describe('The sandbox shutdown', () => {
	test.each(['SIGTERM', 'SIGINT'] as const)(
		'on %s is clean, even with an idle connection and a request without a response',
		async (signal) => {
			const sandbox = await startSandbox();
			await sandbox.control.addFaults({ match: { method: 'GET' }, fault: { type: 'noResponse' } });
			const silent = send(`${sandbox.apiUrl}/JmPhaseList?Query={}`, { headers: DEMO, timeoutMs: 20_000 });
			const idle = net.connect(Number(new URL(sandbox.url).port), '127.0.0.1');
			idle.on('error', () => undefined);
			await new Promise((resolve) => idle.once('connect', resolve));
			await untilInProgress(sandbox, 1);
			const begun = Date.now();
			process.kill(sandbox.pid, signal);
			expect(await sandbox.stop()).toBe(0);
			expect(Date.now() - begun).toBeLessThan(6_000);
			expect((await silent).broken).toBe('ECONNRESET');
			idle.destroy();
		},
	);

	test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
		'has status 0 if %s is sent again and again until the process is gone',
		async (signal) => {
			const sandbox = await startSandbox();
			const repeat = setInterval(() => {
				try {
					process.kill(sandbox.pid, signal);
				} catch {
					clearInterval(repeat); // The process is gone.
				}
			});
			const status = await sandbox.stop().finally(() => clearInterval(repeat));
			expect(status).toBe(0);
		},
	);

	test('is not blocked by a request with a delay of an hour', async () => {
		const sandbox = await startSandbox();
		await sandbox.control.delay(3_600_000);
		const waiting = send(`${sandbox.apiUrl}/JmPhaseList?Query={}`, { headers: DEMO, timeoutMs: 20_000 });
		await untilInProgress(sandbox, 1);
		expect(await sandbox.stop()).toBe(0);
		expect((await waiting).broken).toBe('ECONNRESET');
	});

	test('waits until a request in progress has received its response', async () => {
		const sandbox = await startSandbox();
		await sandbox.control.delay(3_000);
		const code = newCode();
		const slow = createPhase(sandbox, code);
		await untilInProgress(sandbox, 1);
		const stopped = sandbox.stop();
		expect((await slow).status).toBe(200);
		expect(await stopped).toBe(0);
	});
});
