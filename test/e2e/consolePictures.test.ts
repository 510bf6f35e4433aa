/**
 * Takes the screenshots of the console for the sandbox's README. Only `npm run pictures` runs it, because other tests check the same pages.
 */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { checkout } from '../../workshop/paths';
import { freePort } from '../../workshop/ports';
import { startSandbox, type SandboxProcess } from '../../workshop/sandboxProcess';
import { DEMO_USER } from '../support/plainCall';
import { openBrowser, type Theme } from './support/editor';

const FOLDER = path.join(checkout, 'sandbox/pictures');

describe.each<Theme>(['light', 'dark'])('The screenshots of the console (%s)', (colorScheme) => {
	let sandbox: SandboxProcess;
	let browser: Browser;
	let page: Page;

	beforeAll(async () => {
		sandbox = await startSandbox({ args: ['--port', String(await freePort(4010))] });
		browser = await openBrowser();
		page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme });
		mkdirSync(FOLDER, { recursive: true });
	});
	afterAll(async () => await Promise.all([browser.close(), sandbox.stop()]));

	const picture = async (name: string, address: string): Promise<void> => {
		await page.goto(`${sandbox.url}${address}`);
		await page.waitForTimeout(300);
		await page.screenshot({ path: path.join(FOLDER, `${name}-${colorScheme}.png`), animations: 'disabled' });
	};

	it('show the pages after the steps in the README', async () => {
		await picture('overview', '/');
		await sandbox.control.addFaults({
			match: { method: 'POST', path: '/JmWorkOrder', times: 2 },
			fault: { type: 'status', status: 503, retryAfter: 1 },
		});
		const program = path.join(checkout, 'sandbox/examples/create_order.py');
		const { stdout } = await promisify(execFile)('python3', [program], { env: { ...process.env, SITE: sandbox.url } });
		const key = /^(\d+-1) Night shoot$/m.exec(stdout)?.[1] ?? '';
		await picture('journal', '/console/journal');
		const { entries } = await sandbox.control.journal({ method: 'POST' });
		const response = await fetch(`${sandbox.apiUrl}/JmWorkOrder`, {
			method: 'POST',
			headers: { Authorization: DEMO_USER, 'Content-Type': 'application/json', SaveArgument: '{"LoadTemplate":"15"}' },
			body: entries.at(-1)?.body?.replace('"wo_type_no"', '"wo_template_no": 15, "wo_type_no"') ?? '',
		});
		if (response.status !== 200) throw new Error(await response.text());
		const [created] = (await sandbox.control.journal({ method: 'POST' })).entries.slice(-1);
		await picture('explained', `/console/journal/${created?.seq}`);
		await picture('record', `/console/documents/JmWorkOrder/${key}`);
		await picture('faults', '/console/faults');
	});
});
