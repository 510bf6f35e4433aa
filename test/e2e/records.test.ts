import { EditorSession } from './support/editorSession';
import { THEMES, type Editor } from './support/editor';

describe.each(THEMES)("A user who chooses records and rows in n8n's editor (%s)", (theme) => {
	let desk: EditorSession;
	let editor: Editor;
	beforeAll(async () => {
		desk = await EditorSession.open('Records', theme);
		({ editor } = desk);
	});
	afterAll(async () => await desk.close());
	beforeEach(async () => await desk.sandbox.control.clearJournal());

	it('scrolls through the list page by page, and finds a record by words and by number', async () => {
		await desk.openNode({ resource: 'job', operation: 'get' });
		const records = editor.part('rlc-item');
		await editor.parameter('record').getByTestId('rlc-input').click();
		await records.nth(49).waitFor();
		await records.last().scrollIntoViewIfNeeded();
		await records.nth(99).waitFor();
		expect((await desk.lastRead('JmJobList')).query).toMatchObject({ page: expect.stringMatching(/^[2-9]$/), pageSize: '50' });
		const shown = await records.allTextContents();
		expect(new Set(shown).size).toBe(shown.length);
		await editor.part('rlc-search').fill('winter games');
		await records.getByText('Winter Games Mix 342 (342)').waitFor();
		await editor.picture('record-list');
		await editor.part('rlc-search').fill('342');
		await records.getByText('Winter Games Mix 342 (342)').click();
		await editor.runNode('Winter Games Mix 342');
		expect((await desk.lastRead('JmJob')).path).toBe('/JmJob/job_no=342');
	});

	it('chooses a record by number, by URL and by barcode', async () => {
		await desk.openNode({ resource: 'workOrder', operation: 'get' });
		await editor.chooseMode('record', 'By Order Number');
		await editor.fillRecord('record', '2627-1');
		await editor.runNode('2627-1');
		expect((await desk.lastRead('JmWorkOrder')).path).toBe('/JmWorkOrder/wo_no_seq=2627-1');

		await editor.chooseMode('record', 'By URL');
		await editor.fillRecord('record', 'JmWorkOrder 2627-1');
		await editor.part('parameter-issues').first().hover();
		await editor.page.getByText('This is not the URL of a record').first().waitFor();
		await editor.fillRecord('record', `${desk.sandbox.apiUrl}/JmWorkOrder/wo_no_seq=100-1`);
		await editor.runNode('100-1');
		expect((await desk.lastRead('JmWorkOrder')).path).toBe('/JmWorkOrder/wo_no_seq=100-1');

		await desk.openNode({ resource: 'libraryAsset', operation: 'get' });
		await editor.chooseMode('record', 'By Barcode');
		await editor.fillRecord('record', '2000XYT');
		await editor.runNode('2000XYT');
		expect((await desk.lastRead('LibMaster')).path).toBe('/LibMaster/barcode=2000XYT');
	});

	it('chooses a document for the resource Setup Record, then a record of that document', async () => {
		await desk.openNode({ resource: 'setupRecord', operation: 'get' });
		await editor.choose('document', 'Rate Card');
		await editor.chooseRecord('record', 'Broadcast Partner');
		await editor.runNode('Broadcast Partner');
		await editor.picture('setup-record');
		const { path } = await desk.lastRead('JmRateCard');
		expect(path).toMatch(/^\/JmRateCard\/rate_card_no=\d+$/);
		await editor.closeNode();
		await editor.part('canvas-node').getByText('Get: Rate Card').waitFor();
	});

	it('adds rows to a sub-table, field by field', async () => {
		await desk.openNode({ resource: 'job', operation: 'update' });
		await editor.chooseRecord('record', '342');
		for (const [title, words] of [
			['12', 'Opening night'],
			['13', 'Second leg'],
		] as const) {
			await editor.add('Add Row');
			await editor.choose(['subTable', -1], 'Episodes');
			await editor.add('Add Field');
			await editor.choose(['fieldName', -1], 'Title');
			await editor.fill(['fieldValue', -1], title);
			await editor.add('Add Field');
			await editor.choose(['fieldName', -1], 'Description');
			await editor.fill(['fieldValue', -1], words);
		}
		await editor.runNode('updated');
		await editor.picture('sub-table');
		expect(await desk.changes()).toEqual([
			{
				method: 'PATCH',
				path: '/JmJob/job_no=342',
				status: expect.any(Number),
				body: {
					jm_job: [
						{
							job_no: { job_no: 342 },
							jm_episode: [
								{ title_no: 12, episode_desc: 'Opening night' },
								{ title_no: 13, episode_desc: 'Second leg' },
							],
						},
					],
				},
			},
		]);
	});

	it('gets the rows of a sub-table, and then a single row that is chosen by its title', async () => {
		await desk.openNode({ resource: 'job', operation: 'get' });
		await editor.chooseRecord('record', '342');
		await editor.add('Add Sub-Table');
		await editor.choose('table', 'Episodes');
		// An optional parameter does not look as if it were required.
		await editor.parameter('value').waitFor();
		expect(await editor.part('node-parameters').getByTestId('parameter-issues').count()).toBe(0);
		await editor.runNode('Opening night');
		expect((await desk.lastRead('JmJob')).path).toBe('/JmJob/job_no=342/jm_episode');
		await editor.chooseRecord('value', 'Second leg');
		await editor.runNode('1 item');
		await editor.output.getByText('Second leg').first().waitFor();
		expect((await desk.lastRead('JmJob')).path).toMatch(/^\/JmJob\/job_no=342\/jm_episode\/episode_no=\d+$/);
	});

	it('must choose a record again after choosing another document', async () => {
		await desk.openNode({ resource: 'job', operation: 'delete' });
		await editor.chooseRecord('record', '342');
		await editor.choose('resource', 'Bid Version');
		await editor.parameter('record').locator('[data-test-id="rlc-input"]:placeholder-shown').waitFor();
		await editor.part('node-execute-button').first().click();
		await editor.page.getByText('"Bid Version" is required').first().waitFor();
		expect(await desk.changes()).toEqual([]);
	});
});
