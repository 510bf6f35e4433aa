import { createNodeAsTool } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';

import { loadPackage } from '../../workshop/engine/packageTypes';
import { engineForTests, withTools } from '../support/engineForTests';
import { DEMO_USER } from '../support/plainCall';
import { sandboxForTests } from '../support/sandboxForTests';

const types = loadPackage('sources');
const TOOLS = [...types.nodes].filter(([, { description }]) => description.usableAsTool).map(([name]) => name);
const engine = engineForTests(withTools);
const sandbox = sandboxForTests();
beforeEach(() => sandbox.control.clearJournal());

const rows = async (
	parameters: INodeParameters,
	node = 'mediaOperationsTool',
	filled: Record<string, unknown> = {},
): Promise<Record<string, unknown>[]> => {
	const { error, output } = await engine.run({
		node,
		parameters,
		input: [{ json: filled as never }],
		credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo' } },
	});
	expect(error).toBeNull();
	return output[0]!.map(({ json }) => json);
};
const job = (number: number): INodeParameters => ({
	resource: 'job',
	operation: 'get',
	record: { __rl: true, mode: 'job_no', value: number } as never,
});

describe('The node as an agent tool', () => {
	it('returns ten records by default, with non-empty fields only', async () => {
		const found = await rows({ resource: 'job', operation: 'getMany' });
		expect(found).toHaveLength(10);
		for (const record of found) {
			expect(record).toHaveProperty('job_no');
			for (const value of Object.values(record)) expect(typeof value === 'object' || value === '').toBe(false);
		}
		expect((await sandbox.control.journal({ document: 'JmJobList' })).entries[0]?.query).toMatchObject({
			nullvaluehandling: 'ignore',
			alternatekeyhandling: 'ignore',
		});
		expect(await rows({ resource: 'job', operation: 'getMany', toolLimit: 3 })).toHaveLength(3);
	});

	it('omits sub-table rows, because there can be hundreds', async () => {
		expect(await rows(job(4), 'mediaOperations')).toEqual([expect.objectContaining({ jm_episode: expect.any(Array) })]);
		expect((await rows(job(4)))[0]).not.toHaveProperty('jm_episode');
	});

	it('returns the selected fields, always including the key', async () => {
		expect(await rows({ ...job(4), toolOutput: 'selected', toolFields: ['job_desc'] })).toEqual([
			{ job_no: 4, job_desc: expect.any(String) },
		]);
		expect(
			(await rows({ resource: 'job', operation: 'getMany', toolLimit: 1, toolOutput: 'selected', toolFields: 'job_desc' }))[0],
		).toEqual({ job_no: expect.any(Number), job_desc: expect.any(String) });
	});

	it('returns the raw response if Output is set to Raw', async () => {
		expect((await rows({ ...job(4), toolOutput: 'raw' }))[0]).toMatchObject({
			job_no: { job_no: 4, external_key: null },
			jm_episode: expect.any(Array),
		});
	});

	it('returns the rows of a requested sub-table', async () => {
		const episodes = await rows({ ...job(4), subTables: { step: [{ table: 'jm_episode' }] } });
		expect(episodes.length).toBeGreaterThan(0);
		expect(episodes[0]).toHaveProperty('episode_no');
	});

	it('has a tool description that adds details to its action, and that the user can replace', () => {
		const nodeType = engine.types.nodes.get('mediaOperationsTool')!;
		const described = (parameters: INodeParameters): string => {
			const node: INode = { id: '1', name: 'Tool', type: 'mediaOperationsTool', typeVersion: 1, position: [0, 0], parameters };
			// n8n adds the defaults when it loads a workflow.
			const complete = NodeHelpers.getNodeParameters(nodeType.description.properties, parameters, true, false, node, nodeType.description);
			return NodeHelpers.getToolDescriptionForNode({ ...node, parameters: complete! }, nodeType);
		};
		expect(described({ resource: 'workOrder', operation: 'create' })).toMatch(
			/^Create a work order\. .*A second call creates a second record\./,
		);
		expect(described({ resource: 'setupRecord', document: 'rateCard', operation: 'getMany' })).toMatch(/^Get many rate cards\. /);
		expect(described({ resource: 'site', operation: 'check' })).toMatch(/^Check the site\. Find out how/);
		expect(described({ resource: 'job', operation: 'get', toolDescription: 'Our shows' })).toBe('Our shows');
	});

	it('has unique parameter labels in each operation, and no file output', () => {
		const description = engine.types.nodes.get('mediaOperationsTool')!.description;
		const modes: INodeParameters[] = [
			...['getMany', 'create', 'upsert', 'delete'].map((operation) => ({ operation })),
			...['record', 'keys'].map((findBy) => ({ operation: 'get', findBy })),
			...['record', 'matching'].map((applyTo) => ({ operation: 'update', applyTo })),
		];
		for (const mode of modes) {
			const values = { authentication: 'basic', resource: 'job', ...mode, output: 'file' };
			const shown = description.properties
				.filter((property) => property.type !== 'notice' && NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, description))
				.map(({ displayName }) => displayName);
			expect(shown.filter((label, index) => shown.indexOf(label) < index)).toEqual([]);
			expect(shown).not.toContain('File Format');
		}
	});
});

describe('The action nodes as agent tools', () => {
	const post: INodeParameters = { batches: 'one', record: { __rl: true, mode: 'batch_no', value: '7572' } as never };

	it('return the non-empty fields of the record, the selected fields, or the raw record', async () => {
		const record = async (parameters: INodeParameters, node = 'mediaOperationsPostBatchTool'): Promise<Record<string, unknown>> => {
			await sandbox.control.reset();
			return (await rows({ ...post, ...parameters }, node))[0]!;
		};
		const usual = await record({ options: { includeEmpty: true } }, 'mediaOperationsPostBatch');
		expect(Object.values(usual)).toContain(null);
		const compact = await record({});
		// Each run posts the batch again, so the dates differ.
		const whole = Object.entries(usual)
			.filter(([, value]) => value !== null && value !== '' && !Array.isArray(value))
			.map(([name, value]) => [name, /date/.test(name) ? expect.any(String) : value]);
		expect(compact).toEqual(Object.fromEntries(whole));
		expect(whole.length).toBeGreaterThan(2);
		expect(await record({ toolOutput: 'selected', toolFields: ['posted'] })).toEqual({
			batch_no: '7572',
			posted: true,
			record_posted: 'Y',
		});
		expect(await record({ toolOutput: 'raw' })).toMatchObject({ record: { batch_no: { batch_no: '7572' } } });
	});

	it('list attachments without empty fields', async () => {
		const form = new FormData();
		form.append('', new Blob(['note'], { type: 'text/plain' }), 'note.txt');
		const uploaded = await fetch(`${sandbox.apiUrl}/SysAttachment/attachment_keystring=10339:100-1`, {
			method: 'POST',
			headers: { Authorization: DEMO_USER },
			body: form,
		});
		expect(uploaded.status).toBe(200);
		const list: INodeParameters = { resource: 'otherDocument', operation: 'getMany', documentId: '10339', recordId: '100-1' };
		const [usual] = await rows({ ...list, options: { includeEmpty: true } }, 'mediaOperationsUploadAttachment');
		const [compact] = await rows(list, 'mediaOperationsUploadAttachmentTool');
		expect(compact).toEqual(Object.fromEntries(Object.entries(usual!).filter(([, value]) => value !== null && value !== '')));
		expect(compact).toMatchObject({ file_name: 'note.txt' });
		expect(await rows({ ...list, toolOutput: 'selected', toolFields: ['file_name'] }, 'mediaOperationsUploadAttachmentTool')).toEqual([
			{ attachment_no: compact!.attachment_no, file_name: 'note.txt' },
		]);
	});
});

/** The expression that the editor writes if the model defines a parameter. */
const ai = (key: string, description: string, type = 'string'): string =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, '${type}') }}`;
const key = (mode: string, value: string): INodeParameters => ({ record: { __rl: true, mode, value } as never });
const PREVIEW = { options: { preview: true } };
const JOB: INodeParameters = { resource: 'job' };
const number = key('job_no', ai('Job', 'The number of the job'));

describe('A model can fill in', () => {
	it.each<readonly [string, string, INodeParameters, Record<string, unknown>, unknown]>([
		['the record for Get', 'mediaOperations', { ...JOB, operation: 'get', ...number }, { Job: '4' }, { job_no: 4 }],
		[
			'the URL of a record',
			'mediaOperations',
			{ ...JOB, operation: 'get', ...key('url', ai('Address', 'The address of the job')) },
			{ Address: '<site>/JmJob/job_no=4' },
			{ job_no: 4 },
		],
		[
			'the name and key of any document',
			'mediaOperations',
			{
				resource: 'anyDocument',
				operation: 'get',
				documentName: { __rl: true, mode: 'name', value: ai('Document', 'Its name') } as never,
				keyField: ai('Key_Field', 'The field to find it by'),
				...key('key', ai('Key', 'The value of that field')),
			},
			{ Document: 'JmJob', Key_Field: 'job_no', Key: '4' },
			{ job_no: 4 },
		],
		[
			'the value of a condition',
			'mediaOperations',
			{
				...JOB,
				operation: 'getMany',
				conditions: {
					condition: [
						{
							fieldName: ai('Field', 'The field to search'),
							operator: ai('How', 'equals, contains …'),
							value: ai('Value', 'What to search for'),
						},
					],
				},
			},
			{ Field: 'job_no', How: 'equals', Value: '4' },
			{ job_no: 4 },
		],
		[
			'both ends of a range, and the number of records',
			'mediaOperations',
			{
				...JOB,
				operation: 'getMany',
				toolLimit: ai('Limit', 'How many', 'number'),
				conditions: {
					condition: [
						{ fieldName: 'job_no', operator: 'between', value: ai('From', 'The lowest number'), valueTo: ai('To', 'The maximum') },
					],
				},
			},
			{ Limit: 1, From: '4', To: '9' },
			{ job_no: 4 },
		],
		[
			'a list of values',
			'mediaOperations',
			{
				...JOB,
				operation: 'getMany',
				conditions: { condition: [{ fieldName: 'job_no', operator: 'in', values: ai('Jobs', 'Numbers with commas between them') }] },
			},
			{ Jobs: '4, 5' },
			{ job_no: 4 },
		],
		[
			'a complete query',
			'mediaOperations',
			{ ...JOB, operation: 'getMany', queryMode: 'json', queryJson: ai('Query', 'Field names and values', 'json') },
			{ Query: { job_no: 4 } },
			{ job_no: 4 },
		],
		[
			'the fields to return',
			'mediaOperations',
			{ ...JOB, operation: 'get', ...number, toolOutput: 'selected', toolFields: ai('Fields', 'Names with commas between them') },
			{ Job: '4', Fields: 'job_desc, active' },
			{ job_no: 4, active: expect.stringMatching(/^[YN]$/) as unknown },
		],
		[
			'the sort order',
			'mediaOperations',
			{
				...JOB,
				operation: 'getMany',
				sort: { by: [{ fieldName: ai('Sort_Field', 'The field to sort by'), direction: ai('Direction', 'asc or desc') }] },
			},
			{ Sort_Field: 'job_no', Direction: 'asc' },
			{ job_no: 1 },
		],
		[
			'the condition for a count',
			'mediaOperations',
			{
				...JOB,
				operation: 'getMany',
				toolOutput: 'count',
				conditions: {
					condition: [{ fieldName: 'job_no', operator: 'less', value: ai('Below', 'The number below which jobs are counted') }],
				},
			},
			{ Below: '4' },
			{ count: 3 },
		],
		[
			'a key to look up',
			'mediaOperations',
			{ ...JOB, operation: 'get', findBy: 'keys', lookUpKey: ai('Key', 'The number of the job') },
			{ Key: '4' },
			{ job_no: 4 },
		],
		[
			'a sub-table row',
			'mediaOperations',
			{
				...JOB,
				operation: 'update',
				...number,
				...PREVIEW,
				subTables: {
					step: [
						{
							table: 'jm_episode',
							key: 'episode_no',
							value: { __rl: true, mode: 'key', value: ai('Episode', 'The number of the episode') },
						},
					],
				},
				fieldsMode: 'list',
				fields: { entry: [{ fieldName: 'episode_desc', fieldValue: ai('Text', 'Its new description') }] },
			},
			{ Job: '4', Episode: '1', Text: 'New' },
			{ url: '<site>/JmJob/job_no=4/jm_episode/episode_no=1', body: [{ op: 'replace', path: 'episode_desc', value: 'New' }] },
		],
		[
			'the fields in the mapper',
			'mediaOperations',
			{
				...JOB,
				operation: 'create',
				...PREVIEW,
				fieldsMode: 'mapper',
				columns: {
					mappingMode: 'defineBelow',
					value: { job_desc: ai('Description', 'The description of the job'), cust_id: ai('Customer', 'The number of the customer') },
				} as never,
			},
			{ Description: 'Edit', Customer: '32' },
			{ body: { jm_job: [{ job_desc: 'Edit', cust_id: '32' }] } },
		],
		[
			'the fields, one by one',
			'mediaOperations',
			{
				...JOB,
				operation: 'update',
				...PREVIEW,
				...number,
				fieldsMode: 'list',
				fields: { entry: [{ fieldName: ai('Field', 'The field to change'), fieldValue: ai('Value', 'Its new value') }] },
			},
			{ Job: '4', Field: 'job_desc', Value: 'New' },
			{ body: [{ op: 'replace', path: 'job_desc', value: 'New' }] },
		],
		[
			'the fields as JSON',
			'mediaOperations',
			{ ...JOB, operation: 'create', ...PREVIEW, fieldsMode: 'json', fieldsJson: ai('Fields', 'Field names and values', 'json') },
			{ Fields: { job_desc: 'Edit', cust_id: '32' } },
			{ body: { jm_job: [{ job_desc: 'Edit', cust_id: '32' }] } },
		],
		[
			'the key for Create or Update',
			'mediaOperations',
			{
				...JOB,
				operation: 'upsert',
				...PREVIEW,
				...key('external_key', ai('External_Key', 'The key in the other system')),
				fieldsMode: 'json',
				fieldsJson: '{"job_desc":"A"}',
			},
			{ External_Key: 'A 1' },
			{ url: '<site>/JmJob/external_key=A%201' },
		],
		[
			'the maximum for an update of all matching records',
			'mediaOperations',
			{
				...JOB,
				operation: 'update',
				applyTo: 'matching',
				mode: 'update',
				conditions: {
					condition: [{ fieldName: 'job_no', operator: 'less', value: ai('Below', 'The number below which jobs are changed') }],
				},
				maxRecords: ai('Highest', 'The maximum number of records', 'number'),
				fieldsMode: 'json',
				fieldsJson: '{"active":"N"}',
			},
			{ Below: '4', Highest: 5 },
			{ matched: 3, updated: true },
		],
		[
			'the record for Delete',
			'mediaOperations',
			{ ...JOB, operation: 'delete', ...PREVIEW, ...number },
			{ Job: '4' },
			{ method: 'DELETE', url: '<site>/JmJob/job_no=4' },
		],
		[
			'the approval for a bid',
			'mediaOperations',
			{
				resource: 'bidVersion',
				operation: 'changeApproval',
				...PREVIEW,
				...key('version_no', ai('Version', 'The number of the version')),
				approval: ai('Approval', '0 approve, 1 unapprove'),
			},
			{ Version: '1', Approval: '1' },
			{ headers: { SaveArgument: '{"BidApproval":"1"}' } },
		],
		[
			'the default group for a resource',
			'mediaOperations',
			{
				resource: 'schedulingResource',
				operation: 'setDefaultGroup',
				...PREVIEW,
				...key('resource_code', ai('Resource_Code', 'The code of the resource')),
				groupCode: ai('Group', 'The code of the group'),
			},
			{ Resource_Code: '1', Group: 'EDIT' },
			{ headers: { SaveArgument: '{"GroupCode":"EDIT"}' } },
		],
		[
			'a save argument',
			'mediaOperations',
			{
				resource: 'workOrder',
				operation: 'create',
				...PREVIEW,
				saveArguments: { LoadTemplate: ai('Template', 'The number of the template') },
				fieldsMode: 'json',
				fieldsJson: '{"wo_desc":"A"}',
			},
			{ Template: '15' },
			{ headers: { SaveArgument: '{"LoadTemplate":"15"}' } },
		],
		[
			'the order to void and the reason',
			'mediaOperationsVoidOrder',
			{
				operation: 'void',
				...PREVIEW,
				...key('wo_no_seq', ai('Order', 'The number of the order')),
				reason: { __rl: true, mode: 'number', value: ai('Reason', 'The number of the reason') } as never,
			},
			{ Order: '100-1', Reason: '1' },
			{ url: '<site>/JmWorkOrder/wo_no_seq=100-1', body: [{ op: 'replace', path: 'cancel_no', value: 1 }] },
		],
		[
			'the actuals for an order',
			'mediaOperationsActualize',
			{
				...PREVIEW,
				...key('wo_no_seq', ai('Order', 'The number of the order')),
				actualize: 'none',
				details: { detail: [{ action: ai('Action', 'The code of the action'), units: ai('Units', 'How many', 'number') }] },
			},
			{ Order: '100-1', Action: 'I', Units: 4 },
			{ body: { jm_actual_header: [{ jm_actual_detail: [{ action_code: { action_code: 'I' }, actual_unit: 4 }] }] } },
		],
		[
			'the actuals as JSON, with Update Phase',
			'mediaOperationsActualize',
			{
				...PREVIEW,
				...key('wo_no_seq', '100-1'),
				detailsMode: 'json',
				detailsJson: ai('Details', 'Actions and units', 'json'),
				actualize: 'all',
				updatePhase: ai('Update_Phase', 'Whether to change the phase', 'boolean'),
			},
			{ Details: [{ action_code: 'I', actual_unit: 2 }], Update_Phase: true },
			{ headers: { SaveArgument: expect.stringContaining('"ActualizeUpdatePhase":"Y"') as unknown } },
		],
		[
			'the batches to post',
			'mediaOperationsPostBatch',
			{ ...PREVIEW, batches: 'numbers', batchNumbers: ai('Batches', 'Numbers with commas between them') },
			{ Batches: '7572' },
			{ url: '<site>/TcBatch/batch_no=7572' },
		],
		[
			'the template for an order',
			'mediaOperationsLoadTemplate',
			{
				operation: 'load',
				...PREVIEW,
				...key('wo_no_seq', ai('Order', 'The number of the order')),
				template: { __rl: true, mode: 'number', value: ai('Template', 'The number of the template') } as never,
				childTemplates: ai('Child_Templates', 'Whether to load them too', 'boolean'),
			},
			{ Order: '100-1', Template: '15', Child_Templates: true },
			{ headers: { SaveArgument: '{"LoadTemplate":"15","LoadChildTemplates":"Y"}' } },
		],
		[
			'the service templates',
			'mediaOperationsLoadTemplate',
			{
				resource: 'transmissionOrder',
				operation: 'load',
				templateKind: 'service',
				...PREVIEW,
				...key('wo_no_seq', '1072992-1'),
				serviceTemplates: ai('Templates', 'Numbers with commas between them'),
			},
			{ Templates: '10, 11' },
			{ headers: { SaveArgument: '{"LoadServiceTemplate":"10,11"}' } },
		],
		[
			'the attachment to delete',
			'mediaOperationsUploadAttachment',
			{
				resource: 'otherDocument',
				operation: 'delete',
				...PREVIEW,
				documentId: ai('Document', 'The number of the document'),
				recordId: ai('Record', 'The key of the record'),
				attachment: { __rl: true, mode: 'number', value: ai('Attachment', 'The number of the attachment') } as never,
			},
			{ Document: '10339', Record: '100-1', Attachment: '3' },
			{ url: '<site>/SysAttachment/attachment_keystring=10339:100-1/sys_attachment/attachment_no=3' },
		],
	])('%s', async (_what, node, parameters, filled, expected) => {
		const onSite = <Value>(value: Value): Value => (typeof value === 'string' ? (value.replace('<site>', sandbox.apiUrl) as Value) : value);
		const values = Object.fromEntries(Object.entries(filled).map(([name, value]) => [name, onSite(value)]));
		const asNode: INode = { id: '1', name: 'Tool', type: `${node}Tool`, typeVersion: 1, position: [0, 0], parameters };
		const { response } = createNodeAsTool({
			node: asNode,
			nodeType: engine.types.nodes.get(`${node}Tool`)!,
			handleToolInvocation: async () => undefined,
		});
		const { shape } = response.schema as unknown as { shape: Record<string, { description?: string }> };
		expect(Object.keys(shape).sort()).toEqual(Object.keys(filled).sort());
		for (const argument of Object.values(shape)) expect(argument.description).toMatch(/\w/);
		const [first] = await rows(parameters, `${node}Tool`, values);
		expect(first).toMatchObject(Object.fromEntries(Object.entries(expected as object).map(([name, value]) => [name, onSite(value)])));
	});
});

describe.each(TOOLS)('The schema of %s for a model', (name) => {
	const { description } = types.nodes.get(name)!;
	const twin = { ...description, name: `${name}Tool` };
	const shownFor = (parameters: INodeParameters): INodeProperties[] => {
		const node: INode = { id: '1', name: 'Tool', type: twin.name, typeVersion: 1, position: [0, 0], parameters };
		const whole = NodeHelpers.getNodeParameters(twin.properties, parameters, true, false, node, twin)!;
		return twin.properties.filter((property) => NodeHelpers.displayParameter(whole, property, node, twin));
	};
	const operations = description.properties
		.filter((property) => property.name === 'operation')
		.flatMap(({ options, displayOptions }) =>
			(displayOptions?.show?.resource ?? ['']).flatMap((resource) =>
				(options as INodePropertyOptions[]).map(({ value }): INodeParameters => ({
					...(resource === '' ? {} : { resource: String(resource) }),
					operation: String(value),
				})),
			),
		);
	const settings: INodeParameters[] = operations.length === 0 ? [{}] : operations;

	it('describes every parameter in at least two words', () => {
		for (const parameters of settings) {
			for (const { displayName, type, description: words = '', hint = '' } of shownFor(parameters).filter(
				(each) => !['notice', 'hidden', 'collection'].includes(each.type),
			)) {
				expect([displayName, type, `${words} ${hint}`]).toEqual([displayName, type, expect.stringMatching(/\w+ \w+/)]);
			}
		}
	});

	it('has unique parameter labels in each operation, because n8n derives the names in the tool schema from them', () => {
		for (const parameters of settings) {
			const names = shownFor(parameters)
				.filter(({ type }) => type !== 'notice' && type !== 'hidden')
				.map(({ displayName }) => displayName);
			expect([parameters, names.filter((each, index) => names.indexOf(each) !== index)]).toEqual([parameters, []]);
		}
	});

	it('has a tool description for each operation, and none contains "undefined"', () => {
		for (const parameters of settings) {
			const description = NodeHelpers.getToolDescriptionForNode(
				{ id: '1', name: 'Tool', type: twin.name, typeVersion: 1, position: [0, 0], parameters },
				{ description: twin } as INodeType,
			);
			expect(description.length).toBeGreaterThan(15);
			expect(description).not.toMatch(/undefined/);
		}
	});
});

/** What a model sends for a coordinator's requests: the names that people use, instead of keys. */
describe('When a model sends names or keys, the agent tools', () => {
	const orders = (condition: readonly INodeParameters[], more: INodeParameters = {}): INodeParameters => ({
		resource: 'workOrder',
		operation: 'getMany',
		...more,
		conditions: { condition: condition as INodeParameters[] },
	});
	const phase = (operator: string, value: object): INodeParameters => ({ fieldName: 'lookUp|phase_code', operator, ...value });
	const record = (value: string) => ({ record: { __rl: true, mode: 'key', value } });
	const create = (phaseName: string, customer: string): INodeParameters => ({
		resource: 'workOrder',
		operation: 'create',
		fieldsMode: 'list',
		fields: {
			entry: Object.entries({
				wo_desc: 'Cup final',
				wo_begin_dt: '2026-12-01T10:00',
				wo_end_dt: '2026-12-01T16:00',
				wo_type_no: '5',
				phase_code: phaseName,
				rate_card_no: '1',
				cust_id: customer,
			}).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue })),
		},
	});

	it.each<[string, INodeParameters, object]>([
		['Which orders are confirmed?', orders([phase('equals', record('Confirmed'))]), { phase_code: 'CONF' }],
		['And which are in progress? The code is WIP.', orders([phase('equals', record('WIP'))]), { phase_code: 'WIP' }],
		[
			'Orders that are confirmed or in progress',
			orders([phase('in', { records: ['confirmed', 'In Progress'] })]),
			{ phase_code: { $in: ['CONF', 'WIP'] } },
		],
		[
			'What do we do for Northgate Broadcast?',
			orders([{ fieldName: 'cust_id', operator: 'equals', value: 'Northgate Broadcast' }]),
			{ cust_id: 19 },
		],
		[
			'How many orders does customer 19 have?',
			orders([{ fieldName: 'cust_id', operator: 'equals', value: '19' }], { toolOutput: 'count' }),
			{ cust_id: 19 },
		],
		[
			'Which orders start in July 2026?',
			orders([{ fieldName: 'wo_begin_dt', operator: 'between', value: '2026-07-01', valueTo: '2026-07-31' }]),
			{ wo_begin_dt: { $range: ['2026-07-01T00:00:00Z', '2026-07-31T23:59:59.999Z'] } },
		],
	])('send the matching query for "%s"', async (_request, parameters, query) => {
		await rows(parameters);
		const { entries } = await sandbox.control.journal({ document: 'JmWorkOrderList' });
		expect(JSON.parse(entries.at(-1)!.query.Query!)).toEqual(query);
	});

	it('create an order with the keys of its phase and its customer', async () => {
		await rows(create('Confirmed', 'Northgate Broadcast'));
		const { entries } = await sandbox.control.journal({ document: 'JmWorkOrder', method: 'POST' });
		expect(JSON.parse(entries[0]!.body!)).toMatchObject({ jm_work_order: [{ phase_code: 'CONF', cust_id: 19 }] });
	});

	it("send the key of an order's new phase", async () => {
		await rows({
			resource: 'workOrder',
			operation: 'update',
			record: { __rl: true, mode: 'wo_no_seq', value: '100-1' } as never,
			fieldsMode: 'list',
			fields: { entry: [{ fieldName: 'phase_code', fieldValue: 'confirmed' }] },
		});
		expect((await sandbox.control.journal({ method: 'PATCH' })).entries[0]!.body).toContain('"CONF"');
	});

	it.each([
		['Create an order that is sort of ready', 'Sort of ready', 'no record matches', 'Confirmed (CONF)'],
		['Create an order in a phase with an o', 'o', 'several records match', 'Confirmed (CONF)'],
	])('reject "%s" with a message that lists the choices, and create nothing', async (_request, phaseName, reason, choice) => {
		const [response] = await rows(create(phaseName, '19'));
		expect(response).toEqual({ error: expect.stringContaining(reason), message: expect.stringContaining(choice) });
		expect((await sandbox.control.journal({ method: 'POST' })).entries).toEqual([]);
	});

	const voiding = (reason: string): INodeParameters => ({
		operation: 'void',
		...key('wo_no_seq', '100-1'),
		reason: { __rl: true, mode: 'number', value: reason } as never,
		...PREVIEW,
	});

	it('send the number of a void reason', async () => {
		expect((await rows(voiding('cancelled by customer'), 'mediaOperationsVoidOrderTool'))[0]).toMatchObject({
			body: [{ op: 'replace', path: 'cancel_no', value: 1 }],
		});
	});

	it('send the number of a template', async () => {
		const loading = {
			operation: 'load',
			...key('wo_no_seq', '100-1'),
			template: { __rl: true, mode: 'number', value: 'Live Event' } as never,
		};
		expect((await rows({ ...loading, ...PREVIEW }, 'mediaOperationsLoadTemplateTool'))[0]).toMatchObject({
			headers: { SaveArgument: '{"LoadTemplate":"15"}' },
		});
	});

	it("replace names in the mapper's list fields with keys", async () => {
		const schema = [
			{ id: 'wo_desc', type: 'string' },
			{ id: 'phase_code', type: 'options', options: [{ name: 'Confirmed (CONF)', value: 'CONF' }] },
			{ id: 'wo_type_no', type: 'options', options: [{ name: 'Live Event (17)', value: 17 }] },
		];
		const value = { wo_desc: 'Cup final', phase_code: '={{ $json.phase }}', wo_type_no: '={{ $json.type }}' };
		const columns = { mappingMode: 'defineBelow', value, schema, matchingColumns: [] } as never;
		const parameters: INodeParameters = { resource: 'workOrder', operation: 'create', fieldsMode: 'mapper', columns, ...PREVIEW };
		expect((await rows(parameters, 'mediaOperationsTool', { phase: 'Confirmed', type: 'Live Event' }))[0]).toMatchObject({
			body: { jm_work_order: [{ wo_desc: 'Cup final', phase_code: 'CONF', wo_type_no: 17 }] },
		});
	});

	it('return the choices for an unknown void reason as output, because n8n passes no error to the model', async () => {
		expect(await rows(voiding('No such reason'), 'mediaOperationsVoidOrderTool')).toEqual([
			{
				error: "'Void Reason': no record matches 'No such reason' [Item 0]",
				message: expect.stringContaining('Cancelled by Customer (1)'),
			},
		]);
	});
});

describe('The node without a model', () => {
	it('sends a name unchanged', async () => {
		const conditions = { condition: [{ fieldName: 'phase_code', operator: 'equals', value: 'Confirmed' }] };
		await rows({ resource: 'workOrder', operation: 'getMany', conditions }, 'mediaOperations');
		const { entries } = await sandbox.control.journal();
		expect(entries.map(({ query }) => query.Query)).toEqual(['{"phase_code":"Confirmed"}']);
	});
});
