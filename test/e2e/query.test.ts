import { EditorSession } from './support/editorSession';
import { THEMES, type Editor } from './support/editor';

describe.each(THEMES)("A user who searches for records in n8n's editor (%s)", (theme) => {
	let desk: EditorSession;
	let editor: Editor;
	beforeAll(async () => {
		desk = await EditorSession.open('Query', theme);
		({ editor } = desk);
	});
	afterAll(async () => await desk.close());
	beforeEach(async () => await desk.sandbox.control.clearJournal());

	/** Adds a condition: a field, an operator unless the default fits, and its values. */
	const condition = async (field: string, operator: string | undefined, enter: () => Promise<void> = async () => {}): Promise<void> => {
		await editor.add('Add Condition');
		await editor.choose(['fieldName', -1], field);
		if (operator !== undefined) await editor.choose(['operator', -1], operator);
		await enter();
	};
	const day = async (parameter: string, value: string): Promise<void> => {
		await editor.fill([parameter, -1], value);
		await editor.page.keyboard.press('Enter');
	};

	it("enters each condition in an input for the field's type: a list for records, a calendar for days", async () => {
		await desk.openNode({ resource: 'workOrder', operation: 'getMany' });
		await condition('Phase (phase_code)', 'Is Any Of', async () => await editor.choose(['records', -1], 'Confirmed', 'In Progress'));
		await condition('Begin', 'Is Between', async () => {
			await day('date', '2026-01-01');
			await day('dateTo', '2026-12-31');
		});
		await condition('Description (wo_desc)', 'Contains', async () => await editor.fill(['value', -1], 'interview'));
		await condition('External Key', 'Is Empty');
		await condition('Crew Notes', 'Is Empty');
		await condition('Customer', 'Is Not', async () => await editor.chooseRecord(['record', -1], 'Northgate'));
		await editor.part('node-parameters').getByText('All conditions must match').waitFor();
		await editor.add('Add Sort Rule');
		await editor.choose(['fieldName', -1], 'Begin');
		await editor.choose('direction', 'Descending');
		await editor.addOption('Fields to Return Names or IDs');
		await editor.choose('columns', 'Description (wo_desc)', 'Begin (wo_begin_dt)', 'Phase (phase_code)');
		await editor.runNode(/^\d+ items$/);
		await editor.output
			.getByText(/^Interview \d+$/)
			.first()
			.waitFor();
		await editor.scrollToTop();
		await editor.picture('query');

		const { query } = await desk.lastRead('JmWorkOrderList');
		// The workflow uses n8n's default time zone, America/New_York.
		expect(JSON.parse(query.Query!)).toEqual({
			phase_code: { $in: ['CONF', 'WIP'] },
			wo_begin_dt: { $range: ['2026-01-01T05:00:00Z', '2027-01-01T04:59:59.999Z'] },
			wo_desc: '%interview%',
			external_key: '|NULL|',
			WO_field_1: '|NULL|',
			cust_id: { $ne: 19 },
		});
		expect(JSON.parse(query.sort!)).toEqual(['wo_begin_dt desc', 'wo_no_seq asc']);
		expect(JSON.parse(query.resultColumns!)).toEqual({ L: ['wo_no_seq', 'wo_desc', 'wo_begin_dt', 'phase_code'] });
	});

	it('sees plain values, and the raw response after turning Simplify off', async () => {
		await desk.openNode({
			resource: 'workOrder',
			operation: 'getMany',
			limit: 1,
			conditions: { condition: [{ fieldName: 'wo_no_seq', operator: 'equals', value: '2627-1' }] },
		});
		await editor.runNode('wo_type_desc');
		await editor.parameter('simplify').locator('.el-switch').click();
		await editor.part('node-execute-button').first().click();
		// Without Simplify, the code and its description are in one object.
		await editor.output
			.getByText(/^wo_type_no$/)
			.nth(1)
			.waitFor();
	});

	it('enters the query as JSON', async () => {
		await desk.openNode({ resource: 'job', operation: 'getMany', queryMode: 'json', queryJson: '{"job_no": {"$lte": 3}}' });
		await editor.runNode('3 items');
		expect((await desk.lastRead('JmJobList')).query.Query).toBe('{"job_no":{"$lte":3}}');
	});

	it('sees a warning about an update of all matching records, and previews the update before running it', async () => {
		await desk.openNode({ resource: 'job', operation: 'update', applyTo: 'matching' });
		await editor.choose('mode', 'Update');
		await editor.output.getByText('This changes every record that matches').waitFor();
		await editor.choose('mode', 'Preview');
		await condition('Job Number', 'Is Any Of', async () => await editor.fill(['values', -1], '1, 2, 3'));
		await editor.addFields('Genre');
		await editor.fill('JOB_field_2', 'Sport');
		await editor.runNode('JOB_field_2_new');
		await editor.picture('preview');
		expect(await desk.changes()).toEqual([]);

		await editor.choose('mode', 'Update');
		await editor.runNode('matched');
		const [change, ...more] = await desk.changes();
		expect(more).toEqual([]);
		expect(change).toMatchObject({
			method: 'PATCH',
			path: '/JmJobList',
			status: 204,
			body: [{ op: 'replace', path: 'JOB_field_2', value: 'Sport' }],
		});
	});
});
