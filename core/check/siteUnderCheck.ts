/** The state that all parts of a check share, such as the lists of the site and the parameter names that the site uses. */
import { HEADER_PREFIX, LIST_NAMES, PARAMETERS, type DocumentEntry, type Release, type SiteProfile } from '../catalog';
import type { DefinedTable } from '../definition';
import type { SiteResponse, SendResult } from '../model/port';
import type { Row } from '../model/terms';
import { isRow } from '../wire/values';
import type { Finding } from './finding';
import type { Prober } from './prober';

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };
export type DraftProfile = Omit<Writable<SiteProfile>, 'lists' | 'records' | 'requests' | 'documents'> & {
	readonly lists: Writable<NonNullable<SiteProfile['lists']>>;
	readonly records: Writable<NonNullable<SiteProfile['records']>>;
	readonly requests: Writable<NonNullable<SiteProfile['requests']>>;
	readonly documents: Record<string, { list?: string; table?: string }>;
};

/** A list that can be read. */
export interface ReadableList {
	readonly entry: DocumentEntry;
	readonly records: readonly Row[];
	readonly count: number | undefined;
}

/** Evidence of the release that a site runs. */
export interface Evidence {
	/** The release that the definitions state. */
	stated?: Release;
	/** The newest release that added a name found in the definitions. */
	described?: Release;
	hasJsonDefinitions?: boolean;
	/** Whether the site supports each operator, for the operators that could be checked. */
	readonly operators: Map<string, boolean>;
	/** Whether the response with page 2 contains the same count as the one with page 1; undefined if there is no count. */
	isCountStable?: boolean;
	signsInWithToken?: boolean;
}

export interface SiteUnderCheck {
	readonly prober: Prober;
	/** The release in the credential. */
	readonly release: Release;
	/** The documents to check. */
	readonly entries: readonly DocumentEntry[];
	readonly findings: Finding[];
	/** The recommended profile so far. */
	readonly profile: DraftProfile;
	/** The readable lists, the one with the most records first. */
	lists: readonly ReadableList[];
	/** The tables in the definitions, by document. */
	readonly definitions: Map<string, DefinedTable>;
	readonly evidence: Evidence;
}

export const isResponse = (result: SendResult): result is SiteResponse => result.kind === 'response' && result.status === 200;

/** The records of a list response, read from the property whose name the check has found. */
export const recordsOf = (result: SendResult, { profile }: SiteUnderCheck): readonly Row[] | undefined => {
	if (!isResponse(result)) return undefined;
	const { body } = result;
	const rows = isRow(body) ? body[profile.lists.records ?? LIST_NAMES.records] : body;
	return Array.isArray(rows) && rows.every(isRow) ? rows : undefined;
};

export const countOf = (result: SendResult, { profile }: SiteUnderCheck): number | undefined => {
	const text = result.kind === 'response' ? result.headers[(profile.lists.count ?? LIST_NAMES.count).toLowerCase()] : undefined;
	return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
};

export interface ListRead {
	readonly query?: Row;
	readonly size?: number;
	readonly page?: number;
	readonly sort?: string;
	readonly columns?: readonly string[];
	/** The query parameters, and headers with {@link HEADER_PREFIX}, to send with the value `ignore`. */
	readonly omit?: readonly string[];
	readonly headers?: Readonly<Record<string, string>>;
}

/** The parameters of a list with the names found so far. */
export const listParameters = (
	{ profile: { lists } }: SiteUnderCheck,
	{ query = {}, size, page, sort, columns, omit = [] }: ListRead,
): Record<string, string> => ({
	[lists.query ?? PARAMETERS.query.name]: JSON.stringify(query),
	...(columns === undefined
		? {}
		: { [lists.columns ?? PARAMETERS.resultColumns.name]: JSON.stringify({ [lists.records ?? LIST_NAMES.records]: columns }) }),
	...Object.fromEntries(omit.filter((name) => !name.startsWith(HEADER_PREFIX)).map((name) => [name, 'ignore'])),
	...(size === undefined ? {} : { [lists.pageSize ?? LIST_NAMES.pageSize]: String(size) }),
	...(page === undefined ? {} : { [lists.page ?? LIST_NAMES.page]: String(page) }),
	...(sort === undefined ? {} : { [lists.sort ?? LIST_NAMES.sort]: JSON.stringify([sort]) }),
});

export const listPath = (entry: DocumentEntry): string => `/${encodeURIComponent(entry.list ?? entry.name)}`;

/** Reads a list with the names found so far. `page` is the number that is sent. */
export const readList = async (site: SiteUnderCheck, entry: DocumentEntry, read: ListRead): Promise<SendResult> => {
	const headers = Object.fromEntries(
		(read.omit ?? []).filter((name) => name.startsWith(HEADER_PREFIX)).map((name) => [name.slice(HEADER_PREFIX.length), 'ignore']),
	);
	return await site.prober.get(listPath(entry), listParameters(site, read), { ...read.headers, ...headers });
};

/** The value of a record's key, which can be plain or in a key object. */
export const keyOf = (record: Row, key: string): unknown => {
	const value = record[key];
	return isRow(value) ? value[key] : value;
};

export const firstPageOf = ({ profile }: SiteUnderCheck): number => profile.lists.firstPage ?? 1;
