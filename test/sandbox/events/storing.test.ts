import type { Received } from '../../support/receiver';
import { eventStage, trigger } from './stage';

const { receive, use, settled, call, createJob, readJob } = eventStage();

describe('Storing a value from a response', () => {
	beforeAll(async () => {
		await createJob({ external_key: 'TAKEN' });
	});

	it('changes the configured fields, but does not send another event for the same trigger', async () => {
		const receiver = await receive((_request, number) => ({ body: { data: { id: `EXT-${number}` } } }));
		await use(trigger(receiver.url, { store: { external_key: 'response.data.id', job_desc: 'response' } }));
		const job = await createJob();
		expect(await settled(1)).toMatchObject([
			{ state: 'delivered', stored: { values: { external_key: 'EXT-1', job_desc: '{"data":{"id":"EXT-1"}}' } } },
		]);
		expect(await readJob(job)).toMatchObject({ external_key: 'EXT-1', job_desc: '{"data":{"id":"EXT-1"}}' });
		expect(receiver.received).toHaveLength(1);
	});

	it('sends events for other triggers', async () => {
		const receiver = await receive(() => ({ body: { data: { id: 'EXT-7' } } }));
		const other = await receive();
		await use(
			trigger(receiver.url, { types: ['INSERT'], store: { external_key: 'response.data.id' } }),
			trigger(other.url, { name: 'two', types: ['UPDATE'] }),
		);
		await createJob();
		const [request] = await other.until(1);
		expect(JSON.parse((request as Received).body)).toMatchObject({
			type: 'UPDATE',
			details: [{ field: 'external_key', old: null, new: 'EXT-7' }],
		});
	});

	it.each([
		['the response does not contain the value', { data: {} }, /no string or number at 'response.data.id'/],
		['the response is not JSON', 'thanks', /no string or number/],
		['another record has the same unique value', { data: { id: 'TAKEN' } }, /unique/],
	])('fails if %s, and the delivery contains the reason', async (_what, body, why) => {
		const receiver = await receive(() => ({ body }));
		await use(trigger(receiver.url, { store: { external_key: 'response.data.id' } }));
		const job = await createJob();
		expect(await settled(1)).toMatchObject([{ state: 'delivered', stored: { refused: expect.stringMatching(why) as string } }]);
		expect((await readJob(job)).external_key ?? null).toBeNull();
	});

	it.each([
		[
			'a look-up that refers to a missing record',
			'JmJob',
			'/JmJob/job_no=1',
			{ cust_id: 'response.id' },
			'nobody',
			/refers to a record that does not exist/,
		],
		['an unknown option of a drop-down', 'JmJob', '/JmJob/job_no=1', { JOB_field_2: 'response.id' }, 'Opera', /an option of its drop-down/],
		['an approval without its save argument', 'BidVersion', '/BidVersion/version_no=1', { approved: 'response.id' }, 'Y', /BidApproval/],
		['a title as its own ancestor', 'LibTitle', '/LibTitle/title_no=1', { parent_title_no: 'response.id' }, '2', /is itself below title 1/],
	])('applies the same checks as a write: %s is rejected', async (_what, document, address, store, id, why) => {
		const receiver = await receive(() => ({ body: { id } }));
		await use(trigger(receiver.url, { document, store }));
		const before = (await call('GET', address)).body;
		await call('PATCH', address, [{ op: 'replace', path: 'external_key', value: `for ${id}` }]);
		expect(await settled(1)).toMatchObject([{ state: 'delivered', stored: { refused: expect.stringMatching(why) as string } }]);
		const field = Object.keys(store)[0]!;
		const valueIn = (body: unknown): unknown => Object.values(body as Record<string, [Record<string, unknown>]>)[0]![0][field];
		expect(valueIn((await call('GET', address)).body)).toEqual(valueIn(before));
	});

	it("does not cause an endless loop if two triggers store the responses to each other's events", async () => {
		const [first, second] = [await receive(() => ({ body: { id: 'ONE' } })), await receive(() => ({ body: { id: 'TWO' } }))];
		await use(
			trigger(first.url, { name: 'first', store: { JOB_field_1: 'response.id' } }),
			trigger(second.url, { name: 'second', types: ['UPDATE'], store: { external_key: 'response.id' } }),
		);
		await createJob();
		// Storing the response to the first trigger starts the second one, and storing the response to the second starts the first again.
		const deliveries = await settled(3);
		expect(deliveries.map(({ trigger: name, type }) => `${name} ${type}`)).toEqual(['first INSERT', 'second UPDATE', 'first UPDATE']);
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect([first.received.length, second.received.length]).toEqual([2, 1]);
	});
});
