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
	/** The document the address names; `null` elsewhere. */
	readonly document: string | null;
	readonly query: Readonly<Record<string, string>>;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | null;
	readonly bodyCut: boolean;
	readonly status: number | null;
	readonly ms: number | null;
	readonly user: string | null;
	readonly fault: string | null;
	readonly carriedOutStatus: number | null;
}

/** What `GET /_sandbox/journal` answers: the counts since the journal was cleared, and the entries that were asked for. */
export interface JournalView {
	readonly total: number;
	readonly logins: number;
	readonly tokenRequests: number;
	/** Requests under way now, and the most there were. */
	readonly atOnce: number;
	readonly highestAtOnce: number;
	readonly connections: number;
	readonly openConnections: number;
	readonly highestConnections: number;
	/** How many entries the filter lets through; `entries` are the last of them. */
	readonly matching: number;
	readonly entries: readonly EntryView[];
}

export interface JournalFilter {
	readonly document?: string;
	readonly method?: string;
	readonly kind?: string;
	/** Only entries with a higher number. */
	readonly since: number;
	/** At most so many, the last ones. */
	readonly limit: number;
}

const DOCUMENT_IN_PATH = /^\/api\/v2\/database\/[^/]+\/(?:spec\/)?([^/?]+)/i;

const documentOf = ({ url, kind }: JournalEntry): string | null => (kind === 'request' ? (DOCUMENT_IN_PATH.exec(url)?.[1] ?? null) : null);

const entryView = (entry: JournalEntry): EntryView => ({
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
	carriedOutStatus: entry.carriedOutStatus ?? null,
});

const same = (wanted: string | undefined, value: string | null): boolean =>
	wanted === undefined || wanted.toLowerCase() === value?.toLowerCase();

/** The counts since the journal was cleared, and the entries that `filter` lets through. */
export function journalView(journal: Journal, filter: JournalFilter): JournalView {
	const matching = journal
		.entries()
		.filter(
			(entry) =>
				entry.seq > filter.since &&
				same(filter.document, documentOf(entry)) &&
				same(filter.method, entry.method) &&
				same(filter.kind, entry.kind),
		);
	const { total, logins, tokenRequests, atOnce, highestAtOnce, connections, openConnections, highestConnections } = journal;
	return {
		total,
		logins,
		tokenRequests,
		atOnce,
		highestAtOnce,
		connections,
		openConnections,
		highestConnections,
		matching: matching.length,
		entries: (filter.limit === 0 ? [] : matching.slice(-filter.limit)).map(entryView),
	};
}
