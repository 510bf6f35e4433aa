import path from 'node:path';
import { queueFolder } from '../../../../workshop/queue/engine';
import type { SandboxProcess } from '../../../../workshop/sandboxProcess';
import { startSandbox } from '../../../../workshop/sandboxProcess';
import { plainCall } from '../../../support/plainCall';

type Fields = Record<string, unknown>;

/** The site in the tests: a sandbox with a data file that stores records and shows what workflows wrote. */
export class Site {
	private constructor(readonly sandbox: SandboxProcess) {}

	/** @param tokenSeconds lifetime of both kinds of tokens */
	static async start(name: string, tokenSeconds: number): Promise<Site> {
		const seconds = String(tokenSeconds);
		return new Site(
			await startSandbox({ data: path.join(queueFolder, `${name}.sqlite`), args: ['--jwt-seconds', seconds, '--access-seconds', seconds] }),
		);
	}

	/** Creates records in one request; returns their identifiers. */
	private async create(document: string, table: string, records: Fields[]): Promise<Fields[]> {
		const made = await plainCall(this.sandbox, 'POST', `/${document}`, { [table]: records });
		return (made[table] as { records: Fields[] }).records;
	}

	/** Creates work orders, with one event for each; returns their keys. */
	async createOrders(count: number): Promise<string[]> {
		const order = {
			wo_desc: 'Queue',
			wo_begin_dt: '2030-01-01T08:00:00Z',
			wo_end_dt: '2030-01-01T16:00:00Z',
			wo_type_no: 2,
			phase_code: 'RQST',
			rate_card_no: 1,
			cust_id: 123,
		};
		const made = await this.create(
			'JmWorkOrder',
			'jm_work_order',
			Array.from({ length: count }, () => order),
		);
		return made.map(({ wo_no_seq: key }) => String(key));
	}

	/** Creates projects whose description starts with a prefix; returns their numbers. */
	async createProjects(words: string, count: number): Promise<string[]> {
		const made = await this.create(
			'PmProject',
			'pm_project',
			Array.from({ length: count }, (_, index) => ({ project_desc: `${words} ${index}` })),
		);
		return made.map(({ project_no: number }) => String(number));
	}

	/** The values of a field that start with a prefix, from all records of a list. Reads page by page. */
	async valuesOf(list: string, field: string, words: string): Promise<string[]> {
		const pageSize = 500;
		const values: string[] = [];
		for (let page = 1; ; page += 1) {
			const query = new URLSearchParams({
				query: JSON.stringify({ [field]: `${words}%` }),
				pageSize: String(pageSize),
				page: String(page),
				resultColumns: JSON.stringify({ L: [field] }),
			});
			const records = Object.values(await plainCall(this.sandbox, 'GET', `/${list}?${query.toString()}`))[0] as Fields[];
			values.push(...records.map((record) => String(record[field])));
			if (records.length < pageSize) return values;
		}
	}

	/** Sends every new work order to a URL, like a site's export adaptor. */
	async sendOrdersTo(url: string): Promise<void> {
		await this.sandbox.control.call('PUT', 'events', {
			triggers: [
				{
					name: 'orders',
					document: 'JmWorkOrder',
					types: ['INSERT'],
					adaptor: { url, signIn: { type: 'basic', user: 'events', password: 'events' }, timeoutMs: 30_000 },
				},
			],
		});
	}

	/** The deliveries: the key of each order, and the result. */
	async deliveries(): Promise<Array<{ id: string; state: string; attempts: unknown[] }>> {
		return (
			(await this.sandbox.control.call('GET', 'events/deliveries?limit=1000')) as {
				deliveries: Array<{ id: string; state: string; attempts: unknown[] }>;
			}
		).deliveries;
	}

	/** When sign-ins or token requests arrived: milliseconds since 1970, in order. */
	async signInsAt(kind: 'login' | 'token'): Promise<number[]> {
		const { entries } = await this.sandbox.control.journal({ kind, limit: 10_000 });
		return entries.map(({ at }) => Date.parse(at)).sort((one, other) => one - other);
	}

	async stop(): Promise<void> {
		await this.sandbox.stop();
	}
}
