import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runSandboxCommand, startSandbox } from '../../../workshop/sandboxProcess';
import { eventStage, trigger } from './stage';

const stage = eventStage();
const { receive, createJob } = stage;

describe('The event configuration', () => {
	it.each<[string, unknown, RegExp]>([
		['no list of triggers', {}, /"triggers"|triggers/],
		['an unknown document', { triggers: [trigger('http://127.0.0.1:1', { document: 'JmJobs' })] }, /triggers\[0\]\.document/],
		['a table of a different document', { triggers: [trigger('http://127.0.0.1:1', { table: 'mo_source' })] }, /table of JmJob/],
		['an unknown type', { triggers: [trigger('http://127.0.0.1:1', { types: ['CHANGED'] })] }, /INSERT, UPDATE, DELETE/],
		[
			'an unknown field',
			{ triggers: [trigger('http://127.0.0.1:1', { conditions: [{ field: 'phase_code', changed: true }] })] },
			/phase_code/,
		],
		[
			'a condition with two comparisons',
			{ triggers: [trigger('http://127.0.0.1:1', { conditions: [{ field: 'job_desc', changed: true, equals: 'x' }] })] },
			/requires one of/,
		],
		[
			'a template with a field of a different table',
			{ triggers: [trigger('http://127.0.0.1:1', { template: '[lib_master.master_no]' })] },
			/lib_master/,
		],
		[
			'a loop over a table that is not a sub-table',
			{ triggers: [trigger('http://127.0.0.1:1', { template: '#[mo_source]x#[/mo_source]' })] },
			/loops over the rows of &#39;mo_source&#39;, which is not a sub-table/,
		],
		[
			'a loop over the table of the record itself',
			{ triggers: [trigger('http://127.0.0.1:1', { template: '#[jm_job]x#[/jm_job]' })] },
			/not a sub-table of JmJob/,
		],
		[
			'a sub-table field outside its loop',
			{ triggers: [trigger('http://127.0.0.1:1', { template: '[jm_episode.episode_no]' })] },
			/between #\[jm_episode\] and #\[\/jm_episode\]/,
		],
		[
			'an unknown field in a loop',
			{ triggers: [trigger('http://127.0.0.1:1', { template: '#[jm_episode][jm_episode.nothing]#[/jm_episode]' })] },
			/nothing/,
		],
		[
			'a loop without an end',
			{ triggers: [trigger('http://127.0.0.1:1', { template: '{"a":[#[jm_episode]{}]}' })] },
			/&#39;#\[jm_episode\]&#39;, which has no matching tag/,
		],
		[
			'a nested loop',
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
		['an invalid address', { triggers: [trigger('n8n')] }, /adaptor\.url/],
		['an address with a password', { triggers: [trigger('http://n8n:hush@127.0.0.1:1')] }, /without user and password/],
		[
			'an invalid header',
			{ triggers: [trigger('http://127.0.0.1:1', {}, { headers: { 'X Site': 'demo' } })] },
			/adaptor\.headers\.X Site&#39; must be a header/,
		],
		[
			'an API key that is invalid in a header',
			{ triggers: [trigger('http://127.0.0.1:1', {}, { signIn: { type: 'key', header: 'X-Api-Key', key: 'ключ' } })] },
			/signIn\.key&#39; must be Latin-1 text on one line/,
		],
		[
			'a comparison with null',
			{ triggers: [trigger('http://127.0.0.1:1', { conditions: [{ field: 'external_key', equals: null }] })] },
			/equals&#39; must be a string or a number/,
		],
		[
			'a list with an invalid value',
			{ triggers: [trigger('http://127.0.0.1:1', { conditions: [{ field: 'external_key', in: [{}] }] })] },
			/in&#39; must be a string or a number/,
		],
		['an unsupported method', { triggers: [trigger('http://127.0.0.1:1', {}, { method: 'GET' })] }, /POST, PUT, PATCH/],
		['too many retries', { triggers: [trigger('http://127.0.0.1:1', {}, { retries: 1_000 })] }, /retries/],
		[
			'a key field as the target of a stored response',
			{ triggers: [trigger('http://127.0.0.1:1', { store: { job_no: 'response' } })] },
			/job_no/,
		],
		...[
			{ conditions: [{ field: 'parent_title_desc', changed: true }] },
			{ template: '[DOC.parent_title_desc]' },
			{ store: { parent_title_desc: 'response' } },
		].map((part): [string, unknown, RegExp] => [
			`a field that events do not contain in its ${Object.keys(part)[0]}`,
			{ triggers: [trigger('http://127.0.0.1:1', { document: 'LibTitleHierarchyFacade', ...part })] },
			/&#39;parent_title_desc&#39;, which events do not contain, because it is a field of the record in &#39;parent_title_no&#39;/,
		]),
		['two triggers with the same name', { triggers: [trigger('http://127.0.0.1:1'), trigger('http://127.0.0.1:1')] }, /Two triggers/],
		['an unknown property', { triggers: [{ ...trigger('http://127.0.0.1:1'), documnet: 'JmJob' }] }, /Unknown property &#39;documnet&#39;/],
	])('is rejected with a message if it has %s', async (_what, body, expectedMessage) => {
		await expect(stage.sandbox.control.call('PUT', 'events', body)).rejects.toThrow(expectedMessage);
		expect(await stage.sandbox.control.call('GET', 'events')).toEqual({ triggers: [] });
	});

	it('can be changed trigger by trigger', async () => {
		await stage.sandbox.control.call('POST', 'events', trigger('http://127.0.0.1:1'));
		await stage.sandbox.control.call('POST', 'events', trigger('http://127.0.0.1:1', { name: 'two' }));
		await expect(stage.sandbox.control.call('POST', 'events', trigger('http://127.0.0.1:1'))).rejects.toThrow(/already/);
		await stage.sandbox.control.call('DELETE', 'events/one');
		await expect(stage.sandbox.control.call('DELETE', 'events/one')).rejects.toThrow(/404/);
		expect(await stage.sandbox.control.call('GET', 'events')).toMatchObject({
			triggers: [{ name: 'two', document: 'JmJob', table: 'jm_job', queued: 0 }],
		});
	});

	it('is read from a file at startup, and restored by a reset', async () => {
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
		['is not JSON', '{', /cannot be used/],
		['contains an unknown name', '{"triggers":[{"name":"x","document":"Nothing"}]}', /triggers\[0\]\.document/],
	])('stops the sandbox from starting, with an error message, if the file %s', async (_what, text, expectedMessage) => {
		const folder = mkdtempSync(path.join(tmpdir(), 'events-'));
		try {
			const file = path.join(folder, 'events.json');
			if (text !== undefined) writeFileSync(file, text);
			const { status, stdout, stderr } = await runSandboxCommand(['--port', '0', '--events', file]);
			expect([status, stdout]).toEqual([1, '']);
			expect(stderr).toMatch(expectedMessage);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});
});
