import { gzipSync } from 'node:zlib';

import type { IBinaryData, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { IMPORT_TITLES, outputText } from './importing';
import { siteForTests, type Recorded, type Reply } from './recordingSite';

const engine = engineForTests();
const site = siteForTests();

beforeAll(async () => {
	await engine.credentials.put('import', 'mediaOperationsBasicApi', { baseUrl: site.url, username: 'demo', password: 'demo' });
});

/** The titles that the site has, in the order of their numbers. */
let titles: Record<string, unknown>[] = [];
beforeEach(() => {
	titles = [];
	site.respond = respond;
});

const isDefinition = ({ address }: Recorded): boolean => address.includes('/spec/');

const respond = ({ method, address, body }: Recorded): Reply => {
	if (address.includes('/spec/')) return { status: 404, body: { error: 'No definition' } };
	if (method === 'GET') {
		const { pathname, searchParams } = new URL(address, site.origin);
		const [, key = '', value = ''] = /\/LibTitle\/([^=]+)=(.+)$/.exec(decodeURIComponent(pathname)) ?? [];
		if (key === '') {
			const query = JSON.parse(searchParams.get('Query') ?? '{}') as Record<string, unknown>;
			return { body: { L: titles.filter((title) => title.title_desc === query.title_desc) }, headers: { 'Pagination-Count': '1' } };
		}
		const found = titles.filter((title) => String(title[key]) === value);
		return found.length > 0 ? { body: { lib_title: found } } : { status: 404, body: { error: 'Not found' } };
	}
	if (method !== 'POST') return { status: 204 };
	const { lib_title: records } = JSON.parse(body) as { lib_title: Record<string, unknown>[] };
	if (records.some(({ title_desc: text }) => String(text).startsWith('Bad'))) return { status: 400, body: { error: 'The title is bad' } };
	const added = records.map((record, index) => ({ ...record, title_no: titles.length + index + 1 }));
	titles.push(...added);
	return {
		body: {
			message: null,
			tables: ['lib_title'],
			lib_title: { record_identifiers: ['title_no'], records: added.map(({ title_no }) => ({ title_no })) },
		},
	};
};

/** A site whose definition describes the title that a create sends. */
const withDefinition = (title: object): ((request: Recorded) => Reply) => {
	const schema = { type: 'object', properties: { lib_title: { type: 'array', items: { type: 'object', ...title } } } };
	const paths = { '/LibTitle': { post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} } } };
	return (request) => (isDefinition(request) ? { body: { openapi: '3.0.0', paths } } : respond(request));
};

const fileOf = (content: string | Buffer): IBinaryData => ({
	data: Buffer.from(content).toString('base64'),
	mimeType: 'text/csv',
	fileName: 'titles.csv',
});

interface Given {
	readonly content: string | Buffer;
	readonly parameters?: INodeParameters;
	readonly earlier?: string;
	readonly mode?: WorkflowExecuteMode;
}

const run = async ({ content, parameters = {}, earlier, mode = 'trigger' }: Given): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		credentials: { mediaOperationsBasicApi: 'import' },
		input: [{ json: {}, binary: { data: fileOf(content), ...(earlier === undefined ? {} : { earlier: fileOf(earlier) }) } }],
		mode,
		parameters: {
			authentication: 'basic',
			...IMPORT_TITLES,
			validateFirst: 'manual',
			...parameters,
		},
	});

const summaryOf = ({ output, error }: NodeOutcome): Record<string, unknown> => {
	expect(error).toBeNull();
	return output[0]![0]!.json;
};

/** Line, key and outcome of each row in the result file. */
const outcomesOf = async (outcome: NodeOutcome): Promise<string[]> =>
	(await outputText(outcome, 'result'))
		.trimEnd()
		.split('\r\n')
		.slice(1)
		.map((line) => line.split(',').slice(0, 3).join(' '));

const sentTitles = (): unknown[] =>
	site.requests.filter(({ method }) => method === 'POST').flatMap(({ body }) => (JSON.parse(body) as { lib_title: unknown[] }).lib_title);

describe('An import', () => {
	it('creates a record for each row, by field name or label, and outputs one summary with a result file', async () => {
		const outcome = await run({ content: 'external_key,Title\r\nA1,"One, two"\r\nA2,Drei\r\n' });
		expect(summaryOf(outcome)).toEqual({
			rows: 2,
			created: 2,
			updated: 0,
			deleted: 0,
			failed: 0,
			uncertain: 0,
			skipped: 0,
			not_sent: 0,
			complete: true,
			seconds: expect.any(Number) as number,
		});
		expect(sentTitles()).toEqual([
			{ external_key: 'A1', title_desc: 'One, two' },
			{ external_key: 'A2', title_desc: 'Drei' },
		]);
		expect(await outcomesOf(outcome)).toEqual(['2 1 created', '3 2 created']);
		expect((await outputText(outcome, 'result')).split('\r\n')[0]).toBe('line,key,outcome,message,row');
		expect(outcome.output[0]![0]!.binary).not.toHaveProperty('rejected');
	});

	it.each([
		['a gzip file', gzipSync('Title;external_key\nCafé;A1\n'), {}],
		['text in the chosen encoding windows-1252', Buffer.from('Title;external_key\nCafé;A1\n', 'latin1'), { encoding: 'windows-1252' }],
		['UTF-16 with a byte order mark', Buffer.from('\uFEFFTitle;external_key\nCafé;A1\n', 'utf16le'), {}],
		[
			'UTF-8 with a byte order mark, regardless of the chosen encoding',
			Buffer.from('\uFEFFTitle;external_key\nCafé;A1\n'),
			{ encoding: 'windows-1252' },
		],
		['NDJSON', '{"Title": "Café", "external_key": "A1"}\n', {}],
		['JSON', '[{"title_desc": "Café", "external_key": "A1"}]', {}],
	])('reads %s', async (_what, content, importOptions) => {
		expect(summaryOf(await run({ content, parameters: { importOptions } }))).toMatchObject({ created: 1 });
		expect(sentTitles()).toEqual([{ title_desc: 'Café', external_key: 'A1' }]);
	});

	it('writes a file with exactly the rows that were not imported, and can import that file', async () => {
		const rows = Array.from({ length: 40 }, (_, index) => `A${index},${index === 13 || index === 30 ? 'Bad' : 'Good'} ${index}`);
		const content = ['external_key,title_desc', ...rows, 'A40,'].join('\n');
		const outcome = await run({ content, parameters: { options: { recordsPerRequest: 10 } } });
		expect(summaryOf(outcome)).toMatchObject({ rows: 41, created: 38, failed: 3, complete: true });
		expect(titles).toHaveLength(38);
		const rejected = await outputText(outcome, 'rejected');
		const [head, ...lines] = rejected.trimEnd().split('\r\n');
		expect(head).toBe('\uFEFFexternal_key,title_desc,import_line,import_reason');
		expect(lines.map((line) => line.split(',').slice(0, 3))).toEqual([
			['A13', 'Bad 13', '15'],
			['A30', 'Bad 30', '32'],
			['A40', '', '42'],
		]);
		expect(lines[0]).toContain('The title is bad');
		expect(lines[2]).toContain("The required field 'Title' (title_desc) is empty");
		const second = await run({ content: rejected.replaceAll('Bad', 'Fixed').replace('A40,,', 'A40,Named,') });
		expect(summaryOf(second)).toMatchObject({ rows: 3, created: 3, failed: 0 });
		expect(titles.map(({ external_key: key }) => key).sort()).toEqual(Array.from({ length: 41 }, (_, index) => `A${index}`).sort());
	});

	it.each([
		['NDJSON', '{"external_key":"A1","title_desc":"One"}\n{"external_key":"A2","title_desc":"Two"\n["A3","Three"]\n'],
		['JSON', '[{"external_key":"A1","title_desc":"One"},\n {"external_key":"A2","title_desc":"Two",},\n ["A3","Three"]]'],
	])('keeps the text of unreadable rows of a %s file, and rejects these rows again until they are corrected', async (_format, content) => {
		const first = await run({ content });
		expect(summaryOf(first)).toMatchObject({ rows: 3, created: 1, failed: 2, complete: true });
		const texts = async (outcome: NodeOutcome): Promise<unknown[]> =>
			(await outputText(outcome, 'rejected'))
				.trimEnd()
				.split('\n')
				.map((line) => (JSON.parse(line) as { import_text: unknown }).import_text);
		const [second] = await texts(first);
		expect(second).toMatch(/^\{"external_key":"A2","title_desc":"Two",?\}?$/);
		expect(await texts(first)).toEqual([second, '["A3","Three"]']);

		const rejected = await outputText(first, 'rejected');
		const again = await run({ content: rejected });
		expect(summaryOf(again)).toMatchObject({ rows: 2, created: 0, failed: 2 });
		expect(await texts(again)).toEqual(await texts(first));

		const corrected = rejected
			.trimEnd()
			.split('\n')
			.map((line, at) => JSON.stringify({ ...(JSON.parse(line) as object), external_key: `A${at + 2}`, title_desc: 'Corrected' }));
		expect(summaryOf(await run({ content: corrected.join('\n') }))).toMatchObject({ created: 2, failed: 0 });
		expect(sentTitles().slice(1)).toEqual([
			{ external_key: 'A2', title_desc: 'Corrected' },
			{ external_key: 'A3', title_desc: 'Corrected' },
		]);
	});

	it('only validates the rows in a manual execution, and sends no records', async () => {
		const outcome = await run({
			content: 'external_key,title_desc,Color,parent_title_no\nA1,One,red,12\nA2,,blue,\na1,Two,green,\nA4,Two,green,1.5\n',
			mode: 'manual',
		});
		expect(summaryOf(outcome)).toEqual({
			validated: true,
			rows: 4,
			valid: 1,
			invalid: 3,
			columns: { external_key: 'external_key', title_desc: 'title_desc', Color: null, parent_title_no: 'parent_title_no' },
			unknown_columns: ['Color'],
			missing_required_fields: [],
			duplicate_keys: 1,
			problems: [
				{ line: 3, problem: "The required field 'Title' (title_desc) is empty" },
				{ line: 4, problem: '\'external_key\' "a1" is also on line 2' },
				{ line: 5, problem: '\'Parent Title\' must be a whole number, got "1.5"' },
			],
			seconds: expect.any(Number) as number,
		});
		// The unknown column could be a custom field.
		expect(site.requests.map(({ address }) => address)).toEqual(['/API/v2/database/DEMO/spec/LibTitle']);
		expect(outcome.hints.join()).toContain("Set 'Validate First' to 'Never'");
		expect(outcome.hints.join()).toContain(
			"Custom fields are not known, because the site's definition cannot be read: No definition (404 on GET",
		);
	});

	it('reports an invalid cell only once, and not also as empty', async () => {
		const order = await run({
			content: 'wo_desc,phase_code,wo_begin_dt,wo_end_dt,wo_type_no,rate_card_no,cust_id\nEdit,CONF,31.02.2026,2026-03-01,1,1,C1\n',
			parameters: { resource: 'workOrder' },
			mode: 'manual',
		});
		expect(summaryOf(order).problems).toEqual([
			{ line: 2, problem: expect.stringMatching(/^'Begin' must be a date, got "31\.02\.2026"\. Use a format such as [^.]+$/) as string },
		]);
		const title = await run({ content: 'title_no,title_desc\n1.5,One\n', parameters: { operation: 'update' }, mode: 'manual' });
		expect(summaryOf(title).problems).toEqual([
			{ line: 2, problem: expect.stringMatching(/^[^.]* must be a whole number, got "1\.5"$/) as string },
		]);
	});

	it('rejects a key that occurs twice', async () => {
		const outcome = await run({ content: 'external_key,title_desc\nA1,One\nA2,Two\na1,Three\n' });
		expect(summaryOf(outcome)).toMatchObject({ created: 2, failed: 1 });
		expect(await outputText(outcome, 'rejected')).toContain('\'external_key\' ""a1"" is also on line 2');
	});

	it('finds a look-up record by its name, with one request per name, and rejects an unknown or ambiguous name', async () => {
		titles = [
			{ title_no: 901, title_desc: 'Series A' },
			{ title_no: 902, title_desc: 'Series B' },
			{ title_no: 903, title_desc: 'Series B' },
		];
		const outcome = await run({
			content: 'title_desc,Parent Title\nOne,Series A\nTwo,Series A\nThree,Series B\nFour,Series C\nFive,77\n',
		});
		expect(summaryOf(outcome)).toMatchObject({ created: 3, failed: 2 });
		expect(sentTitles()).toHaveLength(3);
		expect(sentTitles()).toEqual(
			expect.arrayContaining([
				{ title_desc: 'One', parent_title_no: 901 },
				{ title_desc: 'Two', parent_title_no: 901 },
				{ title_desc: 'Five', parent_title_no: 77 },
			]),
		);
		expect(site.requests.filter(({ method }) => method === 'GET')).toHaveLength(3);
		const rejected = await outputText(outcome, 'rejected');
		expect(rejected).toContain('several records have this name');
		expect(rejected).toContain('no Title has this name');
	});

	it.each([
		['CSV', 'cust_name,job_desc,cust_id\nNorth Films,One,acme\n'],
		['NDJSON', '{"cust_name":"North Films","job_desc":"One","cust_id":"acme"}\n'],
	])('sends the key of a look-up, and not its name, even if the name comes first in a %s file', async (_format, content) => {
		site.respond = () => ({ body: { jm_job: { record_identifiers: ['job_no'], records: [{ job_no: 7 }] } } });
		const outcome = await run({ content, parameters: { resource: 'job' } });
		expect(summaryOf(outcome)).toMatchObject({ created: 1, failed: 0 });
		const [request, ...others] = site.requests.filter((each) => !isDefinition(each));
		expect(others).toEqual([]);
		expect(JSON.parse(request!.body)).toEqual({ jm_job: [{ job_desc: 'One', cust_id: 'acme' }] });
	});

	it('continues a run with its result file: completed rows are skipped, and uncertain ones are looked up first', async () => {
		const content = 'external_key,title_desc\nA1,One\nA2,Two\nA3,Three\nA4,Four\n';
		site.respond = (request) => {
			if (request.method !== 'POST') return respond(request);
			if (request.body.includes('"A2"')) return (respond(request), { reset: true });
			return request.body.includes('"A3"') ? { reset: true } : respond(request);
		};
		const first = await run({ content, parameters: { importOptions: { maxRows: 3 } } });
		expect(summaryOf(first)).toMatchObject({ created: 1, uncertain: 2, complete: false, stopped_because: "'Max Rows' (3) was reached" });
		expect(titles.map(({ external_key: key }) => key)).toEqual(['A1', 'A2']);
		site.respond = respond;
		const second = await run({
			content,
			earlier: await outputText(first, 'result'),
			parameters: { importOptions: { skipRowsDoneIn: 'earlier' } },
		});
		expect(summaryOf(second)).toMatchObject({ rows: 4, created: 3, skipped: 1, uncertain: 0, complete: true });
		expect(titles.map(({ external_key: key }) => key).sort()).toEqual(['A1', 'A2', 'A3', 'A4']);
		const third = await run({
			content,
			earlier: await outputText(second, 'result'),
			parameters: { importOptions: { skipRowsDoneIn: 'earlier' } },
		});
		expect(summaryOf(third)).toMatchObject({ rows: 4, created: 0, skipped: 4 });
		expect(titles).toHaveLength(4);
	});

	describe('after the site returns a server error and a reason for one row', () => {
		const REASON = "'parent_title_no' refers to a record that does not exist";
		beforeEach(() => {
			site.respond = (request) =>
				request.method !== 'GET' && request.body.includes('Bad') ? { status: 500, body: { error: REASON } } : respond(request);
		});
		const content = 'external_key,title_desc\nA1,One\nA2,Bad\nA3,Three\n';

		it.each(['create', 'upsert', 'update'])(
			'rejects only that row, because a look-up shows that its record was not written (%s)',
			async (operation) => {
				if (operation === 'update') titles = ['A1', 'A2', 'A3'].map((key) => ({ external_key: key, title_no: 1, title_desc: 'Old' }));
				const outcome = await run({ content, parameters: { operation, options: { recordsPerRequest: 3 } } });
				expect(summaryOf(outcome)).toMatchObject({ failed: 1, uncertain: 0, complete: true });
				expect((await outcomesOf(outcome)).map((line) => line.split(' ').at(-1)!)).toEqual([
					expect.stringMatching(/^(created|updated)$/),
					'failed',
					expect.stringMatching(/^(created|updated)$/),
				]);
				const rejected = (await outputText(outcome, 'rejected')).trimEnd().split('\r\n');
				expect(rejected).toHaveLength(2);
				expect(rejected[1]).toMatch(/^A2,Bad,3,"?'parent_title_no' refers to a record that does not exist \(500 on /);
				expect(rejected[1]).not.toContain('may have succeeded');
			},
		);

		it('reports that row as uncertain if the record on the site has the same values', async () => {
			titles = [{ external_key: 'A2', title_no: 7, title_desc: 'Bad' }];
			expect(summaryOf(await run({ content, parameters: { operation: 'update' } }))).toMatchObject({ updated: 2, failed: 0, uncertain: 1 });
			expect(summaryOf(await run({ content }))).toMatchObject({ created: 2, failed: 0, uncertain: 1 });
		});

		it('reports the rows as uncertain if they contain no key for looking up their records', async () => {
			const outcome = await run({ content: 'title_desc\nOne\nBad\n', parameters: { options: { recordsPerRequest: 2 } } });
			expect(summaryOf(outcome)).toMatchObject({ created: 0, failed: 0, uncertain: 2 });
		});
	});

	it('rejects the result file of a different import before anything is sent', async () => {
		const first = await run({ content: 'external_key,title_desc\nA1,One\nA2,Two\n' });
		const requests = site.requests.length;
		const second = await run({
			content: 'external_key,title_desc\nA1,One\nA9,Nine\nA2,Two\n',
			earlier: await outputText(first, 'result'),
			parameters: { importOptions: { skipRowsDoneIn: 'earlier' } },
		});
		expect(second.error?.message).toContain('Line 3 is not the row that the earlier run sent');
		expect(site.requests).toHaveLength(requests);
	});

	it('stops if the site refuses the sign-in, and explains how to continue', async () => {
		site.respond = (request, number) => (number > 2 ? { status: 401, body: { error: 'Locked out' } } : respond(request));
		const content = ['title_desc', ...Array.from({ length: 200 }, (_, index) => `T${index}`)].join('\n');
		const outcome = await run({ content, parameters: { options: { concurrency: 2 } } });
		expect(summaryOf(outcome)).toMatchObject({
			created: 2,
			complete: false,
			stopped_because: expect.stringContaining('Locked out') as string,
		});
		expect(site.requests.length).toBeLessThan(15);
		expect(outcome.hints.join()).toContain('Skip Completed Rows In');
	});

	it('first shows that it stopped, even if the site returned a message for each row', async () => {
		site.respond = (request, number) => {
			if (number > 8) return { status: 401, body: { error: 'Locked out' } };
			const reply = respond(request);
			return { ...reply, body: { ...(reply.body as object), message: `Note ${number}` } };
		};
		const content = ['title_desc', ...Array.from({ length: 20 }, (_, index) => `T${index}`)].join('\n');
		const { hints } = await run({ content, parameters: { options: { concurrency: 1 } } });
		expect(hints).toHaveLength(5);
		expect(hints[0]).toMatch(/^The import is not complete: .*[^.]\. To continue/);
		expect(hints.slice(1)).toEqual([1, 2, 3, 4].map((number) => `Message from the site for 'LibTitle': Note ${number}`));
	});

	it.each([
		['update', 'PATCH', '/LibTitle/title_no=7', { updated: 1 }],
		['upsert', 'PUT', '/LibTitle/title_no=7', { updated: 1 }],
		['delete', 'DELETE', '/LibTitle/title_no=7', { deleted: 1 }],
	])('addresses each record by its key (%s)', async (operation, method, address, counts) => {
		const outcome = await run({ content: 'title_no\ttitle_desc\n7\tSeven\n', parameters: { operation } });
		expect(summaryOf(outcome)).toMatchObject({ rows: 1, ...counts });
		expect(site.requests.map((request) => [request.method, request.address.split('DEMO')[1]])).toEqual([[method, address]]);
	});

	it.each([
		['update', 'PATCH', { updated: 1 }],
		['upsert', 'PUT', { updated: 1 }],
		['delete', 'DELETE', { deleted: 1 }],
	])('addresses each order by its number and sequence (%s)', async (operation, method, counts) => {
		const parameters = { resource: 'workOrder', operation };
		expect(summaryOf(await run({ content: 'wo_no_seq,wo_desc\n7-1,Seven\n', parameters }))).toMatchObject({ rows: 1, ...counts });
		expect(site.requests.map((request) => [request.method, request.address.split('DEMO')[1]])).toEqual([
			[method, '/JmWorkOrder/wo_no_seq=7-1'],
		]);
	});

	it("converts dates from the workflow's time zone to UTC and numbers with a decimal comma to JSON numbers, with types from 'Columns' if there is no definition", async () => {
		site.respond = () => ({
			body: {
				message: null,
				tables: ['jm_work_order'],
				jm_work_order: { record_identifiers: ['wo_no_seq'], records: [{ wo_no_seq: '1-1' }] },
			},
		});
		const outcome = await run({
			content: 'Order;From;Hours;wo_type_no\nEdit;31.07.2026 09:30;1,5;3\n',
			parameters: {
				resource: 'anyDocument',
				documentName: 'JmWorkOrder',
				table: 'jm_work_order',
				columnMapping: {
					column: [
						{ columnName: 'Order', fieldName: 'wo_desc', contains: 'auto' },
						{ columnName: 'From', fieldName: 'wo_begin_dt', contains: 'date' },
						{ columnName: 'Hours', fieldName: 'custom_hours', contains: 'number' },
					],
				},
			},
		});
		expect(summaryOf(outcome)).toMatchObject({ created: 1 });
		expect(outcome.hints.join()).toContain("The fields of this document are not known, because the site's definition cannot be read");
		expect(JSON.parse(site.requests.at(-1)!.body)).toEqual({
			jm_work_order: [{ wo_desc: 'Edit', wo_begin_dt: '2026-07-31T09:30:00Z', custom_hours: 1.5, wo_type_no: '3' }],
		});
	});

	it('sends the key of a look-up with its leading zeros', async () => {
		site.respond = () => ({ status: 204 });
		const outcome = await run({
			content: 'external_key,cust_id,wo_type_no\nW1,0027,12\n',
			parameters: { resource: 'workOrder', operation: 'update', importKey: 'external_key' },
		});
		expect(summaryOf(outcome)).toMatchObject({ updated: 1 });
		expect(JSON.parse(site.requests[0]!.body)).toEqual([
			{ op: 'replace', path: 'cust_id', value: '0027' },
			{ op: 'replace', path: 'wo_type_no', value: 12 },
		]);
	});

	it.each([
		['a key', '{"external_key":1234567890123456789,"title_desc":"One"}', 'external_key'],
		['a key object', '{"parent_title_no":{"external_key":1234567890123456789},"title_desc":"One"}', 'parent_title_no'],
		['a key object as text', '{"parent_title_no":"{\\"external_key\\":1234567890123456789}","title_desc":"One"}', 'parent_title_no'],
	])('rejects %s with more digits than JSON numbers can have, and accepts it in quotes', async (_what, row, field) => {
		const label = { external_key: 'External Key', parent_title_no: 'Parent Title' }[field]!;
		const quoted = row.replace('1234567890123456789', row.includes('\\"') ? '\\"1234567890123456789\\"' : '"1234567890123456789"');
		const outcome = await run({ content: `${row}\n${quoted}\n` });
		expect(summaryOf(outcome)).toMatchObject({ created: 1, failed: 1 });
		expect(await outputText(outcome, 'rejected')).toContain(
			`'${label}' contains a number with too many digits, which JSON rounds to 1234567890123456800. Put the original number in quotes`,
		);
		expect(JSON.stringify(sentTitles())).toContain('"1234567890123456789"');
	});

	it('rejects a sub-table row with a number that has more digits than JSON numbers can have', async () => {
		const outcome = await run({
			content: 'job_desc;cust_id;jm_episode\nOne;27;[{"title_no":1234567890123456789}]\n',
			parameters: { resource: 'job' },
		});
		expect(summaryOf(outcome)).toMatchObject({ created: 0, failed: 1 });
		expect(await outputText(outcome, 'rejected')).toContain('Put the original number in quotes');
		expect(site.requests).toEqual([]);
	});

	it.each<[string, string, INodeParameters, unknown]>([
		[
			'Create',
			'{"title_no":null,"external_key":"A1","title_desc":"One"}\n',
			{},
			{ lib_title: [{ external_key: 'A1', title_desc: 'One' }] },
		],
		[
			'Update',
			'title_no,external_key,title_desc\n,A1,One\n',
			{ operation: 'update', importOptions: { emptyCells: 'clear' } },
			[{ op: 'replace', path: 'title_desc', value: 'One' }],
		],
		[
			'Update by the primary key, which clears the alternate key',
			'title_no,external_key\n7,\n',
			{ operation: 'update', importOptions: { emptyCells: 'clear' } },
			[{ op: 'replace', path: 'external_key', value: null }],
		],
		[
			'Create or Update',
			'title_no,external_key,title_desc\n,A1,One\n',
			{ operation: 'upsert', importOptions: { emptyCells: 'clear' } },
			{ lib_title: [{ title_no: { external_key: 'A1' }, external_key: 'A1', title_desc: 'One' }] },
		],
	])('never sends an empty primary key (%s)', async (_what, content, parameters, body) => {
		const outcome = await run({ content, parameters });
		expect(summaryOf(outcome)).toMatchObject({ failed: 0, complete: true });
		expect(JSON.parse(site.requests.at(-1)!.body)).toEqual(body);
	});

	it('stops at a line that cannot be read, and reports the rows that were sent before it', async () => {
		const content = Buffer.concat([Buffer.from('title_desc\nOne\nTwo\n'), Buffer.alloc(70_000, 'x\n'), Buffer.from([0xff])]);
		const outcome = await run({ content: gzipSync(content), parameters: { options: { recordsPerRequest: 500 } } });
		expect(summaryOf(outcome)).toMatchObject({
			complete: false,
			stopped_because: expect.stringContaining("Line 35004 of the file cannot be read in the encoding 'utf-8'") as string,
		});
		expect((await outcomesOf(outcome)).length).toBe(titles.length);
		expect(titles.length).toBeGreaterThan(1000);
	});

	it.each<[string, Given, string]>([
		['a missing binary field', { content: '', parameters: { inputBinaryField: 'file' } }, "The item has no binary field 'file'"],
		['unknown columns', { content: 'title_desc,Color\nA,red\n' }, "The file has unknown columns: 'Color'"],
		[
			'a file without a column for a required field',
			{ content: 'external_key\nA\n' },
			"The file has no column for the required fields 'title_desc'",
		],
		[
			'two columns for one field',
			{ content: 'title_desc,Title\nA,B\n' },
			"The columns 'title_desc' and 'Title' are both assigned to 'title_desc'",
		],
		['an Excel workbook', { content: Buffer.from('504b0304140006', 'hex') }, 'The file is an Excel workbook or a ZIP archive'],
		[
			'text in a different encoding',
			{ content: Buffer.from('title_desc\nCafe\nCafé\n', 'latin1') },
			"Line 3 of the file cannot be read in the encoding 'utf-8'",
		],
		['an unknown encoding', { content: 'title_desc\nA\n', parameters: { importOptions: { encoding: 'ansi' } } }, "Unknown encoding 'ansi'"],
		['a damaged gzip file', { content: gzipSync('title_desc\nA\n').subarray(0, 15) }, 'The compressed file cannot be read'],
	])('rejects %s before anything is sent', async (_what, given, message) => {
		const outcome = await run(given);
		expect(outcome.error?.message).toContain(message);
		expect(site.requests.filter((request) => !isDefinition(request))).toEqual([]);
	});

	it('recognizes custom fields from the definition, and otherwise explains why they are unknown', async () => {
		site.respond = withDefinition({
			properties: { title_desc: { type: 'string' }, LT_field_1: { type: 'string', format: 'date-time' } },
		});
		const file = { content: 'title_desc,LT_field_1\nOne,31.12.2026\n' };
		expect(summaryOf(await run(file))).toMatchObject({ created: 1 });
		expect(sentTitles()).toEqual([{ title_desc: 'One', LT_field_1: expect.stringMatching(/^2026-12-31/) as string }]);
		site.forget();
		site.respond = respond;
		const { error } = await run(file);
		expect(error?.message).toContain("The file has unknown columns: 'LT_field_1'");
		expect(error?.description).toContain("Custom fields are not known, because the site's definition cannot be read: No definition");
		expect(sentTitles()).toEqual([]);
	});

	it('ignores required fields in the definition of a document without a catalog entry, because the site can set these fields itself', async () => {
		site.respond = withDefinition({
			required: ['title_desc', 'approved_by'],
			properties: { title_desc: { type: 'string' }, approved_by: { type: 'string' } },
		});
		const file = {
			content: 'title_desc\nOne\n',
			parameters: { resource: 'anyDocument', documentName: 'LibTitle', table: 'lib_title', keyField: 'title_no' },
		};
		expect(summaryOf(await run({ ...file, mode: 'manual' }))).toMatchObject({
			validated: true,
			valid: 1,
			missing_required_fields: [],
			columns: { title_desc: 'title_desc' },
		});
		expect(summaryOf(await run(file))).toMatchObject({ created: 1, failed: 0 });
		expect(sentTitles()).toEqual([{ title_desc: 'One' }]);
	});

	it('sends no row if the site refuses the sign-in when it reads the definition', async () => {
		site.respond = () => ({ status: 401, body: { error: 'Wrong password' } });
		const { error } = await run({ content: 'title_desc,Color\nOne,red\n' });
		expect(error?.message).toContain('Wrong password');
		expect(site.requests.every(isDefinition)).toBe(true);
	});
});
