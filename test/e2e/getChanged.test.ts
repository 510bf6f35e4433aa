import { randomUUID } from 'node:crypto';

import type { N8nRest, StoredWorkflow } from '../../workshop/editor/rest';
import { signInsFor } from '../../workshop/editor/signIns';
import { startSandbox, type SandboxProcess } from '../../workshop/sandboxProcess';
import { plainCall } from '../support/plainCall';
import { startReceiver, type Receiver } from '../support/receiver';
import { PACKAGE_PREFIX } from './support/examples';
import { reportNode } from './support/reporting';
import { signedIn } from './support/site';
import { allStarted } from '../support/allStarted';

const SECONDS = 3;

describe('Get Changed in a workflow that runs every few seconds', () => {
	let sandbox: SandboxProcess;
	let rest: N8nRest;
	let workflow: StoredWorkflow;
	let database: Receiver;
	/** The status with which the database responds to the node after Get Changed. */
	let status = 500;

	beforeAll(async () => {
		[sandbox, rest, database] = await allStarted([startSandbox(), signedIn(), startReceiver(() => ({ status }))]);
		const [signIn] = signInsFor(sandbox.url);
		const { id, name, type } = await rest.putCredential({ ...signIn!, name: `Get Changed ${randomUUID()}` });
		const node = (label: string, nodeType: string, typeVersion: number, parameters: object) => ({
			id: randomUUID(),
			name: label,
			type: nodeType,
			typeVersion,
			position: [0, 0] as [number, number],
			parameters: parameters as never,
		});
		workflow = await rest.putWorkflow({
			name: 'Copy jobs',
			nodes: [
				node('Schedule', 'n8n-nodes-base.scheduleTrigger', 1.2, {
					rule: { interval: [{ field: 'seconds', secondsInterval: SECONDS }] },
				}),
				{
					...node('Get Changed', `${PACKAGE_PREFIX}mediaOperations`, 1, {
						authentication: 'basic',
						resource: 'job',
						operation: 'getChanged',
						startFrom: 'workflow',
						conditions: { condition: [{ fieldName: 'job_desc', operator: 'startsWith', value: 'Copied' }] },
						options: { columns: ['job_desc'] },
					}),
					credentials: { [type]: { id, name } },
				},
				reportNode({ url: database.url, body: '={{ JSON.stringify($json) }}' }),
			],
			connections: {
				Schedule: { main: [[{ node: 'Get Changed', type: 'main', index: 0 }]] },
				'Get Changed': { main: [[{ node: 'Report', type: 'main', index: 0 }]] },
			},
			settings: { executionOrder: 'v1' },
		});
	});
	afterAll(async () => {
		await rest.deactivate(workflow);
		await Promise.all([sandbox.stop(), database.close()]);
	});

	const create = async (description: string): Promise<unknown> =>
		await plainCall(sandbox, 'POST', '/JmJob', { jm_job: [{ job_desc: description, cust_id: '27' }] });
	const copied = (): unknown[] => database.received.map(({ body }) => (JSON.parse(body) as { job_desc: string }).job_desc);
	/** Waits until `count` executions that began after this call have ended, and n8n has stored them. */
	const executions = async (count: number): Promise<void> => {
		const before = await rest.executionsOf(workflow);
		for (let known = [...before]; known.length < before.length + count;) {
			const { id } = await rest.waitForNext(workflow, known, 60_000);
			known = [...known, id];
		}
	};

	it('stores nothing in a manual execution', async () => {
		status = 200;
		await create('Copied 1');
		for (const _run of [1, 2]) await rest.run(workflow, 'Schedule');
		expect(copied()).toEqual(['Copied 1', 'Copied 1']);
	});

	it('returns the same records again until the rest of the workflow succeeds, and then returns only changed records', async () => {
		database.received.length = 0;
		status = 500;
		await rest.activate(workflow);
		await database.until(2);
		expect(copied().slice(0, 2)).toEqual(['Copied 1', 'Copied 1']);
		status = 200;
		await executions(2);
		database.received.length = 0;
		await executions(1);
		expect(copied()).toEqual([]);
		await create('Copied 2');
		await database.until(1);
		await executions(1);
		expect(copied()).toEqual(['Copied 2']);
	});
});
