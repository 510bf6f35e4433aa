import { readFileSync } from 'node:fs';
import path from 'node:path';
import { signInsFor } from '../../workshop/editor/signIns';
import { readExample, withCredentials } from '../../workshop/editor/workflows';
import { checkout } from '../../workshop/paths';
import type { SandboxProcess } from '../../workshop/sandboxProcess';
import { addFirstNode, addNodeAfter } from './support/building';
import { clickCounter } from './support/clicks';
import { type Editor, THEMES } from './support/editor';
import { siteOfTests } from './support/site';
import { openStage, type Stage } from './support/stage';

const TITLE = '## Your first work order';
const section = (): string => readFileSync(path.join(checkout, 'README.md'), 'utf8').split(TITLE)[1]?.split('\n## ')[0] ?? '';

/** Text that the README must contain, so that this test follows the README. */
const quoted = <Words extends string>(words: Words): Words => {
	expect(section().replace(/\s+/g, ' ')).toContain(words);
	return words;
};

const ORDER_NODE = 'Create a work order from a template';

describe('The README section about the first work order', () => {
	it('has at most eight steps and one image', () => {
		expect(section().match(/^\d+\. /gm)?.length).toBeLessThanOrEqual(8);
		expect(section().match(/<img /g)).toHaveLength(1);
	});
});

describe.each(THEMES)('A user who follows the README from the sign-in to the first work order (%s)', (theme) => {
	let stage: Stage;
	let sandbox: SandboxProcess;
	let editor: Editor;
	let clicks: () => number;

	beforeAll(async () => {
		stage = await openStage();
		({ sandbox } = stage);
		// The state of n8n after `npm start`: the credentials, and an example workflow.
		const credentials = [];
		for (const signIn of signInsFor(sandbox.url)) credentials.push(await stage.rest.putCredential(signIn));
		await stage.rest.putWorkflow(withCredentials(readExample('first-steps'), credentials));
		editor = await stage.signIn(theme);
	});
	afterAll(async () => await stage.close());

	const page = () => editor.page;
	const read = async (address: string): Promise<unknown> =>
		await (
			await fetch(`${sandbox.apiUrl}/${address}`, { headers: { authorization: `Basic ${Buffer.from('demo:demo').toString('base64')}` } })
		).json();
	const description = `Cup final, ${theme}`;

	it("creates a workflow with the node that creates an order from a template, and sees the site's fields", async () => {
		clicks = await clickCounter(page());
		await page().goto(`${siteOfTests().url}/home/workflows`);
		await page()
			.getByRole('button', { name: quoted('Create workflow') })
			.first()
			.click();
		quoted('Add first step');
		// n8n adds a manual trigger before the node.
		await addFirstNode(editor, {
			search: quoted('template'),
			listed: quoted('Media Operations Load Template'),
			action: quoted(ORDER_NODE),
		});
		await editor.part('node-credentials-select').first().waitFor();
		quoted("the node shows the site's fields");
		await editor.parameter('wo_type_no').waitFor();
		// The previous fields stay visible until the site's fields are loaded: n8n selects the credential after it opens the node.
		await editor.part('node-parameters').first().getByText('Default fields').waitFor({ state: 'hidden' });
	});

	it('chooses the template, fills in the fields from their lists, and creates the order', async () => {
		await editor.chooseRecord('template', quoted('Live Event'));
		await editor.fill('wo_desc', description);
		for (const [field, time] of [
			['wo_begin_dt', '2026-12-01 10:00:00'],
			['wo_end_dt', '2026-12-01 16:00:00'],
		] as const) {
			await editor.fill(field, time);
			await page().keyboard.press('Enter');
		}
		await editor.choose('wo_type_no', 'Live Event');
		await editor.choose('phase_code', 'Confirmed');
		await editor.choose('rate_card_no', 'Broadcast Partner');
		await editor.choose('cust_id', 'Northgate Broadcast');
		quoted('Execute step');
		await editor.runNode('jm_wo_transaction');
		await editor.closeNode();
		expect(clicks()).toBeLessThan(21);
	});

	it('creates a file, and attaches it to the order', async () => {
		await addNodeAfter(editor, ORDER_NODE, {
			search: quoted('convert'),
			listed: quoted('Convert to File'),
			action: quoted('Convert to JSON'),
		});
		await editor.runNode('file.json');
		await editor.closeNode();
		await addNodeAfter(editor, 'Convert to File', {
			search: quoted('attachment'),
			listed: quoted('Media Operations Upload Attachment'),
			action: quoted('Upload attachments to a work order'),
		});
		quoted('Work Order');
		await editor.chooseRecord('record', description);
		await editor.runNode('file.json');
		await editor.closeNode();
		expect(clicks()).toBeLessThan(33);
		await editor.part('zoom-to-fit').click();
		await editor.picture('first-order');
	});

	it('finds the order in the system, with the bookings from the template and the attached file', async () => {
		const { entries } = await sandbox.control.journal({ kind: 'request' });
		expect(
			entries.filter(({ method }) => method !== 'GET').map(({ method, document, status }) => `${method} ${document} ${status}`),
		).toEqual(['POST JmWorkOrder 200', 'POST SysAttachment 200']);
		const { L: found } = (await read(`JmWorkOrderList?Query=${encodeURIComponent(JSON.stringify({ wo_desc: description }))}`)) as {
			L: Array<{ wo_no_seq: { wo_no_seq: string } }>;
		};
		expect(found).toHaveLength(1);
		const order = found[0]?.wo_no_seq.wo_no_seq;
		expect(await read(`JmWorkOrder/wo_no_seq=${order}`)).toMatchObject({
			jm_work_order: [
				{
					wo_desc: description,
					wo_template_no: { wo_template_no: 15 },
					phase_code: { phase_code: 'CONF' },
					jm_wo_transaction: [{}, {}, {}],
				},
			],
		});
		expect(await read(`SysAttachment/attachment_keystring=10339:${order}/sys_attachment`)).toMatchObject([
			{ file_name: 'file.json', file_size: expect.any(Number) as number },
		]);
	});
});
