import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { IDataObject, INode } from 'n8n-workflow';
import { type RunningN8n, startN8n } from '../../workshop/editor/n8n';
import { installPackage } from '../../workshop/editor/nodesFolder';
import { type Execution, N8nRest } from '../../workshop/editor/rest';
import { packPackage } from '../../workshop/package/tarball';
import { stateFolder } from '../../workshop/paths';
import { type SandboxProcess, startSandbox } from '../../workshop/sandboxProcess';
import { NODE_USES } from '../support/everyNode';
import { listen } from './support/listening';
import { allStarted } from '../support/allStarted';
import { SIGN_INS, SIGN_IN_TYPES as TYPES, type SignIn } from '../support/signInTypes';

/** The settings of a separate n8n instance that may call only one internal address, with the most detailed log level. */
const PROTECTION_SETTINGS = { N8N_SSRF_PROTECTION_ENABLED: 'true', N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32', N8N_LOG_LEVEL: 'debug' };
const PASSWORD = `Pa55-w0rd-${randomUUID()}`;
const WRONG = `wr0ng-w0rd-${randomUUID()}`;
const EVENTS_KEY = `events-key-${randomUUID()}`;
const CLIENT_SECRET = 'media-operations-service-secret';

/** Forwards every request to the sandbox, and records it. */
interface RecordingProxy {
	readonly origin: string;
	readonly requests: http.IncomingMessage[];
	/** Can respond instead of the sandbox. Returns whether it did. */
	instead: (request: http.IncomingMessage, response: http.ServerResponse) => boolean;
	close(): void;
}
const startProxy = async (host: string, sandboxUrl: string): Promise<RecordingProxy> => {
	const requests: http.IncomingMessage[] = [];
	const server = http.createServer((request, response) => {
		requests.push(request);
		if (proxy.instead(request, response)) return;
		const onward = http.request(
			`${sandboxUrl}${request.url}`,
			{ method: request.method, headers: request.headers, agent: false },
			(incoming) => {
				response.writeHead(incoming.statusCode ?? 502, incoming.headers);
				incoming.pipe(response);
			},
		);
		onward.on('error', () => response.destroy());
		request.pipe(onward);
	});
	await new Promise<void>((listening) => server.listen(0, host, listening));
	const proxy: RecordingProxy = {
		origin: `http://${host}:${(server.address() as AddressInfo).port}`,
		requests,
		instead: () => false,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
	return proxy;
};

let n8n: RunningN8n;
let rest: N8nRest;
let sandbox: SandboxProcess;
let home: string;
/** A proxy at the address that n8n may call, and one at an internal address that it may not call. */
let outer: RecordingProxy;
let inner: RecordingProxy;

beforeAll(async () => {
	home = path.join(stateFolder, 'e2e-guarded', 'home');
	rmSync(home, { recursive: true, force: true });
	await installPackage(home, await packPackage(() => undefined));
	[n8n, sandbox] = await allStarted([
		startN8n({ home, logFile: path.join(stateFolder, 'logs', 'e2e-guarded.log'), env: PROTECTION_SETTINGS }),
		startSandbox({ args: ['--user', 'keeper', '--password', PASSWORD] }),
	]);
	[outer, inner] = [await startProxy('127.0.0.1', sandbox.url), await startProxy('127.0.0.2', sandbox.url)];
	rest = new N8nRest(n8n.url, n8n.owner);
	await rest.login();
}, 300_000);
beforeEach(() => {
	for (const proxy of [outer, inner]) {
		proxy.requests.length = 0;
		proxy.instead = () => false;
	}
});
afterAll(async () => {
	await Promise.all([n8n?.stop(), sandbox?.stop()]);
	outer?.close();
	inner?.close();
});

const dataOf = (
	signIn: SignIn,
	{
		site = outer.origin,
		token = site,
		password = PASSWORD,
		secret = CLIENT_SECRET,
		...more
	}: { site?: string; token?: string; password?: string; secret?: string } & IDataObject = {},
): IDataObject => ({
	baseUrl: `${site}/api/v2/database/DEMO`,
	...(signIn === 'oAuth2'
		? {
				grantType: 'clientCredentials',
				accessTokenUrl: `${token}/oauth/token`,
				authUrl: `${token}/oauth/auth`,
				clientId: 'media-operations-service',
				clientSecret: secret,
				authentication: 'header',
				requestedScope: 'api',
			}
		: { username: 'keeper', password }),
	// Each JWT credential has a different token lifetime, so that no sign-in is skipped because of an earlier one.
	...(signIn === 'jwt' ? { signInUrl: `${token}/api/v2/database/DEMO/login`, customizeSignIn: true, lifeMinutes: 60 + Math.random() } : {}),
	...more,
});

/** Runs each node in its own branch. If there are several nodes, they continue on error; a single node stops the workflow. */
const run = async (signIn: SignIn, data: IDataObject, uses: typeof NODE_USES = NODE_USES.slice(0, 1)): Promise<Execution> => {
	const credential = await rest.putCredential({ name: `Guarded ${randomUUID()}`, type: TYPES[signIn], data });
	const nodes = uses.map(([type, parameters], index): INode => ({
		id: `n${index}`,
		name: `Node ${index}`,
		type: `n8n-nodes-media-operations.${type}`,
		typeVersion: 1,
		position: [220, 120 * index],
		onError: uses.length === 1 ? 'stopWorkflow' : 'continueRegularOutput',
		parameters: { authentication: signIn, ...parameters, options: { maxAttempts: 1, timeout: 10 } } as never,
		credentials: { [TYPES[signIn]]: { id: credential.id, name: credential.name } },
	}));
	const start: INode = {
		id: 'start',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const connections = { Start: { main: [nodes.map(({ name }) => ({ node: name, type: 'main' as const, index: 0 }))] } };
	return await rest.run(
		await rest.putWorkflow({ name: `Guarded ${randomUUID()}`, nodes: [start, ...nodes], connections, settings: {} }),
		'Start',
	);
};
const wordsOf = ({
	data: {
		resultData: { error },
	},
}: Execution): string => `${error?.message} ${error?.description}`;

describe.each(SIGN_INS)("With a credential (%s) and n8n's protection of internal addresses,", (signIn) => {
	it('an allowed site receives requests', async () => {
		const execution = await run(signIn, dataOf(signIn));
		expect(execution.data.resultData.error).toBeUndefined();
		expect(outer.requests.length).toBeGreaterThan(0);
	});

	it('a blocked site receives nothing, and the message contains the reason', async () => {
		const execution = await run(signIn, dataOf(signIn, { site: inner.origin, token: outer.origin }));
		expect(execution.status).toBe('error');
		expect(wordsOf(execution)).toMatch(/block|not allowed|restricted/i);
		expect(inner.requests).toEqual([]);
	});

	it("the credential's connection test sends nothing to a blocked site", async () => {
		const data = dataOf(signIn, { site: inner.origin, token: outer.origin });
		const credential = await rest.putCredential({ name: `Guarded ${randomUUID()}`, type: TYPES[signIn], data });
		expect(await rest.testCredential(credential, data)).toMatchObject({ status: 'Error' });
		expect(inner.requests).toEqual([]);
	});

	it('a redirect to a blocked address is not followed', async () => {
		outer.instead = (request, response) => {
			if (/login|oauth/.test(request.url!)) return false;
			response.writeHead(307, { Location: `${inner.origin}${request.url}` }).end();
			return true;
		};
		expect(wordsOf(await run(signIn, dataOf(signIn)))).toContain('The site redirected the request to another URL');
		expect(inner.requests).toEqual([]);
	});

	it('every request to the site is blocked if the allowed domains do not include it', async () => {
		const execution = await run(signIn, dataOf(signIn, { allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' }));
		expect(wordsOf(execution)).toContain('Only the following domains are allowed: example.com');
		// n8n itself requests the OAuth 2 token from a separate URL.
		expect(outer.requests.filter(({ url }) => !url!.startsWith('/oauth/'))).toEqual([]);
	});

	it('requests to the site are allowed if the allowed domains include it', async () => {
		expect(
			(await run(signIn, dataOf(signIn, { allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' }))).data.resultData.error,
		).toBeUndefined();
	});

	if (signIn !== 'basic') {
		it('a sign-in at a blocked address is not sent', async () => {
			const execution = await run(signIn, dataOf(signIn, { token: inner.origin }));
			expect(execution.status).toBe('error');
			expect(wordsOf(execution)).toMatch(/block|not allowed|restricted/i);
			expect([inner.requests, outer.requests]).toEqual([[], []]);
		});

		it('a sign-in does not follow a redirect to a blocked address', async () => {
			outer.instead = (request, response) => {
				if (!/login|oauth/.test(request.url!)) return false;
				response.writeHead(307, { Location: `${inner.origin}${request.url}` }).end();
				return true;
			};
			expect((await run(signIn, dataOf(signIn))).status).toBe('error');
			expect(inner.requests).toEqual([]);
		});
	}
});

describe('No secret', () => {
	const saved: string[] = [];
	const outcome: string[] = [];
	const tokens = new Set<string>();

	beforeAll(async () => {
		const note = (request: http.IncomingMessage): false => {
			const [, token] = (request.headers.authorization ?? '').split(' ');
			if (token) tokens.add(token);
			return false;
		};
		for (const signIn of SIGN_INS) {
			for (const data of [dataOf(signIn), dataOf(signIn, { password: WRONG, secret: WRONG })]) {
				outer.instead = note;
				const credential = await rest.putCredential({ name: `Guarded ${randomUUID()}`, type: TYPES[signIn], data });
				outcome.push(JSON.stringify(await rest.testCredential(credential, data)));
				saved.push(JSON.stringify(await run(signIn, data, NODE_USES)));
			}
			outer.instead = (request, response) => {
				note(request);
				// Echoes all headers that it receives.
				response
					.writeHead(400, { 'Content-Type': 'application/json' })
					.end(
						JSON.stringify({ error: `Cannot read ${JSON.stringify(request.headers)}`, error_description: JSON.stringify(request.headers) }),
					);
				return true;
			};
			saved.push(JSON.stringify(await run(signIn, dataOf(signIn, { extraBody: '{"a": 1}' }), NODE_USES)));
		}
		const sender = await rest.putCredential({
			name: 'Guarded sender',
			type: 'mediaOperationsEventsApi',
			data: { method: 'headerKey', headerName: 'X-Api-Key', apiKey: EVENTS_KEY },
		});
		const listening = await listen(rest, { name: `Guarded ${randomUUID()}`, credential: sender });
		for (const key of [EVENTS_KEY, `${EVENTS_KEY}x`]) {
			const incoming = await fetch(listening.address, {
				method: 'POST',
				headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
				body: '{"document": "JmJob", "id": 1}',
			});
			outcome.push(await incoming.text());
		}
		for (let tries = 0; tries < 600 && (await listening.executions()).length === 0; tries += 1)
			await new Promise((resolve) => setTimeout(resolve, 100));
		for (const id of await listening.executions()) saved.push(JSON.stringify(await rest.call('GET', `/rest/executions/${id}`)));
		await listening.stop();
	}, 300_000);

	const forms = (): string[] =>
		[PASSWORD, WRONG, EVENTS_KEY, CLIENT_SECRET, ...tokens].flatMap((secret) => [
			secret,
			encodeURIComponent(secret),
			Buffer.from(secret).toString('base64'),
			Buffer.from(`keeper:${secret}`).toString('base64'),
			Buffer.from(`media-operations-service:${secret}`).toString('base64'),
		]);
	const found = (text: string): string[] =>
		[...new Set(forms())]
			.filter((form) => text.includes(form))
			.map((form) => text.slice(Math.max(0, text.indexOf(form) - 200), text.indexOf(form)));

	it('is missing from the list of secrets that this test searches for', () => {
		// At least a correct and a wrong Basic header, a JWT and an access token.
		expect(tokens.size).toBeGreaterThanOrEqual(4);
		expect(saved.length).toBeGreaterThanOrEqual(10);
	});

	it('is in a saved execution, or in a response from a connection test or from the trigger', () => {
		expect([...saved, ...outcome].flatMap(found)).toEqual([]);
	});

	it("is in n8n's log at its most detailed level", () => {
		const log = readFileSync(n8n.logFile, 'utf8');
		expect(log).toContain('debug');
		expect(log.length).toBeGreaterThan(5_000);
		expect(found(log)).toEqual([]);
	});

	it("is stored unencrypted in n8n's database", () => {
		for (const file of ['database.sqlite', 'database.sqlite-wal']) {
			let bytes = '';
			try {
				bytes = readFileSync(path.join(home, '.n8n', file), 'latin1');
			} catch (refusal) {
				if ((refusal as NodeJS.ErrnoException).code !== 'ENOENT' || file === 'database.sqlite') throw refusal;
			}
			expect(found(bytes)).toEqual([]);
		}
	});

	it("is in the sandbox's journal or output", async () => {
		const { entries } = await sandbox.control.journal({ limit: 10_000 });
		expect(entries.length).toBeGreaterThan(30);
		expect(found(JSON.stringify(entries) + sandbox.output())).toEqual([]);
	});
});
