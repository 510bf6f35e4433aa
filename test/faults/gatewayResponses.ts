/** Real responses from gateways, and whether the gateway may have forwarded the request before it responded. */
export interface GatewayResponse {
	readonly name: string;
	readonly status: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body: string;
	/** Whether the gateway may have forwarded the request before it sent this response. */
	readonly forwarded: boolean;
	/** The node does not retry the request, because a retry would get the same response. */
	readonly permanent?: boolean;
}

const page = (title: string, text = ''): string =>
	`<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n${text}</body>\r\n</html>\r\n`;
const envoy = (reason: string): string => `upstream connect error or disconnect/reset before headers. ${reason}`;
const JSON_TYPE = { 'content-type': 'application/json' };
const CHALLENGE = { 'cf-mitigated': 'challenge', 'content-type': 'text/html' };

export const GATEWAY_RESPONSES: readonly GatewayResponse[] = [
	{ name: 'Envoy: connection termination', status: 503, body: envoy('reset reason: connection termination'), forwarded: true },
	{ name: 'Envoy: remote reset', status: 503, body: envoy('reset reason: remote reset'), forwarded: true },
	{ name: 'Envoy: protocol error', status: 503, body: envoy('reset reason: protocol error'), forwarded: true },
	{
		name: 'Istio: after its own retries',
		status: 503,
		body: envoy('retried and the latest reset reason: remote connection failure, transport failure reason: delayed connect error: 111'),
		forwarded: true,
	},
	{ name: 'Envoy: upstream request timeout', status: 504, body: 'upstream request timeout', forwarded: true },
	{ name: 'Envoy: connection failure', status: 503, body: envoy('reset reason: connection failure'), forwarded: false },
	{
		name: 'Envoy: remote connection failure',
		status: 503,
		body: envoy('reset reason: remote connection failure, transport failure reason: delayed connect error: Connection refused'),
		forwarded: false,
	},
	{ name: 'Envoy: overflow', status: 503, body: envoy('reset reason: overflow'), forwarded: false },
	{ name: 'Envoy: no healthy upstream', status: 503, body: 'no healthy upstream', forwarded: false },
	{ name: 'nginx: upstream closed', status: 502, body: page('502 Bad Gateway', '<hr><center>nginx/1.27.1</center>\r\n'), forwarded: true },
	{ name: 'nginx: upstream too slow', status: 504, body: page('504 Gateway Time-out', '<hr><center>nginx</center>\r\n'), forwarded: true },
	{
		name: 'nginx: limit reached',
		status: 503,
		body: page('503 Service Temporarily Unavailable', '<hr><center>nginx/1.27.1</center>\r\n'),
		forwarded: false,
	},
	{
		name: 'HAProxy: invalid response',
		status: 502,
		body: '<html><body><h1>502 Bad Gateway</h1>\nThe server returned an invalid or incomplete response.\n</body></html>\n',
		forwarded: true,
	},
	{
		name: 'HAProxy: no server',
		status: 503,
		body: '<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>\n',
		forwarded: false,
	},
	{ name: 'Traefik: broken upstream', status: 502, body: 'Bad Gateway', forwarded: true },
	{ name: 'Traefik: client closed request', status: 499, body: 'Client Closed Request', forwarded: true },
	{ name: 'Traefik: no available server', status: 503, body: 'no available server\n', forwarded: false },
	{
		name: 'Apache: service unavailable',
		status: 503,
		body: '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>503 Service Unavailable</title>\n</head><body>\n<h1>Service Unavailable</h1>\n<p>The server is temporarily unable to service your\nrequest due to maintenance downtime or capacity\nproblems. Please try again later.</p>\n</body></html>\n',
		forwarded: true,
	},
	{
		name: 'Apache: proxy error',
		status: 502,
		body: '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>502 Proxy Error</title>\n</head><body>\n<p>The proxy server received an invalid\r\nresponse from an upstream server.</p></body></html>\n',
		forwarded: true,
	},
	{
		name: 'IIS ARR: bad gateway',
		status: 502,
		body: '<html><head><title>502 - Web server received an invalid response while acting as a gateway or proxy server.</title></head></html>',
		forwarded: true,
	},
	{
		name: 'IIS: http.sys',
		status: 503,
		headers: { server: 'Microsoft-HTTPAPI/2.0' },
		body: '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN""http://www.w3.org/TR/html4/strict.dtd">\r\n<HTML><HEAD><TITLE>Service Unavailable</TITLE></HEAD>\r\n<BODY><h2>Service Unavailable</h2>\r\n<hr><p>HTTP Error 503. The service is unavailable.</p>\r\n</BODY></HTML>\r\n',
		forwarded: false,
	},
	{ name: 'AWS ALB: target closed', status: 502, headers: { server: 'awselb/2.0' }, body: page('502 Bad Gateway'), forwarded: true },
	{ name: 'AWS ALB: client closed', status: 460, headers: { server: 'awselb/2.0' }, body: '', forwarded: true },
	{ name: 'AWS ALB: sign-in refused', status: 561, headers: { server: 'awselb/2.0' }, body: '', forwarded: false, permanent: true },
	{
		name: 'AWS ALB: no targets',
		status: 503,
		headers: { server: 'awselb/2.0' },
		body: page('503 Service Temporarily Unavailable'),
		forwarded: false,
	},
	{
		name: 'AWS API Gateway: HTTP API',
		status: 503,
		headers: { ...JSON_TYPE, 'apigw-requestid': 'JKJaXmPLvHcESHA=' },
		body: '{"message":"Service Unavailable"}',
		forwarded: true,
	},
	{
		name: 'AWS API Gateway: REST API',
		status: 504,
		headers: JSON_TYPE,
		body: '{"message": "Endpoint request timed out"}',
		forwarded: true,
	},
	{ name: 'AWS API Gateway: throttled', status: 429, headers: JSON_TYPE, body: '{"message":"Too Many Requests"}', forwarded: false },
	{
		name: 'AWS CloudFront',
		status: 503,
		headers: { 'x-amz-cf-id': 'abc' },
		body: '<HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD></HTML>',
		forwarded: true,
	},
	{
		name: 'Azure Application Gateway',
		status: 502,
		body: page('502 Bad Gateway', '<hr><center>Microsoft-Azure-Application-Gateway/v2</center>\r\n'),
		forwarded: true,
	},
	{
		name: 'Azure Front Door',
		status: 503,
		headers: { 'x-azure-ref': '0abc' },
		body: "<h2>Our services aren't available right now</h2><p>We're working to restore all services as soon as possible. Please check back soon.</p>",
		forwarded: true,
	},
	{
		name: 'Azure API Management: backend',
		status: 500,
		headers: JSON_TYPE,
		body: '{ "statusCode": 500, "message": "Internal server error", "activityId": "1" }',
		forwarded: true,
	},
	{
		name: 'Azure API Management: rate limit',
		status: 429,
		headers: { ...JSON_TYPE, 'retry-after': '1' },
		body: '{ "statusCode": 429, "message": "Rate limit is exceeded. Try again in 1 seconds." }',
		forwarded: false,
	},
	{
		name: 'Cloudflare: 520',
		status: 520,
		headers: { 'cf-ray': '8f' },
		body: page('520: Web server is returning an unknown error'),
		forwarded: true,
	},
	{ name: 'Cloudflare: 522', status: 522, headers: { 'cf-ray': '8f' }, body: page('522: Connection timed out'), forwarded: true },
	{ name: 'Cloudflare: 524', status: 524, headers: { 'cf-ray': '8f' }, body: page('524: A timeout occurred'), forwarded: true },
	{ name: 'Cloudflare: 530', status: 530, headers: { 'cf-ray': '8f' }, body: 'error code: 1033', forwarded: true },
	{ name: 'Cloudflare: 521', status: 521, headers: { 'cf-ray': '8f' }, body: page('521: Web server is down'), forwarded: false },
	{ name: 'Cloudflare: 523', status: 523, headers: { 'cf-ray': '8f' }, body: page('523: Origin is unreachable'), forwarded: false },
	{
		name: 'Cloudflare: 525',
		status: 525,
		headers: { 'cf-ray': '8f' },
		body: page('525: SSL handshake failed'),
		forwarded: false,
		permanent: true,
	},
	{
		name: 'Cloudflare: 526',
		status: 526,
		headers: { 'cf-ray': '8f' },
		body: page('526: Invalid SSL certificate'),
		forwarded: false,
		permanent: true,
	},
	{ name: 'Cloudflare: challenge', status: 503, headers: CHALLENGE, body: page('Just a moment...'), forwarded: false },
	{
		name: 'Cloudflare: challenge with 403',
		status: 403,
		headers: CHALLENGE,
		body: page('Just a moment...'),
		forwarded: false,
		permanent: true,
	},
	{
		name: 'Kong: broken upstream',
		status: 502,
		headers: JSON_TYPE,
		body: '{"message":"An invalid response was received from the upstream server"}',
		forwarded: true,
	},
	{
		name: 'Kong: balancer after a retry',
		status: 503,
		headers: JSON_TYPE,
		body: '{"message":"failure to get a peer from the ring-balancer"}',
		forwarded: true,
	},
	{ name: 'Kong: name resolution', status: 503, headers: JSON_TYPE, body: '{"message":"name resolution failed"}', forwarded: false },
	{
		name: 'Varnish: with Retry-After',
		status: 503,
		headers: { 'retry-after': '5', via: '1.1 varnish' },
		body: '<!DOCTYPE html><html><head><title>503 Backend fetch failed</title></head><body><h1>Error 503 Backend fetch failed</h1><h3>Guru Meditation:</h3></body></html>',
		forwarded: true,
	},
	{
		name: 'Squid: read error',
		status: 502,
		headers: { 'x-squid-error': 'ERR_READ_ERROR 104' },
		body: page('ERROR: The requested URL could not be retrieved'),
		forwarded: true,
	},
	{
		name: 'Squid: connection refused',
		status: 503,
		headers: { 'x-squid-error': 'ERR_CONNECT_FAIL 111' },
		body: page('ERROR: The requested URL could not be retrieved'),
		forwarded: false,
	},
	{ name: 'an unknown proxy', status: 503, body: 'Service Unavailable', forwarded: true },
	{ name: 'an unknown proxy: read timeout', status: 598, body: '', forwarded: true },
	{
		name: 'a maintenance page with Retry-After',
		status: 503,
		headers: { 'retry-after': '1' },
		body: page('Maintenance'),
		forwarded: false,
	},
];
