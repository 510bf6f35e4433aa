import type { N8nRest } from '../../workshop/editor/rest';
import { itemsOf } from '../../workshop/editor/rest';
import type { SignIn } from '../../workshop/editor/signIns';
import { signInsFor } from '../../workshop/editor/signIns';
import { readExample, withCredentials } from '../../workshop/editor/workflows';
import type { JournalLine, SandboxProcess } from '../../workshop/sandboxProcess';
import { startSandbox } from '../../workshop/sandboxProcess';
import { signedIn, siteOfTests } from './support/site';
import { allStarted } from '../support/allStarted';

const types = ['mediaOperationsBasicApi', 'mediaOperationsJwtApi', 'mediaOperationsOAuth2Api'] as const;

interface Way {
	short: string;
	scheme: string;
	user: string;
	logins: number;
	tokenRequests: number;
}

/** How the site's journal shows each kind of sign-in. */
const ways: Record<SignIn['type'], Way> = {
	mediaOperationsBasicApi: { short: 'Basic', scheme: 'Basic', user: 'demo', logins: 0, tokenRequests: 0 },
	mediaOperationsJwtApi: { short: 'JWT', scheme: 'Bearer', user: 'demo', logins: 1, tokenRequests: 0 },
	mediaOperationsOAuth2Api: { short: 'OAuth2', scheme: 'Bearer', user: 'media-operations-service', logins: 0, tokenRequests: 1 },
};

const base = '/api/v2/database/DEMO';
const headerOf = ({ headers }: JournalLine, wanted: string) =>
	Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';

describe.each(types)('The packed package in n8n, with %s', (type) => {
	const { short, scheme, user, logins, tokenRequests } = ways[type];
	let sandbox: SandboxProcess;
	let rest: N8nRest;
	let signIn: SignIn;

	beforeAll(async () => {
		[sandbox, rest] = await allStarted([startSandbox(), signedIn()]);
		signIn = signInsFor(sandbox.url).find((candidate) => candidate.type === type) as SignIn;
	});
	afterAll(async () => {
		await sandbox.stop();
	});

	/** The row of the example with this sign-in. */
	const row = () => {
		const example = readExample('first-steps');
		const nodes = example.nodes.filter((node) => node.name === 'Start' || node.credentials?.[type]);
		const names = new Set(nodes.map(({ name }) => name));
		const kept = Object.entries(example.connections)
			.filter(([from]) => names.has(from))
			.map(
				([from, { main = [] }]) => [from, { main: main.map((targets) => (targets ?? []).filter(({ node }) => names.has(node))) }] as const,
			);
		return { ...example, name: `First steps, only ${short}`, nodes, connections: Object.fromEntries(kept) };
	};

	it('reports a working connection in the connection test', async () => {
		const credential = await rest.putCredential(signIn);
		expect(await rest.testCredential(credential, signIn.data)).toMatchObject({ status: 'OK' });
	});

	it('shows what to check if the connection test fails because of a wrong secret', async () => {
		const wrong = {
			...signIn,
			name: `${signIn.name}, wrong`,
			data: { ...signIn.data, ...(signIn.data.clientSecret ? { clientSecret: 'wrong' } : { password: 'wrong' }) },
		};
		const { status, message } = await rest.testCredential(await rest.putCredential(wrong), wrong.data);
		expect(status).toBe('Error');
		expect(message).not.toContain('wrong');
		// n8n 1 has its own message for every 401.
		const isOwn = type === 'mediaOperationsBasicApi' && siteOfTests().version.startsWith('1.');
		if (type !== 'mediaOperationsOAuth2Api') expect(message).toMatch(isOwn ? /check your credentials/ : /user|password|log-in/i);
	});

	// The connection test does not run an OAuth 2 credential's code, so it passes if a token is stored.
	if (type !== 'mediaOperationsOAuth2Api')
		it('rejects a wrong password in the connection test even if a token is stored', async () => {
			const credential = await rest.putCredential({ ...signIn, name: `${signIn.name}, changed` });
			expect(await rest.testCredential(credential, signIn.data)).toMatchObject({ status: 'OK' });
			// The editor sends the stored data, with placeholders for secrets such as the token.
			const { data } = await rest.call<{ data: object }>('GET', `/rest/credentials/${credential.id}?includeData=true`);
			expect(await rest.testCredential(credential, { ...data, password: 'changed' })).toMatchObject({ status: 'Error' });
			expect(await rest.testCredential(credential, data)).toMatchObject({ status: 'OK' });
		});

	it('resolves expressions in secret fields, as external secrets require', async () => {
		const names = type === 'mediaOperationsOAuth2Api' ? ['clientId', 'clientSecret'] : ['username', 'password'];
		const expressions = Object.fromEntries(names.map((field) => [field, `={{ ${JSON.stringify(signIn.data[field])} }}`]));
		const data = { ...signIn.data, ...expressions };
		const credential = await rest.putCredential({ ...signIn, name: `${signIn.name}, expressions`, data });
		expect(await rest.testCredential(credential, data)).toMatchObject({ status: 'OK' });
		const authentication = { mediaOperationsBasicApi: 'basic', mediaOperationsJwtApi: 'jwt', mediaOperationsOAuth2Api: 'oAuth2' }[type];
		const workflow = await rest.putWorkflow({
			name: `Expressions, ${short}`,
			nodes: [
				{ id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
				{
					id: 'read',
					name: 'Read',
					type: 'n8n-nodes-media-operations.mediaOperations',
					typeVersion: 1,
					position: [200, 0],
					parameters: { authentication, resource: 'job', operation: 'getMany', limit: 1 },
					credentials: { [type]: { id: credential.id, name: credential.name } },
				},
			],
			connections: { Start: { main: [[{ node: 'Read', type: 'main', index: 0 }]] } },
			settings: {},
		});
		expect(itemsOf(await rest.run(workflow, 'Start'), 'Read')).toHaveLength(1);
		const stored = await rest.call<{ data: Record<string, unknown> }>('GET', `/rest/credentials/${credential.id}?includeData=true`);
		// When n8n 1 stores the token of a JWT credential, it stores the values of the expressions as well.
		const isKept = !(type === 'mediaOperationsJwtApi' && siteOfTests().version.startsWith('1.'));
		expect(stored.data[names[0]!]).toBe(isKept ? expressions[names[0]!] : signIn.data[names[0]!]);
	});

	it('shows why the connection test cannot reach the site', async () => {
		const baseUrl = 'http://127.0.0.1:9/api/v2/database/DEMO';
		const unreachable = {
			...signIn,
			name: `${signIn.name}, unreachable`,
			data: { ...signIn.data, baseUrl, signInUrl: `${baseUrl}/login` },
		};
		const { status, message } = await rest.testCredential(await rest.putCredential(unreachable), unreachable.data);
		expect(status).toBe('Error');
		// The connection test does not run an OAuth 2 credential's code.
		if (type === 'mediaOperationsOAuth2Api') expect(message).toMatch(/ECONNREFUSED|connect/i);
		else expect(message).toMatch(/nothing is listening (on that port|at this address)/i);
	});

	describe('creates, finds, updates and deletes records', () => {
		let lines: JournalLine[];
		let counts: { logins: number; tokenRequests: number };
		let made: { order: string; key: string };
		let outputs: Record<string, Array<{ json: object; pairedItem?: unknown }>>;

		beforeAll(async () => {
			const credential = await rest.putCredential(signIn);
			const workflow = await rest.putWorkflow(withCredentials(row(), [credential]));
			await sandbox.control.clearJournal();
			const execution = await rest.run(workflow, 'Start');
			expect(execution.data.resultData.error).toBeUndefined();
			expect(execution.status).toBe('success');
			const journal = await sandbox.control.journal({ kind: 'request' });
			lines = journal.entries.filter(({ document }) => document !== null);
			counts = journal;
			outputs = Object.fromEntries(row().nodes.map(({ name }) => [name.replace(` (${short})`, ''), itemsOf(execution, name)]));
			made = {
				order: String(outputs['Create Order']?.[0]?.json && (outputs['Create Order'][0].json as { wo_no_seq: string }).wo_no_seq),
				key: `first-steps-${short.toLowerCase()}-${execution.id}`,
			};
		});

		it('with one successful request per step', () => {
			expect(lines.map(({ method, path, status }) => [method, path, status])).toEqual([
				['POST', `${base}/JmWorkOrder`, 200],
				['POST', `${base}/JmJob`, 200],
				['POST', `${base}/LibMaster`, 200],
				['GET', `${base}/JmWorkOrderList`, 200],
				['PATCH', `${base}/JmWorkOrder/wo_no_seq=${made.order}`, 204],
				['DELETE', `${base}/JmWorkOrder/wo_no_seq=${made.order}`, 204],
				['DELETE', `${base}/JmJob/external_key=${made.key}`, 204],
				['DELETE', `${base}/LibMaster/barcode=${made.key}`, 204],
			]);
		});

		it("as the credential's user, with the right authentication scheme, and without unnecessary sign-ins", () => {
			expect(new Set(lines.map((line) => line.user))).toEqual(new Set([user]));
			expect(new Set(lines.map((line) => headerOf(line, 'authorization').split(' ')[0]))).toEqual(new Set([scheme]));
			expect(counts.logins).toBeLessThanOrEqual(logins);
			expect(counts.tokenRequests).toBeLessThanOrEqual(tokenRequests);
		});

		it('with the bodies that the specification requires', () => {
			const bodies = lines.filter(({ body }) => body).map(({ body }) => JSON.parse(body ?? '') as unknown);
			expect(bodies).toMatchObject([
				{ jm_work_order: [{ wo_desc: 'First steps', wo_type_no: 2, phase_code: 'RQST', rate_card_no: 1, cust_id: 123 }] },
				{ jm_job: [{ job_desc: 'First steps', cust_id: '123' }] },
				{ lib_master: [{ master_desc: 'First steps', asset_type_no: 1 }] },
				[
					{ op: 'replace', path: 'wo_desc', value: 'First steps, changed' },
					{ op: 'replace', path: 'wo_reference' },
				],
			]);
		});

		it('and outputs the result of each step, linked to its input item', () => {
			expect(outputs['Find Order']?.map(({ json }) => json)).toMatchObject([
				{ wo_no_seq: made.order, external_key: made.key, wo_desc: 'First steps' },
			]);
			expect(outputs['Delete Asset']?.map(({ json }) => json)).toMatchObject([{ barcode: made.key, deleted: true }]);
			for (const [name, items] of Object.entries(outputs)) {
				expect(items).toHaveLength(1);
				if (name !== 'Start') expect(items[0]?.pairedItem).toEqual({ item: 0 });
			}
		});

		it('and leaves none of the records that the workflow created', async () => {
			for (const address of [`JmWorkOrder/wo_no_seq=${made.order}`, `JmJob/external_key=${made.key}`, `LibMaster/barcode=${made.key}`]) {
				const response = await fetch(`${sandbox.apiUrl}/${address}`, {
					headers: { authorization: `Basic ${Buffer.from('demo:demo').toString('base64')}` },
				});
				expect({ address, status: response.status }).toEqual({ address, status: 404 });
			}
		});
	});
});
