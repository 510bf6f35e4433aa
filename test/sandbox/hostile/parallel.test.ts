import http from 'node:http';
import { sandboxForTests } from '../../support/sandboxForTests';
import type { Json } from '../data/caller';
import { basic, DEMO, type Outcome, send } from '../shell/wire';

const CLIENTS = 50;
const PAYLOAD = { ...DEMO, 'Content-Type': 'application/json-patch+json' };
const OPERATIONS = { ...DEMO, 'Content-Type': 'application/json' };

const sandbox = sandboxForTests();

const all = async <Result>(count: number, one: (index: number) => Promise<Result>): Promise<Result[]> =>
	await Promise.all(Array.from({ length: count }, async (_none, index) => await one(index)));
const put = async (address: string, body: unknown, headers: Record<string, string> = {}): Promise<Outcome> =>
	await send(`${sandbox.apiUrl}/${address}`, { method: 'PUT', headers: { ...PAYLOAD, ...headers }, body: JSON.stringify(body) });
const read = async (address: string): Promise<Outcome> => await send(`${sandbox.apiUrl}/${address}`, { headers: DEMO });
const json = ({ text }: Outcome): Json => JSON.parse(text);
const found = async (list: string, query: object): Promise<Record<string, unknown>[]> =>
	json(await read(`${list}?Query=${encodeURIComponent(JSON.stringify(query))}`)).L;

describe('Fifty concurrent clients', () => {
	it.each([
		['JmJob', 'jm_job', 'job_no', 'external_key', { job_desc: 'One', cust_id: '27' }],
		[
			'JmWorkOrder',
			'jm_work_order',
			'wo_no_seq',
			'external_key',
			{
				wo_desc: 'One',
				wo_begin_dt: '2026-01-01T10:00:00Z',
				wo_end_dt: '2026-01-01T12:00:00Z',
				wo_type_no: 1,
				phase_code: 'RQST',
				rate_card_no: 1,
				cust_id: 123,
			},
		],
		['LibMaster', 'lib_master', 'master_no', 'barcode', { master_desc: 'One', asset_type_no: 1 }],
	])(
		'that create or update the same %s create one record, and one client receives its number',
		async (document, table, key, alternate, fields) => {
			const value = `all-the-same-${document}`;
			const outcomes = await all(
				CLIENTS,
				async (client) =>
					await put(`${document}/${alternate}=${value}`, {
						[table]: [{ ...fields, [key]: { [alternate]: value }, [alternate]: value, [Object.keys(fields)[0]!]: `By client ${client}` }],
					}),
			);
			expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 200));
			const makers = outcomes.filter((outcome) => json(outcome).tables.includes(table));
			expect(makers).toHaveLength(1);
			const [record, ...others] = await found(`${document}List`, { [alternate]: value });
			expect(others).toEqual([]);
			expect(String((record![key] as Record<string, unknown>)[key])).toBe(String(json(makers[0]!)[table].records[0][key]));
			expect(record![Object.keys(fields)[0]!]).toMatch(/^By client \d+$/);
		},
	);

	it('that create records receive unique numbers', async () => {
		const outcomes = await all(
			CLIENTS,
			async (client) =>
				await all(
					10,
					async (at) =>
						await send(`${sandbox.apiUrl}/JmJob`, {
							method: 'POST',
							headers: OPERATIONS,
							body: JSON.stringify({ jm_job: [{ job_desc: `Numbered ${client} ${at}`, cust_id: '27' }] }),
						}),
				),
		);
		const numbers = outcomes.flat().map((outcome) => json(outcome).jm_job.records[0].job_no as number);
		expect(new Set(numbers).size).toBe(CLIENTS * 10);
		expect(await found('JmJobList', { job_desc: 'Numbered%' })).toHaveLength(CLIENTS * 10);
	});

	it('that try to create a record with the same key all receive an error, except the one that succeeds', async () => {
		const outcomes = await all(
			CLIENTS,
			async () =>
				await send(`${sandbox.apiUrl}/JmJob`, {
					method: 'POST',
					headers: OPERATIONS,
					body: JSON.stringify({ jm_job: [{ job_desc: 'Own key', cust_id: '27', external_key: 'own-key' }] }),
				}),
		);
		expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(
			new Set(outcomes.filter(({ status }) => status !== 200).map(({ status, text }) => `${status} ${text.includes('own-key')}`)),
		).toEqual(new Set(['500 true']));
		expect(await found('JmJobList', { external_key: 'own-key' })).toHaveLength(1);
	});

	it('that try to delete the same record all receive a 404, except the one that succeeds', async () => {
		await put('JmJob/external_key=to-go', {
			jm_job: [{ job_no: { external_key: 'to-go' }, external_key: 'to-go', job_desc: 'To go', cust_id: '27' }],
		});
		const outcomes = await all(
			CLIENTS,
			async () => await send(`${sandbox.apiUrl}/JmJob/external_key=to-go`, { method: 'DELETE', headers: DEMO }),
		);
		expect(outcomes.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: CLIENTS - 1 }, () => 404)]);
	});

	it('that change a record and its rows never expose a mixed state to a reader', async () => {
		const rows = 4;
		const write = async (mark: string): Promise<Outcome> =>
			await put(
				'JmJob/external_key=shared',
				{
					jm_job: [
						{
							job_no: { external_key: 'shared' },
							external_key: 'shared',
							cust_id: '27',
							job_desc: mark,
							JOB_field_1: mark,
							jm_episode: Array.from({ length: rows }, () => ({ episode_desc: mark })),
						},
					],
				},
				{ rowAction: JSON.stringify({ deleteAll: ['jm_episode'] }) },
			);
		expect((await write('first')).status).toBe(200);
		let over = false;
		const readers = all(10, async () => {
			const seen = new Set<string>();
			while (!over) {
				const {
					jm_job: [record],
				} = json(await read('JmJob/external_key=shared')) as {
					jm_job: { job_desc: string; JOB_field_1: string; jm_episode: { episode_desc: string }[] }[];
				};
				expect([record!.JOB_field_1, ...record!.jm_episode.map(({ episode_desc: text }) => text)]).toEqual(
					Array.from({ length: rows + 1 }, () => record!.job_desc),
				);
				const [listed, ...others] = await found('JmJobList', { external_key: 'shared' });
				expect([listed!.job_desc, others]).toEqual([listed!.JOB_field_1, []]);
				seen.add(record!.job_desc);
			}
			return seen.size;
		});
		const written = await all(CLIENTS, async (client) => {
			const statuses: number[] = [];
			for (let at = 0; at < 6; at++) {
				statuses.push((await write(`client ${client}, change ${at}`)).status);
			}
			return statuses;
		});
		over = true;
		expect(new Set(written.flat())).toEqual(new Set([200]));
		expect(Math.max(...(await readers))).toBeGreaterThan(1);
		expect(json(await read('JmJob/external_key=shared')).jm_job[0].job_desc).toMatch(/change 5$/);
	});
});

/** The number of seconds for which the two hundred clients run; 60 in the nightly test. */
const LOAD_SECONDS = Number(process.env.SANDBOX_LOAD_SECONDS ?? 6);
const LOAD_CLIENTS = 200;

describe(`Two hundred clients that send requests for ${LOAD_SECONDS} s`, () => {
	it(
		'receive no wrong response, and the stored records match the confirmed writes',
		async () => {
			const jobs = await found('JmJobList', { job_no: { $lt: 400 } });
			const [division] = await found('SysDivisionList', { division_no: { $ne: 2 } });
			const order = (await read('JmWorkOrder/wo_no_seq=100-1')).text;
			const wrong: string[] = [];
			let responses = 0;
			const end = Date.now() + LOAD_SECONDS * 1000;
			const kept = await all(LOAD_CLIENTS, async (client) => {
				const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
				/** The records that this client has stored, by key. */
				const own = new Map<string, string>();
				const ask = async (
					method: string,
					address: string,
					fits: (outcome: Outcome) => boolean,
					{ body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
				): Promise<void> => {
					const outcome = await send(`${sandbox.apiUrl}/${address}`, {
						method,
						headers: { ...(method === 'PUT' ? PAYLOAD : OPERATIONS), ...headers },
						agent,
						timeoutMs: 30_000,
						...(body === undefined ? {} : { body: JSON.stringify(body) }),
					});
					responses += 1;
					let isRight = false;
					try {
						isRight = outcome.broken === '' && fits(outcome);
					} catch {
						// A response that cannot be parsed is wrong.
					}
					if (!isRight) wrong.push(`${method} ${address} → ${outcome.status} ${outcome.broken} ${outcome.text.slice(0, 200)}`);
				};
				const has =
					(key: string) =>
					(outcome: Outcome): boolean =>
						outcome.status === 200 &&
						json(outcome).jm_job.length === 1 &&
						json(outcome).jm_job[0].external_key === key &&
						json(outcome).jm_job[0].job_desc === own.get(key);
				for (let round = 0; Date.now() < end; round++) {
					const key = `crowd-${client}-${round}`;
					own.set(key, `Created by ${client} in ${round}`);
					await ask('PUT', `JmJob/external_key=${key}`, (outcome) => outcome.status === 200 && json(outcome).jm_job.records.length === 1, {
						body: { jm_job: [{ job_no: { external_key: key }, external_key: key, job_desc: own.get(key), cust_id: '27' }] },
					});
					await ask('GET', `JmJob/external_key=${key}`, has(key));
					own.set(key, `Changed by ${client} in ${round}`);
					await ask('PATCH', `JmJob/external_key=${key}`, ({ status, text }) => status === 204 && text === '', {
						body: [{ op: 'replace', path: 'job_desc', value: own.get(key) }],
					});
					await ask('GET', `JmJob/external_key=${key}`, has(key));
					await ask(
						'GET',
						`JmJobList?Query=${encodeURIComponent(JSON.stringify({ external_key: `crowd-${client}-%` }))}&pageSize=1000`,
						(outcome) => json(outcome).L.length === own.size && outcome.headers['pagination-count'] === String(own.size),
					);
					if (round % 3 === 0) {
						own.delete(key);
						await ask('DELETE', `JmJob/external_key=${key}`, ({ status }) => status === 204);
						await ask('GET', `JmJob/external_key=${key}`, ({ status, text }) => status === 404 && text.includes(key));
					}
					await ask(
						'GET',
						`JmJobList?Query=${encodeURIComponent('{"job_no":{"$lt":400}}')}`,
						(outcome) => JSON.stringify(json(outcome).L) === JSON.stringify(jobs),
					);
					await ask('GET', 'JmWorkOrder/wo_no_seq=100-1', ({ text }) => text === order);
					await ask('GET', 'JmJob/job_no=1', ({ status, text }) => status === 403 && text.includes('no access'), {
						headers: { Authorization: basic('limited', 'limited'), 'Division-Code': String(division!.division_code) },
					});
					await ask('GET', 'JmJob/job_no=1', ({ status }) => status === 401, {
						headers: { Authorization: basic('demo', `wrong-${client}`) },
					});
					await ask('POST', 'JmJob', ({ status, text }) => status === 400 && text.includes('nonsense'), {
						body: { jm_job: [{ nonsense: client }] },
					});
				}
				agent.destroy();
				return [...own];
			});
			expect(wrong.slice(0, 20)).toEqual([]);
			const stored = await found('JmJobList', { external_key: 'crowd-%' });
			expect(new Map(stored.map(({ external_key: key, job_desc: text }) => [key, text]))).toEqual(new Map(kept.flat()));
			expect(stored).toHaveLength(kept.flat().length);
			expect((await sandbox.control.journal({ limit: 0 })).maxConnections).toBeGreaterThanOrEqual(LOAD_CLIENTS);
			expect(responses).toBeGreaterThan(LOAD_CLIENTS * 10);
			process.stdout.write(`${LOAD_CLIENTS} clients, ${LOAD_SECONDS} s: ${responses} responses, ${wrong.length} wrong\n`);
		},
		LOAD_SECONDS * 1000 + 120_000,
	);
});
