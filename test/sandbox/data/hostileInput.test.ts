import fc from 'fast-check';
import { documentByName, OPERATORS } from '../../../core/catalog';
import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, created, minimalOrder, PAYLOAD_FORM, recordOf } from './caller';

const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);

/** Strings that change the result if they reach SQL as anything but a value. */
const INJECTIONS = [
	"' OR '1'='1",
	"'; DELETE FROM jm_job; --",
	'" OR 1=1 --',
	"x' UNION SELECT json_open FROM sys_contact --",
	"\\'; DROP TABLE jm_job; --",
	'?1',
	':name',
	"') OR TRUE --",
	"%' OR '%'='",
];
const FIELDS = documentByName('JmJob')?.table.fields.map(({ name }) => name) ?? [];
/** The form of the operand, by wire operator. */
const OPERANDS = new Map(OPERATORS.map(({ wire, operand }) => [wire, operand]));
/** Operators that find only records with the given text. */
const EQUALITY: ReadonlySet<string | null> = new Set([null, '$in', '$LIKEAND', '$range']);

const jobs = async (): Promise<string | null> =>
	(await call('GET', '/JmJobList', { query: { Query: {}, pageSize: 1 } })).headers.get('pagination-count');

describe('SQL in a request', () => {
	it('is treated as a value in every field and operator of a query', async () => {
		const all = await jobs();
		expect(FIELDS.length).toBeGreaterThan(8);
		for (const field of FIELDS) {
			for (const [wire, form] of OPERANDS) {
				for (const text of INJECTIONS) {
					const operand = form === 'pair' ? [text, text] : form === 'list' ? [text] : text;
					const response = await call('GET', '/JmJobList', {
						query: {
							Query: { [field]: wire === null ? operand : { [wire]: operand } },
							pageSize: 1,
							resultColumns: { L: ['job_no'] },
						},
					});
					expect([200, 400]).toContain(response.status);
					if (response.status === 200 && EQUALITY.has(wire)) {
						expect([field, wire, text, response.json.L]).toEqual([field, wire, text, []]);
					}
					if (response.status === 400) {
						expect(response.text).toContain(`&#39;${field}&#39; must be`);
					}
				}
			}
		}
		expect(await jobs()).toBe(all);
	});

	it.each(INJECTIONS)('is rejected as a field, operator, column, sort order, page size, document, key or sub-table: %j', async (text) => {
		const all = await jobs();
		const asks: readonly [string, string, Record<string, unknown>][] = [
			['GET', '/JmJobList', { Query: { [text]: 1 } }],
			['GET', '/JmJobList', { Query: { job_no: { [`$${text}`]: 1 } } }],
			['GET', '/JmJobList', { Query: {}, resultColumns: { L: [text] } }],
			['GET', '/JmJob/job_no=1', { resultColumns: { [text]: ['job_no'] } }],
			['GET', '/JmJobList', { Query: {}, pageSize: 1, sort: JSON.stringify([`${text} desc`]) }],
			['GET', '/JmJobList', { Query: {}, pageSize: text }],
			['GET', `/${encodeURIComponent(text)}/job_no=1`, {}],
			['GET', `/JmJob/${encodeURIComponent(text)}=1`, {}],
			['GET', `/JmJob/job_no=${encodeURIComponent(text)}`, {}],
			['GET', `/JmJob/job_no=1/${encodeURIComponent(text)}`, {}],
		];
		for (const [method, path, query] of asks) {
			const response = await call(method, path, { query });
			expect([400, 404]).toContain(response.status);
			expect(response.json.error).toEqual(expect.any(String));
		}
		expect(await jobs()).toBe(all);
	});

	it.each(INJECTIONS)('is stored as text and rejected as a name: %j', async (text) => {
		const key = await created(call, 'JmJob', 'jm_job', {
			job_desc: text,
			cust_id: '27',
			external_key: `body ${text}`,
			JOB_field_1: text,
		});
		expect(await recordOf(call, 'JmJob', 'jm_job', `external_key=${encodeURIComponent(`body ${text}`)}`)).toMatchObject({
			job_no: { job_no: Number(key) },
			job_desc: text,
			JOB_field_1: text,
		});
		for (const body of [{ jm_job: [{ [text]: 1 }] }, { [text]: [] }, { jm_job: [{ job_desc: 'x', cust_id: '27', [text]: [{}] }] }]) {
			expect((await call('POST', '/JmJob', { body })).status).toBe(400);
		}
		expect((await call('PATCH', `/JmJob/job_no=${key}`, { body: [{ op: 'replace', path: text, value: 1 }] })).status).toBe(400);
		expect(
			(
				await call('PUT', `/JmJob/job_no=${key}`, {
					body: { jm_job: [{ job_no: key }] },
					headers: { ...PAYLOAD_FORM, rowAction: JSON.stringify({ deleteAll: [text] }) },
				})
			).status,
		).toBe(400);
		expect((await call('GET', '/JmJob/job_no=342', { headers: { 'Division-Code': text.replace(/[^\x20-\x7e]/g, '') } })).status).toBe(400);
		expect(
			(
				await call('POST', '/JmWorkOrder', {
					body: { jm_work_order: [minimalOrder()] },
					headers: { SaveArgument: JSON.stringify({ [text]: text }) },
				})
			).status,
		).toBe(400);
	});
});

describe('Any text', () => {
	const wholeText = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.string({ unit: 'grapheme' }),
		fc.constantFrom('\u0000', 'a\u0000b', '\u2028', '\ufeff', '\u007f', '"', '\\', '{"L":[]}', '},', '|NULL|', '%'),
	);

	it('is returned unchanged in a created record, in its rows and in a list', async () => {
		await fc.assert(
			fc.asyncProperty(wholeText, fc.uuid(), async (text, key) => {
				await created(call, 'JmJob', 'jm_job', {
					external_key: key,
					job_desc: text,
					cust_id: '27',
					jm_episode: [{ episode_desc: text }],
				});
				const record = await recordOf(call, 'JmJob', 'jm_job', `external_key=${key}`);
				expect([record.job_desc, record.jm_episode[0].episode_desc]).toEqual([text, text]);
				const [listed] = (await call('GET', '/JmJobList', { query: { Query: { external_key: key } } })).json.L;
				expect(listed.job_desc).toBe(text);
			}),
			{ numRuns: 300 },
		);
	});

	it('can be the percent-encoded key in an address', async () => {
		let count = 0;
		await fc.assert(
			fc.asyncProperty(wholeText, async (text) => {
				const key = `${text}#${count++}`;
				const number = await created(call, 'JmJob', 'jm_job', { external_key: key, job_desc: 'Key', cust_id: '27' });
				const record = await recordOf(call, 'JmJob', 'jm_job', `external_key=${encodeURIComponent(key)}`);
				expect(record.job_no).toEqual({ job_no: Number(number), external_key: key });
			}),
			{ numRuns: 200 },
		);
	});

	it('is found by a query for the same text', async () => {
		await fc.assert(
			fc.asyncProperty(
				wholeText.filter((text) => !text.includes('%') && text !== '|NULL|'),
				fc.uuid(),
				async (text, key) => {
					await created(call, 'JmJob', 'jm_job', { external_key: key, job_desc: text, cust_id: '27' });
					const { json } = await call('GET', '/JmJobList', { query: { Query: { external_key: key, job_desc: text } } });
					expect(json.L).toHaveLength(1);
				},
			),
			{ numRuns: 100 },
		);
	});
});

describe('A number in a decimal field', () => {
	it.each<[string, unknown]>([
		['a decimal', 0.1 + 0.2],
		['a very small number', 5e-324],
		['a very large number', 1.7976931348623157e308],
		['a large whole number', 12345678901234],
		['a negative number', -0.5],
	])('is stored exactly: %s', async (_case, number) => {
		const key = await created(call, 'JmJob', 'jm_job', { job_desc: 'Number', cust_id: '27', JOB_field_3: number });
		expect((await recordOf(call, 'JmJob', 'jm_job', `job_no=${key}`)).JOB_field_3).toBe(number);
	});
});

describe('Large input', () => {
	it.each<[string, unknown]>([
		['2,000 values', { job_no: { $in: Array.from({ length: 2000 }, (_none, at) => at) } }],
		['600 patterns', { job_desc: { $in: Array.from({ length: 600 }, (_none, at) => `%${at}%`) } }],
		['600 patterns that must all match', { job_desc: { $LIKEAND: Array.from({ length: 600 }, () => '%a%') } }],
		['600 patterns that must not match', { job_desc: { $notin: Array.from({ length: 600 }, (_none, at) => `%${at + 1000}%`) } }],
	])('in a query is processed: %s', async (_case, query) => {
		const response = await call('GET', '/JmJobList', { query: { Query: query, pageSize: 1000, resultColumns: { L: ['job_desc'] } } });
		expect(response.status).toBe(200);
		expect(response.json.L.length).toBeGreaterThan(0);
	});

	it('in `sort` is accepted even if it repeats a field 900 times', async () => {
		const sort = JSON.stringify(Array.from({ length: 900 }, () => 'job_desc'));
		expect((await call('GET', '/JmJobList', { query: { Query: {}, pageSize: 5, sort } })).status).toBe(200);
	});

	it('in a body is stored, but rejected with a message if it is nested too deeply', async () => {
		const long = 'ä'.repeat(5_000_000);
		const key = await created(call, 'JmJob', 'jm_job', { job_desc: long, cust_id: '27' });
		expect((await recordOf(call, 'JmJob', 'jm_job', `job_no=${key}`)).job_desc === long).toBe(true);
		const deep = `{"jm_job":[{"cust_id":"27","job_desc":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}]}`;
		const response = await call('POST', '/JmJob', { body: deep });
		expect([response.status, response.text]).toEqual([
			500,
			'{"error":"&#39;job_desc&#39; must be a string, got &#39;a deeply nested array&#39;"}',
		]);
	});

	it('with 5,000 records and their rows is stored in one request', async () => {
		const body = { jm_job: Array.from({ length: 5000 }, () => ({ job_desc: 'Many', cust_id: '27', jm_episode: [{ title_no: 1 }] })) };
		const response = await call('POST', '/JmJob', { body });
		expect(response.json.jm_job.records).toHaveLength(5000);
		expect(response.json.jm_episode.records).toHaveLength(5000);
	});
});
