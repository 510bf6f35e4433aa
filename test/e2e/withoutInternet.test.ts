/** Last in order, so that it sees what n8n and the editor did during all tests of the run. */
import { readFileSync } from 'node:fs';
import type { N8nRest } from '../../workshop/editor/rest';
import { outboundLogOfTests, signedIn } from './support/site';

/** Reserved for names that never resolve (RFC 2606): tests point credentials at such hosts. */
const RESERVED = /\.(invalid|test|example)$/;

const outboundCalls = (): string[] => [...new Set(readFileSync(outboundLogOfTests(), 'utf8').split('\n'))].filter((line) => line !== '' && !RESERVED.test(line));

describe('the n8n that the project starts', () => {
	let rest: N8nRest;

	beforeAll(async () => {
		rest = await signedIn();
	});

	/** A call that the running n8n makes for this test: without it, an empty log would prove nothing. */
	it('is watched: a call to another host is recorded', async () => {
		const data = { baseUrl: 'http://watched.invalid/api/v2/database/DEMO', username: 'demo', password: 'demo' };
		const credential = await rest.putCredential({ name: 'Watched', type: 'mediaOperationsBasicApi', data });
		await rest.testCredential(credential, data);
		expect(readFileSync(outboundLogOfTests(), 'utf8')).toContain('watched.invalid');
	});

	it('calls no host on the internet, at its start or for the lists that its editor asks for', async () => {
		for (const path of ['/rest/community-node-types', '/rest/settings', '/rest/module-settings', '/rest/banners']) {
			await rest.call('GET', path).catch(() => undefined); // not every version has all of them
		}
		expect(outboundCalls()).toEqual([]);
	});
});
