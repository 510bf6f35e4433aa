import type { errors as OidcErrors, KoaContextWithOIDC } from 'oidc-provider';
import { API_SCOPE, SCOPES } from './clients';

/** The error classes of the library, which is loaded late. */
export type Errors = typeof OidcErrors;

/** The scopes as the client sent them: the library drops those that it does not know from the parameters that it read. */
const requestedScopes = ({ method, query, oidc }: KoaContextWithOIDC): readonly string[] => {
	const sent = method === 'POST' ? oidc.body : query;
	return String(sent?.scope ?? '')
		.split(' ')
		.filter((name) => name !== '');
};

/**
 * Refuses a scope that does not exist with `invalid_scope` (RFC 6749, 3.3); with `forApi` also a request without the scope of the API.
 * Otherwise a client with a typo gets a token that opens nothing, and does not learn why.
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
