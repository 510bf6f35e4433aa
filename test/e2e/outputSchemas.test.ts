import type { INodeParameters } from 'n8n-workflow';
import { EditorSession } from './support/editorSession';
import type { Editor } from './support/editor';

const locator = (mode: string, value: string): never => ({ __rl: true, mode, value }) as never;

describe("A user who maps fields in n8n's editor before the first run", () => {
	let desk: EditorSession;
	let editor: Editor;
	beforeAll(async () => {
		desk = await EditorSession.open('Fields before a run', 'light');
		({ editor } = desk);
	});
	afterAll(async () => await desk.close());

	const step = (name: string, type: string, at: number, parameters: INodeParameters) => ({
		id: name,
		name,
		type,
		typeVersion: type.endsWith('.set') ? 3.4 : 1,
		position: [200 * at, 0] as [number, number],
		parameters,
		...(type.startsWith('n8n-nodes-media')
			? { credentials: { [desk.credential.type]: { id: desk.credential.id, name: desk.credential.name } } }
			: {}),
	});

	it('drags the fields of three nodes into the next one, runs the workflow, and gets their values', async () => {
		const prefix = 'n8n-nodes-media-operations.mediaOperations';
		const nodes = [
			step('Start', 'n8n-nodes-base.manualTrigger', 0, {}),
			step('Customer', prefix, 1, {
				authentication: 'basic',
				resource: 'setupRecord',
				operation: 'get',
				document: 'customer',
				record: locator('cust_id', '19'),
			}),
			step('Void', `${prefix}VoidOrder`, 2, {
				authentication: 'basic',
				resource: 'workOrder',
				operation: 'void',
				record: locator('wo_no_seq', '2627-1'),
				reason: locator('number', '1'),
			}),
			// The resource of Post Batch is hidden, and the node has no operation.
			step('Post', `${prefix}PostBatch`, 3, { authentication: 'basic', record: locator('batch_no', '7571') }),
			step('Summary', 'n8n-nodes-base.set', 4, { options: {} }),
		];
		const next = (name: string) => ({ main: [[{ node: name, type: 'main' as const, index: 0 }]] });
		const workflow = await desk.rest.putWorkflow({
			name: 'Fields before a run',
			nodes,
			connections: { Start: next('Customer'), Customer: next('Void'), Void: next('Post'), Post: next('Summary') },
			settings: {},
		});
		await editor.openWorkflow(workflow.id);
		await editor.openNode('Summary');

		for (const [node, field] of [
			['Post', 'batch_desc'],
			['Void', 'voided'],
			['Customer', 'cust_name'],
		] as const)
			await editor.dragField(node, field, editor.part('assignment-collection-drop-area'));
		await editor.picture('fields-before-a-run');
		expect((await desk.sandbox.control.journal({ kind: 'request' })).entries).toEqual([]);

		await editor.runNode('Northgate Broadcast');
		for (const text of ['batch_desc', 'Week 21', 'voided', 'true', 'cust_name']) await editor.output.getByText(text).first().waitFor();
	});
});
