import type { ICredentialDataDecryptedObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { ApiErrorKind } from '../../core/http/apiError';
import { kindOfStatus } from '../../core/http/statuses';
import type { Connection, NodeContext } from '../site/connection';

/**
 * A response, and the credential that signed its request. The credential is included because another request may renew the token in the
 * meantime.
 */
export interface AuthenticatedResponse {
	readonly response: IN8nHttpFullResponse;
	readonly data: ICredentialDataDecryptedObject;
}

/** Shows whether an aborted request may have been sent. */
export interface SignInProgress {
	/** Whether the request is waiting for a token: it has not been sent to the site yet, or the site rejected its token. */
	isSigningIn: () => boolean;
}

/** Sends one request through n8n, which signs it. Rejects with n8n's error if there is no response. */
export type AuthenticatedRequest = (
	options: IHttpRequestOptions,
	signal: AbortSignal,
	progress: SignInProgress,
) => Promise<AuthenticatedResponse>;
export type Authenticator = (context: NodeContext, connection: Connection) => AuthenticatedRequest;

/**
 * n8n uses the abort signal of the run for every request. Here, each request has its own signal, which also aborts when the run is aborted.
 */
export const withSignal = (context: NodeContext, signal: AbortSignal): NodeContext =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as NodeContext;

/** Kinds of statuses that a server in front of the site can send after the site has processed a request. */
const FROM_GATEWAY: ReadonlySet<ApiErrorKind> = new Set(['unavailable', 'broken', 'network']);

/**
 * Whether the site responds that the token has expired. A change is sent again only if the site cannot have processed it: a page with a
 * status other than 401 can replace the response to a change that succeeded (see `core/http/statuses.ts`).
 */
export const isExpired = (
	{ statusCode, headers }: IN8nHttpFullResponse,
	{ expiredStatuses }: Connection,
	method: IHttpRequestOptions['method'],
): boolean => {
	if (!expiredStatuses.includes(statusCode)) return false;
	if (statusCode === 401 || method === 'GET') return true;
	return !FROM_GATEWAY.has(kindOfStatus(statusCode)) && !/html|xml/i.test(String(headers['content-type'] ?? ''));
};

/** Closes the connection of a response that nobody will read. */
export const discard = ({ body }: IN8nHttpFullResponse): void => {
	(body as { destroy?: () => void } | undefined)?.destroy?.();
};
