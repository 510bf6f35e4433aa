import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, selectors } from 'playwright-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { Owner } from '../../../workshop/editor/n8n';
import { checkout } from '../../../workshop/paths';
import { outboundLogOfTests } from './site';
import { WorkflowPages } from './workflowPages';

export type Theme = 'light' | 'dark';

/** The folder for screenshots; undefined unless `npm run pictures` runs. */
const pictureFolder = process.env.PICTURES && path.resolve(checkout, process.env.PICTURES);

/**
 * The themes in which most editor tests run. The tests run in the dark theme only to take its screenshots; those of the Media Operations
 * Trigger always use both themes.
 */
export const THEMES: readonly Theme[] = pictureFolder ? ['light', 'dark'] : ['light'];

/** The name of a parameter of the open node. If several rows have the parameter, also the row number, or -1 for the last row. */
export type Place = string | readonly [name: string, row: number];

/**
 * The first of these that is installed is used. The headless shell is Chromium without windows, so the tests need about a sixth less
 * processor time.
 */
const browsers = [
	process.env.CHROMIUM,
	'/usr/bin/chromium-headless-shell',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
];

/**
 * Chromium creates the socket `org.chromium.Chromium.XXXXXX/SingletonSocket` in this folder. It exits if the path of the socket is longer
 * than 107 bytes.
 */
const socketFolder = (): string => (Buffer.byteLength(tmpdir()) <= 60 ? tmpdir() : '/tmp');

/** Starts the installed Chromium or Chrome. If there is none, the error explains how to install it. */
export async function openBrowser(): Promise<Browser> {
	const executablePath = browsers.find((file) => file !== undefined && existsSync(file));
	if (!executablePath)
		throw new Error(
			'Chromium is not installed on this machine. On Debian, run "apt-get install -y chromium-headless-shell"; elsewhere, set CHROMIUM to its path.',
		);
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({
		executablePath,
		env: { ...process.env, TMPDIR: socketFolder() },
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			// Without this, the headless shell rounds the width of each letter, and the text in screenshots looks uneven.
			'--font-render-hinting=none',
		],
	});
}

/** n8n's editor in a browser, used as a person uses it. */
export class Editor {
	private readonly workflows: WorkflowPages;

	private constructor(
		readonly page: Page,
		private readonly context: BrowserContext,
		private readonly url: string,
		private readonly theme: Theme,
	) {
		this.workflows = new WorkflowPages(page, context, url);
	}

	static async signIn(browser: Browser, url: string, owner: Owner, theme: Theme = 'light'): Promise<Editor> {
		const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: theme, reducedMotion: 'reduce' });
		context.on('request', (request) => {
			const { protocol, hostname, host } = new URL(request.url());
			if (/^(https?|wss?):$/.test(protocol) && hostname !== '127.0.0.1') appendFileSync(outboundLogOfTests(), `editor ${host}\n`);
		});
		// Signs in without n8n's form, because loading the editor once more takes about 10 s on two processors.
		const { email: emailOrLdapLoginId, password } = owner;
		const response = await context.request.post(`${url}/rest/login`, { data: { emailOrLdapLoginId, password } });
		if (!response.ok()) throw new Error(`n8n responded to the sign-in with status ${response.status()}: ${await response.text()}`);
		const page = await context.newPage();
		page.setDefaultTimeout(60_000);
		return new Editor(page, context, url, theme);
	}

	/** A part of the editor by n8n's own test id. */
	part(id: string): Locator {
		return this.page.getByTestId(id);
	}

	/** Opens a workflow. */
	async openWorkflow(id: string): Promise<void> {
		await this.workflows.open(id, async () => {
			if (await this.part('ndv').isVisible()) await this.closeNode();
		});
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Opens a node. If n8n ignores the double click because it is still arranging the canvas, repeats it. */
	async openNode(name: string): Promise<void> {
		const panel = this.part('ndv');
		for (let tries = 0; tries < 5 && !(await panel.isVisible()); tries++) {
			await this.node(name).dblclick();
			await panel.waitFor({ timeout: 10_000 }).catch(() => null);
		}
		await panel.waitFor();
	}

	/** Opens the form of a new credential of that type, like the button on the overview. */
	async newCredential(type: string): Promise<void> {
		await this.page.goto(`${this.url}/home/credentials/create`);
		await this.part('new-credential-type-select').click();
		await this.page.keyboard.type(type);
		await this.part('new-credential-type-select-option').getByText(type, { exact: true }).click();
		await this.part('new-credential-type-button').click();
		await this.part('credential-edit-dialog').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.part('ndv-close-button').first().click();
		await this.part('ndv').waitFor({ state: 'hidden' });
	}

	parameter(place: Place): Locator {
		const [name, row] = typeof place === 'string' ? [place, 0] : place;
		return this.part(`parameter-input-${name}`).nth(row);
	}

	/** Opens a list and chooses an entry by text in its name. If n8n re-renders the list and it closes, opens it again. */
	async chooseFrom(list: Locator, word: string): Promise<void> {
		const option = this.page.getByRole('option', { name: word }).first();
		// While its entries are loading, a list is disabled and ignores clicks.
		await list.locator('input:disabled').first().waitFor({ state: 'detached' });
		for (let tries = 0; tries < 5 && !(await option.isVisible()); tries++) {
			await list.click();
			await option.waitFor({ timeout: 2000 }).catch(() => null);
		}
		await option.click();
	}

	/** Chooses one or several entries from a parameter's list by text in their names. */
	async choose(place: Place, ...words: string[]): Promise<void> {
		for (const word of words) await this.chooseFrom(this.parameter(place), word);
		// A list with multiple choices stays open.
		if (words.length > 1)
			await this.part('node-parameters')
				.first()
				.click({ position: { x: 2, y: 2 } });
	}

	/** Chooses a record: opens its list, searches, and chooses the first result. */
	async chooseRecord(place: Place, words: string): Promise<void> {
		await this.parameter(place).getByTestId('rlc-input').click();
		const search = this.part('rlc-search');
		const found = this.part('rlc-item')
			.filter({ hasText: new RegExp(words, 'i') })
			.first();
		// On a busy machine, the first page of the list can finish loading after the search, and replace the results.
		for (let tries = 0; tries < 5 && !(await found.isVisible()); tries++) {
			await search.fill('');
			await search.fill(words);
			await found.waitFor({ timeout: 10_000 }).catch(() => null);
		}
		await found.click();
		await this.part('rlc-item').first().waitFor({ state: 'hidden' });
	}

	/** Chooses how a record is entered: from the list, by one of its keys, or by its URL. */
	async chooseMode(place: Place, mode: string): Promise<void> {
		await this.parameter(place).getByTestId('rlc-mode-selector').click();
		await this.page.getByRole('option', { name: mode, exact: true }).click();
	}

	/** Types the key or URL of a record. */
	async fillRecord(place: Place, value: string): Promise<void> {
		const input = this.parameter(place).getByTestId('rlc-input');
		await input.fill(value);
		await input.press('Tab');
		// n8n stores a typed value a moment later, and refuses to run the node until then. The page does not show when the value is stored.
		await this.page.waitForTimeout(800);
	}

	/** Clicks the button with this text, which adds a row to a collection; if there are several such buttons, clicks the last one. */
	async add(words: string): Promise<void> {
		await this.part('node-parameters').getByText(words, { exact: true }).last().click();
	}

	/** Adds fields to the visible fields of the mapper. */
	async addFields(...words: string[]): Promise<void> {
		for (const word of words) {
			await this.page.getByText('Add field to send').click();
			await this.page.getByRole('menuitem', { name: word }).click();
		}
	}

	/** Adds an option in the last collection of the parameters. */
	async addOption(option: string): Promise<void> {
		await this.part('collection-parameter-add').last().click();
		await this.page.getByRole('option', { name: option, exact: true }).click();
	}

	/** Drags a field of an earlier node from the input panel to a part of the open node. */
	async dragField(node: string, field: string, target: Locator): Promise<void> {
		const header = this.part('run-data-schema-header').filter({ hasText: node });
		const pill = this.page.locator(`[data-test-id="run-data-schema-node-name"][data-name="${field}"]`);
		await header.waitFor();
		// The fields of the previous node are already shown; the fields of other nodes appear after a click.
		if (!(await pill.isVisible())) await header.click();
		await pill.hover();
		await this.page.mouse.down();
		await this.page.mouse.move(600, 300, { steps: 5 });
		await target.hover();
		await this.page.mouse.up();
	}

	get output(): Locator {
		return this.part('output-panel');
	}

	/** Runs the open node, and waits until its output contains this text. */
	async runNode(shows: string | RegExp): Promise<void> {
		await this.part('node-execute-button').first().click();
		await this.output.getByText(shows).first().waitFor();
	}

	/** Scrolls the parameters of the open node to the first one. */
	async scrollToTop(): Promise<void> {
		await this.part('node-parameters')
			.first()
			.hover({ position: { x: 2, y: 2 } });
		await this.page.mouse.wheel(0, -5000);
	}

	/** Fills one field of a form by its parameter name. */
	async fill(place: Place, value: string): Promise<void> {
		await this.parameter(place).locator('input').first().fill(value);
	}

	/** Opens an OAuth 2 credential, starts the sign-in in the browser, and returns the opened page. */
	async connectAccount(credentialId: string): Promise<Page> {
		await this.page.goto(`${this.url}/home/credentials/${credentialId}`);
		const button = this.part('quick-connect-button');
		await button.waitFor();
		const [page] = await Promise.all([this.context.waitForEvent('page'), button.click()]);
		await page.waitForLoadState();
		return page;
	}

	/** Closes n8n's temporary notifications in the corner, which would cover what is below them. */
	private async closeToasts(): Promise<void> {
		const toasts = this.page.locator('.el-notification');
		// Closes all notifications at the same time and repeatedly, because each can appear and disappear at any moment. Waiting is not
		// enough: n8n shows errors until someone closes them.
		for (let tries = 0; tries < 100; tries++) {
			if ((await toasts.count()) === 0) return;
			await toasts
				.locator('.el-notification__closeBtn')
				.evaluateAll((buttons) => buttons.forEach((button) => (button as unknown as { click(): void }).click()));
			await this.page.waitForTimeout(200);
		}
		throw new Error('The notifications in the editor do not close');
	}

	/** With `npm run pictures`, takes a screenshot for the docs once nothing on the page moves; otherwise only closes the notifications. */
	async picture(name: string, of: Page = this.page): Promise<void> {
		if (pictureFolder) await this.page.waitForLoadState('networkidle');
		await this.closeToasts();
		await this.screenshot(name, of);
	}

	private async screenshot(name: string, of: Page | Locator): Promise<void> {
		if (!pictureFolder) return;
		mkdirSync(pictureFolder, { recursive: true });
		await this.page.waitForTimeout(600);
		await of.screenshot({ path: path.join(pictureFolder, `${name}-${this.theme}.png`), animations: 'disabled' });
	}

	/** Takes a screenshot of the whole workflow on the canvas, without the panels around it. */
	async canvasPicture(name: string): Promise<void> {
		await this.part('fit-view-button').or(this.part('zoom-to-fit')).first().click();
		await this.closeToasts();
		await this.screenshot(name, this.page.locator('.vue-flow').first());
	}

	async close(): Promise<void> {
		await this.context.close();
	}
}
