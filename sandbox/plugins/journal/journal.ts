import type { IncomingMessage, ServerResponse } from 'node:http';

/** `login`: a JWT log-in. `token`: the token endpoint of OAuth. */
export type RequestKind = 'request' | 'login' | 'token';

/** One request as it came; what it shows to a reader is made when somebody reads ({@link entryView}). */
export interface JournalEntry {
	readonly seq: number;
	/** Milliseconds since 1970. */
	readonly at: number;
	readonly startedAt: number;
	readonly method: string;
	readonly url: string;
	readonly rawHeaders: readonly string[];
	kind: RequestKind;
	body: string | undefined;
	bodyCut: boolean;
	/** `null` until an answer has begun; stays so where none came. */
	status: number | null;
	ms: number | null;
	user: string | undefined;
	/** The fault that was done to this request, by name of its type. */
	fault: string | undefined;
	/** The status with which the request was really carried out, where a fault hid it. */
	carriedOutStatus: number | undefined;
}

/** Where a request keeps its journal entry on its way through the server. */
export const ENTRY = Symbol('journal entry');
declare module 'node:http' {
	interface IncomingMessage {
		[ENTRY]?: JournalEntry;
	}
}

export const DEFAULT_JOURNAL_SIZE = 10_000;
export const DEFAULT_BODY_CHARACTERS = 8_192;

/** Keeps the last requests in a ring, and counts what happened since it was cleared. */
export class Journal {
	private ring: (JournalEntry | undefined)[];
	private nextSeq = 1;
	private firstSeq = 1;
	bodyCharacters = DEFAULT_BODY_CHARACTERS;
	total = 0;
	logins = 0;
	tokenRequests = 0;
	atOnce = 0;
	highestAtOnce = 0;
	connections = 0;
	openConnections = 0;
	highestConnections = 0;

	constructor(size: number = DEFAULT_JOURNAL_SIZE) {
		this.ring = new Array<JournalEntry | undefined>(size);
	}

	get size(): number {
		return this.ring.length;
	}

	/** Keeps as many of the last entries as the new size holds. */
	resize(size: number): void {
		const kept = this.entries().slice(-size);
		this.ring = new Array<JournalEntry | undefined>(size);
		for (const entry of kept) {
			this.ring[entry.seq % size] = entry;
		}
		this.firstSeq = this.nextSeq - kept.length;
	}

	/** Notes a request when it comes in. */
	begin(request: IncomingMessage): JournalEntry {
		const entry: JournalEntry = {
			seq: this.nextSeq++,
			at: Date.now(),
			startedAt: performance.now(),
			method: request.method as string,
			url: request.url as string,
			rawHeaders: request.rawHeaders,
			kind: 'request',
			body: undefined,
			bodyCut: false,
			status: null,
			ms: null,
			user: undefined,
			fault: undefined,
			carriedOutStatus: undefined,
		};
		request[ENTRY] = entry;
		this.ring[entry.seq % this.ring.length] = entry;
		this.total++;
		if (++this.atOnce > this.highestAtOnce) {
			this.highestAtOnce = this.atOnce;
		}
		return entry;
	}

	/** Notes how a request ended: with its whole answer, or with a broken connection. */
	end(entry: JournalEntry, response: ServerResponse): void {
		this.atOnce--;
		entry.ms = performance.now() - entry.startedAt;
		entry.status = response.headersSent ? response.statusCode : null;
	}

	/** Keeps the body's text; a long one is copied short, so that the whole of it can be let go. */
	keepBody(entry: JournalEntry, body: string): void {
		if (body.length <= this.bodyCharacters) {
			entry.body = body;
			return;
		}
		entry.body = Buffer.from(body.slice(0, this.bodyCharacters)).toString('utf8');
		entry.bodyCut = true;
	}

	/** The bodies of log-ins and token requests are not kept: they hold passwords and secrets. */
	login(entry: JournalEntry | undefined): void {
		this.logins++;
		if (entry !== undefined) {
			entry.kind = 'login';
			entry.body = undefined;
		}
	}

	tokenRequest(entry: JournalEntry | undefined): void {
		this.tokenRequests++;
		if (entry !== undefined) {
			entry.kind = 'token';
			entry.body = undefined;
		}
	}

	connected(): void {
		this.connections++;
		if (++this.openConnections > this.highestConnections) {
			this.highestConnections = this.openConnections;
		}
	}

	disconnected(): void {
		this.openConnections--;
	}

	/** The kept entries, oldest first. */
	entries(): JournalEntry[] {
		const first = Math.max(this.firstSeq, this.nextSeq - this.ring.length);
		const kept: JournalEntry[] = [];
		for (let seq = first; seq < this.nextSeq; seq++) {
			kept.push(this.ring[seq % this.ring.length] as JournalEntry);
		}
		return kept;
	}

	/** Forgets the entries and the counts; numbers go on, so that «since» stays true. */
	clear(): void {
		this.ring.fill(undefined);
		this.firstSeq = this.nextSeq;
		this.total = 0;
		this.logins = 0;
		this.tokenRequests = 0;
		this.highestAtOnce = this.atOnce;
		this.connections = this.openConnections;
		this.highestConnections = this.openConnections;
	}
}
