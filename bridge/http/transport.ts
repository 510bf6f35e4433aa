import type { IHttpRequestOptions } from 'n8n-workflow';

import { isAcceptedSignIn, isRefusedSignIn } from '../../core/http/signInQueue';
import type { Send, SendResult, WireRequest } from '../../core/model/port';
import { ownResponse, siteRequest } from '../../core/wire/siteFormat';
import { authenticators, type Progress } from '../signIn/authenticators';
import type { Connection, NodeContext } from '../site/connection';
import { Deadlines } from './deadlines';
import { DEFAULT_TIMEOUT_SECONDS } from '../settings';
import { MultipartForm } from './multipart';
import { maskSecrets, textWithoutSecretsOf } from '../secrets/secrets';
import { readResponse, noResponseOf, signInTimedOut, cancelledCall, asTimeout } from './sendResult';

/** The timeout of a whole request in milliseconds, unless the request has its own, such as an upload. */
const DEFAULT_TIMEOUT = DEFAULT_TIMEOUT_SECONDS * 1_000;

/**
 * Sends requests through n8n, which signs in. In addition:
 * - a response with an error status is returned, not thrown;
 * - an expired token is renewed once for all requests that used it. n8n can also renew a token, but the n8n version determines after which
 *   statuses, and n8n would send a refused password twice;
 * - the credential is not read for each request, because reading it takes about 90% of the time of a request;
 * - a JWT is renewed before it expires, and later requests use the new token;
 * - a refused sign-in is not repeated in the run unless an earlier request succeeded, because sites and identity providers lock out users
 *   and clients that fail too often;
 * - redirects are not followed: they could send the sign-in to another host, and following them requires keeping a whole upload in memory;
 * - requests and responses are converted with the site profile of the credential;
 * - the timeout applies to the whole request, including a slow response;
 * - the size of a response is limited: to `definitionLimit` bytes for an OpenAPI definition, and to 100 MB for any other response.
 */
export const createSend = (
	context: NodeContext,
	connection: Connection,
	timeout: number = DEFAULT_TIMEOUT,
	definitionLimit?: number,
): Send => {
	const sendSigned = authenticators[connection.authentication](context, connection);
	const cancelled = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const deadlines = new Deadlines(cancelled);
	let accepted = false;
	let refused: SendResult | undefined;
	return async (own) => {
		const request = siteRequest(own, connection.profile, connection.listNames);
		if (refused !== undefined) return refused;
		const progress: Progress = { isSigningIn: () => false };
		const limit = request.timeout ?? timeout;
		const ended = await deadlines.run<SendResult>(
			limit,
			async (signal) =>
				await sendSigned(optionsOf(request, connection, timeout), signal, progress).then(
					async ({ response, data }) =>
						maskSecrets(
							await readResponse(response, connection.baseUrl, definitionLimit),
							data,
							request.method,
							definitionLimit !== undefined,
						),
					(cause: unknown) => noResponseOf(cause, (text) => textWithoutSecretsOf(connection.data, text)),
				),
			() => {
				if (!progress.isSigningIn()) return cancelledCall();
				// A request that is still waiting for a token has changed nothing, and the aborted signal keeps it from being sent later.
				return cancelled?.aborted ? { ...cancelledCall(), sent: 'no' } : signInTimedOut(connection, limit);
			},
		);
		const result = ended.isLate && !cancelled?.aborted ? lateResult(ended.result) : ended.result;
		if (isRefusedSignIn(result) && !accepted) refused = result;
		else if (isAcceptedSignIn(result)) accepted = true;
		return result.kind === 'response' ? ownResponse(result, own, connection.profile) : result;
	};
};

const lateResult = (result: SendResult): SendResult =>
	result.kind === 'noResponse' && result.signIn === undefined ? asTimeout(result) : result;

const optionsOf = (
	{ method, path, headers, body, timeout }: WireRequest,
	{ baseUrl, ignoreSSLIssues }: Connection,
	defaultTimeout: number,
): IHttpRequestOptions => ({
	method,
	url: `${baseUrl}${path}`,
	// Without 'Accept-Encoding', axios would request compression, which some releases of the site do not support.
	headers: { Accept: 'application/json', 'Accept-Encoding': 'identity', ...headers },
	...(body === undefined ? {} : { body: typeof body === 'string' ? body : (new MultipartForm(body.parts) as unknown as FormData) }),
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	encoding: 'stream',
	disableFollowRedirect: true,
	skipSslCertificateValidation: ignoreSSLIssues,
	timeout: timeout ?? defaultTimeout,
});
