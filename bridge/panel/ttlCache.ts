/** How long (ms) data is cached: the editor requests the same data several times when it opens a node. */
const TTL = 60_000;
/** How long (ms) an error is cached: short, but longer than the editor takes to open a node. */
const ERROR_TTL = 10_000;
const MAX_ENTRIES = 50;

interface CacheEntry {
	readonly value: Promise<unknown>;
	expiresAt: number;
}

/**
 * A cache in this process for data that the editor shows. Runs do not use it, so its contents may differ between processes.
 */
export class TtlCache {
	private readonly entries = new Map<string, CacheEntry>();

	constructor(private readonly now: () => number) {}

	/** The cached value, read if it is missing or expired. Concurrent callers share one read. */
	async get<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
		const cached = this.entries.get(name);
		const remaining = cached === undefined ? 0 : cached.expiresAt - this.now();
		// If the clock was set back, the remaining time is longer than the TTL.
		if (cached !== undefined && remaining > 0 && remaining <= TTL) return (await cached.value) as Value;
		const entry: CacheEntry = { value: read(), expiresAt: this.now() + TTL };
		this.entries.delete(name);
		this.entries.set(name, entry);
		if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value as string);
		entry.value.catch(() => {
			entry.expiresAt = Math.min(entry.expiresAt, this.now() + ERROR_TTL);
		});
		return (await entry.value) as Value;
	}
}
