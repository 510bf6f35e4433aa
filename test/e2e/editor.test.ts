import type { N8nRest, StoredWorkflow } from '../../workshop/editor/rest';
import { itemsOf } from '../../workshop/editor/rest';
import { browserSignInFor, signInsFor } from '../../workshop/editor/signIns';
import { readExample, withCredentials } from '../../workshop/editor/workflows';
import type { SandboxProcess } from '../../workshop/sandboxProcess';
import { THEMES, type Editor } from './support/editor';
import { openStage, type Stage } from './support/stage';

describe.each(THEMES)("A user in n8n's editor (%s)", (theme) => {
	let stage: Stage;
	let sandbox: SandboxProcess;
	let rest: N8nRest;
	let editor: Editor;
	let example: StoredWorkflow;

	beforeAll(async () => {
		stage = await openStage();
		({ sandbox, rest } = stage);
		const credentials = [];
		for (const signIn of signInsFor(sandbox.url)) credentials.push(await rest.putCredential(signIn));
		example = await rest.putWorkflow({ ...withCredentials(readExample('first-steps'), credentials), name: 'First steps' });
		editor = await stage.signIn(theme);
	});
	afterAll(async () => await stage.close());

	it('finds the node by industry terms', async () => {
		await editor.openWorkflow(example.id);
		await editor.part('node-creator-plus-button').click();
		for (const words of ['time card', 'library asset', 'JmJob', 'work order']) {
			await editor.part('node-creator-search-bar').fill(words);
			await editor.part('node-creator-item-name').getByText('Media Operations', { exact: true }).waitFor();
		}
		await editor.picture('find-the-node');
		await editor.page.keyboard.press('Escape');
	});

	it('creates a credential, sees what to check if the password is wrong, and sees that the connection works with the right one', async () => {
		await editor.newCredential('Media Operations Basic API');
		await editor.fill('baseUrl', `${sandbox.apiUrl}/JmJobList?Query={}`);
		await editor.fill('username', 'demo');
		await editor.fill('password', 'not this one');
		await editor.part('credential-save-button').click();
		await editor.part('credential-edit-dialog').getByText('More details').click();
		await editor.part('credential-edit-dialog').getByText('Check the user name and password').first().waitFor();
		await editor.picture('credential-refused');

		await editor.fill('password', 'demo');
		await editor.part('credential-save-button').click();
		await editor.part('credentials-config-container-test-success').waitFor();
		await editor.picture('credential-tested');
		await editor.page.keyboard.press('Escape');
	});

	it('runs the example and sees every step succeed', async () => {
		await editor.openWorkflow(example.id);
		await editor.part('execute-workflow-button').first().click();
		const ours = readExample('first-steps').nodes.filter(({ type }) => type.startsWith('n8n-nodes-media-operations.'));
		for (const { name } of ours) await editor.node(name).getByTestId('canvas-node-status-success').waitFor();
		await editor.part('fit-view-button').or(editor.part('zoom-to-fit')).first().click();
		await editor.picture('workflow');
	});

	it('opens a step and sees its output', async () => {
		await editor.openNode('Find Order (Basic)');
		const output = editor.part('output-panel');
		await output.getByText('wo_no_seq').first().waitFor();
		await output.getByText('First steps', { exact: true }).first().waitFor();
		await editor.picture('node');
		await editor.page.keyboard.press('Escape');
	});

	it("signs in with PKCE in the browser, on the site's own page, and the node works with the credential", async () => {
		const signIn = browserSignInFor(sandbox.url);
		const credential = await rest.putCredential({ ...signIn, name: `${signIn.name}, ${theme}` });
		const page = await editor.connectAccount(credential.id);
		await page.fill('#username', 'demo');
		await page.fill('#password', 'demo');
		await editor.picture('sign-in-page', page);
		await page.getByRole('button', { name: 'Sign in' }).click();
		const allow = page.getByRole('button', { name: 'Allow' });
		await allow.waitFor();
		await Promise.all([page.waitForEvent('close'), allow.click()]);
		await editor.part('oauth-connect-success-banner').waitFor();
		await editor.picture('account-connected');

		const authorization = (await sandbox.control.journal({ kind: 'request' })).entries.find(({ path }) => path === '/oauth/auth');
		expect(authorization?.query).toMatchObject({ code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/) });
		expect((await sandbox.control.journal()).tokenRequests).toBeGreaterThanOrEqual(1);

		await sandbox.control.clearJournal();
		const start = {
			id: 'start',
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters: {},
		};
		const find = {
			id: 'find',
			name: 'Find Jobs',
			type: 'n8n-nodes-media-operations.mediaOperations',
			typeVersion: 1,
			position: [200, 0] as [number, number],
			parameters: { authentication: 'oAuth2', resource: 'job', operation: 'getMany', limit: 3 },
			credentials: { mediaOperationsOAuth2Api: { id: credential.id, name: credential.name } },
		};
		const workflow = await rest.putWorkflow({
			name: 'Signed in by browser',
			nodes: [start, find],
			connections: { Start: { main: [[{ node: 'Find Jobs', type: 'main', index: 0 }]] } },
			settings: {},
		});
		expect(itemsOf(await rest.run(workflow, 'Start'), 'Find Jobs')).toHaveLength(3);
		const requests = (await sandbox.control.journal({ document: 'JmJobList' })).entries;
		expect(requests.map(({ user, status }) => [user, status])).toEqual([['demo', 200]]);
	});
});
