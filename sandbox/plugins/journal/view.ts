import type { Journal, JournalEntry, RequestKind } from './journal';
import { maskedAddress, maskedBody, maskedHeaders } from './masking';

/** A request as `GET /_sandbox/journal` shows it. */
export interface EntryView {
	readonly seq: number;
	/** ISO 8601, UTC. */
	readonly at: string;
	readonly kind: RequestKind;
	readonly method: string;
	readonly path: string;
	/** The document in the address; `null` if there is none. */
	readonly document: string | null;
	readonly query: Readonly<Record<string, string>>;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | null;
	readonly bodyCut: boolean;
	readonly status: number | null;
	readonly ms: number | null;
	readonly user: string | null;
	readonly fault: string | null;
	readonly processedStatus: number | null;
	/** The sandbox's decisions, as plain sentences. */
	readonly decisions: readonly string[];
}

/** The response to `GET /_sandbox/journal`: counters since the journal was cleared, and the requested entries. */
export interface JournalView {
	readonly total: number;
	readonly logins: number;
	readonly tokenRequests: number;
	/** The current number of requests in progress; `maxConcurrent` is the maximum. */
	readonly concurrent: number;
	readonly maxConcurrent: number;
	readonly connections: number;
	readonly openConnections: number;
	readonly maxConnections: number;
	/** How many entries match the filter; `entries` contains the last ones. */
	readonly matching: number;
	readonly entries: readonly EntryView[];
}

export interface JournalFilter {
	readonly document?: string | undefined;
	readonly method?: string | undefined;
	readonly kind?: string | undefined;
	/** Part of the User-Agent, or the user name. */
	readonly client?: string | undefined;
	/** Only entries with a higher number are returned. */
	readonly since: number;
	/** The maximum number of entries; the newest ones are returned. */
	readonly limit: number;
}

const DOCUMENT_IN_PATH = /^\/api\/v2\/database\/[^/]+\/(?:spec\/)?([^/?]+)/i;

const documentOf = ({ url, kind }: JournalEntry): string | null => (kind === 'request' ? (DOCUMENT_IN_PATH.exec(url)?.[1] ?? null) : null);

export const entryView = (entry: JournalEntry): EntryView => ({
	seq: entry.seq,
	at: new Date(entry.at).toISOString(),
	kind: entry.kind,
	method: entry.method,
	...maskedAddress(entry.url),
	document: documentOf(entry),
	headers: maskedHeaders(entry.rawHeaders),
	body: entry.body === undefined ? null : maskedBody(entry.body),
	bodyCut: entry.bodyCut,
	status: entry.status,
	ms: entry.ms === null ? null : Math.round(entry.ms * 1000) / 1000,
	user: entry.user ?? null,
	fault: entry.fault ?? null,
	processedStatus: entry.processedStatus ?? null,
	decisions: [...entry.decisions],
});

const same = (wanted: string | undefined, value: string | null): boolean =>
	wanted === undefined || wanted.toLowerCase() === value?.toLowerCase();

const userAgentOf = ({ rawHeaders }: JournalEntry): string => {
	const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'user-agent');
	return at < 0 ? '' : (rawHeaders[at + 1] as string);
};

const isFrom = (client: string | undefined, entry: JournalEntry): boolean =>
	client === undefined || entry.user === client || userAgentOf(entry).toLowerCase().includes(client.toLowerCase());

export const matches = (filter: Omit<JournalFilter, 'limit'>, entry: JournalEntry): boolean =>
	entry.seq > filter.since &&
	same(filter.document, documentOf(entry)) &&
	same(filter.method, entry.method) &&
	same(filter.kind, entry.kind) &&
	isFrom(filter.client, entry);

/** The counters since the journal was cleared, and the entries that match `filter`. */
export function journalView(journal: Journal, filter: JournalFilter): JournalView {
	const matching = journal.entries().filter((entry) => matches(filter, entry));
	const { total, logins, tokenRequests, concurrent, maxConcurrent, connections, openConnections, maxConnections } = journal;
	return {
		total,
		logins,
		tokenRequests,
		concurrent,
		maxConcurrent,
		connections,
		openConnections,
		maxConnections,
		matching: matching.length,
		entries: (filter.limit === 0 ? [] : matching.slice(-filter.limit)).map(entryView),
	};
}
