/** The number of requests before the first garbage collection, and the maximum number between two collections. */
const FIRST = 500;
const LARGEST_INTERVAL = 2_000;

/** V8 starts to collect its old heap when more than 64 MiB outside the heap have been allocated since the last collection. */
const BUFFER_BYTES = 128 * 1024 * 1024;

/**
 * Keeps memory flat during a long run. n8n opens a connection for each request, and V8 moves the objects of a connection to its old heap.
 * It collects that heap only when it is about four times as large as what n8n uses, several hundred MiB later. A package cannot call the
 * garbage collector, but a large unused buffer makes V8 start a collection. The system does not provide memory for the buffer, because
 * nothing writes to it.
 */
export class OldHeap {
	private requests = 0;
	private next = FIRST;

	/** Counts a request, and starts a collection after some of them: more often at the beginning, when each request leaves more garbage. */
	requested(): void {
		this.requests += 1;
		if (this.requests < this.next) return;
		this.next += Math.min(this.requests, LARGEST_INTERVAL);
		try {
			void new ArrayBuffer(BUFFER_BYTES);
		} catch {
			// The system refuses such a large buffer, so V8 collects the heap at its usual time.
		}
	}
}
