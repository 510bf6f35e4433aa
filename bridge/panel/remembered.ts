/** For so long (ms) what was read for the panel is good enough: opening a node asks for the same many times at once. */
const LIFE = 60_000;
/** What could not be read is asked for again sooner, but not once per list of the panel. */
const LIFE_OF_A_FAULT = 10_000;
const MOST = 50;

interface Kept {
	readonly value: Promise<unknown>;
	until: number;
}

/**
 * What the panel read a moment ago, by name. It lives in one process and for a minute: nothing that a run does depends on
 * it, so it does not matter whether another process reads anew.
 */
export class Remembered {
	private readonly kept = new Map<string, Kept>();

	constructor(private readonly now: () => number) {}

	/** The value of that name, read where it is not known or too old. All who ask at once share one reading. */
	async get<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
		const known = this.kept.get(name);
		const left = known === undefined ? 0 : known.until - this.now();
		// More than a whole life is left where the clock was set back.
		if (known !== undefined && left > 0 && left <= LIFE) return (await known.value) as Value;
		const made: Kept = { value: read(), until: this.now() + LIFE };
		this.kept.delete(name);
		this.kept.set(name, made);
		if (this.kept.size > MOST) this.kept.delete(this.kept.keys().next().value as string);
		made.value.catch(() => {
			made.until = Math.min(made.until, this.now() + LIFE_OF_A_FAULT);
		});
		return (await made.value) as Value;
	}
}
