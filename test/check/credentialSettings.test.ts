/** Check with a credential whose settings or profile differ from their defaults. */
import { readSiteProfile } from '../../core/catalog';
import { giveToken, siteForTests } from '../engine/recordingSite';
import { engineForTests } from '../support/engineForTests';
import { sandboxForTests } from '../support/sandboxForTests';
import { runCheck, type Checked } from './checkRun';
import { credentialFor } from './siteScript';

const engine = engineForTests();
const topic = ({ findings }: Checked, name: string) => findings.find((finding) => finding.topic === name);

describe('The site check with a setting of the credential that differs from the recommended profile', () => {
	const site = sandboxForTests({ release: '11.1', siteProfile: { version: 1, lists: { count: 'X-Total' } } });

	it('names the settings that take precedence over the profile', async () => {
		const checked = await runCheck(engine, {
			...credentialFor(site.apiUrl, { version: 1, lists: { count: 'X-Total' } }),
			release: '11.0',
			definitionPattern: '/nowhere/{document}',
			apiNames: JSON.stringify({ count: 'X-Count' }),
		});
		expect(checked.profile).toMatchObject({ definition: { url: null }, lists: { count: 'x-total' }, release: '11.1' });
		expect(topic(checked, 'Credential settings')).toMatchObject({
			severity: 'warning',
			found: "'API Names (JSON)', 'Definition URL', 'Release' take precedence and have different values",
			effect: 'These settings of the recommended profile have no effect',
			recommendation: 'When you paste the recommended profile, reset these settings of the credential to their defaults',
		});
	});

	it('names no setting that is equal to the profile, or that the profile does not contain', async () => {
		const checked = await runCheck(engine, {
			...credentialFor(site.apiUrl),
			release: '11.1',
			maxConcurrentRequests: 4,
			apiNames: JSON.stringify({ count: 'X-Total' }),
		});
		expect(topic(checked, 'Credential settings')).toBeUndefined();
	});

	it('recommends a release that takes effect, whether the credential or the profile states the wrong one', async () => {
		const { findings } = await runCheck(engine, credentialFor(site.apiUrl, { version: 1, release: '11.0' }));
		expect(findings.find((finding) => finding.topic === 'Release')).toMatchObject({
			assumed: 'The site runs release 11.0',
			recommendation: "Paste the recommended profile into 'Site Profile (JSON)' in the credential, and set 'Release' to 11.1",
		});
	});
});

describe('The site check of a sign-in', () => {
	const site = siteForTests();
	const TOKEN = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJkZW1vIn0.c2lnbmF0dXJl';
	const check = async () =>
		await runCheck(
			engine,
			{
				...credentialFor(site.url, { version: 1, signIn: { tokenPath: 'wrong', userField: 'username' } }),
				customizeSignIn: true,
				responsePath: 'wrong',
			},
			{ authentication: 'jwt' },
		);

	it('whose response is the token recommends clearing Token Path and using a profile that every node accepts', async () => {
		site.logIn = () => giveToken(site, TOKEN, TOKEN);
		const checked = await check();
		expect(checked.profile.signIn).toEqual({ userField: 'username' });
		expect(readSiteProfile(checked.profile).refusal).toBeUndefined();
		expect(topic(checked, 'Sign-in: token')).toMatchObject({
			recommendation: "Paste the recommended profile into 'Site Profile (JSON)' in the credential, and clear 'Token Path'",
		});
	});

	it('whose token is in another property reports that Token Path takes precedence', async () => {
		site.logIn = () => giveToken(site, TOKEN, { outcome: { token: TOKEN } });
		const checked = await check();
		expect(checked.profile.signIn).toEqual({ userField: 'username', tokenPath: 'outcome.token' });
		expect(topic(checked, 'Credential settings')?.found).toBe("'Token Path' takes precedence and has a different value");
	});
});

describe('The site check with a profile that contains URLs', () => {
	const site = sandboxForTests();
	const profile = () => ({
		version: 1 as const,
		signIn: { url: `${site.apiUrl}/login`, userField: 'username' },
		definition: { url: '/API/v2/database/{database}/spec/{document}?key=Zanzibar' },
	});
	const jwt = { authentication: 'jwt' } as const;

	it('omits host names and queries from the reports and the profile, and says so', async () => {
		const checked = await runCheck(engine, credentialFor(site.apiUrl, profile()), jwt);
		expect(JSON.stringify(checked)).not.toMatch(/127\.0\.0\.1|Zanzibar/);
		expect(checked.profile).toMatchObject({ signIn: { userField: 'username' } });
		expect(checked.profile.definition).toBeUndefined();
		expect(topic(checked, 'Kept settings')).toMatchObject({
			found: 'It omits signIn.url and definition.url, which can contain a host name or a secret',
			severity: 'info',
			recommendation: "Copy these settings from the current profile, or turn on 'Include Site Details'",
		});
	});

	it('keeps them if the user includes the details of the site', async () => {
		const checked = await runCheck(engine, credentialFor(site.apiUrl, profile()), { ...jwt, options: { includeDetails: true } });
		expect(checked.profile).toMatchObject({ signIn: profile().signIn, definition: profile().definition });
		expect(topic(checked, 'Kept settings')).toBeUndefined();
	});

	it('keeps URLs that are relative to the site', async () => {
		const relative = { version: 1 as const, signIn: { url: 'login' }, definition: { url: '/API/v2/database/{database}/spec/{document}' } };
		const checked = await runCheck(engine, credentialFor(site.apiUrl, relative), jwt);
		expect(checked.profile).toMatchObject({ signIn: relative.signIn, definition: relative.definition });
		expect(readSiteProfile(checked.profile).refusal).toBeUndefined();
	});
});
