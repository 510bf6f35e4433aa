/** Sends ten requests to an AI agent that uses the nodes as tools. n8n's OpenAI-compatible chat model node calls a scripted model. */
import { randomUUID } from 'node:crypto';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { N8nRest, StoredCredential, StoredWorkflow } from '../../workshop/editor/rest';
import { signInsFor } from '../../workshop/editor/signIns';
import type { SandboxProcess } from '../../workshop/sandboxProcess';
import { startSandbox } from '../../workshop/sandboxProcess';
import { plainCall } from '../support/plainCall';
import type { Receiver } from '../support/receiver';
import { startScriptedModel, type Step } from './support/scriptedModel';
import { signedIn } from './support/site';
import { allStarted } from '../support/allStarted';

const CUSTOMER = 19;
const CUSTOMER_NAME = 'Northgate Broadcast';
const REASON = 'Cancelled by Customer';

/** The orders that the requests name. */
const orders: Record<'confirmed' | 'booked' | 'ambiguous' | 'refused' | 'voided', string> = {
	confirmed: '',
	booked: '',
	ambiguous: '',
	refused: '',
	voided: '',
};
const find = (field: string, operator: string, value: string): Step => ({
	tool: /^Get many work orders/,
	arguments: () => ({ field, operator, value }),
});
const changePhase = (order: keyof typeof orders, phase: (results: readonly string[]) => string): Step => ({
	tool: /^Update a work order/,
	arguments: (results) => ({ order: orders[order], phase: phase(results) }),
});
const voiding = (order: keyof typeof orders, reason: string): Step => ({
	tool: /^Void a work order/,
	arguments: () => ({ order: orders[order], reason }),
});

const SCRIPTS: Readonly<Record<string, readonly Step[]>> = {
	'Find the order Heats 8': [find('wo_desc', 'contains', 'Heats 8')],
	'Which orders are confirmed?': [find('phase_code', 'equals', 'Confirmed')],
	'What do we do for Northgate Broadcast?': [find('cust_id', 'equals', CUSTOMER_NAME)],
	'Show me order 100-1': [{ tool: /^Get a work order/, arguments: () => ({ order: '100-1' }) }],
	'Create an order for Northgate Broadcast': [
		{ tool: /^Create a work order/, arguments: () => ({ title: 'Agent order', customer: CUSTOMER_NAME, phase: 'Confirmed' }) },
	],
	'Confirm the order': [changePhase('confirmed', () => 'confirmed')],
	'Book the live event': [
		{ tool: /^Load a template into a work order/, arguments: () => ({ order: orders.booked, template: 'Live Event' }) },
	],
	'Move the order to the phase with an o': [
		changePhase('ambiguous', () => 'o'),
		// The model chooses a phase from the error message.
		changePhase('ambiguous', ([message = '']) => /Confirmed \((\w+)\)/.exec(message)?.[1] ?? 'nothing to choose'),
	],
	'Void the order for no known reason': [voiding('refused', 'No such reason')],
	'Void the order, the customer canceled': [voiding('voided', REASON)],
};

const ai = (key: string, description: string): string => `={{ $fromAI('${key}', '${description}', 'string') }}`;
const ORDER = { __rl: true, mode: 'wo_no_seq', value: ai('order', 'Number and sequence of the order, such as 9453-1') };
const list = (fields: Readonly<Record<string, string>>): INodeParameters => ({
	fieldsMode: 'list',
	fields: { entry: Object.entries(fields).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue })) },
});
/** The tools, with the default description of their operation. */
const TOOLS: Readonly<Record<string, readonly [node: string, parameters: object]>> = {
	'Find Orders': [
		'mediaOperationsTool',
		{
			resource: 'workOrder',
			operation: 'getMany',
			conditions: {
				condition: [
					{
						fieldName: ai('field', 'wo_desc for the title, phase_code for the phase, cust_id for the customer'),
						operator: ai('operator', 'contains for a part of the title, otherwise equals'),
						value: ai('value', 'The title, or the name or code of the phase or customer'),
					},
				],
			},
			toolOutput: 'selected',
			toolFields: ['wo_desc', 'phase_code', 'cust_id'],
		},
	],
	'Get Order': ['mediaOperationsTool', { resource: 'workOrder', operation: 'get', record: ORDER }],
	'Create Order': [
		'mediaOperationsTool',
		{
			resource: 'workOrder',
			operation: 'create',
			...list({
				wo_desc: ai('title', 'The title of the order'),
				wo_begin_dt: '2026-12-01T10:00',
				wo_end_dt: '2026-12-01T16:00',
				wo_type_no: '5',
				rate_card_no: '1',
				cust_id: ai('customer', 'Name or number of the customer'),
				phase_code: ai('phase', 'Name or code of the phase'),
			}),
		},
	],
	'Change Phase': [
		'mediaOperationsTool',
		// The parameters as the editor stores them if 'Let the Model Define This Value' is chosen for a field with a list.
		{
			resource: 'workOrder',
			operation: 'update',
			record: ORDER,
			columns: {
				mappingMode: 'defineBelow',
				value: { phase_code: ai('phase', 'Phase: Bid (Bid), Confirmed (CONF)') },
				matchingColumns: [],
				schema: [{ id: 'phase_code', displayName: 'Phase', type: 'options', options: [{ name: 'Confirmed (CONF)', value: 'CONF' }] }],
			},
		},
	],
	'Void Order': [
		'mediaOperationsVoidOrderTool',
		{
			resource: 'workOrder',
			operation: 'void',
			record: ORDER,
			reason: { __rl: true, mode: 'number', value: ai('reason', 'Name or number of the reason') },
		},
	],
	'Load Template': [
		'mediaOperationsLoadTemplateTool',
		{
			resource: 'workOrder',
			operation: 'load',
			record: ORDER,
			template: { __rl: true, mode: 'number', value: ai('template', 'Name or number of the template') },
		},
	],
};

let sandbox: SandboxProcess;
let rest: N8nRest;
let model: Receiver;
let workflow: StoredWorkflow;
const chat = randomUUID();

const node = (name: string, type: string, typeVersion: number, parameters: object, credential?: StoredCredential): INode => ({
	id: name,
	name,
	type,
	typeVersion,
	position: [0, 0],
	parameters: parameters as INodeParameters,
	...(credential ? { credentials: { [credential.type]: { id: credential.id, name: credential.name } } } : {}),
});

/** Sends a request to the agent, and returns its response. n8n registers the chat URL a moment after the workflow is activated. */
const ask = async (chatInput: string): Promise<string> => {
	for (const end = Date.now() + 30_000; ;) {
		const response = await fetch(`${rest.url}/webhook/${chat}/chat`, {
			method: 'POST',
			// Opens a new connection each time. On a busy machine, n8n can close an idle connection while a request is being sent over it.
			headers: { 'content-type': 'application/json', connection: 'close' },
			body: JSON.stringify({ action: 'sendMessage', sessionId: chat, chatInput }),
		});
		const text = await response.text();
		if (response.status === 200) return String((JSON.parse(text) as IDataObject).output);
		if (response.status !== 404 || Date.now() > end) throw new Error(`The chat returned ${response.status}: ${text}`);
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
};
const order = async (key: string): Promise<IDataObject> => {
	const { jm_work_order: rows } = (await plainCall(sandbox, 'GET', `/JmWorkOrder/wo_no_seq=${key}`)) as { jm_work_order: IDataObject[] };
	return rows[0]!;
};
const codeOf = (value: unknown): unknown => (typeof value === 'object' && value !== null ? Object.values(value)[0] : value);
const lastQuery = async (): Promise<unknown> => {
	const { entries } = await sandbox.control.journal({ document: 'JmWorkOrderList' });
	return JSON.parse(entries.at(-1)!.query.Query!);
};

beforeAll(async () => {
	[sandbox, rest, model] = await allStarted([startSandbox(), signedIn(), startScriptedModel(SCRIPTS)]);
	const [basic] = signInsFor(sandbox.url);
	const site = await rest.putCredential({ ...basic!, name: 'Agent, sandbox' });
	const openAi = await rest.putCredential({ name: 'Agent, model', type: 'openAiApi', data: { apiKey: 'none', url: `${model.url}/v1` } });
	for (const name of Object.keys(orders) as Array<keyof typeof orders>) {
		const body = {
			wo_no_seq: '+1',
			wo_desc: name,
			wo_begin_dt: '2026-12-01T10:00:00Z',
			wo_end_dt: '2026-12-01T16:00:00Z',
			wo_type_no: 5,
			phase_code: 'Bid',
			rate_card_no: 1,
			cust_id: CUSTOMER,
		};
		const created = (await plainCall(sandbox, 'POST', '/JmWorkOrder', { jm_work_order: [body] })) as {
			jm_work_order: { records: Array<{ wo_no_seq: string }> };
		};
		orders[name] = created.jm_work_order.records[0]!.wo_no_seq;
	}
	const tools = Object.entries(TOOLS).map(([name, [type, parameters]]) =>
		node(name, `n8n-nodes-media-operations.${type}`, 1, { authentication: 'basic', ...parameters }, site),
	);
	const to = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	workflow = await rest.putWorkflow({
		name: 'Agent with a scripted model',
		nodes: [
			{ ...node('Chat', '@n8n/n8n-nodes-langchain.chatTrigger', 1.1, { public: true, mode: 'hostedChat', options: {} }), webhookId: chat },
			node('Agent', '@n8n/n8n-nodes-langchain.agent', 2.2, { promptType: 'auto', options: {} }),
			node(
				'Model',
				'@n8n/n8n-nodes-langchain.lmChatOpenAi',
				1.2,
				{ model: { __rl: true, mode: 'list', value: 'gpt-5-mini' }, options: {} },
				openAi,
			),
			...tools,
		],
		connections: {
			Chat: to('main'),
			Model: to('ai_languageModel'),
			...Object.fromEntries(tools.map(({ name }) => [name, to('ai_tool')])),
		} as never,
		settings: {},
	});
	await rest.activate(workflow);
});
afterAll(async () => {
	await rest.deactivate(workflow);
	await Promise.all([sandbox.stop(), model.close()]);
});

describe('An agent with the nodes as tools', () => {
	it.each([
		['Find the order Heats 8', { wo_desc: '%Heats 8%' }, '"wo_no_seq":"100-1"'],
		['Which orders are confirmed?', { phase_code: 'CONF' }, '"phase_code":"CONF"'],
		['What do we do for Northgate Broadcast?', { cust_id: CUSTOMER }, `"cust_id":${CUSTOMER}`],
	])('finds the matching orders for "%s"', async (request, query, found) => {
		expect((await ask(request)).replaceAll('\\', '')).toContain(found);
		expect(await lastQuery()).toEqual(query);
	});

	it('shows the model what each tool does, and which values it needs', async () => {
		const { tools } = JSON.parse(model.received[0]!.body) as {
			tools: Array<{ function: { name: string; description: string; parameters: { properties: object } } }>;
		};
		const shown = tools.map(({ function: { name, description, parameters } }) => [
			name,
			{ description, values: Object.keys(parameters.properties).sort() },
		]);
		expect(Object.fromEntries(shown)).toEqual({
			Find_Orders: {
				description: expect.stringMatching(/^Get many work orders\. Finds the records/),
				values: ['field', 'operator', 'value'],
			},
			Get_Order: { description: expect.stringMatching(/^Get a work order\. Reads one record/), values: ['order'] },
			Create_Order: {
				description: expect.stringMatching(/^Create a work order\. .*A second call/),
				values: ['customer', 'phase', 'title'],
			},
			Change_Phase: { description: expect.stringMatching(/^Update a work order\. Changes the given fields/), values: ['order', 'phase'] },
			Void_Order: { description: expect.stringMatching(/^Void a work order\. Voids one order with a reason/), values: ['order', 'reason'] },
			Load_Template: { description: expect.stringMatching(/^Load a template into a work order\. Loads/), values: ['order', 'template'] },
		});
	});

	it('reads the order for "Show me order 100-1"', async () => {
		expect(await ask('Show me order 100-1')).toContain('Heats 8');
	});

	it('creates an order with the key of the customer for "Create an order for Northgate Broadcast"', async () => {
		const [, key = ''] = /wo_no_seq\\?":\\?"(\d+-\d+)/.exec(await ask('Create an order for Northgate Broadcast')) ?? [];
		const created = await order(key);
		expect([created.wo_desc, codeOf(created.cust_id), codeOf(created.phase_code)]).toEqual(['Agent order', CUSTOMER, 'CONF']);
	});

	it('changes the phase for "Confirm the order"', async () => {
		await ask('Confirm the order');
		expect(codeOf((await order(orders.confirmed)).phase_code)).toBe('CONF');
	});

	it('loads a template into the order for "Book the live event"', async () => {
		await ask('Book the live event');
		expect((await order(orders.booked)).jm_wo_transaction).not.toHaveLength(0);
	});

	it('changes the phase for "Move the order to the phase with an o" after a message says that several records match', async () => {
		expect(await ask('Move the order to the phase with an o')).toContain('several records match');
		expect(codeOf((await order(orders.ambiguous)).phase_code)).toBe('CONF');
	});

	it('lists the reasons and changes nothing for "Void the order for no known reason"', async () => {
		expect(await ask('Void the order for no known reason')).toMatch(
			/'Void Reason': no record matches 'No such reason'.*Cancelled by Customer \(1\)/s,
		);
		const { phase_code: phase, cancel_no: reason } = await order(orders.refused);
		expect([codeOf(phase), reason]).toEqual(['Bid', null]);
	});

	it('voids the order with the right reason for "Void the order, the customer canceled"', async () => {
		await ask('Void the order, the customer canceled');
		const { phase_code: phase, cancel_no: reason } = await order(orders.voided);
		expect([codeOf(phase), codeOf(reason)]).toEqual(['VOID', 1]);
	});
});
