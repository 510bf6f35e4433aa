import type { ICredentialDataDecryptedObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Answer, Send, SendResult, WireRequest } from '../core/http/port';
import type { Connection, NodeContext } from './connection';
import { withFirstToken } from './firstToken';
import { MultipartForm } from './multipart';
import { hidingSecrets } from './secrets';
import { isDue, loggedInAt } from './signIn';
import { answeredStatus, readAnswer, readFailure, timedOut } from './transportFailure';

/** How long (ms) an OAuth 2 credential is used before it is read again: another execution may have renewed its token meanwhile. */
const READ_AGAIN = 10_000;

/** Milliseconds for a whole call; a request that brings its own, such as an upload, goes by that. */
const TIME_OUT = 300_000;

/**
 * Sends through n8n, which signs in and renews tokens. What it adds to that:
 * - the credential is read once for the run (nine tenths of the cost of a call lie in reading it);
 * - a JWT is renewed before it ends, and a renewed token reaches the calls that follow;
 * - the first answer of 401 stands for all calls of the run, as long as none went well: a wrong password is not tried
 *   once per item, since sites lock users out;
 * - redirects are not followed: they could lead the sign-in to another host, and keep a whole upload in memory;
 * - the time-out holds for the whole call, an answer that trickles in included, and an answer is read up to a limit.
 */
export const createSend = (context: NodeContext, connection: Connection, timeout: number = TIME_OUT): Send => {
	const carry = carriers[connection.authentication](context, connection);
	let accepted = false;
	let refused: Answer | undefined;
	return async (request) => {
		if (refused !== undefined) return refused;
		const sent = await withDeadline(context, request.timeout ?? timeout, async (signal) => await carry(optionsOf(request, connection, timeout), signal).then(readAnswer, async (cause: unknown) => await readFailure(cause, `${connection.baseUrl}${request.path}`)));
		const result = hidingSecrets(sent, connection.data);
		if (result.kind === 'answer' && result.status === 401 && !accepted) refused = result;
		else if (result.kind === 'answer') accepted = true;
		return result;
	};
};

/** Ends a call that takes longer than `milliseconds`, or whose run is cancelled. n8n's own time-out looks at silence alone. */
const withDeadline = async (context: NodeContext, milliseconds: number, call: (signal: AbortSignal) => Promise<SendResult>): Promise<SendResult> => {
	const controller = new AbortController();
	const end = (): void => controller.abort();
	const deadline = AbortSignal.timeout(milliseconds);
	const cancelled = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const signals = cancelled === undefined ? [deadline] : [deadline, cancelled];
	for (const signal of signals) signal.addEventListener('abort', end);
	if (cancelled?.aborted) end();
	try {
		const result = await call(controller.signal);
		return result.kind === 'noAnswer' && deadline.aborted && !cancelled?.aborted ? timedOut(result) : result;
	} finally {
		for (const signal of signals) signal.removeEventListener('abort', end);
	}
};

const optionsOf = ({ method, path, headers, body, timeout }: WireRequest, { allowedDomains, baseUrl, ignoreSSLIssues }: Connection, otherwise: number): IHttpRequestOptions => ({
	method,
	url: `${baseUrl}${path}`,
	// Where the release does not compress, axios would ask for compressions of its own.
	headers: { Accept: 'application/json', 'Accept-Encoding': 'identity', ...headers },
	...(body === undefined ? {} : { body: typeof body === 'string' ? body : (new MultipartForm(body.parts) as unknown as FormData) }),
	returnFullResponse: true,
	encoding: 'stream',
	disableFollowRedirect: true,
	skipSslCertificateValidation: ignoreSSLIssues,
	...(allowedDomains === undefined ? {} : { allowedDomains }),
	timeout: timeout ?? otherwise,
});

type Carry = (options: IHttpRequestOptions, signal: AbortSignal) => Promise<IN8nHttpFullResponse>;
type Carrier = (context: NodeContext, connection: Connection) => Carry;

/** n8n takes the signal of the run for every call; here each has its own, which follows that of the run. */
const withSignal = (context: NodeContext, signal: AbortSignal): NodeContext => Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as NodeContext;

/** What n8n takes as credential without reading it again. */
const handedOver = ({ type }: Connection, data: ICredentialDataDecryptedObject) => ({ id: '', name: type, type, data });

/** Whether the site itself said that the sign-in has run out. */
const hasExpired = (cause: unknown, { url }: IHttpRequestOptions, { expiredStatuses }: Connection): boolean => expiredStatuses.includes(answeredStatus(cause, url) ?? 0);

const accessToken = ({ oauthTokenData }: ICredentialDataDecryptedObject): unknown => (oauthTokenData as { access_token?: unknown } | undefined)?.access_token;

const carriers: Record<Connection['authentication'], Carrier> = {
	/** Nothing can be renewed, so every status is a value; else n8n would send a refused password twice. */
	basic: (context, connection) => async (options, signal) =>
		await context.helpers.httpRequestWithAuthentication.call(withSignal(context, signal) as never, connection.type, { ...options, ignoreHttpStatusErrors: true }, { credentialsDecrypted: handedOver(connection, connection.data) }),

	/** Each call has its own copy, so that the log-in knows which token failed it; what it learns goes back to all. */
	jwt: (context, connection) => async (options, signal) => {
		const { data } = connection;
		const own: ICredentialDataDecryptedObject = { ...data, ...(isDue(data.renewAt) ? { sessionToken: '' } : {}) };
		const before = own.sessionToken;
		const begun = Date.now();
		const send = async (): Promise<IN8nHttpFullResponse> =>
			await context.helpers.httpRequestWithAuthentication.call(withSignal(context, signal) as never, connection.type, { ...options, ignoreHttpStatusErrors: { ignore: true, except: [...connection.expiredStatuses] } }, {
				credentialsDecrypted: handedOver(connection, own),
				preAuthenticationRetryStatusCode: [...connection.expiredStatuses],
			});
		try {
			return await send().catch(async (cause: unknown) => {
				// A token that another call had renewed before can have ended as well.
				const isStale = hasExpired(cause, options, connection) && own.sessionToken !== before && (loggedInAt(own) ?? begun) < begun;
				return isStale ? await send() : await Promise.reject(cause);
			});
		} finally {
			if (own.sessionToken !== before) Object.assign(data, { sessionToken: own.sessionToken, renewAt: own.renewAt });
		}
	},

	/** n8n reads the credential for every call and writes a renewed token into what it read: give it the same object for a while. */
	oAuth2: (context, connection) => {
		let held = { data: connection.data, at: Date.now() };
		const read = async (again: boolean): Promise<ICredentialDataDecryptedObject> => {
			if (again) held = { data: await context.getCredentials(connection.type), at: Date.now() };
			return held.data;
		};
		const reading = Object.create(context, { getCredentials: { value: async () => await read(Date.now() - held.at > READ_AGAIN) } }) as NodeContext;
		const credentialId = context.getNode().credentials?.[connection.type]?.id ?? '';
		const send: Carry = async (options, signal) =>
			await withFirstToken(credentialId, read, async () =>
				await context.helpers.httpRequestWithAuthentication.call(withSignal(reading, signal) as never, connection.type, { ...options, ignoreHttpStatusErrors: { ignore: true, except: [...connection.expiredStatuses] } }, {
					oauth2: { tokenExpiredStatusCode: [...connection.expiredStatuses] },
				}));
		return async (options, signal) => {
			const used = accessToken(held.data);
			return await send(options, signal).catch(async (cause: unknown) => {
				// n8n takes a stored token that is not the one that failed for a renewed one, though it can have ended with it.
				const isStale = hasExpired(cause, options, connection) && accessToken(await read(true)) !== used;
				return isStale ? await send(options, signal) : await Promise.reject(cause);
			});
		};
	},
};

