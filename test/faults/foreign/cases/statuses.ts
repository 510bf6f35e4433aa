/** Statuses that the API does not document, from servers, proxies, load balancers and CDNs. */
import type { ForeignCase, Verdict } from '../foreignCase';
import { OPEN, PROVEN_OR_OPEN, REFUSED_OR_OPEN } from '../foreignCase';
import { http1 } from '../rawSite';
import { SAMPLE, WITH_BODY } from '../uses';
import type { Effect } from '../uses';

const page = (status: number, text: string): Buffer =>
	http1({
		status,
		headers: { 'Content-Type': 'text/html' },
		body: `<html><head><title>${status} ${text}</title></head><body><center><h1>${status} ${text}</h1></center></body></html>`,
	});

type Row = readonly [status: number, text: string, why: string];

/** The sender of the status has not forwarded the request, or the site has not started to process it. */
const NOT_STARTED: readonly Row[] = [
	[400, 'The plain HTTP request was sent to HTTPS port', 'nginx refuses it before any location is chosen'],
	[404, 'Not Found', 'no application listens at that path'],
	[405, 'Not Allowed', 'the method is refused before the request is handled'],
	[410, 'Gone', 'the body was not read'],
	[411, 'Length Required', 'the body was not read'],
	[413, 'Request Entity Too Large', 'the body was not read'],
	[414, 'Request-URI Too Large', 'the address was not read completely'],
	[415, 'Unsupported Media Type', 'the body was not read'],
	[417, 'Expectation Failed', 'the body was not accepted'],
	[421, 'Misdirected Request', 'the server says that it is not the one for this site'],
	[426, 'Upgrade Required', 'the server refuses this protocol'],
	[431, 'Request Header Fields Too Large', 'the headers were not accepted'],
	[451, 'Unavailable For Legal Reasons', 'access is blocked'],
	[511, 'Network Authentication Required', 'a captive portal responds instead of the site (RFC 6585)'],
];

/** Like {@link NOT_STARTED}, but a node does not have to recognize the status, which is rare or specific to one product. */
const RARE_STATUSES: readonly Row[] = [
	[402, 'Payment Required', 'a quota of a hosted gateway'],
	[418, "I'm a teapot", 'a bot filter'],
	[424, 'Failed Dependency', 'an earlier action has failed'],
	[425, 'Too Early', 'RFC 8470: the server does not risk processing it'],
	[428, 'Precondition Required', 'a condition is missing'],
	[440, 'Login Time-out', 'IIS: the session has ended'],
	[449, 'Retry With', 'IIS: information is missing'],
	[463, 'Too Many Forwarded Addresses', 'AWS load balancer: refused before it was forwarded'],
	[494, 'Request Header Too Large', 'nginx'],
	[495, 'SSL Certificate Error', 'nginx'],
	[496, 'SSL Certificate Required', 'nginx'],
	[497, 'HTTP Request Sent to HTTPS Port', 'nginx'],
	[498, 'Invalid Token', 'ArcGIS'],
	[505, 'HTTP Version Not Supported', 'the server does not speak this version'],
	[509, 'Bandwidth Limit Exceeded', 'cPanel'],
	[521, 'Web Server Is Down', 'Cloudflare: the origin refused the connection'],
	[523, 'Origin Is Unreachable', 'Cloudflare: no route to the origin'],
	[525, 'SSL Handshake Failed', 'Cloudflare: nothing was sent to the origin'],
	[526, 'Invalid SSL Certificate', 'Cloudflare: nothing was sent to the origin'],
	[530, 'Origin DNS Error', 'Cloudflare: the name of the origin does not resolve'],
	[561, 'Unauthorized', 'AWS load balancer: its identity provider responded with an error'],
];

/** The sender of the status may have forwarded the request, or the site may have started to process it. */
const AFTER_FORWARDING: readonly Row[] = [
	[406, 'Not Acceptable', 'ASP.NET chooses the format of the response after the action has run'],
	[408, 'Request Timeout', 'can come from a proxy whose upstream was slow'],
	[460, 'Client Closed Connection', 'AWS load balancer: the request was forwarded'],
	[500, 'Internal Server Error', 'not a message from the site'],
	[502, 'Bad Gateway', 'the upstream sent a response that the gateway could not read'],
	[504, 'Gateway Time-out', 'the upstream was slow'],
	[507, 'Insufficient Storage', 'the log may be full, and not the table'],
	[508, 'Loop Detected', 'found while the request was handled'],
	[520, 'Web Server Returned an Unknown Error', 'Cloudflare: the origin closed the connection after the request'],
	[522, 'Connection Timed Out', 'Cloudflare: also if the origin did not acknowledge the request in time'],
	[524, 'A Timeout Occurred', 'Cloudflare: the origin was processing for 100 seconds'],
	[598, 'Network Read Timeout', 'a proxy behind another proxy stopped reading'],
	[599, 'Network Connect Timeout', 'a status that is in no registry'],
	[666, 'Unknown', 'a status that no standard names'],
	[999, 'Request Denied', 'a status that no standard names'],
];

const NOTHING_PROVEN: readonly Row[] = [
	[201, 'Created', 'no key, no Location'],
	[203, 'Non-Authoritative Information', 'a proxy has changed the response'],
	[205, 'Reset Content', 'not documented, and without a body'],
	[206, 'Partial Content', 'a part of a response'],
	[207, 'Multi-Status', 'its statuses are in an undocumented body'],
	[226, 'IM Used', 'a difference from something unknown'],
	[250, 'OK', 'a status that no standard names'],
	[299, 'Miscellaneous', 'a status that no standard names'],
	[300, 'Multiple Choices', 'not a response to a change'],
	[301, 'Moved Permanently', 'an application can respond to a POST with a redirect after it has handled it'],
	[302, 'Found', 'an application can respond to a POST with a redirect after it has handled it'],
	[304, 'Not Modified', 'the response of a cache, to a request without a condition'],
	[305, 'Use Proxy', 'withdrawn; its sender is unknown'],
];

const rowsOf = (rows: readonly Row[], effect: ForeignCase['effect'], verdict: ForeignCase['verdict'], uses = SAMPLE): ForeignCase[] =>
	rows.map(([status, text, why]) => ({
		name: `${status} ${text}`,
		why,
		uses,
		effect,
		verdict,
		respond: () => [
			status >= 300 && status < 400
				? http1({ status, headers: { Location: '/elsewhere' } })
				: status === 205 || status === 304
					? http1({ status })
					: page(status, text),
		],
	}));

const readsAnyway = (effect: Effect): Verdict | readonly Verdict[] => (effect === 'read' ? ['done', 'refused'] : PROVEN_OR_OPEN(effect));

export const STATUS_CASES: readonly ForeignCase[] = [
	...rowsOf(NOT_STARTED, 'notProcessed', 'refused'),
	...rowsOf(RARE_STATUSES, 'notProcessed', REFUSED_OR_OPEN),
	...rowsOf(AFTER_FORWARDING, 'either', OPEN),
	...rowsOf(NOTHING_PROVEN, 'either', OPEN),
	...(
		[
			[307, 'Temporary Redirect'],
			[308, 'Permanent Redirect'],
		] as const
	).map(([status, text]): ForeignCase => ({
		name: `${status} ${text}`,
		why: 'asks for the same request at another address, so it was not handled here',
		uses: SAMPLE,
		effect: 'notProcessed',
		verdict: REFUSED_OR_OPEN,
		respond: () => [http1({ status, headers: { Location: 'http://elsewhere.invalid/' } })],
	})),
	...[201, 203, 206, 208, 226, 299].map((status): ForeignCase => ({
		name: `${status} with the documented body`,
		why: 'the identifiers prove it, the number is unusual',
		uses: WITH_BODY,
		effect: 'processed',
		verdict: readsAnyway,
		respond: (use) => [http1({ status, headers: use.goodHeaders, body: use.good })],
	})),
	{
		name: '204 for a create',
		why: 'documented for POST in earlier releases',
		uses: ['create'],
		effect: 'processed',
		verdict: PROVEN_OR_OPEN,
		respond: () => [http1({ status: 204 })],
	},
	{
		name: '204 for several creates in one request',
		why: 'documented for POST in earlier releases',
		uses: ['createSeveral'],
		effect: 'processed',
		verdict: PROVEN_OR_OPEN,
		respond: () => [http1({ status: 204 })],
	},
	{
		name: '202 with an empty body',
		why: 'accepted, and perhaps never done',
		uses: ['create', 'update', 'upload', 'voidOrder', 'delete'],
		effect: 'either',
		verdict: OPEN,
		respond: () => [http1({ status: 202 })],
	},
	{
		name: 'a 503 from a site that is processing the request',
		why: 'nothing shows that the request was not started',
		uses: ['create', 'voidOrder', 'upload'],
		effect: 'either',
		verdict: OPEN,
		respond: () => [
			http1({
				status: 503,
				headers: { 'Content-Type': 'text/html', Server: 'Microsoft-HTTPAPI/2.0' },
				body: '<h2>Service Unavailable</h2><hr><p>HTTP Error 503.</p>',
			}),
		],
	},
];
