/** Sites that each differ from the documented API in one respect. The sandbox and the nodes use the same site profile. */
import { searchRecords } from '../../bridge/panel/listSearch';
import { type SiteProfile } from '../../core/catalog';
import { panelContext } from '../../workshop/engine/panel';
import { startSandbox } from '../../workshop/sandboxProcess';
import { engineForTests } from '../support/engineForTests';
import { jobRun } from '../support/jobRun';
import { sandboxForTests } from '../support/sandboxForTests';
import { credentialFor, runSiteScript, type ScriptResult } from './siteScript';

const engine = engineForTests();
const plain = sandboxForTests();

let expected: ScriptResult;
beforeAll(async () => {
	expected = await runSiteScript(engine, credentialFor(plain.apiUrl));
});

type Settings = Omit<SiteProfile, 'version'>;

/** The settings of each profile, and whether the nodes fail or return something else without them. */
const SITES: ReadonlyArray<readonly [name: string, settings: Settings, differs: boolean]> = [
	['other names for the records property and the count header', { lists: { records: 'items', count: 'X-Total' } }, true],
	[
		'other names for the list parameters',
		{ lists: { query: 'filter', columns: 'fields', pageSize: 'rows', page: 'sheet', sort: 'orderBy' } },
		true,
	],
	['case-sensitive parameter names', { lists: { query: 'query', columns: 'resultcolumns', pageSize: 'pagesize' } }, true],
	['page numbers that start at 0', { lists: { firstPage: 0 } }, true],
	['at most 7 records per page', { lists: { maxPageSize: 7 } }, false],
	['11 records per page, regardless of the requested number', { lists: { fixedPageSize: 11 } }, false],
	['other names for a list and its table', { documents: { JmJob: { list: 'JmJobs', table: 'jm_jobs' } } }, true],
	['flat keys', { records: { keys: 'flat' } }, true],
	['look-ups as text', { records: { lookups: 'text' } }, true],
	['flags as booleans', { records: { flags: 'boolean' } }, true],
	['dates in local time', { records: { dates: 'local', timeZone: 'America/New_York' } }, true],
	['the year 1 in empty dates', { records: { emptyDates: 'yearOne' } }, true],
	['no compression', { requests: { compression: false } }, false],
	['success responses without a body', { successResponses: ['empty'] }, false],
];

describe.each(SITES)('On a site with %s,', (_name, settings, differs) => {
	const profile: SiteProfile = { version: 1, ...settings };
	const site = sandboxForTests({ siteProfile: profile });

	it('the nodes with the site profile return the same records as on a site without differences', async () => {
		const result = await runSiteScript(engine, credentialFor(site.apiUrl, profile));
		// Sites with flat keys or look-ups as text return look-ups without descriptions, or with keys of another type.
		const isReduced = settings.records?.keys === 'flat' || settings.records?.lookups === 'text';
		expect(result).toEqual(
			isReduced ? { ...expected, got: expect.objectContaining({ job_no: 342, job_desc: expected.got.job_desc }) } : expected,
		);
	});

	it(
		differs
			? 'the nodes without the site profile fail or return other records'
			: 'the nodes without the site profile return the same records',
		async () => {
			await site.control.reset();
			const result = await runSiteScript(engine, credentialFor(site.apiUrl)).catch((error: Error) => error.message);
			if (differs) expect(result).not.toEqual(expected);
			else expect(result).toEqual(expected);
		},
	);
});

describe('A node with a site profile', () => {
	it('requests its token as the profile describes', async () => {
		const profile: SiteProfile = {
			version: 1,
			signIn: {
				url: '/session',
				userField: 'login',
				passwordField: 'secret',
				tokenPath: 'outcome.session.value',
				headerName: 'X-Session',
				headerPrefix: '',
			},
		};
		const site = await startSandbox({ siteProfile: profile });
		const jwt = { authentication: 'jwt', type: 'mediaOperationsJwtApi' } as const;
		try {
			expect(await runSiteScript(engine, credentialFor(site.apiUrl, profile), jwt)).toEqual(expected);
			await expect(runSiteScript(engine, credentialFor(site.apiUrl), jwt)).rejects.toThrow();
			const own = {
				customizeSignIn: true,
				...credentialFor(site.apiUrl, { ...profile, signIn: { ...profile.signIn, tokenPath: 'wrong' } }),
				responsePath: 'outcome.session.value',
			};
			await site.control.reset();
			expect(await runSiteScript(engine, own, jwt)).toEqual(expected);
		} finally {
			await site.stop();
		}
	});

	it("splits a query to stay within the site's maximum URL length", async () => {
		const profile: SiteProfile = { version: 1, requests: { maxUrlLength: 700 } };
		const site = await startSandbox({ siteProfile: profile });
		const list = async (settings?: SiteProfile) =>
			await engine.run(
				jobRun(credentialFor(site.apiUrl, settings), {
					operation: 'getMany',
					returnAll: true,
					queryMode: 'json',
					queryJson: JSON.stringify({ job_no: { $in: Array.from({ length: 120 }, (_, index) => index + 1) } }),
				}),
			);
		try {
			const { error, output } = await list(profile);
			expect(error).toBeNull();
			expect(output[0]!.length).toBeGreaterThan(40);
			const { entries } = await site.control.journal({ kind: 'request', limit: 1000 });
			expect(entries.length).toBeGreaterThan(1);
			for (const { path } of entries) expect(site.url.length + path.length).toBeLessThanOrEqual(700);
			expect((await list()).error?.message).toContain("this site's maximum is 700");
		} finally {
			await site.stop();
		}
	});

	it('reads the editor lists in pages of the maximum size', async () => {
		const profile: SiteProfile = { version: 1, lists: { maxPageSize: 20 } };
		const site = await startSandbox({ siteProfile: profile });
		try {
			const context = await panelContext(engine, {
				node: 'mediaOperations',
				parameters: { authentication: 'basic', operation: 'get', resource: 'job' },
				credentials: { mediaOperationsBasicApi: credentialFor(site.apiUrl, profile) },
			});
			const seen = new Set<unknown>();
			let token: string | undefined;
			do {
				const { paginationToken, results } = await searchRecords.call(context, undefined, token);
				expect(results.length).toBeLessThanOrEqual(20);
				for (const { value } of results) seen.add(value);
				token = paginationToken as string | undefined;
			} while (token !== undefined);
			expect(seen.size).toBe(expected.listed.length);
		} finally {
			await site.stop();
		}
	});

	it('rejects an unsupported operator before it sends anything', async () => {
		await plain.control.clearJournal();
		const { error } = await engine.run(
			jobRun(credentialFor(plain.apiUrl, { version: 1, unsupportedOperators: ['$LIKEAND'] }), {
				operation: 'getMany',
				queryMode: 'json',
				queryJson: '{"job_desc":{"$LIKEAND":["a%"]}}',
			}),
		);
		expect(error?.message).toContain("The operator '$LIKEAND' on 'job_desc' is not supported by the site");
		expect((await plain.control.journal({ kind: 'request' })).entries).toEqual([]);
	});

	it('reports the name of an invalid setting', async () => {
		const invalid = { ...credentialFor(plain.apiUrl), siteProfile: '{"version":1,"lists":{"firstPage":2}}' };
		const { error } = await engine.run(jobRun(invalid, { operation: 'getMany' }));
		expect(error?.message).toBe("'Site Profile (JSON)' in the credential has an error: 'lists.firstPage' must be one of 0, 1, got 2");
	});
});
