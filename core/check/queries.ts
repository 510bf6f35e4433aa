/** Operators of queries, checked by their results; errors; and the longest address. */
import { OPERATORS, hasSince } from '../catalog';
import type { Row } from '../model/terms';
import { hasErrorProperty } from '../wire/reason';
import { ok, USE_PROFILE } from './finding';
import { keyOf, readList, recordsOf, type SiteUnderCheck } from './siteUnderCheck';

/** For a key that exists: the operand of each operator, and whether a record with this key must be in its result. */
const OPERANDS: Readonly<Record<string, { readonly operand: (key: number) => unknown; readonly includes: boolean }>> = {
	$in: { operand: (key) => [key], includes: true },
	$range: { operand: (key) => [key, key], includes: true },
	$gte: { operand: (key) => key, includes: true },
	$lte: { operand: (key) => key, includes: true },
	$gt: { operand: (key) => key, includes: false },
	$lt: { operand: (key) => key, includes: false },
	$ne: { operand: (key) => key, includes: false },
	$notin: { operand: (key) => [key], includes: false },
};

const checkOperators = async (site: SiteUnderCheck): Promise<void> => {
	const list = site.lists.find(
		({ entry, records }) =>
			records.length > 0 && entry.table.fields.some(({ name, type }) => name === entry.table.key && type === 'integer'),
	);
	const [record] = list?.records ?? [];
	if (list === undefined || record === undefined) return;
	const { key } = list.entry.table;
	const value = Number(keyOf(record, key));
	const unsupported: string[] = [];
	for (const [operator, { includes, operand }] of Object.entries(OPERANDS)) {
		const since = OPERATORS.find(({ wire }) => wire === operator)?.since;
		if (since === undefined || !hasSince(site.release, since)) continue;
		// A second condition on the same key would need another operator; the result of a page is enough to find a contradiction.
		const read = await readList(site, list.entry, {
			query: { [key]: { [operator]: operand(value) } },
			size: 50,
			page: site.profile.lists.firstPage ?? 1,
		});
		const rows = recordsOf(read, site);
		const contains = rows?.some((row: Row) => Number(keyOf(row, key)) === value) ?? false;
		const isOnly = !['$in', '$range'].includes(operator) || rows?.every((row) => Number(keyOf(row, key)) === value) === true;
		const isContradicted = rows === undefined || !isOnly || (!includes && contains) || (includes && isOnly && rows.length === 0);
		if (isContradicted) unsupported.push(operator);
	}
	const assumed = 'The site supports all operators of its release';
	if (unsupported.length === 0) return void site.findings.push(ok('Operators', assumed));
	site.profile.unsupportedOperators = unsupported;
	site.findings.push({
		topic: 'Operators',
		assumed,
		found: `Not supported: ${unsupported.join(', ')}`,
		severity: 'warning',
		effect: 'Conditions with these operators fail or find the wrong records',
		recommendation: `${USE_PROFILE}: the nodes then refuse these operators. If the site runs an older release, set 'Release'`,
	});
};

const checkErrors = async (site: SiteUnderCheck): Promise<void> => {
	const [list] = site.lists;
	if (list === undefined) return;
	const assumed = 'An error is JSON with its text in the property error, and an unknown field in a query is rejected';
	const result = await readList(site, list.entry, { query: { no_such_field_of_this_list: 1 }, size: 1, page: 1 });
	if (result.kind !== 'response') return;
	const { body, status } = result;
	if (status < 300)
		return void site.findings.push({
			topic: 'Errors',
			assumed,
			found: 'The site ignores an unknown field in a query',
			severity: 'warning',
			effect: 'A condition with a typo finds all records',
			recommendation: 'Choose fields from the list, and check the preview before you update all matching records',
		});
	site.findings.push(
		typeof body === 'object' && hasErrorProperty(body)
			? ok('Errors', assumed)
			: {
					topic: 'Errors',
					assumed,
					found: typeof body === 'string' ? 'An error is an HTML page or plain text' : 'An error is JSON in another format',
					severity: 'info',
					effect: 'Messages can be less specific',
					recommendation: '',
				},
	);
};

/** The length of the longest address that the nodes send without a profile. */
const LONGEST = 6000;
const LENGTHS = [4000, 3000, 2000, 1000];

const checkAddress = async (site: SiteUnderCheck, baseUrlLength: number): Promise<void> => {
	const [list] = site.lists;
	if (list === undefined) return;
	const { key } = list.entry.table;
	const accepts = async (length: number): Promise<boolean> => {
		const values = Array.from({ length: Math.floor((length - baseUrlLength - 120) / 11) }, () => 11111111);
		return (
			recordsOf(
				await readList(site, list.entry, { query: { [key]: { $in: values } }, size: 1, page: site.profile.lists.firstPage ?? 1 }),
				site,
			) !== undefined
		);
	};
	const assumed = `An address can have ${LONGEST} characters`;
	if (await accepts(LONGEST)) return void site.findings.push(ok('Longest address', assumed));
	for (const length of LENGTHS) {
		if (!(await accepts(length))) continue;
		site.profile.requests.maxAddressLength = length;
		return void site.findings.push({
			topic: 'Longest address',
			assumed,
			found: `At least ${length}, and fewer than ${LONGEST}`,
			severity: 'warning',
			effect: 'Long lists of values are rejected',
			recommendation: USE_PROFILE,
		});
	}
};

export const checkQueries = async (site: SiteUnderCheck, baseUrlLength: number): Promise<void> => {
	await checkOperators(site);
	await checkErrors(site);
	if (site.profile.unsupportedOperators?.includes('$in') !== true) await checkAddress(site, baseUrlLength);
};
