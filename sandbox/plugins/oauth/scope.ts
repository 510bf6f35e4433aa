import type { errors as OidcErrors, KoaContextWithOIDC } from 'oidc-provider';
import { API_SCOPE, SCOPES } from './clients';

/** The error classes of the library, which is loaded lazily. */
export type Errors = typeof OidcErrors;

/** The scopes that the client sent. The library removes unknown scopes from its own parameters. */
const requestedScopes = ({ method, query, oidc }: KoaContextWithOIDC): readonly string[] => {
	const sent = method === 'POST' ? oidc.body : query;
	return String(sent?.scope ?? '')
		.split(' ')
		.filter((name) => name !== '');
};

/**
 * Rejects unknown scopes with `invalid_scope` (RFC 6749, 3.3). If `forApi` is set, also rejects requests without the scope of the API.
 * Without this check, a client with a typo would receive a useless token and no error.
 */
export function requireScope(errors: Errors, context: KoaContextWithOIDC, forApi = false): void {
	const requested = requestedScopes(context);
	const unknown = requested.find((name) => !SCOPES.includes(name));
	if (unknown !== undefined) {
		throw new errors.InvalidScope(`unknown scope '${unknown}'; the scope of the API is '${API_SCOPE}'`, unknown);
	}
	if (forApi && !requested.includes(API_SCOPE)) {
		throw new errors.InvalidScope(`the scope '${API_SCOPE}' is required`, API_SCOPE);
	}
}
