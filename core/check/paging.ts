/** Pages of a list: their parameters, their first number, their largest size, order, and the count on page 2. */
import { FEATURES, LIST_NAMES, hasSince } from '../catalog';
import { DEFAULT_PAGE_SIZE } from '../model/defaults';
import type { Row } from '../model/terms';
import { ok, USE_PROFILE } from './finding';
import { countOf, keyOf, readList, recordsOf, type ReadableList, type SiteUnderCheck } from './siteUnderCheck';

const SIZE = 2;
/** Common names, for a site that ignores the assumed one. */
const SIZE_NAMES = ['pagesize', 'PageSize', 'page_size', 'rows', 'limit', 'size', 'per_page', 'top'];

const keysOf = (records: readonly Row[] | undefined, { entry }: ReadableList): string =>
	JSON.stringify(records?.map((record) => keyOf(record, entry.table.key)));

/** Finds a parameter that limits the page, and returns the records of a page of two. */
const checkSize = async (site: SiteUnderCheck, list: ReadableList): Promise<boolean> => {
	const { findings, profile } = site;
	const assumed = `The parameter ${LIST_NAMES.pageSize} sets the number of records per page`;
	if (list.records.length <= SIZE) {
		findings.push(ok('Page size', assumed));
		return true;
	}
	for (const name of SIZE_NAMES) {
		profile.lists.pageSize = name;
		const found = recordsOf(await readList(site, list.entry, { size: SIZE, page: 1 }), site);
		if (found?.length !== SIZE) continue;
		findings.push({
			...ok('Page size', assumed),
			found: `The parameter ${name} sets it`,
			severity: 'warning',
			effect: 'Pages have a different size',
			recommendation: USE_PROFILE,
		});
		return true;
	}
	delete profile.lists.pageSize;
	const second = recordsOf(await readList(site, list.entry, { size: SIZE, page: 2 }), site);
	const isPaged = second !== undefined && keysOf(second, list) !== keysOf(list.records, list);
	if (isPaged) profile.lists.fixedPageSize = list.records.length;
	findings.push({
		topic: 'Page size',
		assumed,
		found: isPaged
			? `The site returns ${list.records.length} records per page, whatever is requested`
			: 'The site returns everything on one page',
		severity: isPaged ? 'warning' : 'info',
		effect: isPaged ? 'Records can be missing' : 'Large lists take a long time',
		recommendation: isPaged ? USE_PROFILE : 'Narrow large lists with conditions',
	});
	return isPaged;
};

const checkFirstPage = async (site: SiteUnderCheck, list: ReadableList): Promise<void> => {
	const { findings, profile } = site;
	const assumed = 'The first page has the number 1';
	const read = async (page: number): Promise<readonly Row[] | undefined> =>
		recordsOf(await readList(site, list.entry, { size: SIZE, page }), site);
	const [before, first] = [await read(0), await read(1)];
	if (before === undefined || before.length === 0 || keysOf(before, list) === keysOf(first, list))
		return void findings.push(ok('First page', assumed));
	profile.lists.firstPage = 0;
	findings.push({
		topic: 'First page',
		assumed,
		found: 'It has the number 0',
		severity: 'warning',
		effect: 'The first page of every list is missing',
		recommendation: USE_PROFILE,
	});
};

const checkLargest = async (site: SiteUnderCheck, list: ReadableList): Promise<void> => {
	const { findings, profile } = site;
	if (profile.lists.fixedPageSize !== undefined) return;
	const assumed = `A page can have ${DEFAULT_PAGE_SIZE} records`;
	const start = profile.lists.firstPage ?? 1;
	const records = recordsOf(await readList(site, list.entry, { size: DEFAULT_PAGE_SIZE, page: start }), site);
	const size = records?.length ?? 0;
	const next =
		size > 0 && size < DEFAULT_PAGE_SIZE
			? recordsOf(await readList(site, list.entry, { size: DEFAULT_PAGE_SIZE, page: start + 1 }), site)
			: [];
	if (size === 0 || size >= DEFAULT_PAGE_SIZE || next === undefined || next.length === 0 || keysOf(next, list) === keysOf(records, list))
		return void findings.push(ok('Largest page', assumed));
	profile.lists.maxPageSize = size;
	findings.push({
		topic: 'Largest page',
		assumed,
		found: `At most ${size} records`,
		severity: 'info',
		effect: 'Lists are read in smaller pages',
		recommendation: USE_PROFILE,
	});
};

const checkSecondCount = async (site: SiteUnderCheck, list: ReadableList): Promise<void> => {
	const start = site.profile.lists.firstPage ?? 1;
	const [first, second] = [
		countOf(await readList(site, list.entry, { size: SIZE, page: start }), site),
		countOf(await readList(site, list.entry, { size: SIZE, page: start + 1 }), site),
	];
	if (first === undefined) return;
	const assumed = hasSince(site.release, FEATURES.paginationCount)
		? 'The count is the same on every page'
		: 'The count is wrong after page 1';
	const isRight = first === second;
	if (isRight || !hasSince(site.release, FEATURES.paginationCount)) return void site.findings.push(ok('Count on page 2', assumed));
	site.findings.push({
		topic: 'Count on page 2',
		assumed,
		found: 'A different count on page 2',
		severity: 'warning',
		effect: "'Get Many' reports that the list changed",
		recommendation: "Set 'Release' in the credential to 11.1 if the site runs it",
	});
};

const checkSort = async (site: SiteUnderCheck, list: ReadableList): Promise<void> => {
	const { key, fields } = list.entry.table;
	const assumed = `The parameter ${LIST_NAMES.sort} sets the order`;
	const order = async (direction: string): Promise<unknown[]> =>
		(
			recordsOf(
				await readList(site, list.entry, { size: 5, page: site.profile.lists.firstPage ?? 1, sort: `${key} ${direction}` }),
				site,
			) ?? []
		).map((record) => keyOf(record, key));
	const [up, down] = [await order('asc'), await order('desc')];
	const isNumber = fields.some(({ name, type }) => name === key && type === 'integer');
	const isSorted = isNumber
		? up.every((value, index) => index === 0 || Number(up[index - 1]) <= Number(value)) &&
			down.every((value, index) => index === 0 || Number(down[index - 1]) >= Number(value)) &&
			JSON.stringify(up) !== JSON.stringify(down)
		: JSON.stringify(up) !== JSON.stringify(down);
	site.findings.push(
		isSorted
			? ok('Sort', assumed)
			: {
					topic: 'Sort',
					assumed,
					found: 'The site ignores it',
					severity: 'warning',
					effect: 'Pages can repeat or miss records, and the Poll Trigger can miss changes',
					recommendation: 'Ask the administrator for the name of the parameter, and set lists.sort in the profile',
				},
	);
};

/** Uses the list with the most records. */
export const checkPaging = async (site: SiteUnderCheck): Promise<void> => {
	const [list] = site.lists.filter(({ count, records }) => (count ?? records.length) > SIZE || records.length === SIZE);
	if (list === undefined) return;
	if (!(await checkSize(site, list))) return;
	await checkFirstPage(site, list);
	await checkLargest(site, list);
	await checkSecondCount(site, list);
	await checkSort(site, list);
};
