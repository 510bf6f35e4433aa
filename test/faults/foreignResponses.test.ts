/** Each operation with 2xx responses from a server other than the site, or from a site that did nothing. */
import type { INodeParameters } from 'n8n-workflow';

import { SUCCESS_RESPONSES } from '../../core/catalog';
import { siteForTests } from '../engine/recordingSite';
import { engineForTests } from '../support/engineForTests';

const engine = engineForTests();
const site = siteForTests();

const by = (mode: string, value: string): never => ({ __rl: true, mode, value }) as never;
const fields = { fieldsMode: 'json', fieldsJson: '{"job_desc": "A"}' };
const job = { resource: 'job', record: by('job_no', '1') };
const order = { resource: 'workOrder', record: by('wo_no_seq', '100-1') };
const OPERATIONS: ReadonlyArray<readonly [string, string, INodeParameters]> = [
	['create', 'mediaOperations', { resource: 'job', operation: 'create', ...fields }],
	['update with operations', 'mediaOperations', { ...job, operation: 'update', ...fields, options: { updateFormat: 'operations' } }],
	['update with payload', 'mediaOperations', { ...job, operation: 'update', ...fields, options: { updateFormat: 'payload' } }],
	[
		'update many',
		'mediaOperations',
		{
			resource: 'job',
			operation: 'update',
			applyTo: 'matching',
			mode: 'update',
			conditions: { condition: [{ fieldName: 'job_desc', operator: 'equals', value: 'A' }] },
			...fields,
		},
	],
	['create or update', 'mediaOperations', { ...job, operation: 'upsert', ...fields }],
	['delete', 'mediaOperations', { ...job, operation: 'delete' }],
	['void', 'mediaOperationsVoidOrder', { ...order, operation: 'void', reason: by('list', '1'), options: { readBack: false } }],
	[
		'actualize',
		'mediaOperationsActualize',
		{ ...order, actualize: 'all', details: { detail: [{ action: 'I', units: 1 }] }, options: { readBack: false } },
	],
	['post batch', 'mediaOperationsPostBatch', { record: by('batch_no', '1'), options: { readBack: false } }],
	[
		'load template into a new order',
		'mediaOperationsLoadTemplate',
		{
			resource: 'workOrder',
			operation: 'create',
			fieldsMode: 'json',
			fieldsJson: '{"wo_desc": "A"}',
			template: by('number', '2'),
			options: { readBack: false },
		},
	],
	[
		'load template into an order',
		'mediaOperationsLoadTemplate',
		{ ...order, operation: 'load', template: by('number', '2'), options: { readBack: false } },
	],
	['upload', 'mediaOperationsUploadAttachment', { ...order, operation: 'upload' }],
];

const REFUSALS: readonly unknown[] = [
	{ error: ['No such customer'] },
	{ error: true },
	{ error: 42 },
	{ errors: [{ message: 'No' }] },
	{ Error: 'No' },
	{ success: false },
	{ fault: { faultstring: 'No' } },
	{ error: 'No' },
];
const PROVES_NOTHING: readonly unknown[] = [
	{ message: 'Please sign in' },
	{ error: '' },
	null,
	{},
	'',
	'<html><title>Sign in</title></html>',
	[],
	7,
];

const run = async (node: string, parameters: INodeParameters, credential: object = {}): Promise<{ rows: number; reported: string }> => {
	const note = { data: Buffer.from('x').toString('base64'), mimeType: 'text/plain', fileName: 'note.txt' };
	const { error, output } = await engine.run({
		node,
		parameters: { authentication: 'basic', ...parameters, options: { ...(parameters.options as object), maxAttempts: 1 } } as never,
		credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo', ...credential } },
		input: [{ json: {}, ...(node.endsWith('Attachment') ? { binary: { data: note } } : {}) }],
	});
	return { rows: output[0]?.length ?? 0, reported: `${error?.message} ${error?.description}` };
};
/** Sets the response to every change and, with `isRead`, to every read. Without `isRead`, reads succeed. */
const responding = (status: number, body: unknown, isRead = false): void => {
	const given = { status, body: body ?? 'null', headers: { 'Content-Type': 'application/json' } };
	site.respond = ({ method }) =>
		method === 'GET' && !isRead ? { body: { L: [{ job_no: 1 }] }, headers: { 'Pagination-Count': '1' } } : given;
};

describe.each(OPERATIONS)('The operation "%s"', (_operation, node, parameters) => {
	it.each(REFUSALS.map((body) => [JSON.stringify(body), body]))('is reported as refused after 200 with %s', async (_text, body) => {
		responding(200, body);
		const { rows, reported } = await run(node, parameters);
		expect([rows, reported]).toEqual([0, expect.stringContaining('Nothing was changed.')]);
		expect(reported).not.toContain('may have succeeded');
	});

	it.each([
		...PROVES_NOTHING.map((body) => [200, JSON.stringify(body), body] as const),
		[202, '{"queued":true}', { queued: true }] as const,
	])('is uncertain after %d with %s', async (status, _text, body) => {
		responding(status, body);
		expect(await run(node, parameters)).toEqual({
			rows: 0,
			reported: expect.stringMatching(/^Unexpected response format.*[Tt]he request may have succeeded/s) as unknown,
		});
	});

	it('succeeds after a response that the credential lists in Additional Success Responses', async () => {
		for (const [name, status, body] of [
			['empty', 200, ''],
			['accepted', 202, { queued: true }],
			['object', 200, { saved: 1 }],
		] as const) {
			responding(status, body);
			expect((await run(node, parameters)).reported).toContain("'Additional Success Responses'");
			expect((await run(node, parameters, { advancedSettings: true, successResponses: [name] })).rows).toBe(1);
		}
	});
});

describe('Reads', () => {
	it.each([
		[{ errors: [{ message: 'No' }] }, 'No'],
		[{ error: 'No' }, 'No'],
		[{ lib_master: [{ master_no: 1 }] }, 'Unexpected response format'],
		[{ message: 'Please sign in' }, 'Unexpected response format'],
	])('return no record from %j', async (body, message) => {
		responding(200, body, true);
		for (const operation of ['get', 'getMany']) {
			const { rows, reported } = await run('mediaOperations', { ...job, operation });
			expect([rows, reported]).toEqual([0, expect.stringContaining(message)]);
		}
	});
});

it('an unknown additional success response is rejected with the valid choices', async () => {
	const { reported } = await run('mediaOperations', OPERATIONS[0]![2], { advancedSettings: true, successResponses: ['all'] });
	expect(reported).toContain("Unknown value 'all' for 'Additional Success Responses' in the credential");
	for (const { label } of Object.values(SUCCESS_RESPONSES)) expect(reported).toContain(label);
});
