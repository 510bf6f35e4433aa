/** Operators of queries on numbers, texts and dates, each checked by its own result; and the longest address. */
import { NULL_TEXT, WILDCARD, type FieldType } from '../catalog';
import type { Row } from '../model/terms';
import { difference, ok } from './finding';
import { firstPageOf, keyOf, readList, recordsOf, type ReadableList, type SiteUnderCheck } from './siteUnderCheck';

/** Records of a result that are compared. */
const SIZE = 50;
/** Milliseconds: a site may store times without seconds. */
const TOLERANCE = 60_000;

/** A condition on an existing value of a field, and the result to expect. */
interface Probe {
	/** The operator on the wire, or the name of a pattern. */
	readonly operator: string;
	readonly operand: (value: unknown) => unknown;
	/** Whether a record with this value can be in the result. */
	readonly matches: (found: unknown, value: unknown) => boolean;
	/** Whether the result cannot be empty: it contains the record with the value. */
	readonly includes: boolean;
}

const number = (value: unknown): number => (typeof value === 'string' && /[T:]/.test(value) ? Date.parse(value) : Number(value));
const lower = (value: unknown): string => String(value ?? '').toLowerCase();
const comparing = (tolerance: number): readonly Probe[] => [
	{ operator: '$range', operand: (v) => [v, v], matches: (f, v) => Math.abs(number(f) - number(v)) <= tolerance, includes: true },
	{ operator: '$gte', operand: (v) => v, matches: (f, v) => number(f) >= number(v) - tolerance, includes: true },
	{ operator: '$lte', operand: (v) => v, matches: (f, v) => number(f) <= number(v) + tolerance, includes: true },
	{ operator: '$gt', operand: (v) => v, matches: (f, v) => number(f) > number(v) - tolerance, includes: false },
	{ operator: '$lt', operand: (v) => v, matches: (f, v) => number(f) < number(v) + tolerance, includes: false },
];
const COMPARING = comparing(0).map((probe) =>
	probe.operator === '$gt' || probe.operator === '$lt'
		? { ...probe, matches: (f: unknown, v: unknown) => probe.matches(f, v) && number(f) !== number(v) }
		: probe,
);
const EQUAL: readonly Probe[] = [
	{ operator: '$in', operand: (v) => [v], matches: (f, v) => lower(f) === lower(v), includes: true },
	{ operator: '$ne', operand: (v) => v, matches: (f, v) => lower(f) !== lower(v), includes: false },
	{ operator: '$notin', operand: (v) => [v], matches: (f, v) => lower(f) !== lower(v), includes: false },
];
const prefix = (value: unknown): string => String(value).slice(0, 4);
const suffix = (value: unknown): string => String(value).slice(-4);
const PATTERNS: readonly Probe[] = [
	{
		operator: '$LIKEAND',
		operand: (v) => [`${prefix(v)}${WILDCARD}`, `${WILDCARD}${suffix(v)}`],
		matches: (f, v) => lower(f).startsWith(lower(prefix(v))) && lower(f).endsWith(lower(suffix(v))),
		includes: true,
	},
	{
		operator: 'text%',
		operand: (v) => `${prefix(v)}${WILDCARD}`,
		matches: (f, v) => lower(f).startsWith(lower(prefix(v))),
		includes: true,
	},
	{ operator: '%text', operand: (v) => `${WILDCARD}${suffix(v)}`, matches: (f, v) => lower(f).endsWith(lower(suffix(v))), includes: true },
	{
		operator: '%text%',
		operand: (v) => `${WILDCARD}${prefix(v)}${WILDCARD}`,
		matches: (f, v) => lower(f).includes(lower(prefix(v))),
		includes: true,
	},
	{ operator: NULL_TEXT, operand: () => NULL_TEXT, matches: (f) => f === null || f === undefined || f === '', includes: false },
];

const KINDS: ReadonlyArray<{ readonly label: string; readonly type: FieldType; readonly probes: readonly Probe[] }> = [
	{ label: 'numbers', type: 'integer', probes: [...EQUAL, ...COMPARING] },
	{ label: 'texts', type: 'text', probes: [...EQUAL, ...PATTERNS] },
	{ label: 'dates', type: 'dateTime', probes: comparing(TOLERANCE) },
];

interface Target {
	readonly list: ReadableList;
	readonly field: string;
	readonly value: unknown;
}

const isUsable = (type: FieldType, value: unknown): boolean =>
	type === 'integer'
		? /^[0-9]+$/.test(String(value))
		: typeof value === 'string' &&
			(type === 'text'
				? /^[A-Za-z0-9][A-Za-z0-9 ]{6,60}[A-Za-z0-9]$/.test(value)
				: !Number.isNaN(Date.parse(value)) && !value.startsWith('0001'));

/** Numbers are tried on keys, and texts on titles: every list can be searched by them. */
const fieldsOf = ({ entry: { table, titleField } }: ReadableList, type: FieldType): string[] => {
	const fields = table.fields.filter((field) => field.type === type && field.lookup === undefined && field.queriedAsText !== true);
	const chosen = type === 'integer' ? table.key : type === 'text' ? titleField : undefined;
	return fields.map(({ name }) => name).filter((name) => chosen === undefined || name === chosen);
};

const targetsOf = ({ lists }: SiteUnderCheck, type: FieldType): Target[] =>
	lists.flatMap((list) =>
		fieldsOf(list, type).flatMap((field) =>
			list.records
				.map((record) => keyOf(record, field))
				.filter((value) => isUsable(type, value))
				.slice(0, 1)
				.map((value) => ({ list, field, value })),
		),
	);

const find = async (site: SiteUnderCheck, { list, field }: Target, condition: unknown): Promise<readonly Row[] | undefined> =>
	recordsOf(await readList(site, list.entry, { query: { [field]: condition }, size: SIZE, page: firstPageOf(site) }), site);

/** The first field by which its list can be searched. */
const searchable = async (site: SiteUnderCheck, type: FieldType): Promise<Target | undefined> => {
	for (const target of targetsOf(site, type).slice(0, 3)) {
		const rows =
			type === 'dateTime' ? await find(site, target, { $range: [target.value, target.value] }) : await find(site, target, target.value);
		if (rows !== undefined && rows.length > 0) return target;
	}
	return undefined;
};

const works = async (site: SiteUnderCheck, target: Target, { operator, operand, matches, includes }: Probe): Promise<boolean> => {
	const { field, value } = target;
	const rows = await find(site, target, operator.startsWith('$') ? { [operator]: operand(value) } : operand(value));
	return rows !== undefined && (rows.length > 0 || !includes) && rows.every((row) => matches(keyOf(row, field), value));
};

/** Adds what works to the evidence. The finding depends on the release, so it is added later. */
export const probeOperators = async (site: SiteUnderCheck): Promise<ReadonlyArray<readonly [label: string, failed: readonly string[]]>> => {
	const results: (readonly [string, string[]])[] = [];
	for (const { label, type, probes } of KINDS) {
		const target = await searchable(site, type);
		if (target === undefined) continue;
		const failed: string[] = [];
		for (const probe of probes) {
			const isSupported = await works(site, target, probe);
			if (!isSupported) failed.push(probe.operator);
			const before = site.evidence.operators.get(probe.operator);
			if (probe.operator.startsWith('$')) site.evidence.operators.set(probe.operator, isSupported || before === true);
		}
		results.push([label, failed]);
	}
	return results;
};

/** The length of the longest address that the nodes send without a profile. */
const MAX_ADDRESS_LENGTH = 6000;
const LENGTHS = [4000, 3000, 2000, 1000];

export const checkAddress = async (site: SiteUnderCheck, baseUrlLength: number): Promise<void> => {
	const [list] = site.lists;
	if (list === undefined || site.evidence.operators.get('$in') === false) return;
	const { key } = list.entry.table;
	const accepts = async (length: number): Promise<boolean> => {
		const values = Array.from({ length: Math.floor((length - baseUrlLength - 120) / 11) }, () => 11111111);
		const read = { query: { [key]: { $in: values } }, size: 1, page: firstPageOf(site) };
		return recordsOf(await readList(site, list.entry, read), site) !== undefined;
	};
	const assumed = `An address can have ${MAX_ADDRESS_LENGTH} characters`;
	if (await accepts(MAX_ADDRESS_LENGTH)) return void site.findings.push(ok('Longest address', assumed));
	for (const length of LENGTHS) {
		if (!(await accepts(length))) continue;
		site.profile.requests.maxAddressLength = length;
		return void site.findings.push(
			difference(
				'Longest address',
				assumed,
				`At least ${length}, and fewer than ${MAX_ADDRESS_LENGTH}`,
				'Long lists of values are rejected',
			),
		);
	}
};
