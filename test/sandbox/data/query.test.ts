import { sandboxForTests } from '../../support/sandboxForTests';
import { callerOf, minimalOrder, errorOf } from './caller';

const sandbox = sandboxForTests();
const call = callerOf(() => sandbox);

/** Jobs that only these tests use, so that every expectation is exact. */
const JOBS = [
	{ job_desc: 'Query Alpha', cust_id: '27', job_type_no: 1, JOB_field_1: 'AA', JOB_field_3: 10.5, active: 'Y' },
	{ job_desc: 'query beta', cust_id: '27', job_type_no: 2, JOB_field_1: 'a_b', JOB_field_3: 20, active: 'Y' },
	{ job_desc: 'Query Ärger 100%', cust_id: '32', job_type_no: 3, JOB_field_1: 'aXb', JOB_field_3: 30.25, active: 'N' },
	{ job_desc: 'Query O\'Neill \\ "x"', cust_id: '409', job_type_no: 4, JOB_field_1: null, JOB_field_3: null, active: 'Y' },
];
const numbers: number[] = [];
let ordersCreated: string[] = [];

beforeAll(async () => {
	const response = await call('POST', '/JmJob', { body: { jm_job: JOBS } });
	numbers.push(...response.json.jm_job.records.map(({ job_no: number }: { job_no: number }) => number));
	const orders = await call('POST', '/JmWorkOrder', {
		body: {
			jm_work_order: [
				minimalOrder({ wo_desc: 'When 1', wo_begin_dt: '2031-05-01T09:00:00Z' }),
				minimalOrder({ wo_desc: 'When 2', wo_begin_dt: '2031-05-01T09:00:00-08:00' }),
				minimalOrder({ wo_desc: 'When 3', wo_begin_dt: '2031-05-02T00:00:00+02:00' }),
			],
		},
	});
	ordersCreated = orders.json.jm_work_order.records.map(({ wo_no_seq: key }: { wo_no_seq: string }) => key);
});

const found = async (query: object): Promise<number[]> => {
	const response = await call('GET', '/JmJobList', { query: { Query: { job_no: { $in: numbers }, ...query } } });
	expect(response.text).toContain('"L"');
	return response.json.L.map((job: { job_no: { job_no: number } }) => numbers.indexOf(job.job_no.job_no) + 1);
};

describe('A list request', () => {
	it.each<[string, object, number[]]>([
		['a value matches regardless of case', { job_desc: 'QUERY BETA' }, [2]],
		['non-ASCII letters match regardless of case', { job_desc: 'query äRGER 100%' }, [3]],
		['% matches any run of characters', { job_desc: '%a%' }, [1, 2]],
		['a pattern can match the start', { job_desc: 'query b%' }, [2]],
		['_ is an ordinary character', { JOB_field_1: 'a_b%' }, [2]],
		['a backslash is an ordinary character', { job_desc: '%\\ "%' }, [4]],
		['all conditions must match', { cust_id: '27', job_type_no: '2' }, [2]],
		['numbers can be quoted', { job_type_no: '3' }, [3]],
		['numbers match patterns as text', { JOB_field_3: '%.25' }, [3]],
		['|NULL| matches records without a value', { JOB_field_1: '|NULL|' }, [4]],
		['null matches records without a value', { JOB_field_1: null }, [4]],
		['$ne excludes the value and keeps records without one', { JOB_field_1: { $ne: 'aa' } }, [2, 3, 4]],
		['$ne accepts patterns', { job_desc: { $ne: '%beta' } }, [1, 3, 4]],
		['$ne |NULL| matches records with a value', { JOB_field_1: { $ne: '|NULL|' } }, [1, 2, 3]],
		['$in accepts values', { job_type_no: { $in: [1, '4', 99] } }, [1, 4]],
		['$in accepts patterns and |NULL|', { JOB_field_1: { $in: ['A%', '|NULL|'] } }, [1, 2, 3, 4]],
		['an empty $in matches nothing', { job_type_no: { $in: [] } }, []],
		['$notin keeps records that match none, and those without a value', { JOB_field_1: { $notin: ['AA', 'a_b'] } }, [3, 4]],
		['$LIKEAND requires all patterns in any order', { job_desc: { $LIKEAND: ['%alpha%', 'query%'] } }, [1]],
		['$LIKEAND matches nothing if one pattern does not match', { job_desc: { $LIKEAND: ['%alpha%', '%beta%'] } }, []],
		['$range of numbers includes both bounds', { JOB_field_3: { $range: [10.5, 20] } }, [1, 2]],
		['$gt matches greater values', { JOB_field_3: { $gt: 20 } }, [3]],
		['$gte matches greater or equal values', { JOB_field_3: { $gte: '20' } }, [2, 3]],
		['$lt matches smaller values', { JOB_field_3: { $lt: 20 } }, [1]],
		['$lte matches smaller and equal values', { JOB_field_3: { $lte: 20 } }, [1, 2]],
		['several operators on one field must all match', { JOB_field_3: { $gt: 10.5, $lt: 30 } }, [2]],
		['flags are case-insensitive', { active: 'n' }, [3]],
		['a quote in a value is an ordinary character', { job_desc: "Query O'Neill%" }, [4]],
		['operator names are case-insensitive', { job_desc: { $likeand: ['%alpha%'] }, JOB_field_3: { $GTE: 10.5 } }, [1]],
	])('returns the expected records: %s', async (_rule, query, expected) => {
		expect(await found(query)).toEqual(expected);
	});

	it.each<[string, unknown, string[]]>([
		['an instant stored with another offset', '2031-05-01T17:00:00Z', ['When 2']],
		['an instant with an offset in the query', '2031-05-01T19:00:00+02:00', ['When 2']],
		['a range without an offset, which is in UTC', { $range: ['2031-05-01T09:00', '2031-05-01T17:00:00'] }, ['When 1', 'When 2']],
		['a range of days', { $range: ['2031-05-01', '2031-05-02'] }, ['When 1', 'When 2', 'When 3']],
		['a comparison with $gt', { $gt: '2031-05-01T17:00:00Z' }, ['When 3']],
	])('compares dates as instants: %s', async (_rule, condition, expected) => {
		const response = await call('GET', '/JmWorkOrderList', { query: { Query: { wo_begin_dt: condition, wo_desc: 'When%' } } });
		expect(response.json.L.map(({ wo_desc: text }: { wo_desc: string }) => text).sort()).toEqual(expected);
	});

	it('accepts long patterns', async () => {
		const response = await call('GET', '/JmJobList', { query: { Query: { job_desc: `%${'x'.repeat(8000)}%` } } });
		expect([response.status, response.json]).toEqual([200, { L: [] }]);
	});

	it.each<[string, unknown, number, string]>([
		['no query', undefined, 400, "A list requires the 'Query' parameter"],
		['an empty query', '', 400, "A list requires the 'Query' parameter"],
		['invalid JSON', '{job_no:1}', 400, 'JSON'],
		['an array as the query', '[]', 400, 'a JSON object of field names'],
		[
			'an undefined field',
			{ nothing: 1 },
			400,
			"Undefined Parameter 'nothing'. To allow undefined parameters pass validateQueryParameters = false",
		],
		['an unknown operator', { job_no: { $like: 'x' } }, 400, "unknown operator '$like'"],
		['an object without an operator', { job_no: {} }, 400, 'an empty object'],
		['an array as a value', { job_no: [1] }, 400, 'got an array'],
		['an operand that is not an array', { job_no: { $in: 1 } }, 400, "'$in' must be an array"],
		['a range of three values', { job_no: { $range: [1, 2, 3] } }, 400, 'an array of two values'],
		['an object in an array', { job_no: { $in: [{ a: 1 }] } }, 400, 'a plain value'],
		['text in a number field', { job_no: 'abc' }, 400, "'job_no' must be a whole number, got 'abc'"],
		['an invalid date', { date_added: { $gt: 'yesterday' } }, 400, "'date_added' must be a date and time"],
		['an invalid flag', { active: 'maybe' }, 400, "'active' must be 'Y' or 'N'"],
		['a pattern on a date', { date_added: '2026-%' }, 400, "'date_added' must be a date and time"],
	])('with %s is rejected', async (_case, query, status, words) => {
		const response = await call('GET', '/JmJobList', { query: query === undefined ? {} : { Query: query } });
		expect(response.status).toBe(status);
		expect(errorOf(response)).toContain(words);
	});

	it('ignores undefined fields if validateQueryParameters is false', async () => {
		const response = await call('GET', '/JmJobList', {
			query: { query: { nothing: 1, job_no: numbers[0] }, ValidateQueryParameters: 'false' },
		});
		expect(response.json.L).toHaveLength(1);
	});

	it('can contain a space written as +, as in form encoding', async () => {
		const response = await fetch(`${sandbox.apiUrl}/JmJobList?Query=%7B%22job_desc%22%3A%22query+beta%22%7D`, {
			headers: { Authorization: `Basic ${btoa('demo:demo')}` },
		});
		expect(((await response.json()) as { L: unknown[] }).L).toHaveLength(1);
	});

	it('returns only the orders of the requested document', async () => {
		const response = await call('GET', '/MoMediaOrderList', { query: { Query: { wo_no_seq: { $in: ordersCreated } } } });
		expect(response.json).toEqual({ L: [] });
		expect(response.headers.get('pagination-count')).toBe('0');
	});
});

describe('The pages of a list', () => {
	type Asset = { master_no: { master_no: number }; master_desc: string; asset_type_no: { asset_type_no: number } };
	const page = async (query: Record<string, unknown>, Query: unknown = {}): Promise<{ L: Asset[]; count: number }> => {
		const response = await call('GET', '/LibMasterList', { query: { Query, ...query } });
		expect(response.status).toBe(200);
		return { L: response.json.L, count: Number(response.headers.get('pagination-count')) };
	};
	const keys = (assets: readonly Asset[]): number[] => assets.map(({ master_no: { master_no: number } }) => number);

	it.each([
		[50, 'default'],
		[107, 'default'],
		[1000, 'default'],
		[50, '["master_no desc"]'],
		[64, '["master_desc desc", "master_no asc"]'],
		[30, '["asset_type_no"]'],
		[30, 'location desc'],
	])('with %i records each, sorted by %s, contain every record once, in the order of the whole list', async (pageSize, sort) => {
		const whole = await page({ pageSize: 10_000, ...(sort === 'default' ? {} : { sort }) });
		expect(whole.L).toHaveLength(321);
		const pages: Asset[] = [];
		for (let number = 1; number <= Math.ceil(321 / pageSize); number++) {
			const one = await page({ pageSize, page: number, ...(sort === 'default' ? {} : { sort }) });
			expect(one.count).toBe(321);
			pages.push(...one.L);
		}
		expect(keys(pages)).toEqual(keys(whole.L));
		expect((await page({ pageSize, page: Math.ceil(321 / pageSize) + 1 })).L).toEqual([]);
	});

	it('are the same regardless of the order in which they are requested', async () => {
		const inOrder = await Promise.all([1, 2, 3, 4, 5].map(async (number) => keys((await page({ pageSize: 20, page: number })).L)));
		await call('PATCH', '/LibMaster/master_no=1', { body: [{ op: 'replace', path: 'location', value: 'Vault C' }] });
		const backwards = await Promise.all([5, 4, 3, 2, 1].map(async (number) => keys((await page({ pageSize: 20, page: number })).L)));
		expect(backwards.reverse()).toEqual(inOrder);
	});

	it('include a record that was changed after the previous request', async () => {
		const Query = { location: 'Nowhere' };
		expect(await page({ pageSize: 10 }, Query)).toEqual({ L: [], count: 0 });
		await call('PATCH', '/LibMaster/master_no=2', { body: [{ op: 'replace', path: 'location', value: 'nowhere' }] });
		expect((await page({ pageSize: 10 }, Query)).count).toBe(1);
	});

	it('require pageSize: without it, page and sort are ignored', async () => {
		const response = await page({ page: 3, sort: '["nothing desc"]' });
		expect((await page({ page: 'none' })).L).toHaveLength(321);
		expect(response.L).toHaveLength(321);
		expect(keys(response.L)).toEqual([...keys(response.L)].sort((one, other) => one - other));
	});

	it('are sorted case-insensitively, with records without a value first', async () => {
		const response = await page({ pageSize: 400, sort: '["location asc"]', resultColumns: { L: ['location', 'master_no'] } });
		const places = response.L.map((asset) => (asset as unknown as { location: string | null }).location?.toLowerCase() ?? '');
		expect(new Set(places).size).toBeGreaterThan(3);
		expect(places[0]).toBe('');
		expect(places).toEqual([...places].sort());
	});

	it.each([
		[{ pageSize: 0 }, "'pageSize' parameter must be a whole number of at least 1"],
		[{ pageSize: 'x' }, "'pageSize' parameter must be a whole number of at least 1"],
		[{ pageSize: 5, page: -1 }, "'page' parameter must be a whole number of at least 1"],
		[{ pageSize: 5, sort: '["nothing desc"]' }, "unknown field 'nothing'"],
		[{ pageSize: 5, sort: '["master_no sideways"]' }, "'sort' parameter contains"],
		[{ pageSize: 5, sort: '[1]' }, "'sort' parameter must be an array of strings"],
		[{ pageSize: 5, sort: '["master_no' }, 'JSON'],
	])('are not returned for invalid parameters: %j', async (query, words) => {
		const response = await call('GET', '/LibMasterList', { query: { Query: {}, ...query } });
		expect(response.status).toBe(400);
		expect(errorOf(response)).toContain(words);
	});

	it('contain only the columns listed under "L" in resultColumns; any name other than "L" is rejected', async () => {
		const response = await page({ pageSize: 1, resultColumns: { L: ['master_no'] } });
		expect(response.L).toEqual([{ master_no: { master_no: 1, barcode: expect.any(String), external_key: null, umid: null } }]);
		expect((await call('GET', '/LibMasterList', { query: { Query: {}, resultColumns: { lib_master: ['master_no'] } } })).status).toBe(400);
	});

	it('omit nulls and alternate keys if requested', async () => {
		const response = await call('GET', '/LibMasterList', {
			query: { Query: { master_no: 18 }, nullvaluehandling: 'ignore', alternatekeyhandling: 'ignore' },
		});
		expect(response.json.L[0].master_no).toEqual({ master_no: 18 });
		expect(response.text).not.toContain('null');
	});
});

describe('A list without pagination', () => {
	it('is complete even if it is streamed', async () => {
		const job = { job_desc: 'Bulk', cust_id: '27' };
		for (let at = 0; at < 6; at++) {
			expect((await call('POST', '/JmJob', { body: { jm_job: Array.from({ length: 1000 }, () => job) } })).status).toBe(200);
		}
		const response = await call('GET', '/JmJobList', { query: { Query: { job_desc: 'Bulk' } } });
		expect(response.headers.get('pagination-count')).toBe('6000');
		expect(new Set(response.json.L.map(({ job_no: { job_no: number } }: { job_no: { job_no: number } }) => number)).size).toBe(6000);
	});
});
