/** Runs last, so that it covers what n8n and the editor did during all tests of the run. */
import { readFileSync } from 'node:fs';
import type { N8nRest } from '../../workshop/editor/rest';
import { outboundLogOfTests, signedIn } from './support/site';

/** Top-level domains that never resolve (RFC 2606): tests point credentials at such hosts. */
const RESERVED = /\.(invalid|test|example)$/;

/** Hosts that the browser calls because of n8n's own pages. n8n has no setting that disables these requests. */
const CALLS_OF_N8N_PAGES = [
	'editor registry.npmjs.org', // maintainer and downloads, on the page of a community node in the node creator
	'editor api.npmjs.org', // as above
	'editor fonts.googleapis.com', // the font of form pages
	'editor fonts.gstatic.com', // as above
];

const outboundCalls = (): string[] =>
	[...new Set(readFileSync(outboundLogOfTests(), 'utf8').split('\n'))].filter((line) => line !== '' && !RESERVED.test(line));

describe('The n8n server that the project starts', () => {
	let rest: N8nRest;

	beforeAll(async () => {
		rest = await signedIn();
	});

	/** Without a recorded request, an empty log would prove nothing. */
	it('is monitored: a request to another host is recorded', async () => {
		const data = { baseUrl: 'http://watched.invalid/api/v2/database/DEMO', username: 'demo', password: 'demo' };
		const credential = await rest.putCredential({ name: 'Watched', type: 'mediaOperationsBasicApi', data });
		await rest.testCredential(credential, data);
		expect(readFileSync(outboundLogOfTests(), 'utf8')).toContain('watched.invalid');
	});

	it('calls no host on the internet, either at startup or for the lists in its editor', async () => {
		for (const path of ['/rest/community-node-types', '/rest/settings', '/rest/module-settings', '/rest/banners']) {
			await rest.call('GET', path).catch(() => undefined); // not every version has all of these paths
		}
		expect(outboundCalls().filter((line) => line.startsWith('n8n '))).toEqual([]);
	});

	it("makes the browser call only the hosts that n8n's own pages call", () => {
		expect(outboundCalls().filter((line) => !line.startsWith('n8n ') && !CALLS_OF_N8N_PAGES.includes(line))).toEqual([]);
	});
});
