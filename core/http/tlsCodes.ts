/**
 * Codes for a TLS connection that could not be established, so that nothing was sent: an invalid certificate (in Node's list of X.509 error
 * codes) or a failed handshake, which Node reports as EPROTO.
 */
const SETUP_CODES =
	/^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERROR_IN_|HOSTNAME_MISMATCH$|INVALID_(CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|EPROTO|ERR_TLS|ERR_OSSL)/;

/** Whether the certificate was rejected, or no TLS connection could be established. */
export const isTlsSetupCode = (code: string): boolean => SETUP_CODES.test(code);

/** Whether a TLS connection failed. `ERR_SSL_…` can mean that it broke later, when the site may already have read the request. */
export const isTlsCode = (code: string): boolean => isTlsSetupCode(code) || code.startsWith('ERR_SSL_');
