/** Checks the pages of a list: parameters, the number of the first page, the maximum size, the order, and the count on page 2. */
import { LIST_NAMES } from '../catalog';
import { DEFAULT_PAGE_SIZE } from '../model/defaults';
import type { Row } from '../model/terms';
import { difference, ok } from './finding';
import { countOf, firstPageOf, keyOf, readList, recordsOf, type ListRead, type ReadableList, type SiteUnderCheck } from './siteUnderCheck';

const SIZE = 2;
/** Common names of the parameters for page size, page and order, to try on a site that ignores the default names. */
const SIZE_NAMES = ['pagesize', 'PageSize', 'page_size', 'rows', 'limit', 'size', 'per_page', 'top'];
const PAGE_NAMES = ['Page', 'pageNumber', 'PageNumber', 'page_number', 'pageIndex', 'sheet'];
const SORT_NAMES = ['Sort', 'orderBy', 'orderby', 'order_by', 'sortBy'];

const keysOf = (records: readonly Row[] | undefined, { entry }: ReadableList): string =>
	JSON.stringify(records?.map((record) => keyOf(record, entry.table.key)));

const read = async (site: SiteUnderCheck, { entry }: ReadableList, how: ListRead): Promise<readonly Row[] | undefined> =>
	recordsOf(await readList(site, entry, how), site);

/**
 * Tries other names for a parameter until `works` returns true. Returns that name and leaves it in the profile; undefined if none works.
 */
const tryNames = async (
	{ profile: { lists } }: SiteUnderCheck,
	setting: 'pageSize' | 'page' | 'sort',
	names: readonly string[],
	works: () => Promise<boolean>,
): Promise<string | undefined> => {
	for (const name of names) {
		lists[setting] = name;
		if (await works()) return name;
	}
	delete lists[setting];
	return undefined;
};

/** Finds the parameter that sets the page size. Returns whether the list has pages. */
const checkSize = async (site: SiteUnderCheck, list: ReadableList): Promise<boolean> => {
	const { findings, profile } = site;
	const topic = 'Page size';
	const assumed = `The ${LIST_NAMES.pageSize} parameter sets the number of records per page`;
	const isLimited = async (): Promise<boolean> => (await read(site, list, { size: SIZE }))?.length === SIZE;
	if (await isLimited()) {
		findings.push(ok(topic, assumed));
		return true;
	}
	const name = await tryNames(site, 'pageSize', SIZE_NAMES, isLimited);
	if (name !== undefined) {
		findings.push(difference(topic, assumed, `The ${name} parameter sets it`, 'Pages do not have the requested size'));
		return true;
	}
	const second = await read(site, list, { size: SIZE, page: 2 });
	const isPaged = second !== undefined && keysOf(second, list) !== keysOf(list.records, list);
	if (isPaged) profile.lists.fixedPageSize = list.records.length;
	findings.push(
		isPaged
			? difference(
					topic,
					assumed,
					`The site returns ${list.records.length} records per page, regardless of the requested number`,
					'Records may be missing',
				)
			: difference(topic, assumed, 'The site returns everything on one page', 'Large lists take a long time', {
					severity: 'info',
					recommendation: 'Narrow large lists with conditions',
				}),
	);
	return isPaged;
};

const checkPage = async (site: SiteUnderCheck, list: ReadableList): Promise<void> => {
	const { findings } = site;
	const topic = 'Page number';
	const assumed = `The ${LIST_NAMES.page} parameter sets the page number`;
	const differs = async (): Promise<boolean> => {
		const [one, other] = [await read(site, list, { size: SIZE, page: 1 }), await read(site, list, { size: SIZE, page: 2 })];
		return one !== undefined && other !== undefined && keysOf(one, list) !== keysOf(other, list);
	};
	if (await differs()) return void findings.push(ok(topic, assumed));
	const name = await tryNames(site, 'page', PAGE_NAMES, differs);
	findings.push(
		difference(
			topic,
			assumed,
			name === undefined ? 'The site ignores the parameter' : `The ${name} parameter sets it`,
			'Only the first page of a list is read',
			name === undefined
				? { recommendation: 'Ask the administrator for the name of the parameter, and set lists.page in the profile' }
				: {},
		),
	);
};

const checkFirstPage = async (site: SiteUnderCheck, list: ReadableList): Promise<void> => {
	const { findings, profile } = site;
	const assumed = 'The first page is page 1';
	const [before, first] = [await read(site, list, { size: SIZE, page: 0 }), await read(site, list, { size: SIZE, page: 1 })];
	if (before === undefined || before.length === 0 || keysOf(before, list) === keysOf(first, list))
		return void findings.push(ok('First page', assumed));
	profile.lists.firstPage = 0;
	findings.push(difference('First page', assumed, 'It is page 0', 'The first page of every list is missing'));
};

const checkLargest = async (site: SiteUnderCheck, list: ReadableList): Promise<void> => {
	const { findings, profile } = site;
	if (profile.lists.fixedPageSize !== undefined) return;
	const assumed = `A page can have ${DEFAULT_PAGE_SIZE} records`;
	const start = firstPageOf(site);
	const records = await read(site, list, { size: DEFAULT_PAGE_SIZE, page: start });
	const size = records?.length ?? 0;
	const next = size > 0 && size < DEFAULT_PAGE_SIZE ? await read(site, list, { size: DEFAULT_PAGE_SIZE, page: start + 1 }) : [];
	if (size >= DEFAULT_PAGE_SIZE || next === undefined || next.length === 0 || keysOf(next, list) === keysOf(records, list))
		return void findings.push(
			size >= DEFAULT_PAGE_SIZE
				? ok('Largest page', assumed)
				: ok('Largest page', assumed, `At least ${size}: no checked list has more records`),
		);
	profile.lists.maxPageSize = size;
	findings.push(difference('Largest page', assumed, `At most ${size} records`, 'Lists are read in smaller pages', { severity: 'info' }));
};

/** Reads the count on the first two pages. The finding depends on the release, so it is added later. */
const readSecondCount = async (site: SiteUnderCheck, { entry }: ReadableList): Promise<void> => {
	const start = firstPageOf(site);
	const first = countOf(await readList(site, entry, { size: SIZE, page: start }), site);
	const second = countOf(await readList(site, entry, { size: SIZE, page: start + 1 }), site);
	if (first !== undefined) site.evidence.isCountStable = first === second;
};

const checkSort = async (site: SiteUnderCheck, list: ReadableList): Promise<void> => {
	const { key, fields } = list.entry.table;
	const assumed = `The ${LIST_NAMES.sort} parameter sets the order`;
	const isNumber = fields.some(({ name, type }) => name === key && type === 'integer');
	const order = async (direction: string): Promise<unknown[]> =>
		((await read(site, list, { size: 5, page: firstPageOf(site), sort: `${key} ${direction}` })) ?? []).map((record) => keyOf(record, key));
	const isSorted = async (): Promise<boolean> => {
		const [up, down] = [await order('asc'), await order('desc')];
		const inOrder = (values: readonly unknown[], sign: number): boolean =>
			values.every((value, index) => index === 0 || sign * (Number(value) - Number(values[index - 1])) >= 0);
		return JSON.stringify(up) !== JSON.stringify(down) && (!isNumber || (inOrder(up, 1) && inOrder(down, -1)));
	};
	if (await isSorted()) return void site.findings.push(ok('Sort', assumed));
	const name = await tryNames(site, 'sort', SORT_NAMES, isSorted);
	site.findings.push(
		difference(
			'Sort',
			assumed,
			name === undefined ? 'The site ignores the parameter' : `The ${name} parameter sets it`,
			'Pages may repeat or skip records, and the Poll Trigger may miss changes',
			name === undefined
				? { recommendation: 'Ask the administrator for the name of the parameter, and set lists.sort in the profile' }
				: {},
		),
	);
};

/** Uses the list with the most records. */
export const checkPaging = async (site: SiteUnderCheck): Promise<void> => {
	const list = site.lists.find(({ records }) => records.length > SIZE);
	if (list === undefined)
		return void site.findings.push(ok('Page size', 'Lists are paginated', 'Not checked: no list has more than two records'));
	if (!(await checkSize(site, list))) return;
	if (site.profile.lists.fixedPageSize === undefined) await checkPage(site, list);
	await checkFirstPage(site, list);
	await checkLargest(site, list);
	await readSecondCount(site, list);
	await checkSort(site, list);
};
