import { noResponseOf, readResponse } from '../../bridge/http/sendResult';

/** An error from n8n's HTTP client, as n8n throws it, with the network error as its cause. */
const thrownBy = (network: object): Error => {
	const cause = Object.assign(new Error('of the network'), network);
	return new Error('The service did not respond', {
		cause: Object.assign(new Error('of the client'), {
			...network,
			config: { url: 'https://site.example/api/v2/database/DEMO/JmJob' },
			cause,
		}),
	});
};
const sentOf = (network: object): string => noResponseOf(thrownBy(network), (text) => text).sent;

it.each([
	['https://portal.example.com/JmJob', '/JmJob'],
	['http://PORTAL.example.com:8080/JmJob', '/JmJob'],
	['https://portal.example.com', ''],
	['https://portal.example.org/JmJob', 'https://portal.example.org/JmJob'],
	['/portal', '/portal'],
])('The location of a redirect to %s is read without the host of the site', async (location, kept) => {
	const response = { statusCode: 302, headers: { Location: location }, body: '' };
	expect(await readResponse(response, 'https://portal.example.com/api/v2/database/DEMO')).toMatchObject({ headers: { location: kept } });
});

describe('A request without a response', () => {
	it.each([
		['nothing was listening at the address', { code: 'ECONNREFUSED', syscall: 'connect' }],
		['connecting timed out', { code: 'ETIMEDOUT', syscall: 'connect' }],
		['there was no route to it', { code: 'EHOSTUNREACH', syscall: 'connect' }],
		[
			'none of its addresses could be reached',
			{
				code: 'ETIMEDOUT',
				errors: [
					{ code: 'ETIMEDOUT', syscall: 'connect' },
					{ code: 'ENETUNREACH', syscall: 'connect' },
				],
			},
		],
		['its name could not be resolved', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
		['no cipher was negotiated', { code: 'EPROTO', syscall: 'write' }],
		['the certificate was issued by an unknown authority', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }],
		['the certificate was issued by an invalid authority', { code: 'INVALID_CA' }],
		['the certificate was for another purpose', { code: 'INVALID_PURPOSE' }],
		['the chain of certificates was too long', { code: 'PATH_LENGTH_EXCEEDED' }],
		['the certificate was for another host', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
	])('cannot have reached the site if %s', (_what, network) => {
		expect(sentOf(network)).toBe('no');
	});

	it.each([
		['was reset', { code: 'ECONNRESET', syscall: 'read' }],
		['was reset during a write', { code: 'EPIPE', syscall: 'write' }],
		['lost its route to the host', { code: 'EHOSTUNREACH', syscall: 'read' }],
		['lost its network', { code: 'ENETUNREACH', syscall: 'write' }],
		['received nothing until the timeout', { code: 'ETIMEDOUT', syscall: 'read' }],
		['received data that could not be decrypted', { code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }],
		['received plain text', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
		['received an unencrypted alert', { code: 'ERR_SSL_INVALID_AAD' }],
		['ended with an alert', { code: 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE' }],
	])('may have reached the site if its connection %s', (_what, network) => {
		expect(sentOf(network)).toBe('maybe');
	});
});
