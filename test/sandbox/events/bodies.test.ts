import { startSandbox } from '../../../workshop/sandboxProcess';
import type { Received } from '../../support/receiver';
import { eventStage, trigger } from './stage';

const stage = eventStage();
const { receive, use, settled, call, createJob, changeJob } = stage;

describe('Event bodies', () => {
	it('describe created, changed and deleted records in the default template format', async () => {
		const receiver = await receive();
		await use(trigger(receiver.url));
		const job = await createJob();
		await changeJob(job, { job_desc: 'Changed' });
		await call('DELETE', `/JmJob/job_no=${job}`);
		const requests = await receiver.until(3);
		expect(requests.map(({ method, headers }) => [method, headers['content-type'], headers.authorization])).toEqual(
			Array(3).fill(['POST', 'application/json; charset=utf-8', undefined]),
		);
		expect(requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
			{ document: 'JmJob', id: String(job), idField: 'job_no', type: 'INSERT', details: [] },
			{
				document: 'JmJob',
				id: String(job),
				idField: 'job_no',
				type: 'UPDATE',
				details: [{ field: 'job_desc', old: 'Sent', new: 'Changed' }],
			},
			{ document: 'JmJob', id: String(job), idField: 'job_no', type: 'DELETE', details: [] },
		]);
		expect(await settled(3)).toMatchObject([
			{ number: 1, state: 'delivered', response: '{"received":true}' },
			{ state: 'delivered' },
			{ state: 'delivered' },
		]);
	});

	it('contain the fields of a row if the trigger has a sub-table and a custom template', async () => {
		const receiver = await receive();
		await use(
			trigger(receiver.url, {
				table: 'jm_episode',
				template: { row: '[jm_episode.episode_desc]', of: '[EVENT.recordId]', title: '[DOC.title_no]' },
			}),
		);
		const job = await createJob({ jm_episode: [{ title_no: 1, episode_desc: 'A "quoted"\nline \\ and more' }] });
		const [request] = await receiver.until(1);
		expect(JSON.parse((request as Received).body)).toEqual({ row: 'A "quoted"\nline \\ and more', of: String(job), title: '1' });
	});

	it('contain the options of a multi-select field as a list, and report its changes', async () => {
		const [all, chosen, xml] = [await receive(), await receive(), await receive()];
		const update = { document: 'LibMaster', types: ['UPDATE'] };
		await use(
			trigger(all.url, { ...update, name: 'all' }),
			trigger(chosen.url, {
				...update,
				name: 'chosen',
				conditions: [
					{ field: 'LM_field_2', changed: true },
					{ field: 'LM_field_2', contains: 'audio' },
				],
				template: { formats: '[lib_master.LM_field_2]' },
			}),
			trigger(xml.url, { ...update, name: 'xml' }, { format: 'xml' }),
		);
		const { body } = await call('POST', '/LibMaster', {
			lib_master: [{ master_desc: 'Multi', asset_type_no: 1, LM_field_2: ['HD', 'UHD'] }],
		});
		const [{ master_no: master }] = (body as { lib_master: { records: [{ master_no: number }] } }).lib_master.records;
		const replace = async (path: string, value: unknown): Promise<unknown> =>
			await call('PATCH', `/LibMaster/master_no=${master}`, [{ op: 'replace', path, value }]);
		await replace('master_desc', 'Other text');
		await replace('LM_field_2', ['HD', 'Audio Only']);
		await settled(5);
		expect(all.received.map(({ body: sent }) => (JSON.parse(sent) as { details: unknown }).details)).toEqual([
			[{ field: 'master_desc', old: 'Multi', new: 'Other text' }],
			[{ field: 'LM_field_2', old: ['HD', 'UHD'], new: ['HD', 'Audio Only'] }],
		]);
		expect(chosen.received.map(({ body: sent }) => JSON.parse(sent) as unknown)).toEqual([{ formats: '["HD","Audio Only"]' }]);
		expect(xml.received[1]?.body).toContain(
			'<change field="LM_field_2" old="[&quot;HD&quot;,&quot;UHD&quot;]" new="[&quot;HD&quot;,&quot;Audio Only&quot;]"/>',
		);
	});

	it("list the rows of sub-tables, regardless of the trigger's table", async () => {
		const receiver = await receive();
		const template =
			'{"job": "[jm_job.job_no]", "episodes": [\n\t#[jm_episode]\n\t{"of": "[jm_job.job_desc]", "no": "[jm_episode.episode_no]", "text": "[jm_episode.episode_desc]"}\n\t#[/jm_episode]\n], "type": "[EVENT.type]"}';
		const job = await createJob({
			jm_episode: [
				{ title_no: 1, episode_desc: 'One "1"' },
				{ title_no: 2, episode_desc: 'Two' },
			],
		});
		const rows = ((await call('GET', `/JmJob/job_no=${job}/jm_episode`)).body as { episode_no: { episode_no: number } | number }[]).map(
			({ episode_no: no }) => String(typeof no === 'object' ? no.episode_no : no),
		);
		await use(
			trigger(receiver.url, { template }),
			trigger(receiver.url, { name: 'row', table: 'jm_episode', types: ['UPDATE'], template }),
		);
		await changeJob(job, { job_desc: 'Changed' });
		const episodes = (texts: readonly string[]): unknown => texts.map((text, index) => ({ of: 'Changed', no: rows[index], text }));
		const [changed] = await receiver.until(1);
		expect(JSON.parse((changed as Received).body)).toEqual({ job: String(job), episodes: episodes(['One "1"', 'Two']), type: 'UPDATE' });
		await call('PATCH', `/JmJob/job_no=${job}/jm_episode/episode_no=${rows[1]}`, [
			{ op: 'replace', path: 'episode_desc', value: 'Second' },
		]);
		const all = await receiver.until(3);
		for (const { body } of all.slice(1))
			expect(JSON.parse(body)).toEqual({ job: String(job), episodes: episodes(['One "1"', 'Second']), type: 'UPDATE' });
		await use(trigger(receiver.url, { types: ['DELETE'], template }));
		await call('DELETE', `/JmJob/job_no=${job}`);
		expect(JSON.parse((await receiver.until(4))[3]!.body)).toEqual({ job: String(job), episodes: [], type: 'DELETE' });
	});

	it('list rows two levels down, as the public example does, with commas between them in JSON but not in XML', async () => {
		const receiver = await receive();
		const order = async (): Promise<void> =>
			void (await call('PATCH', '/XmTransmissionOrder/wo_no_seq=1072992-1', [
				{ op: 'replace', path: 'wo_desc', value: `At ${Date.now()}` },
			]));
		const rows = ((await call('GET', '/XmTransmissionOrder/wo_no_seq=1072992-1/mo_service_row')).body as unknown[]).length;
		expect(rows).toBeGreaterThan(0);
		await use(
			trigger(receiver.url, {
				document: 'XmTransmissionOrder',
				template:
					'{"id":"[jm_work_order.wo_no_seq]","services":[#[mo_service_row]{"no":"[mo_service_row.service_row_no]"}#[/mo_service_row]],"operations":[#[mo_operation]{"no":"[mo_operation.operation_no]"}#[/mo_operation]]}',
			}),
		);
		await order();
		const body = JSON.parse((await receiver.until(1))[0]!.body) as { id: string; services: { no: string }[]; operations: { no: string }[] };
		expect([body.id, body.services.length]).toEqual(['1072992-1', rows]);
		expect(body.operations.length).toBeGreaterThan(0);
		expect(new Set(body.operations.map(({ no }) => no)).size).toBe(body.operations.length);
		await use(
			trigger(
				receiver.url,
				{
					document: 'XmTransmissionOrder',
					template: '<order>#[mo_service_row]<row no="[mo_service_row.service_row_no]"/> #[/mo_service_row]</order>',
				},
				{ format: 'xml' },
			),
		);
		await order();
		expect((await receiver.until(2))[1]!.body).toBe(`<order>${body.services.map(({ no }) => `<row no="${no}"/>`).join('')}</order>`);
	});

	it('are XML if the adaptor is configured for XML', async () => {
		const receiver = await receive();
		await use(trigger(receiver.url, { types: ['UPDATE'] }, { format: 'xml', method: 'PUT' }));
		const job = await createJob();
		await changeJob(job, { job_desc: '<Tom & "Jerry">' });
		const [request] = await receiver.until(1);
		expect(request).toMatchObject({ method: 'PUT', headers: { 'content-type': 'application/xml; charset=utf-8' } });
		expect((request as Received).body).toContain(`<id>${job}</id>`);
		expect((request as Received).body).toContain('<change field="job_desc" old="Sent" new="&lt;Tom &amp; &quot;Jerry&quot;&gt;"/>');
	});

	it('on releases before 11.1 contain unescaped line breaks in JSON', async () => {
		const old = await startSandbox({ release: '11.0' });
		try {
			const receiver = await receive();
			await old.control.call('PUT', 'events', { triggers: [trigger(receiver.url, { template: '{"note": "[jm_job.job_desc]"}' })] });
			await createJob({ job_desc: 'one\r\n"two"\tthree \\n' }, old);
			const [request] = await receiver.until(1);
			expect((request as Received).body).toBe('{"note": "one\r\n\\"two\\"\tthree \\\\n"}');
			expect(() => JSON.parse((request as Received).body) as unknown).toThrow();
		} finally {
			await old.stop();
		}
	});

	it('on releases before 11.3 cannot list rows', async () => {
		const old = await startSandbox({ release: '11.2' });
		try {
			await expect(
				old.control.call('PUT', 'events', { triggers: [trigger('http://127.0.0.1:1', { template: '[#[jm_episode]1#[/jm_episode]]' })] }),
			).rejects.toThrow(/requires release 11\.3/);
		} finally {
			await old.stop();
		}
	});
});
