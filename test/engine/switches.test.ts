/** Switches whose value comes from an expression, which can return text or nothing instead of true or false. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { inMemoryFile } from './actions/files';
import { siteForTests } from './recordingSite';

const engine = engineForTests();
const site = siteForTests();

const run = async (node: string, parameters: INodeParameters, json: INodeExecutionData['json']): Promise<NodeOutcome> =>
	await engine.run({
		node,
		parameters: { authentication: 'basic', ...parameters },
		credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo' } },
		input: [{ json, binary: { data: inMemoryFile('note.txt', 'text/plain', Buffer.from('note')) } }],
	});
const by = (mode: string, value: string): INodeParameters => ({ record: { __rl: true, mode, value } as never });
const methods = (): string[] => site.requests.map(({ method }) => method);

const PREVIEWED: readonly (readonly [name: string, node: string, parameters: INodeParameters])[] = [
	[
		'an update',
		'mediaOperations',
		{ resource: 'job', operation: 'update', ...by('job_no', '1'), fieldsMode: 'json', fieldsJson: '{"job_desc":"A"}' },
	],
	[
		'a void',
		'mediaOperationsVoidOrder',
		{ resource: 'workOrder', operation: 'void', ...by('wo_no_seq', '1-1'), reason: { __rl: true, mode: 'number', value: '1' } as never },
	],
	[
		'an upload',
		'mediaOperationsUploadAttachment',
		{ resource: 'workOrder', operation: 'upload', ...by('wo_no_seq', '1-1'), inputBinaryField: 'data' },
	],
];

describe('The Preview option', () => {
	it.each(PREVIEWED)("shows %s without sending it if an expression returns the text 'true'", async (_name, node, parameters) => {
		const { error, output } = await run(node, { ...parameters, options: { preview: '={{ $json.dry }}' } }, { dry: 'true' });
		expect(error).toBeNull();
		expect(output[0]).toEqual([expect.objectContaining({ json: expect.objectContaining({ preview: true }) as unknown })]);
		expect(methods()).toEqual([]);
	});

	it.each(PREVIEWED)('rejects any other text before %s is sent', async (_name, node, parameters) => {
		const { error } = await run(node, { ...parameters, options: { preview: '={{ $json.dry }}' } }, { dry: 'yes' });
		expect(error).toMatchObject({
			message: "'Preview' must be true or false, got 'yes' [Item 0]",
			description: 'Turn it on or off, or check the expression that returns the value.',
		});
		expect(methods()).toEqual([]);
	});

	it.each([false, 'false', '', null, undefined])('is off if an expression returns %p', async (dry) => {
		const [[, node, parameters]] = PREVIEWED as [(typeof PREVIEWED)[number]];
		await run(node, { ...parameters, options: { preview: '={{ $json.dry }}' } }, dry === undefined ? {} : { dry });
		expect(methods()).toEqual(['PATCH']);
	});
});

describe('A switch', () => {
	it("is on if an expression returns the text 'true', in a parameter or an option", async () => {
		await run(
			'mediaOperationsLoadTemplate',
			{
				resource: 'workOrder',
				operation: 'load',
				...by('wo_no_seq', '1-1'),
				template: { __rl: true, mode: 'number', value: '15' } as never,
				childTemplates: '={{ $json.children }}',
				options: { readBack: '={{ $json.read }}' },
			},
			{ children: 'true', read: 'false' },
		);
		expect(site.requests.map(({ method, headers }) => [method, headers.saveargument])).toEqual([
			['PATCH', '{"LoadTemplate":"15","LoadChildTemplates":"Y"}'],
		]);
	});

	it('that is on by default stays on if an expression returns nothing', async () => {
		await run('mediaOperations', { resource: 'job', operation: 'getMany', options: { validateQueryParameters: '={{ $json.check }}' } }, {});
		expect(site.requests[0]?.address).not.toContain('validateQueryParameters');
	});

	it('that formats the output is checked before a change is sent', async () => {
		const { error } = await run(
			'mediaOperationsVoidOrder',
			{ resource: 'workOrder', operation: 'unVoid', ...by('wo_no_seq', '1-1'), options: { includeEmpty: '={{ $json.empty }}' } },
			{ empty: 'some' },
		);
		expect(error?.message).toBe("'Include Empty Fields' must be true or false, got 'some' [Item 0]");
		expect(methods()).toEqual([]);
	});
});
