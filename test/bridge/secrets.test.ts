import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { shownUrl } from '../../bridge/site/baseUrl';
import { maskSecrets } from '../../bridge/secrets/secrets';
import { messageOf } from '../../core/wire/reason';
import { testCredential } from '../../workshop/engine/credentialTest';
import type { NodeOutcome } from '../../workshop/engine/engine';
import { siteForTests } from '../engine/recordingSite';
import { engineForTests } from '../support/engineForTests';

const PASSWORD = `Pa"55&<w0rd> of 'José'\\`;
const inNumbers = (text: string): string => text.replace(/[^A-Za-z0-9 ]/g, (character) => `&#${character.charCodeAt(0)};`);
const inNames = (text: string): string =>
	text
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;')
		.replace(/"/g, '&quot;')
		.replace(/'/g, '&#x27;')
		.replace(/é/g, '&eacute;');
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

describe('A refusal', () => {
	const data: ICredentialDataDecryptedObject = {
		username: 'keeper',
		password: PASSWORD,
		oauthTokenData: { access_token: 'a+token/with=signs' },
	};
	const shown = (error: string): string | undefined => {
		const result = maskSecrets({ kind: 'response', status: 401, headers: {}, body: { error } }, data, 'GET');
		return result.kind === 'response' ? messageOf(result.body) : undefined;
	};

	it.each([
		['a secret in plain text', PASSWORD],
		['a secret in numeric HTML references', inNumbers(PASSWORD)],
		['a secret in named HTML references', inNames(PASSWORD)],
		['a secret in a JSON string', inJson(PASSWORD)],
		['a secret in a JSON string inside HTML references', inNames(inJson(PASSWORD))],
		['a secret in a URL', encodeURIComponent(PASSWORD)],
		['a password encoded for Basic authentication', Buffer.from(`keeper:${PASSWORD}`).toString('base64')],
		['a token in numeric HTML references', inNumbers('a+token/with=signs')],
	])('that contains %s is shown with the secret masked', (_how, echo) => {
		expect(shown(`Cannot read '${echo}' here`)).toBe("Cannot read '…' here");
	});

	it('that contains no secret is shown unchanged', () => {
		for (const words of ['Undefined Parameter &#39;no_such&#39;', 'Write &amp;lt; for &lt;', 'Pa55w0rd'])
			expect(shown(words)).toBe(messageOf(words));
	});
});

it('A sign-in URL is shown without its secret parts', () => {
	expect(shownUrl('https://keeper:word@login.example.com:8443/v1/login?key=secret#top')).toBe('https://login.example.com:8443/v1/login');
	expect(shownUrl('https://login.example.com/a@b')).toBe('https://login.example.com/a@b');
});

describe('No secret is shown', () => {
	const engine = engineForTests();
	const site = siteForTests();

	const getJobs = async (authentication: 'jwt' | 'oAuth2', data: ICredentialDataDecryptedObject, jobs = 1): Promise<NodeOutcome> =>
		await engine.run({
			node: 'mediaOperations',
			parameters: {
				authentication,
				resource: 'job',
				operation: 'get',
				record: { __rl: true, mode: 'job_no', value: '={{ $json.job }}' } as never,
				options: { maxAttempts: 1, concurrency: 1 },
			},
			credentials: { [authentication === 'jwt' ? 'mediaOperationsJwtApi' : 'mediaOperationsOAuth2Api']: { baseUrl: site.url, ...data } },
			input: Array.from({ length: jobs }, (_, index) => ({ json: { job: index + 1 } })),
		});
	const provider = (): ICredentialDataDecryptedObject => ({
		accessTokenUrl: `${site.origin}/oauth/token`,
		clientId: 'client',
		clientSecret: 'secret',
	});

	it('if a site echoes a token that was renewed during the run', async () => {
		site.logIn = (_request, count) => {
			if (count > 1) site.tokens.add(`renewed-token-${count}`);
			return { body: { access_token: `renewed-token-${count}`, token_type: 'Bearer' } };
		};
		site.respond = ({ headers }) => ({ status: 400, body: { error: `Cannot use ${headers.authorization}` } });
		const { error } = await getJobs('oAuth2', { ...provider(), grantType: 'clientCredentials' });
		expect(site.logIns).toHaveLength(2);
		expect(error?.message).toBe('Cannot use Bearer … [Item 0]');
	});

	it('if an identity provider echoes a refresh token that it issued during the run', async () => {
		site.logIn = (_request, count) => {
			if (count > 1)
				return { status: 400, body: { error: 'unknown_token', error_description: 'Unknown refresh token refresh-token-of-run' } };
			site.tokens.add('access-token-of-run');
			return { body: { access_token: 'access-token-of-run', refresh_token: 'refresh-token-of-run', token_type: 'Bearer' } };
		};
		site.respond = () => {
			site.tokens.clear();
			return { body: { jm_job: [{ job_no: 1 }] } };
		};
		const { error } = await getJobs(
			'oAuth2',
			{
				...provider(),
				grantType: 'authorizationCode',
				oauthTokenData: { access_token: 'ended-token', refresh_token: 'first-refresh-token', token_type: 'Bearer' },
			},
			2,
		);
		expect(site.logIns).toHaveLength(2);
		expect(error?.message).toBe('Unknown refresh token … [Item 1]');
	});

	it.each([
		['gets no response', 'http://keeper:kept-to-itself@127.0.0.1:1/login?key=kept-to-itself', {}],
		[
			'is not allowed to call its host',
			'http://keeper:kept-to-itself@localhost:1/login?key=kept-to-itself',
			{ allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' },
		],
	])('not even one in the sign-in URL, if the sign-in %s', async (_why, signInUrl, changes) => {
		const data = { baseUrl: site.url, username: 'demo', password: `demo-${signInUrl}`, signInUrl, ...changes };
		const { error } = await getJobs('jwt', data);
		expect(`${error?.message} ${error?.description}`).toMatch(/ http:\/\/(127\.0\.0\.1|localhost):1\/login\b/);
		expect(JSON.stringify([error, await testCredential(engine, 'mediaOperationsJwtApi', data)])).not.toContain('kept-to-itself');
	});

	it('in the connection test, if the response to the sign-in echoes the request body', async () => {
		site.logIn = ({ body }) => ({ status: 401, body: { error: `No user in ${body}` } });
		const { message } = await testCredential(engine, 'mediaOperationsJwtApi', { baseUrl: site.url, username: 'demo', password: PASSWORD });
		expect(message).toBe('No user in {"username":"demo","password":"…"}');
	});
});
