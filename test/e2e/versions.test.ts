import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser as Chromium } from 'playwright-core';
import type {
	IConnections,
	IDataObject,
	INode,
	INodeListSearchResult,
	INodeParameters,
	NodeConnectionType,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { Execution, N8nRest, StoredCredential, StoredWorkflow } from '../../workshop/editor/rest';
import { itemsOf } from '../../workshop/editor/rest';
import { browserSignInFor, signInsFor } from '../../workshop/editor/signIns';
import type { SandboxProcess } from '../../workshop/sandboxProcess';
import { startSandbox } from '../../workshop/sandboxProcess';
import { Browser } from '../support/browser';
import { Editor, openBrowser } from './support/editor';
import { signedIn, siteOfTests } from './support/site';
import { allStarted } from '../support/allStarted';

const ours = 'n8n-nodes-media-operations';
const GENERIC = `${ours}.mediaOperations`;
const MEGABYTE = 1024 * 1024;

let sandbox: SandboxProcess;
let rest: N8nRest;
/** The credentials that require no browser, by authentication: `oAuth2` uses client credentials. */
let credentials: Record<'basic' | 'jwt' | 'oAuth2', StoredCredential>;
/** The number of lines in n8n's log before the tests of this file: other files make steps fail on purpose, and n8n logs each failure. */
let linesBefore: number;

const logOfN8n = (): string[] => readFileSync(siteOfTests().logFile, 'utf8').split('\n');

beforeAll(async () => {
	linesBefore = logOfN8n().length;
	[sandbox, rest] = await allStarted([startSandbox(), signedIn()]);
	// One after the other: the database of n8n 1 mixes up concurrent transactions.
	const stored: StoredCredential[] = [];
	for (const signIn of signInsFor(sandbox.url)) stored.push(await rest.putCredential({ ...signIn, name: `Versions, ${signIn.name}` }));
	credentials = { basic: stored[0]!, jwt: stored[1]!, oAuth2: stored[2]! };
});
beforeEach(async () => {
	await sandbox.control.clearJournal();
});
afterAll(async () => {
	await sandbox.stop();
});

const used = ({ type, id, name }: StoredCredential) => ({ [type]: { id, name } });
const node = (name: string, type: string, typeVersion: number, more: Partial<INode>): INode => ({
	id: name,
	name,
	type,
	typeVersion,
	position: [0, 0],
	parameters: {},
	...more,
});
const byKey = (mode: string, value: string) => ({ __rl: true, mode, value });

/** Stores a workflow of these nodes, each connected to the next. */
async function row(name: string, nodes: INode[]): Promise<StoredWorkflow> {
	const connections: IConnections = Object.fromEntries(
		nodes
			.slice(1)
			.map((next, index) => [nodes[index]!.name, { main: [[{ node: next.name, type: 'main' as NodeConnectionType, index: 0 }]] }]),
	);
	return await rest.putWorkflow({
		name,
		nodes: nodes.map((each, index) => ({ ...each, position: [200 * index, 0] })),
		connections,
		settings: {},
	});
}

const start = node('Start', 'n8n-nodes-base.manualTrigger', 1, {});
const outputOf = (execution: Execution, name: string): IDataObject[] => {
	expect(execution.data.resultData.error).toBeUndefined();
	return itemsOf(execution, name).map(({ json }) => json);
};

describe('The lists in the editor', () => {
	/** Sends a request that the editor sends while a user fills in a node. */
	const ask = async <Result>(
		kind: string,
		methodName: string,
		path: string,
		parameters: INodeParameters,
		more: object = {},
	): Promise<Result> =>
		await rest.call('POST', `/rest/dynamic-node-parameters/${kind}`, {
			path,
			methodName,
			nodeTypeAndVersion: { name: GENERIC, version: 1 },
			currentNodeParameters: { authentication: 'basic', ...parameters },
			credentials: used(credentials.basic),
			...more,
		});

	it('find records by typed text, and load them page by page', async () => {
		const found = await ask<INodeListSearchResult>(
			'resource-locator-results',
			'searchRecords',
			'parameters.record',
			{ resource: 'job', operation: 'get' },
			{ filter: 'news' },
		);
		expect(found.results.length).toBeGreaterThan(0);
		expect(found.results.every(({ name }) => /news/i.test(name))).toBe(true);
		const all = await ask<INodeListSearchResult>('resource-locator-results', 'searchRecords', 'parameters.record', {
			resource: 'job',
			operation: 'get',
		});
		const next = await ask<INodeListSearchResult>(
			'resource-locator-results',
			'searchRecords',
			'parameters.record',
			{ resource: 'job', operation: 'get' },
			{ paginationToken: all.paginationToken },
		);
		expect(all.results).toHaveLength(50);
		expect(next.results.map(({ value }) => value).filter((value) => all.results.some((one) => one.value === value))).toEqual([]);
	});

	it('contain the fields of a document as the site defines them, with their types and choices', async () => {
		const { fields } = await ask<ResourceMapperFields>('resource-mapper-fields', 'getMappedFields', 'parameters.columns', {
			resource: 'workOrder',
			operation: 'create',
			fieldsMode: 'mapper',
		});
		const byName = new Map(fields.map((field) => [field.id, field]));
		expect(byName.get('wo_desc')).toMatchObject({ type: 'string' });
		expect(byName.get('wo_begin_dt')).toMatchObject({ type: 'dateTime' });
		expect(byName.get('phase_code')).toMatchObject({
			type: 'options',
			options: expect.arrayContaining([expect.objectContaining({ value: 'CONF' })]) as unknown,
		});
	});

	it('offer the field names of a document', async () => {
		const options = await ask<Array<{ name: string; value: string }>>(
			'options',
			'getFieldsToSend',
			'parameters.fields.entry[0].fieldName',
			{ resource: 'workOrder', operation: 'create', fieldsMode: 'list' },
		);
		expect(options.map(({ value }) => value)).toEqual(expect.arrayContaining(['wo_desc', 'phase_code']));
	});
});

describe('The generic node', () => {
	it('creates a record, updates it by its external key, reads it, lists it and reads its sub-table', async () => {
		const step = (name: string, parameters: INodeParameters) =>
			node(name, GENERIC, 1, {
				parameters: { authentication: 'basic', resource: 'libraryAsset', ...parameters },
				credentials: used(credentials.basic),
			});
		const key = `versions-${Date.now()}`;
		const execution = await rest.run(
			await row('Generic', [
				start,
				step('Create', {
					operation: 'create',
					fieldsMode: 'json',
					fieldsJson: JSON.stringify({
						master_desc: 'Made',
						barcode: key,
						asset_type_no: 1,
						lib_master_audio: [{ audio_channel: 1, audio_desc: 'Left' }],
					}),
				}),
				step('Upsert', {
					operation: 'upsert',
					fieldsMode: 'mapper',
					columns: {
						mappingMode: 'defineBelow',
						matchingColumns: ['barcode'],
						value: { barcode: key, master_desc: 'Changed', asset_type_no: 1 },
						schema: ['barcode', 'master_desc', 'asset_type_no'].map((id) => ({
							id,
							displayName: id,
							type: 'string',
							required: false,
							display: true,
							defaultMatch: false,
							canBeUsedToMatch: id === 'barcode',
						})),
					} as never,
				}),
				step('Get', { operation: 'get', record: byKey('barcode', key) as never }),
				step('List', {
					operation: 'getMany',
					limit: 5,
					queryMode: 'conditions',
					conditions: { condition: [{ fieldName: 'barcode', operator: 'equals', value: key }] },
				}),
				step('Tracks', { operation: 'get', record: byKey('barcode', key) as never, subTables: { step: [{ table: 'lib_master_audio' }] } }),
			]),
			'Start',
		);
		expect(outputOf(execution, 'Create')).toMatchObject([
			{ master_no: expect.any(Number) as unknown, lib_master_audio: [{ master_audio_no: expect.any(Number) as unknown }] },
		]);
		expect(outputOf(execution, 'Upsert')).toMatchObject([{ created: false }]);
		expect(outputOf(execution, 'Get')).toMatchObject([{ barcode: key, master_desc: 'Changed' }]);
		expect(outputOf(execution, 'List')).toMatchObject([{ barcode: key, master_desc: 'Changed' }]);
		expect(outputOf(execution, 'Tracks')).toMatchObject([{ audio_channel: 1, audio_desc: 'Left' }]);
	});
});

describe('The five action nodes', () => {
	it('create an order from a template, attach a file, actualize and void the order, and post a batch', async () => {
		const act = (name: string, type: string, parameters: INodeParameters) =>
			node(name, `${ours}.mediaOperations${type}`, 1, {
				parameters: { authentication: 'basic', ...parameters },
				credentials: used(credentials.basic),
			});
		const order = byKey('wo_no_seq', "={{ $('Order').first().json.wo_no_seq }}") as never;
		const header = {
			wo_desc: 'Cup final',
			wo_begin_dt: '2026-12-01T10:00:00Z',
			wo_end_dt: '2026-12-01T16:00:00Z',
			wo_type_no: 17,
			phase_code: 'CONF',
			rate_card_no: 1,
			cust_id: 19,
		};
		const execution = await rest.run(
			await row('Action nodes', [
				start,
				act('Order', 'LoadTemplate', {
					resource: 'workOrder',
					operation: 'create',
					template: byKey('number', '15') as never,
					fieldsMode: 'json',
					fieldsJson: JSON.stringify(header),
				}),
				node('Note', 'n8n-nodes-base.convertToFile', 1.1, {
					parameters: { operation: 'toText', sourceProperty: 'wo_no_seq', options: { fileName: 'note.txt' } },
				}),
				act('Attach', 'UploadAttachment', { resource: 'workOrder', operation: 'upload', record: order }),
				act('Actualize', 'Actualize', {
					resource: 'workOrder',
					record: order,
					details: { detail: [{ action: 'I', units: 4, transactions: "={{ $('Order').first().json.jm_wo_transaction[0].trx_no }}" }] },
					updatePhase: true,
				}),
				act('Void', 'VoidOrder', {
					resource: 'workOrder',
					operation: 'void',
					record: byKey('wo_no_seq', '2627-1') as never,
					reason: byKey('number', '1') as never,
				}),
				act('Post', 'PostBatch', { record: byKey('batch_no', '7571') as never }),
			]),
			'Start',
		);
		expect(outputOf(execution, 'Attach')).toMatchObject([{ file_name: 'note.txt', attachment_no: expect.any(Number) as unknown }]);
		expect(outputOf(execution, 'Actualize')).toMatchObject([{ actualized: true }]);
		expect(outputOf(execution, 'Void')).toMatchObject([{ wo_no_seq: '2627-1', voided: true }]);
		expect(outputOf(execution, 'Post')).toMatchObject([{ batch_no: '7571', posted: true }]);
	});
});

describe('A file of 64 MiB', () => {
	const content = Buffer.alloc(64 * MEGABYTE);
	for (let at = 0; at < content.length; at += 4) content.writeUInt32LE((at * 2654435761) % 2 ** 32, at);
	const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

	it("is sent completely from n8n's file store to the site, with its length, and again in full if the sign-in has expired", async () => {
		const upload = node('Attach', `${ours}.mediaOperationsUploadAttachment`, 1, {
			parameters: {
				authentication: 'jwt',
				resource: 'workOrder',
				operation: 'upload',
				record: byKey('wo_no_seq', '100-1') as never,
				files: 'all',
				options: {},
			},
			credentials: used(credentials.jwt),
		});
		const workflow = await row('Large file', [
			node('Arrives', 'n8n-nodes-base.webhook', 2.1, {
				parameters: { httpMethod: 'POST', path: 'versions/large', responseMode: 'lastNode', options: {} },
				webhookId: 'versions-large',
			}),
			upload,
		]);
		await rest.activate(workflow);
		const body = new FormData();
		body.set('file', new File([content], 'master.mov', { type: 'video/quicktime' }));
		const send = async () => await fetch(`${siteOfTests().url}/webhook/versions/large`, { method: 'POST', body });
		try {
			let response = await send();
			for (let tries = 0; response.status === 404 && tries < 600; tries++) {
				await new Promise((passed) => setTimeout(passed, 100));
				response = await send();
			}
			expect(response.status).toBe(200);
			await sandbox.control.addFaults({
				match: { method: 'POST', path: '/SysAttachment/', times: 1 },
				fault: { type: 'status', status: 401 },
			});
			await sandbox.control.clearJournal();
			const again = (await (await send()).json()) as IDataObject;
			const { entries, logins } = await sandbox.control.journal({ kind: 'request', method: 'POST' });
			expect(logins).toBe(1);
			expect(entries.map(({ status }) => status)).toEqual([401, 200]);
			const lengths = entries.map(({ headers }) =>
				Number(Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-length')?.[1]),
			);
			expect(lengths.every((length) => length > content.length && length < content.length + 1000)).toBe(true);
			const stored = await fetch(
				`${sandbox.apiUrl}/SysAttachment/attachment_keystring=10339:100-1/sys_attachment/attachment_no=${String(again.attachment_no)}/content`,
				{ headers: { authorization: `Basic ${Buffer.from('demo:demo').toString('base64')}` } },
			);
			expect(hash(Buffer.from(await stored.arrayBuffer()))).toBe(hash(content));
		} finally {
			await rest.deactivate(workflow);
		}
	});
});

describe('A revoked token', () => {
	const find = (authentication: string, credential: StoredCredential) =>
		node('Find Jobs', GENERIC, 1, {
			parameters: {
				authentication,
				resource: 'job',
				operation: 'get',
				record: byKey('job_no', '={{ $json.job }}') as never,
				options: { concurrency: 8 } as never,
			},
			credentials: used(credential),
		});
	const jobs = node('Jobs', 'n8n-nodes-base.code', 2, {
		parameters: { jsCode: 'return Array.from({ length: 20 }, (_, index) => ({ json: { job: index + 1 } }));' },
	});
	const signInsSoFar = async (): Promise<number> => {
		const { logins, tokenRequests } = await sandbox.control.journal({ limit: 1 });
		return logins + tokenRequests;
	};

	/** Signs in on the site's own page, like a user who presses *Connect* in the credential. */
	async function connectByHand(grantType: 'pkce' | 'authorizationCode'): Promise<StoredCredential> {
		const signIn = browserSignInFor(sandbox.url, grantType);
		const credential = await rest.putCredential({ ...signIn, name: `Versions, ${grantType}`, data: { ...signIn.data, serverUrl: '' } });
		const address = await rest.call<string>('GET', `/rest/oauth2-credential/auth?id=${credential.id}`);
		const browser = new Browser(sandbox.url);
		const consent = await browser.go(
			(await browser.go(address)).at,
			new URLSearchParams({ action: 'signIn', username: 'demo', password: 'demo' }).toString(),
		);
		const { at } = await browser.go(consent.at, new URLSearchParams({ action: 'allow' }).toString());
		expect(at).toContain(`${siteOfTests().url}/rest/oauth2-credential/callback?`);
		const callback = await rest.file(at.slice(siteOfTests().url.length + 1));
		expect([callback.status, await callback.text()]).toEqual([200, expect.not.stringMatching(/error/i)]);
		return credential;
	}

	it.each([
		['JWT', 'jwt', 'jwt', async () => credentials.jwt],
		['OAuth 2, client credentials', 'oAuth2', 'access', async () => credentials.oAuth2],
		['OAuth 2, connected in the browser', 'oAuth2', 'access', async () => await connectByHand('authorizationCode')],
		['OAuth 2, connected in the browser with PKCE', 'oAuth2', 'access', async () => await connectByHand('pkce')],
	])('is replaced once, and the new token is stored: %s', async (title, authentication, kind, credentialOf) => {
		const workflow = await row(`Ends: ${title}`, [start, jobs, find(authentication, await credentialOf())]);
		const run = async () =>
			expect(outputOf(await rest.run(workflow, 'Start'), 'Find Jobs').map(({ job_no }) => job_no)).toEqual(
				Array.from({ length: 20 }, (_, index) => index + 1),
			);
		await run();
		await sandbox.control.call('DELETE', `tokens?kind=${kind}`);
		await sandbox.control.clearJournal();
		await run();
		expect(await signInsSoFar()).toBe(1);
		await run();
		expect(await signInsSoFar()).toBe(1);
	});
});

describe('The node in the editor', () => {
	let chromium: Chromium;
	beforeAll(async () => {
		chromium = await openBrowser();
	});
	afterAll(async () => await chromium.close());

	it('opens, shows its resource and operation, and offers records to choose from', async () => {
		const workflow = await row('Panel', [
			start,
			node('Look', GENERIC, 1, {
				parameters: { authentication: 'basic', resource: 'job', operation: 'get' },
				credentials: used(credentials.basic),
			}),
		]);
		const { url, owner } = siteOfTests();
		const editor = await Editor.signIn(chromium, url, owner);
		await editor.openWorkflow(workflow.id);
		await editor.openNode('Look');
		for (const name of ['resource', 'operation', 'record']) await editor.parameter(name).waitFor();
		await editor.chooseRecord('record', 'news');
		await editor.close();
	});
});

describe("n8n's log", () => {
	it('contains no warning about this package, either from loading it or from the workflows in this test file', () => {
		const about = /media.?operations/i;
		const log = logOfN8n();
		const started = log.findIndex((line) => line.includes('Editor is now accessible'));
		expect(started).toBeGreaterThan(3);
		const lines = [...log.slice(0, started), ...log.slice(Math.max(started, linesBefore - 1))];
		expect(lines.filter((line) => about.test(line) && /warn|error|deprecat|invalid|unknown|could not|cannot/i.test(line))).toEqual([]);
	});
});
