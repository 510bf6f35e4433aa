import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { readRunFile } from '../../workshop/engine/checkRun';
import { loadPackage } from '../../workshop/engine/packageTypes';
import { sandboxForTests } from '../support/sandboxForTests';
import { SIGN_INS } from './sandboxCredentials';

const ROOT = resolve(__dirname, '../..');
const NODE = join(ROOT, 'node_modules/.bin/node');

const sandbox = sandboxForTests();
let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'run-node-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const runNode = (...words: string[]): { status: number | null; stdout: string; stderr: string } =>
	spawnSync(NODE, ['--import', 'tsx', 'workshop/engine/runNode.ts', ...words], { cwd: ROOT, encoding: 'utf8' });
const runFile = (content: unknown): ReturnType<typeof runNode> => {
	const file = join(folder, 'run.json');
	writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
	return runNode(file);
};
const get = (job: string): Record<string, unknown> => ({
	resource: 'job',
	operation: 'get',
	record: { __rl: true, mode: 'job_no', value: job },
});

describe('npm run node', () => {
	it('runs a node from a file and prints only its output', () => {
		const { authentication, type, data } = SIGN_INS.at(-1)!;
		const { status, stdout, stderr } = runFile({
			node: 'mediaOperations',
			parameters: { authentication, ...get('={{ $json.job }}') },
			credentials: { [type]: data(sandbox) },
			input: [{ json: { job: 1 } }, { json: { job: 2 } }],
		});
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		const { output, error } = JSON.parse(stdout);
		expect(error).toBeNull();
		expect(output[0].map((item: { json: { job_no: number }; pairedItem: unknown }) => [item.json.job_no, item.pairedItem])).toEqual([
			[1, { item: 0 }],
			[2, { item: 1 }],
		]);
	});

	it('prints the error of a node and exits with 1; with continueOnFail it prints error items and exits with 0', () => {
		const file = { node: 'mediaOperations', parameters: get('999999'), credentials: { [SIGN_INS[0]!.type]: SIGN_INS[0]!.data(sandbox) } };
		const stopped = runFile(file);
		expect(stopped.status).toBe(1);
		expect(JSON.parse(stopped.stdout)).toEqual({
			output: [],
			error: { message: expect.any(String), description: expect.stringContaining('404'), itemIndex: 0, httpCode: '404' },
		});
		const continued = runFile({ ...file, continueOnFail: true });
		expect(continued.status).toBe(0);
		expect(JSON.parse(continued.stdout)).toMatchObject({
			output: [[{ json: { error: expect.any(String) }, pairedItem: { item: 0 } }]],
			error: null,
		});
	});

	it('prints the problems that n8n finds before it runs a node', () => {
		const { status, stdout } = runFile({
			node: 'mediaOperations',
			parameters: get(''),
			credentials: { [SIGN_INS[0]!.type]: SIGN_INS[0]!.data(sandbox) },
		});
		expect(status).toBe(1);
		expect(JSON.parse(stdout)).toMatchObject({
			output: [],
			error: { message: "Parameter 'Job' is required.", itemIndex: null, httpCode: null },
		});
	});

	it('uses the authentication of the only credential in the file, unless the parameters set another', () => {
		const parametersOf = (file: object) =>
			readRunFile(JSON.stringify({ node: 'mediaOperations', ...file }), loadPackage('sources')).parameters;
		expect(parametersOf({ credentials: { mediaOperationsJwtApi: {} } })).toEqual({ authentication: 'jwt' });
		expect(parametersOf({ credentials: { mediaOperationsOAuth2Api: {} } })).toEqual({ authentication: 'oAuth2' });
		expect(parametersOf({ parameters: { authentication: 'basic' }, credentials: { mediaOperationsJwtApi: {} } })).toEqual({
			authentication: 'basic',
		});
		expect(parametersOf({ credentials: { mediaOperationsJwtApi: {}, mediaOperationsBasicApi: {} } })).toEqual({});
	});

	it.each([
		['invalid JSON', '{"node": ', 'The file is not valid JSON'],
		['an unknown node', { node: 'mediaSomething' }, "Unknown node 'mediaSomething'"],
		['an unknown entry', { node: 'mediaOperations', parameter: {} }, "Unknown 'parameter' in the file"],
		[
			'an unknown parameter',
			{ node: 'mediaOperations', parameters: { resorce: 'job' } },
			"Unknown 'resorce' in the parameters of this node",
		],
		['an unknown option', { node: 'mediaOperations', parameters: { options: { pagesize: 5 } } }, "Unknown 'pagesize' in 'options'"],
		[
			'an unknown part of a condition',
			{ node: 'mediaOperations', parameters: { conditions: { condition: [{ field: 'a' }] } } },
			"Unknown 'field' in 'conditions.condition'",
		],
		[
			'an unknown credential',
			{ node: 'mediaOperations', credentials: { mediaOperationsApi: {} } },
			"Unknown credential 'mediaOperationsApi'",
		],
		['an invalid input list', { node: 'mediaOperations', input: [1] }, "'input' must be an array of items"],
	])('rejects a file with %s', (_what, content, words) => {
		expect(() => readRunFile(typeof content === 'string' ? content : JSON.stringify(content), loadPackage('sources'))).toThrow(words);
	});

	it('exits with 2 for a file that cannot be run, and prints only a message on stderr', () => {
		const { status, stdout, stderr } = runFile({ node: 'mediaSomething' });
		expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
		expect(stderr).toMatch(/^Unknown node 'mediaSomething'. Use one of: .*mediaOperations/);
	});

	it('exits with 2 for a missing file', () => {
		expect(runNode(join(folder, 'missing.json'))).toMatchObject({ status: 2, stderr: expect.stringContaining('ENOENT') });
	});
});
