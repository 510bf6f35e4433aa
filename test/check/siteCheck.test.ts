/** Runs Check on each release, and on sites that each differ from the documented API in one respect. */
import { RELEASES, type SiteProfile } from '../../core/catalog';
import { startSandbox, type SandboxProcess } from '../../workshop/sandboxProcess';
import { engineForTests } from '../support/engineForTests';
import { siteForTests, type Reply } from '../engine/recordingSite';
import { selfSigned } from '../../workshop/certificate';
import { sandboxForTests } from '../support/sandboxForTests';
import { differences, runCheck, type Checked } from './checkRun';
import { credentialFor, runSiteScript, type ScriptResult } from './siteScript';

const engine = engineForTests();
const plain = sandboxForTests();
const recording = siteForTests();
const secure = siteForTests(selfSigned);

const check = async (credential: ReturnType<typeof credentialFor>): Promise<Checked> => await runCheck(engine, credential);

describe.each(RELEASES)('The site check on release %s', (release) => {
	const site = sandboxForTests({ release });

	it('reports no difference', async () => {
		const checked = await check({ ...credentialFor(site.apiUrl), release });
		expect(differences(checked)).toEqual([]);
		expect(checked.markdown.split('\n')[0]).toBe('# Ready to use');
		expect(checked.profile).toEqual({ version: 1, release });
	});

	it('recognizes the release by its definitions', async () => {
		const { findings, profile } = await check(credentialFor(site.apiUrl));
		expect(profile.release).toBe(release);
		expect(findings.find(({ topic }) => topic === 'Release')?.found).toBe(`The definitions are for release ${release}`);
	});

	it('recognizes the release by its behavior if there are no definitions', async () => {
		const { findings, profile } = await check(credentialFor(site.apiUrl, { version: 1, definition: { url: null } }));
		expect(findings.find(({ topic }) => topic === 'Release')?.found).toMatch(
			['10.6', '11.0', '11.1'].includes(release) ? `It behaves like release ${release}` : 'It behaves like releases 11.2 to 26.1',
		);
		expect(profile.release).toBe(['10.6', '11.0', '11.1'].includes(release) ? release : '26.1');
	});
});

/** Every string of at least six characters in a value, including its properties. */
const textsIn = (value: unknown): string[] =>
	typeof value === 'string'
		? value.length >= 6
			? [value]
			: []
		: typeof value === 'object' && value !== null
			? Object.values(value).flatMap(textsIn)
			: [];

describe('The site check', () => {
	it('checks every topic on a site without differences', async () => {
		const { findings } = await check(credentialFor(plain.apiUrl));
		expect(findings.filter(({ found }) => found?.startsWith('Not checked'))).toEqual([]);
		expect(findings.map(({ topic }) => topic)).toEqual([
			'Encryption',
			'Sign-in',
			'Access',
			'Records in a list',
			'Count',
			'Lists',
			'Definitions',
			'Tables',
			'Key fields',
			'Fields',
			'Page size',
			'Page number',
			'First page',
			'Largest page',
			'Sort',
			'Fields to return',
			'Omit empty fields',
			'Omit alternate keys',
			'Parameter case',
			'Keys',
			'Numbers',
			'Look-ups',
			'Flags',
			'Empty dates',
			'Dates',
			'Custom fields',
			'Single records',
			'Sub-tables',
			'Alternate keys',
			'Unknown records',
			'Unknown fields',
			'Errors',
			'Release',
			'Operators',
			'Count on page 2',
			'Maximum URL length',
			'Compression',
			'Concurrent requests',
			'Clock',
		]);
		expect(findings.find(({ topic }) => topic === 'Operators')?.found).toBe(
			'As expected for numbers, text, dates, decimal numbers, yes/no fields',
		);
	});

	it('outputs no empty string, because the editor would show it in red', async () => {
		for (const options of [{}, { includeDetails: true }]) {
			const { findings } = await runCheck(engine, credentialFor(plain.apiUrl), { options });
			const names = Object.keys(findings[0]!);
			expect(findings.filter((finding) => names.some((name) => !finding[name]))).toEqual([]);
			expect(findings.find(({ topic }) => topic === 'Access')).toMatchObject({ effect: 'None', recommendation: 'None' });
		}
	});

	it('sends at most 200 requests, all with GET', async () => {
		await plain.control.clearJournal();
		await check(credentialFor(plain.apiUrl));
		const { entries } = await plain.control.journal({ limit: 1000 });
		expect(new Set(entries.map(({ method }) => method))).toEqual(new Set(['GET']));
		expect(entries.length).toBeGreaterThan(100);
		expect(entries.length).toBeLessThanOrEqual(200);
	});

	it('returns no values from records, no secrets and no host names', async () => {
		const { findings, html, markdown, profile } = await check(credentialFor(plain.apiUrl));
		const all = JSON.stringify([findings, html, markdown, profile]);
		const records = await Promise.all(
			['JmWorkOrderList', 'JmJobList', 'LibMasterList', 'ArCustomerList', 'SchResourceList'].map(
				async (list) =>
					await fetch(`${plain.apiUrl}/${list}?Query=%7B%7D`, { headers: { Authorization: `Basic ${btoa('demo:demo')}` } }).then(
						(response) => response.json(),
					),
			),
		);
		const values = [...new Set(records.flatMap(textsIn))];
		expect(values.length).toBeGreaterThan(500);
		// The demo data has a group with the same name as a topic.
		const own = new Set(findings.map(({ topic }) => topic));
		expect(values.filter((value) => all.includes(value) && !own.has(value))).toEqual([]);
		expect(all).not.toContain('127.0.0.1');
		expect(all).not.toContain(btoa('demo:demo'));
	});
});

let expected: ScriptResult;
beforeAll(async () => {
	expected = await runSiteScript(engine, credentialFor(plain.apiUrl));
});

type Settings = Omit<SiteProfile, 'version'>;
const DIALECTS: ReadonlyArray<readonly [name: string, settings: Settings]> = [
	['other names for the records property and the count header', { lists: { records: 'items', count: 'x-total' } }],
	['another name for the query parameter', { lists: { query: 'query' } }],
	['another name for the page size parameter', { lists: { pageSize: 'rows' } }],
	['page numbers that start at 0', { lists: { firstPage: 0 } }],
	['at most 40 records per page', { lists: { maxPageSize: 40 } }],
	['10 records per page, regardless of the requested number', { lists: { fixedPageSize: 10 } }],
	['flat keys', { records: { keys: 'flat' } }],
	['look-ups as text', { records: { lookups: 'text' } }],
	['flags as booleans', { records: { flags: 'boolean' } }],
	['dates without an offset, in UTC', { records: { dates: 'local' } }],
	['the year 1 in empty dates', { records: { emptyDates: 'yearOne' } }],
	['unsupported operators', { unsupportedOperators: ['$notin'] }],
	['URLs of at most 3,500 characters', { requests: { maxUrlLength: 3500 } }],
];

describe.each(DIALECTS)('The site check of a site with %s', (_name, settings) => {
	let site: SandboxProcess;
	beforeAll(async () => void (site = await startSandbox({ siteProfile: { version: 1, ...settings } })));
	afterAll(async () => void (await site.stop()));

	it('reports the difference and recommends a profile with which the nodes work', async () => {
		const checked = await check(credentialFor(site.apiUrl));
		expect(differences(checked)).not.toEqual([]);
		const { release: _release, version: _version, ...found } = checked.profile;
		expect(found).toEqual('requests' in settings ? { requests: { maxUrlLength: 3000 } } : settings);
		const result = await runSiteScript(engine, credentialFor(site.apiUrl, checked.profile));
		expect({ ...result, got: 0 }).toEqual({ ...expected, got: 0 });
	});
});

describe('The connection part of the site check', () => {
	it.each<[string, Reply, string]>([
		['a web page', { status: 200, body: '<html><title>Welcome Jane</title></html>' }, 'Not ready to use: Status 200 with an HTML page'],
		['a redirect', { status: 302, headers: { Location: '/signin' } }, 'Not ready to use: The site redirects with status 302'],
		['a 403', { status: 403, body: { Message: 'No' } }, 'Not ready to use: The user has no permission (status 403)'],
		['a 404', { status: 404, body: 'nothing' }, 'Not ready to use: The site has no API at this URL (status 404)'],
	])('reports %s as a blocker', async (_name, reply, verdict) => {
		recording.respond = () => reply;
		const { markdown } = await check(credentialFor(recording.url));
		expect(markdown.split('\n')[0]).toBe(`# ${verdict}`);
	});

	it('reports an unverifiable certificate as a blocker', async () => {
		const { markdown } = await check(credentialFor(secure.url));
		expect(markdown.split('\n')[0]).toBe(
			'# Not ready to use: The certificate is self-signed, or n8n does not trust its authority (DEPTH_ZERO_SELF_SIGNED_CERT)',
		);
	});

	it("reports that a certificate is not verified because 'Ignore SSL Issues' is on", async () => {
		secure.respond = () => ({ status: 403, body: {} });
		const { findings } = await check({ ...credentialFor(secure.url), ignoreSSLIssues: true });
		expect(findings.find(({ topic }) => topic === 'Encryption')?.found).toBe(
			"The certificate is self-signed, or n8n does not trust its authority. 'Ignore SSL Issues' is on",
		);
	});

	it.each<[string, Reply, string]>([
		['is refused', { status: 401, body: { error: 'Wrong password of Jane' } }, 'Status 401'],
		['is at another address', { status: 404, body: '' }, 'Status 404'],
		['returns no token', { body: { user: 'Jane' } }, 'Status 200 without a token'],
	])("signs in only once if the sign-in %s, and reports the status without the server's message", async (_name, reply, found) => {
		recording.logIn = () => reply;
		const { findings, markdown } = await runCheck(engine, credentialFor(recording.url), { authentication: 'jwt' });
		expect(findings[0]).toMatchObject({ topic: 'Sign-in: token', found, severity: 'blocker' });
		expect(markdown).not.toContain('Jane');
		expect(recording.logIns).toHaveLength(1);
		expect(recording.requests).toEqual([]);
	});

	it('reports where the token is and how long it is valid', async () => {
		const { findings } = await runCheck(engine, credentialFor(plain.apiUrl), { authentication: 'jwt' });
		expect(findings.find(({ topic }) => topic === 'Sign-in: token')?.found).toMatch(
			/^The token is in token\. It is valid for \d+ minutes$/,
		);
	});

	it('stops after the first 429, and reports that the site limits requests', async () => {
		recording.respond = (_request, number): Reply =>
			number > 5
				? { status: 429, headers: { 'Retry-After': '60' } }
				: { body: { L: [{ wo_no_seq: '1-1' }] }, headers: { 'Pagination-Count': '1' } };
		const checked = await check(credentialFor(recording.url));
		expect(differences(checked)).toContain('Check: The site limits requests: status 429 after 6 requests');
		expect(recording.requests).toHaveLength(6);
	});
});
