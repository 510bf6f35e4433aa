import type { IDataObject } from 'n8n-workflow';
import { sendOrderEvents } from '../../workshop/examples';
import type { N8nRest, StoredWorkflow, WorkflowFile } from '../../workshop/editor/rest';
import { itemsOf } from '../../workshop/editor/rest';
import { exampleNames, readExample } from '../../workshop/editor/workflows';
import type { SandboxProcess } from '../../workshop/sandboxProcess';
import { ExampleStage, exampleTest, file, outputOf, PACKAGE_PREFIX, query, runnableExamples, send } from './support/examples';
import { formIn } from './support/forms';
import { siteOfTests } from './support/site';

/** Built-in nodes that need no external service. */
const builtIn = [
	'convertToFile',
	'extractFromFile',
	'form',
	'formTrigger',
	'if',
	'merge',
	'noOp',
	'respondToWebhook',
	'scheduleTrigger',
	'set',
	'splitOut',
	'stickyNote',
	'webhook',
	'xml',
].map((name) => `n8n-nodes-base.${name}`);
/** Other built-in nodes in the examples. If they call a service, the tests replace it with a local server. */
const services = [
	'n8n-nodes-base.dataTable',
	'n8n-nodes-base.emailSend',
	'n8n-nodes-base.errorTrigger',
	'n8n-nodes-base.httpRequest',
	'n8n-nodes-base.manualTrigger',
	'n8n-nodes-base.postgres',
	'@n8n/n8n-nodes-langchain.agent',
	'@n8n/n8n-nodes-langchain.chatTrigger',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi',
	'@n8n/n8n-nodes-langchain.mcpTrigger',
];
/** The examples that require nodes of n8n 2: forms and data tables. */
const forN8n2 = ['01', '06', '08', '09', '14'];

describe('Every example', () => {
	it('runs in the tested version of n8n, or requires nodes from n8n 2', () => {
		const others = exampleNames().filter((name) => !runnableExamples().includes(name));
		expect(others.map((name) => name.slice(0, 2))).toEqual(siteOfTests().version.startsWith('1.') ? forN8n2 : []);
	});

	it('has a unique number', () => {
		expect(exampleNames().map((name) => name.slice(0, 2))).toEqual(exampleNames().map((_, at) => String(at + 1).padStart(2, '0')));
	});

	it.each(exampleNames())('has a canvas note that explains the example, what to change, and which services to replace: %s', (name) => {
		const { name: title, nodes } = readExample(name);
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote').map(({ parameters }) => String(parameters.content));
		expect(notes).toEqual([
			expect.stringMatching(
				new RegExp(
					`^## ${title.replace(/[?]/g, '\\$&')}\n\n[^]+\n\n\\*\\*What to change:\\*\\* [^]+\n\n\\*\\*Replace with your own services:\\*\\* [^]+`,
				),
			),
		]);
	});

	it.each(exampleNames())('uses only this package and built-in nodes, without code: %s', (name) => {
		expect(
			readExample(name)
				.nodes.map(({ type }) => type)
				.filter((type) => !type.startsWith(PACKAGE_PREFIX) && ![...builtIn, ...services].includes(type)),
		).toEqual([]);
		expect(readExample(name).nodes.some(({ type }) => type.startsWith(PACKAGE_PREFIX))).toBe(true);
	});

	it.each(exampleNames())('refers to its credentials only by name: %s', (name) => {
		const wanted = readExample(name).nodes.flatMap(({ credentials }) => Object.values(credentials ?? {}));
		expect(
			wanted.filter(
				({ id, name: label }) => id !== '' || !['Sandbox (Basic)', 'Sandbox (Events)', 'Mail', 'OpenAI', 'PostgreSQL'].includes(label),
			),
		).toEqual([]);
	});
});

describe('Examples in the real n8n, against the sandbox:', () => {
	/** Example 03 is activated separately, with another schedule. */
	const activated = ['01', '02', '04', '05', '06', '07', '08', '09', '10', '11', '12'];
	let stage: ExampleStage;
	let sandbox: SandboxProcess;
	let rest: N8nRest;
	const site = siteOfTests;
	const example = (number: string): StoredWorkflow => stage.example(number);
	const json = outputOf;
	const call: ExampleStage['call'] = async (...args) => await stage.call(...args);
	const record: ExampleStage['record'] = async (address) => await stage.record(address);
	const rows: ExampleStage['rows'] = async (address) => await stage.rows(address);
	const executionOf: ExampleStage['executionOf'] = async (...args) => await stage.executionOf(...args);

	beforeAll(async () => {
		stage = await ExampleStage.open();
		({ sandbox, rest } = stage);
		await stage.activate(activated);
	});
	afterAll(async () => await stage.close([...activated, '03']));

	/** Example 03 polls every minute. The tests of the other examples run before its next poll is checked. */
	let night: { workflow: StoredWorkflow; before: string[]; jobs: number[] };
	beforeAll(async () => {
		const { name, connections, settings, nodes } = example('03');
		const eachMinute: WorkflowFile = {
			name,
			connections,
			settings,
			nodes: nodes.map((node) =>
				node.name === 'New Jobs' ? { ...node, parameters: { ...node.parameters, pollTimes: { item: [{ mode: 'everyMinute' }] } } } : node,
			),
		};
		const workflow = await rest.putWorkflow(eachMinute);
		const before = await rest.executionsOf(workflow);
		await rest.activate(workflow);
		const remembered = async (): Promise<boolean> => (await sandbox.control.journal({ document: 'JmJobList' })).entries.length > 0;
		for (let tries = 0; tries < 600 && !(await remembered()); tries++) await new Promise((resolve) => setTimeout(resolve, 100));
		// Waits because the first poll can send a second request, and n8n stores the state of the poll a moment after that request.
		await new Promise((resolve) => setTimeout(resolve, 1_000));
		const created = await call('POST', 'JmJob', {
			jm_job: [
				{ job_desc: 'Night Shift', cust_id: '27' },
				{ job_desc: 'Known to the ERP', cust_id: '27', external_key: 'ERP-0815' },
				{ job_desc: 'Early Shift', cust_id: '27' },
			],
		});
		const jobs = ((created.body.jm_job as IDataObject).records as Array<{ job_no: number }>).map(({ job_no }) => job_no);
		night = { workflow, before, jobs };
	});

	it('the workflows use nothing that n8n 3 removes, according to the upgrade checks in n8n 2', async () => {
		if (site().version.startsWith('1.')) return;
		interface Report {
			report: { workflowResults: Array<{ ruleId: string }> };
		}
		const { report } = await rest.call<Report>('POST', '/rest/breaking-changes/report/refresh?version=v3');
		for (const { ruleId } of report.workflowResults) {
			const { affectedWorkflows } = await rest.call<{ affectedWorkflows: Array<{ id: string }> }>(
				'GET',
				`/rest/breaking-changes/report/${ruleId}`,
			);
			expect([ruleId, affectedWorkflows.filter(({ id }) => stage.ids.includes(id))]).toEqual([ruleId, []]);
		}
	});

	exampleTest('01', 'creates an order from a template for a submitted form, attaches all files, and shows the order number', async () => {
		const form = formIn(site().url, 'media-operations/studio-request');
		const execution = await executionOf(example('01'), async () => {
			const next = await form.send({
				0: 'Interview with the director',
				1: 'ada@example.com',
				2: '2027-03-01',
				3: '10:30',
				4: [file('call-sheet.pdf', 'application/pdf', '%PDF-1.4 call sheet'), file('script.txt', 'text/plain', 'FADE IN:')],
			});
			expect(await next.readLast()).toMatch(/Your request was saved as order \d+-1, with 2 file\(s\)/);
		});
		const order = String(json(execution, 'Create Order')[0]?.wo_no_seq);
		expect(await record(`JmWorkOrder/wo_no_seq=${order}`)).toMatchObject({
			wo_desc: 'Interview with the director',
			wo_reference: 'ada@example.com',
			phase_code: { phase_code: 'RQST' },
			wo_template_no: { wo_template_no: 2 },
			wo_begin_dt: '2027-03-01T09:30:00+00:00',
			wo_end_dt: '2027-03-01T17:30:00+00:00',
			jm_wo_transaction: [
				{ trx_desc: 'Studio', trx_begin_dt: '2027-03-01T09:30:00+00:00' },
				{ trx_desc: 'Camera Operator', trx_end_dt: '2027-03-01T17:30:00+00:00' },
			],
		});
		expect(await rows(`SysAttachment/attachment_keystring=10339:${order}/sys_attachment`)).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ file_name: 'call-sheet.pdf', file_size: 19 }),
				expect.objectContaining({ file_name: 'script.txt', file_size: 8 }),
			]),
		);
	});

	exampleTest('02', 'creates a job for a won deal, updates it when the deal is sent again, and returns its number', async () => {
		const deal = { id: 'D-1007', name: 'Northern Lights, season 2', customer: '27' };
		const first = (await (await send('deal-won', { deal })).json()) as { job_no: number };
		expect(first).toEqual({ deal: 'D-1007', job_no: expect.any(Number), created: true });
		expect(await record('JmJob/external_key=D-1007')).toMatchObject({
			job_no: { job_no: first.job_no },
			job_desc: deal.name,
			cust_id: { cust_id: '27' },
			job_type_no: { job_type_no: 2 },
			division_no: { division_no: 1 },
			active: 'Y',
		});
		expect(await (await send('deal-won', { deal: { ...deal, name: 'Northern Lights, seasons 2 and 3' } })).json()).toEqual({
			deal: 'D-1007',
			job_no: first.job_no,
			created: false,
		});
		expect(await record('JmJob/external_key=D-1007')).toMatchObject({
			job_no: { job_no: first.job_no },
			job_desc: 'Northern Lights, seasons 2 and 3',
		});
	});

	exampleTest('04', 'attaches all files of a delivery receipt to its order, and sets the order to completed', async () => {
		const body = new FormData();
		body.set('order', '2627-1');
		body.set('receipt', file('receipt.pdf', 'application/pdf', '%PDF-1.4 receipt'));
		body.set('list', file('files.csv', 'text/csv', 'file,bytes\na.mxf,12\n'));
		const execution = await executionOf(example('04'), async () => expect((await send('delivery-receipt', body)).status).toBe(200));
		expect(json(execution, 'Set Completed')).toMatchObject([{ wo_no_seq: '2627-1', updated: true }]);
		expect(await record('JmWorkOrder/wo_no_seq=2627-1')).toMatchObject({ phase_code: { phase_code: 'DONE' } });
		// Sorted, because n8n outputs the files of a form in the order in which it finishes reading them.
		const kept = await rows('SysAttachment/attachment_keystring=10339:2627-1/sys_attachment');
		expect(kept.map(({ file_name: name, file_size: size }) => [name, size]).sort()).toEqual([
			['files.csv', 20],
			['receipt.pdf', 16],
		]);
	});

	exampleTest('05', "posts to the chat when an order's phase changes, and for no other change", async () => {
		const workflow = example('05');
		await sendOrderEvents(sandbox.control, site().url, workflow);
		const change = async (path: string, value: string) =>
			expect((await call('PATCH', 'JmWorkOrder/wo_no_seq=8248-1', [{ op: 'replace', path, value }])).status).toBe(204);
		const line = async (phase: string) =>
			json(await executionOf(workflow, async () => await change('phase_code', phase)), 'Chat').map(({ text }) => text);
		const before = await rest.executionsOf(workflow);
		await change('wo_desc', 'Heats, second day');
		await change('wo_end_dt', '2027-05-02T16:00:00Z');
		await change('wo_begin_dt', '2027-05-02T08:00:00Z');
		expect(await line('INV')).toEqual(['Order 8248-1 "Heats, second day" on 2 May is now: Invoiced']);
		expect(await line('WIP')).toEqual(['Order 8248-1 "Heats, second day" on 2 May is now: In Progress']);
		expect((await rest.executionsOf(workflow)).filter((id) => !before.includes(id))).toHaveLength(2);
	});

	exampleTest('06', 'imports titles from XML, assigns them to their series, and creates a missing series', async () => {
		const title = (id: string, name: string, series: string, seriesName: string) =>
			`<title><id>${id}</id><name>${name}</name><series>${series}</series><seriesName>${seriesName}</seriesName></title>`;
		const xml = `<titles>${title('RIGHTS-101-1', 'A New Beginning', 'RIGHTS-101', 'ignored')}${title('RIGHTS-900-1', 'High &amp; Low', 'RIGHTS-900', 'The Long Tide')}${title('RIGHTS-900-2', 'Ebb', 'RIGHTS-900', 'The Long Tide')}</titles>`;
		const existing = await record('LibTitle/external_key=RIGHTS-101-1');
		const form = formIn(site().url, 'media-operations/titles');
		await executionOf(example('06'), async () => {
			const next = await form.send({ 0: file('titles.xml', 'application/xml', xml) });
			expect(await next.readLast()).toContain('Titles imported: 3. New: 2.');
		});
		const series = await record('LibTitle/external_key=RIGHTS-900');
		expect(series).toMatchObject({ title_desc: 'The Long Tide' });
		expect(await record('LibTitle/external_key=RIGHTS-900-1')).toMatchObject({
			title_desc: 'High & Low',
			title_type: 'Episode',
			parent_title_no: { parent_title_no: (series.title_no as IDataObject).title_no },
		});
		expect(await record('LibTitle/external_key=RIGHTS-900-2')).toMatchObject({
			title_desc: 'Ebb',
			parent_title_no: { parent_title_no: (series.title_no as IDataObject).title_no },
		});
		expect(await record('LibTitle/external_key=RIGHTS-101-1')).toMatchObject({
			title_desc: existing.title_desc,
			parent_title_no: { external_key: 'RIGHTS-101' },
		});

		await executionOf(example('06'), async () => {
			const next = await formIn(site().url, 'media-operations/titles').send({
				0: file('title.xml', 'application/xml', `<titles>${title('RIGHTS-900-3', 'Flood', 'RIGHTS-900', 'ignored')}</titles>`),
			});
			expect(await next.readLast()).toContain('Titles imported: 1. New: 1.');
		});
		expect(await record('LibTitle/external_key=RIGHTS-900-3')).toMatchObject({
			title_desc: 'Flood',
			parent_title_no: { parent_title_no: (series.title_no as IDataObject).title_no },
		});
	});

	exampleTest('07', 'creates and updates assets by barcode, and replaces their audio tracks', async () => {
		const track = (channel: number, name: string) => ({ channel, name, content: 'Full Mix', language: 'Polish' });
		const assets = [
			{ barcode: 'HL100007', title: 'The Salt Tide Dub', audio: [track(1, 'Left'), track(2, 'Right')] },
			{ barcode: 'MAM-NEW-1', title: 'The Salt Tide Trailer', audio: [track(1, 'Mono')] },
		];
		const send2 = async () => (await (await send('assets', { assets })).json()) as IDataObject[];
		expect(await send2()).toMatchObject([
			{ barcode: 'HL100007', created: false },
			{ barcode: 'MAM-NEW-1', created: true },
		]);
		expect(await send2()).toMatchObject([
			{ barcode: 'HL100007', created: false },
			{ barcode: 'MAM-NEW-1', created: false },
		]);
		const audio = { audio_content_desc: 'Full Mix', track_language: 'Polish' };
		expect((await record('LibMaster/barcode=HL100007')).lib_master_audio).toMatchObject([
			{ audio_channel: 1, audio_desc: 'Left', ...audio },
			{ audio_channel: 2, audio_desc: 'Right', ...audio },
		]);
		expect(await record('LibMaster/barcode=MAM-NEW-1')).toMatchObject({
			master_desc: 'The Salt Tide Trailer',
			lib_master_audio: [{ audio_channel: 1, audio_desc: 'Mono', ...audio }],
		});
	});

	exampleTest('08', 'books each line of a schedule with its services, with correct local times in summer and winter', async () => {
		const csv =
			'feed,begin,end,services,customer\nCup Final,2027-07-04T20:30:00,2027-07-04T23:00:00,"10, 12",27\nNew Year,2027-12-31T23:00:00,2028-01-01T01:00:00,11,19\n';
		const form = formIn(site().url, 'media-operations/schedule');
		const execution = await executionOf(example('08'), async () => {
			const next = await form.send({ 0: file('schedule.csv', 'text/csv', csv) });
			expect(await next.readLast()).toMatch(/\d+-1, \d+-1/);
		});
		const [cup, year] = await Promise.all(
			json(execution, 'Book Line').map(async ({ wo_no_seq }) => await record(`XmTransmissionOrder/wo_no_seq=${String(wo_no_seq)}`)),
		);
		expect(cup).toMatchObject({
			wo_desc: 'Cup Final',
			wo_begin_dt: '2027-07-04T18:30:00+00:00',
			wo_end_dt: '2027-07-04T21:00:00+00:00',
			cust_id: { cust_id: 27 },
			mo_service_row: [{ service_row_desc: 'Satellite Feed' }, { service_row_desc: 'Auto Route' }],
		});
		expect(year).toMatchObject({
			wo_desc: 'New Year',
			wo_begin_dt: '2027-12-31T22:00:00+00:00',
			wo_end_dt: '2028-01-01T00:00:00+00:00',
			mo_service_row: [{ service_row_desc: 'Fibre Feed' }],
		});
	});

	exampleTest('09', 'changes the phase of many orders only after confirmation', async () => {
		const inPhase = async (phase: string) =>
			(await rows(`JmWorkOrderList?${query({ cust_id: 1102, phase_code: phase })}&pageSize=500`)).map(
				({ wo_no_seq }) => (wo_no_seq as IDataObject).wo_no_seq ?? wo_no_seq,
			);
		const [held, confirmed] = [await inPhase('Hold'), await inPhase('CONF')];
		expect(held.length).toBeGreaterThan(0);
		const respond = async (yesOrNo: string, words: string) => {
			const form = formIn(site().url, 'media-operations/phase-of-many');
			await executionOf(example('09'), async () => {
				const ask = await form.send({ 0: '1102', 1: 'Hold', 2: 'CONF' });
				expect(await ask.read()).toContain(`${held.length} orders of customer 1102 are in phase Hold and would change to phase CONF`);
				expect(await inPhase('Hold')).toEqual(held);
				expect(await (await ask.send({ 0: yesOrNo })).readLast()).toContain(words);
			});
		};
		await respond('No', 'Nothing changed');
		expect(await inPhase('Hold')).toEqual(held);
		await respond('Yes', `${held.length} orders changed`);
		expect(await inPhase('Hold')).toEqual([]);
		expect((await inPhase('CONF')).sort()).toEqual([...confirmed, ...held].sort());
	});

	exampleTest('09', 'voids an order and un-voids it', async () => {
		const form = formIn(site().url, 'media-operations/void');
		const phase = ((await record('JmWorkOrder/wo_no_seq=2626-1')).phase_code as IDataObject).phase_code;
		const order = async (what: string, words: string) =>
			await executionOf(example('09'), async () => expect(await (await form.send({ 0: '2626-1', 1: what })).readLast()).toContain(words));
		await order('Void', 'Order 2626-1 is now in phase VOID.');
		expect(await record('JmWorkOrder/wo_no_seq=2626-1')).toMatchObject({ phase_code: { phase_code: 'VOID' }, cancel_no: { cancel_no: 1 } });
		await order('Un-void', `Order 2626-1 is now in phase ${String(phase)}.`);
		expect(await record('JmWorkOrder/wo_no_seq=2626-1')).toMatchObject({ phase_code: { phase_code: phase }, cancel_no: null });
	});

	exampleTest('10', 'stores the actuals of an order in one request, actualizes its bookings and advances the phases', async () => {
		await sandbox.control.clearJournal();
		const done = [
			{ action: 'I', hours: 4, bookings: [38_521] },
			{ action: 'O', hours: 2, bookings: [38_522] },
		];
		const response = (await (await send('actuals', { order: '36914-1', done })).json()) as IDataObject[];
		expect(response.length).toBeGreaterThan(0);
		expect((await sandbox.control.journal({ document: 'JmActual', method: 'POST' })).entries.map(({ status }) => status)).toEqual([200]);
		const [actual] = await rows(`JmActualList?${query({ wo_no_seq: '36914-1' })}`);
		const stored = await record(`JmActual/actual_hdr_no=${String((actual?.actual_hdr_no as IDataObject).actual_hdr_no)}`);
		expect(stored.jm_actual_detail).toMatchObject([
			{ action_code: { action_code: 'I' }, actual_unit: 4 },
			{ action_code: { action_code: 'O' }, actual_unit: 2 },
		]);
		expect(stored.jm_actual_link).toMatchObject([{ trx_no: 38_521 }, { trx_no: 38_522 }]);
		const order = await record('JmWorkOrder/wo_no_seq=36914-1');
		expect(order).toMatchObject({ phase_code: { phase_code: 'ACTL' } });
		expect(order.jm_wo_transaction).toMatchObject([
			{ actualized: 'Y', phase_code: { phase_code: 'ACTL' } },
			{ actualized: 'Y', phase_code: { phase_code: 'ACTL' } },
		]);
	});

	exampleTest(
		'11',
		'posts the open time card batches and writes their cards to one payroll file; a refused batch remains open for the next run',
		async () => {
			const open = (await rows(`TcBatchList?${query({ posted: 'N' })}`)).map(({ batch_no }) => String((batch_no as IDataObject).batch_no));
			expect(open).toHaveLength(5);
			const cards = (
				await Promise.all(open.map(async (batch) => (await record(`TcBatch/batch_no=${batch}`)).tc_time_card as IDataObject[]))
			).map((each, at) =>
				each.map(
					({ resource_code, work_date, hours }) =>
						`${open[at]},${String((resource_code as IDataObject).resource_code)},${String(work_date).slice(0, 10)},${String(hours)}`,
				),
			);
			const monday = async (posted: readonly string[], refused: readonly string[]) => {
				const execution = await rest.run(example('11'), 'Monday at Six');
				expect(execution.data.resultData.error).toBeUndefined();
				expect(json(execution, 'Post Batch').map(({ batch_no }) => batch_no)).toEqual(posted);
				expect(json(execution, 'Not Posted').map(({ batch_no }) => batch_no)).toEqual(refused);
				for (const batch of posted)
					expect(await record(`TcBatch/batch_no=${batch}`)).toMatchObject({ posted: 'Y', date_posted: expect.any(String) });
				const [sent] = itemsOf(execution, 'Payroll');
				expect(sent?.binary?.data).toMatchObject({
					fileName: expect.stringMatching(/^payroll-\d{4}-\d\d-\d\d\.csv$/),
					mimeType: 'text/csv',
				});
				const content = await (
					await rest.file(`rest/binary-data?id=${encodeURIComponent(String(sent?.binary?.data?.id))}&action=download`)
				).text();
				expect(
					content
						.replace(/^\uFEFF/, '')
						.trim()
						.split('\n'),
				).toEqual(['batch,resource,date,hours', ...posted.flatMap((batch) => cards[open.indexOf(batch)]!)]);
			};
			await sandbox.control.addFaults({
				match: { method: 'PATCH', path: `/TcBatch/batch_no=${open[1]}$`, times: 1 },
				fault: { type: 'status', status: 400, error: 'The batch is being edited' },
			});
			await monday(
				open.filter((_, at) => at !== 1),
				[open[1]!],
			);
			await monday([open[1]!], []);
		},
	);

	exampleTest('12', 'approves a bid only after it is signed, and saves the vendor', async () => {
		const signer = { name: 'Ines Hart', mail: 'ines.hart@example.com', company: 'Red Ferry Media' };
		await executionOf(example('12'), async () => await send('bid-signed', { status: 'sent', bid: 211, signer }));
		expect(await record('BidVersion/version_no=211')).toMatchObject({ approved: 'N' });
		expect((await call('GET', 'SysContactFacade/external_key=ines.hart@example.com')).status).toBe(404);
		await executionOf(example('12'), async () => await send('bid-signed', { status: 'signed', bid: 211, signer }));
		expect(await record('BidVersion/version_no=211')).toMatchObject({ approved: 'Y', bid_status: 'Approved' });
		expect(await record('SysContactFacade/external_key=ines.hart@example.com')).toMatchObject({
			contact_type: 'Vendor',
			contact_name: 'Ines Hart',
			company: 'Red Ferry Media',
		});
	});

	exampleTest('03', 'sends new jobs without an ERP number to the ERP, and stores the ERP numbers', async () => {
		const execution = await rest.waitForNext(night.workflow, night.before, 90_000);
		expect(execution.data.resultData.error).toBeUndefined();
		const [late, , early] = night.jobs;
		expect(json(execution, 'New Jobs').map(({ job_desc }) => job_desc)).toEqual(['Night Shift', 'Early Shift']);
		expect(json(execution, 'Store ERP Number')).toMatchObject([
			{ job_no: late, updated: true },
			{ job_no: early, updated: true },
		]);
		for (const job of [late, early]) expect(await record(`JmJob/job_no=${job}`)).toMatchObject({ external_key: `ERP-${job}` });
		expect((await rest.executionsOf(night.workflow)).filter((id) => !night.before.includes(id))).toHaveLength(1);
	});
});
