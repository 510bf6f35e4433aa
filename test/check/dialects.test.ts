/** Runs Check against sites with other formats, then runs the nodes with the profile that Check recommends. */
import { engineForTests } from '../support/engineForTests';
import { sandboxForTests } from '../support/sandboxForTests';
import { runCheck } from './checkRun';
import { startProxy, type Proxy } from './dialectProxy';
import { DIALECTS, type DialectCase } from './dialects';
import { LATER_DIALECTS } from './laterDialects';
import { VALUE_DIALECTS } from './valueDialects';
import { credentialFor, runSiteScript, type ScriptResult } from './siteScript';

const engine = engineForTests();
const sandbox = sandboxForTests();

let expected: ScriptResult;
beforeAll(async () => {
	expected = await runSiteScript(engine, credentialFor(sandbox.apiUrl));
});

/** Secrets, addresses and values that a report must not contain. */
const FORBIDDEN = ['127.0.0.1', btoa('demo:demo'), 'SITE-SCRIPT', 'signin'];

describe.each<DialectCase>([...DIALECTS, ...LATER_DIALECTS, ...VALUE_DIALECTS])(
	'The site check of a site with $name',
	({ authentication = 'basic', create, finding: [topic, found], works }) => {
		let proxy: Proxy;
		beforeAll(async () => {
			await sandbox.control.reset();
			proxy = await startProxy(new URL(sandbox.url).origin, create());
		});
		afterAll(async () => await proxy.close());

		it(
			works ? 'reports the difference, and the nodes work with the recommended profile' : 'reports why the nodes do not work',
			async () => {
				const checked = await runCheck(engine, credentialFor(proxy.apiUrl), { authentication });
				const { maxConcurrent, methods } = proxy.seen;
				expect(new Set(methods)).toEqual(new Set(authentication === 'jwt' ? ['POST', 'GET'] : ['GET']));
				expect(methods.length).toBeLessThanOrEqual(200);
				expect(maxConcurrent).toBeLessThanOrEqual(4);
				expect(checked.findings).toContainEqual(expect.objectContaining({ topic, found: expect.stringMatching(found) }));
				for (const text of FORBIDDEN) expect(JSON.stringify(checked)).not.toContain(text);
				if (!works) {
					expect(checked.markdown.split('\n')[0]).toContain('Not ready to use');
					return;
				}
				const type = authentication === 'jwt' ? 'mediaOperationsJwtApi' : 'mediaOperationsBasicApi';
				const result = await runSiteScript(engine, credentialFor(proxy.apiUrl, checked.profile), { authentication, type });
				expect({ ...result, got: 0 }).toEqual({ ...expected, got: 0 });
				expect(result.got).toMatchObject({ job_desc: expected.got.job_desc });
				expect(String(result.got.job_no)).toBe('342');
			},
		);
	},
);

describe('The site check', () => {
	it('reports details such as host and field names only if Include Site Details is on', async () => {
		const { findings, html } = await runCheck(engine, credentialFor(sandbox.apiUrl), {
			options: { includeDetails: true, checkedDocuments: ['job'] },
		});
		expect(html).toContain('127.0.0.1');
		expect(findings.find(({ topic }) => topic === 'Custom fields')?.details).toContain('JmJob.JOB_field_1');
		expect(findings.find(({ topic }) => topic === 'Errors')?.details).toMatch(/no_such_field_of_this_list/);
		const plain = await runCheck(engine, credentialFor(sandbox.apiUrl), { options: { checkedDocuments: ['job'] } });
		expect(plain.findings.some(({ details }) => details !== undefined)).toBe(false);
	});

	it('checks only the chosen documents, and rejects an unknown document', async () => {
		await sandbox.control.clearJournal();
		await runCheck(engine, credentialFor(sandbox.apiUrl), { options: { checkedDocuments: ['job'] } });
		const { entries } = await sandbox.control.journal({ limit: 1000 });
		expect(entries.length).toBeGreaterThan(20);
		for (const { path } of entries) expect(path).toMatch(/\/(JmJobList|JmJob)\b/);
		const { error } = await engine.run({
			node: 'mediaOperations',
			parameters: { authentication: 'basic', resource: 'site', operation: 'check', options: { checkedDocuments: ['nothing'] } },
			credentials: { mediaOperationsBasicApi: credentialFor(sandbox.apiUrl) },
		});
		expect(error?.message).toContain("Unknown document 'nothing' in 'Documents'");
	});
});
