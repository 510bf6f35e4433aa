import type { Browser } from 'playwright-core';
import type { StoredWorkflow } from '../../workshop/editor/rest';
import { signInsFor } from '../../workshop/editor/signIns';
import { freePort } from '../../workshop/ports';
import type { SandboxProcess } from '../support/sandboxProcess';
import { startSandbox } from '../support/sandboxProcess';
import type { Theme } from './support/editor';
import { Editor, openBrowser } from './support/editor';
import { signedIn, siteOfTests } from './support/site';

const chosen = (mode: string, value: string) => ({ __rl: true, mode, value });
const ORDER_FIELDS = { wo_desc: 'Cup final, world feed', wo_begin_dt: '2026-12-01T10:00:00.000Z', wo_end_dt: '2026-12-01T16:00:00.000Z', wo_type_no: 17, phase_code: 'CONF', rate_card_no: 1, cust_id: 19 };

/** The five action nodes in the order in which they run, each with the words that its output has to show. */
const STEPS = [
	{ name: 'Order from Template', type: 'mediaOperationsLoadTemplate', picture: 'load-template', shows: 'Cup final, world feed', parameters: { operation: 'create', fieldsMode: 'json', fieldsJson: JSON.stringify(ORDER_FIELDS), template: chosen('list', '15') } },
	{ name: 'Attach Note', type: 'mediaOperationsUploadAttachment', picture: 'upload-attachment', shows: 'note.txt', parameters: { record: chosen('wo_no_seq', '={{ $("Order from Template").item.json.wo_no_seq }}') } },
	{ name: 'Actualize Order', type: 'mediaOperationsActualize', picture: 'actualize', shows: 'actualized', parameters: { record: chosen('wo_no_seq', '={{ $("Order from Template").item.json.wo_no_seq }}'), details: { detail: [{ action: 'I', units: 4 }] }, actualize: 'all', updatePhase: true } },
	{ name: 'Void Order', type: 'mediaOperationsVoidOrder', picture: 'void-order', shows: 'Cancelled by Customer', parameters: { operation: 'void', record: chosen('wo_no_seq', '2627-1'), reason: chosen('list', '1') } },
	{ name: 'Post Batch', type: 'mediaOperationsPostBatch', picture: 'post-batch', shows: 'posted', parameters: { batches: 'numbers', batchNumbers: '7572' } },
];

describe.each<Theme>(['light', 'dark'])('a person who runs the action nodes in n8n’s editor (%s)', (theme) => {
	let sandbox: SandboxProcess;
	let browser: Browser;
	let editor: Editor;
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		const [started, rest, opened] = await Promise.all([startSandbox({ args: ['--port', String(await freePort(4010))] }), signedIn(), openBrowser()]);
		[sandbox, browser] = [started, opened];
		const credential = await rest.putCredential(signInsFor(sandbox.url)[0]!);
		const place = (index: number): [number, number] => [200 * index, 0];
		const steps = STEPS.map(({ name, type, parameters }, index) => ({
			id: name, name, type: `n8n-nodes-media-operations.${type}`, typeVersion: 1, position: place(index + (index > 0 ? 2 : 1)),
			parameters: { authentication: 'basic', ...parameters }, credentials: { [credential.type]: { id: credential.id, name: credential.name } },
		}));
		const start = { id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: place(0), parameters: {} };
		const note = { id: 'note', name: 'Write Note', type: 'n8n-nodes-base.convertToFile', typeVersion: 1.1, position: place(2), parameters: { operation: 'toText', sourceProperty: 'wo_no_seq', options: { fileName: 'note.txt' } } };
		const nodes = [start, steps[0]!, note, ...steps.slice(1)];
		const connections = Object.fromEntries(nodes.slice(0, -1).map(({ name }, index) => [name, { main: [[{ node: nodes[index + 1]!.name, type: 'main' as const, index: 0 }]] }]));
		workflow = await rest.putWorkflow({ name: `Actions (${theme})`, nodes, connections, settings: {} });
		const { url, owner } = siteOfTests();
		editor = await Editor.signIn(browser, url, owner, theme);
		await editor.openWorkflow(workflow.id);
	}, 60_000);
	afterAll(async () => {
		await browser.close();
		await sandbox.stop();
	});

	it('runs them and sees each succeed', async () => {
		await editor.part('execute-workflow-button').first().click();
		for (const { name } of STEPS) await editor.node(name).getByTestId('canvas-node-status-success').waitFor();
	});

	it.each(STEPS)('opens «$name» and reads what it did', async ({ name, picture, shows }) => {
		await editor.openNode(name);
		const output = editor.part('output-panel');
		await output.getByText(shows).first().waitFor();
		await editor.picture(picture);
		await editor.page.keyboard.press('Escape');
		await editor.part('ndv').waitFor({ state: 'hidden' });
	});

	it('has changed the site by exactly these calls', async () => {
		const { entries } = await sandbox.control.journal();
		const writes = entries.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api')).map(({ method, document, status }) => `${method} ${document} ${status}`);
		expect(writes).toEqual(['POST JmWorkOrder 200', 'POST SysAttachment 200', 'POST JmActual 200', 'PATCH JmWorkOrder 204', 'PATCH TcBatch 200']);
	});
});
