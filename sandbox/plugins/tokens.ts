import type { Lifetimes } from './lifetimes';
import type { OAuth } from './oauth/provider';
import type { JwtTokens } from './signIn/jwt';
import type { TokenCache } from './signIn/signIn';

export type TokenKind = 'jwt' | 'access' | 'refresh';

/** Reports and revokes tokens of all kinds. */
export class Tokens {
	private readonly atStart: Readonly<Lifetimes>;

	constructor(
		readonly lifetimes: Lifetimes,
		private readonly jwt: JwtTokens,
		private readonly oauth: OAuth,
		private readonly cache: TokenCache,
	) {
		this.atStart = { ...lifetimes };
	}

	/** The lifetimes, and how many tokens have been issued since startup or the last reset. */
	view(): object {
		const { issued } = this.oauth.store;
		return {
			...this.lifetimes,
			issued: {
				jwt: this.jwt.issued,
				access: (issued.get('AccessToken') ?? 0) + (issued.get('ClientCredentials') ?? 0),
				refresh: issued.get('RefreshToken') ?? 0,
			},
		};
	}

	/** Revokes the tokens of a kind, or of all kinds. */
	revoke(kind?: TokenKind): void {
		if (kind === undefined || kind === 'jwt') {
			this.jwt.revokeAll();
		}
		if (kind === undefined || kind === 'access') {
			this.oauth.store.revoke(['AccessToken', 'ClientCredentials']);
		}
		if (kind === undefined || kind === 'refresh') {
			this.oauth.store.revoke(['RefreshToken']);
		}
		this.cache.clear();
	}

	/** Revokes all tokens, resets the counters, and restores the lifetimes. */
	reset(): void {
		this.revoke();
		this.oauth.store.clear();
		this.jwt.issued = 0;
		Object.assign(this.lifetimes, this.atStart);
	}
}
