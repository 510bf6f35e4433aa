import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, INodeParameters, IWorkflowSettings } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { siteForTests } from './recordingSite';

const RECORDS = 1234;
const engine = engineForTests();
const site = siteForTests();

beforeAll(async () => {
	await engine.credentials.put('export', 'mediaOperationsBasicApi', { baseUrl: site.url, username: 'demo', password: 'demo' });
});
beforeEach(() => {
	keep(range(RECORDS));
});

const range = (count: number): Record<string, unknown>[] =>
	Array.from({ length: count }, (_, index) => ({
		job_no: { job_no: index + 1, external_key: null },
		job_desc: `Job, "${index + 1}"`,
		cust_id: index === 700 ? { cust_id: '27', cust_name: 'Dovetail' } : null,
		JOB_field_1: index === 800 ? { JOB_field_1: 4, JOB_field_1_desc: 'Four' } : null,
	}));

const keep = (records: readonly object[]): void => {
	site.respond = ({ address }) => {
		const parameters = new URL(address, site.origin).searchParams;
		const [page, size] = [Number(parameters.get('page')), Number(parameters.get('pageSize'))];
		return { body: { L: records.slice((page - 1) * size, page * size) }, headers: { 'Pagination-Count': String(records.length) } };
	};
};

const run = async (parameters: INodeParameters, items = 1, settings: IWorkflowSettings = {}): Promise<NodeOutcome> =>
	await engine.run({
		settings,
		node: 'mediaOperations',
		credentials: { mediaOperationsBasicApi: 'export' },
		input: Array.from({ length: items }, () => ({ json: {} })),
		parameters: {
			authentication: 'basic',
			resource: 'job',
			operation: 'getMany',
			returnAll: true,
			output: 'file',
			binaryPropertyName: 'data',
			options: { pageSize: 100 },
			...parameters,
		},
	});

const fileOf = async ({ output, error }: NodeOutcome, item = 0, field = 'data'): Promise<{ text: string; binary: IBinaryData }> => {
	expect(error).toBeNull();
	const binary = output[0]![item]!.binary![field]!;
	return { binary, text: (await Container.get(BinaryDataService).getAsBuffer(binary)).toString('utf8') };
};

describe('Get Many to a file', () => {
	it('writes all records as CSV by default, and outputs the number of records', async () => {
		const { output, error } = await engine.run({
			node: 'mediaOperations',
			credentials: { mediaOperationsBasicApi: 'export' },
			parameters: { resource: 'job', operation: 'getMany', output: 'file' },
		});
		expect(error).toBeNull();
		expect(output[0]![0]!.json).toEqual({ file_name: 'JmJobList.csv', format: 'csv', records: RECORDS });
	});

	it('writes only as many records as Limit allows', async () => {
		const { output } = await run({ returnAll: false, limit: 60, fileFormat: 'json' });
		expect(output[0]![0]!.json).toMatchObject({ records: 60 });
	});

	it('writes NDJSON with every record in order, with one request per page', async () => {
		const outcome = await run({ fileFormat: 'ndjson', fileName: 'all jobs' });
		const { text, binary } = await fileOf(outcome);
		const lines = text
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line) as { job_no: number });
		expect(lines.map(({ job_no: number }) => number)).toEqual(range(RECORDS).map((_, index) => index + 1));
		expect(outcome.output[0]).toHaveLength(1);
		expect(outcome.output[0]![0]).toMatchObject({
			json: { file_name: 'all jobs.ndjson', format: 'ndjson', records: RECORDS },
			pairedItem: { item: 0 },
		});
		expect(binary).toMatchObject({ mimeType: 'application/x-ndjson', fileName: 'all jobs.ndjson', fileExtension: 'ndjson' });
		expect(site.requests).toHaveLength(13);
	});

	it('writes JSON into the chosen binary field, and names the file after the list by default', async () => {
		const outcome = await run({ fileFormat: 'json', binaryPropertyName: 'jobs', simplify: false });
		const { text, binary } = await fileOf(outcome, 0, 'jobs');
		expect(JSON.parse(text)).toEqual(range(RECORDS));
		expect(binary.fileName).toBe('JmJobList.json');
	});

	it('writes CSV with a column for each field, reads the list again if a later page has a new field, and recommends choosing the fields', async () => {
		const outcome = await run({ fileFormat: 'csv' });
		const [head, ...lines] = (await fileOf(outcome)).text.trimEnd().split('\r\n');
		expect(head).toBe('\uFEFFjob_no,job_desc,cust_id,cust_name,JOB_field_1,JOB_field_1_desc');
		expect(lines).toHaveLength(RECORDS);
		expect([lines[0], lines[700], lines[800]]).toEqual([
			'1,"Job, ""1""",,,,',
			'701,"Job, ""701""",27,Dovetail,,',
			'801,"Job, ""801""",,,4,Four',
		]);
		expect(site.requests).toHaveLength(26);
		expect(outcome.hints.join()).toContain("'Fields to Return'");
	});

	it.each([
		['with a byte order mark by default', {}, '\uFEFFjob_no,'],
		['without a byte order mark if the option excludes it', { excludeByteOrderMark: true }, 'job_no,'],
	])('writes CSV %s, even if it reads the list again', async (_what, options: INodeParameters, start) => {
		const { text } = await fileOf(await run({ fileFormat: 'csv', options: { pageSize: 100, ...options } }));
		expect([text.startsWith(start), text.split('job_no').length]).toEqual([true, 2]);
	});

	describe('for a spreadsheet in another language', () => {
		beforeEach(() =>
			keep([
				{ job_no: 1, job_desc: 'Edit; "mix", 5.1', hours: 1234.5 },
				{ job_no: 2, job_desc: 'Sound', hours: -3 },
			]),
		);
		const linesOf = async (options: INodeParameters): Promise<string[]> =>
			(await fileOf(await run({ fileFormat: 'csv', options: { excludeByteOrderMark: true, ...options } }))).text.split('\r\n');

		it('writes semicolons and decimal commas', async () => {
			expect(await linesOf({ separator: 'semicolon', decimalSeparator: 'comma' })).toEqual([
				'job_no;job_desc;hours',
				'1;"Edit; ""mix"", 5.1";1234,5',
				'2;Sound;-3',
				'',
			]);
		});

		it.each([
			['tab', '1\t"Edit; ""mix"", 5.1"\t1234.5'],
			['pipe', '1|"Edit; ""mix"", 5.1"|1234.5'],
			['comma', '1,"Edit; ""mix"", 5.1",1234.5'],
		])("writes the separator '%s' and decimal points", async (separator, line) => {
			expect((await linesOf({ separator }))[1]).toBe(line);
		});

		it('puts a number with a decimal comma in quotes if the separator is a comma too', async () => {
			expect((await linesOf({ decimalSeparator: 'comma' }))[1]).toBe('1,"Edit; ""mix"", 5.1","1234,5"');
		});

		it('keeps the separators if it reads the list again', async () => {
			keep([...Array.from({ length: 150 }, (_, at) => ({ job_no: at + 1, hours: 0.5 })), { job_no: 151, hours: 1.5, note: 'a;b' }]);
			const lines = await linesOf({ pageSize: 100, separator: 'semicolon', decimalSeparator: 'comma' });
			expect([lines[0], lines[1], lines[151]]).toEqual(['job_no;hours;note', '1;0,5;', '151;1,5;"a;b"']);
		});

		it('rejects a separator that it does not know, such as one from an expression', async () => {
			const { error } = await run({ fileFormat: 'csv', options: { separator: ';' } });
			expect(error?.message).toContain("Unknown value ';' for 'Separator'");
			expect(site.requests).toEqual([]);
		});
	});

	describe('with Local Times', () => {
		const zones = { berlin: 'Europe/Berlin', newYork: 'America/New_York' };
		const linesOf = async (timezone: string, parameters: INodeParameters): Promise<string[]> => {
			const outcome = await run({ fileFormat: 'csv', ...parameters }, 1, { timezone });
			return (await fileOf(outcome)).text.replace('\uFEFF', '').trimEnd().split('\r\n');
		};
		beforeEach(() =>
			keep([
				{ job_no: 1, job_desc: '2026-08-18T09:00:00Z', date_added: '2026-08-18T09:00:00+00:00', JOB_field_5: '2026-12-01T23:30:15.250Z' },
				{ job_no: 2, job_desc: 'Sound', date_added: null, JOB_field_5: 'not a time' },
				{ job_no: 3, job_desc: 'Mix', date_added: '0001-01-01T00:00:00Z', JOB_field_5: '2026-12-01' },
				// In Berlin, it is 02:30 at both times.
				{ job_no: 4, job_desc: 'Dub', date_added: '2026-10-25T00:30:00Z', JOB_field_5: '2026-10-25T01:30:00Z' },
			]),
		);

		it.each([
			[zones.berlin, '2026-08-18 11:00:00', '2026-12-02 00:30:15', '4,Dub,2026-10-25 02:30:00,2026-10-25T01:30:00Z'],
			[zones.newYork, '2026-08-18 05:00:00', '2026-12-01 18:30:15', '4,Dub,2026-10-24 20:30:00,2026-10-24 21:30:00'],
		])('writes the times of %s, also in custom fields, and leaves all other values unchanged', async (zone, added, custom, autumn) => {
			expect(await linesOf(zone, { options: { localTimes: true } })).toEqual([
				'job_no,job_desc,date_added,JOB_field_5',
				`1,2026-08-18T09:00:00Z,${added},${custom}`,
				'2,Sound,,not a time',
				'3,Mix,0001-01-01T00:00:00Z,2026-12-01',
				autumn,
			]);
		});

		it('writes times as the site returns them if the option is off or the file is not a table', async () => {
			expect((await linesOf(zones.berlin, { options: {} }))[1]).toContain('2026-08-18T09:00:00+00:00');
			expect((await linesOf(zones.berlin, { options: { localTimes: false } }))[1]).toContain('2026-08-18T09:00:00+00:00');
			expect((await linesOf(zones.berlin, { fileFormat: 'ndjson', options: { localTimes: true } }))[0]).toContain(
				'2026-08-18T09:00:00+00:00',
			);
		});
	});

	it('reads the list once if the fields are chosen, and keeps their order', async () => {
		const outcome = await run({ fileFormat: 'csv', options: { pageSize: 100, columns: ['cust_id', 'job_desc'] } });
		expect((await fileOf(outcome)).text.split('\r\n').slice(0, 2)).toEqual(['\uFEFFjob_no,cust_id,job_desc,cust_name', '1,,"Job, ""1""",']);
		expect([site.requests.length, outcome.hints]).toEqual([13, []]);
	});

	it('requests empty fields for a CSV file even if the options omit them, but not for NDJSON', async () => {
		const asked = async (fileFormat: string): Promise<Set<string | null>> => {
			site.forget();
			keep(range(RECORDS));
			await fileOf(await run({ fileFormat, options: { omitNulls: true } }));
			return new Set(site.requests.map(({ address }) => new URL(address, site.origin).searchParams.get('nullvaluehandling')));
		};
		expect(await asked('csv')).toEqual(new Set([null]));
		expect(await asked('ndjson')).toEqual(new Set(['ignore']));
	});

	it('writes the files of several items one after another, and never exceeds Max Concurrent Requests', async () => {
		const outcome = await run({ fileFormat: 'ndjson', options: { pageSize: 100, concurrency: 4 } }, 3);
		for (const item of [0, 1, 2]) expect((await fileOf(outcome, item)).text.trimEnd().split('\n')).toHaveLength(RECORDS);
		expect(outcome.output[0]!.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(site.maxConcurrent).toBeLessThanOrEqual(4);
		// The second file starts when the first is complete.
		expect(
			site.requests
				.slice(0, 13)
				.map(({ address }) => Number(/[?&]page=(\d+)/.exec(address)![1]))
				.sort((one, other) => one - other),
		).toEqual(range(13).map((_, index) => index + 1));
	});

	it("outputs no file if a page fails, and reports the site's message", async () => {
		const respond = site.respond;
		site.respond = (request, number) =>
			request.address.includes('page=7') ? { status: 400, body: { error: 'The seventh page is gone' } } : respond(request, number);
		const outcome = await run({ fileFormat: 'ndjson' });
		expect(outcome.error).toMatchObject({ message: 'The seventh page is gone [Item 0]', httpCode: '400' });
		expect(outcome.output.flat()).toEqual([]);
	});

	it('writes the complete file if n8n keeps files in memory', async () => {
		const service = Container.get(BinaryDataService) as unknown as { mode: string };
		const before = service.mode;
		service.mode = 'default';
		try {
			const { binary } = await fileOf(await run({ fileFormat: 'ndjson' }));
			expect(binary.id).toBeUndefined();
			expect(Buffer.from(binary.data, 'base64').toString('utf8').trimEnd().split('\n')).toHaveLength(RECORDS);
		} finally {
			service.mode = before;
		}
	});

	it.each([
		[{ fileFormat: 'xlsx' }, "Unknown value 'xlsx' for 'File Format' [Item 0]"],
		[{ fileFormat: 'csv', binaryPropertyName: ' ' }, "'Put Output File in Field' is empty [Item 0]"],
	])('rejects %j before anything is sent', async (parameters, message) => {
		expect((await run(parameters)).error?.message).toBe(message);
		expect(site.requests).toEqual([]);
	});

	it('releases written pages, so that at most two more pages than Max Concurrent Requests are in memory', async () => {
		const [pages, maxPages] = [40, 3];
		let responded = 0;
		let farthest = 0;
		const { id } = (await fileOf(await run({ fileFormat: 'ndjson', limit: 1, returnAll: false }))).binary;
		expect(id).toMatch(/^filesystem/);
		const manager = (
			Container.get(BinaryDataService) as unknown as { managers: Record<string, { store: (...given: unknown[]) => Promise<unknown> }> }
		).managers['filesystem-v2']!;
		const store = manager.store;
		// The disk is made slower than the site, so that the test shows how many pages are requested ahead.
		manager.store = async (location: unknown, body: unknown, ...more: unknown[]) => {
			if (Buffer.isBuffer(body)) return await store.call(manager, location, body, ...more);
			return await store.call(
				manager,
				location,
				(async function* () {
					let written = 0;
					for await (const piece of body as AsyncIterable<Buffer>) {
						await new Promise((resolve) => setTimeout(resolve, 10));
						farthest = Math.max(farthest, responded - written);
						written += 1;
						yield piece;
					}
				})(),
				...more,
			);
		};
		keep(range(pages * 10));
		const respond = site.respond;
		site.respond = (request, number) => {
			responded += 1;
			return respond(request, number);
		};
		try {
			const { text } = await fileOf(await run({ fileFormat: 'ndjson', options: { pageSize: 10, concurrency: maxPages } }));
			expect(text.trimEnd().split('\n')).toHaveLength(pages * 10);
		} finally {
			manager.store = store;
		}
		expect(responded).toBe(pages);
		expect(farthest).toBeLessThanOrEqual(maxPages + 2);
	});
});
