import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parse } from 'yaml';
import { checkout } from '../../workshop/paths';

const folder = path.join(checkout, 'deploy');
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
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
	restart: string;
	stop_grace_period?: string;
	deploy?: { replicas: number };
}
interface Compose {
	name: string;
	services: Record<'postgres' | 'redis' | 'main' | 'worker', Service>;
	volumes: Record<string, null>;
}

const text = read('compose.yaml');
const compose = parse(text, { merge: true }) as Compose;
const { postgres, redis, main, worker } = compose.services;
const example = Object.fromEntries(
	[...read('.env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name as string, value as string]),
);
/** The variables that a text reads from `.env`, with what follows the name. */
const variablesOf = (from: string) =>
	[...from.matchAll(/\$\{([A-Z0-9_]+)([^}]*)\}/g)].map(([, name, rest]) => ({ name: name as string, rest: rest as string }));

/** Every variable that n8n's own configuration reads, from its installed packages. */
const knownToN8n = (): Set<string> => {
	const packages = ['@n8n/config/dist', 'n8n-core/dist'].map((name) => path.join(checkout, 'node_modules', name));
	const files = packages.flatMap((from) =>
		readdirSync(from, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.js'))
			.map((file) => path.join(from, file)),
	);
	return new Set(
		files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/Env\)\('([A-Z0-9_]+)'/g)].map(([, name]) => name as string)),
	);
};
/** What n8n reads without its configuration: the address of webhooks, and the process for manual executions. */
const readElsewhere = ['WEBHOOK_URL', 'OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS'];

const inSeconds = (time: string): number => Number(/^(\d+)s$/.exec(time)?.[1]);

describe('deploy/compose.yaml', () => {
	it('has one main process, two workers, Redis and PostgreSQL, and only properties that Compose knows', () => {
		expect(
			Object.keys(compose)
				.filter((key) => !key.startsWith('x-'))
				.sort(),
		).toEqual(['name', 'services', 'volumes']);
		expect(Object.keys(compose.services).sort()).toEqual(['main', 'postgres', 'redis', 'worker']);
		expect([main.deploy, worker.deploy]).toEqual([undefined, { replicas: 2 }]);
		const known = [
			'image',
			'build',
			'command',
			'environment',
			'depends_on',
			'healthcheck',
			'volumes',
			'ports',
			'restart',
			'stop_grace_period',
			'deploy',
		];
		expect(
			Object.values(compose.services)
				.flatMap((service) => Object.keys(service))
				.filter((key) => !known.includes(key)),
		).toEqual([]);
	});

	it('starts each service after its dependencies are healthy, and the workers after main', () => {
		const healthy = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { condition: 'service_healthy' }]));
		expect(main.depends_on).toEqual(healthy('postgres', 'redis'));
		expect(worker.depends_on).toEqual(healthy('postgres', 'redis', 'main'));
		for (const { healthcheck, restart } of Object.values(compose.services)) {
			expect(['CMD', 'CMD-SHELL']).toContain(healthcheck.test[0]);
			expect(healthcheck).toMatchObject({
				interval: expect.stringMatching(/^\d+s$/),
				timeout: expect.stringMatching(/^\d+s$/),
				retries: expect.any(Number),
			});
			expect(restart).toBe('unless-stopped');
		}
	});

	it('keeps persistent data in volumes, and pins images to a version', () => {
		expect(Object.keys(compose.volumes).sort()).toEqual(['postgres', 'redis']);
		expect([postgres.volumes, redis.volumes]).toEqual([['postgres:/var/lib/postgresql/data'], ['redis:/data']]);
		expect(redis.command).toEqual(expect.arrayContaining(['--appendonly', 'yes', 'noeviction']));
		for (const { image } of Object.values(compose.services)) expect(image).toMatch(/:(\d|\$\{N8N_VERSION)/);
	});

	it('gives main and workers the same image, key, database, queue and file storage', () => {
		expect([worker.image, worker.build]).toEqual([main.image, main.build]);
		const ofMain = Object.entries(main.environment).filter(
			([name]) => !['N8N_EDITOR_BASE_URL', 'WEBHOOK_URL', 'N8N_PROXY_HOPS'].includes(name),
		);
		expect(worker.environment).toMatchObject(Object.fromEntries(ofMain));
		expect(worker.environment).toMatchObject({
			EXECUTIONS_MODE: 'queue',
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: 'postgres',
			QUEUE_BULL_REDIS_HOST: 'redis',
			N8N_DEFAULT_BINARY_DATA_MODE: 'database',
		});
		expect([worker.environment.DB_POSTGRESDB_DATABASE, worker.environment.DB_POSTGRESDB_USER]).toEqual([
			postgres.environment.POSTGRES_DB,
			postgres.environment.POSTGRES_USER,
		]);
		expect([main.command, worker.command?.[0]]).toEqual([undefined, 'worker']);
	});

	it('sets only what n8n reads, as strings', () => {
		const known = knownToN8n();
		expect(known.size).toBeGreaterThan(200);
		const names = [...Object.keys(main.environment), ...Object.keys(worker.environment)];
		expect(names.filter((name) => !known.has(name) && !readElsewhere.includes(name))).toEqual([]);
		for (const { environment } of Object.values(compose.services))
			expect(Object.values(environment).every((value) => typeof value === 'string')).toBe(true);
	});

	it('reads every secret from .env, and refuses to start without it', () => {
		const secrets = Object.values(compose.services).flatMap(({ environment }) =>
			Object.entries(environment).filter(([name]) => /PASSWORD|KEY|AUTH$/.test(name)),
		);
		expect(secrets.length).toBeGreaterThan(5);
		expect(secrets.filter(([, value]) => !/^\$\{[A-Z0-9_]+(:\?[^}]+)?\}$/.test(value))).toEqual([]);
		const required = new Set(
			variablesOf(text)
				.filter(({ rest }) => rest.startsWith(':?'))
				.map(({ name }) => name),
		);
		const optional = new Set(
			variablesOf(text)
				.filter(({ rest }) => rest.startsWith(':-'))
				.map(({ name }) => name),
		);
		for (const { name } of variablesOf(text)) expect([name, required.has(name) !== optional.has(name)]).toEqual([name, true]);
		for (const name of ['N8N_ENCRYPTION_KEY', 'POSTGRES_PASSWORD', 'REDIS_PASSWORD'])
			expect([required.has(name), example[name]]).toEqual([true, '']);
	});

	it('can be reached only from this machine', () => {
		expect(main.ports).toEqual(['127.0.0.1:5678:5678']);
		expect([postgres.ports, redis.ports, worker.ports]).toEqual([undefined, undefined, undefined]);
	});

	it('lets a worker finish before its container stops', () => {
		for (const { stop_grace_period: grace, environment } of [main, worker])
			expect(inSeconds(String(grace))).toBeGreaterThan(Number(environment.N8N_GRACEFUL_SHUTDOWN_TIMEOUT));
	});
});

describe('deploy/.env.example', () => {
	it('names each variable that is used, and no other', () => {
		expect(Object.keys(example).sort()).toEqual([...new Set(variablesOf(text).map(({ name }) => name))].sort());
	});

	it('names the tested n8n version, and this version of the package', () => {
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

describe("n8n's health check", () => {
	const statusOf = async (words: string[]): Promise<number> =>
		await new Promise((resolve) => execFile(process.execPath, words, (cause) => resolve(cause ? Number(cause.code) : 0)));

	it.each([
		['main', main],
		['worker', worker],
	] as const)('of %s distinguishes ready, not ready and stopped', async (_name, { healthcheck, environment }) => {
		const [kind, program, flag, script = ''] = healthcheck.test;
		expect([kind, program, flag]).toEqual(['CMD', 'node', '-e']);
		// The port of that process.
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
	});
});
