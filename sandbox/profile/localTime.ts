/** Converts between UTC and the local time in a time zone. Shares no code with the nodes, so that tests detect conversion errors. */

const offsetAt = (zone: string, instant: number): number => {
	const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(instant);
	return Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(instant / 1000) * 1000;
};

/** Converts a local time without an offset to UTC. Any other string stays unchanged. */
export const zonedInstant = (text: string, zone: string): string => {
	if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) || text.startsWith('0001')) {
		return text;
	}
	const wall = Date.parse(`${text}Z`);
	const instant = wall - offsetAt(zone, wall - offsetAt(zone, wall));
	return new Date(instant).toISOString().replace('.000Z', 'Z');
};

/** Converts a date-time with an offset to a local time without one. Any other string stays unchanged. */
export const zonedText = (text: string, zone: string): string => {
	const instant = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(instant) ? text : new Date(instant + offsetAt(zone, instant)).toISOString().replace(/(\.000)?Z$/, '');
};
