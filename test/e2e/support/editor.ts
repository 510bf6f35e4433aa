import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, selectors } from 'playwright-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { Owner } from '../../../workshop/editor/n8n';
import { checkout, stateFolder } from '../../../workshop/paths';
import { outboundLogOfTests } from './site';

export type Theme = 'light' | 'dark';

/**
 * In which colours the long ways through the editor are walked. In CI in light alone: the dark one repeats the clicks for its pictures, and
 * editor.test.ts and triggers.test.ts go through both everywhere.
 */
export const THEMES: readonly Theme[] = process.env.CI ? ['light'] : ['light', 'dark'];

/** A parameter of the panel by its name; where it stands in several rows, also by its row, the last being -1. */
export type Place = string | readonly [name: string, row: number];

/** Where pictures go: into the docs when they are made anew for them (`npm run pictures`), else where git does not look. */
const pictureFolder = process.env.PICTURES ? path.resolve(checkout, process.env.PICTURES) : path.join(stateFolder, 'pictures');

const browsers = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Chromium creates a socket in `org.chromium.Chromium.XXXXXX/SingletonSocket` of this folder, and ends if its path has more than 107 bytes. */
const socketFolder = (): string => (Buffer.byteLength(tmpdir()) <= 60 ? tmpdir() : '/tmp');

/** Starts Debian's Chromium; says how to get it where it is not there. */
export async function openBrowser(): Promise<Browser> {
	const executablePath = browsers.find((file) => file !== undefined && existsSync(file));
	if (!executablePath)
		throw new Error('Chromium is not on this machine. On Debian: «apt-get install -y chromium»; elsewhere set CHROMIUM to its path.');
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
		],
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
		context.on('request', (request) => {
			const { protocol, hostname, host } = new URL(request.url());
			if (/^(https?|wss?):$/.test(protocol) && hostname !== '127.0.0.1') appendFileSync(outboundLogOfTests(), `editor ${host}\n`);
		});
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

	parameter(place: Place): Locator {
		const [name, row] = typeof place === 'string' ? [place, 0] : place;
		return this.part(`parameter-input-${name}`).nth(row);
	}

	/** Opens a list and takes an entry by words of its name; a list that loads, or is drawn anew, closes itself once. */
	async takeFrom(list: Locator, word: string): Promise<void> {
		const option = this.page.getByRole('option', { name: word }).first();
		for (let tries = 0; tries < 5 && !(await option.isVisible()); tries++) {
			await list.click();
			await option.waitFor({ timeout: 2000 }).catch(() => null);
		}
		await option.click();
	}

	/** Chooses from the list of a parameter, one or several by words of their names. */
	async choose(place: Place, ...words: string[]): Promise<void> {
		for (const word of words) await this.takeFrom(this.parameter(place), word);
		// A list of several stays open.
		if (words.length > 1)
			await this.part('node-parameters')
				.first()
				.click({ position: { x: 2, y: 2 } });
	}

	/** Chooses a record: opens its list, searches, and takes the first that comes. */
	async chooseRecord(place: Place, words: string): Promise<void> {
		await this.parameter(place).getByTestId('rlc-input').click();
		await this.part('rlc-search').fill(words);
		const found = this.part('rlc-item')
			.filter({ hasText: new RegExp(words, 'i') })
			.first();
		await found.waitFor();
		await found.click();
		await this.part('rlc-item').first().waitFor({ state: 'hidden' });
	}

	/** Says how a record is named: from the list, by one of its keys, by its address. */
	async chooseMode(place: Place, mode: string): Promise<void> {
		await this.parameter(place).getByTestId('rlc-mode-selector').click();
		await this.page.getByRole('option', { name: mode, exact: true }).click();
	}

	/** Types a key or an address by which a record is named. */
	async fillRecord(place: Place, value: string): Promise<void> {
		const input = this.parameter(place).getByTestId('rlc-input');
		await input.fill(value);
		await input.press('Tab');
		// n8n takes a typed value a moment later, and refuses to run the node until then; nothing on the page tells.
		await this.page.waitForTimeout(800);
	}

	/** Adds a row to a collection, by the words of its button; of several such buttons it is the last. */
	async add(words: string): Promise<void> {
		await this.part('node-parameters').getByText(words, { exact: true }).last().click();
	}

	/** Adds fields to those that the mapper shows. */
	async addFields(...words: string[]): Promise<void> {
		for (const word of words) {
			await this.page.getByText('Add field to send').click();
			await this.page.getByRole('menuitem', { name: word }).click();
		}
	}

	/** Adds one of the options, the last collection of every panel. */
	async addOption(option: string): Promise<void> {
		await this.part('collection-parameter-add').last().click();
		await this.page.getByRole('option', { name: option, exact: true }).click();
	}

	get output(): Locator {
		return this.part('output-panel');
	}

	/** Runs the open node, and waits until its output shows these words. */
	async runNode(shows: string | RegExp): Promise<void> {
		await this.part('node-execute-button').first().click();
		await this.output.getByText(shows).first().waitFor();
	}

	/** Scrolls the panel of the open node to its first parameter. */
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
		// All in one go: each of them also leaves by itself, at any moment.
		await this.page
			.locator('.el-notification__closeBtn')
			.evaluateAll((buttons) => buttons.forEach((button) => (button as unknown as { click(): void }).click()));
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
