import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';

import { searchRecords } from '../../bridge/panel/listSearch';
import { panelContext } from '../../workshop/engine/panel';
import { engineForTests } from '../support/engineForTests';
import { plainCall } from '../support/plainCall';
import { sandboxForTests } from '../support/sandboxForTests';
import { SIGN_INS } from './sandboxCredentials';

const engine = engineForTests();
const sandbox = sandboxForTests();
beforeEach(() => sandbox.control.clearJournal());

const search = async (
	parameters: INodeParameters,
	filter?: string,
	token?: string,
	signIn = SIGN_INS[0]!,
): Promise<INodeListSearchResult> => {
	const context = await panelContext(engine, {
		node: 'mediaOperations',
		parameters: { authentication: signIn.authentication, operation: 'get', ...parameters },
		credentials: { [signIn.type]: signIn.data(sandbox) },
	});
	return await searchRecords.call(context, filter, token);
};

describe('The list of records in a resource locator', () => {
	it.each(SIGN_INS)('shows the title of each record followed by its key, with "$authentication" authentication', async (signIn) => {
		const { results } = await search({ resource: 'job' }, undefined, undefined, signIn);
		expect(results).toHaveLength(50);
		const names = results.map(({ name }) => name.replace(/, inactive$/, ''));
		expect(results.every(({ value }, index) => names[index]!.endsWith(` (${value})`))).toBe(true);
		expect(names).toEqual([...names].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)));
	});

	it('marks inactive records', async () => {
		for (const [key, active] of [
			[14, 'N'],
			[15, 'Y'],
		] as const)
			await plainCall(sandbox, 'PATCH', `/JmJob/job_no=${key}`, [{ op: 'replace', path: 'active', value: active }]);
		expect((await search({ resource: 'job' }, '14')).results).toContainEqual({
			name: expect.stringMatching(/ \(14\), inactive$/),
			value: '14',
		});
		expect((await search({ resource: 'job' }, '15')).results).toContainEqual({ name: expect.stringMatching(/ \(15\)$/), value: '15' });
	});

	it('continues page by page until it has shown every record once', async () => {
		const seen: unknown[] = [];
		let token: string | undefined;
		do {
			const { results, paginationToken } = await search({ resource: 'job' }, undefined, token);
			seen.push(...results.map(({ value }) => value));
			token = paginationToken as string | undefined;
		} while (token !== undefined);
		const { entries } = await sandbox.control.journal({ document: 'JmJobList' });
		expect(entries.map(({ query }) => query.page)).toEqual(entries.map((_, index) => String(index + 1)));
		expect(new Set(seen).size).toBe(seen.length);
		expect(seen.length).toBeGreaterThan(100);
	});

	it('starts over if n8n requests the next page of a different search, as n8n 1 does when the user starts to type', async () => {
		const { paginationToken } = await search({ resource: 'job' });
		expect(paginationToken).toBeDefined();
		const { results } = await search({ resource: 'job' }, 'news');
		expect(await search({ resource: 'job' }, 'news', paginationToken as string)).toMatchObject({ results });
		expect(results.length).toBeGreaterThan(0);
		await sandbox.control.clearJournal();
		const { paginationToken: nextE } = await search({ resource: 'job' }, 'e');
		await search({ resource: 'job' }, 'e', nextE as string);
		await search({ resource: 'job' }, undefined, nextE as string);
		await search({ resource: 'job' }, undefined, 'whatever');
		const { entries } = await sandbox.control.journal({ document: 'JmJobList' });
		expect(entries.filter(({ query }) => !query.Query!.includes('external_key')).map(({ query }) => [query.Query, query.page])).toEqual([
			['{"job_desc":"%e%"}', '1'],
			['{"job_desc":"%e%"}', '2'],
			['{}', '1'],
			['{}', '1'],
		]);
	});

	it('finds records by any typed text, and requests only the fields that it shows', async () => {
		const { results } = await search({ resource: 'job' }, 'news');
		expect(results.length).toBeGreaterThan(0);
		expect(results.every(({ name }) => /news/i.test(name))).toBe(true);
		expect((await search({ resource: 'job' }, 'no % such "job" & more')).results).toEqual([]);
		const { entries } = await sandbox.control.journal({ document: 'JmJobList' });
		expect(entries.map(({ query }) => [query.Query, query.resultColumns])).toEqual([
			['{"job_desc":"%news%"}', '{"L":["job_no","job_desc","active"]}'],
			['{"external_key":"news%"}', '{"L":["job_no","job_desc","external_key","active"]}'],
			['{"job_desc":"%no % such \\"job\\" & more%"}', '{"L":["job_no","job_desc","active"]}'],
			['{"external_key":"no % such \\"job\\" & more%"}', '{"L":["job_no","job_desc","external_key","active"]}'],
		]);
	});

	it('finds a record by the start of any of its keys, lists it once, and shows the matching key', async () => {
		await plainCall(sandbox, 'PATCH', '/JmJob/job_no=12', [{ op: 'replace', path: 'external_key', value: 'CRM-4711' }]);
		await plainCall(sandbox, 'PATCH', '/LibMaster/master_no=18', [{ op: 'replace', path: 'umid', value: 'ZZ-18/2' }]);
		const [job] = (await search({ resource: 'job' }, 'crm-47')).results;
		expect(job).toEqual({ name: expect.stringMatching(/ \(12\), CRM-4711$/), value: '12' });
		expect((await search({ resource: 'job' }, '12')).results.filter(({ value }) => value === '12')).toHaveLength(1);
		expect((await search({ resource: 'libraryAsset' }, 'zz-18')).results).toEqual([
			{ name: expect.stringMatching(/ \(18\), ZZ-18\/2$/), value: '18' },
		]);
		const anyDocument = { resource: 'anyDocument', documentName: 'JmJob', keyField: 'job_no' };
		expect((await search(anyDocument, 'CRM-4711')).results).toEqual([{ name: expect.stringMatching(/CRM-4711$/), value: '12' }]);
	});

	it('skips a key by which the document cannot be searched', async () => {
		await sandbox.control.addFaults({
			match: { path: 'external_key%22%3A' },
			fault: { type: 'status', status: 400, error: "Undefined Parameter 'external_key'" },
		});
		try {
			expect((await search({ resource: 'job' }, 'news')).results.length).toBeGreaterThan(0);
		} finally {
			await sandbox.control.reset();
		}
	});

	it('reports why the site refused the request', async () => {
		const context = await panelContext(engine, {
			node: 'mediaOperations',
			parameters: { authentication: 'basic', resource: 'job' },
			credentials: { mediaOperationsBasicApi: { baseUrl: sandbox.apiUrl, username: 'demo', password: 'wrong' } },
		});
		await expect(searchRecords.call(context)).rejects.toMatchObject({ description: expect.stringContaining('401 on GET /JmJobList') });
	});
});
