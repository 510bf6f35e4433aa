import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiUser } from '../../documents/user';
import { refusalBody } from '../answers';
import type { Accounts } from './accounts';

/** A token that counts, until when (milliseconds since 1970); or why it does not, `tooNarrow` where a new one of its kind would not count either. */
export type ReadToken = { readonly user: ApiUser; readonly expiresAt: number } | { readonly refused: string; readonly tooNarrow?: true };
/** Reads one kind of token; `undefined` for a token of another kind or of nobody's. */
export type TokenReader = (token: string) => Promise<ReadToken | undefined>;

const REALM = 'Media Operations sandbox';

const WRONG = 'The user name or password is incorrect';
const UNKNOWN_TOKEN = 'This sandbox did not issue the token; request a new one';

const BASIC = `Basic realm="${REALM}", charset="UTF-8"`;
const BEARER = `Bearer realm="${REALM}"`;

const unauthorized = (reply: FastifyReply, text: string, ...challenges: readonly string[]): void =>
	void reply.code(401).header('WWW-Authenticate', challenges).send(refusalBody(text));

/** The tokens of all kinds, read once and then remembered until they run out or are taken back. */
export class KnownTokens {
	private readonly remembered = new Map<string, { readonly user: ApiUser; readonly expiresAt: number }>();

	constructor(
		private readonly readers: readonly TokenReader[],
		private readonly now: () => number,
	) {}

	/** Whom a token stands for that was read before and has not run out. */
	known(token: string): ApiUser | undefined {
		const entry = this.remembered.get(token);
		return entry !== undefined && entry.expiresAt > this.now() ? entry.user : undefined;
	}

	/** Has a token read by whoever knows its kind, and remembers whom it stands for. */
	async read(token: string): Promise<ReadToken> {
		for (const reader of this.readers) {
			const found = await reader(token);
			if (found === undefined) {
				continue;
			}
			if ('refused' in found) {
				return found;
			}
			if (this.remembered.size >= 1_000) {
				this.remembered.clear();
			}
			this.remembered.set(token, found);
			return found;
		}
		return { refused: UNKNOWN_TOKEN };
	}

	/** After tokens were taken back: nothing is known any more, each is read anew. */
	forget(): void {
		this.remembered.clear();
	}
}

/** The name and the password that `Basic` carries; the first colon parts them. */
const basicIn = (value: string): [name: string, password: string] => {
	const text = Buffer.from(value, 'base64').toString('utf8');
	const colon = text.indexOf(':');
	return colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
};

/**
 * Asks every request of `app` to sign in, and sets `request.user` (specification: Authentication); without `tokens` with Basic alone.
 * A token that was read once is known by a map afterwards, so that a run of calls pays once.
 */
export function requireSignIn(app: FastifyInstance, accounts: Accounts, tokens: KnownTokens | undefined): void {
	const missing = `Sign in first: send the header 'Authorization' with 'Basic …'${tokens === undefined ? '' : " or 'Bearer …'"}`;
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
		const known = tokens.known(value);
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
				return void reply.code(403).header('WWW-Authenticate', `${BEARER}, error="insufficient_scope"`).send(refusalBody(verdict.refused));
			}
			return unauthorized(reply, verdict.refused, BASIC, `${BEARER}, error="invalid_token"`);
		}, done);
	});
}
