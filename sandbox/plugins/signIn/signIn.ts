import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiUser } from '../../documents/user';
import { errorBody } from '../responses';
import type { Accounts } from './accounts';

/** A valid token with its expiry (milliseconds since 1970), or why it is invalid. `tooNarrow`: it lacks the scope of the API. */
export type ReadToken = { readonly user: ApiUser; readonly expiresAt: number } | { readonly refused: string; readonly tooNarrow?: true };
/** Reads one kind of token; `undefined` for all other tokens. */
export type TokenReader = (token: string) => Promise<ReadToken | undefined>;

const REALM = 'Media Operations sandbox';

const WRONG = 'The user name or password is incorrect';
const UNKNOWN_TOKEN = 'This sandbox did not issue the token; request a new one';

const BASIC = `Basic realm="${REALM}", charset="UTF-8"`;
const BEARER = `Bearer realm="${REALM}"`;

const unauthorized = (reply: FastifyReply, text: string, ...challenges: readonly string[]): void =>
	void reply.code(401).header('WWW-Authenticate', challenges).send(errorBody(text));

/** Caches tokens of all kinds until they expire or are revoked. */
export class TokenCache {
	private readonly cache = new Map<string, { readonly user: ApiUser; readonly expiresAt: number }>();

	constructor(
		private readonly readers: readonly TokenReader[],
		private readonly now: () => number,
	) {}

	/** The user of a cached token that has not expired. */
	userOf(token: string): ApiUser | undefined {
		const entry = this.cache.get(token);
		return entry !== undefined && entry.expiresAt > this.now() ? entry.user : undefined;
	}

	/** Reads a token of any kind, and caches its user. */
	async read(token: string): Promise<ReadToken> {
		for (const reader of this.readers) {
			const found = await reader(token);
			if (found === undefined) {
				continue;
			}
			if ('refused' in found) {
				return found;
			}
			if (this.cache.size >= 1_000) {
				this.cache.clear();
			}
			this.cache.set(token, found);
			return found;
		}
		return { refused: UNKNOWN_TOKEN };
	}

	/** Clears the cache. Call it after tokens are revoked. */
	clear(): void {
		this.cache.clear();
	}
}

/** The name and the password in Basic credentials, separated by the first colon. */
const basicIn = (value: string): [name: string, password: string] => {
	const text = Buffer.from(value, 'base64').toString('utf8');
	const colon = text.indexOf(':');
	return colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
};

/**
 * Requires a sign-in for every request to `app`, and sets `request.user` (specification: Authentication). Without `tokens`, only Basic
 * is supported.
 */
export function requireSignIn(app: FastifyInstance, accounts: Accounts, tokens: TokenCache | undefined): void {
	const missing = `Sign in first: send the 'Authorization' header with 'Basic …'${tokens === undefined ? '' : " or 'Bearer …'"}`;
	const offered = tokens === undefined ? [BASIC] : [BASIC, BEARER];
	app.decorateRequest('user', null as unknown as ApiUser);
	app.addHook('onRequest', (request, reply, done) => {
		const header = request.headers.authorization;
		const space = header === undefined ? -1 : header.indexOf(' ');
		if (header === undefined || space < 1) {
			return unauthorized(reply, missing, ...offered);
		}
		const scheme = header.slice(0, space).toLowerCase();
		const value = header.slice(space + 1).trim();
		if (scheme === 'basic') {
			const user = accounts.verify(...basicIn(value));
			if (user === undefined) {
				return unauthorized(reply, WRONG, ...offered);
			}
			request.user = user;
			return done();
		}
		if (scheme !== 'bearer' || tokens === undefined) {
			return unauthorized(reply, scheme === 'bearer' ? 'This release does not support tokens; sign in with Basic' : missing, ...offered);
		}
		const known = tokens.userOf(value);
		if (known !== undefined) {
			request.user = known;
			return done();
		}
		tokens.read(value).then((verdict) => {
			if ('user' in verdict) {
				request.user = verdict.user;
				return done();
			}
			if (verdict.tooNarrow) {
				return void reply.code(403).header('WWW-Authenticate', `${BEARER}, error="insufficient_scope"`).send(errorBody(verdict.refused));
			}
			return unauthorized(reply, verdict.refused, BASIC, `${BEARER}, error="invalid_token"`);
		}, done);
	});
}
