import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const checkout = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(checkout, file), 'utf8');
const page = read('docs/verification.md');

/** The rules that ESLint reports as active for one of the published files. */
function rulesFor(file: string): string[] {
	const printed = execFileSync(process.execPath, ['node_modules/eslint/bin/eslint.js', '--print-config', file], {
		cwd: checkout,
		encoding: 'utf8',
		maxBuffer: 1e8,
	});
	const { rules } = JSON.parse(printed) as { rules: Record<string, [severity: number]> };
	return Object.entries(rules)
		.filter(([, [severity]]) => severity > 0)
		.map(([name]) => name.replace(/^@n8n\//, ''));
}

describe("The list of n8n's requirements", () => {
	it('names only active rules', () => {
		const rulesOn = [
			'package.json',
			'nodes/MediaOperations/MediaOperations.node.ts',
			'credentials/MediaOperationsBasicApi.credentials.ts',
			'bridge/properties/record.ts',
		].flatMap(rulesFor);
		const named = [...page.matchAll(/`((?:community-nodes|n8n-nodes-base)\/[\w-]+)`/g)].map(([, name]) => name!);
		expect(named.length).toBeGreaterThan(20);
		expect(named.filter((name) => !rulesOn.includes(name))).toEqual([]);
	});

	it('names only existing files, and scripts that can be run', () => {
		const files = [...page.matchAll(/`((?:test|credentials|workshop|\.github)\/[\w./-]+)`/g)].map(([, file]) => file!);
		expect(files.length).toBeGreaterThan(20);
		expect(files.filter((file) => !existsSync(path.join(checkout, file)))).toEqual([]);
		const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
		expect([...page.matchAll(/`npm run ([\w:]+)`/g)].map(([, script]) => script!).filter((script) => !(script in scripts))).toEqual([]);
	});

	it('names the checks of the package by their titles', () => {
		const titles = read('workshop/package/check.ts');
		const named = [...page.matchAll(/"([^"]+)"/g)]
			.map(([, title]) => title!)
			.filter((title) => /^(the tarball|dist holds|no dependency|n8n-workflow is|no lifecycle|every |the source|compiled)/.test(title));
		expect(named.length).toBeGreaterThan(7);
		expect(named.filter((title) => !titles.includes(title))).toEqual([]);
	});

	it('names the n8n versions that the end-to-end tests run against', () => {
		for (const folder of ['n8n', 'n8n-oldest']) {
			const { dependencies } = JSON.parse(read(`workshop/${folder}/package.json`)) as { dependencies: { n8n: string } };
			expect(page).toContain(`n8n ${dependencies.n8n}`);
			expect(read('README.md')).toContain(dependencies.n8n);
		}
	});
});
