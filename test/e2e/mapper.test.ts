import { newWorkflow } from './support/building';
import { EditorSession } from './support/editorSession';
import { THEMES, type Editor } from './support/editor';

describe.each(THEMES)("A user who fills in records in n8n's editor (%s)", (theme) => {
	let desk: EditorSession;
	let editor: Editor;
	beforeAll(async () => {
		desk = await EditorSession.open('Fields', theme);
		({ editor } = desk);
		// A second site, so that there is a choice.
		const { name, type } = desk.credential;
		await desk.rest.putCredential({
			name: name.replace('Sandbox', 'Archive'),
			type,
			data: { baseUrl: 'http://127.0.0.1:9/api/v2/database/ARCHIVE', username: 'demo', password: 'demo' },
		});
	});
	afterAll(async () => await desk.close());
	beforeEach(async () => await desk.sandbox.control.clearJournal());

	const type = async (field: string, time: string): Promise<void> => {
		await editor.fill(field, time);
		await editor.page.keyboard.press('Enter');
	};

	/** A moment as the local time in n8n's time zone. */
	const clock = async (moment: unknown): Promise<string> => {
		const { timezone } = await desk.rest.call<{ timezone: string }>('GET', '/rest/settings');
		return new Date(String(moment)).toLocaleString('sv-SE', { timeZone: timezone });
	};

	it("builds a workflow from scratch: finds the node, chooses the credential, resource and operation, fills in the fields, runs the node and sees the order's number", async () => {
		await newWorkflow(editor);
		await editor.part('canvas-plus-button').click();
		await editor.part('node-creator-search-bar').fill('work order');
		await editor.part('node-creator-item-name').getByText('Media Operations', { exact: true }).click();
		await editor.page.getByText(/^Actions \(\d+\)$/).click();
		await editor.part('node-creator-item-name').getByText('Get a job', { exact: true }).click();
		await editor.part('ndv').waitFor();
		await editor.part('node-credentials-select').first().click();
		await editor.page.getByRole('option', { name: desk.credential.name }).first().click();
		await editor.choose('resource', 'Work Order');
		await editor.choose('operation', 'Create');

		await editor.fill('wo_desc', 'Cup final, highlights');
		await type('wo_begin_dt', '2026-12-01 10:00:00');
		await type('wo_end_dt', '2026-12-01 16:00:00');
		await editor.choose('wo_type_no', 'Live Event');
		await editor.choose('phase_code', 'Confirmed');
		await editor.choose('rate_card_no', 'Broadcast Partner');
		await editor.choose('cust_id', 'Northgate Broadcast');
		await editor.addFields('Template', 'Crew Notes');
		await editor.choose('wo_template_no', 'Live Event');
		await editor.fill('WO_field_1', 'Two cameras');
		await editor.runNode('wo_no_seq');
		await editor.output.getByText(/^\d+-1$/).waitFor();
		await editor.scrollToTop();
		await editor.picture('mapper');

		const [created, ...more] = await desk.changes();
		expect(more).toEqual([]);
		expect(created).toEqual({
			method: 'POST',
			path: '/JmWorkOrder',
			status: 200,
			body: {
				jm_work_order: [
					{
						wo_desc: 'Cup final, highlights',
						wo_begin_dt: expect.any(String),
						wo_end_dt: expect.any(String),
						wo_type_no: 17,
						phase_code: 'CONF',
						rate_card_no: 5,
						cust_id: 19,
						wo_template_no: 15,
						WO_field_1: 'Two cameras',
					},
				],
			},
		});
		const {
			jm_work_order: [order],
		} = created!.body as { jm_work_order: [Record<string, unknown>] };
		expect([await clock(order.wo_begin_dt), await clock(order.wo_end_dt)]).toEqual(['2026-12-01 10:00:00', '2026-12-01 16:00:00']);
	});

	it('creates or updates a record by its external key, sets a switch and a number, and has one record after two runs', async () => {
		await desk.openNode({ resource: 'job', operation: 'upsert' });
		await editor.parameter('job_desc').waitFor();
		expect(await editor.part('matching-column-select').locator('input').inputValue()).toBe('external_key');
		await editor.fill('external_key', `CRM-4711-${theme}`);
		await editor.fill('job_desc', 'Winter Cup');
		await editor.choose('cust_id', 'Northgate Broadcast');
		await editor.addFields('Active', 'Budget', 'Account Representative');
		await editor.parameter('active').locator('.el-switch').click();
		await editor.fill('JOB_field_3', '1250.5');
		// The field that matches the record cannot be removed.
		expect(await editor.part('remove-field-button-external_key').count()).toBe(0);
		expect(await editor.part('remove-field-button-job_desc').count()).toBe(1);

		await editor.runNode('true');
		await editor.runNode('false');
		const sent = {
			method: 'PUT',
			path: `/JmJob/external_key=CRM-4711-${theme}`,
			status: 200,
			body: {
				jm_job: [
					{
						job_no: { external_key: `CRM-4711-${theme}` },
						external_key: `CRM-4711-${theme}`,
						job_desc: 'Winter Cup',
						cust_id: '19',
						active: 'Y',
						JOB_field_3: 1250.5,
					},
				],
			},
		};
		expect(await desk.changes()).toEqual([sent, sent]);

		await desk.openNode({ resource: 'job', operation: 'getMany' });
		await editor.add('Add Condition');
		await editor.choose('fieldName', 'External Key');
		await editor.fill('value', `CRM-4711-${theme}`);
		await editor.runNode('1 item');
	});

	it('updates only the added fields of a record that is found by its external key', async () => {
		await desk.openNode({ resource: 'job', operation: 'update' });
		await editor.chooseMode('record', 'By External Key');
		await editor.fillRecord('record', `CRM-4711-${theme}`);
		await editor.fill('job_desc', 'Winter Cup, new date');
		await editor.addFields('Active');
		await editor.runNode('updated');
		expect(await desk.changes()).toEqual([
			{
				method: 'PATCH',
				path: `/JmJob/external_key=CRM-4711-${theme}`,
				status: 204,
				// A switch that was added and not changed is off.
				body: [
					{ op: 'replace', path: 'job_desc', value: 'Winter Cup, new date' },
					{ op: 'replace', path: 'active', value: 'N' },
				],
			},
		]);
	});

	it("searches the hundreds of jobs on the site for an order's job, because the mapper cannot list them", async () => {
		await desk.openNode({ resource: 'workOrder', operation: 'update' });
		await editor.chooseRecord('record', '2627-1');
		await editor.add('Add Field by Search');
		await editor.choose('fieldName', 'Job (job_no)');
		await editor.chooseRecord(['record', -1], 'Winter Games');
		const { entries } = await desk.sandbox.control.journal({ document: 'JmJobList' });
		expect(entries.map(({ query }) => query.Query)).toContain('{"job_desc":"%Winter Games%"}');
		await editor.add('Add Field by Search');
		await editor.choose(['fieldName', -1], 'Customer');
		await editor.chooseRecord(['record', -1], 'Northgate');
		await editor.runNode('updated');
		await editor.picture('fields-by-search');
		expect(await desk.changes()).toEqual([
			{
				method: 'PATCH',
				path: '/JmWorkOrder/wo_no_seq=2627-1',
				status: 204,
				body: [
					{ op: 'replace', path: 'job_no', value: expect.any(Number) },
					{ op: 'replace', path: 'cust_id', value: 19 },
				],
			},
		]);
	});
});
