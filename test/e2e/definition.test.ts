import { EditorSession } from './support/editorSession';
import { THEMES, type Editor } from './support/editor';

describe.each(THEMES)("A user with unexpected input or an unusual site, in n8n's editor (%s)", (theme) => {
	let desk: EditorSession;
	let editor: Editor;
	beforeAll(async () => {
		desk = await EditorSession.open('Messages', theme);
		({ editor } = desk);
	});
	afterAll(async () => await desk.close());
	beforeEach(async () => await Promise.all([desk.sandbox.control.clearJournal(), desk.sandbox.control.clearFaults()]));

	/** Runs the open node, which fails, and returns the text in its output pane. */
	const refusal = async (words: string): Promise<string> => {
		await editor.runNode(words);
		return (await editor.output.getByTestId('ndv-data-container').innerText()).replace(/\s+/g, ' ');
	};

	it('sees no error for empty required fields until the node runs, and then sees which ones are missing', async () => {
		await desk.openNode({ resource: 'workOrder', operation: 'create' });
		await editor.fill('wo_desc', 'Interview');
		expect(await editor.part('parameter-issues').count()).toBe(0);
		const text = await refusal('are required, but empty');
		for (const label of ['Begin (wo_begin_dt)', 'Order Type (wo_type_no)', 'Phase (phase_code)', 'Customer (cust_id)'])
			expect(text).toContain(`'${label}'`);
		expect(text).not.toContain('Description (wo_desc)');
		expect(await desk.changes()).toEqual([]);
	});

	it("sees the site's message, the key and a hint for a missing record", async () => {
		await desk.openNode({ resource: 'job', operation: 'get' });
		await editor.chooseMode('record', 'By External Key');
		await editor.fillRecord('record', 'CRM-0000');
		const text = await refusal('Alternate key not found: external_key=CRM-0000 [Item 0]');
		expect(text).toContain(
			"404 on GET /JmJob/external_key=CRM-0000. No record has this key, or the user in the credential has no access to it. Check the value and the key field. 'Create or Update' creates a missing record.",
		);
		await editor.picture('message');
	});

	it('sees the position of a JSON error and how to fix it', async () => {
		await desk.openNode({
			resource: 'job',
			operation: 'create',
			fieldsMode: 'json',
			fieldsJson: '{"job_desc": "Winter Cup", "cust_id": 19,}',
		});
		expect(await refusal("'Fields' must be valid JSON")).toMatch(
			/line 1 column \d+\) \[Item 0\] Put names and text in double quotes, and remove commas before closing brackets\./,
		);
		expect(await desk.changes()).toEqual([]);
	});

	it('sees which field refers to a missing record and how to fix it', async () => {
		await desk.openNode({
			resource: 'job',
			operation: 'create',
			fieldsMode: 'json',
			fieldsJson: '{"job_desc": "Winter Cup", "cust_id": "nobody"}',
		});
		expect(await refusal("'cust_id' refers to a record that does not exist")).toMatch(
			/\[Item 0\] 500 on POST \/JmJob\. No record on this site has this number or code\. Look up the correct one/,
		);
	});

	it('sees which value is not a number', async () => {
		await desk.openNode({
			resource: 'workOrder',
			operation: 'update',
			record: { __rl: true, mode: 'wo_no_seq', value: '2627-1' } as never,
			fieldsMode: 'mapper',
			columns: {
				mappingMode: 'defineBelow',
				value: { job_no: '={{ "the winter games" }}' },
				matchingColumns: [],
				schema: [{ id: 'job_no', displayName: 'Job', type: 'number', required: false, display: true, defaultMatch: false, removed: false }],
			} as never,
		});
		expect(await refusal(`'job_no' must be a number, got "the winter games" [Item 0]`)).toContain(
			'Enter a number such as 12 or 12.5, without a unit or thousands separators.',
		);
		expect(await desk.changes()).toEqual([]);
	});

	it('sees the default fields, and the reason for them, if the site does not return its definition', async () => {
		await desk.sandbox.control.addFaults({
			match: { path: '/spec/' },
			fault: { type: 'status', status: 404, error: 'No definitions on this site' },
		});
		await desk.openNode({ resource: 'transmissionOrder', operation: 'create' });
		await editor.page.getByText('Default fields: site definition not read').waitFor();
		expect(await editor.parameter('definition_notice').locator('input').first().inputValue()).toContain('No definitions on this site');
		// The lists from the site are still available.
		await editor.choose('phase_code', 'Confirmed');
		await editor.fill('wo_desc', 'Feed');
		await editor.picture('definition-notice');

		await editor.choose('operation', 'Get Many');
		await editor.add('Add Condition');
		await editor.choose('fieldName', '[Default Fields');
		await editor.choose('fieldName', 'Description (wo_desc)');
	});

	it('enters the fields as JSON, with sub-table rows', async () => {
		await desk.openNode({ resource: 'job', operation: 'create' });
		await editor.choose('fieldsMode', 'JSON');
		const json = editor.parameter('fieldsJson').locator('.cm-content');
		await json.click();
		await editor.page.keyboard.press('Control+a');
		await editor.page.keyboard.insertText('{"job_desc": "As JSON", "cust_id": "19", "jm_episode": [{"title_no": 12}]}');
		await editor.runNode('job_no');
		expect(await desk.changes()).toEqual([
			{
				method: 'POST',
				path: '/JmJob',
				status: 200,
				body: { jm_job: [{ job_desc: 'As JSON', cust_id: '19', jm_episode: [{ title_no: 12 }] }] },
			},
		]);
	});

	it("chooses another document, and sees none of the previous document's fields", async () => {
		await desk.openNode({ resource: 'workOrder', operation: 'create' });
		await editor.fill('wo_desc', 'Never sent');
		await editor.addFields('Crew Notes');
		await editor.fill('WO_field_1', 'Never sent');
		await editor.choose('resource', 'Job');
		await editor.parameter('job_desc').waitFor();
		for (const field of ['wo_desc', 'WO_field_1', 'wo_begin_dt']) expect(await editor.parameter(field).count()).toBe(0);
		await editor.fill('job_desc', 'A job');
		await editor.choose('cust_id', 'Northgate Broadcast');
		await editor.runNode('job_no');
		expect(await desk.changes()).toEqual([
			{ method: 'POST', path: '/JmJob', status: 200, body: { jm_job: [{ job_desc: 'A job', cust_id: '19' }] } },
		]);
	});

	it('sees no error in the lists if the document or the record is an expression', async () => {
		await desk.openNode({
			resource: 'anyDocument',
			documentName: { __rl: true, mode: 'name', value: '={{ $json.document }}' } as never,
			operation: 'create',
		});
		await editor.page.getByText('The document name is empty or an expression').waitFor();
		await desk.openNode({
			resource: 'job',
			operation: 'get',
			record: { __rl: true, mode: 'job_no', value: '={{ $json.job_no }}' } as never,
			subTables: { step: [{ table: 'jm_episode', key: '', value: { __rl: true, mode: 'list', value: '' } }] } as never,
		});
		await editor.parameter('value').getByTestId('rlc-input').click();
		await editor.page.getByText('No results').first().waitFor();
		expect(await editor.page.locator('.el-notification--error, .el-notification .el-icon--error').count()).toBe(0);
		expect(await editor.part('rlc-error-container').count()).toBe(0);
	});
});
