/** Builds a workflow from scratch as a user does: adds nodes, creates credentials, and activates the workflow. */
import type { Editor } from './editor';
import { siteOfTests } from './site';

/** Creates an empty workflow. */
export async function newWorkflow(editor: Editor): Promise<void> {
	await editor.page.goto(`${siteOfTests().url}/workflow/new`);
	await editor.part('canvas-add-button').waitFor();
}

interface WantedNode {
	readonly search: string;
	/** The name in the list: n8n omits "Trigger", and shows a node and its trigger as one. */
	readonly listed: string;
	/** The action to choose, if the list offers actions. */
	readonly action?: string;
}

/** Searches the open list of nodes, chooses one, and waits until the new node is open. */
async function chooseNode(editor: Editor, { search, listed, action }: WantedNode): Promise<void> {
	await editor.part('node-creator-search-bar').fill(search);
	await editor.part('node-creator-item-name').getByText(listed, { exact: true }).first().click();
	if (action !== undefined) {
		const wanted = editor.part('node-creator').getByText(action, { exact: true });
		// The list collapses actions for the first node of a workflow, and triggers for the others.
		await wanted.waitFor({ timeout: 3_000 }).catch(async () => await editor.page.getByText(/^Actions \(/).click());
		await wanted.click();
	}
	await editor.part('ndv').waitFor();
}

/** Adds the first node of an empty workflow. */
export async function addFirstNode(editor: Editor, wanted: WantedNode): Promise<void> {
	await editor.part('canvas-add-button').click();
	await chooseNode(editor, wanted);
}

/** Adds a node after the named one, with the plus button at its output. */
export async function addNodeAfter(editor: Editor, name: string, wanted: WantedNode): Promise<void> {
	await editor.page
		.locator(`[data-test-id="canvas-node-output-handle"][data-node-name="${name}"] [data-test-id="canvas-handle-plus"]`)
		.click();
	await chooseNode(editor, wanted);
}

/** Creates a credential in the open node: fills fields by parameter name, and chooses from lists by option label. */
export async function createCredential(
	editor: Editor,
	fields: ReadonlyArray<readonly [name: string, value: string, kind?: 'list']>,
): Promise<void> {
	// If there is no credential of this type yet, n8n shows a button instead of the list.
	const first = editor.part('node-credentials-empty-state').getByRole('button');
	const list = editor.part('node-credentials-select').first();
	await first.or(list).first().waitFor();
	if (await first.isVisible()) {
		await first.click();
	} else {
		await list.click();
		await editor.part('node-credentials-select-item-new').click();
	}
	const dialog = editor.part('credential-edit-dialog');
	for (const [name, value, kind] of fields) {
		if (kind === 'list') {
			await dialog.getByTestId(`parameter-input-${name}`).click();
			await editor.page.getByRole('option', { name: value }).first().click();
		} else {
			await dialog.getByTestId(`parameter-input-${name}`).locator('input').first().fill(value);
		}
	}
	await editor.part('credential-save-button').click();
	await dialog.waitFor({ state: 'hidden' });
}

/** Waits until the open node has a second list of credentials, and chooses the credential with this name from it. */
export async function chooseSecondCredential(editor: Editor, name: string): Promise<void> {
	const list = editor.part('node-credentials-select').nth(1);
	await list.waitFor();
	await editor.chooseFrom(list, name);
}

/** Toggles a switch of the open node. */
export async function flip(editor: Editor, name: string): Promise<void> {
	await editor.parameter(name).locator('.el-switch').click();
}

/** The URL that the open webhook node shows. */
export async function shownUrl(editor: Editor, kind: 'test' | 'production'): Promise<string> {
	const switchTo = editor.part(`radio-button-${kind}`);
	if (!(await switchTo.isVisible())) await editor.part('ndv').getByText('Webhook URLs', { exact: true }).click();
	await switchTo.click();
	const shown = editor
		.part('ndv')
		.getByText(kind === 'test' ? '/webhook-test/' : '/webhook/')
		.first();
	return (await shown.innerText()).trim();
}

/** Activates the open workflow, and returns n8n's confirmation. */
export async function publish(editor: Editor): Promise<string> {
	await editor.part('workflow-open-publish-modal-button').click();
	await editor.part('workflow-publish-button').click();
	const confirmation = editor.page.getByRole('dialog').filter({ hasText: 'Workflow published' });
	await confirmation.waitFor();
	const words = await confirmation.innerText();
	await confirmation.getByRole('button', { name: 'Got it' }).click();
	return words;
}

/** Opens the executions of the open workflow, waits for one that was not started manually, and opens one of its nodes. */
export async function openExecution(editor: Editor, node: string, timeoutMs = 60_000): Promise<void> {
	await editor.part('radio-button-executions').click();
	const started = editor
		.part('current-executions-list')
		.locator('[data-test-id^="execution-details-"]')
		.filter({ hasNot: editor.page.locator('[data-icon="flask-conical"]') });
	await started.filter({ hasText: 'Succeeded' }).first().click({ timeout: timeoutMs });
	await editor.part('execution-preview-label').filter({ hasText: 'Succeeded' }).waitFor();
	await editor.openNode(node);
}
