/** How date-times of a request are interpreted (public material: Times). */
export interface DateReading {
	/** The IANA name of the time zone in the Source-Time-Zone-Name header, which overrides offsets. */
	readonly zone?: string;
	/** Whether offsets are honored. Before 11.3, a POST ignores the offset and reads the local time as UTC. */
	readonly honorsOffsets: boolean;
}

const FORM = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{1,2}(?::?\d{2})?)?$/i;
const MINUTE = 60_000;

const offsetMinutes = (text: string): number | undefined => {
	if (/^z$/i.test(text)) {
		return 0;
	}
	const match = /^([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(text);
	const hours = Number(match?.[2]);
	const minutes = Number(match?.[3] ?? 0);
	return hours <= 14 && minutes <= 59 ? (match?.[1] === '-' ? -1 : 1) * (hours * 60 + minutes) : undefined;
};

const formats = new Map<string, Intl.DateTimeFormat>();

const zoneOffset = (zone: string, instant: number): number => {
	let format = formats.get(zone);
	if (!format) {
		format = new Intl.DateTimeFormat('en-US', {
			timeZone: zone,
			hourCycle: 'h23',
			era: 'short',
			year: 'numeric',
			month: 'numeric',
			day: 'numeric',
			hour: 'numeric',
			minute: 'numeric',
			second: 'numeric',
		});
		formats.set(zone, format);
	}
	const part = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
	const number = (name: Intl.DateTimeFormatPartTypes): number => Number(part.get(name));
	const local = new Date(0);
	local.setUTCFullYear(part.get('era') === 'BC' ? 1 - number('year') : number('year'), number('month') - 1, number('day'));
	local.setUTCHours(number('hour'), number('minute'), number('second'));
	return local.getTime() - Math.floor(instant / 1000) * 1000;
};

/**
 * The instant of a local time in `zone`. `local` is that time in milliseconds as if it were UTC. If clocks show this time twice, returns
 * the later instant.
 */
const instantIn = (zone: string, local: number): number | undefined => {
	const day = 24 * 60 * MINUTE;
	const offsets = new Set([zoneOffset(zone, local - day), zoneOffset(zone, local + day)]);
	const fitting = [...offsets].map((offset) => local - offset).filter((instant) => instant + zoneOffset(zone, instant) === local);
	return fitting.length > 0 ? Math.max(...fitting) : undefined;
};

/** The reason why a date-time is rejected. In the error message, it follows the name of the field. */
export interface UnreadableDate {
	readonly refused: string;
}

/**
 * Converts an ISO 8601 date-time to the stored UTC instant: `2025-02-20T10:00:00.000Z`. The default offset is UTC, the server's
 * time zone; the default time is midnight.
 */
export const readDateTime = (text: string, { zone, honorsOffsets }: DateReading): string | UnreadableDate => {
	const match = FORM.exec(text.trim());
	if (!match) {
		return { refused: `must be a date and time such as 2025-02-20T10:00:00Z, got '${text}'` };
	}
	const [year, month, day, hour, minute, second] = match.slice(1, 7).map((digits) => Number(digits ?? 0)) as [
		number,
		number,
		number,
		number,
		number,
		number,
	];
	const milliseconds = Math.floor(Number(`0.${match[7] ?? 0}`) * 1000);
	const local = new Date(0);
	local.setUTCFullYear(year, month - 1, day);
	const exists = year >= 1 && local.getUTCMonth() === month - 1 && local.getUTCDate() === day && hour <= 23 && minute <= 59 && second <= 59;
	const offset = match[8] === undefined ? 0 : offsetMinutes(match[8]);
	if (!exists || offset === undefined) {
		return { refused: `must be a date and time that exists, got '${text}'` };
	}
	local.setUTCHours(hour, minute, second, milliseconds);
	const instant =
		zone === undefined ? local.getTime() - (honorsOffsets ? offset * MINUTE : 0) : instantIn(zone, local.getTime() - milliseconds);
	if (instant === undefined) {
		return { refused: `must be a time that exists: '${text}' is skipped in '${zone}' when daylight saving time begins` };
	}
	const stored = new Date(zone === undefined ? instant : instant + milliseconds);
	const inRange = stored.getUTCFullYear() >= 1 && stored.getUTCFullYear() <= 9999;
	return inRange ? stored.toISOString() : { refused: `must have a year from 1 to 9999, got '${text}'` };
};
