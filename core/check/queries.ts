/** Checks the query operators on each field type by their results, and the maximum length of a URL. */
import type { FieldType } from '../catalog';
import type { Row } from '../model/terms';
import { difference, ok } from './finding';
import { KINDS, type Kind, type Probe } from './operatorProbes';
import { isTemporary } from './prober';
import { firstPageOf, keyOf, readList, recordsOf, type ReadableList, type SiteUnderCheck } from './siteUnderCheck';

/** The number of records to request and compare per condition. */
const SIZE = 50;
/** The maximum number of fields of a type to try. */
const MAX_TARGETS = 3;

interface Target {
	readonly list: ReadableList;
	readonly field: string;
	readonly value: unknown;
}

const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;
const isFraction = (value: unknown): boolean => typeof value === 'number' && !Number.isInteger(value);

const IS_USABLE: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
	integer: (value) => /^[0-9]+$/.test(String(value)),
	decimal: (value) => NUMBER.test(String(value)),
	text: (value) => typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9 ]{6,60}[A-Za-z0-9]$/.test(value),
	dateTime: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)) && !value.startsWith('0001'),
	flag: (value) => typeof value === 'boolean' || value === 'Y' || value === 'N',
};

/**
 * The fields to test. Integers are tested only on the key, and text only on the title, because every list can be searched by these two
 * fields. Decimals are also tested on custom fields that contain fractions.
 */
const fieldsOf = ({ entry: { table, titleField }, records }: ReadableList, type: FieldType): string[] => {
	const fields = table.fields.filter((field) => field.type === type && field.lookup === undefined && field.queriedAsText !== true);
	const chosen = type === 'integer' ? table.key : type === 'text' ? titleField : undefined;
	const known = fields.map(({ name }) => name).filter((name) => chosen === undefined || name === chosen);
	if (type !== 'decimal') return known;
	const documented = new Set(table.fields.map(({ name }) => name));
	const custom = records.flatMap(Object.entries).filter(([name, value]) => !documented.has(name) && isFraction(value));
	return [...known, ...new Set(custom.map(([name]) => name))];
};

const targetsOf = ({ lists }: SiteUnderCheck, type: FieldType): Target[] =>
	lists.flatMap((list) =>
		fieldsOf(list, type).flatMap((field) => {
			const values = list.records.map((record) => keyOf(record, field)).filter(IS_USABLE[type]);
			const value = values.find(isFraction) ?? values[0];
			return value === undefined ? [] : [{ list, field, value }];
		}),
	);

/** The result of a condition; undefined if the site rejects it. */
type Found = readonly Row[] | 'notChecked' | undefined;
const find = async (site: SiteUnderCheck, { list, field, value }: Target, { condition }: Probe): Promise<Found> => {
	const result = await readList(site, list.entry, { query: { [field]: condition(value) }, size: SIZE, page: firstPageOf(site) });
	return isTemporary(result) ? 'notChecked' : recordsOf(result, site);
};

const isRight = (rows: readonly Row[] | undefined, { field, value }: Target, { includes, matches }: Probe): boolean =>
	rows !== undefined && (rows.length > 0 || !includes) && rows.every((row) => matches(keyOf(row, field), value));

/** Adds the result of a probe to the evidence. An operator counts as supported if it works on at least one type. */
const note = ({ evidence: { operators } }: SiteUnderCheck, { wire }: Probe, isSupported: boolean): void => {
	if (wire !== undefined) operators.set(wire, isSupported || operators.get(wire) === true);
};

/** The operators that failed on a type of field, by their labels; undefined if none could be checked. */
const failuresOf = async (site: SiteUnderCheck, { type, search, probes }: Kind): Promise<readonly string[] | undefined> => {
	const targets = targetsOf(site, type).slice(0, MAX_TARGETS);
	let isRejected = targets.length > 0;
	let isChecked = targets.length > 0;
	for (const target of targets) {
		const rows = await find(site, target, search);
		if (rows !== undefined) isRejected = false;
		if (rows === 'notChecked') isChecked = false;
		if (rows === undefined || rows === 'notChecked' || rows.length === 0) continue;
		const failed = new Set<string>();
		const judge = (probe: Probe, found: Found): void => {
			if (found === 'notChecked') return;
			const isSupported = isRight(found, target, probe);
			note(site, probe, isSupported);
			if (!isSupported) failed.add(probe.label);
		};
		judge(search, rows);
		for (const probe of probes) judge(probe, await find(site, target, probe));
		return [...failed];
	}
	if (isRejected) note(site, search, false);
	// No search found a record. After a search for a range, this proves nothing, because the site may return rounded values. After a search
	// for an exact value, this is a failure, because the value comes from a record of the list.
	return isRejected || (isChecked && search.wire === undefined) ? [search.label] : undefined;
};

/** Adds to the evidence whether the site supports each operator. The finding depends on the release, so it is added later. */
export const probeOperators = async (site: SiteUnderCheck): Promise<ReadonlyArray<readonly [label: string, failed: readonly string[]]>> => {
	const results: (readonly [string, readonly string[]])[] = [];
	for (const kind of KINDS) {
		const failed = await failuresOf(site, kind);
		if (failed !== undefined) results.push([kind.label, failed]);
	}
	return results;
};

/** The length of the longest URL that the nodes send without a profile. */
const MAX_ADDRESS_LENGTH = 6000;
const LENGTHS = [4000, 3000, 2000, 1000];

export const checkUrlLength = async (site: SiteUnderCheck, baseUrlLength: number): Promise<void> => {
	const [list] = site.lists;
	if (list === undefined || site.evidence.operators.get('$in') === false) return;
	const { key } = list.entry.table;
	const accepts = async (length: number): Promise<boolean> => {
		const values = Array.from({ length: Math.floor((length - baseUrlLength - 120) / 11) }, () => 11111111);
		const read = { query: { [key]: { $in: values } }, size: 1, page: firstPageOf(site) };
		return recordsOf(await readList(site, list.entry, read), site) !== undefined;
	};
	const assumed = `A URL can be up to ${MAX_ADDRESS_LENGTH} characters long`;
	if (await accepts(MAX_ADDRESS_LENGTH)) return void site.findings.push(ok('Maximum URL length', assumed));
	for (const length of LENGTHS) {
		if (!(await accepts(length))) continue;
		site.profile.requests.maxUrlLength = length;
		return void site.findings.push(
			difference(
				'Maximum URL length',
				assumed,
				`At least ${length}, and fewer than ${MAX_ADDRESS_LENGTH}`,
				'Long lists of values are rejected',
			),
		);
	}
};
