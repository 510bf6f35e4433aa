/** The number of requests before the first collection: in a new n8n, the first few hundred requests leave up to 170 MiB of garbage. */
const FIRST = 100;
/** How long an interval between two collections is, compared with the number of requests so far. */
const GROWTH = 3;
/** The maximum number of requests between two collections. */
const LARGEST_INTERVAL = 2_000;

/** V8 starts to collect its old generation when over 64 MiB outside the heap has been allocated since the last collection. */
const BUFFER_BYTES = 128 * 1024 * 1024;

/**
 * Keeps memory flat during long runs. n8n opens a connection for each request, and V8 promotes a connection's objects to the
 * old generation. V8 collects the old generation only after it has grown by several hundred MiB, to about four times the size
 * that n8n needs. A package cannot call the garbage collector, but allocating a large buffer makes V8 start a collection. The
 * buffer uses no physical memory, because nothing writes to it.
 */
export class OldGeneration {
	private requests = 0;
	private next = FIRST;

	/** Counts a request, and starts a collection at intervals. Early intervals are shorter, because early requests leave more garbage. */
	requested(): void {
		this.requests += 1;
		if (this.requests < this.next) return;
		this.next += Math.min(GROWTH * this.requests, LARGEST_INTERVAL);
		try {
			void new ArrayBuffer(BUFFER_BYTES);
		} catch {
			// The system refuses such a large buffer, so V8 collects the heap at its usual time.
		}
	}
}
