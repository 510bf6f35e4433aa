/** The latencies of a window, as a multiple of those without load. Compared within one kind of request, so that a slow list does not look like load. */

/** The minimum number of responses of one kind in a window, so that their average can be the latency without load. */
const MIN_OF_KIND = 4;
/**
 * While timers are late, a request waits for the processor about four times as long as a timer: to be sent, connected and written, and
 * for the parts of its response. That time says nothing about the site.
 */
const WAITS_PER_REQUEST = 4;

/** Times are in milliseconds. */
export class Latencies {
	private window = new Map<string, { readonly sum: number; readonly count: number }>();
	/** The part of the latencies in the window that this process probably caused itself. */
	private ownDelay = 0;
	/** The lowest average latency by kind of request. */
	private readonly unloaded = new Map<string, number>();

	/** `timerDelay`: how late the timers of this process were. */
	add(kind: string, latency: number, timerDelay: number): void {
		const { sum, count } = this.window.get(kind) ?? { sum: 0, count: 0 };
		this.window.set(kind, { sum: sum + latency, count: count + 1 });
		this.ownDelay += WAITS_PER_REQUEST * timerDelay;
	}

	/** The latency of a request that ran alone. If it is more than `tolerated` times the known latency, all kinds became slower to the same degree. */
	measuredAlone(kind: string, latency: number, tolerated: number): void {
		const known = this.unloaded.get(kind);
		if (known === undefined) this.unloaded.set(kind, latency);
		else if (latency > tolerated * known) this.scale(latency / known);
	}

	/** The latency of the window as a multiple of the latency without load. */
	load(): number {
		let actual = 0;
		let expected = 0;
		for (const [kind, { sum, count }] of this.window) {
			const average = sum / count;
			const known = this.unloaded.get(kind);
			const unloaded = known === undefined || (average < known && count >= MIN_OF_KIND) ? average : known;
			this.unloaded.set(kind, unloaded);
			actual += sum;
			expected += count * unloaded;
		}
		const own = Math.min(this.ownDelay, Math.max(0, actual - expected));
		return expected > 0 ? (actual - own) / expected : 1;
	}

	/** Multiplies the latencies without load. */
	scale(factor: number): void {
		for (const [kind, latency] of this.unloaded) this.unloaded.set(kind, latency * factor);
	}

	beginWindow(): void {
		this.window = new Map();
		this.ownDelay = 0;
	}
}
