import fc from 'fast-check';
import { maskedAddress, maskedBody, maskedHeaders, MASK } from '../../../sandbox/plugins/journal/masking';
import { sandboxForTests } from '../../support/sandboxForTests';
import { createPhase, DEMO, JSON_BODY, newCode, send } from './wire';

const SECRET_NAMES = [
	'password',
	'Password',
	'client_secret',
	'access_token',
	'refresh_token',
	'token',
	'api_key',
	'apiKey',
	'Authorization',
	'passwd',
	'code_verifier',
	'code',
];
const SECRET_HEADERS = [
	'Authorization',
	'Proxy-Authorization',
	'Cookie',
	'X-Api-Key',
	'X-Auth-Token',
	'X-Access-Key',
	'Session-Id',
	'X-Client-Secret',
];

/** A secret that cannot occur elsewhere by chance. */
const secret = fc.stringMatching(/^[A-Za-z0-9]{12,40}$/).map((text) => `s3cr3t${text}`);
const secretName = fc.constantFrom(...SECRET_NAMES);
/** JSON with the secret somewhere inside the value of a property whose name is in `SECRET_NAMES`. */
const hidden = (value: string): fc.Arbitrary<unknown> =>
	fc.letrec((tie) => ({
		value: fc.oneof(
			fc.constant(value),
			fc.constant(`x${value}y`),
			fc.array(tie('value'), { minLength: 1, maxLength: 2 }),
			fc.dictionary(fc.constantFrom('a', 'b'), tie('value'), { minKeys: 1 }),
		),
		body: fc.oneof(
			{ maxDepth: 4 },
			fc.tuple(secretName, tie('value')).map(([name, inner]) => ({ wo_desc: 'Order', [name]: inner })),
			fc.tuple(fc.constantFrom('jm_job', 'data'), tie('body')).map(([name, inner]) => ({ [name]: [inner, null, 1] })),
			fc.tuple(fc.constantFrom('note', 'details'), tie('body')).map(([name, inner]) => ({ [name]: JSON.stringify(inner) })),
		),
	})).body;

/** The JSON text with some of its letters as Unicode escapes. */
const escaped = (text: string, every: number): string =>
	text.replace(/[A-Za-z]/g, (letter, at: number) =>
		at % every === 0 ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter,
	);

describe('The journal masks every secret', () => {
	test('anywhere in a body, with or without Unicode escapes', () => {
		fc.assert(
			fc.property(
				secret.chain((value) => fc.tuple(fc.constant(value), hidden(value))),
				fc.integer({ min: 1, max: 9 }),
				([value, body], every) => {
					const text = JSON.stringify(body);
					expect(maskedBody(text)).not.toContain(value);
					expect(maskedBody(escaped(text, every))).not.toContain(value);
				},
			),
			{ numRuns: 1000 },
		);
	});

	test('in a truncated or invalid body', () => {
		fc.assert(
			fc.property(
				secret.chain((value) => fc.tuple(fc.constant(value), hidden(value))),
				fc.nat(200),
				([value, body], cut) => {
					const text = JSON.stringify(body);
					expect(maskedBody(text.slice(0, Math.max(0, text.length - cut)))).not.toContain(value);
					expect(maskedBody(`${text},`)).not.toContain(value);
				},
			),
			{ numRuns: 1000 },
		);
	});

	test('in a header, with or without an authentication scheme before the secret', () => {
		fc.assert(
			fc.property(
				secret,
				fc.constantFrom(...SECRET_HEADERS),
				fc.constantFrom('', 'Basic ', 'bearer ', 'Digest ', 'Basic', ' '),
				fc.boolean(),
				(value, name, before, lower) => {
					const shown = maskedHeaders([
						'Host',
						'x',
						lower ? name.toLowerCase() : name,
						`${before}${value}`,
						lower ? name.toLowerCase() : name,
						value,
					]);
					expect(JSON.stringify(shown)).not.toContain(value);
					expect(JSON.stringify(shown)).toContain(MASK);
				},
			),
			{ numRuns: 1000 },
		);
	});

	test('in a query parameter, in any encoding', () => {
		fc.assert(
			fc.property(secret, secretName, fc.integer({ min: 1, max: 5 }), fc.boolean(), (value, name, every, brokenEnd) => {
				const coded = name.replace(/[a-zA-Z]/g, (letter, at: number) =>
					at % every === 0 ? `%${letter.charCodeAt(0).toString(16)}` : letter,
				);
				const { query } = maskedAddress(`/oauth/token?a=1&${coded}=${value}${brokenEnd ? '%' : ''}&b=2`);
				expect(JSON.stringify(query)).not.toContain(value);
				expect(query).toMatchObject({ a: '1', b: '2' });
			}),
			{ numRuns: 1000 },
		);
	});
});

describe('The journal masks only secrets', () => {
	test.each([
		'{"jm_job":[{"job_desc":"Author’s cut","external_key":"X-1","phase_code":"NEW","account_rep_no_1":3}]}',
		'[{"op":"replace","path":"wo_desc","value":"a  b"}]',
		'{ "spaces" : 1.50 }',
		'not json at all',
		'',
	])('and no value in the body %j', (body) => {
		expect(maskedBody(body)).toBe(body);
	});

	test('in headers and parameters of the API', () => {
		expect(maskedHeaders(['SaveArgument', '{"LoadTemplate":"10"}', 'Division-Code', 'LON', 'Authorization', 'Basic abc'])).toEqual({
			SaveArgument: '{"LoadTemplate":"10"}',
			'Division-Code': 'LON',
			Authorization: `Basic ${MASK}`,
		});
		expect(maskedAddress('/api/JmJobList?Query=%7B%22job_desc%22%3A%22a%25%22%7D&pageSize=5')).toEqual({
			path: '/api/JmJobList',
			query: { Query: '{"job_desc":"a%"}', pageSize: '5' },
		});
	});

	test('even if other values or their names look like the name of a secret', () => {
		expect(
			maskedAddress(
				'/oauth/auth?response_type=code&grant_type=authorization_code&client_id=x&scope=api+token&code_challenge_method=S256&token_type_hint=refresh_token&code=abc&state=%7B%22token%22%3A%22abc%22%7D',
			).query,
		).toEqual({
			response_type: 'code',
			grant_type: 'authorization_code',
			client_id: 'x',
			scope: 'api token',
			code_challenge_method: 'S256',
			token_type_hint: 'refresh_token',
			code: MASK,
			state: `{"token":"${MASK}"}`,
		});
		expect(maskedBody('{"job_desc":"Token ring: password reset","token_type":"Bearer","token":"abc"}')).toBe(
			`{"job_desc":"Token ring: password reset","token_type":"Bearer","token":"${MASK}"}`,
		);
	});
});

describe('The journal', () => {
	const sandbox = sandboxForTests();
	beforeEach(async () => void (await sandbox.control.call('POST', 'reset', { only: ['journal'] })));

	test('shows the user, the content, the status and the duration of each request', async () => {
		const code = newCode();
		await createPhase(sandbox, code, { headers: { ...JSON_BODY, 'Source-Time-Zone-Name': 'UTC', 'X-Api-Key': 'hidden-1' } });
		const journal = await sandbox.control.journal();
		const [entry] = journal.entries;
		expect(entry).toMatchObject({
			kind: 'request',
			method: 'POST',
			path: '/api/v2/database/DEMO/JmPhase',
			document: 'JmPhase',
			query: {},
			status: 200,
			user: 'demo',
			fault: null,
			processedStatus: null,
			body: JSON.stringify({ jm_phase: [{ phase_code: code, phase_desc: 'Created by a test' }] }),
			bodyCut: false,
			headers: { 'Source-Time-Zone-Name': 'UTC', Authorization: `Basic ${MASK}`, 'X-Api-Key': MASK, 'Content-Type': 'application/json' },
		});
		expect(Math.abs(Date.parse(entry?.at as string) - Date.now())).toBeLessThan(10_000);
		expect(entry?.ms).toBeGreaterThan(0);
		expect(JSON.stringify(journal)).not.toMatch(/hidden-1|ZGVtbzpkZW1v/);
	});

	test('returns only the entries that match the filter', async () => {
		const get = async (path: string): Promise<unknown> => await send(`${sandbox.apiUrl}/${path}`, { headers: DEMO });
		await get('JmPhaseList?Query={}');
		await get('JmPhase/phase_code=none');
		await createPhase(sandbox, newCode());
		const seqs = async (filter: Record<string, string | number>): Promise<unknown> => {
			const { matching, entries } = await sandbox.control.journal(filter);
			return { matching, documents: entries.map(({ method, document }) => `${method} ${document}`) };
		};
		expect(await seqs({ document: 'jmphase' })).toEqual({ matching: 2, documents: ['GET JmPhase', 'POST JmPhase'] });
		expect(await seqs({ method: 'GET' })).toEqual({ matching: 2, documents: ['GET JmPhaseList', 'GET JmPhase'] });
		expect(await seqs({ limit: 1 })).toEqual({ matching: 3, documents: ['POST JmPhase'] });
		const [first] = (await sandbox.control.journal()).entries;
		expect(await seqs({ since: first?.seq as number, method: 'GET' })).toEqual({ matching: 1, documents: ['GET JmPhase'] });
		expect(await seqs({ kind: 'login' })).toEqual({ matching: 0, documents: [] });
	});

	test('keeps the configured number of requests, counts all of them, and marks truncated bodies', async () => {
		await sandbox.control.call('PUT', 'journal', { size: 3, bodyCharacters: 10 });
		for (let call = 0; call < 5; call++) {
			await createPhase(sandbox, newCode());
		}
		const { total, entries } = await sandbox.control.journal();
		expect(total).toBe(5);
		expect(entries).toHaveLength(3);
		expect(entries.map(({ body, bodyCut }) => [body, bodyCut])).toEqual(Array(3).fill(['{"jm_phase', true]));
		await sandbox.control.call('PUT', 'journal', { size: 2 });
		expect((await sandbox.control.journal()).entries.map(({ seq }) => seq)).toEqual(entries.slice(1).map(({ seq }) => seq));
	});

	test('is empty after it is cleared, and continues its numbering', async () => {
		await createPhase(sandbox, newCode());
		const [before] = (await sandbox.control.journal()).entries;
		await sandbox.control.clearJournal();
		await createPhase(sandbox, newCode());
		const { total, entries } = await sandbox.control.journal();
		expect([total, entries.map(({ seq }) => seq)]).toEqual([1, [(before?.seq as number) + 1]]);
	});

	test('never contains requests to the controls', async () => {
		await sandbox.control.call('GET', 'state');
		expect((await sandbox.control.journal()).total).toBe(0);
	});
});
