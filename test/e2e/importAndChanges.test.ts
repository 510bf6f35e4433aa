import type { INode } from 'n8n-workflow';
import { EditorSession } from './support/editorSession';
import { THEMES, type Editor } from './support/editor';

const LIST =
	'Number;Programme;Series\nPRG-1;Alpine Cup, day 1;\nPRG-2;;\nPRG-3;Alpine Cup, day 3;No such series\nPRG-1;Alpine Cup, day 4;\n';

/** The nodes that provide the list as a file, as a form or a mailbox would. */
const titleList: readonly INode[] = [
	{
		id: 'text',
		name: 'Text',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		position: [200, 0],
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ text: LIST }), options: {} },
	},
	{
		id: 'file',
		name: 'Title List',
		type: 'n8n-nodes-base.convertToFile',
		typeVersion: 1.1,
		position: [400, 0],
		parameters: { operation: 'toText', sourceProperty: 'text', options: { fileName: 'titles.csv' } },
	},
];

describe.each(THEMES)("A user who moves many records in n8n's editor (%s)", (theme) => {
	let desk: EditorSession;
	let editor: Editor;
	beforeAll(async () => {
		desk = await EditorSession.open('Import and changes', theme);
		({ editor } = desk);
	});
	afterAll(async () => await desk.close());
	beforeEach(async () => await desk.sandbox.control.clearJournal());

	const assign = async (column: string, field: string): Promise<void> => {
		await editor.add('Add Column');
		await editor.fill(['columnName', -1], column);
		await editor.choose(['fieldName', -1], field);
	};

	it('maps the columns of a file to fields, sees the invalid rows before anything is sent, and imports the others', async () => {
		await desk.openNode({ resource: 'title', operation: 'upsert' }, 'Import Titles', titleList);
		await editor.choose('inputMode', 'File');
		await assign('Number', 'External Key');
		await assign('Programme', 'Title (title_desc)');
		await assign('Series', 'Parent Title');
		expect(await editor.part('node-parameters').getByTestId('parameter-issues').count()).toBe(0);
		// n8n shows the files of an item first.
		await editor.runNode('rejected.csv');
		await editor.output.getByText('Schema', { exact: true }).click();
		await editor.output
			.getByText(/The row has no values/)
			.first()
			.waitFor();
		await editor.scrollToTop();
		await editor.picture('import-validated');
		expect(await desk.changes()).toEqual([]);

		// Chooses 'Never' by its description, because the description of 'Always' also contains the word 'never'.
		await editor.choose('validateFirst', 'Import immediately');
		await editor.runNode('result.csv');
		await editor.scrollToTop();
		await editor.picture('import-result');
		expect((await desk.changes()).map(({ method, path }) => [method, path])).toEqual([['PUT', '/LibTitle/external_key=PRG-1']]);
	});

	it('gets the changed records, and sees that a manual execution does not store its position', async () => {
		await desk.openNode({ resource: 'job', operation: 'getChanged', conditions: {} });
		await editor.addOption('Fields to Return Names or IDs');
		await editor.choose('columns', 'Description (job_desc)', 'Customer (cust_id)');
		await editor.runNode('A manual execution does not store its position');
		await editor.scrollToTop();
		await editor.picture('get-changed');
		const { query } = await desk.lastRead('JmJobList');
		expect(JSON.parse(query.resultColumns!)).toEqual({ L: expect.arrayContaining(['job_no', 'job_desc', 'cust_id', 'date_changed']) });
	});
});
