import type { IConnections, NodeConnectionType } from 'n8n-workflow';
import type { StoredWorkflow } from '../../workshop/editor/rest';
import { signInsFor } from '../../workshop/editor/signIns';
import { type Editor, THEMES } from './support/editor';
import { openStage, type Stage } from './support/stage';

interface Step {
	name: string;
	type: string;
	/** Fills in the node's parameters as a user does. */
	fill(editor: Editor): Promise<void>;
	/** Text that the output must contain. */
	shows: string | RegExp;
	picture: string;
}

/** The five action nodes in the order in which they run. Only their credential is set at first. */
const STEPS: Step[] = [
	{
		name: 'Order from Template',
		type: 'mediaOperationsLoadTemplate',
		picture: 'load-template',
		shows: 'jm_wo_transaction',
		fill: async (editor) => {
			await editor.chooseRecord('template', 'Live Event');
			await editor.fill('wo_desc', 'Cup final, world feed');
			for (const [field, time] of [
				['wo_begin_dt', '2026-12-01 10:00:00'],
				['wo_end_dt', '2026-12-01 16:00:00'],
			] as const) {
				await editor.fill(field, time);
				await editor.page.keyboard.press('Enter');
			}
			await editor.choose('wo_type_no', 'Live Event');
			await editor.choose('phase_code', 'Confirmed');
			await editor.choose('rate_card_no', 'Broadcast Partner');
			await editor.choose('cust_id', 'Northgate Broadcast');
		},
	},
	{
		name: 'Attach Note',
		type: 'mediaOperationsUploadAttachment',
		picture: 'upload-attachment',
		shows: 'note.txt',
		fill: async (editor) => await editor.chooseRecord('record', 'Cup final, world feed'),
	},
	{
		name: 'Actualize Order',
		type: 'mediaOperationsActualize',
		picture: 'actualize',
		shows: 'actualized',
		fill: async (editor) => {
			await editor.chooseRecord('record', 'Cup final, world feed');
			await editor.page.getByText('Add Detail', { exact: true }).click();
			await editor.choose('action', 'Internal Hours');
			await editor.fill('units', '4');
			await editor.choose('transactions', 'Transmission', 'Operator');
			await editor.parameter('updatePhase').locator('.el-switch').click();
		},
	},
	{
		name: 'Void Order',
		type: 'mediaOperationsVoidOrder',
		picture: 'void-order',
		shows: 'Weather',
		fill: async (editor) => {
			await editor.chooseRecord('record', '2627-1');
			await editor.chooseRecord('reason', 'Weather');
		},
	},
	{
		name: 'Post Batches',
		type: 'mediaOperationsPostBatch',
		picture: 'post-batch',
		shows: 'date_posted',
		fill: async (editor) => {
			await editor.choose('batches', 'Multiple From List');
			await editor.choose('batchNames', '7571', '7572');
		},
	},
];

describe.each(THEMES)("A user who runs the action nodes in n8n's editor (%s)", (theme) => {
	let stage: Stage;
	let editor: Editor;
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		stage = await openStage();
		const { rest, sandbox } = stage;
		const credential = await rest.putCredential(signInsFor(sandbox.url)[0]!);
		const place = (index: number): [number, number] => [200 * index, 0];
		const steps = STEPS.map(({ name, type }, index) => ({
			id: name,
			name,
			type: `n8n-nodes-media-operations.${type}`,
			typeVersion: 1,
			position: place(index + (index > 0 ? 2 : 1)),
			parameters: { authentication: 'basic' },
			credentials: { [credential.type]: { id: credential.id, name: credential.name } },
		}));
		const start = { id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: place(0), parameters: {} };
		const note = {
			id: 'note',
			name: 'Write Note',
			type: 'n8n-nodes-base.convertToFile',
			typeVersion: 1.1,
			position: place(2),
			parameters: { operation: 'toText', sourceProperty: 'wo_no_seq', options: { fileName: 'note.txt' } },
		};
		const nodes = [start, steps[0]!, note, ...steps.slice(1)];
		const connections: IConnections = Object.fromEntries(
			nodes
				.slice(0, -1)
				.map(({ name }, index) => [name, { main: [[{ node: nodes[index + 1]!.name, type: 'main' as NodeConnectionType, index: 0 }]] }]),
		);
		workflow = await rest.putWorkflow({ name: `Actions (${theme})`, nodes, connections, settings: {} });
		editor = await stage.signIn(theme);
		await editor.openWorkflow(workflow.id);
	});
	afterAll(async () => await stage.close());

	it.each(STEPS)('opens "$name", chooses from its lists, runs it and sees the result', async ({ name, fill, picture, shows }) => {
		await editor.openNode(name);
		await fill(editor);
		await editor.runNode(shows);
		await editor.scrollToTop();
		await editor.picture(picture);
		await editor.closeNode();
	});

	it('causes exactly one successful request for each change', async () => {
		const { entries } = await stage.sandbox.control.journal();
		const writes = entries
			.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api'))
			.map(({ method, document, status }) => `${method} ${document} ${status}`);
		expect(writes).toEqual([
			'POST JmWorkOrder 200',
			'POST SysAttachment 200',
			'POST JmActual 200',
			'PATCH JmWorkOrder 204',
			'PATCH TcBatch 200',
			'PATCH TcBatch 200',
		]);
	});

	it("finds the chosen values in the requests, each with its field's type", async () => {
		const { entries } = await stage.sandbox.control.journal();
		const bodyOf = (document: string) =>
			JSON.parse(entries.find((entry) => entry.document === document && entry.method === 'POST')?.body ?? '') as unknown;
		expect(bodyOf('JmWorkOrder')).toEqual({
			jm_work_order: [
				{
					wo_desc: 'Cup final, world feed',
					wo_begin_dt: expect.stringMatching(/^2026-12-01T/),
					wo_end_dt: expect.stringMatching(/^2026-12-01T/),
					wo_type_no: 17,
					phase_code: 'CONF',
					rate_card_no: 5,
					cust_id: 19,
					wo_template_no: 15,
				},
			],
		});
		expect(bodyOf('JmActual')).toMatchObject({
			jm_actual_header: [
				{
					jm_actual_detail: [{ action_code: { action_code: 'I' }, actual_unit: 4 }],
					jm_actual_link: [{ trx_no: expect.any(Number) }, { trx_no: expect.any(Number) }],
				},
			],
		});
	});
});
