import type { IDataObject, INode } from 'n8n-workflow';
import { sendOrderEvents } from '../../workshop/examples';
import type { Execution, WorkflowFile } from '../../workshop/editor/rest';
import { type Received, type Receiver, type Reply, startReceiver } from '../support/receiver';
import { completion } from './support/completion';
import { ExampleStage, exampleTest, outputOf, query, send } from './support/examples';
import { type MailServer, startMailServer } from './support/mailServer';
import { siteOfTests } from './support/site';
import { allStarted } from '../support/allStarted';

const ACTIVATED = ['13', '14', '15', '16', '17', '18', '19', '20'];

/** One server that replaces all services in the examples. */
const reply = ({ url, body }: Received): Reply => {
	if (url === '/transfers') return { body: { id: 'TRANSFER-7', status: 'queued' } };
	if (url.endsWith('/chat/completions')) return { body: completion(JSON.parse(body) as Parameters<typeof completion>[0]) };
	return { body: {} };
};

let services: Receiver;
let mail: MailServer;
let stage: ExampleStage;

const bodyOf = ({ body }: Received): unknown => JSON.parse(body);
const requestsTo = (path: string): Received[] => services.received.filter(({ url }) => url.startsWith(path));
const byUrl = (requests: Received[]): Record<string, unknown> => Object.fromEntries(requests.map((one) => [one.url, bodyOf(one)]));

/** Replaces the hosts in the examples with the local server. */
const withServices = (workflow: WorkflowFile): WorkflowFile =>
	JSON.parse(JSON.stringify(workflow).replace(/https:\/\/(calendar|transfer|archive)\.example\.com/g, services.url)) as WorkflowFile;

beforeAll(async () => {
	[services, mail] = await allStarted([startReceiver(reply), startMailServer()]);
	stage = await ExampleStage.open(withServices, [
		{ name: 'Mail', type: 'smtp', data: { host: '127.0.0.1', port: mail.port, secure: false, disableStartTls: true } },
		{ name: 'OpenAI', type: 'openAiApi', data: { apiKey: 'none', url: `${services.url}/v1` } },
	]);
	await stage.activate(ACTIVATED);
});
afterAll(async () => {
	await stage.close(ACTIVATED);
	await Promise.all([services.close(), mail.close()]);
});
beforeEach(() => {
	services.received.length = 0;
});

describe('Examples with other services:', () => {
	exampleTest('13', 'writes bookings and time off to the calendar under the same identifiers in each run', async () => {
		const inDays = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19)}Z`;
		const [begin, end] = [inDays(2), inDays(3)];
		const { body } = await stage.call('POST', 'SchRosterTimeOff', {
			sch_roster_time_off: [{ time_off_desc: 'Training', resource_code: '12', time_off_begin_dt: begin, time_off_end_dt: end }],
		});
		const [created] = (body.sch_roster_time_off as IDataObject).records as Array<{ time_off_no: number }>;
		const order = await stage.call('POST', 'JmWorkOrder', {
			jm_work_order: [
				{
					wo_desc: 'Finals',
					wo_begin_dt: begin,
					wo_end_dt: end,
					wo_type_no: 1,
					phase_code: 'CONF',
					rate_card_no: 1,
					cust_id: 27,
					jm_wo_transaction: [{ trx_desc: 'Camera', trx_begin_dt: begin, trx_end_dt: end, resource_code: '12', phase_code: 'CONF' }],
				},
			],
		});
		expect(order.status).toBe(200);
		await stage.run('13', 'Every 15 Minutes');
		const first = byUrl(requestsTo('/events/'));
		expect(first[`/events/time-off-${created?.time_off_no}`]).toEqual({
			title: 'Training',
			person: '12',
			begin: begin.replace('Z', '+00:00'),
			end: end.replace('Z', '+00:00'),
			status: 'tentative',
		});
		expect(Object.entries(first).filter(([url]) => url.startsWith('/events/booking-'))).toContainEqual([
			expect.stringMatching(/booking-\d+$/),
			{
				title: expect.stringMatching(/^\d+-1 Camera$/),
				person: '12',
				begin: begin.replace('Z', '+00:00'),
				end: end.replace('Z', '+00:00'),
				status: 'confirmed',
			},
		]);
		services.received.length = 0;
		await stage.run('13', 'Every 15 Minutes');
		expect(byUrl(requestsTo('/events/'))).toEqual(first);
	});

	exampleTest('13', 'saves an absence from the calendar as time off, changes it, and deletes it', async () => {
		const absence = { id: 'CAL-1', person: '12', title: 'Doctor', begin: '2027-05-03T08:00:00Z', end: '2027-05-03T12:00:00Z' };
		const read = async () => await stage.call('GET', 'SchRosterTimeOff/external_key=CAL-1');
		expect((await send('absence', absence)).status).toBe(200);
		expect(await stage.record('SchRosterTimeOff/external_key=CAL-1')).toMatchObject({
			time_off_desc: 'Doctor',
			resource_code: { resource_code: '12' },
			time_off_begin_dt: '2027-05-03T08:00:00+00:00',
			approved: 'N',
		});
		await send('absence', { ...absence, end: '2027-05-03T18:00:00Z' });
		expect(await stage.record('SchRosterTimeOff/external_key=CAL-1')).toMatchObject({ time_off_end_dt: '2027-05-03T18:00:00+00:00' });
		await send('absence', { ...absence, status: 'cancelled' });
		expect((await read()).status).toBe(404);
	});

	exampleTest('14', 'stores refused and uncertain orders, finds those that exist, and sends the others again', async () => {
		const order = (key: string) => ({
			key,
			subject: `Order ${key}`,
			begin: '2027-05-02T08:00:00Z',
			end: '2027-05-02T16:00:00Z',
			customer: 27,
		});
		await stage.run('14', 'Set Up Once');
		await stage.run('14', 'Set Up Once');
		await stage.sandbox.control.addFaults({
			match: { method: 'PUT', path: 'DL-2', times: 1 },
			fault: { type: 'status', status: 400, error: 'The customer is locked' },
		});
		await stage.sandbox.control.addFaults({ match: { method: 'PUT', path: 'DL-3' }, fault: { type: 'resetBeforeResponse' } });
		await stage.sandbox.control.addFaults({
			match: { method: 'PUT', path: 'DL-4' },
			fault: { type: 'status', status: 400, error: 'The rate card is locked' },
		});
		const orders = ['DL-1', 'DL-2', 'DL-3', 'DL-4'].map(order);
		const arrived = await stage.executionOf(stage.example('14'), async () => await send('orders', { orders }));
		expect(outputOf(arrived, 'Saved').map(({ external_key }) => external_key)).toEqual(['DL-1']);
		expect(outputOf(arrived, 'Store Failed Item').map(({ key, status, attempts }) => [key, status, attempts])).toEqual([
			['DL-2', 'open', 1],
			['DL-3', 'open', 1],
			['DL-4', 'open', 1],
		]);

		const night = await stage.run('14', 'Every Night');
		expect(outputOf(night, 'Mark as Done').map(({ key }) => key)).toEqual(expect.arrayContaining(['DL-2', 'DL-3']));
		expect(outputOf(night, 'Report Failed Items')).toMatchObject([
			{ key: 'DL-4', attempts: 2, message: expect.stringContaining('locked') },
		]);
		for (const key of ['DL-1', 'DL-2', 'DL-3']) expect(await stage.rows(`JmWorkOrderList?${query({ external_key: key })}`)).toHaveLength(1);
		expect(outputOf(await stage.run('14', 'Every Night'), 'Open Items').map(({ key }) => key)).toEqual(['DL-4']);
	});

	exampleTest('14', 'stores and reports a failed execution', async () => {
		const node = (name: string, type: string, typeVersion: number, parameters: object): INode =>
			({ id: name, name, type: `n8n-nodes-base.${type}`, typeVersion, position: [0, 0], parameters }) as INode;
		const failing = await stage.rest.putWorkflow({
			name: 'Fails',
			nodes: [
				{ ...node('Call', 'webhook', 2.1, { path: 'media-operations/fails', httpMethod: 'POST', options: {} }), webhookId: 'fails' },
				node('Stop', 'stopAndError', 1, { errorMessage: 'The disk is full' }),
			],
			connections: { Call: { main: [[{ node: 'Stop', type: 'main', index: 0 }]] } },
			settings: { errorWorkflow: stage.example('14').id },
		});
		await stage.rest.activate(failing);
		const execution = await stage.executionOf(stage.example('14'), async () => {
			// n8n registers the webhooks a moment after it activates the workflow.
			for (let tries = 0; (await send('fails', {})).status === 404 && tries < 100; tries++)
				await new Promise((done) => setTimeout(done, 100));
		});
		await stage.rest.deactivate(failing);
		expect(outputOf(execution, 'Report Failed Execution')).toMatchObject([
			{ request: 'Fails', message: 'The disk is full', status: 'to check' },
		]);
	});

	/** Follows a link as a browser does. */
	const press = async (link: string): Promise<number> =>
		(await fetch(link, { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } })).status;

	exampleTest('15', 'voids an order only after approval by email', async () => {
		const ask = async (order: string, response: 'true' | 'false'): Promise<Execution> =>
			await stage.executionOf(stage.example('15'), async () => {
				const before = mail.messages.length;
				expect((await send('void-request', { order, requester: 'Ada' })).status).toBe(200);
				for (let tries = 0; mail.messages.length === before && tries < 100; tries++) await new Promise((done) => setTimeout(done, 100));
				const message = mail.messages.at(-1) ?? '';
				expect(message).toContain(`Ada asks to void order ${order}`);
				expect(await stage.record(`JmWorkOrder/wo_no_seq=${order}`)).not.toMatchObject({ phase_code: { phase_code: 'VOID' } });
				const link = [...message.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));
				const pressed = link.find((href) => href.includes(`approved=${response}`));
				if (!pressed) throw new Error(`The mail has no link with approved=${response}: ${message}`);
				await stage.untilWaiting(stage.example('15'));
				expect(await press(pressed)).toBe(200);
			});
		expect(outputOf(await ask('2627-1', 'false'), 'Not Voided')).toHaveLength(1);
		expect(await stage.record('JmWorkOrder/wo_no_seq=2627-1')).not.toMatchObject({ phase_code: { phase_code: 'VOID' } });
		expect(outputOf(await ask('2627-1', 'true'), 'Voided')).toHaveLength(1);
		expect(await stage.record('JmWorkOrder/wo_no_seq=2627-1')).toMatchObject({
			phase_code: { phase_code: 'VOID' },
			cancel_no: { cancel_no: 1 },
		});
	});

	exampleTest('16', 'creates an asset from the output of MediaInfo, and updates it without duplicating its rows', async () => {
		const analysis = {
			creatingLibrary: { name: 'MediaInfoLib', version: '24.06' },
			media: {
				'@ref': '/ingest/2000ABC.mxf',
				track: [
					{ '@type': 'General', FileSize: '734003200', Duration: '2712.4', Title: 'The Salt Tide' },
					{ '@type': 'Video', Format: 'AVC', Width: '1920', Height: '1080' },
					{ '@type': 'Audio', Format: 'PCM', Channels: '2', SamplingRate: '48000', Language: 'en' },
					{ '@type': 'Audio', Format: 'PCM', Channels: '6', SamplingRate: '48000' },
				],
			},
		};
		expect(await (await send('mediainfo', analysis)).json()).toMatchObject({ barcode: '2000ABC', created: true });
		expect(await (await send('mediainfo', analysis)).json()).toMatchObject({ barcode: '2000ABC', created: false });
		expect(await stage.record('LibMaster/barcode=2000ABC')).toMatchObject({
			master_desc: 'The Salt Tide',
			lib_master_audio: [
				{ audio_channel: 1, audio_desc: 'PCM, 2 channels, 48000 Hz', track_language: 'en' },
				{ audio_channel: 2, audio_desc: 'PCM, 6 channels, 48000 Hz' },
			],
			lib_master_file: [{ file_path: '/ingest/2000ABC.mxf', file_size: 734_003_200 }],
		});
	});

	exampleTest('17', 'starts one transfer with the files of a confirmed order, and sets its phase when the transfer ends', async () => {
		const workflow = stage.example('17');
		await sendOrderEvents(stage.sandbox.control, siteOfTests().url, workflow, 'MoMediaOrder');
		const [order] = await stage.rows(`MoMediaOrderList?${query({ phase_code: 'RQST' })}&pageSize=1`);
		const number = String((order?.wo_no_seq as IDataObject).wo_no_seq ?? order?.wo_no_seq);
		await stage.executionOf(workflow, async () => {
			await stage.call('PATCH', `MoMediaOrder/wo_no_seq=${number}`, [{ op: 'replace', path: 'phase_code', value: 'CONF' }]);
		});
		expect(requestsTo('/transfers').map(bodyOf)).toEqual([
			{
				order: number,
				files: [`//ingest/${number}/master.mxf`],
				callback: `${siteOfTests().url}/webhook/media-operations/transfer-finished`,
			},
		]);
		expect(await stage.record(`MoMediaOrder/wo_no_seq=${number}`)).toMatchObject({ wo_reference: 'TRANSFER-7' });
		const finish = async (status: string) => await send('transfer-finished', { id: 'TRANSFER-7', order: number, status });
		await finish('failed');
		expect(await stage.record(`MoMediaOrder/wo_no_seq=${number}`)).toMatchObject({ phase_code: { phase_code: 'Hold' } });
		await finish('completed');
		expect(await stage.record(`MoMediaOrder/wo_no_seq=${number}`)).toMatchObject({ phase_code: { phase_code: 'DONE' } });
	});

	exampleTest('18', "saves a restored file as an asset, and tags it in the archive with the asset's number", async () => {
		const restored = { barcode: 'LTO-4711', tape: 'A00017L8', path: '//restore/LTO-4711.mov', bytes: 1_234_567, title: 'Archive Tape 17' };
		expect((await send('restored', restored)).status).toBe(200);
		const asset = await stage.record('LibMaster/barcode=LTO-4711');
		expect(asset).toMatchObject({
			master_desc: 'Archive Tape 17',
			location: 'Tape A00017L8',
			lib_master_file: [{ file_path: '//restore/LTO-4711.mov', file_size: 1_234_567 }],
		});
		expect(requestsTo('/objects/').map((one) => [one.method, one.url, bodyOf(one)])).toEqual([
			['PUT', '/objects/LTO-4711/tags', { asset_number: (asset.master_no as IDataObject).master_no }],
		]);
	});

	exampleTest('19', 'answers a question with the result of a tool that the model calls', async () => {
		const workflow = stage.example('19');
		const chat = workflow.nodes.find(({ name }) => name === 'Question')?.webhookId;
		const execution = await stage.executionOf(workflow, async () => {
			const response = await fetch(`${siteOfTests().url}/webhook/${chat}/chat`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ action: 'sendMessage', sessionId: 'test', chatInput: 'Which orders are confirmed?' }),
			});
			expect(await response.json()).toEqual({ output: expect.stringMatching(/^The tool says: .*"phase_code":"CONF"/s) });
		});
		expect(outputOf(execution, 'Agent')).toHaveLength(1);
		const [first] = requestsTo('/v1/chat/completions').map(bodyOf) as Array<{
			tools: Array<{ function: { name: string; parameters: IDataObject } }>;
		}>;
		expect(first?.tools.map((tool) => [tool.function.name, Object.keys(tool.function.parameters.properties as object)])).toEqual(
			expect.arrayContaining([
				['Find_Work_Orders', ['phase']],
				['Get_Work_Order', ['order']],
			]),
		);
	});

	exampleTest('20', 'offers the tools to an MCP client, and runs one', async () => {
		let session: string | null = null;
		let id = 0;
		const request = async (method: string, params: object, isNotification = false): Promise<IDataObject> => {
			const response = await fetch(`${siteOfTests().url}/mcp/media-operations-tools`, {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					accept: 'application/json, text/event-stream',
					...(session ? { 'mcp-session-id': session } : {}),
				},
				body: JSON.stringify({ jsonrpc: '2.0', method, params, ...(isNotification ? {} : { id: ++id }) }),
			});
			session ??= response.headers.get('mcp-session-id');
			const text = await response.text();
			const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
			return data.startsWith('{') ? ((JSON.parse(data) as { result: IDataObject }).result ?? {}) : {};
		};
		await request('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } });
		await request('notifications/initialized', {}, true);
		const { tools } = (await request('tools/list', {})) as { tools: Array<{ name: string }> };
		expect(tools.map(({ name }) => name).sort()).toEqual(['Find_Work_Orders', 'Get_Work_Order']);
		const result = await request('tools/call', { name: 'Get_Work_Order', arguments: { order: '2627-1' } });
		expect(JSON.stringify(result)).toContain('2627-1');
	});
});
