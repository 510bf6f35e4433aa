import fc from 'fast-check';
import { Workflow, type INodeTypes } from 'n8n-workflow';

import { BASE_URL_EXPRESSION, originOf, readBaseUrl, resolveUrl } from '../../bridge/site/baseUrl';

const SITE = 'https://media.example.com/mysite/api/v2/database/LIVE';

/** The URL that n8n resolves from the expression in the credential's connection test. */
const byExpression = (baseUrl: string): unknown => {
	const node = { id: '', name: 'Node', type: 'nothing', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
	const nodeTypes = {
		getByName: () => undefined,
		getByNameAndVersion: () => ({ description: { properties: [] } }),
		getKnownTypes: () => ({}),
	} as unknown as INodeTypes;
	return new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes }).expression.getSimpleParameterValue(
		node,
		BASE_URL_EXPRESSION,
		'internal',
		{ $credentials: { baseUrl } },
	);
};

describe('A pasted base URL', () => {
	it.each([
		[SITE],
		[`${SITE}/`],
		[`${SITE}//`],
		[`  ${SITE}\n`],
		[`${SITE}/JmJob`],
		[`${SITE}/JmJob/job_no=12/jm_episode?resultColumns={}`],
		[`${SITE}?Query=%7B%7D#top`],
		[`${SITE}/spec/JmWorkOrder`],
	])('is reduced from %j to the URL of the database', (pasted) => {
		expect(readBaseUrl(pasted)).toEqual({ url: SITE });
	});

	it('keeps http, ports, capital letters and a nonstandard path', () => {
		for (const url of [
			'http://127.0.0.1:4010/api/v2/database/DEMO',
			'https://media.example.com/API/V2/Database/Live',
			'https://media.example.com/media',
			'https://media.example.com',
		])
			expect(readBaseUrl(`${url}/`)).toEqual({ url });
	});

	it.each([
		undefined,
		null,
		12,
		'',
		'   ',
		'media.example.com',
		'ftp://media.example.com',
		'https://',
		'https://user:word@media.example.com/api/v2/database/LIVE',
		'https://media example.com/',
		'https://media.example.com\\evil',
		'https://media.example.com/api/v2/database',
	])('is rejected if it is %j, with a message that names the field', (pasted) => {
		expect(readBaseUrl(pasted).refusal).toContain("'Base URL'");
	});

	it('that contains a user name and a password is rejected with a message that repeats neither', () => {
		const { refusal } = readBaseUrl('https://keeper:sesame@media.example.com/api/v2/database/LIVE');
		expect(refusal).toContain('Remove the user name and password');
		expect(refusal).not.toMatch(/keeper|sesame/);
	});

	it('is reduced to the same URL in the connection test and in the nodes', () => {
		const ends = fc
			.array(fc.constantFrom('/', '?', '#', 'JmJob', '=', '12', ' ', '/database/', 'LIVE', '%2F', "'", '$1', '\\', 'ä'), { maxLength: 6 })
			.map((parts) => parts.join(''));
		fc.assert(
			fc.property(ends, (end) => {
				const pasted = `${SITE}${end}`;
				const { url } = readBaseUrl(pasted);
				if (url !== undefined) expect(byExpression(pasted)).toBe(url);
			}),
			{ numRuns: 200 },
		);
	});

	it('stays the same if it is reduced a second time', () => {
		fc.assert(
			fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
				const { url } = readBaseUrl(address);
				if (url !== undefined) expect(readBaseUrl(url)).toEqual({ url });
			}),
		);
	});
});

describe('A configured address other than the base URL', () => {
	it('can be absolute, relative to the host, or relative to the base URL', () => {
		expect(resolveUrl('https://login.example.com/token', SITE)).toBe('https://login.example.com/token');
		expect(resolveUrl('/auth/login', SITE)).toBe('https://media.example.com/auth/login');
		expect(resolveUrl('login', SITE)).toBe(`${SITE}/login`);
	});

	it('has the same origin as in a browser, but no origin if it is not an absolute http or https URL', () => {
		fc.assert(
			fc.property(fc.webUrl(), (address) => {
				expect(originOf(address)?.replace(/:(80|443)$/, '')).toBe(new URL(address).origin.replace(/:(80|443)$/, ''));
			}),
		);
		for (const address of ['//evil.example', '/login', 'mailto:a@b', 'https:/x']) expect(originOf(address)).toBeUndefined();
	});
});
