/** n8n's connection test of a credential on sites that differ from the documented API. */
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { SiteProfile } from '../../core/catalog';
import { testCredential } from '../../workshop/engine/credentialTest';
import { startProxy, changeJson, isList } from '../check/dialectProxy';
import { siteForTests } from '../engine/recordingSite';
import { engineForTests } from '../support/engineForTests';
import { sandboxForTests } from '../support/sandboxForTests';

const engine = engineForTests();
const recording = siteForTests();
const plain = sandboxForTests();

const PROFILE: SiteProfile = {
	version: 1,
	lists: { records: 'items', query: 'filter', pageSize: 'rows', columns: 'fields' },
	documents: { JmWorkOrder: { list: 'OrderList' } },
	signIn: { url: '/session', userField: 'login' },
};
const foreign = sandboxForTests({ siteProfile: PROFILE });

const user = { username: 'demo', password: 'demo', advancedSettings: true };
/** A credential of each type for this site. */
const credentials = (site: { readonly url: string; readonly apiUrl: string }): [type: string, data: ICredentialDataDecryptedObject][] => [
	['mediaOperationsBasicApi', { baseUrl: site.apiUrl, ...user }],
	['mediaOperationsJwtApi', { baseUrl: site.apiUrl, ...user }],
	[
		'mediaOperationsOAuth2Api',
		{
			baseUrl: site.apiUrl,
			advancedSettings: true,
			grantType: 'clientCredentials',
			accessTokenUrl: `${site.url}/oauth/token`,
			clientId: 'media-operations-service',
			clientSecret: 'media-operations-service-secret',
			scope: 'api',
		},
	],
];
const basic = async (baseUrl: string, settings: ICredentialDataDecryptedObject = {}) =>
	await testCredential(engine, 'mediaOperationsBasicApi', { baseUrl, ...user, ...settings });

it.each([
	['Basic', 0],
	['JWT', 1],
	['OAuth 2', 2],
] as const)("The connection test with %s succeeds with the site's profile, and fails without it", async (_signIn, index) => {
	const [type, data] = credentials(foreign)[index]!;
	expect(await testCredential(engine, type, { ...data, siteProfile: JSON.stringify(PROFILE) })).toEqual({
		status: 'OK',
		message: 'Connection successful!',
	});
	expect((await testCredential(engine, type, data)).status).toBe('Error');
});

it("The connection test sends the names in the profile, or those in 'API Names' that differ from the defaults", async () => {
	const sentTo = async (settings: ICredentialDataDecryptedObject): Promise<string> => {
		await basic(recording.url, settings);
		return decodeURIComponent(recording.requests.at(-1)!.address.replace('/api/v2/database/DEMO', ''));
	};
	const siteProfile = JSON.stringify(PROFILE);
	expect(await sentTo({ siteProfile })).toBe('/OrderList?filter={}&rows=1&fields={"items":["wo_no_seq"]}');
	expect(await sentTo({ siteProfile, apiNames: '{"pageSize":"limit","records":"L"}' })).toBe(
		'/OrderList?filter={}&limit=1&fields={"items":["wo_no_seq"]}',
	);
	expect(await sentTo({ siteProfile: '', apiNames: '{"pageSize":"limit","records":"data"}' })).toBe(
		'/JmWorkOrderList?Query={}&limit=1&resultColumns={"data":["wo_no_seq"]}',
	);
	expect(await sentTo({ siteProfile: '', apiNames: 'none' })).toBe(
		'/JmWorkOrderList?Query={}&pageSize=1&resultColumns={"L":["wo_no_seq"]}',
	);
});

it('The connection test names the invalid setting in a profile', async () => {
	for (const type of ['mediaOperationsBasicApi', 'mediaOperationsJwtApi'])
		expect(
			await testCredential(engine, type, { baseUrl: plain.apiUrl, ...user, siteProfile: '{"version":1,"lists":{"firstPage":2}}' }),
		).toEqual({
			status: 'Error',
			message: expect.stringContaining(
				"'Site Profile (JSON)' in the credential has an error: 'lists.firstPage' must be one of 0, 1, got 2",
			),
		});
});

it('The connection test accepts a list that is a plain array, as the nodes do', async () => {
	const proxy = await startProxy(plain.url, {
		response: (reply, exchange) => {
			if (isList(exchange) && reply.status === 200) changeJson(reply, (body) => (body as { L: unknown }).L);
		},
	});
	try {
		expect(await basic(proxy.apiUrl)).toMatchObject({ status: 'OK' });
	} finally {
		await proxy.close();
	}
});

it.each([
	['an error', { error: 'The session has ended' }, /returned an error with a success status/],
	['an error in another property', { Message: 'The session has ended' }, /returned an error with a success status/],
	['an error in an object', { error: { code: 7, message: 'The session has ended' } }, /returned an error with a success status/],
	['a web page', '<html><title>Welcome</title></html>', /does not come from the API/],
	['null', 'null', /does not come from the API/],
])('The connection test fails if the site returns %s with status 200', async (_name, body, message) => {
	recording.respond = () => ({ body });
	expect(await basic(recording.url)).toEqual({ status: 'Error', message: expect.stringMatching(message) });
});
