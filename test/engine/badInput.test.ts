import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import type { NodeError } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { sandboxForTests } from '../support/sandboxForTests';

const BASIC = 'mediaOperationsBasicApi';

const engine = engineForTests();
const sandbox = sandboxForTests();

beforeEach(() => sandbox.control.clearJournal());

const credential = (changes: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject => ({
	baseUrl: sandbox.apiUrl,
	username: 'demo',
	password: 'demo',
	...changes,
});

interface Outcome {
	readonly error: NodeError;
	/** The number of requests that reached the site. */
	readonly sent: number;
}

/** Runs three items. The key of the last item is empty. */
const fail = async (parameters: INodeParameters, changes?: ICredentialDataDecryptedObject): Promise<Outcome> => {
	const input = ['100-1', '101-1', ''].map((key) => ({ json: { key } }));
	const { error, output } = await engine.run({
		node: 'mediaOperations',
		parameters: { options: { maxAttempts: 1 }, ...parameters },
		credentials: { [BASIC]: credential(changes) },
		input,
	});
	if (error === null) throw new Error(`No error, but ${JSON.stringify(output)}`);
	expect(`${error.message} ${error.description}`).not.toMatch(/\b(error|problem|failure|mistake)\b/i);
	return { error, sent: (await sandbox.control.journal({ kind: 'request' })).matching };
};
const order = (value: string): INodeParameters => ({
	resource: 'workOrder',
	operation: 'get',
	record: { __rl: true, mode: 'wo_no_seq', value } as never,
});
const fields = (entry: { fieldName: string; fieldValue: string }[]): INodeParameters => ({
	fieldsMode: 'list',
	fields: { entry } as never,
});

describe('The generic node with invalid or unusual input', () => {
	it('names the field and the item if the key of the last item is empty, before anything is sent', async () => {
		const { error, sent } = await fail(order('={{ $json.key }}'));
		expect(error).toMatchObject({ message: "'Work Order': The value of 'wo_no_seq' is empty [Item 2]", itemIndex: 2 });
		expect(sent).toBe(0);
	});

	it('names the parameter that contains malformed JSON and the position of the error, before anything is sent', async () => {
		const { error, sent } = await fail({ resource: 'job', operation: 'create', fieldsMode: 'json', fieldsJson: '{"job_desc": "A",}' });
		expect(error.message).toMatch(/^'Fields' must be valid JSON: .+ \[Item 0\]$/);
		expect(error.description).toContain('remove commas before closing brackets');
		expect(sent).toBe(0);
	});

	it('sends no field whose expression returns no value, so that an update does not clear the field', async () => {
		const { error } = await engine.run({
			node: 'mediaOperations',
			parameters: {
				authentication: 'basic',
				resource: 'job',
				operation: 'update',
				record: { __rl: true, mode: 'job_no', value: '342' },
				...fields([
					{ fieldName: 'po', fieldValue: '={{ $json.missing }}' },
					{ fieldName: 'job_desc', fieldValue: 'Named' },
				]),
			},
			credentials: { [BASIC]: credential() },
			input: [{ json: {} }],
		});
		expect(error).toBeNull();
		const { entries } = await sandbox.control.journal({ method: 'PATCH' });
		expect(entries.map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([[{ op: 'replace', path: 'job_desc', value: 'Named' }]]);
	});

	it('names the parameter whose JSON is not an object, before anything is sent', async () => {
		const { error, sent } = await fail({ resource: 'job', operation: 'getMany', queryMode: 'json', queryJson: '[1, 2]' });
		expect(error.message).toBe("'Query' must be a JSON object [Item 0]");
		expect(sent).toBe(0);
	});

	it.each([
		['concurrency', 129, "'Max Concurrent Requests' must be a whole number from 0 to 128, got 129", 'Enter a whole number from 0 to 128.'],
		['concurrency', -1, "'Max Concurrent Requests' must be a whole number from 0 to 128, got -1", 'Enter a whole number from 0 to 128.'],
		['concurrency', 2.5, "'Max Concurrent Requests' must be a whole number from 0 to 128, got 2.5", 'Enter a whole number from 0 to 128.'],
		[
			'concurrency',
			1e9,
			"'Max Concurrent Requests' must be a whole number from 0 to 128, got 1000000000",
			'Enter a whole number from 0 to 128.',
		],
		['concurrency', '={{ "many" }}', "'Max Concurrent Requests' must be a number, got 'many'", 'Enter a number.'],
		['maxAttempts', 0, "'Max Attempts' must be a whole number from 1 to 20, got 0", 'Enter a whole number from 1 to 20.'],
		['maxAttempts', 1e9, "'Max Attempts' must be a whole number from 1 to 20, got 1000000000", 'Enter a whole number from 1 to 20.'],
		['timeout', 0, "'Timeout' must be a number of seconds, got 0", 'Enter a number of seconds from 1 to 86400.'],
		['timeout', -5, "'Timeout' must be a number of seconds, got -5", 'Enter a number of seconds from 1 to 86400.'],
		['timeout', 1e10, "'Timeout' must be a number of seconds, got 10000000000", 'Enter a number of seconds from 1 to 86400.'],
	])('reports an invalid request option (%s: %p) before anything is sent', async (name, value, message, description) => {
		const { error, sent } = await fail({ ...order('100-1'), options: { [name]: value } });
		expect(error).toMatchObject({ message: `${message} [Item 0]`, description });
		expect(sent).toBe(0);
	});

	it('reports the first item if the key is empty in each of 130,000 items', async () => {
		const { error } = await engine.run({
			node: 'mediaOperations',
			parameters: order('={{ $json.key }}'),
			credentials: { [BASIC]: credential() },
			input: Array.from({ length: 130_000 }, () => ({ json: { key: '' } })),
		});
		expect(error).toMatchObject({ message: "'Work Order': The value of 'wo_no_seq' is empty [Item 0]", itemIndex: 0 });
	});

	it('rejects an update of all matching records without a condition before anything is sent', async () => {
		const { error, sent } = await fail({
			resource: 'job',
			operation: 'update',
			applyTo: 'matching',
			mode: 'update',
			...fields([{ fieldName: 'active', fieldValue: 'N' }]),
		});
		expect(error.message).toContain("No condition selects which 'JmJob' records to change");
		expect(error.description).toContain("'All Records'");
		expect(sent).toBe(0);
	});

	it('changes nothing if more records match than Max Records allows', async () => {
		const { error } = await fail({
			resource: 'job',
			operation: 'update',
			applyTo: 'matching',
			mode: 'update',
			allRecords: true,
			maxRecords: 5,
			...fields([{ fieldName: 'active', fieldValue: 'N' }]),
		});
		expect(error.message).toMatch(/'Max Records': \d+ records of 'JmJob' match, more than the maximum of 5. Nothing was changed/);
		expect((await sandbox.control.journal({ method: 'PATCH' })).matching).toBe(0);
	});

	it('reports a condition with no value by field name, and one with no field by position, before anything is sent', async () => {
		const find = (condition: INodeParameters): INodeParameters => ({
			resource: 'job',
			operation: 'getMany',
			conditions: { condition: [condition] },
		});
		expect((await fail(find({ fieldName: 'job_desc', operator: 'contains', value: '' }))).error.message).toBe(
			"'Conditions': The condition on 'job_desc' has no value [Item 0]",
		);
		expect((await fail(find({ fieldName: '', operator: 'equals', value: '1' }))).error.message).toBe(
			"'Conditions': Condition 1 has no field [Item 0]",
		);
		expect((await fail(find({ fieldName: 'job_no', operator: 'between', value: '1', valueTo: '' }))).sent).toBe(0);
	});

	it('reports a field without a name, a field that is named twice, and an update without fields, before anything is sent', async () => {
		const update = { resource: 'job', operation: 'update', record: { __rl: true, mode: 'job_no', value: '1' } as never };
		expect((await fail({ ...update, ...fields([{ fieldName: ' ', fieldValue: '1' }]) })).error.message).toContain(
			"Field 1 of 'Fields to Send' has no name",
		);
		expect(
			(
				await fail({
					...update,
					...fields([
						{ fieldName: 'active', fieldValue: 'Y' },
						{ fieldName: 'active', fieldValue: 'N' },
					]),
				})
			).error.message,
		).toContain("'Fields to Send' contains 'active' twice");
		const { error, sent } = await fail({ ...update, ...fields([]) });
		expect(error.message).toContain('[Item 0]');
		expect(sent).toBe(0);
	});

	it("sends nothing for a feature that the site's release does not have, and names the required release", async () => {
		const { error, sent } = await fail(
			{ resource: 'job', operation: 'getMany', conditions: { condition: [{ fieldName: 'job_no', operator: 'greater', value: '5' }] } },
			{ release: '10.6' },
		);
		expect(error.message).toContain('requires release 11.0, but the site is on 10.6');
		expect(sent).toBe(0);
	});

	it('tries a wrong password only once for three items, and explains what to check', async () => {
		const { error, sent } = await fail(order('100-1'), { password: 'wrong' });
		expect(error.httpCode).toBe('401');
		expect(error.description).toContain('Check the sign-in details in the credential');
		expect(sent).toBe(1);
	});

	it('reports an unknown document together with the path of its request', async () => {
		const { error } = await fail({
			resource: 'anyDocument',
			operation: 'get',
			documentName: 'JmNothing',
			keyField: 'no',
			record: { __rl: true, mode: 'key', value: '1' } as never,
		});
		expect(error).toMatchObject({ httpCode: '404', description: expect.stringContaining('GET /JmNothing/no=1') });
	});

	it("reports the site's message, including the name of the field, for an unknown field in a query", async () => {
		const { error } = await fail({
			resource: 'job',
			operation: 'getMany',
			conditions: { condition: [{ fieldName: 'no_such_field', operator: 'equals', value: '1' }] },
		});
		expect(error.message).toContain("'no_such_field'");
		expect(error.message).not.toContain('&#39;');
	});

	it('reports an unknown resource or operation by its name', async () => {
		expect((await fail({ resource: 'spaceship', operation: 'get' })).error.message).toContain("Unknown resource 'spaceship'");
		expect((await fail({ resource: 'job', operation: 'fly' })).error.message).toContain("Unknown operation 'fly'");
	});

	it('reports an invalid base URL before anything is sent', async () => {
		const { error, sent } = await fail(order('100-1'), { baseUrl: 'media.example.com' });
		expect(error.message).toBe("The 'Base URL' in the credential must start with https:// or http://");
		expect(sent).toBe(0);
	});

	it.each([
		'a/b',
		'a=b',
		'a?b',
		'a#b',
		'100%',
		'a&b',
		'a+b',
		'...',
		'../../JmJob',
		' a',
		'Žluťoučký',
		'東京',
		'a"b',
		"a'b",
		'a\\b',
		'{"$gt":1}',
		'%2e%2e',
		'a;b',
		'a:b@c',
	])('sends a key with reserved or international characters unchanged: %s', async (key) => {
		const { error } = await fail({ resource: 'job', operation: 'get', record: { __rl: true, mode: 'external_key', value: key } as never });
		expect(error.httpCode).toBe('404');
		const { entries } = await sandbox.control.journal({ kind: 'request' });
		expect(new Set(entries.map(({ path }) => path))).toEqual(
			new Set([`/api/v2/database/DEMO/JmJob/external_key=${encodeURIComponent(key)}`]),
		);
	});

	it.each(['.', '..'])('sends nothing for a key that no URL can contain: %s', async (key) => {
		const { error, sent } = await fail({
			resource: 'job',
			operation: 'get',
			record: { __rl: true, mode: 'external_key', value: key } as never,
		});
		expect(error.message).toContain('cannot be part of a URL');
		expect(sent).toBe(0);
	});

	it('sends nothing if a header value contains a line break', async () => {
		const { error, sent } = await fail({
			...order('100-1'),
			options: { extraHeaders: { entry: [{ name: 'X-A', value: 'a\r\nX-B: b' }] } },
		});
		expect(error.message).toContain("'X-A'");
		expect(sent).toBe(0);
	});
});
