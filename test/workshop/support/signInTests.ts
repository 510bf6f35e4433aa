/** The messages of the connection test for wrong settings, collected by running the test. */
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { testCredential } from '../../../workshop/engine/credentialTest';
import type { Engine } from '../../../workshop/engine/engine';
import { giveToken, startRecordingSite, type RecordingSite } from '../../engine/recordingSite';
import { selfSigned } from '../../../workshop/certificate';
import type { SandboxProcess } from '../../../workshop/sandboxProcess';

interface Stage {
	readonly sandbox: SandboxProcess;
	readonly site: RecordingSite;
	/** A site with an untrusted certificate. */
	readonly secure: RecordingSite;
	readonly press: (type: string, data: ICredentialDataDecryptedObject) => Promise<void>;
}

const pressBasic = async ({ sandbox, site, press }: Stage): Promise<void> => {
	const changed = async (changes: ICredentialDataDecryptedObject): Promise<void> =>
		await press('mediaOperationsBasicApi', { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo', ...changes });
	await changed({ password: 'wrong' });
	for (const baseUrl of [
		'',
		`${sandbox.url}/api/v2/database`,
		`${sandbox.url}/api/v2/database/OTHER`,
		'http://no-such-host.invalid/api/v2/database/LIVE',
		'http://127.0.0.1:9/api/v2/database/LIVE',
		sandbox.apiUrl.replace('http:', 'https:'),
	])
		await changed({ baseUrl });
	for (const reply of [
		{ body: '<html><title>Welcome</title></html>' },
		{ body: { error: 'The session has ended' } },
		{ status: 301, headers: { location: 'https://elsewhere.example/' } },
		{ status: 403 },
		{ status: 503 },
	]) {
		site.respond = () => reply;
		await changed({ baseUrl: site.url });
	}
};

const pressJwt = async ({ sandbox, site, press }: Stage): Promise<void> => {
	const changed = async (changes: ICredentialDataDecryptedObject): Promise<void> =>
		await press('mediaOperationsJwtApi', { baseUrl: sandbox.apiUrl, username: 'demo', password: 'demo', ...changes });
	await changed({ password: 'wrong' });
	await changed({ signInUrl: 'http://127.0.0.1:9/login' });
	site.logIn = () => ({ body: { session: 'abc' } });
	await changed({ baseUrl: site.url });
	site.logIn = () => ({ body: { token: 'not-accepted' } });
	site.respond = () => ({ status: 401, body: {} });
	// A different user, because a refused sign-in is cached.
	await changed({ baseUrl: site.url, username: 'other' });
};

const pressOAuth2 = async ({ sandbox, site, secure, press }: Stage): Promise<void> => {
	const client = { clientId: 'media-operations-service', clientSecret: 'media-operations-service-secret', scope: 'api' };
	const changed = async (changes: ICredentialDataDecryptedObject): Promise<void> =>
		await press('mediaOperationsOAuth2Api', {
			baseUrl: sandbox.apiUrl,
			grantType: 'clientCredentials',
			accessTokenUrl: `${sandbox.url}/oauth/token`,
			...client,
			...changes,
		});
	await changed({ clientSecret: 'wrong' });
	await changed({ accessTokenUrl: 'http://127.0.0.1:9/oauth/token' });
	for (const baseUrl of [
		'http://no-such-host.invalid/api/v2/database/LIVE',
		'http://127.0.0.1:9/api/v2/database/LIVE',
		sandbox.apiUrl.replace('http:', 'https:'),
		secure.url,
	])
		await changed({ baseUrl });
	await changed({ scope: 'nothing' });
	site.logIn = () => giveToken(site, 'scopeless', { access_token: 'scopeless', token_type: 'Bearer' });
	for (const status of [401, 403]) {
		site.respond = () => ({ status, body: {} });
		await changed({ baseUrl: site.url, accessTokenUrl: `${site.origin}/oauth/token` });
	}
};

/** All messages of the connection test for wrong settings, for every credential type. */
export const pressAll = async (engine: Engine, sandbox: SandboxProcess): Promise<ReadonlySet<string>> => {
	const expectedMessage = new Set<string>();
	const press: Stage['press'] = async (type, data) => {
		const { status, message } = await testCredential(engine, type, data);
		if (status === 'OK') throw new Error(`${type} passed the connection test with ${JSON.stringify(data)}`);
		expectedMessage.add(message);
	};
	const [site, secure] = await Promise.all([startRecordingSite(), startRecordingSite(selfSigned())]);
	try {
		const stage = { sandbox, site, secure, press };
		await pressBasic(stage);
		await press('mediaOperationsBasicApi', { baseUrl: secure.url, username: 'demo', password: 'demo' });
		await pressJwt(stage);
		await pressOAuth2(stage);
	} finally {
		await Promise.all([site.close(), secure.close()]);
	}
	return expectedMessage;
};
