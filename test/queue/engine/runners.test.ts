import { randomBytes } from 'node:crypto';
import type { INode } from 'n8n-workflow';
import type { StoredWorkflow } from '../../../workshop/editor/rest';
import type { WebhookProcess, Worker } from '../../../workshop/queue/engine';
import { Stage, until } from './support/stage';

const CALLS = 20;

describe('n8n with external task runners and webhook processors', () => {
	let stage: Stage;
	let workers: Worker[];
	let processors: WebhookProcess[];
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		const env = {
			N8N_RUNNERS_MODE: 'external',
			N8N_RUNNERS_AUTH_TOKEN: randomBytes(16).toString('hex'),
			N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		};
		stage = await Stage.start({ mode: 'queue', env }, 3_600);
		workers = [await stage.engine.startWorker('worker-1', 5), await stage.engine.startWorker('worker-2', 5)];
		for (const worker of workers) await stage.engine.startRunner(worker);
		processors = [await stage.engine.startWebhookProcess('webhook-1'), await stage.engine.startWebhookProcess('webhook-2')];
		const node = (name: string, type: string, typeVersion: number, parameters: object, more: object = {}): INode =>
			({ id: name, name, type, typeVersion, position: [0, 0], parameters, ...more }) as INode;
		const basic = stage.credentials.mediaOperationsBasicApi!;
		workflow = await stage.publish({
			name: 'Counts jobs in code',
			nodes: [
				node(
					'Call',
					'n8n-nodes-base.webhook',
					2.1,
					{ path: 'count', httpMethod: 'POST', responseMode: 'lastNode', options: {} },
					{ webhookId: 'count' },
				),
				node(
					'Count Jobs',
					'n8n-nodes-media-operations.mediaOperations',
					1,
					{ authentication: 'basic', resource: 'job', operation: 'getMany', output: 'count', options: {} },
					{ credentials: { [basic.type]: { id: basic.id, name: basic.name } } },
				),
				node('Code', 'n8n-nodes-base.code', 2, { jsCode: 'return [{ json: { doubled: $input.first().json.count * 2 } }];' }),
			],
			connections: {
				Call: { main: [[{ node: 'Count Jobs', type: 'main', index: 0 }]] },
				'Count Jobs': { main: [[{ node: 'Code', type: 'main', index: 0 }]] },
			},
			settings: {},
		});
	});
	afterAll(async () => {
		await stage?.stop();
	});

	const call = async (url: string): Promise<Response> => await fetch(`${url}/webhook/count`, { method: 'POST' });

	it('runs workflow code on two workers, whichever webhook processor receives the call', async () => {
		await until('the workflow can be called', 60_000, async () => ((await call(processors[1]!.url)).ok ? true : undefined));
		const results = await Promise.all(
			Array.from({ length: CALLS }, async (_, index) => await (await call(processors[index % 2]!.url)).json()),
		);
		const [first] = results as Array<{ doubled: number }>;
		expect(first?.doubled).toBeGreaterThan(0);
		expect(results).toEqual(Array.from({ length: CALLS }, () => first));
		for (const worker of workers) expect(worker.finished().size).toBeGreaterThan(0);
	});

	it('receives no webhooks in main, and runs manual executions on workers', async () => {
		expect((await call(stage.engine.main.url)).status).toBe(404);
		const before = workers.map((worker) => worker.finished().size).reduce((sum, each) => sum + each, 0);
		const execution = await stage.engine.rest.run(
			await stage.engine.rest.putWorkflow({
				name: 'Code by hand',
				nodes: [
					{ id: 's', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
					{
						id: 'c',
						name: 'Code',
						type: 'n8n-nodes-base.code',
						typeVersion: 2,
						position: [200, 0],
						parameters: { jsCode: 'return [{ json: { ok: true } }];' },
					},
				],
				connections: { Start: { main: [[{ node: 'Code', type: 'main', index: 0 }]] } },
				settings: {},
			}),
			'Start',
		);
		expect(execution.status).toBe('success');
		expect(workflow.id).toBeDefined();
		expect(workers.map((worker) => worker.finished().size).reduce((sum, each) => sum + each, 0)).toBe(before + 1);
	});
});
