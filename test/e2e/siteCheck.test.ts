import { itemsOf } from '../../workshop/editor/rest';
import { signInsFor } from '../../workshop/editor/signIns';
import { startSandbox } from '../../workshop/sandboxProcess';
import { startReceiver } from '../support/receiver';
import { reportNode } from './support/reporting';
import { openStage, type Stage } from './support/stage';

const SECONDS = 10;

describe("A user who checks a site in n8n's editor", () => {
	let stage: Stage;
	beforeAll(async () => void (stage = await openStage()));
	afterAll(async () => await stage.close());

	it('chooses the resource Site, runs Check, and sees the findings and the report', async () => {
		const { rest, sandbox } = stage;
		const credential = await rest.putCredential(signInsFor(sandbox.url)[0]!);
		const node = { typeVersion: 1, id: 'check', name: 'Check Site', position: [200, 0] as [number, number] };
		const workflow = await rest.putWorkflow({
			name: 'Check a site',
			nodes: [
				{ id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
				{
					...node,
					type: 'n8n-nodes-media-operations.mediaOperations',
					parameters: { authentication: 'basic' },
					credentials: { [credential.type]: { id: credential.id, name: credential.name } },
				},
			],
			connections: { Start: { main: [[{ node: 'Check Site', type: 'main', index: 0 }]] } },
			settings: {},
		});
		const editor = await stage.signIn('light');
		await editor.openWorkflow(workflow.id);
		await editor.openNode('Check Site');
		await editor.choose('resource', 'Site');
		// n8n shows the files of an item first.
		await editor.runNode('site-check.html');
		await editor.picture('site-check-report');
		await editor.output.getByText('Table', { exact: true }).click();
		await editor.output.getByText('Encryption').first().waitFor();
		// n8n shows an empty string as "empty" and a missing property as "undefined", both in red.
		for (const text of ['empty', 'undefined']) expect(await editor.output.getByText(text, { exact: true }).count()).toBe(0);
		await editor.picture('site-check');
		const { entries } = await sandbox.control.journal({ limit: 1000 });
		expect(new Set(entries.filter(({ path }) => path.startsWith('/api')).map(({ method }) => method))).toEqual(new Set(['GET']));
	});

	it('runs Check on a schedule, and receives only the findings that require a change', async () => {
		const { rest } = stage;
		const [site, receiver] = await Promise.all([
			startSandbox({ siteProfile: { version: 1, records: { flags: 'boolean' }, requests: { maxUrlLength: 3500 } } }),
			startReceiver(),
		]);
		const [signIn] = signInsFor(site.url);
		const { id, name, type } = await rest.putCredential({ ...signIn!, name: 'A site that differs' });
		const step = (label: string, nodeType: string, typeVersion: number, parameters: object) => ({
			id: label,
			name: label,
			type: nodeType,
			typeVersion,
			position: [0, 0] as [number, number],
			parameters: parameters as never,
		});
		const next = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
		const workflow = await rest.putWorkflow({
			name: 'Check a site regularly',
			nodes: [
				step('Schedule', 'n8n-nodes-base.scheduleTrigger', 1.2, {
					rule: { interval: [{ field: 'seconds', secondsInterval: SECONDS }] },
				}),
				{
					...step('Check Site', 'n8n-nodes-media-operations.mediaOperations', 1, {
						authentication: 'basic',
						resource: 'site',
						operation: 'check',
						options: { checkedDocuments: ['workOrder', 'job'] },
					}),
					credentials: { [type]: { id, name } },
				},
				step('Filter', 'n8n-nodes-base.filter', 2, {
					conditions: {
						options: { caseSensitive: true, leftValue: '', typeValidation: 'strict' },
						conditions: [
							{
								id: 'severity',
								leftValue: "={{ ['blocker', 'warning'].includes($json.severity) }}",
								rightValue: '',
								operator: { type: 'boolean', operation: 'true', singleValue: true },
							},
						],
						combinator: 'and',
					},
					options: {},
				}),
				reportNode({ url: receiver.url, body: '={{ JSON.stringify($json) }}' }),
			],
			connections: { Schedule: next('Check Site'), 'Check Site': next('Filter'), Filter: next('Report') },
			settings: {},
		});
		try {
			const before = await rest.executionsOf(workflow);
			await rest.activate(workflow);
			const execution = await rest.waitForNext(workflow, before, 60_000);
			await rest.deactivate(workflow);
			expect(execution.status).toBe('success');
			expect(itemsOf(execution, 'Check Site').length).toBeGreaterThan(30);
			const reported = receiver.received.slice(0, 2).map(({ body }) => JSON.parse(body) as { topic: string; severity: string });
			expect(reported.map(({ topic }) => topic).sort()).toEqual(['Flags', 'Maximum URL length']);
			expect(reported.map(({ severity }) => severity)).toEqual(['warning', 'warning']);
		} finally {
			await Promise.all([site.stop(), receiver.close()]);
		}
	});
});
