/** The requests and the result of each operation. */
import { LIST_NAMES } from '../../core/catalog';
import { createClient } from '../../core/http/client';
import type { ApiError } from '../../core/http/apiError';
import type { SendResult } from '../../core/model/port';
import * as operations from '../../core/operations';
import type { Notice, Operation, Row, UploadAttachmentInput } from '../../core/operations';
import { reply, fakeSite, lost, queued, type FakeSite } from './fakeSite';
import { SITE, known } from './site';

const job = known('JmJob');
const order = known('JmWorkOrder');

interface Course {
	readonly rows: Row[];
	readonly notices: Notice[];
	/** Method and address of each request, without the query: `PATCH /JmJob/job_no=5`. */
	readonly sent: string[];
	readonly fake: FakeSite;
}
const course = async <Input>(operation: Operation<Input>, input: Input, fake: FakeSite, site = SITE): Promise<Course> => {
	const rows: Row[] = [];
	const notices: Notice[] = [];
	for await (const chunk of operation.run(input, site, createClient({ ...fake.parts, retry: { maxAttempts: 1 } }), (notice) =>
		notices.push(notice),
	))
		rows.push(...chunk);
	return { rows, notices, sent: fake.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`), fake };
};
const created = (tables: Record<string, Row[]>) =>
	reply(200, {
		message: null,
		tables: Object.keys(tables),
		...Object.fromEntries(
			Object.entries(tables).map(([name, records]) => [name, { record_identifiers: Object.keys(records[0]!), records }]),
		),
	});
const countAs = (count: number) => reply(200, { L: [{ job_no: 1 }] }, { 'pagination-count': String(count) });

describe('Get', () => {
	test('returns the raw record with its sub-tables', async () => {
		const record = { job_no: { job_no: 5 }, jm_episode: [{ title_no: 1 }] };
		expect((await course(operations.get, { document: job, record: { value: 5 } }, queued(reply(200, { jm_job: [record] })))).rows).toEqual([
			record,
		]);
	});

	test('fails for a missing record, but not for an empty sub-table', async () => {
		await expect(
			course(operations.get, { document: job, record: { key: 'external_key', value: 'X' } }, queued(reply(200, { jm_job: [] }))),
		).rejects.toMatchObject({ kind: 'notFound', message: 'No Job has \'external_key\' "X"' });
		expect(
			(await course(operations.get, { document: job, record: { value: 5 }, subTables: [{ table: 'jm_episode' }] }, queued(reply(200, []))))
				.rows,
		).toEqual([]);
		await expect(
			course(
				operations.get,
				{ document: job, record: { value: 5 }, subTables: [{ table: 'jm_episode', key: 'episode_no', value: 1 }] },
				queued(reply(200, [])),
			),
		).rejects.toMatchObject({ kind: 'notFound', message: "No row of 'jm_episode' has this key" });
	});
});

describe('Create', () => {
	test('returns the keys of each record in the order sent', async () => {
		const { rows } = await course(
			operations.create,
			{ document: job, records: [{ job_desc: 'a' }, { job_desc: 'b' }] },
			queued(created({ jm_job: [{ job_no: 8 }, { job_no: 9 }] })),
		);
		expect(rows).toEqual([{ job_no: 8 }, { job_no: 9 }]);
	});

	test('returns each record with the keys of its sub-table rows', async () => {
		const records = [{ jm_episode: [{}, {}] }, { job_desc: 'B' }, { jm_episode: [{}] }];
		const { rows } = await course(
			operations.create,
			{ document: job, records },
			queued(
				created({
					jm_job: [{ job_no: 1 }, { job_no: 2 }, { job_no: 3 }],
					jm_episode: [{ episode_no: 5 }, { episode_no: 6 }, { episode_no: 7 }],
				}),
			),
		);
		expect(rows).toEqual([
			{ job_no: 1, jm_episode: [{ episode_no: 5 }, { episode_no: 6 }] },
			{ job_no: 2 },
			{ job_no: 3, jm_episode: [{ episode_no: 7 }] },
		]);
	});

	test('does not assign keys unless the site returns one for each record or row', async () => {
		const rows = (
			await course(
				operations.create,
				{ document: job, records: [{ jm_episode: [{}] }, { jm_episode: [{}] }] },
				queued(created({ jm_job: [{ job_no: 1 }, { job_no: 2 }], jm_episode: [{ episode_no: 5 }] })),
			)
		).rows;
		expect(rows).toEqual([{ job_no: 1 }, { job_no: 2 }]);
		const fewer = course(
			operations.create,
			{ document: job, records: [{ job_desc: 'A' }, { job_desc: 'B' }, { job_desc: 'C' }] },
			queued(created({ jm_job: [{ job_no: 1 }, { job_no: 2 }] })),
		);
		await expect(fewer).rejects.toMatchObject({
			uncertain: true,
			message: 'Unexpected response format: got 2 keys for 3 records with status 200, which does not confirm the change',
		});
		const unclear = await course(
			operations.create,
			{ document: job, records: [{ job_desc: 'A' }, { job_desc: 'B' }, { job_desc: 'C' }] },
			queued(reply(204)),
		);
		expect([unclear.rows, unclear.notices.map(({ name }) => name)]).toEqual([
			[{ created: true }, { created: true }, { created: true }],
			['keysUnclear'],
		]);
	});

	test('of one record can return several keys, and returns no key if the site returns none', async () => {
		expect(
			(
				await course(
					operations.create,
					{ document: known('SysContactFacade'), records: [{ a: 1 }] },
					queued(created({ sys_contact: [{ contact_no: 1 }, { contact_no: 2 }] })),
				)
			).rows,
		).toEqual([{ contact_no: 1 }, { contact_no: 2 }]);
		const withRows = created({
			jm_work_order: [{ wo_no_seq: '1-1' }, { wo_no_seq: '2-1' }],
			jm_wo_transaction: [{ trx_no: 5 }, { trx_no: 6 }],
		});
		const saveArguments = { LoadTemplate: '15', LoadChildTemplates: 'Y' };
		expect(
			(await course(operations.create, { document: order, records: [{ wo_desc: 'A' }], saveArguments }, queued(withRows))).rows,
		).toEqual([{ wo_no_seq: '1-1', jm_wo_transaction: [{ trx_no: 5 }, { trx_no: 6 }] }, { wo_no_seq: '2-1' }]);
		const silent = await course(operations.create, { document: job, records: [{ job_desc: 'A' }] }, queued(reply(204)));
		expect([silent.rows, silent.notices]).toEqual([[{ created: true }], []]);
	});
});

describe('Update', () => {
	test('returns the key of the changed record', async () => {
		expect(
			await course(operations.update, { document: job, record: { value: 5 }, fields: { job_desc: 'x' } }, queued(reply(204))),
		).toMatchObject({ rows: [{ job_no: 5, updated: true }], sent: ['PATCH /JmJob/job_no=5'] });
	});

	test('of a sub-table row returns the keys of the record and of the row', async () => {
		const input = {
			document: job,
			record: { value: 5 },
			subTables: [{ table: 'jm_episode', key: 'episode_no', value: 7 }],
			fields: { title_no: 1 },
		};
		expect((await course(operations.update, input, queued(reply(204)))).rows).toEqual([{ job_no: 5, episode_no: 7, updated: true }]);
	});

	test('by payload reads the primary key first if the record is addressed by another key', async () => {
		const { rows, sent, fake } = await course(
			operations.update,
			{ document: job, record: { key: 'external_key', value: 'X' }, fields: { jm_episode: [{ title_no: 1 }] } },
			queued(reply(200, { jm_job: [{ job_no: { job_no: 42, external_key: 'X' } }] }), created({ jm_episode: [{ episode_no: 3 }] })),
		);
		expect(sent).toEqual(['GET /JmJob/external_key=X', 'PATCH /JmJob/job_no=42']);
		expect(fake.requests[1]!.body).toBe('{"jm_job":[{"job_no":{"job_no":42},"jm_episode":[{"title_no":1}]}]}');
		expect(rows).toEqual([{ job_no: 42, external_key: 'X', updated: true, jm_episode: [{ episode_no: 3 }] }]);
	});

	test('by payload stops if the site does not return the primary key', async () => {
		await expect(
			course(
				operations.update,
				{ document: job, record: { key: 'external_key', value: 'X' }, fields: { jm_episode: [] } },
				queued(reply(200, { jm_job: [{ job_desc: 'x' }] })),
			),
		).rejects.toMatchObject({ kind: 'unreadable', message: "The site did not return the 'job_no' of the record" });
	});
});

describe('The message of a successful change', () => {
	const respond = (tables: Record<string, Row[]>) =>
		reply(200, {
			message: 'Note',
			tables: Object.keys(tables),
			...Object.fromEntries(
				Object.entries(tables).map(([name, records]) => [name, { record_identifiers: Object.keys(records[0]!), records }]),
			),
		});

	test('is added to every row that the request returns, including the rows of uploads and actuals', async () => {
		const two = await course(
			operations.create,
			{ document: job, records: [{ a: 1 }, { a: 2 }] },
			queued(respond({ jm_job: [{ job_no: 1 }, { job_no: 2 }] })),
		);
		expect(two).toMatchObject({
			rows: [
				{ job_no: 1, site_message: 'Note' },
				{ job_no: 2, site_message: 'Note' },
			],
			notices: [{ name: 'siteMessage', text: "Message from the site for 'JmJob': Note" }],
		});
		const actual = await course(
			operations.actualize,
			{ document: known('JmActual'), order: '9453-1', details: [{ action: 'I', units: 1 }], actualize: 'none' },
			queued(respond({ jm_actual_header: [{ actual_hdr_no: 4 }] })),
		);
		expect(actual.rows).toEqual([{ actual_hdr_no: 4, wo_no_seq: '9453-1', actualized: false, site_message: 'Note' }]);
		const files = [{ fileName: 'a.txt', contentType: 'text/plain', size: 0, open: async function* () {} }];
		const upload = await course(
			operations.uploadAttachment,
			{ document: known('SysAttachment'), documentId: 10339, recordId: '100-1', files },
			queued(respond({ sys_attachment: [{ attachment_no: 5 }] })),
		);
		expect(upload.rows).toMatchObject([{ attachment_no: 5, file_name: 'a.txt', site_message: 'Note' }]);
	});
});

describe('Count', () => {
	const input = { document: job, conditions: [{ field: 'job_desc', operator: 'startsWith', value: 'Sport' }] } as const;

	test('requests one record, and reads the count from the response header', async () => {
		const { rows, fake } = await course(operations.count, input, queued(countAs(4711)));
		expect(rows).toEqual([{ count: 4711 }]);
		expect(fake.requests.map(({ path }) => Object.fromEntries(new URL(`http://x${path}`).searchParams))).toEqual([
			{ Query: '{"job_desc":"Sport%"}', resultColumns: '{"L":["job_no"]}', pageSize: '1', page: '1' },
		]);
	});

	test('adds up the counts of several requests if a list of values is too long for one', async () => {
		const conditions = [{ field: 'job_no', operator: 'in', value: Array.from({ length: 2000 }, (_, index) => index + 100_000) }] as const;
		const { rows, fake } = await course(
			operations.count,
			{ document: job, conditions },
			fakeSite(() => countAs(500)),
		);
		expect([rows, fake.requests.length]).toEqual([[{ count: 2000 }], 4]);
	});

	test('fails if the site does not report the count, and returns 0 if nothing matches', async () => {
		const message = "The site does not report how many records of 'JmJobList' match: its response has no valid 'Pagination-Count' header";
		for (const response of [
			reply(200, { L: [{ job_no: 1 }] }),
			reply(200, [{ job_no: 1 }, { job_no: 2 }]),
			reply(200, { L: [{ job_no: 1 }] }, { 'pagination-count': '0' }),
			reply(200, { L: [{ job_no: 1 }] }, { 'pagination-count': 'many' }),
		]) {
			await expect(course(operations.count, input, queued(response))).rejects.toMatchObject({ field: 'output', message });
		}
		const empty = reply(200, { L: [] });
		expect((await course(operations.count, input, queued(empty, empty))).rows).toEqual([{ count: 0 }]);
		await expect(course(operations.count, input, queued(empty, reply(200, { L: [{ job_no: 1 }] })))).rejects.toMatchObject({ message });
	});
});

describe('Update Many', () => {
	const input = {
		document: job,
		fields: { active: 'N' },
		conditions: [{ field: 'job_desc', operator: 'startsWith', value: 'Sport' }],
	} as const;

	test('without a condition is rejected, unless it is confirmed for all records', async () => {
		await expect(course(operations.updateMany, { document: job, fields: { active: 'N' } }, queued())).rejects.toMatchObject({
			field: 'conditions',
			message: "No condition selects which 'JmJob' records to change",
		});
		await expect(course(operations.updateMany, { ...input, allRecords: true }, queued())).rejects.toMatchObject({ field: 'allRecords' });
		const { sent, fake } = await course(
			operations.updateMany,
			{ document: job, fields: { active: 'N' }, allRecords: true },
			queued(reply(204)),
		);
		expect([sent, fake.requests[0]!.path]).toEqual([['PATCH /JmJobList'], '/JmJobList?Query=%7B%7D']);
	});

	test('does not count the records first if there is no maximum', async () => {
		expect(await course(operations.updateMany, input, queued(reply(204)))).toMatchObject({
			rows: [{ matched: null, updated: true }],
			sent: ['PATCH /JmJobList'],
		});
	});

	test('counts the records first if there is a maximum, and changes nothing if more records match', async () => {
		expect(await course(operations.updateMany, { ...input, maxRecords: 3 }, queued(countAs(3), reply(204)))).toMatchObject({
			rows: [{ matched: 3, updated: true }],
			sent: ['GET /JmJobList', 'PATCH /JmJobList'],
		});
		const fake = queued(countAs(4));
		await expect(course(operations.updateMany, { ...input, maxRecords: 3 }, fake)).rejects.toMatchObject({
			field: 'maxRecords',
			message: "4 records of 'JmJob' match, more than the maximum of 3. Nothing was changed",
		});
		expect(fake.requests).toHaveLength(1);
		expect(new URL(`http://x${fake.requests[0]!.path}`).searchParams.get('pageSize')).toBe('1');
	});

	/** A site that returns 3 records per page, regardless of the requested page size, and no count. */
	const uncounted = (matching: number): FakeSite =>
		fakeSite(({ method, path }) => {
			if (method !== 'GET') return reply(204);
			const page = Number(new URL(`http://x${path}`).searchParams.get('page') ?? 1);
			const keys = Array.from({ length: matching }, (_, job_no) => ({ job_no }));
			return reply(200, { L: keys.slice((page - 1) * 3, page * 3) });
		});

	test('reads the list page by page and counts its records if the site returns no count', async () => {
		expect((await course(operations.updateMany, { ...input, maxRecords: 7 }, uncounted(7))).rows).toEqual([{ matched: 7, updated: true }]);
		const many = uncounted(400);
		await expect(course(operations.updateMany, { ...input, maxRecords: 7 }, many)).rejects.toMatchObject({
			field: 'maxRecords',
			message: "Too many records of 'JmJob' match, more than the maximum of 7. Nothing was changed",
		});
		expect(many.requests.every(({ method }) => method === 'GET')).toBe(true);
		expect(many.requests.length).toBeLessThan(20);
		expect(
			(await course(operations.updateMany, { ...input, maxRecords: 7 }, queued(reply(200, { L: [] }), reply(200, { L: [] }), reply(204))))
				.rows,
		).toEqual([{ matched: 0, updated: true }]);
	});

	test('counts the records in one page if the site returns no count and ignores the page number', async () => {
		const site = fakeSite(({ method, path }) => {
			if (method !== 'GET') return reply(204);
			const size = Number(new URL(`http://x${path}`).searchParams.get('pageSize'));
			return reply(200, { L: Array.from({ length: Math.min(size, 2000) }, (_, job_no) => ({ job_no })) });
		});
		expect((await course(operations.updateMany, { ...input, maxRecords: 5000 }, site)).rows).toEqual([{ matched: 2000, updated: true }]);
	});

	test('for many keys is sent in several requests, one after the other, and reports its progress', async () => {
		const conditions = [{ field: 'job_no', operator: 'in', value: Array.from({ length: 2000 }, (_, index) => index + 100_000) }] as const;
		const well = await course(
			operations.updateMany,
			{ document: job, fields: { active: 'N' }, conditions, maxRecords: 2000 },
			fakeSite(({ method }) => (method === 'GET' ? countAs(500) : reply(204))),
		);
		expect([well.rows, well.sent.filter((line) => line.startsWith('PATCH'))]).toEqual([
			[{ matched: 2000, updated: true }],
			Array.from({ length: 4 }, () => 'PATCH /JmJobList'),
		]);
		const error = await course(
			operations.updateMany,
			{ document: job, fields: { active: 'N' }, conditions },
			queued(reply(204), reply(204), reply(400, { error: 'No' })),
		).catch((thrown: ApiError) => thrown);
		expect(error).toMatchObject({
			message: 'No',
			changedNothing: false,
			hint: '2 of 4 requests succeeded before this one. Correct the values mentioned in the message, then run the node again.',
		});
	});

	test('rejects an invalid maximum', async () => {
		for (const maxRecords of [0, 1.5, Number.NaN])
			await expect(course(operations.updateMany, { ...input, maxRecords }, queued())).rejects.toMatchObject({ field: 'maxRecords' });
	});
});

describe('Create or Update', () => {
	const input = {
		document: job,
		record: { key: 'external_key', value: 'A' },
		fields: { job_desc: 'x', jm_note: [{ note: 'y' }] },
		clearSubTables: ['jm_note'],
	};
	test.each<[string, ReturnType<typeof reply>, Row]>([
		['a new record', created({ jm_job: [{ job_no: 9 }] }), { external_key: 'A', job_no: 9, created: true }],
		[
			'a new record whose key is only in the Location header',
			reply(201, '', { location: '/JmJob/job_no=9' }),
			{ external_key: 'A', job_no: 9, created: true },
		],
		['an existing record', reply(200, { message: null, tables: [] }), { external_key: 'A', created: false }],
		['an existing record after a 204', reply(204), { external_key: 'A', created: false }],
		[
			'an existing record with new rows',
			created({ jm_episode: [{ episode_no: 4 }] }),
			{ external_key: 'A', created: false, jm_episode: [{ episode_no: 4 }] },
		],
		[
			'an existing record with new rows of a sub-table that is not in the catalog',
			created({ jm_note: [{ note_no: 4 }] }),
			{ external_key: 'A', created: false, jm_note: [{ note_no: 4 }] },
		],
	])('returns the keys of %s, and whether it was created', async (_name, response, row) => {
		expect((await course(operations.upsert, input, queued(response))).rows).toEqual([row]);
	});

	test('does not report that a record already existed if an earlier attempt may have created it', async () => {
		const again = async (first: SendResult) => {
			const notices: Notice[] = [];
			const client = createClient(queued(first, reply(200, { message: null, tables: [] })).parts);
			for await (const rows of operations.upsert.run(input, SITE, client, (notice) => notices.push(notice))) return { rows, notices };
			throw new Error('It returned nothing');
		};
		const { rows, notices } = await again(lost('ECONNRESET'));
		expect(rows).toEqual([{ external_key: 'A', created: null }]);
		expect(notices).toEqual([
			{
				name: 'createdUnknown',
				text: "'JmJob' A exists with the values that were sent, but it is not known whether this request created it: the first attempt got no clear response",
			},
		]);
		expect((await again(reply(503, { error: 'The server is busy' }))).rows).toEqual([{ external_key: 'A', created: false }]);
	});

	test('rejects an empty name among the sub-tables to clear', async () => {
		await expect(course(operations.upsert, { ...input, clearSubTables: [' '] }, queued())).rejects.toMatchObject({
			field: 'clearSubTables',
		});
	});
});

test('Delete returns the keys of the deleted record or row', async () => {
	expect((await course(operations.deleteRecord, { document: job, record: { value: 5 } }, queued(reply(204)))).rows).toEqual([
		{ job_no: 5, deleted: true },
	]);
	expect(
		(
			await course(
				operations.deleteRecord,
				{ document: job, record: { value: 5 }, subTables: [{ table: 'jm_episode', key: 'episode_no', value: 7 }] },
				queued(reply(204)),
			)
		).rows,
	).toEqual([{ job_no: 5, episode_no: 7, deleted: true }]);
});

describe('An action on a record', () => {
	test('addressed by another key reads the primary key first, because the save argument requires it', async () => {
		const { rows, sent, fake } = await course(
			operations.voidOrder,
			{ document: order, record: { key: 'external_key', value: 'X' }, reason: 3 },
			queued(reply(200, { jm_work_order: [{ wo_no_seq: { wo_no_seq: '7-1' } }] }), reply(204)),
		);
		expect(sent).toEqual(['GET /JmWorkOrder/external_key=X', 'PATCH /JmWorkOrder/wo_no_seq=7-1']);
		expect(fake.requests[1]!.headers.SaveArgument).toBe('{"VoidWorkOrder":"7-1"}');
		expect(rows).toEqual([{ wo_no_seq: '7-1', voided: true }]);
	});

	test('is rejected if several records have the alternate key, and changes none of them', async () => {
		const two = reply(200, { jm_work_order: [{ wo_no_seq: { wo_no_seq: '7-1' } }, { wo_no_seq: { wo_no_seq: '8-1' } }] });
		const fake = queued(two);
		await expect(
			course(operations.voidOrder, { document: order, record: { key: 'external_key', value: 'X' }, reason: 3 }, fake),
		).rejects.toMatchObject({
			field: 'record.value',
			message: `2 records of 'JmWorkOrder' have "X" as 'external_key'`,
			hint: "Select the record by its 'wo_no_seq'",
		});
		expect(fake.requests).toHaveLength(1);
	});

	test('reads the record afterwards if the input requests it', async () => {
		const record = { wo_no_seq: { wo_no_seq: '7-1' }, cancel_no: null };
		const { rows, fake } = await course(
			operations.unvoidOrder,
			{ document: order, record: { value: '7-1' }, readBack: { columns: ['cancel_no'] } },
			queued(reply(204), reply(200, { jm_work_order: [record] })),
		);
		expect(rows).toEqual([{ wo_no_seq: '7-1', voided: false, record }]);
		expect(fake.requests[1]!.path).toContain(encodeURIComponent('{"jm_work_order":["wo_no_seq","cancel_no"]}'));
	});

	test('that succeeded is reported as successful, with a hint, if the request to read the record afterwards would be invalid', async () => {
		const { rows, notices } = await course(
			operations.unvoidOrder,
			{ document: order, record: { value: '7-1' }, readBack: { columns: ['cancel_no'] } },
			queued(reply(204)),
			{ ...SITE, extraParameters: { resultColumns: '{}' } },
		);
		expect(rows).toEqual([{ wo_no_seq: '7-1', voided: false }]);
		expect(notices).toMatchObject([{ name: 'notReadBack' }]);
	});

	test('that succeeded is reported as successful, with a hint, if the record cannot be read afterwards', async () => {
		const { rows, notices } = await course(
			operations.postBatch,
			{ document: known('TcBatch'), batch: '7572', readBack: true },
			queued(reply(204), lost('ECONNRESET')),
		);
		expect(rows).toEqual([{ batch_no: '7572', posted: true }]);
		expect(notices).toEqual([
			{
				name: 'notReadBack',
				text: "'TcBatch' 7572 was changed, but could not be read afterwards: The connection ended before the response was complete (ECONNRESET)",
			},
		]);
	});

	test.each<[string, () => unknown, string]>([
		[
			'a void without a reason',
			() => operations.voidOrder.compose({ document: order, record: { value: '1-1' }, reason: '' }, SITE),
			"The void reason ('cancel_no') is empty",
		],
		[
			'a void for another document',
			() => operations.voidOrder.compose({ document: job, record: { value: 1 }, reason: 1 }, SITE),
			"The save argument 'Void Order' (VoidWorkOrder) does not work on 'JmJob'",
		],
		[
			'an invalid approval',
			() => operations.bidApproval.compose({ document: known('BidVersion'), record: { value: 1 }, approval: '9' }, SITE),
			"'9' is not a valid value for the save argument 'Bid Approval' (BidApproval)",
		],
		[
			'no group',
			() => operations.setDefaultGroup.compose({ document: known('SchResource'), record: { value: 1 }, group: '' }, SITE),
			"The save argument 'Set Default Group' (GroupCode) has no value",
		],
		[
			'a posting on an old release',
			() => operations.postBatch.compose({ document: known('TcBatch'), batch: 1 }, { release: '11.0' }),
			"The save argument 'Post Batch' (Post) requires release 11.1, but the site is on 11.0",
		],
		[
			'no template',
			() => operations.loadTemplate.compose({ document: order, target: { create: {} }, template: '' }, SITE),
			"The template ('wo_template_no') is empty",
		],
		[
			'two templates',
			() => operations.loadTemplate.compose({ document: order, target: { create: { wo_template_no: 4 } }, template: 5 }, SITE),
			"The fields set 'wo_template_no' to 4, but the save argument 'Load Template' (LoadTemplate) is 5",
		],
		[
			'child templates on an old release',
			() =>
				operations.loadTemplate.compose(
					{ document: order, target: { create: {} }, template: 5, childTemplates: true },
					{ release: '11.2' },
				),
			"The save argument 'Load Child Templates' (LoadChildTemplates) requires release 11.3, but the site is on 11.2",
		],
		[
			'several service templates with a template',
			() =>
				operations.loadServiceTemplate.compose(
					{ document: known('XmTransmissionOrder'), target: { create: {} }, templates: [1, 2], template: 5 },
					SITE,
				),
			"'Load Service Template' (LoadServiceTemplate) with several templates cannot be sent together with other save arguments",
		],
		[
			'no service template',
			() => operations.loadServiceTemplate.compose({ document: known('XmTransmissionOrder'), target: { create: {} }, templates: [] }, SITE),
			'The service templates are empty',
		],
		[
			'a service template that is not a number',
			() =>
				operations.loadServiceTemplate.compose(
					{ document: known('XmTransmissionOrder'), target: { create: {} }, templates: ['1,2'] },
					SITE,
				),
			'The service templates contain "1,2", which is not a number',
		],
		[
			'actuals without details',
			() => operations.actualize.compose({ document: known('JmActual'), order: '1-1', details: [], actualize: 'all' }, SITE),
			'No details to store',
		],
		[
			'actuals with an incomplete order number',
			() =>
				operations.actualize.compose(
					{ document: known('JmActual'), order: '17', details: [{ action: 'A', units: 1 }], actualize: 'all' },
					SITE,
				),
			"'wo_no_seq' is '17', an order number without its sequence",
		],
		[
			'linked transactions without a transaction',
			() =>
				operations.actualize.compose(
					{ document: known('JmActual'), order: '1-1', details: [{ action: 'A', units: 1 }], actualize: 'linked' },
					SITE,
				),
			'The transactions to actualize are empty',
		],
		[
			'a phase without actualizing',
			() =>
				operations.actualize.compose(
					{ document: known('JmActual'), order: '1-1', details: [{ action: 'A', units: 1 }], actualize: 'none', updatePhase: true },
					SITE,
				),
			'The phase can be updated only if transactions are actualized',
		],
	])('is rejected before anything is sent: %s', (_name, compose, message) => {
		expect(compose).toThrow(message);
	});

	test("sends the value of 'approved' that each choice of Change Approval requires", () => {
		const bodies = ['0', '1', '2', '3', '4'].map(
			(approval) => operations.bidApproval.compose({ document: known('BidVersion'), record: { value: 1 }, approval }, SITE)[0]!.body,
		);
		expect(bodies.map((body) => (JSON.parse(body as string) as [{ value: string }])[0].value)).toEqual(['Y', 'N', 'Y', 'Y', 'N']);
	});
});

test('Loading a template into a new order returns the key of the order and, if requested, the order', async () => {
	const record = { wo_no_seq: { wo_no_seq: '8-1' } };
	const { rows, sent } = await course(
		operations.loadTemplate,
		{ document: order, target: { create: { wo_desc: 'x' } }, template: 5, readBack: true },
		queued(created({ jm_work_order: [{ wo_no_seq: '8-1' }], jm_wo_transaction: [{ trx_no: 3 }] }), reply(200, { jm_work_order: [record] })),
	);
	expect(rows).toEqual([{ wo_no_seq: '8-1', jm_wo_transaction: [{ trx_no: 3 }], record }]);
	expect(sent).toEqual(['POST /JmWorkOrder', 'GET /JmWorkOrder/wo_no_seq=8-1']);
});

test('Loading a service template into an existing order updates the order', async () => {
	const { rows, fake } = await course(
		operations.loadServiceTemplate,
		{ document: known('XmTransmissionOrder'), target: { record: { value: '8-1' } }, templates: [10, 11] },
		queued(reply(204)),
	);
	expect([rows, fake.requests[0]!.body]).toEqual([
		[{ wo_no_seq: '8-1', updated: true }],
		'[{"op":"replace","path":"service_template_no","value":null}]',
	]);
});

test('Storing actuals returns the keys of the header, the details and the links', async () => {
	const { rows } = await course(
		operations.actualize,
		{ document: known('JmActual'), order: '9-1', details: [{ action: 'I', units: 2, transactions: [4] }], actualize: 'linked' },
		queued(
			created({
				jm_actual_header: [{ actual_hdr_no: 1 }],
				jm_actual_detail: [{ actual_det_no: 2 }],
				jm_actual_link: [{ actual_link_no: 3 }],
			}),
		),
	);
	expect(rows).toEqual([
		{
			actual_hdr_no: 1,
			wo_no_seq: '9-1',
			actualized: true,
			jm_actual_detail: [{ actual_det_no: 2 }],
			jm_actual_link: [{ actual_link_no: 3 }],
		},
	]);
});

describe('Attachments', () => {
	const document = known('SysAttachment');
	const address = { document, documentId: 10339, recordId: '100-1' };
	const owner = { attachment_keystring: '10339:100-1' };
	const file = (fileName: string) => ({
		fileName,
		contentType: 'text/plain',
		size: 1,
		open: async function* () {
			yield new Uint8Array(1);
		},
	});

	test('are uploaded, and each file is returned as a row', async () => {
		const response = created({ sys_attachment: [{ attachment_no: 1 }, { attachment_no: 2 }] });
		expect(
			(await course(operations.uploadAttachment, { ...address, files: [file('a.txt'), file('b.txt')] }, queued(response))).rows,
		).toEqual([
			{ attachment_no: 1, ...owner, file_name: 'a.txt' },
			{ attachment_no: 2, ...owner, file_name: 'b.txt' },
		]);
		await expect(course(operations.uploadAttachment, { ...address, files: [file('a.txt')] }, queued(response))).rejects.toMatchObject({
			uncertain: true,
		});
		const unclear = await course(operations.uploadAttachment, { ...address, files: [file('a.txt')] }, queued(reply(200)), {
			...SITE,
			successResponses: ['empty'],
		});
		expect([unclear.rows, unclear.notices[0]!.name]).toEqual([[{ ...owner, file_name: 'a.txt' }], 'keysUnclear']);
	});

	test('are sent only after their record is read, if they are large', async () => {
		const large = { ...file('a.mov'), size: 1024 * 1024 };
		const of = { document, documentId: 10339, files: [large] };
		const order = { document: known('JmWorkOrder'), record: { value: '100-1' } };
		const [read, upload] = ['GET /JmWorkOrder/wo_no_seq=100-1', 'POST /SysAttachment/attachment_keystring=10339:100-1'];
		const site = () =>
			fakeSite(({ method }) =>
				method === 'GET' ? reply(200, { jm_work_order: [{ wo_no_seq: '100-1' }] }) : created({ sys_attachment: [{ attachment_no: 1 }] }),
			);
		const sentFor = async (input: UploadAttachmentInput) => (await course(operations.uploadAttachment, input, site())).sent;
		expect(await sentFor({ ...of, recordId: order })).toEqual([read, upload]);
		expect(await sentFor({ ...of, recordId: '100-1' })).toEqual([upload]);
		expect(await sentFor({ ...of, files: [{ ...large, size: 9 }], recordId: order })).toEqual([upload]);
	});

	test('require a file with a name, and a release that supports attachments', async () => {
		await expect(course(operations.uploadAttachment, { ...address, files: [] }, queued())).rejects.toMatchObject({
			field: 'files',
			message: 'No file to upload',
		});
		await expect(course(operations.uploadAttachment, { ...address, files: [file(' ')] }, queued())).rejects.toMatchObject({
			field: 'files',
			message: 'File 1 has no name',
		});
		await expect(
			course(operations.uploadAttachment, { ...address, files: [file('a')] }, queued(), { release: '11.0' }),
		).rejects.toMatchObject({ message: "'SysAttachment' requires release 11.1, but the site is on 11.0" });
	});

	test('are listed and deleted at the address of their record', async () => {
		const rows = [{ attachment_no: 5 }];
		expect(await course(operations.listAttachments, address, queued(reply(200, rows)))).toMatchObject({
			rows,
			sent: ['GET /SysAttachment/attachment_keystring=10339:100-1/sys_attachment'],
		});
		expect((await course(operations.listAttachments, address, queued(reply(200, { sys_attachment: [] })))).rows).toEqual([]);
		const listNames = { ...LIST_NAMES, omitNulls: 'header:X-Null-Handling', omitAlternateKeys: 'keys' };
		expect(
			operations.listAttachments.compose({ ...address, omitNulls: true, omitAlternateKeys: true }, { release: '26.1', listNames }),
		).toMatchObject([
			{
				path: '/SysAttachment/attachment_keystring=10339:100-1/sys_attachment?keys=ignore',
				headers: { 'X-Null-Handling': 'ignore' },
			},
		]);
		expect((await course(operations.deleteAttachment, { ...address, attachment: 5 }, queued(reply(204)))).rows).toEqual([
			{ attachment_no: 5, deleted: true },
		]);
	});
});

test('Each operation sends exactly the requests that its compose function returns', async () => {
	const inputs: [Operation<never>, unknown][] = [
		[operations.get, { document: job, record: { value: 5 } }],
		[operations.create, { document: job, records: [{ job_desc: 'A' }] }],
		[operations.update, { document: job, record: { value: 5 }, fields: { a: 1 } }],
		[operations.upsert, { document: job, record: { value: 5 }, fields: { a: 1 } }],
		[operations.deleteRecord, { document: job, record: { value: 5 } }],
		[operations.updateMany, { document: job, fields: { a: 1 }, allRecords: true, maxRecords: 5 }],
		[operations.list, { document: job }],
		[operations.voidOrder, { document: order, record: { value: '1-1' }, reason: 1 }],
	];
	for (const [operation, input] of inputs) {
		const { fake } = await course(
			operation as Operation<unknown>,
			input,
			fakeSite(({ method, path }) =>
				method === 'GET'
					? reply(200, { [path.includes('List') ? 'L' : 'jm_job']: [{ job_no: 5 }] }, { 'pagination-count': '1' })
					: reply(204),
			),
		);
		expect(fake.requests).toEqual((operation as Operation<unknown>).compose(input, SITE));
	}
});
