import type { IBinaryData, INodeExecutionData, INodeParameters, IWorkflowSettings } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { inMemoryFile, storedFile } from './actions/files';
import { envelopeOf, siteForTests, type Recorded } from './recordingSite';

const engine = engineForTests();
const site = siteForTests();

beforeEach(() => {
	site.respond = ({ body, address }) => {
		if (!address.includes('SysAttachment')) return envelopeOf(body);
		const records = [...body.matchAll(/filename=/g)].map((_, index) => ({ attachment_no: index + 1 }));
		return { body: { message: null, tables: ['sys_attachment'], sys_attachment: { record_identifiers: ['attachment_no'], records } } };
	};
});

const COMBINED: IWorkflowSettings = { binaryMode: 'combined' };

const run = async (node: string, parameters: INodeParameters, item: INodeExecutionData, settings = COMBINED): Promise<NodeOutcome> =>
	await engine.run({
		node,
		credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo' } },
		input: [item],
		mode: 'trigger',
		settings,
		parameters: { authentication: 'basic', ...parameters },
	});

const titles = async (): Promise<IBinaryData> => await storedFile('titles.csv', 'text/csv', Buffer.from('title_desc\nOne\n'));

const importFile = async (inputBinaryField: string, item: INodeExecutionData, settings = COMBINED): Promise<NodeOutcome> =>
	await run(
		'mediaOperations',
		{ resource: 'title', operation: 'create', inputMode: 'file', inputBinaryField, validateFirst: 'never' },
		item,
		settings,
	);

const upload = async (parameters: INodeParameters, item: INodeExecutionData): Promise<NodeOutcome> =>
	await run('mediaOperationsUploadAttachment', { record: { __rl: true, mode: 'wo_no_seq', value: '1-1' }, ...parameters }, item);

const namesIn = ({ body }: Recorded): string[] => [...body.matchAll(/filename="([^"]+)"/g)].map(([, name]) => name!);

describe("In a workflow with n8n's combined binary mode", () => {
	it.each(['data', '_files.data', 'attached.list'])('an import reads the file in the JSON of the item (%s)', async (field) => {
		const file = (await titles()) as never;
		const { output, error } = await importFile(field, { json: { _files: { data: file }, attached: { list: file } } });
		expect(error).toBeNull();
		expect(output[0]![0]!.json).toMatchObject({ created: 1, complete: true });
	});

	it('the message about a missing field lists the fields that contain files', async () => {
		const { error } = await importFile('list', { json: { _files: { data: (await titles()) as never, note: 'text' }, list: 'text' } });
		expect(error).toMatchObject({
			message: "'Input Binary Field': The item has no binary field 'list' [Item 0]",
			description: "Its binary fields are 'data'.",
		});
	});

	it('an upload sends the named files, or all files from the JSON and the binary data', async () => {
		const item: INodeExecutionData = {
			json: { _files: { one: (await storedFile('one.pdf', 'application/pdf', Buffer.from('1'))) as never } },
			binary: { two: inMemoryFile('two.pdf', 'application/pdf', Buffer.from('2')) },
		};
		for (const parameters of [{ files: 'named', binaryPropertyName: '_files.one, two' }, { files: 'all' }]) {
			const { error } = await upload(parameters, item);
			expect(error).toBeNull();
			expect(namesIn(site.requests.at(-1)!).sort()).toEqual(['one.pdf', 'two.pdf']);
		}
	});
});

it('Files in the JSON of an item are ignored in any other workflow, because the JSON can come from elsewhere', async () => {
	const { error } = await importFile('data', { json: { _files: { data: (await titles()) as never } } }, {});
	expect(error?.message).toContain("The item has no binary field 'data'");
});

it('A file without a type is imported, because a node before this one may not have set it', async () => {
	const { output, error } = await importFile(
		'data',
		{ json: {}, binary: { data: { data: Buffer.from('title_desc\nOne\n').toString('base64'), fileName: 'titles.csv' } as IBinaryData } },
		{},
	);
	expect(error).toBeNull();
	expect(output[0]![0]!.json).toMatchObject({ created: 1, complete: true });
});
