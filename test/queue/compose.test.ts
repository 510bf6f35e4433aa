import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parse } from 'yaml';
import { checkout } from '../../workshop/paths';
import { example, knownToN8n, read, readElsewhere } from './support/deployFiles';

const json = (file: string) =>
	JSON.parse(readFileSync(path.join(checkout, file), 'utf8')) as { name: string; version: string; dependencies: Record<string, string> };

interface Service {
	image: string;
	build?: { context: string; args: Record<string, string> };
	command?: string[];
	environment: Record<string, string>;
	depends_on?: Record<string, { condition: string }>;
	healthcheck: { test: string[]; interval: string; timeout: string; retries: number; start_period?: string };
	volumes?: string[];
	ports?: string[];
	profiles?: string[];
	secrets?: string[];
	network_mode?: string;
	restart: string;
	logging: { driver: string; options: Record<string, string> };
	stop_grace_period?: string;
	deploy: { resources: { limits: { cpus: string; memory: string } } };
}
interface Compose {
	name: string;
	services: Record<string, Service>;
	volumes: Record<string, null>;
	secrets: Record<string, { file: string }>;
}

const text = read('compose.yaml');
const compose = parse(text, { merge: true }) as Compose;
const service = (name: string): Service => {
	const found = compose.services[name];
	if (!found) throw new Error(`There is no service '${name}'.`);
	return found;
};
const [postgres, redis, main, worker, runner] = ['postgres', 'redis', 'main', 'worker-1', 'runner-1'].map(service) as [
	Service,
	Service,
	Service,
	Service,
	Service,
];
/** n8n's processes. */
const processes = ['main', 'worker-1', 'worker-2', 'webhook-1', 'webhook-2'];
const s3 = read('compose.s3.yaml');
/** The variables from `.env` that a string refers to, with the text after the name. */
const variablesOf = (from: string) =>
	[...from.matchAll(/\$\{([A-Z0-9_]+)([^}]*)\}/g)].map(([, name, rest]) => ({ name: name as string, rest: rest as string }));

/** n8n can read each variable from a file: the variable with the suffix `_FILE` contains the file's path. */
const withoutFile = (name: string): string => name.replace(/_FILE$/, '');

const inSeconds = (time: string): number => Number(/^(\d+)s$/.exec(time)?.[1]);

describe('deploy/compose.yaml', () => {
	it('has PostgreSQL, Redis, main and two workers with task runners, and only properties that Compose supports', () => {
		expect(
			Object.keys(compose)
				.filter((key) => !key.startsWith('x-'))
				.sort(),
		).toEqual(['name', 'secrets', 'services', 'volumes']);
		const byDefault = Object.entries(compose.services).filter(([, { profiles }]) => profiles === undefined);
		expect(byDefault.map(([name]) => name)).toEqual(['postgres', 'redis', 'main', 'worker-1', 'runner-1', 'worker-2', 'runner-2']);
		const known = [
			'image',
			'build',
			'command',
			'environment',
			'depends_on',
			'healthcheck',
			'volumes',
			'ports',
			'profiles',
			'secrets',
			'network_mode',
			'restart',
			'logging',
			'stop_grace_period',
			'deploy',
		];
		expect(
			Object.values(compose.services)
				.flatMap((each) => Object.keys(each))
				.filter((key) => !known.includes(key)),
		).toEqual([]);
	});

	it('adds two webhook processors with the "webhooks" profile, and a variable that stops main from receiving webhooks', () => {
		const added = Object.entries(compose.services).filter(([, { profiles }]) => profiles?.includes('webhooks'));
		expect(added.map(([name, { command }]) => [name, command])).toEqual([
			['webhook-1', ['webhook']],
			['webhook-2', ['webhook']],
		]);
		expect(main.environment.N8N_DISABLE_PRODUCTION_MAIN_PROCESS).toBe('${WEBHOOK_PROCESSORS_ONLY:-false}');
	});

	it('starts each service after its dependencies are healthy, and the other processes after main', () => {
		const healthy = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { condition: 'service_healthy' }]));
		expect(main.depends_on).toEqual(healthy('postgres', 'redis'));
		for (const name of processes.slice(1)) expect([name, service(name).depends_on]).toEqual([name, healthy('postgres', 'redis', 'main')]);
		for (const name of ['postgres', 'redis', ...processes]) {
			const { healthcheck } = service(name);
			expect(['CMD', 'CMD-SHELL']).toContain(healthcheck.test[0]);
			expect(healthcheck).toMatchObject({
				interval: expect.stringMatching(/^\d+s$/),
				timeout: expect.stringMatching(/^\d+s$/),
				retries: expect.any(Number),
			});
		}
	});

	it('restarts every service, limits its resources, and rotates its log', () => {
		for (const [name, { restart, logging, deploy }] of Object.entries(compose.services)) {
			expect([name, restart, logging]).toEqual([
				name,
				'unless-stopped',
				{ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
			]);
			expect(deploy.resources.limits).toEqual({ cpus: expect.stringMatching(/^\d\.\d$/), memory: expect.stringMatching(/^\d+[mg]$/) });
		}
	});

	it('keeps persistent data in volumes that do not hide the nodes in the image, and pins images to a version', () => {
		expect(Object.keys(compose.volumes).sort()).toEqual(['postgres', 'redis']);
		expect([postgres.volumes, redis.volumes]).toEqual([['postgres:/var/lib/postgresql/data'], ['redis:/data']]);
		for (const name of processes) expect(service(name).volumes).toBeUndefined();
		expect(redis.command?.join(' ')).toContain('--appendonly yes --maxmemory-policy noeviction');
		for (const { image } of Object.values(compose.services)) expect(image).toMatch(/:(\d+\.\d+|\$\{N8N_VERSION)/);
	});

	it('sets the same image, key, database, queue, file storage and public URL for every n8n process', () => {
		const ofMain = Object.entries(main.environment).filter(
			([name]) => !['N8N_PROXY_HOPS', 'N8N_DISABLE_PRODUCTION_MAIN_PROCESS'].includes(name),
		);
		for (const name of processes.slice(1)) {
			const { image, build, environment } = service(name);
			expect([image, build]).toEqual([main.image, main.build]);
			expect(environment).toMatchObject(Object.fromEntries(ofMain));
		}
		expect(worker.environment).toMatchObject({
			EXECUTIONS_MODE: 'queue',
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: 'postgres',
			QUEUE_BULL_REDIS_HOST: 'redis',
			N8N_DEFAULT_BINARY_DATA_MODE: 'database',
			// Workers generate the URLs of forms and waiting executions.
			N8N_WEBHOOK_URL: expect.stringMatching(/^\$\{PUBLIC_URL/),
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		});
		expect([worker.environment.DB_POSTGRESDB_DATABASE, worker.environment.DB_POSTGRESDB_USER]).toEqual([
			postgres.environment.POSTGRES_DB,
			postgres.environment.POSTGRES_USER,
		]);
		expect([main.command, worker.command?.[0]]).toEqual([undefined, 'worker']);
	});

	it('has a task runner of the same n8n version in the network of each worker', () => {
		expect(worker.environment.N8N_RUNNERS_MODE).toBe('external');
		for (const number of [1, 2]) {
			expect(service(`runner-${number}`)).toMatchObject({
				image: 'n8nio/runners:${N8N_VERSION}',
				network_mode: `service:worker-${number}`,
				environment: {
					N8N_RUNNERS_TASK_BROKER_URI: 'http://127.0.0.1:5679',
					N8N_RUNNERS_AUTH_TOKEN_FILE: worker.environment.N8N_RUNNERS_AUTH_TOKEN_FILE,
					N8N_RUNNERS_TASK_TIMEOUT: worker.environment.N8N_RUNNERS_TASK_TIMEOUT,
				},
			});
		}
	});

	it('sets only variables that n8n reads, as strings', () => {
		const known = knownToN8n();
		expect(known.size).toBeGreaterThan(200);
		const names = [...processes.flatMap((name) => Object.keys(service(name).environment)), ...(s3.match(/N8N_\w+(?=:)/g) ?? [])];
		expect(names.map(withoutFile).filter((name) => !known.has(name) && !readElsewhere.includes(name))).toEqual([]);
		for (const { environment } of Object.values(compose.services))
			expect(Object.values(environment ?? {}).every((value) => typeof value === 'string')).toBe(true);
	});

	it('reads every secret from a file, and mounts that file in each service that uses the secret', () => {
		const secrets = Object.entries(compose.services).flatMap(([name, { environment, secrets: received = [] }]) =>
			Object.entries(environment ?? {})
				.filter(([variable]) => /PASSWORD|_KEY|TOKEN|SECRET/.test(variable))
				.map(([variable, value]) => ({ name, variable, value, received })),
		);
		expect(secrets.length).toBeGreaterThan(15);
		for (const { name, variable, value, received } of secrets) {
			expect([name, variable, value]).toEqual([name, expect.stringMatching(/_FILE$/), expect.stringMatching(/^\/run\/secrets\//)]);
			expect(received).toContain(path.basename(value));
		}
		expect(Object.entries(compose.secrets).map(([name, { file }]) => [name, file])).toEqual(
			['encryption_key', 'postgres_password', 'redis_password', 'runners_token'].map((name) => [name, `./secrets/${name}`]),
		);
		expect(read('README.md')).toContain(`for name in ${Object.keys(compose.secrets).join(' ')}; do`);
	});

	it('has a default or an error message for each variable in .env', () => {
		for (const { name, rest } of variablesOf(text).filter(({ name: each }) => !['N8N_VERSION', 'PUBLIC_URL', 'PACKAGE'].includes(each)))
			expect([name, rest]).toEqual([name, expect.stringMatching(/^:-/)]);
		for (const name of ['N8N_VERSION', 'PUBLIC_URL', 'PACKAGE']) expect(text).toContain(`\${${name}:?`);
	});

	it('publishes ports only to this machine', () => {
		expect(main.ports).toEqual(['127.0.0.1:5678:5678']);
		expect([service('webhook-1').ports, service('webhook-2').ports]).toEqual([['127.0.0.1:5681:5678'], ['127.0.0.1:5682:5678']]);
		expect([postgres.ports, redis.ports, worker.ports, runner.ports]).toEqual([undefined, undefined, undefined, undefined]);
	});

	it('gives each n8n process time to finish before its container stops', () => {
		for (const { stop_grace_period: grace, environment } of processes.map(service))
			expect(inSeconds(String(grace))).toBeGreaterThan(Number(environment.N8N_GRACEFUL_SHUTDOWN_TIMEOUT));
	});
});

describe('deploy/.env.example', () => {
	it('contains each variable that is used, and no others', () => {
		expect(Object.keys(example).sort()).toEqual([...new Set(variablesOf(`${text}${s3}`).map(({ name }) => name))].sort());
	});

	it('contains the tested n8n version and this version of the package', () => {
		const { name, version } = json('package.json');
		expect(example.N8N_VERSION).toBe(json('workshop/n8n/package.json').dependencies.n8n);
		expect(example.PACKAGE).toBe(`${name}@${version}`);
	});
});

describe('deploy/Dockerfile', () => {
	const dockerfile = read('Dockerfile').replace(/\\\n/g, ' ');

	it('uses the build arguments of the Compose file', () => {
		const args = [...dockerfile.matchAll(/^ARG (\w+)/gm)].map(([, name]) => name);
		expect(args.sort()).toEqual(Object.keys(main.build?.args ?? {}).sort());
	});

	it("installs the package as the dev tooling does, for n8n's user", () => {
		const flags = [
			...readFileSync(path.join(checkout, 'workshop/editor/nodesFolder.ts'), 'utf8').matchAll(/'(--(?:legacy|ignore)[a-z-]+)'/g),
		].map(([, flag]) => flag);
		expect(flags).toHaveLength(2);
		const install = dockerfile.split('\n').find((line) => line.includes('npm install')) ?? '';
		for (const flag of flags) expect(install).toContain(flag);
		expect(dockerfile).toContain('COPY --from=nodes --chown=node:node /nodes /home/node/.n8n/nodes');
	});
});

describe('deploy/compose.s3.yaml', () => {
	it('stores the files of every process in the same bucket, and reads the access keys from files', () => {
		const file = parse(s3, { merge: true }) as Compose;
		expect(Object.keys(file.services)).toEqual(processes);
		for (const { environment, secrets } of Object.values(file.services)) {
			expect(environment.N8N_DEFAULT_BINARY_DATA_MODE).toBe('s3');
			expect(secrets).toEqual(Object.keys(file.secrets));
		}
	});
});

describe('The health check', () => {
	const statusOf = async (words: string[]): Promise<number> =>
		await new Promise((resolve) => execFile(process.execPath, words, (cause) => resolve(cause ? Number(cause.code) : 0)));

	it.each([
		["n8n's main process", main],
		['an n8n worker', worker],
	] as const)(
		'of %s passes if the process is ready, and fails if it is not ready or is stopped',
		async (_name, { healthcheck, environment }) => {
			const [kind, program, flag, script = ''] = healthcheck.test;
			expect([kind, program, flag]).toEqual(['CMD', 'node', '-e']);
			const port = environment.QUEUE_HEALTH_CHECK_PORT ?? '5678';
			expect(script).toContain(`http://127.0.0.1:${port}/healthz/readiness`);
			let status = 200;
			const server = http.createServer(
				(request, response) => void response.writeHead(request.url === '/healthz/readiness' ? status : 404).end('{}'),
			);
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			const here = script.replace(`:${port}/`, `:${(server.address() as AddressInfo).port}/`);
			expect(await statusOf(['-e', here])).toBe(0);
			status = 503;
			expect(await statusOf(['-e', here])).toBe(1);
			await new Promise((resolve) => server.close(resolve));
			expect(await statusOf(['-e', here])).toBe(1);
		},
	);
});
