import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { containerCommand, findEngine } from '../../workshop/container/container';
import { newestOf } from '../../workshop/container/images';
import { checkout } from '../../workshop/paths';

/** A folder with stand-ins for the programs that the command runs; each writes its arguments to a file. */
let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'engines-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, script: string): void {
	const file = path.join(folder, name);
	writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> "${folder}/calls"\n${script}\n`);
	chmodSync(file, 0o755);
}
const calls = (): string[] => readFileSync(path.join(folder, 'calls'), 'utf8').trim().split('\n');

/** Runs the command so that it finds only the programs in the folder and those of the system. */
const run = (...args: string[]) =>
	spawnSync(process.execPath, ['--import', 'tsx', 'workshop/container/test.ts', ...args], {
		cwd: checkout,
		encoding: 'utf8',
		env: { ...process.env, PATH: `${folder}:/usr/bin:/bin` },
	});

describe('npm run test:container', () => {
	it('is skipped without a container engine, and the CI summary counts it as skipped', () => {
		put('docker', 'echo "Cannot connect to the Docker daemon" >&2; exit 1');
		put('podman', 'exit 125');
		const report = path.join(folder, 'suite-container.json');
		const { stdout, status } = run('n8nio/n8n:2.41.1', `--outputFile=${report}`);
		expect([stdout, status]).toEqual(['skipped: no container engine\n', 0]);
		writeFileSync(path.join(folder, 'check-1.json'), '{"passed":1,"failed":0}');
		expect(spawnSync(process.execPath, ['.ci/sum.js', folder], { cwd: checkout, encoding: 'utf8' }).stdout).toBe(
			'1 passed, 0 failed, 1 skipped\n',
		);
	});

	it('pulls the image, then runs the tests with the image and the remaining arguments', () => {
		put('docker', 'exit 1');
		put('podman', '');
		put('jest', `echo "image $CONTAINER_IMAGE of $CONTAINER_ENGINE" >> "${folder}/calls"; exit 3`);
		expect(run('n8nio/n8n:2.41.1', 'loading').status).toBe(3);
		expect(calls()).toEqual([
			'docker ps',
			'podman ps',
			'podman pull n8nio/n8n:2.41.1',
			'jest -c jest.e2e.container.config.js loading',
			'image n8nio/n8n:2.41.1 of podman',
		]);
	});

	it('fails if the image does not exist or none is specified', () => {
		put('docker', '[ "$1" = ps ]');
		expect(run('n8nio/n8n:none').status).toBe(1);
		expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining('Specify an image') });
	});

	it('prefers Docker to Podman if both are installed', () => {
		put('docker', '');
		put('podman', '');
		expect(findEngine({ PATH: `${folder}:/usr/bin:/bin` })).toBe('docker');
	});
});

describe('n8n in a container', () => {
	const environment = {
		PATH: '/bin',
		N8N_PORT: '5678',
		N8N_USER_FOLDER: '/home/me',
		N8N_DISABLED_MODULES: 'mcp-registry',
		N8N_INSTANCE_OWNER_PASSWORD_HASH: '$2b$10$secret',
		WEBHOOK_URL: 'http://127.0.0.1:5678/',
	};

	it("uses the host network and the current user, and receives n8n's variables by name", () => {
		const { program, args, env } = containerCommand({ engine: 'docker', image: 'n8nio/n8n:2.41.1' }, '/srv/home', environment);
		expect([program, ...args]).toEqual([
			'docker',
			'run',
			'--rm',
			'--network=host',
			`--user=${process.getuid?.()}:${process.getgid?.()}`,
			'--volume=/srv/home:/home/media-operations:z',
			'--env=N8N_PORT',
			'--env=N8N_INSTANCE_OWNER_PASSWORD_HASH',
			'--env=WEBHOOK_URL',
			'--env=HOME=/home/media-operations',
			'--env=N8N_USER_FOLDER=/home/media-operations',
			'--env=N8N_UNVERIFIED_PACKAGES_ENABLED=true',
			'n8nio/n8n:2.41.1',
		]);
		expect(env).toBe(environment);
	});

	it('keeps its user in Podman, which otherwise maps it to root', () => {
		expect(containerCommand({ engine: 'podman', image: 'n8n' }, '/srv/home', environment).args).toContain('--userns=keep-id');
	});
});

describe('The newest image of a major version', () => {
	const tags = ['3.0.0-rc.1', '2.9.4', 'latest', '2.41.3', '2.41.10', '2.41.3-arm64', '1.123.5', '2'];

	it('is the image of its highest release', () => {
		expect([newestOf(1, tags), newestOf(2, tags)]).toEqual(['1.123.5', '2.41.10']);
	});

	it('does not exist before that version is released', () => {
		expect(newestOf(3, tags)).toBeUndefined();
	});
});
