/** Whether the site responds, and the format of a list. All other topics depend on both. */
import { DOCUMENTS, LIST_NAMES, hasSince } from '../catalog';
import { formOf } from '../wire/decode';
import { isRow } from '../wire/values';
import type { SendResult } from '../model/port';
import { ok, USE_PROFILE, type Finding } from './finding';
import { countOf, isResponse, readList, recordsOf, type ReadableList, type SiteUnderCheck } from './siteUnderCheck';

const ASSUMED_ACCESS = 'The site accepts the sign-in and returns a list of work orders as JSON';

const REASONS: Readonly<Record<number, string>> = {
	401: 'The site rejects the sign-in',
	403: 'The user has no permission',
	404: 'The site has no API at this address',
};

const blocker = (found: string, recommendation: string): Finding => ({
	topic: 'Access',
	assumed: ASSUMED_ACCESS,
	found,
	severity: 'blocker',
	effect: 'No node works',
	recommendation,
});

const problemOf = (result: SendResult): Finding | undefined => {
	if (result.kind === 'noResponse') {
		const recommendation =
			result.signIn === undefined ? "Check 'Base URL' of the credential and the network between n8n and the site" : result.signIn.hint;
		return blocker(result.signIn === undefined ? `No response (${result.code})` : 'The sign-in returned no token', recommendation);
	}
	const { body, status } = result;
	if (status >= 300 && status < 400)
		return blocker(
			`The site redirects with status ${status}`,
			"Enter the address of the API in 'Base URL', and use a user who signs in without a page",
		);
	if (status === 401 || status === 403 || status === 404)
		return blocker(
			`${REASONS[status]} (status ${status})`,
			"Check 'Base URL', the user and its permissions, and 'Authentication' of the node",
		);
	if (status >= 500) return blocker(`The site fails with status ${status}`, 'Ask the administrator of the site');
	if (status === 200 && typeof body === 'string')
		return blocker(`Status 200 with ${formOf(body).replace(/ \('.*/s, '')}`, "Check 'Base URL'");
	return undefined;
};

/** Other spellings of a parameter, for sites whose names are case-sensitive. */
const QUERY_NAMES = ['query', 'QUERY', 'filter'];

const arrayIn = (body: unknown): string | undefined => {
	if (!isRow(body)) return undefined;
	const names = Object.keys(body).filter((name) => Array.isArray(body[name]));
	return names.length === 1 ? names[0] : undefined;
};

const COUNT_HEADER = /count|total|records|size/i;

const findCount = (result: SendResult, length: number): string | undefined =>
	result.kind === 'response'
		? Object.entries(result.headers).find(
				([name, value]) =>
					COUNT_HEADER.test(name) && !/content-length|limit|page-?size/i.test(name) && /^[0-9]+$/.test(value) && Number(value) >= length,
			)?.[0]
		: undefined;

const checkRoot = (site: SiteUnderCheck, result: SendResult): void => {
	const { findings, profile } = site;
	const assumed = `Records are in the property ${LIST_NAMES.records}`;
	const body = result.kind === 'response' ? result.body : undefined;
	const root = arrayIn(body);
	if (Array.isArray(body)) findings.push({ ...ok('Records of a list', assumed), found: 'A plain array', severity: 'info' });
	else if (root !== undefined && root !== LIST_NAMES.records && /^[A-Za-z_][\w-]*$/.test(root)) {
		profile.lists.records = root;
		findings.push({
			topic: 'Records of a list',
			assumed,
			found: `They are in the property ${root}`,
			severity: 'warning',
			effect: 'Lists cannot be read',
			recommendation: USE_PROFILE,
		});
	} else findings.push(ok('Records of a list', assumed));
};

const checkCount = (site: SiteUnderCheck, result: SendResult): void => {
	const { findings, profile } = site;
	const assumed = `The header ${LIST_NAMES.count} has the number of matching records`;
	if (countOf(result, site) !== undefined) return void findings.push(ok('Count', assumed));
	const found = findCount(result, recordsOf(result, site)?.length ?? 0);
	if (found !== undefined) profile.lists.count = found;
	findings.push({
		topic: 'Count',
		assumed,
		found: found === undefined ? 'No such header' : `The header ${found} contains it`,
		severity: 'warning',
		effect: "'Count' fails, and lists are read one page after the other",
		recommendation: found === undefined ? "Set 'Output' of 'Get Many' to 'Items' instead of 'Count'" : USE_PROFILE,
	});
};

/** Reads the lists of the node's documents. Returns whether the other topics can be checked. */
export const checkAccess = async (site: SiteUnderCheck): Promise<boolean> => {
	const { findings, profile, prober, release } = site;
	const entries = DOCUMENTS.filter((entry) => entry.list !== undefined && entry.verbs.includes('list') && hasSince(release, entry.since));
	const first = entries.find(({ name }) => name === 'JmWorkOrder');
	if (first === undefined) return false;
	let result = await readList(site, first, { size: 2, page: 1 });
	for (const name of QUERY_NAMES) {
		if (result.kind !== 'response' || result.status !== 400) break;
		const other = await prober.get(`/${first.list ?? ''}`, { [name]: '{}' });
		if (!isResponse(other)) continue;
		profile.lists.query = name;
		result = other;
		findings.push({
			topic: 'Query parameter',
			assumed: 'The parameter Query, in upper or lower case',
			found: `The site accepts only ${name}`,
			severity: 'warning',
			effect: 'Lists cannot be read',
			recommendation: USE_PROFILE,
		});
	}
	const problem = problemOf(result);
	if (problem !== undefined) {
		findings.push(problem);
		return false;
	}
	findings.push(ok('Access', ASSUMED_ACCESS));
	checkRoot(site, result);
	checkCount(site, result);
	const lists: ReadableList[] = [];
	const missing: string[] = [];
	for (const entry of entries) {
		const read = await readList(site, entry, { size: 2, page: 1 });
		const records = recordsOf(read, site);
		if (records === undefined) missing.push(entry.list ?? entry.name);
		else lists.push({ entry, records, count: countOf(read, site) });
	}
	site.lists = [...lists].sort((one, other) => (other.count ?? other.records.length) - (one.count ?? one.records.length));
	const assumed = 'The lists of all documents in the menu can be read';
	findings.push(
		missing.length === 0
			? ok('Documents', assumed)
			: {
					topic: 'Documents',
					assumed,
					found: `Not readable: ${missing.join(', ')}`,
					severity: 'warning',
					effect: 'These resources cannot be listed',
					recommendation:
						'Check the permissions of the user. If the site uses another name for a list, add it under documents in the profile',
				},
	);
	return lists.length > 0;
};
