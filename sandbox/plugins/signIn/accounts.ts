import { hash, timingSafeEqual } from 'node:crypto';
import type { ApiUser } from '../../documents/user';

export interface Account {
	readonly password: string;
	readonly user: ApiUser;
}

/** A digest of name and password. JSON keeps `a:b` with `c` distinct from `a` with `b:c`. */
const digest = (name: string, password: string): Buffer => hash('sha256', JSON.stringify([name, password]), 'buffer');

/** The users. Compares digests of equal length without stopping early, to prevent timing attacks. */
export class Accounts {
	private readonly known: readonly { readonly digest: Buffer; readonly user: ApiUser }[];
	private readonly byName: ReadonlyMap<string, ApiUser>;

	constructor(accounts: readonly Account[]) {
		this.known = accounts.map(({ user, password }) => ({ digest: digest(user.name, password), user }));
		this.byName = new Map(accounts.map(({ user }) => [user.name, user]));
	}

	/** The user with this name and password. */
	verify(name: string, password: string): ApiUser | undefined {
		const given = digest(name, password);
		let found: ApiUser | undefined;
		for (const account of this.known) {
			if (timingSafeEqual(account.digest, given)) {
				found = account.user;
			}
		}
		return found;
	}

	get names(): readonly string[] {
		return [...this.byName.keys()];
	}

	/** The user with this name, for tokens. */
	named(name: string): ApiUser | undefined {
		return this.byName.get(name);
	}
}
