import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const checkout = path.resolve(__dirname, '../..');
const folder = path.join(checkout, '.github');
const read = <T>(file: string): T => parse(readFileSync(path.join(folder, file), 'utf8'), { strict: true, uniqueKeys: true }) as T;
const { scripts, version } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
	version: string;
};

interface Step {
	name?: string;
	uses?: string;
	run?: string;
	env?: Record<string, string>;
	with?: Record<string, unknown>;
}

interface Job {
	uses?: string;
	needs?: string;
	'runs-on'?: string;
	'timeout-minutes'?: number;
	permissions?: Record<string, string>;
	strategy?: { matrix: { node: string[] } };
	steps?: Step[];
}

interface Workflow {
	on: Record<string, unknown>;
	permissions: Record<string, string>;
	jobs: Record<string, Job>;
}

const workflows = readdirSync(path.join(folder, 'workflows')).map((file): [string, Workflow] => [
	file,
	read<Workflow>(`workflows/${file}`),
]);

describe.each(workflows)('The workflow %s', (file, { jobs, on, permissions }) => {
	const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);

	it('declares its triggers, has only read permission unless a job declares more, and sets a timeout for every job', () => {
		expect(Object.keys(on).length).toBeGreaterThan(0);
		expect(permissions).toEqual({ contents: 'read' });
		for (const job of Object.values(jobs)) {
			if (job.uses) expect(existsSync(path.join(checkout, job.uses))).toBe(true);
			else expect(job).toMatchObject({ 'runs-on': 'ubuntu-latest', 'timeout-minutes': expect.any(Number) });
			if (job.needs) expect(Object.keys(jobs)).toContain(job.needs);
		}
	});

	it('pins each action to a commit with its version in a comment, and stores no token', () => {
		const text = readFileSync(path.join(folder, 'workflows', file), 'utf8');
		const used = steps.flatMap(({ uses }) => uses ?? []);
		expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
		for (const action of used) expect(text).toMatch(new RegExp(`${action} # v\\d+\\.\\d+\\.\\d+\n`));
		for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
			expect(step.with).toMatchObject({ 'persist-credentials': false });
	});

	it('runs scripts that exist, and interpolates no external input into a command', () => {
		const commands = steps.flatMap(({ run }) => run ?? []);
		const named = commands.flatMap((command) => [...command.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, script]) => script ?? ''));
		expect(named.filter((script) => !(script in scripts))).toEqual([]);
		for (const command of commands.filter((each) => each.startsWith('bash ')))
			expect(existsSync(path.join(checkout, command.split(' ')[1] ?? ''))).toBe(true);
		expect(commands.filter((command) => command.includes('${{'))).toEqual([]);
	});
});

describe('The GitHub automation', () => {
	it('runs CI for every change, on the oldest supported and the newest version of Node', () => {
		const ci = read<Workflow>('workflows/ci.yml');
		expect(Object.keys(ci.on)).toEqual(expect.arrayContaining(['push', 'pull_request', 'workflow_call']));
		expect(ci.jobs.checks?.strategy?.matrix.node).toEqual(['20', '24']);
		const script = readFileSync(path.join(checkout, '.ci/run'), 'utf8');
		for (const suite of [
			'jest_suite test\n',
			'jest_suite test:hostile\n',
			'npm run -s lint\n',
			'npm run -s lint:n8n',
			'npm run -s build',
			'check:package',
			'jest_suite test:e2e\n',
			'jest_suite test:e2e:oldest',
		])
			expect(script).toContain(suite);
	});

	it('tests the container images of n8n every night, with the versions that a script finds', () => {
		const { jobs, on } = read<Workflow>('workflows/nightly.yml');
		expect(Object.keys(on)).toEqual(['schedule', 'workflow_dispatch']);
		const commands = (job: string) => (jobs[job]?.steps ?? []).flatMap(({ run }) => run ?? []);
		expect(commands('versions').join()).toContain('npm run -s test:container:images');
		expect(commands('container').at(-1)).toBe('npm run test:container -- "n8nio/n8n:$N8N_VERSION" --ci');
	});

	it('publishes a version from its tag, after the CI checks, with provenance, and grants no other job write access', () => {
		const { jobs, on } = read<Workflow>('workflows/publish.yml');
		expect(on).toEqual({ push: { tags: ['v*'] } });
		expect(jobs.checks).toEqual({ uses: './.github/workflows/ci.yml', permissions: { contents: 'read' } });
		expect(jobs.publish).toMatchObject({ needs: 'checks', permissions: { contents: 'read', 'id-token': 'write' } });
		const last = jobs.publish?.steps?.slice(-2) ?? [];
		expect(last.map(({ run }) => run)).toEqual([
			'npm publish --provenance --access public',
			'npm publish -w sandbox --provenance --access public',
		]);
		expect(jobs.publish?.steps?.filter(({ env }) => JSON.stringify(env ?? {}).includes('secrets.'))).toEqual(last);
	});

	it('updates dependencies everywhere except in the oldest supported n8n', () => {
		const { updates } = read<{ updates: Array<{ 'package-ecosystem': string; directory: string }> }>('dependabot.yml');
		for (const { directory } of updates) expect(existsSync(path.join(checkout, directory))).toBe(true);
		const ours = [
			'/',
			...readdirSync(path.join(checkout, 'workshop'))
				.filter((name) => existsSync(path.join(checkout, 'workshop', name, 'package.json')))
				.map((name) => `/workshop/${name}`),
		];
		const looked = updates.filter((update) => update['package-ecosystem'] === 'npm').map(({ directory }) => directory);
		expect(looked.sort()).toEqual(ours.filter((directory) => directory !== '/workshop/n8n-oldest').sort());
	});
});

describe('The issue form', () => {
	const forms = readdirSync(path.join(folder, 'ISSUE_TEMPLATE')).filter((file) => file !== 'config.yml');

	it.each(forms)('%s has a name and a description, and uses field types that GitHub supports', (file) => {
		const { name, description, body } = read<{
			name: string;
			description: string;
			body: Array<{ type: string; id: string; attributes: { label: string } }>;
		}>(`ISSUE_TEMPLATE/${file}`);
		expect(name && description).toBeTruthy();
		expect(body.filter(({ type }) => !['markdown', 'textarea', 'input', 'dropdown', 'checkboxes'].includes(type))).toEqual([]);
		expect(new Set(body.map(({ id }) => id)).size).toBe(body.length);
		expect(body.every(({ attributes }) => attributes.label)).toBe(true);
	});
});

describe('The next release', () => {
	it('has a version that can be published, and a section in CHANGELOG', () => {
		expect(version).toMatch(/^\d+\.\d+\.\d+$/);
		const changelog = readFileSync(path.join(checkout, 'CHANGELOG.md'), 'utf8');
		expect(changelog).toMatch(new RegExp(`^## (Unreleased|${version.replaceAll('.', '\\.')} - \\d{4}-\\d\\d-\\d\\d)$`, 'm'));
	});
});
