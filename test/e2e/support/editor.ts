import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, selectors } from 'playwright-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { Owner } from '../../../workshop/editor/n8n';
import { checkout, stateFolder } from '../../../workshop/paths';

export type Theme = 'light' | 'dark';

/** Where pictures go: into the docs when they are made anew for them (`npm run pictures`), else where git does not look. */
const pictureFolder = process.env.PICTURES ? path.resolve(checkout, process.env.PICTURES) : path.join(stateFolder, 'pictures');

const browsers = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts Debian's Chromium; says how to get it where it is not there. */
export async function openBrowser(): Promise<Browser> {
	const executablePath = browsers.find((file) => file !== undefined && existsSync(file));
	if (!executablePath) throw new Error('Chromium is not on this machine. On Debian: «apt-get install -y chromium»; elsewhere set CHROMIUM to its path.');
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({
		executablePath,
		args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
	});
}

/** n8n's editor in a browser, worked with as a person does. */
export class Editor {
	private constructor(
		readonly page: Page,
		private readonly context: BrowserContext,
		private readonly url: string,
		private readonly theme: Theme,
	) {}

	static async signIn(browser: Browser, url: string, owner: Owner, theme: Theme = 'light'): Promise<Editor> {
		const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: theme, reducedMotion: 'reduce' });
		const page = await context.newPage();
		page.setDefaultTimeout(20_000);
		const editor = new Editor(page, context, url, theme);
		await page.goto(`${url}/signin`);
		await page.locator('input[name="emailOrLdapLoginId"]').fill(owner.email);
		await page.locator('input[name="password"]').fill(owner.password);
		await editor.part('form-submit-button').click();
		await page.waitForURL(/\/(home|workflow)/);
		return editor;
	}

	/** A part of the editor by n8n's own test id. */
	part(id: string): Locator {
		return this.page.getByTestId(id);
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.part('canvas-node').first().waitFor();
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.part('ndv').waitFor();
	}

	/** Opens the form of a new credential of that type, as the button on the overview does. */
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

	parameter(name: string): Locator {
		return this.part(`parameter-input-${name}`).first();
	}

	/** Chooses from the list of a parameter, one or several by words of their names; a list that loads closes itself once. */
	async choose(name: string, ...words: string[]): Promise<void> {
		for (const word of words) {
			const option = this.page.getByRole('option', { name: word }).first();
			for (let tries = 0; tries < 5 && !(await option.isVisible()); tries++) {
				await this.parameter(name).click();
				await option.waitFor({ timeout: 2000 }).catch(() => null);
			}
			await option.click();
		}
		// A list of several stays open.
		if (words.length > 1) await this.part('node-parameters').first().click({ position: { x: 2, y: 2 } });
	}

	/** Chooses a record: opens its list, searches, and takes the first that comes. */
	async chooseRecord(name: string, words: string): Promise<void> {
		await this.parameter(name).getByTestId('rlc-input').click();
		await this.part('rlc-search').fill(words);
		const found = this.part('rlc-item').filter({ hasText: new RegExp(words, 'i') }).first();
		await found.waitFor();
		await found.click();
		await this.part('rlc-item').first().waitFor({ state: 'hidden' });
	}

	/** Runs the open node, and waits until its output shows these words. */
	async runNode(shows: string | RegExp): Promise<void> {
		await this.part('node-execute-button').first().click();
		await this.part('output-panel').getByText(shows).first().waitFor();
	}

	/** Scrolls the panel of the open node to its first parameter. */
	async scrollToTop(): Promise<void> {
		await this.part('node-parameters').first().hover({ position: { x: 2, y: 2 } });
		await this.page.mouse.wheel(0, -5000);
	}

	/** Fills one field of a form by its parameter name. */
	async fill(parameter: string, value: string): Promise<void> {
		await this.part(`parameter-input-${parameter}`).locator('input').first().fill(value);
	}

	/** Opens an OAuth2 credential and starts the sign-in in the browser; gives the page that opens for it. */
	async connectAccount(credentialId: string): Promise<Page> {
		await this.page.goto(`${this.url}/home/credentials/${credentialId}`);
		const button = this.part('quick-connect-button');
		await button.waitFor();
		const [page] = await Promise.all([this.context.waitForEvent('page'), button.click()]);
		await page.waitForLoadState();
		return page;
	}

	/** Closes the notes that n8n shows in the corner for a while; they would cover what is below them. */
	private async closeToasts(): Promise<void> {
		for (const button of await this.page.locator('.el-notification__closeBtn').all()) await button.click();
		await this.page.locator('.el-notification').first().waitFor({ state: 'detached' });
	}

	/** Takes a picture of the window once nothing moves any more. */
	async picture(name: string, of: Page = this.page): Promise<void> {
		mkdirSync(pictureFolder, { recursive: true });
		await this.page.waitForLoadState('networkidle');
		await this.closeToasts();
		await this.page.waitForTimeout(600);
		await of.screenshot({ path: path.join(pictureFolder, `${name}-${this.theme}.png`), animations: 'disabled' });
	}

	async close(): Promise<void> {
		await this.context.close();
	}
}
