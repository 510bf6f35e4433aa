import { SendRate } from '../../core/http/sendRate';

describe('The request rate', () => {
	it('does not fall below one request every two seconds if every request is refused', () => {
		const rate = new SendRate();
		for (let now = 0; now < 60_000; now += 2_000) {
			rate.sent(now);
			rate.limited(now, now + 10);
		}
		expect(rate.value(60_000)).toBe(0.5);
	});
});
