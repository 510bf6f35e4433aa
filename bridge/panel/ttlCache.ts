/** For so long (ms) what was read for the panel is good enough: opening a node asks for the same many times at once. */
const TTL = 60_000;
/** What could not be read is asked for again sooner, but not once per list of the panel. */
const ERROR_TTL = 10_000;
const MAX_ENTRIES = 50;

interface CacheEntry {
	readonly value: Promise<unknown>;
	until: number;
}

/**
 * What the panel read a moment ago, by name. It lives in one process and for a minute: nothing that a run does depends on
 * it, so it does not matter whether another process reads anew.
 */
export class TtlCache {
	private readonly kept = new Map<string, CacheEntry>();

	constructor(private readonly now: () => number) {}

	/** The value of that name, read where it is not known or too old. All who ask at once share one reading. */
	async get<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
		const known = this.kept.get(name);
		const left = known === undefined ? 0 : known.until - this.now();
		// More than a whole life is left where the clock was set back.
		if (known !== undefined && left > 0 && left <= TTL) return (await known.value) as Value;
		const made: CacheEntry = { value: read(), until: this.now() + TTL };
		this.kept.delete(name);
		this.kept.set(name, made);
		if (this.kept.size > MAX_ENTRIES) this.kept.delete(this.kept.keys().next().value as string);
		made.value.catch(() => {
			made.until = Math.min(made.until, this.now() + ERROR_TTL);
		});
		return (await made.value) as Value;
	}
}
