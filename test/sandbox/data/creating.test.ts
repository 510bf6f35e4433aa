import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, created, minimalOrder, PAYLOAD_FORM, recordOf, type HttpResponse, errorOf } from './caller';

const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);
const post = async (document: string, body: unknown): Promise<HttpResponse> => await call('POST', `/${document}`, { body });
const postJob = async (job: object): Promise<HttpResponse> => await post('JmJob', { jm_job: [{ job_desc: 'Job', cust_id: '27', ...job }] });

describe('POST of a record', () => {
	it('creates a work order from the seven required fields and returns the create envelope', async () => {
		const response = await post('JmWorkOrder', { jm_work_order: [minimalOrder()] });
		expect(response.status).toBe(200);
		expect(response.headers.get('location')).toBeNull();
		const key = response.json.jm_work_order.records[0].wo_no_seq;
		expect(response.json).toEqual({
			message: null,
			tables: ['jm_work_order'],
			jm_work_order: { record_identifiers: ['wo_no_seq'], records: [{ wo_no_seq: key }] },
		});
		expect(key).toMatch(/^\d+-1$/);
		expect(await recordOf(call, 'JmWorkOrder', 'jm_work_order', `wo_no_seq=${key}`)).toMatchObject({
			wo_no_seq: { wo_no_seq: key },
			wo_no: Number(key.split('-')[0]),
			wo_seq: 1,
			wo_begin_dt: '2023-08-22T10:00:00+00:00',
			wo_type_no: { wo_type_no: 17, wo_type_desc: 'Live Event' },
			phase_code: { phase_code: 'Bid' },
			phase_desc: 'Bid',
			division_no: { division_no: 1, division_code: 'GS' },
		});
	});

	it('requires the Content-Type application/json', async () => {
		const response = await call('POST', '/JmJob', { body: { jm_job: [{ job_desc: 'Job', cust_id: '27' }] }, headers: PAYLOAD_FORM });
		expect([response.status, errorOf(response)]).toEqual([415, "A POST requires the 'Content-Type: application/json' header"]);
	});

	it('accepts +1, or an existing number with a new sequence, as the key of an order', async () => {
		const key = await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder({ wo_no_seq: '+1' }));
		const second = `${key.split('-')[0]}-2`;
		expect(await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder({ wo_no_seq: { wo_no_seq: second } }))).toBe(second);
	});

	it('assigns numbers from one sequence to all kinds of orders, and never reuses a number', async () => {
		const keys: string[] = [];
		for (const document of ['JmWorkOrder', 'MoMediaOrder', 'XmTransmissionOrder']) {
			keys.push(await created(call, document, 'jm_work_order', minimalOrder()));
		}
		await call('DELETE', `/XmTransmissionOrder/wo_no_seq=${keys[2]}`);
		keys.push(await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder()));
		const numbers = keys.map((key) => Number(key.split('-')[0]));
		expect(numbers).toEqual(numbers.map((_number, at) => (numbers[0] as number) + at));
	});

	it('creates several records and all their sub-table rows in one request, in order', async () => {
		const response = await post('JmJob', {
			jm_job: [
				{ job_no: -1, job_desc: 'One', cust_id: 27, jm_episode: [{ episode_no: -2, title_no: { title_no: 1 } }, { title_no: 2 }] },
				{ job_no: { job_no: '-3' }, job_desc: 'Two', cust_id: { cust_id: '32' } },
			],
		});
		expect(response.json.tables).toEqual(['jm_job', 'jm_episode']);
		expect(response.json.jm_job.records).toHaveLength(2);
		expect(response.json.jm_episode).toEqual({
			record_identifiers: ['episode_no'],
			records: [{ episode_no: expect.any(Number) }, { episode_no: expect.any(Number) }],
		});
		const [one, two] = response.json.jm_job.records.map(({ job_no: number }: { job_no: number }) => number);
		expect(two).toBe(one + 1);
		const { jm_episode: episodes } = await recordOf(call, 'JmJob', 'jm_job', `job_no=${one}`);
		expect(episodes.map((row: { title_no: { title_no: number } }) => row.title_no.title_no)).toEqual([1, 2]);
	});

	it('stores all records of a request or none', async () => {
		const before = (await call('GET', '/JmJobList', { query: { Query: {}, pageSize: 1 } })).headers.get('pagination-count');
		expect(
			(
				await post('JmJob', {
					jm_job: [
						{ job_desc: 'Good', cust_id: '27' },
						{ job_desc: 'Bad', cust_id: 'nobody' },
					],
				})
			).status,
		).toBe(500);
		expect((await call('GET', '/JmJobList', { query: { Query: {}, pageSize: 1 } })).headers.get('pagination-count')).toBe(before);
	});

	it('links rows if any field contains the negative number of a new row', async () => {
		const response = await post('LibTitle', {
			lib_title: [
				{ title_no: -1, title_desc: 'Child', parent_title_no: -2 },
				{ title_no: -2, title_desc: 'Parent' },
			],
		});
		const [child, parent] = response.json.lib_title.records.map(({ title_no: number }: { title_no: number }) => number);
		expect((await recordOf(call, 'LibTitle', 'lib_title', `title_no=${child}`)).parent_title_no).toEqual({
			parent_title_no: parent,
			title_desc: 'Parent',
			external_key: null,
		});
	});

	it('accepts an unused key, and assigns higher numbers from then on', async () => {
		expect(await created(call, 'JmJob', 'jm_job', { job_no: 900_000, job_desc: 'Chosen', cust_id: '27' })).toBe('900000');
		expect(await created(call, 'JmJob', 'jm_job', { job_desc: 'Next', cust_id: '27' })).toBe('900001');
		expect(errorOf(await postJob({ job_no: 900_000 }))).toBe("'job_no' 900000 already exists");
	});

	it('requires the key of a setup record in the body', async () => {
		expect(await created(call, 'JmPhase', 'jm_phase', { phase_code: 'NEW/1', phase_desc: 'New' })).toBe('NEW/1');
		expect(errorOf(await post('JmPhase', { jm_phase: [{ phase_desc: 'No code' }] }))).toContain("'phase_code' is required");
	});

	it('ignores an alternate key in the key object, and stores the one in the root of the record', async () => {
		const key = await created(call, 'JmJob', 'jm_job', {
			job_no: { external_key: 'ignored' },
			external_key: 'kept',
			job_desc: 'Keys',
			cust_id: '27',
		});
		expect((await recordOf(call, 'JmJob', 'jm_job', `job_no=${key}`)).job_no.external_key).toBe('kept');
	});

	it('does not store values for fields that the system sets', async () => {
		const key = await created(
			call,
			'JmWorkOrder',
			'jm_work_order',
			minimalOrder({ wo_no: 5, phase_desc: 'Mine', date_added: '1999-01-01' }),
		);
		const order = await recordOf(call, 'JmWorkOrder', 'jm_work_order', `wo_no_seq=${key}`);
		expect(order.wo_no).not.toBe(5);
		expect(order.phase_desc).toBe('Bid');
		expect(order.date_added).not.toContain('1999');
	});

	it('accepts the record that a GET returned, with a new key', async () => {
		const { job_no: _number, external_key: _key, ...copy } = await recordOf(call, 'JmJob', 'jm_job', 'job_no=342');
		const episodes = copy.jm_episode.map(({ episode_no: _row, ...rest }: Record<string, unknown>) => rest);
		const key = await created(call, 'JmJob', 'jm_job', { ...copy, jm_episode: episodes });
		const {
			job_no: _new,
			external_key: _none,
			date_added: _added,
			date_changed: _changed,
			jm_episode: _rows,
			...made
		} = await recordOf(call, 'JmJob', 'jm_job', `job_no=${key}`);
		const { date_added: _a, date_changed: _c, jm_episode: _e, ...source } = copy;
		expect(made).toEqual(source);
	});
});

describe('The record in a POST', () => {
	it.each<[string, object, object]>([
		['a number in quotes', { job_type_no: '163' }, { job_type_no: { job_type_no: 163, job_type_desc: 'News', external_key: null } }],
		['a number in a text field', { external_key: 15411 }, { external_key: '15411' }],
		['a look-up by an alternate key', { cust_id: { external_key: 'CRM-27' } }, { cust_id: expect.objectContaining({ cust_id: '27' }) }],
		[
			'a look-up object in the form that GET returns',
			{ job_type_no: { job_type_no: 4, job_type_desc: 'Sport', external_key: null } },
			{ job_type_no: { job_type_no: 4, job_type_desc: 'Sport', external_key: null } },
		],
		[
			'a look-up by the key of its document',
			{ account_rep_no_1: { contact_no: 18 } },
			{ account_rep_no_1: expect.objectContaining({ account_rep_no_1: 18 }) },
		],
		['a lower-case flag', { active: 'n' }, { active: 'N' }],
		['a decimal number in quotes', { JOB_field_3: '0.1' }, { JOB_field_3: 0.1 }],
		['null', { account_rep_no_1: null }, { account_rep_no_1: null }],
		['an empty object', { account_rep_no_1: {} }, { account_rep_no_1: null }],
		[
			'a drop-down with details',
			{ JOB_field_2: { JOB_field_2: 'Drama', option_no: 11 } },
			{ JOB_field_2: expect.objectContaining({ option_text: 'Drama' }) },
		],
	])('is stored if it contains %s', async (_case, given, expected) => {
		const key = await created(call, 'JmJob', 'jm_job', { job_desc: 'Values', cust_id: '27', ...given });
		expect(await recordOf(call, 'JmJob', 'jm_job', `job_no=${key}`)).toMatchObject(expected);
	});

	it.each<[string, object, number, string]>([
		['an unknown field', { nothing: 1 }, 400, "'nothing' is not a field or sub-table of 'jm_job'"],
		['the field __proto__', JSON.parse('{"__proto__":1}') as object, 400, "'__proto__' is not a field"],
		['null in a required field', { job_desc: null }, 500, "'job_desc' is required in 'jm_job'"],
		['text in a number field', { job_type_no: 'abc' }, 500, "'job_type_no' must be a whole number, got 'abc'"],
		['a fraction in a whole-number field', { job_type_no: 1.5 }, 500, "'job_type_no' must be a whole number, got '1.5'"],
		['true in a flag field', { active: true }, 500, "'active' must be 'Y' or 'N', got 'true'"],
		['a letter other than Y or N in a flag field', { active: 'X' }, 500, "'active' must be 'Y' or 'N', got 'X'"],
		['an array in a text field', { job_desc: ['a'] }, 500, `'job_desc' must be a string, got '["a"]'`],
		['an object in a text field', { job_desc: { a: 1 } }, 500, "'job_desc' must be a plain value"],
		['a number that is too long to be represented exactly', { external_key: 1e20 }, 500, "'external_key' must be a string in quotes"],
		['a lone surrogate', { job_desc: 'x\ud800y' }, 500, "'job_desc' must be a valid Unicode string"],
		[
			'a look-up that refers to a missing record',
			{ job_type_no: 99 },
			500,
			"'job_type_no' refers to a record that does not exist: JmJobType job_type_no '99'",
		],
		[
			'a look-up by an unknown alternate key',
			{ cust_id: { external_key: 'no such' } },
			500,
			"'cust_id' refers to a record that does not exist: ArCustomer external_key 'no such'",
		],
		[
			'a look-up object without a key',
			{ job_type_no: { name: 'News' } },
			500,
			"'job_type_no' must be an object with 'job_type_no' or 'external_key'",
		],
		['a negative number that refers to no new row', { job_type_no: -7 }, 500, "'job_type_no' -7 does not refer to a new row"],
		['an unknown option of a drop-down', { JOB_field_2: 'Opera' }, 500, "'JOB_field_2' must be an option of its drop-down, got 'Opera'"],
		['+1 as the key of a job', { job_no: '+1' }, 500, "'job_no' must be -1"],
		['zero as the key', { job_no: 0 }, 500, "'job_no' cannot be '0'"],
		['a sub-table that is not an array', { jm_episode: { title_no: 1 } }, 400, "'jm_episode' must be an array of records"],
		['a row that is not an object', { jm_episode: [1] }, 400, 'one entry is not an object'],
		[
			'two rows with the same negative key',
			{ jm_episode: [{ episode_no: -2 }, { episode_no: -2 }] },
			500,
			"'episode_no' -2 is the key of two new rows",
		],
		['a division that the user cannot access', { division_no: 77 }, 500, "'division_no' refers to a record that does not exist"],
	])('is rejected if it contains %s', async (_case, given, status, words) => {
		const response = await postJob(given);
		expect(errorOf(response)).toContain(words);
		expect(response.status).toBe(status);
	});

	it('must have unique alternate keys, except null and empty strings', async () => {
		await postJob({ external_key: 'only once' });
		expect(errorOf(await postJob({ external_key: 'only once' }))).toMatch(
			/^'external_key' must be unique: 'only once' already belongs to job_no \d+$/,
		);
		for (const external_key of ['ONLY ONCE', null, null, '', '']) {
			expect((await postJob({ external_key })).status).toBe(200);
		}
	});

	it.each<[unknown, string]>([
		['', 'The request must have a body'],
		['{"jm_job":', 'The body is not valid JSON'],
		['[]', "the single property 'jm_job'"],
		[{ jm_jobs: [] }, "the single property 'jm_job'"],
		[{ jm_job: [], other: [] }, "the single property 'jm_job'"],
		[{ jm_job: [] }, 'contains no record'],
		[{ jm_job: {} }, 'must be an array'],
		['null', "the single property 'jm_job'"],
	])('is rejected if the body has an invalid structure: %j', async (body, words) => {
		const response = await post('JmJob', body);
		expect(response.status).toBe(400);
		expect(errorOf(response)).toContain(words);
	});

	it('is rejected if the key of a new order is neither +1 nor a number with a sequence', async () => {
		for (const key of [-1, '5', '5-0', 'abc', '1-2-3']) {
			expect(errorOf(await post('JmWorkOrder', { jm_work_order: [minimalOrder({ wo_no_seq: key })] }))).toContain(
				"'wo_no_seq' must be '+1' for a new order",
			);
		}
	});
});

describe('The description in a look-up', () => {
	it('changes with the record that the look-up refers to', async () => {
		await created(call, 'JmPhase', 'jm_phase', { phase_code: 'TMP', phase_desc: 'Before' });
		const key = await created(call, 'JmWorkOrder', 'jm_work_order', minimalOrder({ phase_code: 'TMP' }));
		await call('PATCH', '/JmPhase/phase_code=TMP', { body: [{ op: 'replace', path: 'phase_desc', value: 'After' }] });
		const [listed] = (await call('GET', '/JmWorkOrderList', { query: { Query: { phase_desc: 'after' } } })).json.L;
		expect(listed).toMatchObject({ wo_no_seq: { wo_no_seq: key }, phase_desc: 'After', phase_code: { phase_desc: 'After' } });
		const inUse = await call('DELETE', '/JmPhase/phase_code=TMP');
		expect(errorOf(inUse)).toBe(`JmPhase TMP cannot be deleted: 'phase_code' of jm_work_order ${key} refers to it`);
	});
});
