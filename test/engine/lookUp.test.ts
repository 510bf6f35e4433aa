import type { INodeParameters } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { siteForTests } from './recordingSite';

type Json = Record<string, unknown>;
const engine = engineForTests();
const site = siteForTests();

beforeAll(async () => {
	await engine.credentials.put('lookUp', 'mediaOperationsBasicApi', { baseUrl: site.url, username: 'demo', password: 'demo' });
});
beforeEach(() => {
	keep(Array.from({ length: 3000 }, (_, index) => job(index + 1)));
});

const job = (number: number, key = `CRM-${number}`): Json => ({
	job_no: { job_no: number, external_key: key },
	external_key: key,
	job_desc: `Job ${number}`,
	cust_id: { cust_id: '27', cust_name: 'Dovetail' },
});

const parametersOf = (address: string): URLSearchParams => new URL(address, site.origin).searchParams;
const keysIn = (address: string): unknown[] =>
	(JSON.parse(parametersOf(address).get('Query')!) as Record<string, { $in: unknown[] }>).external_key?.$in ??
	(JSON.parse(parametersOf(address).get('Query')!) as Record<string, { $in: unknown[] }>).job_no!.$in;

/** Makes the site find these records by external_key or job_no, ignoring case as the API does, and return them in pages. */
const keep = (records: readonly Json[]): void => {
	site.respond = ({ address }) => {
		const wanted = new Set(keysIn(address).map((key) => String(key).toLowerCase()));
		const matching = records.filter(
			({ external_key: key, job_no: number }) => wanted.has(String(key).toLowerCase()) || wanted.has(String((number as Json).job_no)),
		);
		const [page, size] = [Number(parametersOf(address).get('page')), Number(parametersOf(address).get('pageSize'))];
		return { body: { L: matching.slice((page - 1) * size, page * size) }, headers: { 'Pagination-Count': String(matching.length) } };
	};
};

const run = async (keys: readonly unknown[], parameters: INodeParameters = {}, onError?: 'continueRegularOutput'): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		credentials: { mediaOperationsBasicApi: 'lookUp' },
		input: keys.map((key) => ({ json: { key } as never })),
		...(onError ? { onError } : {}),
		parameters: {
			authentication: 'basic',
			resource: 'job',
			operation: 'get',
			findBy: 'keys',
			lookUpField: 'external_key',
			lookUpKey: '={{ $json.key }}',
			...parameters,
		},
	});

const linked = ({ output, error }: NodeOutcome): [unknown, unknown][] => {
	expect(error).toBeNull();
	return output[0]!.map(({ json, pairedItem }) => [json.job_no ?? json, (pairedItem as { item: number }).item]);
};
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('Look Up', () => {
	it('finds the records of 2,000 items with eight requests, and returns the right record for each item, in item order', async () => {
		const numbers = upTo(2000).map((number) => ((number * 7) % 3000) + 1);
		const outcome = await run(numbers.map((number) => `CRM-${number}`));
		expect(linked(outcome)).toEqual(numbers.map((number, index) => [number, index]));
		expect(outcome.output[0]![0]!.json).toEqual({
			job_no: numbers[0],
			external_key: `CRM-${numbers[0]}`,
			job_desc: `Job ${numbers[0]}`,
			cust_id: '27',
			cust_name: 'Dovetail',
		});
		expect(site.requests.map(({ address }) => keysIn(address).length)).toEqual(Array.from({ length: 8 }, () => 250));
	});

	it('splits a request whose URL would become too long', async () => {
		const long = upTo(60).map((number) => `${'Ü'.repeat(40)}-${number}`);
		keep(long.map((key, index) => job(index + 1, key)));
		expect(linked(await run(long))).toEqual(upTo(60).map((number) => [number, number - 1]));
		expect(site.requests.length).toBeGreaterThan(2);
		for (const { address } of site.requests) expect(site.origin.length + address.length).toBeLessThanOrEqual(6000);
	});

	it('requests the keys of items with different divisions separately, each with its division', async () => {
		const options = { divisionCode: "={{ $json.key === 'CRM-2' ? 'NYC' : 'LON' }}" };
		expect(linked(await run(['CRM-1', 'CRM-2', 'CRM-3'], { options }))).toEqual([
			[1, 0],
			[2, 1],
			[3, 2],
		]);
		expect(site.requests.map(({ address, headers }) => [headers['division-code'], keysIn(address)]).sort()).toEqual([
			['LON', ['CRM-1', 'CRM-3']],
			['NYC', ['CRM-2']],
		]);
	});

	it('requests a key only once if several items contain it, and returns the record for each of them', async () => {
		const outcome = await run(['CRM-5', 'crm-5', 'CRM-6', 'CRM-5']);
		expect(linked(outcome)).toEqual([
			[5, 0],
			[5, 1],
			[6, 2],
			[5, 3],
		]);
		expect(keysIn(site.requests[0]!.address)).toEqual(['CRM-5', 'CRM-6']);
		expect(new Set(outcome.output[0]!.map(({ json }) => json)).size).toBe(4);
	});

	it('returns all records that match a key, and accepts several keys in one item', async () => {
		keep([job(1, 'A'), job(2, 'A'), job(3, 'B'), job(4, 'C')]);
		expect(linked(await run([['A', 'B'], 'C', 'A']))).toEqual([
			[1, 0],
			[2, 0],
			[3, 0],
			[4, 1],
			[1, 2],
			[2, 2],
		]);
	});

	it("skips keys that match no record and reports the count, or outputs them if 'If No Match' is 'Output as Not Found'", async () => {
		const outcome = await run(['CRM-1', 'nobody', 'CRM-2', 'none']);
		expect(linked(outcome)).toEqual([
			[1, 0],
			[2, 2],
		]);
		expect(outcome.hints).toEqual(['No record found for 2 of 4 keys: nobody, none']);
		const reported = await run(['CRM-1', 'nobody', 'CRM-2'], { ifNoMatch: 'report' });
		expect(linked(reported)).toEqual([
			[1, 0],
			[{ external_key: 'nobody', found: false }, 1],
			[2, 2],
		]);
		expect(reported.hints).toEqual([]);
	});

	it("searches for the document's key, as a number, if no field is chosen", async () => {
		expect(linked(await run(['7', 8], { lookUpField: '' }))).toEqual([
			[7, 0],
			[8, 1],
		]);
		expect(keysIn(site.requests[0]!.address)).toEqual([7, 8]);
	});

	it('requests the key in addition to the chosen fields even if alternate keys are omitted', async () => {
		const outcome = await run(['CRM-1', 'CRM-2'], { options: { columns: ['job_desc'], omitAlternateKeys: true } });
		expect(linked(outcome)).toEqual([
			[1, 0],
			[2, 1],
		]);
		expect(JSON.parse(parametersOf(site.requests[0]!.address).get('resultColumns')!)).toEqual({
			L: ['job_no', 'job_desc', 'external_key'],
		});
		expect(site.requests[0]!.address).not.toContain('alternatekeyhandling');
		expect(outcome.output[0]![0]!.json).toEqual({ job_no: 1, job_desc: 'Job 1' });
	});

	it('requests the key in addition to fields chosen as JSON', async () => {
		const respond = site.respond;
		site.respond = (request, number) => {
			const { L: fields } = JSON.parse(parametersOf(request.address).get('resultColumns')!) as { L: string[] };
			const reply = respond(request, number);
			return {
				...reply,
				body: { L: (reply.body as { L: Json[] }).L.map((record) => Object.fromEntries(fields.map((name) => [name, record[name]]))) },
			};
		};
		const outcome = await run(['CRM-1', 'CRM-2'], {
			ifNoMatch: 'report',
			options: { columnsJson: '{"L": ["job_desc"], "jm_episode": ["title_no"]}' },
		});
		expect(JSON.parse(parametersOf(site.requests[0]!.address).get('resultColumns')!)).toEqual({
			L: ['job_desc', 'external_key'],
			jm_episode: ['title_no'],
		});
		expect(outcome.output[0]!.map(({ json, pairedItem }) => [json.job_desc, pairedItem])).toEqual([
			['Job 1', { item: 0 }],
			['Job 2', { item: 1 }],
		]);
	});

	it('assigns records to items by a look-up field even if the value of that field contains the key under a different name', async () => {
		site.respond = () => ({
			body: {
				L: [
					{ title_no: 1, parent_title_no: { title_no: 8 } },
					{ title_no: 2, parent_title_no: { title_no: 9 } },
				],
			},
		});
		const outcome = await run([9, 8], { resource: 'title', lookUpField: 'parent_title_no' });
		expect(outcome.output[0]!.map(({ json, pairedItem }) => [json.title_no, pairedItem])).toEqual([
			[2, { item: 0 }],
			[1, { item: 1 }],
		]);
	});

	it('links a record to all items in the request if it matches no key exactly, and reports that', async () => {
		site.respond = () => ({ body: { L: [job(1, 'Café'), job(2, 'B')] } });
		const outcome = await run(['Cafe', 'B']);
		expect(outcome.error).toBeNull();
		expect(outcome.output[0]!.map(({ json, pairedItem }) => [json.job_no, pairedItem])).toEqual([
			[1, [{ item: 0 }, { item: 1 }]],
			[2, { item: 1 }],
		]);
		expect(outcome.hints).toEqual([
			"1 returned record matches none of the keys for 'external_key', so it is linked to all items in the request",
			'No record found for 1 of 2 keys: Cafe',
		]);
		site.respond = () => ({ body: { L: [job(1, 'Café')] } });
		const single = await run(['Cafe'], { ifNoMatch: 'report' });
		expect([linked(single), single.hints]).toEqual([[[1, 0]], []]);
	});

	it('outputs a key as not found only if a separate request for that key finds no record', async () => {
		const records = [job(15, 'Café'), job(16, 'B')];
		site.respond = ({ address }) => {
			const wanted = keysIn(address).map(String);
			return { body: { L: records.filter(({ external_key: key }) => wanted.some((each) => String(key).startsWith(each.slice(0, 3)))) } };
		};
		const outcome = await run(['Cafe', 'B', 'nobody'], { ifNoMatch: 'report' });
		expect(outcome.error).toBeNull();
		expect(outcome.output[0]!.map(({ json, pairedItem }) => [json.job_no ?? json.found, pairedItem])).toEqual([
			[15, { item: 0 }],
			[16, { item: 1 }],
			[false, { item: 2 }],
		]);
		expect(outcome.hints).toEqual([]);
	});

	it('never outputs a key as not found if the site counts records for it but does not return them', async () => {
		site.respond = () => ({ body: { L: [] }, headers: { 'Pagination-Count': '1' } });
		const { error, output } = await run(['CRM-1'], { ifNoMatch: 'report' });
		expect(error?.message).toContain("Received 0 of the 1 record reported for 'JmJobList' in a look-up by 'external_key'");
		expect(output.flat()).toEqual([]);
	});

	it('looks up a number as text if the site compares the key as a string', async () => {
		site.respond = () => ({ body: { L: [{ title_no: { title_no: 12 }, title_desc: 'One' }] } });
		const outcome = await run([12], { resource: 'title', lookUpField: 'title_no' });
		expect(outcome.output[0]!.map(({ json }) => json.title_no)).toEqual([12]);
		expect(JSON.parse(parametersOf(site.requests[0]!.address).get('Query')!)).toEqual({ title_no: { $in: ['12'] } });
	});

	it('outputs an error only for the items of the failed request if the workflow continues on error', async () => {
		const respond = site.respond;
		site.respond = (request, number) =>
			keysIn(request.address).includes('CRM-300') ? { status: 400, body: { error: 'Not this one' } } : respond(request, number);
		const outcome = await run(
			upTo(600).map((number) => `CRM-${number}`),
			{},
			'continueRegularOutput',
		);
		expect(outcome.output[0]!.map(({ json }) => ('error' in json ? 'fault' : json.job_no))).toEqual(
			upTo(600).map((number) => (number > 250 && number <= 500 ? 'fault' : number)),
		);
	});

	it('never exceeds the maximum number of concurrent requests', async () => {
		const respond = site.respond;
		site.respond = (request, number) => ({ ...respond(request, number), after: 20 });
		await run(
			upTo(2500).map((number) => `CRM-${number}`),
			{ options: { concurrency: 3 } },
		);
		expect([site.requests.length, site.maxConcurrent]).toEqual([10, 3]);
	});

	it.each([
		[{ lookUpKey: '={{ "" }}' }, "'Key' is empty [Item 0]"],
		[{ resource: 'anyDocument', documentName: 'JmRateCard', lookUpField: '={{ "" }}' }, "'Key Field Name or ID' is empty [Item 0]"],
	])('rejects %j before anything is sent', async (parameters, message) => {
		expect((await run(['CRM-1'], parameters)).error?.message).toBe(message);
		expect(site.requests).toEqual([]);
	});

	it('rejects a key that is too long for a URL, even among valid keys, and names its item', async () => {
		const { error } = await run(['CRM-1', 'CRM-2', 'X'.repeat(7000), 'CRM-4']);
		expect(error?.message).toContain('[Item 2]');
		expect(site.requests).toEqual([]);
	});
});
