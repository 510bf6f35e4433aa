import { errors, type BrowserContext, type Page } from 'playwright-core';

/** Returns false if the action takes longer than its timeout. */
const succeedsInTime = async (act: () => Promise<void>): Promise<boolean> => {
	try {
		await act();
		return true;
	} catch (error) {
		if (!(error instanceof errors.TimeoutError)) throw error;
		return false;
	}
};

/** How long to wait (ms) for the overview before the editor is loaded again. */
const LEAVE_MS = 3000;
/** Runs in the page: whether the workflow has disappeared, or n8n asks what to do about unsaved changes. */
const LEFT_OR_ASKED = `!document.querySelector('[data-test-id="canvas-node"]') || document.querySelector('.is-message-box') !== null`;

/** Opens workflows in n8n's editor, and does not load the editor again if possible. */
export class WorkflowPages {
	/** The address of the last workflow that {@link open} opened. */
	private opened: string | undefined;

	constructor(
		private readonly page: Page,
		private readonly context: BrowserContext,
		private readonly url: string,
	) {}

	/**
	 * Opens a workflow; `closeNode` closes the open node, if there is one. Loads the editor only if it cannot change to the workflow from the
	 * previous one: loading takes 10 s on two processors, and changing the page takes 1 s.
	 */
	async open(id: string, closeNode: () => Promise<void>): Promise<void> {
		const address = `/workflow/${id}`;
		if (!((await this.leave(closeNode)) && (await this.change(id, address)))) await this.page.goto(`${this.url}${address}`);
		this.opened = address;
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/**
	 * Changes from the open workflow to the overview, without saving changes. Returns false if this is not possible: the test built the
	 * workflow itself, and n8n returns to a new workflow when it has been saved.
	 */
	private async leave(closeNode: () => Promise<void>): Promise<boolean> {
		if (this.opened === undefined || !new URL(this.page.url()).pathname.startsWith(this.opened)) return false;
		await closeNode();
		await this.changePage('/home/workflows');
		const question = this.page.locator('.is-message-box');
		return await succeedsInTime(async () => {
			await this.page.waitForFunction(LEFT_OR_ASKED, undefined, { timeout: LEAVE_MS });
			if (await question.isVisible()) await question.getByRole('button', { name: 'Leave without saving' }).click({ timeout: LEAVE_MS });
			await question.waitFor({ state: 'hidden', timeout: LEAVE_MS });
			await this.page.getByTestId('canvas-node').first().waitFor({ state: 'detached', timeout: LEAVE_MS });
		});
	}

	/** Changes from the overview to a workflow. Returns false if its nodes do not appear; this happened once on a busy machine. */
	private async change(id: string, address: string): Promise<boolean> {
		// n8n may close the idle connection at the moment when it is used again; Playwright retries only then.
		const response = await this.context.request.get(`${this.url}/rest/workflows/${id}`, { maxRetries: 1 });
		if (!response.ok()) throw new Error(`n8n returned status ${response.status()} for workflow ${id}: ${await response.text()}`);
		const { data } = (await response.json()) as { data: { nodes: readonly { name: string; type: string }[] } };
		const names = data.nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote').map(({ name }) => name);
		await this.changePage(address);
		const haveAppeared = await succeedsInTime(async () => {
			for (const name of names)
				await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).waitFor({ timeout: 10_000 });
		});
		return haveAppeared && new URL(this.page.url()).pathname.startsWith(address);
	}

	/** Changes the page without loading the editor again, as the browser's Back button does. */
	private async changePage(address: string): Promise<void> {
		const to = JSON.stringify(address);
		await this.page.evaluate(`history.pushState({}, '', ${to}); dispatchEvent(new PopStateEvent('popstate', { state: {} }));`);
	}
}
