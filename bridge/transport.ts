import { sleep, type ICredentialDataDecryptedObject, type IHttpRequestOptions, type IN8nHttpFullResponse } from 'n8n-workflow';

import type { Answer, Send, SendResult, WireRequest } from '../core/model/port';
import type { Connection, NodeContext } from './connection';
import { renewToken, withFirstToken } from './oAuth2Tokens';
import { MultipartForm } from './multipart';
import { hidingSecrets } from './secrets';
import { isDue, loggedInAt, retireToken } from './signIn';
import { readAnswer, readFailure, stopped, timedOut } from './transportFailure';

/** How long (ms) an OAuth 2 credential is used before it is read again: another execution may have renewed its token meanwhile. */
const READ_AGAIN = 10_000;

/** Milliseconds for a whole call; a request that brings its own, such as an upload, goes by that. */
const TIME_OUT = 300_000;

/**
 * Sends through n8n, which signs in. What it adds to that:
 * - every status is a value, and one that means «expired» renews the token, once for all calls that met it: n8n would renew too, but which
 *   statuses it takes for that, and how they are named to it, differs from version to version, and a refused password would go out twice;
 * - the credential is read once for the run (nine tenths of the cost of a call lie in reading it);
 * - a JWT is renewed before it ends, and a renewed token reaches the calls that follow;
 * - the first answer of 401 stands for all calls of the run, as long as none went well: a wrong password is not tried
 *   once per item, since sites lock users out;
 * - redirects are not followed: they could lead the sign-in to another host, and keep a whole upload in memory;
 * - the time-out holds for the whole call, an answer that trickles in included, and an answer is read up to a limit (`largest`, bytes).
 */
export const createSend = (context: NodeContext, connection: Connection, timeout: number = TIME_OUT, largest?: number): Send => {
	const carry = carriers[connection.authentication](context, connection);
	let accepted = false;
	let refused: Answer | undefined;
	return async (request) => {
		if (refused !== undefined) return refused;
		const result = await withDeadline(context, request.timeout ?? timeout, async (signal) => await carry(optionsOf(request, connection, timeout), signal).then(
			async ({ answer, data }) => hidingSecrets(await readAnswer(answer, largest), data),
			(cause: unknown) => hidingSecrets(readFailure(cause, `${connection.baseUrl}${request.path}`), connection.data),
		));
		if (result.kind === 'answer' && result.status === 401 && !accepted) refused = result;
		else if (result.kind === 'answer') accepted = true;
		return result;
	};
};

/** How long (ms) a call that was ended has to be over. One that is not waits for a sign-in, for n8n does not end those: up to five minutes. */
const GRACE = 1_000;

/** Ends a call that takes longer than `milliseconds`, or whose run is cancelled. n8n's own time-out looks at silence alone. */
const withDeadline = async (context: NodeContext, milliseconds: number, call: (signal: AbortSignal) => Promise<SendResult>): Promise<SendResult> => {
	const controller = new AbortController();
	const end = (): void => controller.abort();
	const deadline = AbortSignal.timeout(milliseconds);
	const cancelled = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const signals = cancelled === undefined ? [deadline] : [deadline, cancelled];
	for (const signal of signals) signal.addEventListener('abort', end);
	const isLeft = new Promise<SendResult>((leave) => controller.signal.addEventListener('abort', () => void sleep(GRACE).then(() => leave(stopped()))));
	if (cancelled?.aborted) end();
	try {
		const result = await Promise.race([call(controller.signal), isLeft]);
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
	ignoreHttpStatusErrors: true,
	encoding: 'stream',
	disableFollowRedirect: true,
	skipSslCertificateValidation: ignoreSSLIssues,
	...(allowedDomains === undefined ? {} : { allowedDomains }),
	timeout: timeout ?? otherwise,
});

interface Carried {
	readonly answer: IN8nHttpFullResponse;
	/** The credential as it was signed in with: a token can have been renewed on the way. */
	readonly data: ICredentialDataDecryptedObject;
}
type Carry = (options: IHttpRequestOptions, signal: AbortSignal) => Promise<Carried>;
type Carrier = (context: NodeContext, connection: Connection) => Carry;

/** n8n takes the signal of the run for every call; here each has its own, which follows that of the run. */
const withSignal = (context: NodeContext, signal: AbortSignal): NodeContext => Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as NodeContext;

/** What n8n takes as credential without reading it again. */
const handedOver = ({ type }: Connection, data: ICredentialDataDecryptedObject) => ({ id: '', name: type, type, data });

/** Whether the site says that the sign-in has run out. */
const isExpired = ({ statusCode }: IN8nHttpFullResponse, { expiredStatuses }: Connection): boolean => expiredStatuses.includes(statusCode);

/** Gives up an answer that nobody will read, so that its connection ends. */
const letGo = ({ body }: IN8nHttpFullResponse): void => {
	(body as { destroy?: () => void } | undefined)?.destroy?.();
};

const accessToken = ({ oauthTokenData }: ICredentialDataDecryptedObject): unknown => (oauthTokenData as { access_token?: unknown } | undefined)?.access_token;

const carriers: Record<Connection['authentication'], Carrier> = {
	basic: (context, connection) => async (options, signal) => {
		const { data, type } = connection;
		const answer: IN8nHttpFullResponse = await context.helpers.httpRequestWithAuthentication.call(withSignal(context, signal) as never, type, options, { credentialsDecrypted: handedOver(connection, data) });
		return { answer, data };
	},

	/** Each call has its own copy, so that the log-in knows which token failed it; what it learns goes back to all. */
	jwt: (context, connection) => async (options, signal) => {
		const { data } = connection;
		const own: ICredentialDataDecryptedObject = { ...data, ...(isDue(data.renewAt) ? { sessionToken: '' } : {}) };
		const before = own.sessionToken;
		const begun = Date.now();
		const send = async (): Promise<IN8nHttpFullResponse> =>
			await context.helpers.httpRequestWithAuthentication.call(withSignal(context, signal) as never, connection.type, { ...options }, { credentialsDecrypted: handedOver(connection, own) });
		try {
			let answer = await send();
			// Twice at most: a token that another call had renewed before can have ended as well.
			for (let tries = 0; tries < 2 && isExpired(answer, connection) && (tries === 0 || (loggedInAt(own) ?? begun) < begun); tries++) {
				letGo(answer);
				retireToken(own);
				answer = await send();
			}
			return { answer, data: own };
		} finally {
			if (own.sessionToken && own.sessionToken !== before) Object.assign(data, { sessionToken: own.sessionToken, renewAt: own.renewAt });
		}
	},

	/** n8n reads the credential for every call: give it the same object for a while. */
	oAuth2: (context, connection) => {
		// A copy: what a call was sent with must not change under it when another one renews the token.
		let held: { readonly data: ICredentialDataDecryptedObject; readonly at: number } = { data: { ...connection.data }, at: Date.now() };
		const keep = ({ oauthTokenData }: ICredentialDataDecryptedObject): unknown => Object.assign(connection.data, { oauthTokenData });
		const read = async (again: boolean): Promise<ICredentialDataDecryptedObject> => {
			if (again) {
				held = { data: await context.getCredentials(connection.type), at: Date.now() };
				keep(held.data);
			}
			return held.data;
		};
		const credentialId = context.getNode().credentials?.[connection.type]?.id ?? '';
		/** Gives, besides the answer, the credential as it was read for it. */
		const send = async (options: IHttpRequestOptions, signal: AbortSignal): Promise<Carried> => {
			let given = held.data;
			const reading = Object.create(context, { getCredentials: { value: async () => (given = await read(Math.abs(Date.now() - held.at) > READ_AGAIN)) } }) as NodeContext;
			const answer = await withFirstToken(credentialId, read, async () =>
				(await context.helpers.httpRequestWithAuthentication.call(withSignal(reading, signal) as never, connection.type, { ...options })) as IN8nHttpFullResponse);
			if (accessToken(connection.data) === undefined) keep(given);
			return { answer, data: given };
		};
		const renew = async (): Promise<void> => {
			await context.helpers.refreshOAuth2Token.call(context as never, connection.type);
		};
		return async (options, signal) => {
			let carried = await send(options, signal);
			// Twice at most: the token that is stored can have ended with the one that was used.
			for (let tries = 0, isNew = false; tries < 2 && isExpired(carried.answer, connection) && !isNew; tries++) {
				letGo(carried.answer);
				const failed = accessToken(carried.data);
				isNew = await renewToken(credentialId, async () => accessToken(await read(true)) === failed, renew);
				await read(true);
				carried = await send(options, signal);
			}
			return carried;
		};
	},
};
