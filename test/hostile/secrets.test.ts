import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { testCredential } from '../../workshop/engine/credentialTest';
import { createPoller, startWebhook } from '../../workshop/engine/triggers';
import { engineForTests } from '../support/engineForTests';
import { engineProgram } from '../support/engineProgram';
import { NODE_USES } from '../support/everyNode';
import { sandboxForTests } from '../support/sandboxForTests';
import { SIGN_INS, SIGN_IN_TYPES as TYPES, type SignIn } from '../support/signInTypes';

const ROOT = resolve(__dirname, '../..');
const USER = 'keeper';
const PASSWORD = 'Pa55-w0rd§of the keeper';
const WRONG = 'another-w0rd-that-is-wrong';
const CLIENT_SECRET = 'media-operations-service-secret';
const EVENTS_KEY = 'events-key-that-nobody-may-see';

const engine = engineForTests();
const sandbox = sandboxForTests({ args: ['--user', USER, '--password', PASSWORD] });
/** A server that echoes each request in its response. */
let echo: Server;
let echoUrl: string;
const written: string[] = [];

beforeAll(async () => {
	echo = createServer((request, response) => {
		let body = '';
		request
			.on('data', (piece) => (body += String(piece)))
			.on('end', () => {
				if (request.url === '/oauth/token')
					return response
						.writeHead(200, { 'Content-Type': 'application/json' })
						.end('{"access_token": "access-token-of-the-echo", "token_type": "Bearer", "expires_in": 3600}');
				if (request.url === '/token-echo')
					return response
						.writeHead(401, { 'Content-Type': 'application/json' })
						.end(JSON.stringify({ error: `Cannot read ${JSON.stringify(request.headers)} ${body}` }));
				if (/login/.test(request.url!))
					return response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"token": "session-token-of-the-echo"}');
				const status = Number(/status=(\d+)/.exec(request.url!)?.[1] ?? 400);
				const words = `Cannot read ${JSON.stringify(request.headers)} ${body.slice(0, 200)}`;
				const error = /inEveryForm/.test(request.url!) ? inEveryForm(String(request.headers.authorization)) : words;
				return response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }));
			});
	});
	await new Promise<void>((listening) => echo.listen(0, '127.0.0.1', listening));
	echoUrl = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
	for (const stream of [process.stdout, process.stderr]) {
		jest.spyOn(stream, 'write').mockImplementation((text) => {
			written.push(String(text));
			return true;
		});
	}
	for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const)
		jest.spyOn(console, name).mockImplementation((...words) => void written.push(words.map(String).join(' ')));
});
afterAll(async () => {
	jest.restoreAllMocks();
	echo.closeAllConnections();
	await new Promise((closed) => echo.close(closed));
});

const units = (text: string, form: (code: string) => string, radix = 10): string =>
	Array.from(text, (character) =>
		form(
			character
				.charCodeAt(0)
				.toString(radix)
				.padStart(radix === 16 ? 4 : 0, '0'),
		),
	).join('');

/** The forms in which a site can echo the credentials of a sign-in: unchanged, escaped, as bytes, and as a property name. */
const inEveryForm = (authorization: string): object => {
	const [scheme, sent = ''] = authorization.split(' ');
	const raw =
		scheme === 'Basic'
			? Buffer.from(sent, 'base64')
					.toString('utf8')
					.replace(/^[^:]*:/, '')
			: sent;
	const bytes = Buffer.from(raw);
	const forms = [
		raw,
		units(raw, (code) => `&#${code};`),
		units(raw, (code) => `&#${code}`),
		units(raw, (code) => `\\u${code}`, 16),
		encodeURIComponent(encodeURIComponent(raw)),
		bytes.toString('hex'),
		bytes.toString('hex').toUpperCase(),
		Buffer.from(`xy${raw}`).toString('base64'),
		bytes.toString('base64url'),
	];
	return { [raw]: 'Cannot read', ...Object.fromEntries(forms.map((form, index) => [`form ${index}`, `<${form}>`])) };
};

const credential = (signIn: SignIn, good: boolean, site = sandbox.url): ICredentialDataDecryptedObject => ({
	baseUrl: `${site}/api/v2/database/DEMO`,
	...(signIn === 'oAuth2'
		? {
				grantType: 'clientCredentials',
				accessTokenUrl: `${site}/oauth/token`,
				clientId: 'media-operations-service',
				clientSecret: good ? CLIENT_SECRET : WRONG,
				scope: 'api',
			}
		: {
				username: USER,
				password: good ? PASSWORD : WRONG,
				...(signIn === 'jwt' ? { customizeSignIn: true, lifeMinutes: 60 + Math.random() } : {}),
			}),
});

/** Every string inside a value, including hidden properties, causes and contexts of errors. */
const textsBelow = (value: unknown, seen = new Set<unknown>()): string[] => {
	if (typeof value === 'string') return [value];
	if (Buffer.isBuffer(value)) return [value.toString('utf8')];
	if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return [];
	seen.add(value);
	return Reflect.ownKeys(value).flatMap((key) => {
		const { value: own } = Object.getOwnPropertyDescriptor(value, key) ?? {};
		return [String(key), ...textsBelow(own, seen)];
	});
};

/** The strings that must not be found, in each form in which they are sent. */
const formsOf = (secrets: readonly unknown[]): string[] =>
	secrets
		.filter((secret): secret is string => typeof secret === 'string' && secret !== '')
		.flatMap((secret) => [
			secret,
			encodeURIComponent(secret),
			Buffer.from(secret).toString('base64'),
			JSON.stringify(secret).slice(1, -1),
			Buffer.from(secret).toString('latin1'),
			...[USER, 'media-operations-service'].flatMap((user) => [
				Buffer.from(`${user}:${secret}`).toString('base64'),
				Buffer.from(`${encodeURIComponent(user)}:${encodeURIComponent(secret)}`).toString('base64'),
			]),
		]);
const SECRETS = [PASSWORD, WRONG, CLIENT_SECRET, EVENTS_KEY, 'access-token-of-the-echo', 'session-token-of-the-echo'];

const expectNone = (texts: readonly string[], secrets: readonly unknown[] = SECRETS): void => {
	const forms = formsOf(secrets);
	expect(texts.filter((text) => forms.some((form) => text.includes(form))).map((text) => text.slice(0, 500))).toEqual([]);
};

const run = async (signIn: SignIn, node: string, parameters: INodeParameters, id: string, continuesOnFail: boolean) =>
	await engine.run({
		node,
		parameters: {
			authentication: signIn,
			...parameters,
			options: { maxAttempts: 1, timeout: 2, ...(parameters.options as object) },
		} as never,
		credentials: { [TYPES[signIn]]: id },
		input: [{ json: {}, binary: { data: { data: 'eA==', mimeType: 'text/plain', fileName: 'a.txt' } } }],
		...(continuesOnFail ? { onError: 'continueRegularOutput' as const } : {}),
	});

const FAULTS: ReadonlyArray<readonly [string, object | undefined]> = [
	['a good response', undefined],
	['status 500', { type: 'status', status: 500 }],
	['status 401', { type: 'status', status: 401 }],
	['a broken connection', { type: 'resetBeforeResponse' }],
	['an HTML page', { type: 'html', status: 200 }],
	['a redirect', { type: 'status', status: 302, headers: { Location: 'http://127.0.0.1:1/' } }],
];

const CREDENTIALS = [
	['the right', true],
	['a wrong', false],
] as const;

describe.each(SIGN_INS)('No secret of a credential (%s)', (signIn) => {
	it.each(FAULTS)(
		'is stored or shown after %s',
		async (_name, fault) => {
			if (fault) await sandbox.control.addFaults({ match: { path: '/database/DEMO/(?!login)' }, fault });
			try {
				for (const [index, [node, parameters]] of NODE_USES.entries()) {
					const id = `secret-${signIn}-${index}-${_name}`;
					await engine.credentials.put(id, TYPES[signIn], credential(signIn, true));
					for (const continuesOnFail of [false, true]) {
						const outcome = await run(signIn, node, parameters, id, continuesOnFail);
						const { sessionToken, oauthTokenData } = await engine.credentials.read(id, TYPES[signIn]);
						expectNone(textsBelow(outcome), [
							...SECRETS,
							sessionToken,
							(oauthTokenData as { access_token?: string } | undefined)?.access_token,
						]);
					}
				}
			} finally {
				await sandbox.control.clearFaults();
			}
		},
		60_000,
	);

	it.each([
		['wrong', () => credential(signIn, false)],
		[
			'right, while the site is unreachable',
			() => ({
				...credential(signIn, true),
				baseUrl: 'http://127.0.0.1:1/api/v2/database/DEMO',
				accessTokenUrl: 'http://127.0.0.1:1/oauth/token',
			}),
		],
	])(
		'is stored or shown when the credential is %s',
		async (_how, data) => {
			for (const [index, [node, parameters]] of NODE_USES.entries()) {
				const id = `wrong-${signIn}-${index}-${_how}`;
				await engine.credentials.put(id, TYPES[signIn], data());
				const outcome = await run(signIn, node, parameters, id, false);
				expect(outcome.error).not.toBeNull();
				expectNone(textsBelow(outcome));
			}
			expectNone(textsBelow(await testCredential(engine, TYPES[signIn], data())));
		},
		60_000,
	);

	it('is stored or shown when the site echoes everything it receives', async () => {
		for (const status of [200, 400, 401, 500]) {
			for (const [index, [node, parameters]] of NODE_USES.entries()) {
				const id = `echo-${signIn}-${index}-${status}`;
				await engine.credentials.put(id, TYPES[signIn], credential(signIn, true, echoUrl));
				const outcome = await run(
					signIn,
					node,
					{ ...parameters, options: { extraParameters: { entry: [{ name: 'status', value: String(status) }] } } },
					id,
					false,
				);
				expect(outcome.error).not.toBeNull();
				expectNone(textsBelow(outcome));
			}
		}
	});

	it('is stored or shown when it is short and the site echoes it in every form', async () => {
		const short = { password: 'Pa55w!d', clientSecret: 's3cr3t!' };
		for (const [index, [node, parameters]] of NODE_USES.entries()) {
			const id = `short-${signIn}-${index}`;
			await engine.credentials.put(id, TYPES[signIn], { ...credential(signIn, true, echoUrl), ...short });
			for (const continuesOnFail of [false, true]) {
				const outcome = await run(
					signIn,
					node,
					{ ...parameters, options: { extraParameters: { entry: [{ name: 'inEveryForm', value: '1' }] } } },
					id,
					continuesOnFail,
				);
				const { sessionToken, oauthTokenData } = await engine.credentials.read(id, TYPES[signIn]);
				const secrets = [
					...Object.values(short),
					sessionToken,
					(oauthTokenData as { access_token?: string } | undefined)?.access_token,
				].filter((secret): secret is string => typeof secret === 'string' && secret !== '');
				const texts = textsBelow([outcome.error, outcome.output]);
				expect(texts.join()).toContain('Cannot read');
				expectNone(texts, secrets);
				for (const secret of secrets) {
					const rest = Object.values(inEveryForm(`Bearer ${secret}`) as Record<string, string>)
						.map((form) => form.replace(/^<|>$/g, ''))
						.filter((form) => form !== 'Cannot read');
					expect(rest.filter((form) => texts.some((text) => text.includes(form)))).toEqual([]);
				}
			}
		}
	});

	it.each(CREDENTIALS)(
		'is in the messages, items or state of a poll with %s credential',
		async (_which, good) => {
			for (const data of [
				credential(signIn, good),
				credential(signIn, good, echoUrl),
				{ ...credential(signIn, good), baseUrl: 'http://127.0.0.1:1/api/v2/database/DEMO' },
			]) {
				const { poll, stored } = await createPoller(engine, {
					node: 'mediaOperationsPollTrigger',
					parameters: { authentication: signIn, resource: 'job' },
					credentials: { [TYPES[signIn]]: data },
				});
				for (const mode of ['manual', 'trigger'] as const) {
					const result = await poll(mode).catch((thrown: unknown) => thrown);
					// Only the sandbox accepts the right credential: the echo server refuses each request, and nothing listens at the third address.
					expect(result instanceof Error).toBe(!good || data.baseUrl !== `${sandbox.url}/api/v2/database/DEMO`);
					expectNone(textsBelow([result, stored]));
				}
			}
		},
		60_000,
	);

	it('is in an event whose record is fetched with the credential, whether or not the fetch succeeds', async () => {
		for (const data of [credential(signIn, true), credential(signIn, false), credential(signIn, true, echoUrl)]) {
			const events = { method: 'headerKey', headerName: 'X-Api-Key', apiKey: EVENTS_KEY };
			const server = await startWebhook(engine, {
				node: 'mediaOperationsTrigger',
				parameters: { fetchRecord: true, authentication: signIn },
				credentials: { mediaOperationsEventsApi: events, [TYPES[signIn]]: data },
			});
			for (const key of [EVENTS_KEY, WRONG]) {
				const response = await fetch(server.url, {
					method: 'POST',
					headers: { 'Content-Type': 'application/json', 'X-Api-Key': key },
					body: '{"document": "JmJob", "id": 1, "idField": "job_no", "type": "UPDATE"}',
				});
				expectNone([await response.text(), ...response.headers.keys(), ...response.headers.values()]);
			}
			// The trigger responds first and fetches the record afterwards.
			for (let tries = 0; tries < 200 && server.runs.length === 0; tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
			await server.close();
			expect(server.runs).toHaveLength(1);
			expectNone(textsBelow([server.runs, server.stored, server.faults]));
		}
	});

	it.each(CREDENTIALS)(
		"is in n8n's log at debug level after a run with %s credential",
		async (_which, good) => {
			const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
			const file = join(folder, 'run.json');
			writeFileSync(
				file,
				JSON.stringify({
					node: 'mediaOperations',
					parameters: { authentication: signIn, ...NODE_USES[0]![1] },
					credentials: { [TYPES[signIn]]: credential(signIn, good) },
				}),
			);
			const result = await new Promise<string>((ended) => {
				execFile(
					join(ROOT, 'node_modules/.bin/node'),
					[...engineProgram('workshop/engine/runNode.ts'), file],
					{ cwd: ROOT, env: { ...process.env, N8N_LOG_LEVEL: 'debug', NODE_DEBUG: '' } },
					(_status, stdout, stderr) => ended(stdout + stderr),
				);
			});
			rmSync(folder, { recursive: true });
			expect(result).toContain('"output"');
			expectNone([result]);
		},
		60_000,
	);
});

describe('No secret of an OAuth 2 client', () => {
	it.each(['header', 'body'])(
		'is stored or shown when the identity provider echoes everything it receives (secret in the %s)',
		async (authentication) => {
			for (const [index, [node, parameters]] of NODE_USES.entries()) {
				const id = `provider-${authentication}-${index}`;
				await engine.credentials.put(id, TYPES.oAuth2, {
					...credential('oAuth2', true),
					authentication,
					accessTokenUrl: `${echoUrl}/token-echo`,
				});
				for (const continuesOnFail of [false, true]) {
					const outcome = await run('oAuth2', node, parameters, id, continuesOnFail);
					expect(JSON.stringify([outcome.error, outcome.output])).toContain('Cannot read');
					expectNone(textsBelow(outcome));
				}
			}
		},
		60_000,
	);
});

describe('No secret', () => {
	it("is in the sandbox's journal or output", async () => {
		const { entries } = await sandbox.control.journal({ limit: 10_000 });
		expect(entries.length).toBeGreaterThan(100);
		expectNone([...textsBelow(entries), sandbox.output().replace(`password '${PASSWORD}'`, '')]);
	});

	it('is written to stdout or stderr by the nodes', () => {
		expectNone(written);
	});
});
