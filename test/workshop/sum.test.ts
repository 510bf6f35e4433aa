import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const sum = path.resolve(__dirname, '../../.ci/sum.js');

describe('The CI summary', () => {
	let folder: string;

	beforeEach(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'sum-'));
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	const put = (name: string, report: object) => writeFileSync(path.join(folder, name), JSON.stringify(report));
	const jest = (passed: number, failed: number, rest: object = {}) => ({
		numPassedTests: passed,
		numFailedTests: failed,
		numPendingTests: 0,
		numTodoTests: 0,
		numRuntimeErrorTestSuites: 0,
		...rest,
	});
	const ended = () => {
		const { stdout, status } = spawnSync(process.execPath, [sum, folder], { encoding: 'utf8' });
		return { line: stdout, status };
	};

	it('adds up suites and checks in one line', () => {
		put('suite-unit.json', jest(40, 0));
		put('suite-package.json', { passed: 11, failed: 0 });
		put('check-1.json', { passed: 1, failed: 0 });
		expect(ended()).toEqual({ line: '52 passed, 0 failed\n', status: 0 });
	});

	it('exits with status 1 if a check failed, and counts skipped tests', () => {
		put('suite-unit.json', jest(40, 0, { numPendingTests: 2 }));
		put('check-1.json', { passed: 0, failed: 1 });
		expect(ended()).toEqual({ line: '40 passed, 1 failed, 2 skipped\n', status: 1 });
	});

	it('counts a test file that could not run', () => {
		put('suite-unit.json', jest(40, 0, { numRuntimeErrorTestSuites: 1 }));
		expect(ended()).toEqual({ line: '40 passed, 1 failed\n', status: 1 });
	});

	it('counts a command that failed even though none of its tests did', () => {
		put('suite-unit.json', jest(40, 0));
		put('status-suite-unit.json', {});
		expect(ended()).toEqual({ line: '40 passed, 1 failed\n', status: 1 });
	});

	it('does not accept zero tests as a success', () => {
		expect(ended()).toEqual({ line: '0 passed, 0 failed\n', status: 1 });
	});
});
