/** The sandbox's console in Chromium, in both themes, with mouse and keyboard. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { DEMO_USER } from '../support/plainCall';
import { sandboxForTests } from '../support/sandboxForTests';
import { openBrowser, type Theme } from './support/editor';

describe.each<Theme>(['light', 'dark'])('The sandbox console (%s)', (colorScheme) => {
	const sandbox = sandboxForTests();
	let browser: Browser;
	let context: BrowserContext;
	let page: Page;
	const problems: string[] = [];

	beforeAll(async () => {
		browser = await openBrowser();
		context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme });
		await context.grantPermissions(['clipboard-read', 'clipboard-write']);
		page = await context.newPage();
		page.setDefaultTimeout(20_000);
		page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
		page.on('pageerror', (error) => problems.push(error.message));
	});
	afterAll(async () => await browser.close());
	afterEach(() => expect(problems.splice(0)).toEqual([]));

	it('copies the URL of the API', async () => {
		await page.goto(sandbox.url);
		await page.getByRole('button', { name: `Copy ${sandbox.apiUrl}`, exact: true }).click();
		expect(await page.evaluate('navigator.clipboard.readText()')).toBe(sandbox.apiUrl);
	});

	it('can be used with the keyboard', async () => {
		await page.goto(sandbox.url);
		await page.keyboard.press('Tab');
		expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
	});

	it('labels every control', async () => {
		for (const address of [
			'/',
			'/console/documents/JmJob',
			'/console/documents/JmJob/342',
			'/console/journal',
			'/console/faults',
			'/console/events',
			'/console/state',
			'/console/clients',
		]) {
			await page.goto(`${sandbox.url}${address}`);
			const unlabeled = await page.evaluate(
				`[...document.querySelectorAll('input:not([type=hidden]), select, textarea')].filter((control) => control.labels.length === 0 && !control.ariaLabel).length`,
			);
			expect([address, unlabeled]).toEqual([address, 0]);
		}
	});

	it("shows a request live, with the sandbox's decisions", async () => {
		await page.goto(`${sandbox.url}/console/journal`);
		await page.getByText('Live: new requests appear at the top.').waitFor();
		await fetch(`${sandbox.apiUrl}/JmPhaseList?Query={}`, { headers: { Authorization: DEMO_USER } });
		await page.getByText(/^Matched \d+ records$/).waitFor();
		await page.locator('#entries a').first().click();
		await page.getByRole('heading', { name: 'Decisions' }).waitFor();
	});

	/** Opens an operation in the explorer, sends it, and returns the status of the response. */
	const execute = async (method: string): Promise<string> => {
		const operation = page.locator(`.opblock-${method}`).first();
		const responseStatus = operation.locator('.live-responses-table tbody .response-col_status').first();
		if ((await operation.getByRole('button', { name: 'Execute' }).count()) === 0) {
			await operation.locator('.opblock-summary-control').click();
		} else if ((await responseStatus.count()) > 0) {
			await operation.getByRole('button', { name: 'Clear' }).click();
		}
		await operation.getByRole('button', { name: 'Execute' }).click();
		return (await responseStatus.innerText()).trim();
	};

	it('reads and creates a record in the explorer', async () => {
		await page.goto(`${sandbox.url}/console/explorer?document=JmWorkOrder`);
		expect(await execute('get')).toMatch(/^200/);
		expect(await execute('post')).toMatch(/^200/);
		expect((await sandbox.control.journal({ method: 'POST', limit: 1 })).entries[0]?.decisions[0]).toMatch(/^Created JmWorkOrder \d+-1$/);
	});

	it('adds a fault with one click, and the fault applies to only one request from the explorer', async () => {
		await page.goto(`${sandbox.url}/console/faults`);
		await page.getByRole('button', { name: '503 with Retry-After' }).click();
		await page.goto(`${sandbox.url}/console/documents/JmJob/342`);
		await page.getByRole('link', { name: 'Try it in the explorer' }).click();
		expect(await execute('patch')).toMatch(/^503/);
		// Chromium reports the status as a page error.
		expect(problems.splice(0)).toEqual([expect.stringContaining('503')]);
		expect(await execute('patch')).toMatch(/^204/);
		await page.goto(`${sandbox.url}/console/documents/JmJob/342`);
		await page.getByRole('cell', { name: 'Changed by an example' }).waitFor();
		expect(await page.getByText('Changed JmJob 342').count()).toBe(1);
	});

	it('imports an exported file', async () => {
		const data = JSON.stringify(await sandbox.control.call('GET', 'data')).replace('Changed by an example', 'Imported in the browser');
		await page.goto(`${sandbox.url}/console/state`);
		await page.getByLabel('Exported file').setInputFiles({ name: 'data.json', mimeType: 'application/json', buffer: Buffer.from(data) });
		await page.getByRole('button', { name: 'Import' }).click();
		await page.waitForURL(`${sandbox.url}/console/state`);
		await page.goto(`${sandbox.url}/console/documents/JmJob/342`);
		await page.getByRole('cell', { name: 'Imported in the browser' }).waitFor();
	});
});
