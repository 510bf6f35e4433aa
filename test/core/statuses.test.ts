/** The reported outcome of a change, for every status and every effect. */
import { createClient } from '../../core/http/client';
import type { ApiError } from '../../core/http/apiError';
import { GATEWAY_SIGNS, gatewayEvidence } from '../../core/http/gateways';
import type { SiteResponse, Effect, WireRequest } from '../../core/model/port';
import { DecodeError } from '../../core/wire/decode';
import { reply, fakeSite } from './fakeSite';

const request = (effect: Effect): WireRequest => ({
	method: effect === 'read' ? 'GET' : effect === 'once' ? 'POST' : 'PUT',
	path: '/JmJob',
	headers: {},
	effect,
});
const errorOf = async (effect: Effect, response: SiteResponse): Promise<{ error: ApiError; sent: number }> => {
	const site = fakeSite(() => response);
	const refuse = (): never => {
		throw new DecodeError('');
	};
	const error = await createClient(site.parts)
		.send(request(effect), refuse)
		.catch((thrown: ApiError) => thrown);
	return { error: error as ApiError, sent: site.requests.length };
};

/**
 * Whether a status without a body shows that the site did not make the change, as in docs/reliability.md. After all other statuses, the
 * outcome is uncertain.
 */
const NOT_DONE = (status: number): boolean =>
	[307, 308, 429, 501, 505, 511].includes(status) || (status >= 400 && status < 500 && ![408, 444, 460, 499].includes(status));

describe.each([
	[0, 99],
	[100, 199],
	[200, 299],
	[300, 399],
	[400, 499],
	[500, 599],
	[600, 699],
	[900, 999],
])('A status from %d to %d without a body', (begin) => {
	const statuses = begin === 0 ? [0, 1, 99] : Array.from({ length: 100 }, (_, index) => begin + index);

	it('leaves the outcome of a change uncertain unless it shows that the site cannot have made the change', async () => {
		const wrong: string[] = [];
		for (const status of statuses) {
			for (const effect of ['once', 'repeatable'] as const) {
				const { error } = await errorOf(effect, reply(status));
				if (error.uncertain === NOT_DONE(status)) wrong.push(`${status} for ${effect}`);
			}
		}
		expect(wrong).toEqual([]);
	});

	it('never leaves the outcome of a read uncertain', async () => {
		for (const status of statuses) expect((await errorOf('read', reply(status))).error.uncertain).toBe(false);
	});

	it('leads to a retry of a non-repeatable request only if the status is 429', async () => {
		for (const status of statuses) expect([status, (await errorOf('once', reply(status))).sent]).toEqual([status, status === 429 ? 5 : 1]);
	});
});

describe('A status with a body', () => {
	it.each<[string, number, unknown, Record<string, string>, boolean]>([
		['503 in the error format of the API', 503, { error: 'Busy' }, {}, false],
		['503 with Retry-After', 503, '', { 'retry-after': '1' }, false],
		['503 with a different error format', 503, { message: 'Service Unavailable' }, {}, true],
		['503 with the message of a broken connection, in the error format of the API', 503, { error: 'upstream request timeout' }, {}, true],
		['503 in the error format of the API, through a gateway', 503, { error: 'Busy' }, { 'x-azure-ref': '0a' }, false],
		[
			'503 from Varnish with its own Retry-After',
			503,
			'<html><title>503 Backend fetch failed</title></html>',
			{ 'retry-after': '5' },
			true,
		],
		['403 in the error format of the API', 403, { error: 'No' }, {}, false],
		['403 from an API gateway', 403, { message: 'Forbidden' }, {}, false],
		['403 with a page from a firewall, which can block the response', 403, '<html><title>Blocked</title></html>', {}, true],
		['406 with a page from a firewall', 406, '<html><title>Not Acceptable!</title></html>', {}, true],
		['404 with a page', 404, '<html></html>', {}, false],
		['302 to a sign-in page', 302, '', { location: 'https://login.example.com/oauth2/authorize?client_id=1' }, false],
		['302 from a captive portal', 302, '', { location: 'http://10.0.0.1/index.html?redirect=http%3A%2F%2Fsite%2FJmJob' }, false],
		['302 to the created record', 302, '', { location: '/api/v2/database/DEMO/JmJob/job_no=12' }, true],
		['302 to the created record, with a query', 302, '', { location: 'https://portal.example.com/JmJob/job_no=12?back=list' }, true],
		['301 to a record whose key contains a word of sign-in pages', 301, '', { location: '/LibTitle/title_code=Portal' }, true],
		['302 to a page whose name contains the letters of a sign-in page', 302, '', { location: '/AssignInfo/Catalog+Index' }, true],
		['302 to a sign-in page with words around it', 302, '', { location: '/users/sign_in' }, false],
		[
			'302 to a sign-in page with a session in its path',
			302,
			'',
			{ location: 'https://media.example.com/cas/login;jsessionid=0A1B2C?service=https%3A%2F%2Fsite.example' },
			false,
		],
		...['/UserLogin.aspx', '/LoginPage', '/SSOLogin', '/weblogin', '/loginpage.jsp', '/OAuth2/x', '/User/LogOn'].map(
			(location): [string, number, unknown, Record<string, string>, boolean] => [`302 to ${location}`, 302, '', { location }, false],
		),
		['302 to a host for sign-ins', 302, '', { location: 'https://sso.example.com/x' }, false],
		['301 to https', 301, '', { location: 'https://site.example/api/v2/database/DEMO/JmJob' }, true],
		['303 to a sign-in page', 303, '', { location: '/login' }, true],
		['307 to https', 307, '', { location: 'https://site.example/api/v2/database/DEMO/JmJob' }, false],
		['500 in the error format of the API', 500, { error: 'Rule' }, {}, true],
		['501 from AWS', 501, '<html></html>', {}, false],
	])(
		'leaves the outcome of a change uncertain only if the change may have been made (%s)',
		async (_name, status, body, headers, uncertain) => {
			expect((await errorOf('once', reply(status, body, headers))).error.uncertain).toBe(uncertain);
		},
	);

	it('leaves the outcome uncertain if the error is nested 20,000 levels deep, unless the status is 400', async () => {
		const body: unknown = JSON.parse(`${'{"error":'.repeat(20_000)}"x"${'}'.repeat(20_000)}`);
		for (const status of [200, 500, 502, 503])
			expect((await errorOf('once', reply(status, body))).error).toMatchObject({ uncertain: true, fromServer: false });
		expect((await errorOf('once', reply(400, body))).error).toMatchObject({ uncertain: false, changedNothing: true });
	});

	it('prevents retries, even of a read, if the error reports a value of the wrong type', async () => {
		for (const effect of ['read', 'repeatable', 'once'] as const)
			expect((await errorOf(effect, reply(500, { error: 'Error converting data type varchar to numeric' }))).sent).toBe(1);
		expect((await errorOf('repeatable', reply(500, { error: 'Deadlock victim' }))).sent).toBe(2);
	});
});

describe('A 2xx that does not prove success', () => {
	it.each<['a refusal' | 'uncertain', string, unknown]>([
		['a refusal', 'the error format of the API', { error: 'No such customer' }],
		['a refusal', 'an array of errors', { errors: [{ message: 'No' }] }],
		['a refusal', 'success: false', { success: false, message: 'No' }],
		['a refusal', 'a fault with a reason', { error: { faultstring: 'Invalid customer' } }],
		[
			'uncertain',
			'a fault from a gateway',
			{ error: { faultstring: 'Gateway Timeout', detail: { errorcode: 'messaging.adaptors.http.flow.GatewayTimeout' } } },
		],
		['uncertain', 'a database timeout', { error: 'Timeout expired. The timeout period elapsed prior to completion of the operation.' }],
		['uncertain', 'a gateway status', { error: { code: 504, message: 'No response' } }],
		['uncertain', 'no reason', { queued: true }],
		['uncertain', 'a page', '<html></html>'],
		[
			'uncertain',
			'a SOAP fault',
			'<soap:Envelope xmlns:soap="x"><soap:Body><soap:Fault><faultstring>No</faultstring></soap:Fault></soap:Body></soap:Envelope>',
		],
	])('is %s if it contains %s', async (verdict, _name, body) => {
		const uncertain = verdict === 'uncertain';
		expect((await errorOf('once', reply(200, body))).error).toMatchObject({ uncertain, changedNothing: !uncertain });
	});
});

describe('The gateways', () => {
	it('are listed with a reference that documents their responses', () => {
		for (const { product, source } of GATEWAY_SIGNS) expect([product, source.length > 20]).toEqual([product, true]);
	});

	it('are recognized only by their own responses', () => {
		expect(gatewayEvidence(reply(503, 'no available server'))).toBe('notForwarded');
		expect(gatewayEvidence(reply(502, 'no available server'))).toBeUndefined();
		expect(gatewayEvidence(reply(521))).toBeUndefined();
		expect(gatewayEvidence(reply(521, '', { 'cf-ray': '8f' }))).toBe('notForwarded');
	});
});
