import { certificateProblem } from '../../core/check/connection';
import { isTlsSetupCode } from '../../core/http/tlsCodes';

it.each([
	'CERT_HAS_EXPIRED',
	'CERT_REVOKED',
	'CRL_NOT_YET_VALID',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'HOSTNAME_MISMATCH',
	'INVALID_CA',
	'INVALID_PURPOSE',
	'PATH_LENGTH_EXCEEDED',
	'EPROTO',
])('The TLS error %s is recognized in a run, and explained by Check', (code) => {
	expect([isTlsSetupCode(code), typeof certificateProblem(code)]).toEqual([true, 'string']);
});

it.each(['ECONNREFUSED', 'ENOTFOUND', 'ERR_INVALID_URL', 'INVALID_ARGUMENT'])('%s is not a TLS error', (code) => {
	expect(isTlsSetupCode(code)).toBe(false);
});
