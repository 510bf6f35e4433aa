import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PROCESSING } from '../../../sandbox/plugins/faults/rules';
import { sandboxForTests } from '../../support/sandboxForTests';

const README = readFileSync(path.resolve(__dirname, '../../../sandbox/README.md'), 'utf8');
/** The curl commands of the README, which are indented. A line that ends with a backslash is joined with the next one. */
const COMMANDS = README.replace(/\\\n\s*/g, '')
	.split('\n')
	.filter((line) => line.startsWith('    curl '))
	.map((line) => line.trim());

describe('The sandbox README', () => {
	const sandbox = sandboxForTests();

	test('has commands that work as written', async () => {
		expect(COMMANDS).toHaveLength(3);
		const responses: unknown[] = [];
		for (const command of COMMANDS) {
			const { stdout } = await promisify(execFile)('sh', [
				'-c',
				command.replace('curl ', 'curl -sS --fail-with-body ').replaceAll('http://127.0.0.1:4010', sandbox.url),
			]);
			responses.push(JSON.parse(stdout));
		}
		const [list, rules, journal] = responses as [
			{ L: { phase_code: { phase_code: string } }[] },
			object[],
			{ entries: { document: string; headers: object }[] },
		];
		expect(list.L).toHaveLength(2);
		expect(list.L.map(({ phase_code: phase }) => phase.phase_code)).toEqual(['CONF', 'CONF']);
		expect(rules).toEqual([expect.objectContaining({ id: 1, processing: 'never' })]);
		expect(journal.entries).toEqual([
			expect.objectContaining({ document: 'JmWorkOrderList', headers: expect.objectContaining({ Authorization: 'Basic ***' }) as unknown }),
		]);
	});

	test('has examples that create a work order and retry after a fault', async () => {
		const examples = path.resolve(__dirname, '../../../sandbox/examples');
		expect(README).toContain(readFileSync(path.join(examples, 'create_order.py'), 'utf8'));
		await sandbox.control.clearFaults();
		await sandbox.control.addFaults({
			match: { method: 'POST', path: '/JmWorkOrder', times: 1 },
			fault: { type: 'status', status: 503, retryAfter: 0 },
		});
		await sandbox.control.clearJournal();
		const env = { ...process.env, SITE: sandbox.url };
		const python = await promisify(execFile)('python3', [path.join(examples, 'create_order.py')], { env });
		expect(python.stdout).toMatch(/^503: retrying in 0 s\n\d+-1 Night shoot\n$/);
		const { entries } = await sandbox.control.journal({ method: 'POST' });
		expect(entries.map(({ status, fault }) => [status, fault])).toEqual([
			[503, 'status'],
			[200, null],
		]);
		const shell = await promisify(execFile)('sh', [path.join(examples, 'create_order.sh')], { env });
		expect(JSON.parse(shell.stdout)).toMatchObject({ tables: ['jm_work_order'] });
		if (
			await promisify(execFile)('pwsh', ['-Version']).then(
				() => true,
				() => false,
			)
		) {
			const { stdout } = await promisify(execFile)('pwsh', ['-File', path.join(examples, 'create_order.ps1')], { env });
			expect(stdout.trim()).toMatch(/^\d+-1$/);
		}
	});

	test('shows screenshots of the console, with URLs that also work on npm', () => {
		const folder = path.resolve(__dirname, '../../../sandbox/pictures');
		const base = 'https://raw.githubusercontent.com/media-operations/n8n-nodes-media-operations/main/sandbox/pictures/';
		const shown = [...README.matchAll(/(?:srcset|src)="([^"]+)"/g)].map(([, address]) => String(address));
		expect(shown.filter((address) => !address.startsWith(base))).toEqual([]);
		expect(shown.map((address) => address.slice(base.length)).sort()).toEqual(readdirSync(folder).sort());
	});

	test('lists every fault with the values that its processing setting accepts, the default first', () => {
		const [, section = ''] = /^### Fault rules$(.*?)^## /ms.exec(README) ?? [];
		const rows = [...section.matchAll(/^\| `(\w+)` \|.*\| ([a-z, ]+) \|$/gm)].map(([, type, moments]) => [type, moments?.split(', ')]);
		expect(Object.fromEntries(rows)).toEqual(PROCESSING);
	});

	test('contains the printed URL, and every user and client', async () => {
		expect(README).toContain('sandbox listening on http://127.0.0.1:4010');
		const { oauth, users } = (await sandbox.control.call('GET', 'state')) as { oauth: { clients: string[] }; users: string[] };
		for (const name of [...oauth.clients, ...users]) {
			expect(README).toContain(`\`${name}\``);
		}
	});
});
