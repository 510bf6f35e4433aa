/** The state that the topics of a check share: the lists of the site, with the names that it uses. */
import { LIST_NAMES, type DocumentEntry, type Release, type SiteProfile } from '../catalog';
import type { SiteResponse, SendResult } from '../model/port';
import type { Row } from '../model/terms';
import { isRow } from '../wire/values';
import type { Finding } from './finding';
import type { Prober } from './prober';

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };
export type DraftProfile = Omit<Writable<SiteProfile>, 'lists' | 'records' | 'requests'> & {
	readonly lists: Writable<NonNullable<SiteProfile['lists']>>;
	readonly records: Writable<NonNullable<SiteProfile['records']>>;
	readonly requests: Writable<NonNullable<SiteProfile['requests']>>;
};

/** A list that can be read. */
export interface ReadableList {
	readonly entry: DocumentEntry;
	readonly records: readonly Row[];
	readonly count: number | undefined;
}

export interface SiteUnderCheck {
	readonly prober: Prober;
	readonly release: Release;
	readonly findings: Finding[];
	/** The recommended profile so far. */
	readonly profile: DraftProfile;
	/** The readable lists, the one with the most records first. */
	lists: readonly ReadableList[];
}

export const isResponse = (result: SendResult, status = 200): result is SiteResponse =>
	result.kind === 'response' && result.status === status;

/** The records of a list response under the name found so far. */
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
}

/** Reads a list with the names found so far. `page` is the number that is sent. */
export const readList = async (
	site: SiteUnderCheck,
	entry: DocumentEntry,
	{ query = {}, size, page, sort }: ListRead,
): Promise<SendResult> => {
	const { lists } = site.profile;
	return await site.prober.get(`/${entry.list ?? entry.name}`, {
		[lists.query ?? 'Query']: JSON.stringify(query),
		...(size === undefined ? {} : { [lists.pageSize ?? LIST_NAMES.pageSize]: String(size) }),
		...(page === undefined ? {} : { [lists.page ?? LIST_NAMES.page]: String(page) }),
		...(sort === undefined ? {} : { [lists.sort ?? LIST_NAMES.sort]: JSON.stringify([sort]) }),
	});
};

/** The key of a record, plain or in its object. */
export const keyOf = (record: Row, key: string): unknown => {
	const value = record[key];
	return isRow(value) ? value[key] : value;
};
