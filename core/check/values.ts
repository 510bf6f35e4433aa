/** The format of values in records: keys, look-ups, flags and dates. */
import type { Field } from '../catalog';
import type { Row } from '../model/terms';
import { isRow } from '../wire/values';
import { ok, USE_PROFILE, type Finding } from './finding';
import { recordsOf, readList, type SiteUnderCheck } from './siteUnderCheck';

const WITH_OFFSET = /(Z|[+-]\d\d:?\d\d)$/;
const SAMPLE = 20;

interface Seen {
	readonly field: Field;
	readonly isKey: boolean;
	readonly value: unknown;
}

const difference = (topic: string, assumed: string, found: string, effect: string): Finding => ({
	topic,
	assumed,
	found,
	severity: 'warning',
	effect,
	recommendation: USE_PROFILE,
});

const report = (site: SiteUnderCheck, finding: Finding, isDifferent: boolean, change: () => void): void => {
	if (isDifferent) change();
	site.findings.push(isDifferent ? finding : ok(finding.topic, finding.assumed));
};

const inner = ({ field, value }: Seen): unknown => (isRow(value) ? value[field.name] : value);

/** Reads a few records of several lists. */
export const checkValues = async (site: SiteUnderCheck): Promise<void> => {
	const { profile } = site;
	const seen: Seen[] = [];
	for (const { entry } of site.lists) {
		const records: readonly Row[] =
			recordsOf(await readList(site, entry, { size: SAMPLE, page: profile.lists.firstPage ?? 1 }), site) ?? [];
		const { fields, key } = entry.table;
		for (const record of records.slice(0, SAMPLE))
			for (const field of fields)
				if (record[field.name] !== undefined) seen.push({ field, isKey: field.name === key, value: record[field.name] });
	}
	const given = seen.filter(({ value }) => value !== null);
	const keys = given.filter(({ isKey }) => isKey);
	report(
		site,
		difference('Keys', 'A key is an object with its alternate keys', 'A key is a plain value', 'Updates can be rejected'),
		keys.length > 0 && keys.every(({ value }) => !isRow(value)),
		() => (profile.records.keys = 'flat'),
	);
	const lookups = given.filter(
		({ field, value }) =>
			field.lookup !== undefined && field.type === 'integer' && typeof inner({ field, isKey: false, value }) !== 'object',
	);
	report(
		site,
		difference('Look-ups', 'Numbers in look-up fields are numbers', 'They are text', 'Writes of numbers can be rejected'),
		lookups.length > 0 && lookups.every((each) => typeof inner(each) === 'string'),
		() => (profile.records.lookups = 'text'),
	);
	const flags = given.filter(({ field }) => field.type === 'flag');
	report(
		site,
		difference('Flags', 'A flag is Y or N', 'A flag is true or false', 'Conditions on flags find nothing, and writes can be rejected'),
		flags.some(({ value }) => typeof value === 'boolean'),
		() => (profile.records.flags = 'boolean'),
	);
	const dates = given.flatMap(({ field, value }) => (field.type === 'dateTime' && typeof value === 'string' ? [value] : []));
	report(
		site,
		difference('Empty dates', 'An empty date is null', 'An empty date is in the year 1', 'Empty dates look like dates'),
		dates.some((date) => date.startsWith('0001-01-01')),
		() => (profile.records.emptyDates = 'yearOne'),
	);
	const real = dates.filter((date) => !date.startsWith('0001-01-01'));
	report(
		site,
		{
			...difference(
				'Dates',
				'A date contains an offset',
				'A date is a local time without an offset',
				'Times are off by the offset of the time zone',
			),
			recommendation: `${USE_PROFILE}, and set records.timeZone in it to the time zone of the site: the responses do not show it`,
		},
		real.length > 0 && real.every((date) => !WITH_OFFSET.test(date)),
		() => (profile.records.dates = 'local'),
	);
};
