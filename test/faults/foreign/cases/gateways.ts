/** Firewalls, portals, sign-in pages, maintenance pages, caches and gateways between the node and the site. */
import type { ForeignCase } from '../foreignCase';
import { OPEN, REFUSED_OR_OPEN } from '../foreignCase';
import { http1 } from '../rawSite';
import { SAMPLE, WRITES } from '../uses';

interface Page {
	readonly name: string;
	readonly status: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body: object | string;
}

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const responseOf =
	({ status, headers, body }: Page) =>
	(): Buffer[] => [http1({ status, headers: headers ?? (typeof body === 'string' ? HTML : {}), body })];

/** Pages with a 2xx status. An intermediary can send them before it forwards a request, or in place of the site's response. */
const PAGES: readonly Page[] = [
	{
		name: 'the sign-in page of a portal',
		status: 200,
		body: '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form action="/login" method="post"><input name="user"></form></body></html>',
	},
	{
		name: 'a page that redirects by meta refresh',
		status: 200,
		body: '<html><head><meta http-equiv="refresh" content="0;url=http://portal.invalid/"></head></html>',
	},
	{
		name: 'a page that posts a SAML request',
		status: 200,
		body: '<html><body onload="document.forms[0].submit()"><form method="post" action="https://idp.invalid/"><input type="hidden" name="SAMLRequest" value="PHNhbWw="></form></body></html>',
	},
	{
		name: 'the block page of F5',
		status: 200,
		body: '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 123</body></html>',
	},
	{
		name: 'the block page of Imperva',
		status: 200,
		body: '<html><head><META NAME="ROBOTS" CONTENT="NOINDEX"></head><body><iframe src="/_Incapsula_Resource?x=1">Request unsuccessful. Incapsula incident ID: 1</iframe></body></html>',
	},
	{
		name: 'a challenge that requires JavaScript',
		status: 200,
		body: '<html><head><title>Just a moment...</title></head><body><noscript>Enable JavaScript and cookies to continue</noscript></body></html>',
	},
	{
		name: 'a quota message from a web filter',
		status: 200,
		body: '<html><body>Your daily time limit for this category is used up.</body></html>',
	},
	{ name: 'the start page of a web server', status: 200, body: '<html><head><title>Welcome to nginx!</title></head></html>' },
	{ name: 'the start page of IIS', status: 200, body: '<html><head><title>IIS Windows Server</title></head></html>' },
	{ name: 'a parked domain', status: 200, body: '<html><body>This domain is for sale</body></html>' },
	{
		name: 'a single-page application for every path',
		status: 200,
		body: '<!doctype html><html><body><div id="root"></div><script src="/main.js"></script></body></html>',
	},
	{ name: 'a maintenance page with 200', status: 200, body: '<html><body><h1>We will be back soon</h1></body></html>' },
	{ name: 'the default message from a gateway', status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'OK' },
	{ name: 'the health response from a load balancer', status: 200, body: { status: 'UP', components: { db: { status: 'UP' } } } },
	{ name: 'a sample response from an API gateway', status: 200, body: { statusCode: 200, body: '"Hello from Lambda!"' } },
	{ name: 'a queue that responds immediately', status: 202, body: { id: 'b7f2', status: 'queued' } },
	{ name: 'a queue that returns 200', status: 200, body: { messageId: '5fea7756', requestId: '1b0c' } },
	{
		name: 'an XML document',
		status: 200,
		headers: { 'Content-Type': 'application/xml' },
		body: '<?xml version="1.0"?><response><status>0</status></response>',
	},
];

/** Refusals before the request is processed: from a server that has not forwarded it, or from the site itself. */
const BEFORE_THE_SITE: readonly Page[] = [
	{
		name: 'a 401 in HTML',
		status: 401,
		headers: { ...HTML, 'WWW-Authenticate': 'Negotiate' },
		body: '<html><title>401 Unauthorized</title></html>',
	},
	{
		name: 'a 401 from an API gateway',
		status: 401,
		headers: { 'WWW-Authenticate': 'Bearer' },
		body: { statusCode: 401, message: 'Access denied due to missing subscription key.' },
	},
	{
		name: 'a 407 from a proxy',
		status: 407,
		headers: { ...HTML, 'Proxy-Authenticate': 'Basic realm="proxy"' },
		body: '<html><title>407 Proxy Authentication Required</title></html>',
	},
	{ name: 'a 403 with a message from the site', status: 403, body: { error: 'The user may not create jobs' } },
	{ name: 'a 403 from AWS WAF, which inspects requests only', status: 403, body: { message: 'Forbidden' } },
	{ name: 'a 404 from Kong', status: 404, body: { message: 'no Route matched with those values' } },
	{ name: 'a 404 from Traefik', status: 404, headers: { 'Content-Type': 'text/plain' }, body: '404 page not found\n' },
	{
		name: 'a 429 from an API gateway',
		status: 429,
		headers: { 'Retry-After': '0' },
		body: { statusCode: 429, message: 'Rate limit is exceeded. Try again in 0 seconds.' },
	},
	{ name: 'a 429 in HTML without Retry-After', status: 429, body: '<html><title>429 Too Many Requests</title></html>' },
	{
		name: 'a 503 with Retry-After',
		status: 503,
		headers: { ...HTML, 'Retry-After': '0' },
		body: '<html><body>Down for maintenance</body></html>',
	},
];

/**
 * Block pages with 403: firewalls also inspect responses, and block them after the site has done its work (ModSecurity phases 3 and 4, F5,
 * Imperva).
 */
const BLOCKED: readonly Page[] = [
	{
		name: 'a 403 from ModSecurity',
		status: 403,
		body: "<html><head><title>403 Forbidden</title></head><body><h1>Forbidden</h1><p>You don't have permission to access this resource.</p></body></html>",
	},
	{
		name: 'a 403 from Cloudflare',
		status: 403,
		headers: { ...HTML, Server: 'cloudflare', 'CF-RAY': '1' },
		body: '<html><head><title>Attention Required! | Cloudflare</title></head><body>Sorry, you have been blocked</body></html>',
	},
	{ name: 'a 403 from Azure Front Door', status: 403, headers: HTML, body: '<html><body><h2>The request is blocked.</h2></body></html>' },
];

/** Sent by a gateway that forwarded the request and then got an error, a broken connection or no response in time. */
const BEHIND_THE_SITE: readonly Page[] = [
	{
		name: 'a 502 from nginx',
		status: 502,
		headers: { ...HTML, Server: 'nginx' },
		body: '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>',
	},
	{
		name: 'a 502 from Apache',
		status: 502,
		body: '<html><head><title>502 Proxy Error</title></head><body>The proxy server received an invalid response from an upstream server. Reason: <strong>Error reading from remote server</strong></body></html>',
	},
	{ name: 'a 502 from an AWS API gateway', status: 502, body: { message: 'Internal server error' } },
	{ name: 'a 504 from an AWS API gateway', status: 504, body: { message: 'Endpoint request timed out' } },
	{ name: 'a 500 from Azure API Management', status: 500, body: { statusCode: 500, message: 'Internal server error', activityId: 'b2c4' } },
	{
		name: 'a 503 from HAProxy that may have been sent after forwarding',
		status: 503,
		body: '<html><body><h1>503 Service Unavailable</h1>\nThe server was interrupted while it responded.\n</body></html>',
	},
	{
		name: 'a 503 from Envoy after a reset by the site',
		status: 503,
		headers: { 'Content-Type': 'text/plain', Server: 'envoy' },
		body: 'upstream connect error or disconnect/reset before headers. reset reason: remote reset',
	},
	{
		name: 'a 503 from Envoy after a protocol error',
		status: 503,
		headers: { 'Content-Type': 'text/plain', Server: 'envoy' },
		body: 'upstream connect error or disconnect/reset before headers. reset reason: protocol error',
	},
	{ name: 'a 504 from Envoy', status: 504, headers: { 'Content-Type': 'text/plain', Server: 'envoy' }, body: 'upstream request timeout' },
	{
		name: 'a 502 from Squid',
		status: 502,
		headers: { ...HTML, 'X-Squid-Error': 'ERR_ZERO_SIZE_OBJECT 0' },
		body: '<html><title>ERROR: The requested URL could not be retrieved</title></html>',
	},
	{
		name: 'a 502 from IIS with ARR',
		status: 502,
		body: '<h2>502 - Web server received an invalid response while acting as a gateway or proxy server.</h2>',
	},
	{ name: "a 500 with a message that is not in the API's format", status: 500, body: { message: 'An unexpected error occurred' } },
];

/** Redirects to a sign-in page: the request was not accepted. */
const SIGN_IN_REDIRECTS: readonly (readonly [status: number, location: string])[] = [
	[302, '/login?returnUrl=%2Fapi'],
	[302, 'https://login.microsoftonline.invalid/common/oauth2/authorize'],
	[301, '/saml/sso'],
];
/** Redirects to any other URL: an application can respond to a processed POST like this. */
const REDIRECTS: readonly (readonly [status: number, location: string])[] = [
	[303, '/sso'],
	[301, 'https://moved.invalid/'],
	[302, '/jobs/4711'],
	[302, ''],
];

export const GATEWAY_CASES: readonly ForeignCase[] = [
	...PAGES.map((page): ForeignCase => ({
		name: `${page.name}`,
		why: 'no proof, and no refusal by the site',
		uses: SAMPLE,
		effect: 'either',
		verdict: OPEN,
		respond: responseOf(page),
	})),
	...BEFORE_THE_SITE.map((page): ForeignCase => ({
		name: page.name,
		why: 'the request did not reach the application',
		uses: SAMPLE,
		effect: 'notProcessed',
		verdict: 'refused',
		respond: responseOf(page),
	})),
	...BLOCKED.map((page): ForeignCase => ({
		name: page.name,
		why: 'a firewall blocks responses too',
		uses: SAMPLE,
		effect: 'either',
		verdict: OPEN,
		respond: responseOf(page),
	})),
	...BEHIND_THE_SITE.map((page): ForeignCase => ({
		name: page.name,
		why: 'the request may have reached the site',
		uses: SAMPLE,
		effect: 'either',
		verdict: OPEN,
		respond: responseOf(page),
	})),
	...SIGN_IN_REDIRECTS.map(([status, location]): ForeignCase => ({
		name: `a ${status} to ${location}`,
		why: 'the call was not accepted',
		uses: SAMPLE,
		effect: 'notProcessed',
		verdict: REFUSED_OR_OPEN,
		respond: () => [http1({ status, headers: { Location: location } })],
	})),
	...REDIRECTS.map(([status, location]): ForeignCase => ({
		name: `a ${status} to ${location === '' ? 'nowhere' : location}`,
		why: 'a processed POST can get this response',
		uses: SAMPLE,
		effect: 'either',
		verdict: OPEN,
		respond: () => [http1({ status, headers: location === '' ? {} : { Location: location } })],
	})),
	{
		name: 'a 302 whose body is the documented response',
		why: 'a redirect is not a success',
		uses: ['create', 'upload', 'get'],
		effect: 'processed',
		verdict: OPEN,
		respond: (use) => [http1({ status: 302, headers: { Location: '/login' }, body: use.good })],
	},
	{
		name: 'a 503 with the documented response as its body',
		why: 'status and body contradict each other',
		uses: ['create', 'upload', 'upsert'],
		effect: 'processed',
		verdict: 'uncertain',
		respond: (use) => [http1({ status: 502, body: use.good })],
	},
	{
		name: 'a 400 from a load balancer for a request that it truncated',
		why: 'a request that is not complete cannot be handled',
		uses: WRITES,
		effect: 'notProcessed',
		verdict: REFUSED_OR_OPEN,
		respond: () => [
			http1({ status: 400, headers: { ...HTML, Server: 'awselb/2.0' }, body: '<html><head><title>400 Bad Request</title></head></html>' }),
		],
	},
];
