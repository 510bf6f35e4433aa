import { sha256 } from '../../../bridge/run/digest';
import { DeliveryMemory, fingerprint } from '../../../core/events/deliveries';

const RULES = { window: 600_000, maxDeliveries: 1_000 };
const NOW = Date.UTC(2026, 10, 22);

const fingerprintOf = (text: string, scope: string, deliveryId?: string): string => fingerprint(text, scope, deliveryId, sha256);

describe('The fingerprint of a delivery', () => {
	it('depends only on the delivery ID if there is one, and otherwise on the text and the scope', () => {
		const prints = [
			fingerprintOf('a', 'POST'),
			fingerprintOf('b', 'POST'),
			fingerprintOf('a', 'PUT'),
			fingerprintOf('a', 'POST', '1'),
			fingerprintOf('a', 'POST', '2'),
		];
		expect(new Set(prints).size).toBe(5);
		expect(fingerprintOf('other', 'PUT', '1')).toBe(fingerprintOf('a', 'POST', '1'));
	});
});

describe('The delivery memory', () => {
	it('recognizes a repeat while the first delivery is still pending', () => {
		const memory = new DeliveryMemory();
		expect([memory.add('a', NOW, RULES), memory.add('a', NOW, RULES), memory.add('b', NOW, RULES)]).toEqual([false, true, false]);
	});

	it('stores a delivery only when the write for that delivery begins, and includes it in every later write', () => {
		const memory = new DeliveryMemory();
		memory.add('a', NOW, RULES);
		memory.add('b', NOW + 1, RULES);
		expect(memory.store('b')).toEqual({ b: NOW + 1 });
		expect([memory.isStored('a'), memory.isStored('b')]).toEqual([false, true]);
		expect(memory.store('a')).toEqual({ a: NOW, b: NOW + 1 });
	});

	it('recognizes a repeat of a stored delivery', () => {
		const memory = new DeliveryMemory();
		memory.merge({ a: NOW });
		expect(memory.add('a', NOW + RULES.window, RULES)).toBe(true);
	});

	it.each([undefined, null, 'text', 7, [['a', NOW]], { a: 'text', b: null }])('ignores the invalid stored value %j', (stored) => {
		const memory = new DeliveryMemory();
		memory.merge(stored);
		expect(memory.store('a')).toEqual({});
	});

	it('starts the window at the first delivery, not at its repeats', () => {
		const memory = new DeliveryMemory();
		memory.add('a', NOW, RULES);
		expect(memory.add('a', NOW + 500_000, RULES)).toBe(true);
		expect(memory.add('a', NOW + 700_000, RULES)).toBe(false);
	});

	it('removes a delivery when its window has passed, or if the clock is set back by more than the window', () => {
		const memory = new DeliveryMemory();
		memory.add('a', NOW, RULES);
		expect(memory.add('a', NOW + RULES.window + 1, RULES)).toBe(false);
		expect(memory.add('a', NOW, RULES)).toBe(false);
	});

	it('removes the oldest deliveries if there are more than the maximum, regardless of the order in which they were added', () => {
		const memory = new DeliveryMemory();
		for (let index = 0; index < 1_000; index += 1) {
			memory.add(`new-${index}`, NOW, RULES);
			memory.store(`new-${index}`);
		}
		memory.merge({ old: NOW - 1 });
		memory.add('newest', NOW + 1, RULES);
		const stored = memory.store('newest');
		expect(Object.keys(stored)).toHaveLength(1_000);
		expect(stored).not.toHaveProperty('old');
		expect(stored).toHaveProperty('newest', NOW + 1);
	});

	it('accepts the next attempt to send a failed delivery, even though the failed one was stored', () => {
		const memory = new DeliveryMemory();
		memory.add('a', NOW, RULES);
		const stored = memory.store('a');
		memory.fail('a');
		memory.merge(stored);
		expect(memory.store('b')).toEqual({});
		expect([memory.add('a', NOW + 1, RULES), memory.add('a', NOW + 2, RULES)]).toEqual([false, true]);
	});
});
