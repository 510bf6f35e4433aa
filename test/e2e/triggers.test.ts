import { signInsFor } from '../../workshop/editor/signIns';
import type { SandboxProcess } from '../../workshop/sandboxProcess';
import {
	addFirstNode,
	chooseSecondCredential,
	flip,
	createCredential,
	newWorkflow,
	openExecution,
	publish,
	shownUrl,
} from './support/building';
import { THEMES, type Editor, type Theme } from './support/editor';
import { openStage, type Stage } from './support/stage';

/** The ways in which the system authenticates: what a user enters in n8n, and what the outbound connection sends. */
const SENDERS: ReadonlyArray<{ theme: Theme; by: string; fields: Parameters<typeof createCredential>[1]; signIn: object }> = [
	{
		theme: 'light',
		by: 'a user and a password',
		fields: [
			['user', 'station'],
			['password', 'made up for n8n'],
		],
		signIn: { type: 'basic', user: 'station', password: 'made up for n8n' },
	},
	{
		theme: 'dark',
		by: 'a key in a header',
		fields: [
			['method', 'Header Auth', 'list'],
			['headerName', 'X-Station-Key'],
			['apiKey', 'made up for n8n'],
		],
		signIn: { type: 'key', header: 'X-Station-Key', key: 'made up for n8n' },
	},
];

const ORDER = '8248-1';

describe.each(SENDERS)('Workflows triggered by changes in the system ($theme):', ({ theme, by, fields, signIn }) => {
	let stage: Stage;
	let sandbox: SandboxProcess;
	let editor: Editor;

	beforeAll(async () => {
		stage = await openStage();
		({ sandbox } = stage);
		for (const { name, type, data } of signInsFor(sandbox.url)) await stage.rest.putCredential({ name, type, data });
		editor = await stage.signIn(theme);
	});
	afterAll(async () => {
		const { rest } = stage;
		for (const workflow of await rest.workflows()) if (workflow.name.startsWith('My workflow')) await rest.deactivate(workflow);
		await stage.close();
	});

	/** Updates the order in the system. */
	const change = async (path: string, value: string): Promise<void> => {
		const response = await fetch(`${sandbox.apiUrl}/JmWorkOrder/wo_no_seq=${ORDER}`, {
			method: 'PATCH',
			headers: { authorization: `Basic ${Buffer.from('demo:demo').toString('base64')}`, 'content-type': 'application/json' },
			body: JSON.stringify([{ op: 'replace', path, value }]),
		});
		expect(response.status).toBe(204);
	};
	/** Follows the node's setup notice: outbound connection, export adaptor and event trigger for that URL. */
	const setUpInTheSystem = async (url: string): Promise<void> => {
		await sandbox.control.call('PUT', 'events', {
			triggers: [{ name: 'n8n', document: 'JmWorkOrder', types: ['UPDATE'], adaptor: { url, signIn, retries: 3, retryDelayMs: 300 } }],
		});
	};
	const deliveries = async (): Promise<unknown> =>
		((await sandbox.control.call('GET', 'events/deliveries')) as { deliveries: unknown }).deliveries;

	describe('The Media Operations Trigger', () => {
		let production: string;

		it('is found by searching for an event, and explains what to set up in the system', async () => {
			await newWorkflow(editor);
			await addFirstNode(editor, { search: 'event', listed: 'Media Operations', action: 'When a record is updated' });
			const steps = editor.part('ndv').getByRole('alert').getByRole('listitem');
			await steps.first().waitFor();
			expect((await steps.allInnerTexts()).map((step) => step.split(/:|\.| with| for/)[0])).toEqual([
				'Create an outbound connection',
				'Create an export adaptor',
				'Create an event trigger',
			]);
			await editor.parameter('events').getByText('Updated').waitFor();
		});

		it(`can be set up with the sender's credential (${by}), a document, and Fetch Record turned on`, async () => {
			await createCredential(editor, fields);
			await editor.choose('documents', 'Work Order');
			await editor.page.keyboard.press('Escape');
			await flip(editor, 'fetchRecord');
			await chooseSecondCredential(editor, 'Sandbox (Basic)');
			production = await shownUrl(editor, 'production');
			expect(production).toMatch(/\/webhook\/[\w-]+\/events$/);
			await editor.scrollToTop();
			await editor.picture('trigger');
		});

		it('shows an event that arrives at the Test URL while the trigger is listening', async () => {
			await setUpInTheSystem(await shownUrl(editor, 'test'));
			await editor.part('trigger-execute-button').click();
			await editor.page.getByText('Listening for test event').waitFor();
			await change('wo_desc', `Heats, gate 4 (${theme})`);
			const output = editor.part('output-panel');
			for (const words of ['JmWorkOrder', ORDER, 'updated']) await output.getByText(words, { exact: true }).first().waitFor();
			expect(await deliveries()).toMatchObject([{ state: 'delivered', response: '{"received":true}' }]);
			await editor.closeNode();
		});

		it('starts the active workflow for each event at the Production URL, with its complete record', async () => {
			expect(await publish(editor)).toContain('The Production URL now accepts events from your system.');
			await setUpInTheSystem(production);
			await change('phase_code', theme === 'light' ? 'WIP' : 'DONE');
			await openExecution(editor, 'Media Operations Trigger');
			const output = editor.part('output-panel');
			for (const words of [ORDER, 'phase_code', `Heats, gate 4 (${theme})`])
				await output.getByText(words, { exact: true }).first().waitFor();
			expect(await deliveries()).toMatchObject([
				{ state: 'delivered' },
				{ state: 'delivered', attempts: [{ url: production, status: 200 }] },
			]);
			await editor.picture('trigger-fired');
		});
	});

	// The poll trigger does not depend on how the system authenticates.
	if (!THEMES.includes(theme)) return;
	describe('The Media Operations Poll Trigger', () => {
		it('shows the newest record in a test run', async () => {
			await change('wo_desc', `Semi-finals (${theme})`);
			await newWorkflow(editor);
			await addFirstNode(editor, { search: 'poll', listed: 'Media Operations Poll', action: 'On new or changed records' });
			await editor.choose('resource', 'Work Order');
			await editor.runNode(`Semi-finals (${theme})`);
			await editor.part('output-panel').getByText(ORDER, { exact: true }).first().waitFor();
			expect(await editor.part('ndv-items-count').innerText()).toContain('1 item');
			await editor.scrollToTop();
			await editor.picture('poll-trigger');
			await editor.closeNode();
		});

		it('starts the workflow for changes after its activation, but not for the existing records', async () => {
			await sandbox.control.clearJournal();
			expect(await publish(editor)).toContain('Existing records do not.');
			for (let tries = 0; tries < 600 && (await sandbox.control.journal({ document: 'JmWorkOrderList' })).matching === 0; tries++)
				await editor.page.waitForTimeout(200);
			await change('wo_desc', `Finals (${theme})`);
			await openExecution(editor, 'Media Operations Poll Trigger', 90_000);
			await editor.part('output-panel').getByText(`Finals (${theme})`, { exact: true }).first().waitFor();
			expect(await editor.part('ndv-items-count').innerText()).toContain('1 item');
		});
	});
});
