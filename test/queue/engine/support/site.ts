import path from 'node:path';
import { queueFolder } from '../../../../workshop/queue/engine';
import type { SandboxProcess } from '../../../../workshop/sandboxProcess';
import { startSandbox } from '../../../../workshop/sandboxProcess';
import { plainCall } from '../../../support/plainCall';

type Fields = Record<string, unknown>;

/** A sandbox on a file, as the site of the tests: to put records in and to count what workflows wrote. */
export class Site {
	private constructor(readonly sandbox: SandboxProcess) {}

	/** @param tokenSeconds how long tokens of both kinds live */
	static async start(name: string, tokenSeconds: number): Promise<Site> {
		const seconds = String(tokenSeconds);
		return new Site(
			await startSandbox({ data: path.join(queueFolder, `${name}.sqlite`), args: ['--jwt-seconds', seconds, '--access-seconds', seconds] }),
		);
	}

	/** Makes records in one call; gives the identifiers of what was made. */
	private async create(document: string, table: string, records: Fields[]): Promise<Fields[]> {
		const made = await plainCall(this.sandbox, 'POST', `/${document}`, { [table]: records });
		return (made[table] as { records: Fields[] }).records;
	}

	/** Makes work orders, each of which is an event; gives their keys. */
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

	/** Makes projects whose description begins with those words; gives their numbers. */
	async createProjects(words: string, count: number): Promise<string[]> {
		const made = await this.create(
			'PmProject',
			'pm_project',
			Array.from({ length: count }, (_, index) => ({ project_desc: `${words} ${index}` })),
		);
		return made.map(({ project_no: number }) => String(number));
	}

	/** The values of a field in all records of a list in which it begins with those words, page by page. */
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

	/** Sends every new work order to that address, as the export adaptor of a site does. */
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

	/** What was sent: the key of each order, and what became of its delivery. */
	async deliveries(): Promise<Array<{ id: string; state: string; attempts: unknown[] }>> {
		return (
			(await this.sandbox.control.call('GET', 'events/deliveries?limit=1000')) as {
				deliveries: Array<{ id: string; state: string; attempts: unknown[] }>;
			}
		).deliveries;
	}

	/** When log-ins, or requests for a token, came: milliseconds since 1970, in their order. */
	async signInsAt(kind: 'login' | 'token'): Promise<number[]> {
		const { entries } = await this.sandbox.control.journal({ kind, limit: 10_000 });
		return entries.map(({ at }) => Date.parse(at)).sort((one, other) => one - other);
	}

	async stop(): Promise<void> {
		await this.sandbox.stop();
	}
}
