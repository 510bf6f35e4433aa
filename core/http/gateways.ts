/**
 * Error responses of proxies, gateways and load balancers. The table decides whether a request that must not be sent twice is retried. A
 * response is `notForwarded` only if the documentation or source code of the product shows that the product did not forward the request.
 * A client cannot see whether a gateway itself retries requests.
 */
import type { SiteResponse } from '../model/port';
import { bodyText } from '../wire/reason';

/** A response that shows whether an intermediary may have forwarded the request. */
export interface GatewaySign {
	readonly product: string;
	/** A description of the response, for docs/reliability.md. */
	readonly response: string;
	readonly statuses: readonly number[];
	/** A header with its name in lower case, and the pattern of its value. */
	readonly header?: readonly [name: string, value: RegExp];
	/** The pattern of the body. */
	readonly text?: RegExp;
	/**
	 * `notForwarded`: the site did not receive the request. `forwarded`: the site may have received it, even if the response has a
	 * Retry-After.
	 */
	readonly shows: 'notForwarded' | 'forwarded';
	/** Documentation or source file of the product. */
	readonly source: string;
}

/** The signs in order of precedence: the first that matches decides. */
export const GATEWAY_SIGNS: readonly GatewaySign[] = [
	{
		product: 'Envoy, Istio, Azure Container Apps',
		response:
			'503 with one of these reset reasons: connection termination, remote reset, local reset, protocol error, connection timeout; any 503 after retries by Envoy',
		statuses: [503],
		shows: 'forwarded',
		// After Envoy's own retry, the text contains only the last reason.
		text: /retried and the latest reset reason|reset reason: (?:connection termination|remote reset|local reset|protocol error|connection timeout)/i,
		source: 'envoy source/common/router/router.cc and source/common/http/utility.cc (resetReasonToString); access log flags UC, UR, LR',
	},
	{
		product: 'Envoy, Istio',
		response: '503 with one of these reset reasons: connection failure, overflow, refused stream',
		statuses: [503],
		shows: 'notForwarded',
		text: /upstream connect error or disconnect\/reset before headers\. reset reason: (?:overflow|(?:local |remote )?connection failure|(?:local|remote) refused stream reset)/i,
		source: 'envoy source/common/http/utility.cc; access log flags UF, UO; RFC 9113, 8.7 for refused streams',
	},
	{
		product: 'Envoy, Istio',
		response: '503 with the text "no healthy upstream" or "envoy overloaded"',
		statuses: [503],
		shows: 'notForwarded',
		text: /^(?:no healthy upstream|envoy overloaded)\s*$/i,
		source: 'envoy source/common/router/router.cc (flag UH); overload manager',
	},
	{
		product: 'HAProxy',
		response: '503 with the text "No server is available to handle this request"',
		statuses: [503],
		shows: 'notForwarded',
		text: /No server is available to handle this request\.\s*<\/body>/,
		source: 'haproxy src/http_ana.c (http_return_srv_error): queue and connection errors only; later errors cause 502 and 504',
	},
	{
		product: 'nginx',
		response: "nginx's own 503 page",
		statuses: [503],
		shows: 'notForwarded',
		text: /<center><h1>503 Service Temporarily Unavailable<\/h1><\/center>\s*<hr><center>(?:nginx|openresty)\b/,
		source:
			'nginx ngx_http_limit_req_module and ngx_http_limit_conn_module; a broken upstream causes 502 or 504 (src/http/ngx_http_upstream.c)',
	},
	{
		product: 'Traefik',
		response: '503 with the text "no available server"',
		statuses: [503],
		shows: 'notForwarded',
		text: /^no available server\s*$/,
		source: 'traefik pkg/server/service/loadbalancer/wrr: no healthy server; later errors cause 502, 504 and 499 (pkg/proxy)',
	},
	{
		product: 'AWS Application Load Balancer',
		response: '503 with Server: awselb',
		statuses: [503],
		shows: 'notForwarded',
		header: ['server', /^awselb\//],
		source: 'Elastic Load Balancing, Troubleshoot your Application Load Balancers, HTTP 503: no registered targets',
	},
	{
		product: 'AWS Application Load Balancer',
		response: '561 with Server: awselb',
		statuses: [561],
		shows: 'notForwarded',
		header: ['server', /^awselb\//],
		source: 'the same page, HTTP 561: the identity provider refused the sign-in',
	},
	{
		product: 'IIS (http.sys)',
		response: '503 with the text "HTTP Error 503. The service is unavailable"',
		statuses: [503],
		shows: 'notForwarded',
		text: /<p>HTTP Error 503\. The service is unavailable\.<\/p>/i,
		source: 'Microsoft, 503-Service Unavailable (cc781893): http.sys responds before a worker process gets the request',
	},
	{
		product: 'Kong',
		response: '503 with the text "name resolution failed"',
		statuses: [503],
		shows: 'notForwarded',
		text: /"message"\s*:\s*"name resolution failed"/,
		source: 'kong runloop/balancer: no address, so no connection',
	},
	{
		product: 'Squid',
		response: '503 with X-Squid-Error: ERR_CONNECT_FAIL, ERR_DNS_FAIL or ERR_CANNOT_FORWARD',
		statuses: [503],
		shows: 'notForwarded',
		header: ['x-squid-error', /^ERR_(?:CONNECT_FAIL|DNS_FAIL|CANNOT_FORWARD)\b/],
		source: 'squid errors/templates; an interrupted response causes ERR_READ_ERROR or ERR_ZERO_SIZE_OBJECT with 502',
	},
	{
		product: 'Cloudflare',
		response: '521 or 523 with CF-Ray',
		statuses: [521, 523],
		shows: 'notForwarded',
		header: ['cf-ray', /./],
		source: 'Cloudflare, 5xx errors: connection refused, origin unreachable',
	},
	{
		product: 'Cloudflare',
		response: '525 or 526 with CF-Ray',
		statuses: [525, 526],
		shows: 'notForwarded',
		header: ['cf-ray', /./],
		source: 'Cloudflare, 5xx errors: TLS handshake failed, certificate invalid',
	},
	{
		product: 'Cloudflare',
		response: '429 or 503 with CF-Mitigated: challenge',
		statuses: [429, 503],
		shows: 'notForwarded',
		header: ['cf-mitigated', /^challenge$/],
		source: 'Cloudflare, Detect a Challenge Page response',
	},
	{
		product: 'Cloudflare',
		response: '403 with CF-Mitigated: challenge',
		statuses: [403],
		shows: 'notForwarded',
		header: ['cf-mitigated', /^challenge$/],
		source: 'Cloudflare, Detect a Challenge Page response',
	},
	{
		product: 'Varnish, Fastly',
		response: '503 with the text "Backend fetch failed", "first byte timeout" or "Guru Meditation", even with Retry-After',
		statuses: [503],
		shows: 'forwarded',
		text: /Guru Med(?:i|it)ation|Backend fetch failed|first byte timeout|backend read error/i,
		source: 'varnish bin/varnishd/builtin.vcl (vcl_backend_error sets Retry-After: 5); Fastly, common 503 errors',
	},
	{
		product: 'Azure Front Door',
		response: '503 with X-Azure-Ref',
		statuses: [503],
		shows: 'forwarded',
		header: ['x-azure-ref', /./],
		source: 'Azure Front Door, Troubleshoot common issues: a 503 after a few seconds means that the origin responded too late',
	},
	{
		product: 'AWS API Gateway (HTTP API)',
		response: '503 with Apigw-Requestid',
		statuses: [503],
		shows: 'forwarded',
		header: ['apigw-requestid', /./],
		source: 'API Gateway, HTTP API: 503 Service Unavailable if the integration takes longer than its timeout',
	},
	{
		product: 'AWS CloudFront',
		response: '503 with X-Amz-Cf-Id',
		statuses: [503],
		shows: 'forwarded',
		header: ['x-amz-cf-id', /./],
		source: 'CloudFront, Troubleshooting error responses, HTTP 503',
	},
	// FastCGI and AJP return 503 for an error that occurs while the response is read. The page is the same as for a refused connection.
	{
		product: 'Apache httpd (mod_proxy)',
		response: "Apache's own 503 page",
		statuses: [503],
		shows: 'forwarded',
		text: /temporarily unable to service your\s+request due to maintenance downtime or capacity\s+problems/,
		source: 'httpd modules/proxy/mod_proxy_fcgi.c (fcgi_do_request after dispatch), mod_proxy_ajp.c',
	},
];

const fits = ({ headers, status, body }: SiteResponse, sign: GatewaySign): boolean => {
	if (!sign.statuses.includes(status)) return false;
	if (sign.header && !sign.header[1].test(headers[sign.header[0]] ?? '')) return false;
	return sign.text === undefined || sign.text.test(bodyText(body).trim());
};

/** Whether an intermediary may have forwarded the request; undefined if the response is not listed. */
export const gatewayEvidence = (response: SiteResponse): GatewaySign['shows'] | undefined =>
	GATEWAY_SIGNS.find((sign) => fits(response, sign))?.shows;

/** Phrases of intermediaries and database drivers for a connection that failed after the request was sent. */
const LATE_FAILURE =
	/connection (?:termination|(?:was )?(?:reset|closed|terminated|aborted|lost))|remote reset|local reset|time[d]?[ -]?out\b|bad gateway|gateway time|prematurely closed|before headers|invalid response (?:was received )?from|broken pipe/i;

/** The status of the server behind an intermediary, quoted in the body of the intermediary's response. */
const INNER_STATUS = /"(?:code|status|statusCode|errorCode)"\s*:\s*"?(?:408|499|5\d\d)\b/i;

/** Whether an error may describe a connection that failed after the request was sent. In that case, the outcome is unknown. */
export const failedAfterForwarding = ({ body }: SiteResponse): boolean => {
	const text = bodyText(body);
	return LATE_FAILURE.test(text) || INNER_STATUS.test(text);
};
