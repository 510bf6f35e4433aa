import type { Adapter, AdapterPayload } from 'oidc-provider';

interface StoredObject {
	payload: AdapterPayload;
	/** Milliseconds since 1970. */
	readonly expiresAt: number;
}

/** The provider's name for a kind of stored object. */
export type Kind = 'AccessToken' | 'ClientCredentials' | 'RefreshToken' | (string & {});

const SWEEP_AT = 5_000;

/** Stores tokens, codes and sign-ins of the identity provider in memory until the sandbox stops. */
export class TokenStore {
	private readonly kinds = new Map<string, Map<string, StoredObject>>();
	/** How many objects of each kind were issued since the start or the last reset. */
	readonly issued = new Map<Kind, number>();

	/** `onRevoked` is called after a revocation, so that caches can be cleared. */
	constructor(private readonly onRevoked: () => void) {}

	private of(kind: Kind): Map<string, StoredObject> {
		let kept = this.kinds.get(kind);
		if (kept === undefined) {
			kept = new Map();
			this.kinds.set(kind, kept);
		}
		return kept;
	}

	revoke(kinds: readonly Kind[]): void {
		for (const kind of kinds) {
			this.of(kind).clear();
		}
		this.onRevoked();
	}

	clear(): void {
		this.kinds.clear();
		this.issued.clear();
		this.onRevoked();
	}

	private sweep(kept: Map<string, StoredObject>): void {
		const now = Date.now();
		for (const [id, { expiresAt }] of kept) {
			if (expiresAt <= now) {
				kept.delete(id);
			}
		}
	}

	/** The provider's storage adapter for one kind. */
	readonly adapterFor = (kind: Kind): Adapter => {
		const one = (matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined => {
			for (const { payload } of this.of(kind).values()) {
				if (matches(payload)) {
					return payload;
				}
			}
			return undefined;
		};
		return {
			upsert: async (id, payload, expiresIn) => {
				const kept = this.of(kind);
				if (kept.size >= SWEEP_AT) {
					this.sweep(kept);
				}
				if (!kept.has(id)) {
					this.issued.set(kind, (this.issued.get(kind) ?? 0) + 1);
				}
				kept.set(id, { payload, expiresAt: expiresIn === undefined ? Number.POSITIVE_INFINITY : Date.now() + expiresIn * 1000 });
			},
			find: async (id) => this.of(kind).get(id)?.payload,
			findByUid: async (uid) => one((payload) => payload.uid === uid),
			findByUserCode: async (code) => one((payload) => payload.userCode === code),
			consume: async (id) => {
				const kept = this.of(kind).get(id);
				if (kept !== undefined) {
					kept.payload = { ...kept.payload, consumed: Math.floor(Date.now() / 1000) };
				}
			},
			destroy: async (id) => {
				this.of(kind).delete(id);
				this.onRevoked();
			},
			revokeByGrantId: async (grantId) => {
				const kept = this.of(kind);
				for (const [id, { payload }] of kept) {
					if (payload.grantId === grantId) {
						kept.delete(id);
					}
				}
				this.onRevoked();
			},
		};
	};
}
