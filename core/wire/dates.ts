/** Date-times as ISO 8601 strings (specification: Conventions; Date-time offsets). */
import type { DayEdge } from '../catalog';
import { InputError } from '../model/inputError';
import { attempt } from './attempt';

const FORM =
	/^([0-9]{4})-?([0-9]{2})-?([0-9]{2})(?:[T ]([0-9]{2}):?([0-9]{2})(?::?([0-9]{2})(?:[.,]([0-9]{1,9}))?)?(Z|z|[+-][0-9]{1,2}(?::?[0-9]{2})?)?)?$/;

/** How to convert date-times for the server. */
export interface DateReading {
	/** The IANA zone of values without an offset; undefined to send them unchanged. */
	readonly zone?: string | undefined;
	/** Whether values with an offset are converted to UTC, for releases that ignore offsets. */
	readonly offsetsToUtc?: boolean;
	/** The value of Source-Time-Zone-Name: the server reads every value in that zone and ignores offsets. */
	readonly overridingZone?: string | undefined;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

const formatterOf = (zone: string): Intl.DateTimeFormat => {
	const known = formatters.get(zone);
	if (known) return known;
	const made = attempt(
		() =>
			new Intl.DateTimeFormat('en-US', {
				timeZone: zone,
				hourCycle: 'h23',
				year: 'numeric',
				month: 'numeric',
				day: 'numeric',
				hour: 'numeric',
				minute: 'numeric',
				second: 'numeric',
			}),
	);
	if ('thrown' in made)
		throw new InputError({
			field: 'zone',
			message: `Unknown time zone '${zone}'`,
			hint: 'Enter an IANA name, such as Europe/Berlin or America/New_York',
		});
	formatters.set(zone, made.value);
	return made.value;
};

const readOffset = (zone: string, instant: number): number => {
	const part: Record<string, number> = {};
	for (const { type, value } of formatterOf(zone).formatToParts(instant)) part[type] = Number(value);
	const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
	return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
};

const DAY = 86_400_000;
/** More days than the records of a site cover; limits the memory of a process that reads dates of all centuries. */
const MAX_KNOWN_DAYS = 50_000;
/** The offset at the start of each UTC day, by zone. `Intl` needs about 10 µs for an offset, and a file can have a million dates. */
const knownDays = new Map<string, Map<number, number>>();

const offsetAtStart = (zone: string, day: number): number => {
	let days = knownDays.get(zone);
	if (days === undefined || days.size >= MAX_KNOWN_DAYS) knownDays.set(zone, (days = new Map<number, number>()));
	let offset = days.get(day);
	if (offset === undefined) days.set(day, (offset = readOffset(zone, day * DAY)));
	return offset;
};

/** The offset of a zone from UTC at an instant, in milliseconds. It changes at most once a day. */
const offsetAt = (zone: string, instant: number): number => {
	const day = Math.floor(instant / DAY);
	const offset = offsetAtStart(zone, day);
	return offset === offsetAtStart(zone, day + 1) ? offset : readOffset(zone, instant);
};

/**
 * The instant at which the clocks of `zone` show `wall` (milliseconds, as if it were UTC). If a time occurs twice, the first one is used. A
 * skipped time is read with the offset before the change (02:30 becomes 03:30).
 */
const instantOf = (wall: number, zone: string): number => {
	const before = wall - offsetAt(zone, wall - DAY);
	const after = wall - offsetAt(zone, wall + DAY);
	return before !== after && wall - offsetAt(zone, before) !== before && wall - offsetAt(zone, after) === after ? after : before;
};

const LOCAL = /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?$/;
const WITH_OFFSET = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})$/i;

/** Converts a date-time without an offset to UTC, as local time in the zone. Any other value stays unchanged. */
export const withOffset = (value: string, zone: string): string => {
	const [, year = '', month = '', day = '', hour = '', minute = '', second = '', fraction = ''] = LOCAL.exec(value) ?? [];
	if (year < '0100') return value;
	const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
	return utcText(
		instantOf(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second), milliseconds), zone),
	);
};

/** The instant of a date-time with an offset; NaN for any other value, and for the first century, which stands for "no date". */
const writtenInstant = (value: string): number => (WITH_OFFSET.test(value) && value >= '0100' ? Date.parse(value) : Number.NaN);

/** Converts a date-time with an offset to the local time of a zone, without an offset. Any other value stays unchanged. */
export const withoutOffset = (value: string, zone: string): string => {
	const instant = writtenInstant(value);
	return Number.isNaN(instant) ? value : new Date(instant + offsetAt(zone, instant)).toISOString().replace(/(\.000)?Z$/, '');
};

/**
 * Converts a date-time with an offset to local time for people, to the second: `2026-08-18 11:00:00`. Any other value stays unchanged, and
 * so does a time in the hour that occurs again when daylight saving time ends, because its local time would be read as one hour earlier.
 */
export const localTime = (value: string, zone: string): string => {
	const instant = writtenInstant(value);
	if (Number.isNaN(instant)) return value;
	const wall = instant + offsetAt(zone, instant);
	return instantOf(wall, zone) === instant ? new Date(wall).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replace('T', ' ') : value;
};

/** Whether this runtime supports a time zone. */
export const isTimeZone = (zone: string): boolean => 'value' in attempt(() => formatterOf(zone));

const utcText = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');

const offsetOf = (text: string): number => {
	if (/^z$/i.test(text)) return 0;
	const sign = text.startsWith('-') ? -1 : 1;
	const digits = text.slice(1).replace(':', '');
	const [hours, minutes] = digits.length <= 2 ? [digits, '0'] : [digits.slice(0, -2), digits.slice(-2)];
	return sign * (Number(hours) * 60 + Number(minutes)) * 60_000;
};

/** A date-time as written: its time, in milliseconds as if it were UTC, and its offset, if it has one. */
interface Written {
	readonly wall: number;
	readonly offset: string | undefined;
}

/** Undefined for text that is not a date, and for a day or time that does not exist. */
const writtenIn = (text: string): Written | undefined => {
	const match = FORM.exec(text);
	if (match === null) return undefined;
	const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = '', offset] = match;
	// Date.UTC would read the year one as 1901.
	const date = new Date(0);
	date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
	const wall = date.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.slice(0, 3).padEnd(3, '0')));
	return date.toISOString().startsWith(`${year}-${month}-${day}T${hour}:${minute}:${second}`) ? { wall, offset } : undefined;
};

/**
 * The instant of a date-time in ISO 8601 format, in milliseconds since 1970; NaN for any other text. Times are stored in UTC (public
 * material), so a time without an offset is UTC unless `zone` is set.
 */
export const instantIn = (text: string, zone?: string): number => {
	const written = writtenIn(text);
	if (written === undefined) return Number.NaN;
	const { wall, offset } = written;
	if (offset !== undefined) return wall - offsetOf(offset);
	return zone === undefined ? wall : instantOf(wall, zone);
};

/**
 * Converts a date-time for the server. Accepts ISO 8601 calendar dates with or without time, seconds, fraction, offset and separators. A
 * date without a time means the start of the day. Throws {@link InputError} for anything else, and for an offset that the server would
 * ignore because of Source-Time-Zone-Name.
 */
export const wireDate = (text: string, field: string, reading: DateReading): string => {
	// Older releases use the year one for "no date".
	if (FORM.test(text) && text < '0100') return text;
	const written = writtenIn(text);
	if (written === undefined) {
		throw new InputError({
			field,
			message: `'${field}' must be a date, got ${JSON.stringify(text.slice(0, 60))}`,
			hint: 'Use ISO 8601 format, such as 2024-08-22T10:00:00Z or 2024-08-22',
		});
	}
	const { wall, offset } = written;
	if (offset === undefined) return reading.zone === undefined || reading.overridingZone ? text : utcText(instantOf(wall, reading.zone));
	if (reading.overridingZone) {
		throw new InputError({
			field,
			message: `'${field}' has an offset (${offset}), which the server would ignore: it interprets all times in '${reading.overridingZone}'`,
			hint: "Enter the time without an offset, or leave 'Windows Time Zone Name' empty",
		});
	}
	return offset === 'Z' || !reading.offsetsToUtc ? text : utcText(wall - offsetOf(offset));
};

const DAY_FORM = /^([0-9]{4})-?([0-9]{2})-?([0-9]{2})$/;

/** Whether a value is a date without a time, such as `2026-07-31`, which in a query means the whole day. */
export const isDay = (value: unknown): value is string => typeof value === 'string' && DAY_FORM.test(value);

/**
 * The first or the last moment of a day for the server. The day ends one millisecond before the next one starts, which is also
 * correct on days on which the clocks change. Throws {@link InputError} if there is no such day.
 */
export const wireDayEdge = (day: string, field: string, edge: DayEdge, reading: DateReading): string => {
	const start = wireDate(day, field, reading);
	const [, year = '', month = '', date = ''] = DAY_FORM.exec(day) ?? [];
	if (edge === 'start' || year < '0100') return start;
	if (reading.zone === undefined || reading.overridingZone) return `${year}-${month}-${date}T23:59:59.999`;
	return utcText(instantOf(Date.UTC(Number(year), Number(month) - 1, Number(date) + 1), reading.zone) - 1);
};

/** The calendar date in a zone at an instant (milliseconds), plus `offset` days: `2026-07-31`. */
export const dayIn = (zone: string, instant: number, offset = 0): string =>
	new Date(instant + offsetAt(zone, instant) + offset * DAY).toISOString().slice(0, 10);

/**
 * Returns the calendar date, such as `2026-07-31`, of a date-time that is midnight in a zone. Date pickers and `$today` return midnight for
 * a date. Undefined for any other value.
 */
export const dayOfMidnight = (value: unknown, zone: string): string | undefined => {
	const plain = value instanceof Object && 'toJSON' in value && typeof value.toJSON === 'function' ? (value.toJSON() as unknown) : value;
	if (typeof plain !== 'string') return undefined;
	const [, day, time = '', offset] = /^([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9:.]+)(Z|[+-][0-9]{2}:?[0-9]{2})?$/.exec(plain) ?? [];
	if (day === undefined || !/^[0-9]{2}:[0-9]{2}/.test(time)) return undefined;
	if (offset === undefined) return /^00:00(:00(\.0+)?)?$/.test(time) ? day : undefined;
	const instant = Date.parse(plain);
	return Number.isNaN(instant) || (instant + offsetAt(zone, instant)) % DAY !== 0 ? undefined : dayIn(zone, instant);
};
