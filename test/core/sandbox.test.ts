/** Tests the core over plain HTTP against the sandbox in a separate process. The sandbox does not share the core's encoding code. */
import { createClient, type ClientOptions } from '../../core/http/client';
import * as operations from '../../core/operations';
import type { Notice, Operation, Row, Site } from '../../core/operations';
import { keyIn } from '../../core/operations/primaryKey';
import { simplified } from '../../core/wire/simplify';
import { sandboxForTests } from '../support/sandboxForTests';
import { realParts } from './axiosTransport';
import { gathered } from './fakeSite';
import { SITE, known } from './site';

const job = known('JmJob');
const order = known('JmWorkOrder');
const asset = known('LibMaster');

const sandbox = sandboxForTests();
let notices: Notice[];
beforeEach(async () => {
	notices = [];
	await sandbox.control.reset();
});

const clientOf = (more: Partial<ClientOptions> = {}) =>
	createClient({ ...realParts({ baseUrl: sandbox.apiUrl, user: 'demo', password: 'demo' }), retry: { initialDelay: 10 }, ...more });
const run = async <Input>(
	operation: Operation<Input>,
	input: Input,
	{ client = clientOf(), site = SITE }: { client?: ReturnType<typeof clientOf>; site?: Site } = {},
): Promise<Row[]> => await gathered(operation.run(input, site, client, (notice) => notices.push(notice)));
const keyOf = (row: Row | undefined, key: string) => keyIn(row ?? {}, key)!;
const newOrder = {
	wo_desc: 'Match20',
	wo_begin_dt: '2023-08-22T10:00',
	wo_end_dt: '2023-08-22T16:00:00-08:00',
	wo_type_no: 83,
	phase_code: 'CONF',
	rate_card_no: 5,
	cust_id: 123,
};

describe('Operations on the sandbox:', () => {
	test('a record is created, read, updated in both formats and deleted', async () => {
		const [made] = await run(operations.create, {
			document: job,
			records: [{ job_desc: 'Größe „M“ 東京 😀', cust_id: '1114', active: true, jm_episode: [{ episode_desc: 'One' }] }],
		});
		const value = keyOf(made, 'job_no');
		expect(made).toEqual({ job_no: value, jm_episode: [{ episode_no: expect.any(Number) }] });

		const [read] = await run(operations.get, { document: job, record: { value } });
		expect(simplified([read!], job.table)[0]).toMatchObject({
			job_no: value,
			job_desc: 'Größe „M“ 東京 😀',
			active: 'Y',
			jm_episode: [{ episode_desc: 'One' }],
		});

		await run(operations.update, { document: job, record: { value }, fields: { job_desc: 'Hello', external_key: 'a/b=c?#% &+..é' } });
		const byKey = { key: 'external_key', value: 'a/b=c?#% &+..é' };
		expect(await run(operations.get, { document: job, record: byKey, columns: { root: ['job_desc'] }, omitAlternateKeys: true })).toEqual([
			{ job_no: { job_no: value }, job_desc: 'Hello' },
		]);

		const [changed] = await run(operations.update, {
			document: job,
			record: byKey,
			fields: { job_desc: 'Rows', jm_episode: [{ episode_desc: 'Two' }] },
		});
		expect(changed).toMatchObject({ job_no: value, updated: true });
		const rows = await run(operations.get, {
			document: job,
			record: { value },
			subTables: [{ table: 'jm_episode' }],
			columns: { subTables: { jm_episode: ['episode_no', 'episode_desc'] } },
		});
		expect(rows.map(({ episode_desc }) => episode_desc)).toEqual(['One', 'Two']);

		const row = { table: 'jm_episode', key: 'episode_no', value: keyOf(rows[0], 'episode_no') };
		await run(operations.update, { document: job, record: { value }, subTables: [row], fields: { episode_desc: 'First' } });
		expect(await run(operations.get, { document: job, record: { value }, subTables: [row] })).toEqual([
			expect.objectContaining({ episode_desc: 'First' }),
		]);

		expect(await run(operations.deleteRecord, { document: job, record: { value } })).toEqual([{ job_no: value, deleted: true }]);
		await expect(run(operations.get, { document: job, record: { value } })).rejects.toMatchObject({ kind: 'notFound', fromServer: true });
	});

	test('several records are created in one request, each with its keys', async () => {
		const records = [1, 2, 3].map((number) => ({ job_desc: `Job ${number}`, cust_id: '1114' }));
		const made = await run(operations.create, { document: job, records, temporaryKeys: true });
		const found = await run(operations.list, {
			document: job,
			conditions: [{ field: 'job_no', operator: 'in', value: made.map((row) => keyOf(row, 'job_no')) }],
		});
		expect(found.map(({ job_desc }) => job_desc)).toEqual(['Job 1', 'Job 2', 'Job 3']);
		expect((await sandbox.control.journal({ method: 'POST', document: 'JmJob' })).matching).toBe(1);
	});

	test("date-times are interpreted in the user's time zone if they have no offset, and in their own offset otherwise", async () => {
		const [made] = await run(operations.create, { document: order, records: [newOrder] }, { site: { ...SITE, zone: 'America/New_York' } });
		const [read] = await run(operations.get, {
			document: order,
			record: { value: keyOf(made, 'wo_no_seq') },
			columns: { root: ['wo_begin_dt', 'wo_end_dt'] },
		});
		expect([read!.wo_begin_dt, read!.wo_end_dt].map((text) => new Date(text as string).toISOString())).toEqual([
			'2023-08-22T14:00:00.000Z',
			'2023-08-23T00:00:00.000Z',
		]);
		const between = await run(
			operations.list,
			{ document: order, conditions: [{ field: 'wo_begin_dt', operator: 'between', value: ['2023-08-22T09:59', '2023-08-22T10:01'] }] },
			{ site: { ...SITE, zone: 'America/New_York' } },
		);
		expect(between).toHaveLength(1);
	});

	test('a list is returned completely and in order, whatever the page size', async () => {
		const all = await run(operations.list, { document: job });
		const keys = all.map((row) => keyOf(row, 'job_no'));
		expect(keys).toEqual([...keys].sort((one, other) => Number(one) - Number(other)));
		for (const pageSize of [all.length - 1, all.length, all.length + 1, 10]) {
			await sandbox.control.clearJournal();
			const rows = await run(operations.list, { document: job, pageSize });
			expect(rows).toEqual(all);
			expect((await sandbox.control.journal()).total).toBe(Math.ceil(all.length / pageSize));
		}
		expect(notices).toEqual([]);
	});

	test('pages are read concurrently, within the limit', async () => {
		await sandbox.control.delay(200); // long enough for all four requests to arrive, even on a busy machine
		await run(operations.list, { document: job, pageSize: 10 }, { client: clientOf({ concurrency: 4 }) });
		expect((await sandbox.control.journal()).maxConcurrent).toBe(4);
	});

	test.each<[operations.Condition, (row: Row) => boolean]>([
		[{ field: 'job_desc', operator: 'contains', value: 'news' }, ({ job_desc }) => /news/i.test(job_desc as string)],
		[{ field: 'job_desc', operator: 'notContains', value: 'news' }, ({ job_desc }) => !/news/i.test(job_desc as string)],
		[{ field: 'job_desc', operator: 'startsWith', value: 'Evening' }, ({ job_desc }) => (job_desc as string).startsWith('Evening')],
		[{ field: 'job_desc', operator: 'endsWith', value: '1' }, ({ job_desc }) => (job_desc as string).endsWith('1')],
		[
			{ field: 'job_desc', operator: 'matchesAll', value: ['%e%', '%S%'] },
			({ job_desc }) => /e/i.test(job_desc as string) && /s/i.test(job_desc as string),
		],
		[{ field: 'job_no', operator: 'notIn', value: [1, 2, 3] }, ({ job_no }) => (job_no as number) > 3],
		[{ field: 'job_no', operator: 'between', value: [5, 15] }, ({ job_no }) => (job_no as number) >= 5 && (job_no as number) <= 15],
		[{ field: 'job_no', operator: 'less', value: 10 }, ({ job_no }) => (job_no as number) < 10],
		[{ field: 'job_no', operator: 'lessOrEqual', value: 10 }, ({ job_no }) => (job_no as number) <= 10],
		[{ field: 'active', operator: 'notEquals', value: true }, ({ active }) => active !== 'Y'],
		[{ field: 'external_key', operator: 'empty' }, ({ external_key }) => external_key === null],
		[{ field: 'external_key', operator: 'notEmpty' }, ({ external_key }) => external_key !== null],
	])('the condition %j finds exactly the matching records', async (condition, matches) => {
		const all = simplified(await run(operations.list, { document: job }), job.table);
		const found = simplified(await run(operations.list, { document: job, conditions: [condition] }), job.table);
		expect(found).toEqual(all.filter(matches));
		expect(found.length).toBeGreaterThan(0);
		expect(found.length).toBeLessThan(all.length);
	});

	test('a thousand keys are looked up in a few requests', async () => {
		const keys = Array.from({ length: 1000 }, (_, index) => index + 1);
		const below = await run(operations.list, { document: job, conditions: [{ field: 'job_no', operator: 'lessOrEqual', value: 1000 }] });
		await sandbox.control.clearJournal();
		const rows = await run(
			operations.list,
			{ document: job, conditions: [{ field: 'job_no', operator: 'in', value: keys }] },
			{ site: { ...SITE, baseUrlLength: 4120 } },
		);
		expect(below.length).toBeGreaterThan(100);
		expect(rows).toEqual(below);
		const { entries } = await sandbox.control.journal({ document: 'JmJobList' });
		expect(new Set(entries.map(({ status }) => status))).toEqual(new Set([200]));
		expect(entries.length).toBeGreaterThan(1);
		expect(entries.length).toBeLessThan(10);
	});

	test('the records that match a query are updated only if their number does not exceed the maximum', async () => {
		const input = {
			document: job,
			conditions: [{ field: 'job_no', operator: 'lessOrEqual', value: 7 }],
			fields: { job_desc: 'Changed' },
		} as const;
		await expect(run(operations.updateMany, { ...input, maxRecords: 6 })).rejects.toMatchObject({ field: 'maxRecords' });
		const changed = () =>
			run(operations.list, { document: job, conditions: [{ field: 'job_desc', operator: 'equals', value: 'Changed' }] });
		expect(await changed()).toHaveLength(0);
		expect(await run(operations.updateMany, { ...input, maxRecords: 7 })).toEqual([{ matched: 7, updated: true }]);
		expect(await changed()).toHaveLength(7);
	});

	test('an upsert creates a record, then updates it and replaces the rows of a sub-table', async () => {
		const input = { document: asset, record: { key: 'barcode', value: 'XYZ/19' }, clearSubTables: ['lib_master_audio'] };
		const fields = (desc: string, channels: number) => ({
			master_desc: desc,
			asset_type_no: '1',
			lib_master_audio: Array.from({ length: channels }, (_, index) => ({ audio_desc: `C${index}`, audio_channel: index })),
		});
		const [made] = await run(operations.upsert, { ...input, fields: fields('One', 3) });
		expect(made).toMatchObject({ barcode: 'XYZ/19', created: true, master_no: expect.any(Number) });
		const [again] = await run(operations.upsert, { ...input, fields: fields('Two', 2) });
		expect(again).toMatchObject({ barcode: 'XYZ/19', created: false });
		const [read] = await run(operations.get, { document: asset, record: input.record });
		expect(read).toMatchObject({ master_desc: 'Two', barcode: 'XYZ/19', lib_master_audio: [{ audio_desc: 'C0' }, { audio_desc: 'C1' }] });
	});

	test('an order is voided and un-voided, including by its external key', async () => {
		const [made] = await run(operations.create, { document: order, records: [{ ...newOrder, external_key: 'CRM-1' }] });
		const value = keyOf(made, 'wo_no_seq');
		const readBack = { columns: ['cancel_no'] };
		const [voided] = await run(operations.voidOrder, {
			document: order,
			record: { key: 'external_key', value: 'CRM-1' },
			reason: 1,
			readBack,
		});
		expect(voided).toMatchObject({ wo_no_seq: value, voided: true, record: { cancel_no: { cancel_no: 1 } } });
		await expect(run(operations.voidOrder, { document: order, record: { value }, reason: 1 })).rejects.toMatchObject({
			kind: expect.stringMatching(/refused|broken/),
			fromServer: true,
		});
		expect(await run(operations.unvoidOrder, { document: order, record: { value }, readBack })).toEqual([
			{ wo_no_seq: value, voided: false, record: { wo_no_seq: expect.anything(), cancel_no: null } },
		]);
	});

	test('templates are loaded into new and existing orders, and service templates into a new order', async () => {
		const [made] = await run(operations.loadTemplate, { document: order, target: { create: newOrder }, template: 2, childTemplates: true });
		expect(made!.jm_wo_transaction).toEqual(expect.arrayContaining([{ trx_no: expect.any(Number) }]));
		const value = keyOf(made, 'wo_no_seq');
		await run(operations.loadTemplate, { document: order, target: { record: { value } }, template: 2, option: 'append' });
		const rows = await run(operations.get, { document: order, record: { value }, subTables: [{ table: 'jm_wo_transaction' }] });
		expect(rows.length).toBeGreaterThan((made!.jm_wo_transaction as Row[]).length);
		const [feed] = await run(operations.loadServiceTemplate, {
			document: known('XmTransmissionOrder'),
			target: { create: newOrder },
			templates: [10, 11],
		});
		expect(feed!.mo_service_row).toHaveLength(2);
	});

	test('actuals are stored and their transactions actualized', async () => {
		const [made] = await run(operations.loadTemplate, { document: order, target: { create: newOrder }, template: 2 });
		const value = String(keyOf(made, 'wo_no_seq'));
		const transactions = (made!.jm_wo_transaction as Row[]).map((row) => keyOf(row, 'trx_no'));
		const [actual] = await run(operations.actualize, {
			document: known('JmActual'),
			order: value,
			details: [{ action: 'I', units: 4, transactions }],
			actualize: 'linked',
			updatePhase: true,
		});
		expect(actual).toMatchObject({
			actual_hdr_no: expect.any(Number),
			wo_no_seq: value,
			actualized: true,
			jm_actual_link: transactions.map(() => ({ actual_link_no: expect.any(Number) })),
		});
		const conditions = [{ field: 'wo_no_seq', operator: 'equals', value }] as const;
		const rows = await run(operations.list, { document: known('JmWoTransaction'), conditions });
		expect(rows.map(({ actualized }) => actualized)).toEqual(transactions.map(() => 'Y'));
	});

	test('a batch is posted only once, a bid is approved, and a default group is set', async () => {
		const [batch] = await run(operations.list, {
			document: known('TcBatch'),
			conditions: [{ field: 'posted', operator: 'equals', value: false }],
			limit: 1,
		});
		const input = { document: known('TcBatch'), batch: keyOf(batch, 'batch_no'), readBack: true };
		expect((await run(operations.postBatch, input))[0]).toMatchObject({ posted: true, record: { posted: 'Y' } });
		await expect(run(operations.postBatch, input)).rejects.toMatchObject({ fromServer: true });
		expect(
			(await run(operations.bidApproval, { document: known('BidVersion'), record: { value: 1 }, approval: '0', readBack: true }))[0],
		).toMatchObject({ record: { approved: 'Y' } });
		expect(
			(await run(operations.setDefaultGroup, { document: known('SchResource'), record: { value: 3 }, group: 'UKPS', readBack: true }))[0],
		).toMatchObject({ record: { group_code: { group_code: 'UKPS' } } });
	});

	test('files are attached, listed and deleted', async () => {
		const [first] = await run(operations.list, { document: order, limit: 1 });
		const address = { document: known('SysAttachment'), documentId: 10339, recordId: keyOf(first, 'wo_no_seq') };
		const file = (fileName: string) => ({
			fileName,
			contentType: 'text/plain',
			size: 5,
			open: async function* () {
				yield new TextEncoder().encode('hello');
			},
		});
		const made = await run(operations.uploadAttachment, { ...address, files: [file('Größe.txt'), file('b.txt')] });
		expect(made.map(({ file_name }) => file_name)).toEqual(['Größe.txt', 'b.txt']);
		expect((await run(operations.listAttachments, address)).map(({ file_name }) => file_name)).toEqual(['Größe.txt', 'b.txt']);
		await run(operations.deleteAttachment, { ...address, attachment: keyOf(made[0], 'attachment_no') });
		expect((await run(operations.listAttachments, address)).map(({ file_name }) => file_name)).toEqual(['b.txt']);
	});

	test("a wrong password, an unknown field and an unknown document are reported with the server's message", async () => {
		const wrong = createClient({ ...realParts({ baseUrl: sandbox.apiUrl, user: 'demo', password: 'nope' }) });
		await expect(run(operations.get, { document: job, record: { value: 1 } }, { client: wrong })).rejects.toMatchObject({
			kind: 'signIn',
			status: 401,
			attempts: 1,
		});
		await expect(run(operations.list, { document: job, queryJson: { no_such_field: 1 } })).rejects.toMatchObject({
			fromServer: true,
			message: expect.stringContaining("'no_such_field'"),
		});
		await expect(
			run(operations.get, { document: operations.anyDocument({ name: 'NoSuchDocument', table: 'x', key: 'y' }), record: { value: 1 } }),
		).rejects.toMatchObject({ kind: 'notFound' });
	});

	test('an unreachable site is reported after all attempts, and no outcome is uncertain', async () => {
		const nobody = createClient({
			...realParts({ baseUrl: 'http://127.0.0.1:9/api/v2/database/DEMO', user: 'demo', password: 'demo' }),
			retry: { initialDelay: 1 },
		});
		await expect(run(operations.create, { document: job, records: [{ job_desc: 'A' }] }, { client: nobody })).rejects.toMatchObject({
			kind: 'unreachable',
			code: 'ECONNREFUSED',
			attempts: 5,
			uncertain: false,
		});
	});
});
