/** What a person does to build a workflow from nothing, beyond the panel of one node. */
import type { Editor } from './editor';
import { siteOfTests } from './site';

/** Begins an empty workflow. */
export async function newWorkflow(editor: Editor): Promise<void> {
	await editor.page.goto(`${siteOfTests().url}/workflow/new`);
	await editor.part('canvas-add-button').waitFor();
}

interface WantedNode {
	/** What is typed into the search. */
	readonly search: string;
	/** As it is listed: n8n leaves «Trigger» out of names, and shows a node and its trigger as one. */
	readonly listed: string;
	/** What it is to do, where the list asks for it. */
	readonly action?: string;
}

/** Searches the list of nodes that is open, chooses, and gets the panel of the new node. */
async function chooseNode(editor: Editor, { search, listed, action }: WantedNode): Promise<void> {
	await editor.part('node-creator-search-bar').fill(search);
	await editor.part('node-creator-item-name').getByText(listed, { exact: true }).first().click();
	if (action !== undefined) {
		const wanted = editor.part('node-creator').getByText(action, { exact: true });
		// Actions of a node that also triggers are folded away where a workflow begins, and its triggers afterwards.
		await wanted.waitFor({ timeout: 3_000 }).catch(async () => await editor.page.getByText(/^Actions \(/).click());
		await wanted.click();
	}
	await editor.part('ndv').waitFor();
}

/** Adds the node with which an empty workflow starts. */
export async function addFirstNode(editor: Editor, wanted: WantedNode): Promise<void> {
	await editor.part('canvas-add-button').click();
	await chooseNode(editor, wanted);
}

/** Adds a node behind the one of that name, by the plus at its end. */
export async function addNodeBehind(editor: Editor, name: string, wanted: WantedNode): Promise<void> {
	await editor.page
		.locator(`[data-test-id="canvas-node-output-handle"][data-node-name="${name}"] [data-test-id="canvas-handle-plus"]`)
		.click();
	await chooseNode(editor, wanted);
}

/** Makes a credential from within the open node; each field by its parameter name, lists by the words of the choice. */
export async function makeCredential(
	editor: Editor,
	fields: ReadonlyArray<readonly [name: string, value: string, kind?: 'list']>,
): Promise<void> {
	// Where there is none of its kind yet, n8n shows a button in place of the list.
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

/** Chooses the second credential that the open node asks for, by its name. It is waited for: what asks for it may just have been switched on. */
export async function chooseSecondCredential(editor: Editor, name: string): Promise<void> {
	const list = editor.part('node-credentials-select').nth(1);
	await list.waitFor();
	await editor.takeFrom(list, name);
}

/** Switches a yes or no of the open node. */
export async function flip(editor: Editor, name: string): Promise<void> {
	await editor.parameter(name).locator('.el-switch').click();
}

/** The address of the open webhook node of that kind, as its panel shows it. */
export async function shownAddress(editor: Editor, kind: 'test' | 'production'): Promise<string> {
	const switchTo = editor.part(`radio-button-${kind}`);
	if (!(await switchTo.isVisible())) await editor.part('ndv').getByText('Webhook URLs', { exact: true }).click();
	await switchTo.click();
	const shown = editor
		.part('ndv')
		.getByText(kind === 'test' ? '/webhook-test/' : '/webhook/')
		.first();
	return (await shown.innerText()).trim();
}

/** Publishes the open workflow, and gives the words with which n8n confirms it. */
export async function publish(editor: Editor): Promise<string> {
	await editor.part('workflow-open-publish-modal-button').click();
	await editor.part('workflow-publish-button').click();
	const said = editor.page.getByRole('dialog').filter({ hasText: 'Workflow published' });
	await said.waitFor();
	const words = await said.innerText();
	await said.getByRole('button', { name: 'Got it' }).click();
	return words;
}

/** Goes to the executions of the open workflow, waits for one that no hand started, and opens a node of it. */
export async function openExecution(editor: Editor, node: string, patience = 20_000): Promise<void> {
	await editor.part('radio-button-executions').click();
	const started = editor
		.part('current-executions-list')
		.locator('[data-test-id^="execution-details-"]')
		.filter({ hasNot: editor.page.locator('[data-icon="flask-conical"]') });
	await started.filter({ hasText: 'Succeeded' }).first().click({ timeout: patience });
	await editor.part('execution-preview-label').filter({ hasText: 'Succeeded' }).waitFor();
	await editor.openNode(node);
}
