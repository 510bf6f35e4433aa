import type { Browser } from 'playwright-core';
import { Editor, openBrowser } from './support/editor';
import { signedIn, siteOfTests } from './support/site';

/** The names in n8n's node list: it shows a node and its trigger as one, and omits "Trigger". */
const GENERIC = 'Media Operations';
const ACTUALIZE = 'Media Operations Actualize';
const BATCH = 'Media Operations Post Batch';
const POLL = 'Media Operations Poll';
const TEMPLATE = 'Media Operations Load Template';
const UPLOAD = 'Media Operations Upload Attachment';
const VOID = 'Media Operations Void Order';

/** Search terms that a scheduler, a librarian or an administrator would type, and the nodes that each should find. */
const WORDS: ReadonlyArray<readonly [words: string, ...nodes: string[]]> = [
	['work order', GENERIC, TEMPLATE, VOID, UPLOAD],
	['media order', GENERIC, TEMPLATE, VOID],
	['transmission', GENERIC, TEMPLATE, VOID],
	['booking', GENERIC, TEMPLATE, VOID],
	['job', GENERIC],
	['project', GENERIC],
	['bid', GENERIC],
	['quote', GENERIC],
	['contact', GENERIC],
	['customer', GENERIC],
	['vendor', GENERIC],
	['crew', GENERIC],
	['studio', GENERIC],
	['edit suite', GENERIC],
	['resource', GENERIC],
	['rate card', GENERIC],
	['MAM', GENERIC],
	['asset', GENERIC],
	['library', GENERIC],
	['barcode', GENERIC],
	['tape', GENERIC],
	['title', GENERIC],
	['series', GENERIC],
	['episode', GENERIC],
	['rights', GENERIC],
	['playout', GENERIC],
	['feed', GENERIC],
	['broadcast', GENERIC],
	['post production', GENERIC],
	['time off', GENERIC],
	['absence', GENERIC],
	['qualification', GENERIC],
	['skill', GENERIC],
	['alert', GENERIC],
	['session', GENERIC],
	['sales office', GENERIC],
	['source file', GENERIC],
	['JmWorkOrder', GENERIC, TEMPLATE, VOID],
	['JmTrxList', GENERIC],
	['SchRosterTimeOff', GENERIC],
	['XeAlert', GENERIC],
	['SysAttachment', GENERIC, UPLOAD],
	['time card', GENERIC, BATCH],
	['timesheet', GENERIC, BATCH],
	['payroll', BATCH],
	['actuals', GENERIC, ACTUALIZE],
	['actualise', ACTUALIZE],
	['hours', ACTUALIZE, BATCH],
	['void', VOID],
	['cancel', VOID],
	['cancellation', VOID],
	['template', TEMPLATE],
	['attachment', GENERIC, UPLOAD],
	['upload', UPLOAD],
	['delivery receipt', UPLOAD],
	['call sheet', UPLOAD],
	['contract', UPLOAD],
	['file', UPLOAD],
	['pdf', UPLOAD],
];

/** Search terms for the list of triggers, and the nodes that each should find. */
const STARTS: ReadonlyArray<readonly [words: string, ...nodes: string[]]> = [
	['event', GENERIC, POLL],
	['event trigger', GENERIC],
	['export adaptor', GENERIC],
	['webhook', GENERIC],
	['phase change', GENERIC],
	['poll', POLL],
	['schedule', GENERIC, POLL],
	['new records', POLL],
	['watch', POLL],
	['every minute', POLL],
	['work order', GENERIC, POLL],
	['booking', GENERIC, POLL],
	['media asset', GENERIC, POLL],
	['transmission', GENERIC, POLL],
];

/** The number of results that are visible without scrolling. */
const VISIBLE_RESULTS = 10;

describe("A user who searches n8n's list of nodes", () => {
	let browser: Browser;
	let editor: Editor;

	beforeAll(async () => {
		browser = await openBrowser();
		const { url, owner } = siteOfTests();
		editor = await Editor.signIn(browser, url, owner);
	});
	afterAll(async () => {
		await browser.close();
	});

	/** Types the words, and returns the visible names once the list is updated. */
	const found = async (words: string, wanted: readonly string[]): Promise<string[]> => {
		await editor.part('node-creator-search-bar').fill(words);
		const names = editor.part('node-creator-item-name');
		let shown: string[] = [];
		for (let tries = 0; tries < 40; tries++) {
			shown = (await names.allTextContents()).map((name) => name.trim()).slice(0, VISIBLE_RESULTS);
			if (wanted.every((name) => shown.includes(name))) break;
			await editor.page.waitForTimeout(100);
		}
		return shown;
	};

	describe('for the next step', () => {
		beforeAll(async () => {
			const rest = await signedIn();
			const start = {
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0] as [number, number],
				parameters: {},
			};
			await editor.openWorkflow((await rest.putWorkflow({ name: 'Search', nodes: [start], connections: {}, settings: {} })).id);
			await editor.part('node-creator-plus-button').click();
		});

		it.each(WORDS)('finds the matching nodes with "%s"', async (words, ...nodes) => {
			expect(await found(words, nodes)).toEqual(expect.arrayContaining(nodes));
		});
	});

	describe('for a trigger', () => {
		beforeAll(async () => {
			await editor.page.goto(`${siteOfTests().url}/workflow/new`);
			await editor.part('canvas-add-button').click();
		});

		it.each(STARTS)('finds the matching nodes with "%s"', async (words, ...nodes) => {
			expect(await found(words, nodes)).toEqual(expect.arrayContaining(nodes));
		});
	});
});
