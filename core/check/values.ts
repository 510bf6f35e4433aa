/**
 * Checks the format of values in records: keys, look-ups, flags, dates and custom fields. Uses the records that were read for the lists.
 */
import type { Field } from '../catalog';
import { isRow } from '../wire/values';
import { difference, listed, ok, USE_PROFILE, type Finding } from './finding';
import type { SiteUnderCheck } from './siteUnderCheck';

const WITH_OFFSET = /(Z|[+-]\d\d:?\d\d)$/;
const YEAR_ONE = /^0001-01-01/;
const ISO = /^\d{4}-\d\d-\d\d(T|$)/;

interface Seen {
	readonly field: Field;
	readonly isKey: boolean;
	readonly value: unknown;
}

/** Adds `finding` with an example if the site differs; otherwise adds a finding that the site matches the assumption. */
const report = (site: SiteUnderCheck, finding: Finding, example: Seen | undefined, isDifferent: boolean, change: () => void): void => {
	if (isDifferent) change();
	const details = example === undefined ? {} : { details: `Example: ${example.field.name} = ${JSON.stringify(example.value)}` };
	site.findings.push(isDifferent ? { ...finding, ...details } : ok(finding.topic, finding.assumed));
};

const inner = ({ field, value }: Seen): unknown => (isRow(value) ? value[field.name] : value);

const seenValues = ({ lists }: SiteUnderCheck): Seen[] =>
	lists.flatMap(({ entry: { table }, records }) =>
		records.flatMap((record) =>
			table.fields
				.map((field) => ({ field, isKey: field.name === table.key, value: record[field.name] }))
				.filter(({ value }) => value !== undefined && value !== null),
		),
	);

const checkDates = (site: SiteUnderCheck, seen: readonly Seen[]): void => {
	const { records } = site.profile;
	const dates = seen.filter(({ field, value }) => field.type === 'dateTime' && typeof value === 'string');
	const empty = dates.filter(({ value }) => YEAR_ONE.test(String(value)));
	report(
		site,
		difference('Empty dates', 'An empty date is null', 'An empty date is in the year 1', 'Empty dates look like real dates'),
		empty[0],
		empty.length > 0,
		() => (records.emptyDates = 'yearOne'),
	);
	const other = seen.find(({ field, value }) => field.type === 'dateTime' && !ISO.test(String(value)));
	if (other !== undefined) {
		const finding = difference(
			'Dates',
			'A date is text in ISO 8601 format',
			typeof other.value === 'number' ? 'A date is a number' : 'A date is text in another format',
			"The nodes output dates in this format, and 'Get Changed', the Poll Trigger and conditions on dates may fail",
			{ recommendation: "Convert dates with the 'Date & Time' node, and test these features before you rely on them" },
		);
		return report(site, finding, other, true, () => undefined);
	}
	const real = dates.filter(({ value }) => !YEAR_ONE.test(String(value)));
	const local = real.filter(({ value }) => !WITH_OFFSET.test(String(value)));
	report(
		site,
		difference(
			'Dates',
			'A date contains an offset',
			'A date is a local time without an offset',
			"Times are shifted by the site's UTC offset",
			{
				recommendation: `${USE_PROFILE}, and set records.timeZone in it to the site's time zone, which the responses do not show`,
			},
		),
		local[0],
		local.length > 0 && local.length === real.length,
		() => (records.dates = 'local'),
	);
};

/** Reports the fields that the catalog does not contain. Each site chooses their names, so only `details` contains the names. */
const checkCustomFields = ({ findings, lists }: SiteUnderCheck): void => {
	const names = lists.flatMap(({ entry: { name: document, table }, records }) => {
		const known = new Set([...table.fields.map(({ name }) => name), ...(table.subTables ?? []).map(({ name }) => name)]);
		return [...new Set(records.flatMap(Object.keys))].filter((name) => !known.has(name)).map((name) => `${document}.${name}`);
	});
	const assumed = 'Undocumented fields are passed through unchanged';
	findings.push(
		names.length === 0
			? ok('Custom fields', assumed, 'None in the records that were read')
			: { ...ok('Custom fields', assumed, `${names.length} in the records that were read`), details: listed(names) },
	);
};

export const checkValues = (site: SiteUnderCheck): void => {
	const { records } = site.profile;
	const seen = seenValues(site);
	const keys = seen.filter(({ isKey }) => isKey);
	report(
		site,
		difference('Keys', 'A key is an object with its alternate keys', 'A key is a plain value', 'Updates may be rejected'),
		keys[0],
		keys.length > 0 && keys.every(({ value }) => !isRow(value)),
		() => (records.keys = 'flat'),
	);
	const numbers = seen.filter(
		({ field: { lookup, type }, value }) => lookup === undefined && (type === 'integer' || type === 'decimal') && !Array.isArray(value),
	);
	report(
		site,
		difference('Numbers', 'Numbers are JSON numbers', 'They are text', 'The nodes output text for these fields', {
			severity: 'info',
			recommendation: 'Convert these fields in expressions before you calculate with them or compare them',
		}),
		numbers[0],
		numbers.length > 0 && numbers.every((each) => typeof inner(each) === 'string'),
		() => undefined,
	);
	const lookups = seen.filter((each) => {
		const value = inner(each);
		return each.field.lookup !== undefined && each.field.type === 'integer' && value !== undefined && typeof value !== 'object';
	});
	report(
		site,
		difference('Look-ups', 'Numbers in look-up fields are JSON numbers', 'They are text', 'Numbers that the nodes send may be rejected'),
		lookups[0],
		lookups.length > 0 && lookups.every((each) => typeof inner(each) === 'string'),
		() => (records.lookups = 'text'),
	);
	const flags = seen.filter(({ field, value }) => field.type === 'flag' && typeof value === 'boolean');
	report(
		site,
		difference('Flags', 'A flag is Y or N', 'A flag is true or false', 'Conditions on flags match nothing, and changes may be rejected'),
		flags[0],
		flags.length > 0,
		() => (records.flags = 'boolean'),
	);
	checkDates(site, seen);
	checkCustomFields(site);
};
