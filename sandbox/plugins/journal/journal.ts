import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** `login`: a request for a JWT. `token`: a request to the OAuth token endpoint. */
export type RequestKind = 'request' | 'login' | 'token';

/** A raw request. It is formatted and masked only when the journal is read (`entryView`). */
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
	/** `null` until the request has ended; remains `null` if there is no response. */
	status: number | null;
	ms: number | null;
	user: string | undefined;
	/** The type of the fault that was applied to this request. */
	fault: string | undefined;
	/** The sandbox's decisions, as plain sentences. */
	readonly decisions: string[];
	/** The status of the processed request, if a fault replaced it. */
	processedStatus: number | undefined;
}

/** The property of a request that contains its journal entry. */
export const ENTRY = Symbol('journal entry');
declare module 'node:http' {
	interface IncomingMessage {
		[ENTRY]?: JournalEntry;
	}
}

export const DEFAULT_JOURNAL_SIZE = 10_000;
export const DEFAULT_BODY_CHARACTERS = 8_192;

/** Keeps the last requests in a ring buffer, and counts all requests since the journal was cleared. */
export class Journal {
	private ring: (JournalEntry | undefined)[];
	private nextSeq = 1;
	private firstSeq = 1;
	/** Emits an `entry` event for each completed request. */
	readonly completed = new EventEmitter<{ entry: [JournalEntry] }>().setMaxListeners(0);
	bodyCharacters = DEFAULT_BODY_CHARACTERS;
	total = 0;
	logins = 0;
	tokenRequests = 0;
	concurrent = 0;
	maxConcurrent = 0;
	connections = 0;
	openConnections = 0;
	maxConnections = 0;

	constructor(size: number = DEFAULT_JOURNAL_SIZE) {
		this.ring = new Array<JournalEntry | undefined>(size);
	}

	get size(): number {
		return this.ring.length;
	}

	/** Changes the size, and keeps as many of the last entries as possible. */
	resize(size: number): void {
		const kept = this.entries().slice(-size);
		this.ring = new Array<JournalEntry | undefined>(size);
		for (const entry of kept) {
			this.ring[entry.seq % size] = entry;
		}
		this.firstSeq = this.nextSeq - kept.length;
	}

	/** Adds an entry when a request arrives. */
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
			decisions: [],
			processedStatus: undefined,
		};
		request[ENTRY] = entry;
		this.ring[entry.seq % this.ring.length] = entry;
		this.total++;
		if (++this.concurrent > this.maxConcurrent) {
			this.maxConcurrent = this.concurrent;
		}
		return entry;
	}

	/** Completes the entry after the response is sent or the connection is closed. */
	end(entry: JournalEntry, response: ServerResponse): void {
		this.concurrent--;
		entry.ms = performance.now() - entry.startedAt;
		entry.status = response.headersSent ? response.statusCode : null;
		this.completed.emit('entry', entry);
	}

	/** Keeps the body. Only the beginning of a long one is copied, so that the whole string can be garbage-collected. */
	keepBody(entry: JournalEntry, body: string): void {
		if (body.length <= this.bodyCharacters) {
			entry.body = body;
			return;
		}
		entry.body = Buffer.from(body.slice(0, this.bodyCharacters)).toString('utf8');
		entry.bodyCut = true;
	}

	/** The bodies of sign-ins and token requests are not kept, because they contain passwords and secrets. */
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
		if (++this.openConnections > this.maxConnections) {
			this.maxConnections = this.openConnections;
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

	/** Clears entries and counters. Entry numbers continue, so that `since` remains valid. */
	clear(): void {
		this.ring.fill(undefined);
		this.firstSeq = this.nextSeq;
		this.total = 0;
		this.logins = 0;
		this.tokenRequests = 0;
		this.maxConcurrent = this.concurrent;
		this.connections = this.openConnections;
		this.maxConnections = this.openConnections;
	}
}
