import type { Release } from '../catalog';
import type { Client } from '../http/client';
import type { WireRequest } from '../http/port';

/** A record as JSON gives it. */
export type Row = Record<string, unknown>;

/** What every operation knows beside its own input. */
export interface Site {
	/** The release of the site; what is younger is refused before sending. */
	readonly release: Release;
	/** Sent as Division-Code where it is not empty. */
	readonly divisionCode?: string;
	/** Sent as Source-Time-Zone-Name where it is not empty. */
	readonly timeZoneName?: string;
	/**
	 * The IANA name of the zone (`Europe/Berlin`) in which date-times without offset are read; they are sent as UTC. Where
	 * it is left out, or {@link timeZoneName} is set, they are sent as they are.
	 */
	readonly zone?: string;
	/** Characters of the base URL that {@link WireRequest.path} follows; 120 where it is left out. */
	readonly baseUrlLength?: number;
	/** The longest URL that the site takes, in characters; 6,000 where it is left out. Longer lists of values are cut into several calls. */
	readonly longestUrl?: number;
	/** Free headers and query parameters of the user, added to every call. */
	readonly extraHeaders?: Readonly<Record<string, string>>;
	readonly extraParameters?: Readonly<Record<string, string>>;
}

/** What a run found that is no fault, but that its user has to know: a list whose count moved, a key that came twice. */
export interface Notice {
	readonly name: 'countMoved' | 'tooFew' | 'keyTwice' | 'smallerPages' | 'keysUnclear' | 'notReadBack' | 'fieldsLeftOut' | 'furtherColumns' | 'keysNotFound' | 'createdUnknown';
	/** In plain words, with the figures. */
	readonly text: string;
}
export type Tell = (notice: Notice) => void;

/**
 * What operations give back, one row to a record:
 * - `get`, `list`, `getSubTable`, `listAttachments`: the records as the server gave them.
 * - `create`: the keys of each created record in the order of the input, with the keys of its sub-table rows under the
 *   name of the sub-table: `{ job_no: 12, jm_episode: [{ episode_no: 3 }] }`.
 * - `update`: `{ <key>: value, updated: true }`; `upsert`: `{ <key>: value, created: true | false | null }` with the keys that
 *   the server gave; `delete`: `{ <key>: value, deleted: true }`; `updateMany`: `{ matched: number | null, updated: boolean }`.
 */

/**
 * One thing that can be done with the interface. The generic node and the action nodes hold the same
 * objects; what a preview shows is what `run` sends.
 */
export interface Operation<Input> {
	/** `get`, `updateMany`, `voidOrder` … */
	readonly name: string;
	/**
	 * The requests of one input, in order; an operation whose number of requests depends on answers
	 * (pages, cut `$in` lists) gives those it can know. Throws {@link InputFault} for what cannot be sent.
	 */
	compose(input: Input, site: Site): WireRequest[];
	/**
	 * What would be sent, where {@link compose} cannot give it because a key has to be read first: reads that key and sends nothing
	 * else. Left out where `compose` gives all. Throws as {@link run} does.
	 */
	preview?(input: Input, site: Site, client: Client): Promise<WireRequest[]>;
	/**
	 * Carries it out and gives records in portions, as answers come. Throws {@link InputFault} before
	 * anything is changed, {@link ApiFault} for what the server or the network did. `tell` hears what is no fault.
	 */
	run(input: Input, site: Site, client: Client, tell?: Tell): AsyncIterable<readonly Row[]>;
}
