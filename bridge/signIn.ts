import { UserError, type ICredentialDataDecryptedObject, type IHttpRequestHelper, type IHttpRequestOptions, type IN8nHttpFullResponse } from 'n8n-workflow';

import { wordsOf } from '../core/wire/decode';
import { readBody, TOO_LARGE } from './answerBody';
import { shownAddress } from './baseUrl';
import { withoutSecretsOf } from './secrets';
import { LOG_IN_TIME_OUT, logInAddress, logInRequest, readSession, type NoSession, type Session } from './session';

/** After a refused log-in the same user and password are not tried again for so long (ms): sites lock users out. */
const REFUSAL_HOLDS = 30_000;
/** A token so fresh (ms) is given to whoever asks without one of his own: he asked before it was there. */
const FRESH = 5_000;
/** How often in a row a token may be called expired while it is fresh, before the site is taken at its word. */
const MOST_QUICK_RENEWALS = 5;
/** Bytes of the answer to a log-in. */
const LARGEST_LOG_IN = 1024 * 1024;
/** Log-ins that are remembered at a time; the oldest goes first. */
const REMEMBERED = 100;

/**
 * The log-in did not give a token. It carries no answer and no request of the transport: those hold the password, and
 * n8n takes an answer of 401 in them as a reason to log in once more.
 */
export class SignInFault extends UserError {
	override readonly name = 'SignInFault';

	constructor(
		message: string,
		override readonly description: string,
		/** `refused`: the site said no, and says so again. `unavailable`: nobody could say. */
		readonly reason: 'refused' | 'unavailable',
	) {
		super(message);
	}
}

/** One of the three at a time: a log-in under way, the session it gave, its refusal. */
interface LastLogIn {
	readonly running?: Promise<Session>;
	readonly session?: Session;
	readonly refusal?: SignInFault;
	/** Milliseconds since 1970. */
	readonly at: number;
	/** How many tokens in a row were called expired while they were fresh. */
	readonly quickRenewals: number;
}

const lastLogIns = new Map<string, LastLogIn>();

const remember = (identity: string, entry: LastLogIn): void => {
	lastLogIns.delete(identity);
	lastLogIns.set(identity, entry);
	const oldest = lastLogIns.keys().next().value;
	if (lastLogIns.size > REMEMBERED && oldest !== undefined) lastLogIns.delete(oldest);
};

/** What makes a log-in what it is: a change of any of these is another log-in. */
const identityOf = (credentials: ICredentialDataDecryptedObject): string =>
	JSON.stringify(['baseUrl', 'username', 'password', 'logInUrl', 'nameField', 'wordField', 'extraBody', 'answerPath', 'lifeMinutes', 'ignoreSSLIssues', 'allowedHttpRequestDomains', 'allowedDomains'].map((name) => credentials[name] ?? null));

/** By credential at hand: the token that was taken out of it because the site called it expired. */
const retired = new WeakMap<ICredentialDataDecryptedObject, unknown>();

/** Takes the token out of a credential at hand, so that n8n logs in before the next request; which one it was is not forgotten. */
export const retireToken = (credentials: ICredentialDataDecryptedObject): void => {
	retired.set(credentials, credentials.sessionToken);
	credentials.sessionToken = '';
};

/** The last token that the asker had. */
const tokenOf = (credentials: ICredentialDataDecryptedObject): unknown => credentials.sessionToken || retired.get(credentials);

/** Milliseconds since then. A clock that was set back in between must not make a moment ago of it for hours. */
const ageOf = (at: number): number => Math.abs(Date.now() - at);

/** Whether a token is to be renewed before it is used again; see {@link Session.renewAt}. */
export const isDue = (renewAt: unknown): boolean => typeof renewAt === 'string' && renewAt !== '' && Date.now() >= Number(renewAt);

/** When the last log-in with these credentials came to its end, milliseconds since 1970; undefined where none is remembered. */
export const loggedInAt = (credentials: ICredentialDataDecryptedObject): number | undefined => lastLogIns.get(identityOf(credentials))?.at;

/** The remembered session where it is newer than what the asker has: another token, or one that is fresh or follows his. */
const newsFor = (credentials: ICredentialDataDecryptedObject, { session, at }: LastLogIn): Session | undefined => {
	if (session === undefined || isDue(session.renewAt)) return undefined;
	const { renewAt } = credentials;
	const token = tokenOf(credentials);
	const isNews = token ? token !== session.sessionToken : ageOf(at) < FRESH || (renewAt !== undefined && renewAt !== '' && renewAt !== session.renewAt);
	return isNews ? session : undefined;
};

/**
 * Logs in and gives the token (specification: Authentication, JWT token). However many ask at once, one log-in runs
 * and all get its token; who brings a token that was renewed meanwhile gets the renewed one. A refused log-in is
 * answered from memory for a while, and so is a site that gives tokens which it does not accept.
 *
 * @throws {SignInFault} where no token comes of it.
 */
export const signIn = async (http: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<Session> => {
	const identity = identityOf(credentials);
	const last = lastLogIns.get(identity);
	if (last?.running) return await last.running;
	const age = ageOf(last?.at ?? 0);
	if (last?.refusal && age < REFUSAL_HOLDS) throw last.refusal;
	const news = last && newsFor(credentials, last);
	if (news) return news;

	const quickRenewals = last?.session && last.session.sessionToken === tokenOf(credentials) && age < FRESH ? last.quickRenewals + 1 : 0;
	const running = quickRenewals > MOST_QUICK_RENEWALS ? Promise.reject<Session>(uselessTokens(credentials)) : logIn(http, credentials);
	remember(identity, { running, at: Date.now(), quickRenewals });
	running.then(
		(session) => remember(identity, { session, at: Date.now(), quickRenewals }),
		(fault: unknown) => {
			if (fault instanceof SignInFault && fault.reason === 'refused') remember(identity, { refusal: fault, at: Date.now(), quickRenewals: 0 });
			else lastLogIns.delete(identity);
		},
	);
	return await running;
};

const uselessTokens = (credentials: ICredentialDataDecryptedObject): SignInFault =>
	new SignInFault(
		'The log-in gives a token, but the site does not accept it',
		`Check 'Header Name', 'Header Prefix' and 'Token Place' of the credential, and whether ${String(credentials.baseUrl)} takes tokens of this log-in.`,
		'refused',
	);

const logIn = async (http: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<Session> => {
	const { url } = orRefuse(logInAddress(credentials));
	const address = shownAddress(url);
	const request = orRefuse(logInRequest(url, credentials));
	const answer = await sendLogIn(http, request).catch((cause: unknown): never => {
		// What n8n itself refuses has no code of the network. Its class is no sign: n8n's can be another copy of it than ours.
		if (cause instanceof Error && (cause as { code?: unknown }).code === undefined) {
			throw new SignInFault(cause.message.split(url).join(address), `n8n did not let the log-in go to ${address}. Check 'Allowed Domains' of the credential, and which addresses this n8n may call.`, 'refused');
		}
		const code = (cause as { code?: unknown } | undefined)?.code;
		if (code === TOO_LARGE) throw new SignInFault((cause as Error).message, `What ${address} answers is no log-in. Check 'Log-In URL' and 'Base URL' of the credential.`, 'refused');
		throw new SignInFault(
			'The log-in got no answer',
			`Nothing came back from ${address}${typeof code === 'string' ? ` (${code})` : ''}. Check 'Log-In URL' and 'Base URL' of the credential, and that the site is up.`,
			'unavailable',
		);
	});
	if (answer.statusCode >= 300) throw refusal(answer, address, credentials);
	return orRefuse(readSession(answer.body, credentials, Date.now()));
};

/**
 * Sends the log-in and reads its answer: a token is short, whatever an address that is none of a log-in may send; and n8n's own
 * time-out looks at silence alone, so that an answer that trickles in would be waited for without end.
 */
const sendLogIn = async (http: IHttpRequestHelper, request: IHttpRequestOptions): Promise<IN8nHttpFullResponse> => {
	const deadline = AbortSignal.timeout(LOG_IN_TIME_OUT);
	const tooLate = new Promise<never>((_resolve, reject) => {
		deadline.addEventListener('abort', () => reject(Object.assign(new Error('The log-in took too long'), { code: 'ETIMEDOUT' })));
	});
	const send = async (): Promise<IN8nHttpFullResponse> => {
		const answer = (await http.helpers.httpRequest({ ...request, abortSignal: deadline })) as IN8nHttpFullResponse;
		return { ...answer, body: (await readBody(answer.body, LARGEST_LOG_IN)) as IN8nHttpFullResponse['body'] };
	};
	return await Promise.race([send(), tooLate]);
};

const orRefuse = <T extends object>(found: T | NoSession): T => {
	if ('message' in found) throw new SignInFault(found.message, found.description, 'refused');
	return found;
};

/** Why the site gave no token: in its own words, without the password should it have echoed it, however short. */
const refusal = ({ statusCode, body }: IN8nHttpFullResponse, address: string, credentials: ICredentialDataDecryptedObject): SignInFault => {
	const { password } = credentials;
	const told = wordsOf(withoutSecretsOf(credentials, body));
	const words = typeof password === 'string' && password !== '' ? told?.split(password).join('…') : told;
	const facts = `${statusCode} on POST ${address}.`;
	if (statusCode === 408 || statusCode === 429 || statusCode >= 500) {
		return new SignInFault(words ?? 'The site could not carry out the log-in', `${facts} Try again later.`, 'unavailable');
	}
	const hint =
		statusCode === 400 || statusCode === 401 || statusCode === 403
			? 'Check user and password in the credential. The log-in is not tried again for half a minute, since sites lock users out.'
			: "Check 'Log-In URL' in the credential.";
	return new SignInFault(words ?? 'The site did not accept the log-in', `${facts} ${hint}`, 'refused');
};
