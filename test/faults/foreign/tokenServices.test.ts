/**
 * Token services other than the sandbox's. Whatever they return, an item without a usable token is reported as not done, and no secret is
 * in the output.
 */
import { gzipSync } from 'node:zlib';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { engineForTests } from '../../support/engineForTests';
import { byItem, reportedOf } from '../comparing';
import { http1, startRawSite, type Step } from './rawSite';
import { envelope } from './uses';

const PASSWORD = 'foreign-secret-9431';
const TOKEN = 'foreign-token-77301';
const CONCURRENT = 24;
const engine = engineForTests();

type Kind = 'jwt' | 'oAuth2';
/** The response of a service to a token request; `kinds` limits it to some credentials. */
interface Service {
	readonly name: string;
	readonly kinds?: readonly Kind[];
	readonly steps: (kind: Kind, attempt: number) => readonly Step[];
	/** Whether the token is usable. */
	readonly signsIn?: true;
	/** The timeout of one request in seconds. */
	readonly timeout?: number;
}

const good = (kind: Kind, more: object = {}): object =>
	kind === 'jwt' ? { token: TOKEN, ...more } : { access_token: TOKEN, token_type: 'Bearer', expires_in: 3600, ...more };
const json = (body: object | string, status = 200, headers: Readonly<Record<string, string>> = {}): Buffer[] => [
	http1({ status, headers: { 'Content-Type': 'application/json', ...headers }, body }),
];
const html = (body: string, status = 200): Buffer[] => [http1({ status, headers: { 'Content-Type': 'text/html' }, body })];
const textOf = (kind: Kind): string => JSON.stringify(good(kind));

const SERVICES: readonly Service[] = [
	{ name: 'a sign-in page with 200', steps: () => html('<html><form action="/login"><input name="password"></form></html>') },
	{ name: 'a sign-in page with 401', steps: () => html('<html>Sign in</html>', 401) },
	{ name: 'a redirect to a sign-in page', steps: () => [http1({ status: 302, headers: { Location: 'http://portal.invalid/login' } })] },
	{ name: 'a block page', steps: () => html('<html>The requested URL was rejected. Your support ID is: 1</html>', 403) },
	{ name: 'network authentication required', steps: () => html('<html>Sign in to the network</html>', 511) },
	{ name: '204', steps: () => [http1({ status: 204, length: null })] },
	{ name: 'an empty body', steps: () => json('') },
	{ name: 'an empty object', steps: () => json({}) },
	{ name: 'null', steps: () => json('null') },
	{ name: 'a token that is null', steps: () => json({ token: null, access_token: null }) },
	{ name: 'an empty token', steps: () => json({ token: '', access_token: '' }) },
	{ name: 'a token that is an object', steps: () => json({ token: { nothing: 1 }, access_token: { nothing: 1 } }) },
	{ name: 'a token that is false', steps: () => json({ token: false, access_token: false }) },
	{
		name: 'a token with a line break, which would add a header',
		steps: () => json({ token: `${TOKEN}\r\nX-Injected: 1`, access_token: `${TOKEN}\r\nX-Injected: 1` }),
	},
	{ name: 'an error with 200', steps: () => json({ error: 'invalid_client', error_description: 'The client is not known' }) },
	{ name: 'success: false', steps: () => json({ success: false, message: 'Locked' }) },
	{ name: 'invalid_client with 401', steps: () => json({ error: 'invalid_client' }, 401) },
	{ name: 'unauthorized_client with 400', steps: () => json({ error: 'unauthorized_client' }, 400) },
	{ name: 'invalid_scope with 400', steps: () => json({ error: 'invalid_scope' }, 400) },
	{ name: 'an unknown path', steps: () => html('<html>404</html>', 404) },
	{ name: 'a service that always fails with 500', steps: () => html('<html>500</html>', 500) },
	{ name: 'a service that is always down', steps: () => html('<html>503</html>', 503) },
	{ name: 'JSON that ends early', steps: (kind) => json(textOf(kind).slice(0, -4)) },
	{
		name: 'a body shorter than announced',
		steps: (kind) => [http1({ headers: { 'Content-Type': 'application/json' }, body: textOf(kind).slice(0, 12), length: 500 }), 'end'],
	},
	{ name: 'an uncompressed body that is announced as gzip', steps: (kind) => json(textOf(kind), 200, { 'Content-Encoding': 'gzip' }) },
	{ name: 'a reset connection', steps: () => ['reset'] },
	{ name: 'a connection that ends without a response', steps: () => ['end'] },
	{ name: 'something that is not HTTP', steps: () => ['SSH-2.0-OpenSSH_9.2\r\n', 'end'] },
	{ name: 'an echo of the password', kinds: ['jwt'], steps: () => json({ error: `The password ${PASSWORD} is wrong` }, 400) },
	{ name: 'silence', kinds: ['jwt'], timeout: 1, steps: () => [60_000] },
	{
		name: 'a valid response in gzip',
		signsIn: true,
		steps: (kind) => [http1({ headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }, body: gzipSync(textOf(kind)) })],
	},
	{
		name: 'a valid response in HTTP/1.0',
		signsIn: true,
		steps: (kind) => [
			http1({ version: 'HTTP/1.0', headers: { 'Content-Type': 'application/json' }, body: textOf(kind), length: null }),
			'end',
		],
	},
	{
		name: 'a valid response with more properties',
		signsIn: true,
		steps: (kind) => json(good(kind, { scope: 'api', refresh_token: null, user: { id: 1 } })),
	},
	{
		name: 'a valid response after 103 Early Hints',
		signsIn: true,
		steps: (kind) => [http1({ status: 103, length: null }), ...json(good(kind))],
	},
	{
		name: 'a valid response after a 503',
		kinds: ['jwt'],
		signsIn: true,
		steps: (kind, attempt) => (attempt === 1 ? html('<html>503</html>', 503) : json(good(kind))),
	},
	{ name: 'a lifetime that is not a number', signsIn: true, steps: (kind) => json(good(kind, { expires_in: 'soon' })) },
];

const RUNS = SERVICES.flatMap((service) => (service.kinds ?? (['jwt', 'oAuth2'] as const)).map((kind) => ({ service, kind })));

const credentialFor = (kind: Kind, baseUrl: string): Record<string, ICredentialDataDecryptedObject> =>
	kind === 'jwt'
		? { mediaOperationsJwtApi: { baseUrl, username: 'demo', password: PASSWORD, signInUrl: 'login' } }
		: {
				mediaOperationsOAuth2Api: {
					baseUrl,
					grantType: 'clientCredentials',
					clientId: 'foreign',
					clientSecret: PASSWORD,
					accessTokenUrl: `${baseUrl}/oauth/token`,
					requestedScope: 'api',
					scope: 'api',
					authentication: 'header',
				},
			};

const runService = async ({ steps, signsIn, timeout = 20 }: Service, kind: Kind): Promise<string[]> => {
	let tokenRequests = 0;
	const calls: string[] = [];
	const site = await startRawSite(({ method, address, headers }) => {
		if (/\/(login|oauth\/token)$/.test(address)) return steps(kind, (tokenRequests += 1));
		if (headers.authorization !== `Bearer ${TOKEN}` || headers['x-injected'] !== undefined)
			return [http1({ status: 401, body: { error: 'The token is not valid' } })];
		calls.push(`${method} ${address}`);
		return [http1({ body: envelope('jm_job', 'job_no', 4711) })];
	});
	try {
		const outcome = await engine.run({
			node: 'mediaOperations',
			parameters: {
				authentication: kind,
				resource: 'job',
				operation: 'create',
				fieldsMode: 'json',
				fieldsJson: '{"job_desc":"Foreign","cust_id":"32"}',
				options: { maxAttempts: 2, timeout },
			} as never,
			credentials: credentialFor(kind, site.url),
			onError: 'continueRegularOutput',
		});
		const [item] = byItem(outcome, 1);
		const reported = reportedOf(item!);
		const text = JSON.stringify([outcome.output, outcome.error, outcome.hints]);
		return [
			...(outcome.error ? [`the run ended: ${outcome.error.message}`] : []),
			...(tokenRequests === 0 ? ['no token was requested'] : []),
			...(signsIn
				? reported === 'done'
					? []
					: [`reported as ${reported}: ${item!.fault}`]
				: reported === 'refused'
					? []
					: [`reported as ${reported}: ${item!.fault}`]),
			...(signsIn ? [] : calls.map((call) => `processed without a usable token: ${call}`)),
			...(signsIn && calls.length !== 1 ? [`${calls.length} creates were sent`] : []),
			...[PASSWORD, TOKEN].filter((secret) => text.includes(secret)).map((secret) => `${secret} is in the output`),
		];
	} finally {
		await site.close();
	}
};

const outcomes = new Map<string, Promise<string[]>>();
const nameOf = ({ name }: Service, kind: Kind): string => `${kind}: ${name}`;

beforeAll(() => {
	const next = RUNS.values();
	const waiting = new Map(
		RUNS.map(({ service, kind }) => {
			let settle: (complaints: Promise<string[]>) => void = () => undefined;
			outcomes.set(nameOf(service, kind), new Promise<string[]>((resolve) => (settle = resolve)));
			return [nameOf(service, kind), settle] as const;
		}),
	);
	const worker = async (): Promise<void> => {
		for (const { service, kind } of next) {
			const complaints = runService(service, kind).catch((cause: Error) => [String(cause.stack)]);
			waiting.get(nameOf(service, kind))?.(complaints);
			await complaints;
		}
	};
	for (let count = 0; count < CONCURRENT; count += 1) void worker();
});

it.each(
	RUNS.map(
		({ service, kind }) =>
			[
				nameOf(service, kind),
				service.signsIn === true ? 'is sent once, and is reported as done' : 'is not sent, and is reported as not done',
			] as const,
	),
)(
	'With the token service "%s", a create %s',
	async (name) => {
		expect(await outcomes.get(name)!).toEqual([]);
	},
	120_000,
);
