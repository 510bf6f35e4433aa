/** Date-times as ISO 8601 texts (specification: Conventions; Date-time offsets). */
import { InputError } from '../model/inputError';
import { attempt } from './attempt';

const FORM =
	/^([0-9]{4})-?([0-9]{2})-?([0-9]{2})(?:[T ]([0-9]{2}):?([0-9]{2})(?::?([0-9]{2})(?:[.,]([0-9]{1,9}))?)?(Z|z|[+-][0-9]{1,2}(?::?[0-9]{2})?)?)?$/;

/** What to do with date-times on their way to the server. */
export interface DateReading {
	/** The IANA zone in which values without offset are read; as they are where it is undefined. */
	readonly zone?: string;
	/** Whether values with an offset are turned into UTC, for releases that overlook offsets. */
	readonly offsetsToUtc?: boolean;
	/** The value of Source-Time-Zone-Name: the server reads every value in that zone and overrides offsets. */
	readonly overridingZone?: string;
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
			message: `'${zone}' is no time zone`,
			hint: 'Give the name of one, such as Europe/Berlin or America/New_York',
		});
	formatters.set(zone, made.value);
	return made.value;
};

/** Milliseconds that the clocks of a zone are ahead of UTC at an instant. */
const offsetAt = (zone: string, instant: number): number => {
	const part: Record<string, number> = {};
	for (const { type, value } of formatterOf(zone).formatToParts(instant)) part[type] = Number(value);
	const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
	return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
};

const DAY = 86_400_000;

/**
 * The instant at which the clocks of `zone` show `wall` (milliseconds, as if it were UTC). A time that comes twice is
 * taken the first time; one that is skipped is read by the clocks before the change (02:30 becomes 03:30).
 */
const instantOf = (wall: number, zone: string): number => {
	const before = wall - offsetAt(zone, wall - DAY);
	const after = wall - offsetAt(zone, wall + DAY);
	return before !== after && wall - offsetAt(zone, before) !== before && wall - offsetAt(zone, after) === after ? after : before;
};

const utcText = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');

const offsetOf = (text: string): number => {
	const sign = text.startsWith('-') ? -1 : 1;
	const digits = text.slice(1).replace(':', '');
	const [hours, minutes] = digits.length <= 2 ? [digits, '0'] : [digits.slice(0, -2), digits.slice(-2)];
	return sign * (Number(hours) * 60 + Number(minutes)) * 60_000;
};

/**
 * A date-time as it is sent. `field` is the name of the field, for the fault. Takes ISO 8601 calendar dates with or
 * without time, seconds, fraction and offset, with or without separators. A date alone is its first moment.
 * Throws {@link InputError} for anything else, and for an offset that Source-Time-Zone-Name would override.
 */
export const wireDate = (text: string, field: string, reading: DateReading): string => {
	const match = FORM.exec(text);
	const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = '', offset] = match ?? [];
	if (match && year < '0100') return text; // The year one, by which older releases say «no date».
	const wall = Date.UTC(
		Number(year),
		Number(month) - 1,
		Number(day),
		Number(hour),
		Number(minute),
		Number(second),
		Number(fraction.slice(0, 3).padEnd(3, '0')),
	);
	const isReal = match && new Date(wall).toISOString().startsWith(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
	if (!isReal) {
		throw new InputError({
			field,
			message: `'${field}' is no date: ${JSON.stringify(text.slice(0, 60))}`,
			hint: 'Give it in ISO 8601 form, such as 2024-08-22T10:00:00Z or 2024-08-22',
		});
	}
	if (offset === undefined) return reading.zone === undefined || reading.overridingZone ? text : utcText(instantOf(wall, reading.zone));
	if (reading.overridingZone) {
		throw new InputError({
			field,
			message: `'${field}' carries an offset (${offset}), which the server would overlook: it reads every time in '${reading.overridingZone}'`,
			hint: "Give the time without offset, or leave 'Windows Time Zone Name' empty",
		});
	}
	if (offset === 'Z' || !reading.offsetsToUtc) return text;
	return utcText(offset === 'z' ? wall : wall - offsetOf(offset));
};
