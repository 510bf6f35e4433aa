import fc from 'fast-check';
import { InputError } from '../../core/model/inputError';
import { dayIn, isDay, localTime, wireDate, wireDayEdge } from '../../core/wire/dates';
import { errorOf } from './thrown';

const NEW_YORK = { zone: 'America/New_York' };

/** The time that the clocks of a zone show, as `Intl` formats it: `2026-08-18 11:00:00`. */
const clockIn = (timeZone: string, instant: Date): string =>
	new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(instant);

describe('A date-time', () => {
	test.each([
		['2024-08-22T10:00:00', '2024-08-22T14:00:00Z'],
		['2024-01-22T10:00', '2024-01-22T15:00:00Z'],
		['2024-01-22 10:00', '2024-01-22T15:00:00Z'],
		['20240122T100030', '2024-01-22T15:00:30Z'],
		['2024-01-22T10:00:00.123', '2024-01-22T15:00:00.123Z'],
		['2024-01-22T10:00:00,5', '2024-01-22T15:00:00.500Z'],
		['2024-01-22', '2024-01-22T05:00:00Z'],
		['2024-02-29', '2024-02-29T05:00:00Z'],
	])('without an offset is interpreted in the configured time zone: %s is sent as %s', (given, sent) => {
		expect(wireDate(given, 'wo_begin_dt', NEW_YORK)).toBe(sent);
	});

	test.each([
		['2024-11-03T01:30:00', '2024-11-03T05:30:00Z', 'occurs twice and the first occurrence is used'],
		['2024-03-10T02:30:00', '2024-03-10T07:30:00Z', 'is skipped and interpreted with the previous offset'],
		['2024-03-10T01:59:59', '2024-03-10T06:59:59Z', 'is the last second before the change'],
		['2024-03-10T03:00:00', '2024-03-10T07:00:00Z', 'is the first second after the change'],
		['2024-11-03T02:00:00', '2024-11-03T07:00:00Z', 'is after the change'],
	])('is converted at a clock change: %s becomes %s, because it %s', (given, sent) => {
		expect(wireDate(given, 'wo_begin_dt', NEW_YORK)).toBe(sent);
	});

	test.each([['2024-08-22T10:00:00.000Z'], ['2024-08-22T10:00:00-08:00'], ['2024-08-22T10:00+05:30']])(
		'with an offset is sent unchanged: %s',
		(given) => {
			expect(wireDate(given, 'wo_begin_dt', NEW_YORK)).toBe(given);
		},
	);

	test.each([
		['2024-08-22T10:00:00-08:00', '2024-08-22T18:00:00Z'],
		['2024-08-22T10:00:00+0530', '2024-08-22T04:30:00Z'],
		['2023-06-01T09:00+5:00', '2023-06-01T04:00:00Z'],
		['2024-08-22T10:00:00+02', '2024-08-22T08:00:00Z'],
		['2024-08-22T10:00:00Z', '2024-08-22T10:00:00Z'],
		['2024-08-22T10:00:00z', '2024-08-22T10:00:00Z'],
	])('with an offset is converted for a release that ignores offsets: %s becomes %s', (given, sent) => {
		expect(wireDate(given, 'wo_begin_dt', { ...NEW_YORK, offsetsToUtc: true })).toBe(sent);
	});

	test('without an offset stays unchanged if no time zone is known, or if the server uses its own time zone', () => {
		expect(wireDate('2022-07-26T00:00:00', 'date_added', {})).toBe('2022-07-26T00:00:00');
		expect(wireDate('2022-07-26T00:00:00', 'date_added', { ...NEW_YORK, overridingZone: 'Pacific Standard Time' })).toBe(
			'2022-07-26T00:00:00',
		);
	});

	test('with an offset is rejected if the server would override the offset', () => {
		expect(errorOf(() => wireDate('2022-07-26T00:00:00Z', 'date_added', { overridingZone: 'Pacific Standard Time' }))).toMatchObject({
			message: "'date_added' has an offset (Z), which the server would ignore: it interprets all times in 'Pacific Standard Time'",
			hint: "Enter the time without an offset, or leave 'Windows Time Zone Name' empty",
		});
	});

	test.each([
		['tomorrow'],
		[''],
		['2024-13-01'],
		['2023-02-29'],
		['2024-01-01T25:00'],
		['2024-01-01T10:61'],
		['01/02/2024'],
		['1704067200'],
		['2024-01-01T10:00:00Zx'],
	])('is rejected with an error that names the field if it is invalid: %j', (given) => {
		expect(() => wireDate(given, 'wo_begin_dt', {})).toThrow(InputError);
		expect(() => wireDate(given, 'wo_begin_dt', {})).toThrow(`'wo_begin_dt' must be a date, got ${JSON.stringify(given)}`);
	});

	test('in year 1, which is an empty date in older releases, is sent unchanged', () => {
		expect(wireDate('0001-01-01T00:00:00', 'date_added', NEW_YORK)).toBe('0001-01-01T00:00:00');
	});

	test('in an unknown time zone is rejected with an error that names the zone', () => {
		expect(() => wireDate('2024-01-01', 'date_added', { zone: 'Mars/Base' })).toThrow("Unknown time zone 'Mars/Base'");
	});

	test('is sent as the instant with that local time in the configured time zone, for any date and zone', () => {
		const zones = ['Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'];
		fc.assert(
			fc.property(
				fc.constantFrom(...zones),
				fc.date({ min: new Date('1990-01-01'), max: new Date('2037-12-31'), noInvalidDate: true }),
				(zone, instant) => {
					const wall = clockIn(zone, instant);
					const sent = wireDate(wall, 'd', { zone });
					expect(clockIn(zone, new Date(sent))).toBe(wall);
					expect(new Date(sent).getTime()).toBeLessThanOrEqual(instant.getTime());
				},
			),
			{ numRuns: 1000 },
		);
	});
});

/** Zones with daylight saving time, without it, with clock changes at midnight, and on the other side of the date line. */
const ZONES = [
	'UTC',
	'Europe/Berlin',
	'America/New_York',
	'America/Los_Angeles',
	'America/Santiago',
	'America/Havana',
	'Asia/Kolkata',
	'Asia/Beirut',
	'Australia/Lord_Howe',
	'Pacific/Kiritimati',
];
const DAY_MS = 86_400_000;
const anyDay = fc
	.integer({ min: 0, max: 365 * 40 })
	.map((days) => new Date(Date.UTC(1996, 0, 1) + days * DAY_MS).toISOString().slice(0, 10));
const next = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

describe('A time for people', () => {
	/** Any second from 1990 to 2037, half of them within two hours of a clock change in Berlin or New York. */
	const CHANGES = ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'];
	const anySecond = fc.oneof(
		fc.integer({ min: Date.UTC(1990, 0) / 1000, max: Date.UTC(2037, 0) / 1000 }),
		fc.tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -7200, max: 7200 })).map(([at, shift]) => Date.parse(at) / 1000 + shift),
	);

	test('is what the clocks of the zone show, unless they show it twice; and it is read as the same time', () => {
		let kept = 0;
		fc.assert(
			fc.property(fc.constantFrom(...ZONES, 'Pacific/Apia', 'Asia/Kathmandu'), anySecond, (zone, second) => {
				const instant = new Date(second * 1000);
				const given = instant.toISOString();
				const local = localTime(given, zone);
				expect(Date.parse(wireDate(local, 'd', { zone }))).toBe(instant.getTime());
				if (local === given) kept += 1;
				const earlier = [0.5, 1, 24].some(
					(hours) => clockIn(zone, new Date(instant.getTime() - hours * 3_600_000)) === clockIn(zone, instant),
				);
				expect(local).toBe(earlier ? given : clockIn(zone, instant));
			}),
			{ numRuns: 3000 },
		);
		expect(kept).toBeGreaterThan(0);
	});

	test.each(['2026-08-18', '2026-08-18T09:00:00', '0001-01-01T00:00:00Z', 'Reel 2026-08-18T09:00:00Z', '2026-13-01T09:00:00Z', ''])(
		'stays unchanged if it is not a time with an offset: %j',
		(text) => expect(localTime(text, 'Europe/Berlin')).toBe(text),
	);
});

describe('A queried day', () => {
	test('lasts from its first to its last millisecond, in every zone and at every clock change', () => {
		fc.assert(
			fc.property(fc.constantFrom(...ZONES), anyDay, (zone, day) => {
				const start = Date.parse(wireDayEdge(day, 'd', 'start', { zone }));
				const end = Date.parse(wireDayEdge(day, 'd', 'end', { zone }));
				expect(end + 1).toBe(Date.parse(wireDayEdge(next(day), 'd', 'start', { zone })));
				expect([dayIn(zone, start), dayIn(zone, start - 1) < day]).toEqual([day, true]);
				expect([dayIn(zone, end), dayIn(zone, end + 1)]).toEqual([day, next(day)]);
			}),
			{ numRuns: 2000 },
		);
	});

	test('relative to today is calculated in calendar days, not by adding hours', () => {
		const evening = Date.parse('2026-03-28T22:30:00Z');
		expect([0, 1, 2, -1].map((offset) => dayIn('Europe/Berlin', evening, offset))).toEqual([
			'2026-03-28',
			'2026-03-29',
			'2026-03-30',
			'2026-03-27',
		]);
		expect(dayIn('Pacific/Kiritimati', Date.parse('2026-12-31T11:00:00Z'))).toBe('2027-01-01');
	});

	test('is sent without an offset if the site reads times in its own zone', () => {
		expect(wireDayEdge('20260731', 'd', 'end', {})).toBe('2026-07-31T23:59:59.999');
		expect(wireDayEdge('2026-07-31', 'd', 'end', { zone: 'Europe/Berlin', overridingZone: 'Pacific Standard Time' })).toBe(
			'2026-07-31T23:59:59.999',
		);
	});

	test('is rejected if it does not exist', () => {
		expect(() => wireDayEdge('2026-02-30', 'begin', 'end', {})).toThrow("'begin' must be a date");
		expect(['2026-07-31', '20260731'].every(isDay)).toBe(true);
		expect([20260731, '2026-07-31T00:00', '31.07.2026', undefined].some(isDay)).toBe(false);
	});
});
