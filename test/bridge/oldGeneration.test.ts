import { OldGeneration } from '../../bridge/http/oldGeneration';

const NativeBuffer = ArrayBuffer;
let allocated: { readonly request: number; readonly bytes: number }[] = [];
let request = 0;

/** Replaces `ArrayBuffer`: records each allocation, and calls `allocate` instead of reserving memory. */
const recordAllocations = (allocate: (bytes: number) => ArrayBuffer): void => {
	globalThis.ArrayBuffer = class extends NativeBuffer {
		constructor(bytes: number) {
			super(0);
			allocated.push({ request, bytes });
			allocate(bytes);
		}
	} as ArrayBufferConstructor;
};

beforeEach(() => {
	allocated = [];
	request = 0;
});
afterEach(() => {
	globalThis.ArrayBuffer = NativeBuffer;
});

const run = (requests: number): void => {
	const oldGeneration = new OldGeneration();
	for (request = 1; request <= requests; request += 1) oldGeneration.requested();
};

describe("The old generation of V8's heap", () => {
	it('is not collected in a short run', () => {
		recordAllocations(() => new NativeBuffer(0));
		run(99);
		expect(allocated).toEqual([]);
	});

	it('is collected at growing intervals of up to 2,000 requests, each time by allocating a buffer of more than 64 MiB', () => {
		recordAllocations(() => new NativeBuffer(0));
		run(8_000);
		expect(allocated.map((each) => each.request)).toEqual([100, 400, 1_600, 3_600, 5_600, 7_600]);
		expect(allocated.every(({ bytes }) => bytes > 64 * 1024 * 1024)).toBe(true);
	});

	it('is not collected if the system cannot allocate the buffer, and no request fails', () => {
		recordAllocations(() => {
			throw new RangeError('Array buffer allocation failed');
		});
		expect(() => run(500)).not.toThrow();
		expect(allocated.map((each) => each.request)).toEqual([100, 400]);
	});
});
