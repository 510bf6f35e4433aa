import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { WorkflowFile } from '../../workshop/editor/rest';
import type { Database } from '../../workshop/queue/servers';
import { type Receiver, startReceiver } from '../support/receiver';
import { allStarted } from '../support/allStarted';
import { postgresCredential, startDatabaseOfTests } from './support/database';
import { ExampleStage, exampleTest, outputOf, query, send } from './support/examples';
import { type MailServer, startMailServer } from './support/mailServer';

/** The schedules of the tests: the nightly workflow runs every five seconds, and example 22 runs only when a test runs it. */
const SCHEDULES: Readonly<Record<string, INodeParameters>> = {
	'Every Night': { field: 'seconds', secondsInterval: 5 },
	'Every 5 Minutes': { field: 'cronExpression', expression: '0 0 29 2 *' },
};
/** The examples that are active during all tests. Example 21 is missing, because its own test activates it. */
const ACTIVATED = ['22', '23'];

let database: Database;
let planning: Receiver;
let mail: MailServer;
let stage: ExampleStage;

/** Replaces the planning tool with a local server, and sets the schedules of the tests. */
const adapted = (workflow: WorkflowFile): WorkflowFile => {
	const { nodes, ...others } = JSON.parse(
		JSON.stringify(workflow).replaceAll('https://planning.example.com', planning.url),
	) as WorkflowFile;
	return {
		...others,
		nodes: nodes.map((node) => {
			const interval = SCHEDULES[node.name];
			return interval === undefined ? node : { ...node, parameters: { rule: { interval: [interval] } } };
		}),
	};
};

beforeAll(async () => {
	[database, planning, mail] = await allStarted([startDatabaseOfTests(), startReceiver(() => ({ body: {} })), startMailServer()]);
	stage = await ExampleStage.open(adapted, [
		{ name: 'Mail', type: 'smtp', data: { host: '127.0.0.1', port: mail.port, secure: false, disableStartTls: true } },
		postgresCredential(database),
	]);
	await stage.activate(ACTIVATED);
});
afterAll(async () => {
	await stage.close(ACTIVATED);
	await Promise.all([database.stop(), planning.close(), mail.close()]);
});

interface CopiedOrder {
	wo_no_seq: string;
	wo_desc: string;
	phase_code: string;
	deleted: boolean;
}

const copies = async (): Promise<CopiedOrder[]> => await database.rows('select * from work_orders order by wo_no_seq');
/** Number, description and phase of each order on the site. */
const orders = async (): Promise<string[]> =>
	(await stage.rows(`JmWorkOrderList?${query({})}&pageSize=1000`)).map(({ wo_no_seq: key, wo_desc: text, phase_code: phase }) =>
		[(key as IDataObject).wo_no_seq, text, (phase as IDataObject).phase_code].join(' '),
	);
const change = async (order: string, field: string, value: string): Promise<void> => {
	const { status } = await stage.call('PATCH', `JmWorkOrder/wo_no_seq=${order}`, [{ op: 'replace', path: field, value }]);
	expect(status).toBe(204);
};

describe('Examples that keep other systems up to date:', () => {
	exampleTest('21', 'copies all orders into PostgreSQL, then only those that change, and marks deleted ones', async () => {
		const workflow = stage.example('21');
		await stage.run('21', 'Set Up Once');
		await stage.run('21', 'Set Up Once');
		const known = await stage.rest.executionsOf(workflow);
		const copied = async (): Promise<string[]> => {
			const execution = await stage.rest.waitForNext(workflow, known, 60_000);
			known.push(execution.id);
			expect(execution.data.resultData.error).toBeUndefined();
			expect(execution.status).toBe('success');
			return outputOf(execution, 'Changed Orders').map(({ wo_no_seq: order }) => String(order));
		};
		/** Waits for the executions that have started by now. */
		const othersEnded = async (): Promise<void> => {
			for (const id of (await stage.rest.executionsOf(workflow)).filter((execution) => !known.includes(execution))) {
				await stage.rest.waitFor(id, 60_000);
				known.push(id);
			}
		};
		await stage.rest.activate(workflow);
		try {
			const all = await orders();
			expect((await copied()).sort()).toEqual(all.map((order) => order.split(' ')[0]).sort());
			expect((await copies()).map((row) => [row.wo_no_seq, row.wo_desc, row.phase_code].join(' ')).sort()).toEqual([...all].sort());
			// An execution that starts before n8n has stored the state of the one before returns the same orders again. On a busy machine, the
			// schedule of the test starts executions faster than they end, so the schedule pauses until they have ended.
			await stage.rest.deactivate(workflow);
			await othersEnded();
			await stage.rest.activate(workflow);
			for (let nights = 0; (await copied()).length > 0; nights += 1) expect(nights).toBeLessThan(5);
			// An execution that still runs could return the following change, and is not counted below.
			await othersEnded();
			await change('2626-1', 'wo_desc', 'Copied again');
			const later: string[] = [];
			for (let nights = 0; !later.includes('2626-1') && nights < 5; nights += 1) later.push(...(await copied()));
			later.push(...(await copied()));
			expect([...new Set(later)]).toEqual(['2626-1']);
		} finally {
			await stage.rest.deactivate(workflow);
		}
		expect((await copies()).find(({ wo_no_seq: order }) => order === '2626-1')).toMatchObject({ wo_desc: 'Copied again' });
		expect((await stage.call('DELETE', 'JmWorkOrder/wo_no_seq=8248-1')).status).toBe(204);
		await stage.run('21', 'Every Sunday');
		expect((await copies()).filter(({ deleted }) => deleted).map(({ wo_no_seq: order }) => order)).toEqual(['8248-1']);
	});

	exampleTest('22', 'writes each status with its version to the other system', async () => {
		await change('2627-1', 'phase_code', 'CONF');
		await stage.run('22', 'Every 5 Minutes');
		const { date_changed: version } = await stage.record('JmWorkOrder/wo_no_seq=2627-1');
		const written = planning.received.filter(({ url }) => url === '/orders/2627-1');
		expect(written.map(({ method, body }) => [method, JSON.parse(body)])).toEqual([['PUT', { status: 'CONF', version }]]);
		expect(planning.received).toHaveLength((await orders()).length);
	});

	exampleTest('22', 'sets the status that the other system sends, unless the order has changed since that system read it', async () => {
		interface Status {
			status: string;
			version: string;
		}
		const report = async (status: string, version: unknown, order = '2627-1') => {
			const response = await send('status', { order, status, version });
			return { code: response.status, body: (await response.json()) as Status & { message?: string } };
		};
		const seen = (await stage.record('JmWorkOrder/wo_no_seq=2627-1')).date_changed;
		const first = await report('WIP', seen);
		expect(first).toEqual({ code: 200, body: { status: 'WIP', version: expect.any(String) as string } });
		expect(await stage.record('JmWorkOrder/wo_no_seq=2627-1')).toMatchObject({
			phase_code: { phase_code: 'WIP' },
			date_changed: first.body.version,
		});

		await change('2627-1', 'phase_code', 'Hold');
		const before = mail.messages.length;
		const conflict = await stage.executionOf(stage.example('22'), async () => {
			const { date_changed: version } = await stage.record('JmWorkOrder/wo_no_seq=2627-1');
			expect(await report('DONE', first.body.version)).toEqual({ code: 409, body: { status: 'Hold', version } });
		});
		expect(outputOf(conflict, 'Email Conflict')).toHaveLength(1);
		expect(mail.messages).toHaveLength(before + 1);
		expect(mail.messages.at(-1)).toMatch(/order 2627-1 [^]* to DONE, [^]* in phase Hold/);
		expect(await stage.record('JmWorkOrder/wo_no_seq=2627-1')).toMatchObject({ phase_code: { phase_code: 'Hold' } });

		const { date_changed: current } = await stage.record('JmWorkOrder/wo_no_seq=2627-1');
		expect(await report('DONE', current)).toMatchObject({ code: 200, body: { status: 'DONE' } });
		const { date_changed: last } = await stage.record('JmWorkOrder/wo_no_seq=2627-1');
		expect(await report('NO SUCH PHASE', last)).toEqual({
			code: 422,
			body: { message: expect.stringContaining('phase_code') as string },
		});
		expect(await report('DONE', last, '999999-1')).toMatchObject({ code: 422, body: { message: expect.stringMatching(/\w/) as string } });
		expect(mail.messages).toHaveLength(before + 1);
	});

	exampleTest('23', 'imports a title list in a Windows encoding, and emails the rejected rows with their reasons', async () => {
		const { body } = await stage.call('POST', 'LibTitle', { lib_title: [{ title_desc: 'Alpine Cup' }] });
		const [series] = (body.lib_title as IDataObject).records as Array<{ title_no: number }>;
		const importList = async (list: string) => {
			const form = new FormData();
			form.append('file', new File([new Uint8Array(Buffer.from(list, 'latin1'))], 'titles.csv', { type: 'text/csv' }));
			return await stage.executionOf(stage.example('23'), async () => expect((await send('title-list', form)).status).toBe(200));
		};
		const execution = await importList(
			'Number;Programme;Series\r\nPRG-1;Caf\u00e9, day 1;Alpine Cup\r\nPRG-2;;Alpine Cup\r\nPRG-3;Final;Unknown Cup\r\n',
		);
		expect(outputOf(execution, 'Import Titles')).toMatchObject([{ rows: 3, created: 1, failed: 2, complete: true }]);
		expect(await stage.record('LibTitle/external_key=PRG-1')).toMatchObject({
			title_desc: 'Caf\u00e9, day 1',
			parent_title_no: { parent_title_no: series?.title_no },
		});
		expect(mail.messages.at(-1)).toContain('2 of 3 rows of the title list were not imported');
		const attachments = [...(mail.messages.at(-1) ?? '').matchAll(/base64\r\n(?:[^\r\n]+\r\n)*\r\n([A-Za-z0-9+/=\r\n]+)/g)].map(
			([, text = '']) => Buffer.from(text, 'base64').toString('utf8'),
		);
		const rejected = attachments.find((text) => text.includes('import_reason')) ?? '';
		expect(rejected.trimEnd().split('\r\n').slice(1)).toEqual([
			expect.stringMatching(/^PRG-2;;Alpine Cup;3;/),
			expect.stringMatching(/^PRG-3;Final;Unknown Cup;4;/),
		]);

		const mails = mail.messages.length;
		const corrected = await importList('Number;Programme;Series\r\nPRG-2;Semifinal;Alpine Cup\r\nPRG-1;Day 1;\r\n');
		expect(outputOf(corrected, 'Done')).toMatchObject([{ created: 1, updated: 1, failed: 0 }]);
		expect(mail.messages).toHaveLength(mails);
	});
});
