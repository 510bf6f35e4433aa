import { hash, timingSafeEqual } from 'node:crypto';
import type { ApiUser } from '../../documents/user';

export interface Account {
	readonly password: string;
	readonly user: ApiUser;
}

/** Of both at once, and so that `a:b` with `c` is not taken for `a` with `b:c`. */
const digest = (name: string, password: string): Buffer => hash('sha256', JSON.stringify([name, password]), 'buffer');

/** Who may sign in. Compares digests of equal length without stopping early, so that the time taken tells nothing. */
export class Accounts {
	private readonly known: readonly { readonly digest: Buffer; readonly user: ApiUser }[];
	private readonly byName: ReadonlyMap<string, ApiUser>;

	constructor(accounts: readonly Account[]) {
		this.known = accounts.map(({ user, password }) => ({ digest: digest(user.name, password), user }));
		this.byName = new Map(accounts.map(({ user }) => [user.name, user]));
	}

	/** The user whose name and password these are. */
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

	/** The user of that name, as a token names it. */
	named(name: string): ApiUser | undefined {
		return this.byName.get(name);
	}
}
