import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runSandboxCommand, startSandbox } from '../../../workshop/sandboxProcess';
import { eventStage, trigger } from './stage';

const stage = eventStage();
const { receive, createJob } = stage;

describe('The set-up of events', () => {
	it.each<[string, unknown, RegExp]>([
		['no triggers', {}, /"triggers"|triggers/],
		['a document that is none', { triggers: [trigger('http://127.0.0.1:1', { document: 'JmJobs' })] }, /triggers\[0\]\.document/],
		['a table of another document', { triggers: [trigger('http://127.0.0.1:1', { table: 'mo_source' })] }, /table of JmJob/],
		['a type that is none', { triggers: [trigger('http://127.0.0.1:1', { types: ['CHANGED'] })] }, /INSERT, UPDATE, DELETE/],
		[
			'a field that is none',
			{ triggers: [trigger('http://127.0.0.1:1', { conditions: [{ field: 'phase_code', changed: true }] })] },
			/phase_code/,
		],
		[
			'a condition of two kinds',
			{ triggers: [trigger('http://127.0.0.1:1', { conditions: [{ field: 'job_desc', changed: true, equals: 'x' }] })] },
			/requires one of/,
		],
		[
			'a template with a field of another table',
			{ triggers: [trigger('http://127.0.0.1:1', { template: '[lib_master.master_no]' })] },
			/lib_master/,
		],
		[
			'rows of a table that is no sub-table',
			{ triggers: [trigger('http://127.0.0.1:1', { template: '#[mo_source]x#[/mo_source]' })] },
			/loops over the rows of &#39;mo_source&#39;, which is not a sub-table/,
		],
		[
			'rows of the record itself',
			{ triggers: [trigger('http://127.0.0.1:1', { template: '#[jm_job]x#[/jm_job]' })] },
			/not a sub-table of JmJob/,
		],
		[
			'a field of rows outside of them',
			{ triggers: [trigger('http://127.0.0.1:1', { template: '[jm_episode.episode_no]' })] },
			/between #\[jm_episode\] and #\[\/jm_episode\]/,
		],
		[
			'a field that the rows do not have',
			{ triggers: [trigger('http://127.0.0.1:1', { template: '#[jm_episode][jm_episode.nothing]#[/jm_episode]' })] },
			/nothing/,
		],
		[
			'rows that do not end',
			{ triggers: [trigger('http://127.0.0.1:1', { template: '{"a":[#[jm_episode]{}]}' })] },
			/&#39;#\[jm_episode\]&#39;, which has no matching tag/,
		],
		[
			'rows within rows',
			{
				triggers: [
					trigger('http://127.0.0.1:1', {
						document: 'XmTransmissionOrder',
						template: '#[mo_service_row]#[mo_operation]x#[/mo_operation]#[/mo_service_row]',
					}),
				],
			},
			/nested in another loop/,
		],
		['an address that is none', { triggers: [trigger('n8n')] }, /adaptor\.url/],
		['an address with a password', { triggers: [trigger('http://n8n:hush@127.0.0.1:1')] }, /without user and password/],
		[
			'a header that no request can carry',
			{ triggers: [trigger('http://127.0.0.1:1', {}, { headers: { 'X Site': 'demo' } })] },
			/adaptor\.headers\.X Site&#39; must be a header/,
		],
		[
			'a key that no header can carry',
			{ triggers: [trigger('http://127.0.0.1:1', {}, { signIn: { type: 'key', header: 'X-Api-Key', key: 'ключ' } })] },
			/signIn\.key&#39; must be Latin-1 text on one line/,
		],
		[
			'a comparison with nothing',
			{ triggers: [trigger('http://127.0.0.1:1', { conditions: [{ field: 'external_key', equals: null }] })] },
			/equals&#39; must be a text or a number/,
		],
		[
			'a list that holds no value',
			{ triggers: [trigger('http://127.0.0.1:1', { conditions: [{ field: 'external_key', in: [{}] }] })] },
			/in&#39; must be a text or a number/,
		],
		['another method', { triggers: [trigger('http://127.0.0.1:1', {}, { method: 'GET' })] }, /POST, PUT, PATCH/],
		['endless retries', { triggers: [trigger('http://127.0.0.1:1', {}, { retries: 1_000 })] }, /retries/],
		['a key field to store in', { triggers: [trigger('http://127.0.0.1:1', { store: { job_no: 'response' } })] }, /job_no/],
		['two triggers of one name', { triggers: [trigger('http://127.0.0.1:1'), trigger('http://127.0.0.1:1')] }, /Two triggers/],
		['an unknown property', { triggers: [{ ...trigger('http://127.0.0.1:1'), documnet: 'JmJob' }] }, /&#39;documnet&#39; is unknown/],
	])('refuses %s, and says what', async (_what, body, said) => {
		await expect(stage.sandbox.control.call('PUT', 'events', body)).rejects.toThrow(said);
		expect(await stage.sandbox.control.call('GET', 'events')).toEqual({ triggers: [] });
	});

	it('can be added to and taken from, trigger by trigger', async () => {
		await stage.sandbox.control.call('POST', 'events', trigger('http://127.0.0.1:1'));
		await stage.sandbox.control.call('POST', 'events', trigger('http://127.0.0.1:1', { name: 'two' }));
		await expect(stage.sandbox.control.call('POST', 'events', trigger('http://127.0.0.1:1'))).rejects.toThrow(/already/);
		await stage.sandbox.control.call('DELETE', 'events/one');
		await expect(stage.sandbox.control.call('DELETE', 'events/one')).rejects.toThrow(/404/);
		expect(await stage.sandbox.control.call('GET', 'events')).toMatchObject({
			triggers: [{ name: 'two', document: 'JmJob', table: 'jm_job', queued: 0 }],
		});
	});

	it('comes from a file at the start, and a reset leads back to it', async () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'events-'));
		try {
			const file = path.join(folder, 'events.json');
			const receiver = await receive();
			writeFileSync(file, JSON.stringify({ triggers: [trigger(receiver.url)] }));
			const started = await startSandbox({ args: ['--events', file] });
			try {
				await createJob({}, started);
				await receiver.until(1);
				await started.control.call('DELETE', 'events');
				await started.control.reset();
				expect(await started.control.call('GET', 'events')).toMatchObject({ triggers: [{ name: 'one' }] });
				expect(await started.control.call('GET', 'events/deliveries')).toEqual({ matching: 0, deliveries: [] });
			} finally {
				await started.stop();
			}
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	it.each([
		['is missing', undefined, /ENOENT/],
		['is no JSON', '{', /cannot be used/],
		['names what does not exist', '{"triggers":[{"name":"x","document":"Nothing"}]}', /triggers\[0\]\.document/],
	])('keeps the sandbox from starting where the file %s, and says so', async (_what, text, said) => {
		const folder = mkdtempSync(path.join(tmpdir(), 'events-'));
		try {
			const file = path.join(folder, 'events.json');
			if (text !== undefined) writeFileSync(file, text);
			const { status, stdout, stderr } = await runSandboxCommand(['--port', '0', '--events', file]);
			expect([status, stdout]).toEqual([1, '']);
			expect(stderr).toMatch(said);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});
});
