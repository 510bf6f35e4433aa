/** Checks whether the site responds, and determines the format of its lists. All other topics depend on both. */
import { LIST_NAMES, type DocumentEntry } from '../catalog';
import { formOf } from '../wire/decode';
import { messageOf } from '../wire/reason';
import { isRow } from '../wire/values';
import type { SendResult } from '../model/port';
import { certificateProblem, CERTIFICATE_ADVICE } from './connection';
import { difference, ok, type Finding } from './finding';
import { countOf, isResponse, listPath, readList, recordsOf, type ReadableList, type SiteUnderCheck } from './siteUnderCheck';

const ASSUMED_ACCESS = 'The site accepts the sign-in and returns a list as JSON';
/** The number of records to read from each list. The other topics of the check examine these records. */
const SAMPLE = 20;

const REASONS: Readonly<Record<number, string>> = {
	401: 'The site rejects the sign-in',
	403: 'The user has no permission',
	404: 'The site has no API at this URL',
};

const blocker = (found: string, recommendation: string, body?: unknown): Finding => {
	const message = messageOf(body);
	return {
		topic: 'Access',
		assumed: ASSUMED_ACCESS,
		found,
		severity: 'blocker',
		effect: 'None of the nodes work',
		recommendation,
		...(message === undefined ? {} : { details: message }),
	};
};

const problemOf = (result: SendResult): Finding | undefined => {
	if (result.kind === 'noResponse') {
		if (result.signIn !== undefined)
			return {
				...blocker('The sign-in failed', 'Check the user name, password and sign-in settings in the credential'),
				details: result.signIn.message,
			};
		const certificate = certificateProblem(result.code);
		if (certificate !== undefined) return blocker(`${certificate} (${result.code})`, CERTIFICATE_ADVICE);
		return blocker(`No response (${result.code})`, "Check 'Base URL' in the credential, and the network between n8n and the site");
	}
	const { body, status } = result;
	if (status >= 300 && status < 400)
		return blocker(
			`The site redirects with status ${status}`,
			"Enter the URL of the API in 'Base URL', and use an account that can sign in without a browser",
		);
	if (status >= 500) return blocker(`The site returns status ${status}, a server error`, 'Ask the site administrator', body);
	if (status >= 400)
		return blocker(
			`${REASONS[status] ?? 'The site rejects the request'} (status ${status})`,
			"Check 'Base URL', the user and the user's permissions, and 'Authentication' in the node",
			body,
		);
	if (status === 200 && typeof body === 'string')
		return blocker(`Status 200 with ${formOf(body).replace(/ \('.*/s, '')}`, "Check 'Base URL'");
	return undefined;
};

/** Other names for the query parameter, to try if the site rejects `Query`. */
const QUERY_NAMES = ['query', 'QUERY', 'filter'];

const arrayIn = (body: unknown): string | undefined => {
	if (!isRow(body)) return undefined;
	const names = Object.keys(body).filter((name) => Array.isArray(body[name]));
	return names.length === 1 ? names[0] : undefined;
};

const COUNT_HEADER = /count|total|records|size/i;
/**
 * Headers that do not contain the count: they contain a different number, such as the page size, or a format that the nodes
 * cannot read, such as `Content-Range: items 0-19/60`.
 */
const OTHER_HEADER = /content-|limit|page-?size|remaining/i;

const findCount = (result: SendResult, length: number): string | undefined =>
	result.kind === 'response'
		? Object.entries(result.headers).find(
				([name, value]) => COUNT_HEADER.test(name) && !OTHER_HEADER.test(name) && /^[0-9]+$/.test(value) && Number(value) >= length,
			)?.[0]
		: undefined;

/** The name of the response property that can contain the total number of records. */
const countIn = (body: unknown, length: number): string | undefined =>
	isRow(body)
		? Object.entries(body).find(
				([name, value]) => COUNT_HEADER.test(name) && /^[A-Za-z_]\w*$/.test(name) && Number.isInteger(value) && Number(value) >= length,
			)?.[0]
		: undefined;

const checkRoot = (site: SiteUnderCheck, result: SendResult): boolean => {
	const { findings, profile } = site;
	const topic = 'Records in a list';
	const assumed = `Records are in the '${LIST_NAMES.records}' property`;
	const body = result.kind === 'response' ? result.body : undefined;
	const root = arrayIn(body);
	if (Array.isArray(body)) findings.push({ ...ok(topic, assumed, 'A plain array, which the nodes can also read'), severity: 'info' });
	else if (root !== undefined && root !== LIST_NAMES.records && /^[A-Za-z_][\w-]*$/.test(root)) {
		profile.lists.records = root;
		findings.push(difference(topic, assumed, `They are in the '${root}' property`, 'Lists cannot be read'));
	} else if (root === undefined) {
		findings.push({ ...blocker('The response contains no list of records', "Check 'Base URL'"), topic, assumed });
		return false;
	} else findings.push(ok(topic, assumed));
	return true;
};

const checkCount = (site: SiteUnderCheck, result: SendResult): void => {
	const { findings, profile } = site;
	const assumed = `The ${LIST_NAMES.count} header contains the number of matching records`;
	if (countOf(result, site) !== undefined) return void findings.push(ok('Count', assumed));
	const length = recordsOf(result, site)?.length ?? 0;
	const found = findCount(result, length);
	const inBody = result.kind === 'response' ? countIn(result.body, length) : undefined;
	if (found !== undefined) profile.lists.count = found;
	findings.push(
		difference(
			'Count',
			assumed,
			found === undefined
				? `No such header${inBody === undefined ? '' : `. The '${inBody}' property of the response may contain the number, but the nodes read only a header`}`
				: `The ${found} header contains it`,
			"'Count' fails, and lists are read one page at a time",
			found === undefined ? { recommendation: "In 'Get Many', set 'Output' to 'Items' instead of 'Count'" } : {},
		),
	);
};

/** Reads a list for the first time, trying other names for the query parameter if the site rejects `Query`. */
const firstRead = async (site: SiteUnderCheck, entry: DocumentEntry): Promise<SendResult> => {
	const { findings, profile, prober } = site;
	const result = await readList(site, entry, { size: SAMPLE });
	if (result.kind !== 'response' || result.status !== 400) return result;
	for (const name of QUERY_NAMES) {
		const other = await prober.get(listPath(entry), { [name]: '{}' });
		if (!isResponse(other)) continue;
		profile.lists.query = name;
		findings.push(
			difference(
				'Query parameter',
				'The Query parameter contains the conditions',
				`The ${name} parameter contains them`,
				'Lists cannot be read',
			),
		);
		return other;
	}
	return result;
};

/** Reads the first list. Returns whether the other topics can be checked. */
export const checkAccess = async (site: SiteUnderCheck): Promise<boolean> => {
	const { findings, entries } = site;
	const first = entries.find(({ name }) => name === 'JmWorkOrder') ?? entries[0];
	if (first === undefined) return false;
	const result = await firstRead(site, first);
	const problem = problemOf(result);
	if (problem !== undefined) {
		findings.push(problem);
		return false;
	}
	findings.push(ok('Access', ASSUMED_ACCESS));
	if (!checkRoot(site, result)) return false;
	checkCount(site, result);
	return true;
};

/** Reads a few records of each list. Returns whether any list can be read. */
export const checkLists = async (site: SiteUnderCheck): Promise<boolean> => {
	const lists: ReadableList[] = [];
	const missing: string[] = [];
	for (const entry of site.entries) {
		const result = await readList(site, entry, { size: SAMPLE });
		const records = recordsOf(result, site);
		if (records === undefined) missing.push(entry.list ?? entry.name);
		else lists.push({ entry, records, count: countOf(result, site) });
	}
	const sizeOf = ({ count, records }: ReadableList): number => count ?? records.length;
	site.lists = [...lists].sort((one, other) => sizeOf(other) - sizeOf(one));
	const assumed = 'All checked lists can be read';
	site.findings.push(
		missing.length === 0
			? ok('Lists', assumed)
			: difference('Lists', assumed, `Not readable: ${missing.join(', ')}`, 'These resources cannot be listed', {
					recommendation: "Check the user's permissions. If the site uses another name for a list, add it under 'documents' in the profile",
				}),
	);
	return lists.length > 0;
};
