import type { INode } from 'n8n-workflow';
import type { Execution, N8nRest, StoredCredential } from '../../workshop/editor/rest';
import { itemsOf } from '../../workshop/editor/rest';
import { signInsFor } from '../../workshop/editor/signIns';
import type { SandboxProcess } from '../../workshop/sandboxProcess';
import { startSandbox } from '../../workshop/sandboxProcess';
import { signedIn } from './support/site';
import { allStarted } from '../support/allStarted';

/** Words that must not occur in a message. */
const harsh = /\b(error|problem|failure|mistake)\b/i;

describe('The Media Operations node in n8n', () => {
	let sandbox: SandboxProcess;
	let rest: N8nRest;
	let credential: StoredCredential;

	beforeAll(async () => {
		[sandbox, rest] = await allStarted([startSandbox(), signedIn()]);
		const [basic] = signInsFor(sandbox.url);
		if (!basic) throw new Error('There is no Basic sign-in.');
		credential = await rest.putCredential({ ...basic, name: 'Messages' });
	});
	afterAll(async () => {
		await sandbox.stop();
	});
	beforeEach(async () => await sandbox.control.clearJournal());

	const documentRequests = async () => (await sandbox.control.journal()).entries.filter(({ document }) => document !== null);

	/** Runs one node on the given keys, one item each. */
	async function run(parameters: INode['parameters'], keys: string[], settings: Partial<INode> = {}): Promise<Execution> {
		const node = (name: string, type: string, typeVersion: number, rest: Partial<INode>): INode => ({
			id: name,
			name,
			type,
			typeVersion,
			position: [0, 0],
			parameters: {},
			...rest,
		});
		const workflow = await rest.putWorkflow({
			name: 'Messages',
			nodes: [
				node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
				node('Keys', 'n8n-nodes-base.code', 2, {
					parameters: { jsCode: `return ${JSON.stringify(keys)}.map((key) => ({ json: { key } }));` },
				}),
				node('Media Operations', 'n8n-nodes-media-operations.mediaOperations', 1, {
					parameters: { authentication: 'basic', resource: 'job', ...parameters },
					credentials: { mediaOperationsBasicApi: { id: credential.id, name: credential.name } },
					...settings,
				}),
			],
			connections: {
				Start: { main: [[{ node: 'Keys', type: 'main', index: 0 }]] },
				Keys: { main: [[{ node: 'Media Operations', type: 'main', index: 0 }]] },
			},
			settings: {},
		});
		return await rest.run(workflow, 'Start');
	}

	const byKey = (mode: string) => ({ __rl: true, mode, value: '={{ $json.key }}' });
	const words = ({
		data: {
			resultData: { error },
		},
	}: Execution) => `${error?.message ?? ''}\n${error?.description ?? ''}`;

	it("names the item and shows the server's own message for a missing record", async () => {
		const execution = await run({ operation: 'get', record: byKey('external_key') }, ['nobody']);
		expect(execution.status).toBe('error');
		expect(words(execution)).toMatch(/nobody/);
		expect(words(execution)).toMatch(/\[Item 0\]/);
		expect(words(execution)).not.toMatch(harsh);
	});

	it('continues with the other items if On Error is set to Continue, and links each output item to its input item', async () => {
		const execution = await run({ operation: 'get', record: byKey('job_no') }, ['1', '999999999', '2'], {
			onError: 'continueRegularOutput',
		});
		expect(execution.status).toBe('success');
		const items = itemsOf(execution, 'Media Operations');
		expect(items.map(({ json, error }) => ('error' in json || error !== undefined ? 'reported' : json.job_no))).toEqual([1, 'reported', 2]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	it.each([
		['an empty key', { operation: 'get', record: byKey('job_no') }, ['']],
		['a field without a name', { operation: 'create', fieldsMode: 'list', fields: { entry: [{ fieldName: '', fieldValue: 'x' }] } }, ['1']],
		['invalid JSON', { operation: 'create', fieldsMode: 'json', fieldsJson: '{"job_desc": }' }, ['1']],
		[
			'an update of all matching records without a condition',
			{
				operation: 'update',
				applyTo: 'matching',
				conditions: {},
				fieldsMode: 'list',
				fields: { entry: [{ fieldName: 'job_desc', fieldValue: 'x' }] },
			},
			['1'],
		],
	])('sends nothing for %s, and names the field', async (_what, parameters, keys) => {
		const execution = await run(parameters, keys);
		expect(execution.status).toBe('error');
		expect(words(execution)).toMatch(/'[A-Z][^']+'/);
		expect(words(execution)).not.toMatch(harsh);
		expect(await documentRequests()).toEqual([]);
	});

	it('finds a record regardless of the characters in its key', async () => {
		const key = '../Ü 東京/=?#%&+"\'';
		const parameters = (operation: string, rest: object) => ({ operation, ...rest }) as INode['parameters'];
		const created = await run(
			parameters('create', {
				fieldsMode: 'list',
				fields: {
					entry: [
						{ fieldName: 'job_desc', fieldValue: 'odd' },
						{ fieldName: 'external_key', fieldValue: '={{ $json.key }}' },
						{ fieldName: 'cust_id', fieldValue: '123' },
					],
				},
			}),
			[key],
		);
		expect(words(created)).toBe('\n');
		const found = await run(parameters('get', { record: byKey('external_key') }), [key]);
		expect(itemsOf(found, 'Media Operations').map(({ json }) => json)).toMatchObject([{ external_key: key, job_desc: 'odd' }]);
	});
});
