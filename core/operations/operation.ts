import type { Client } from '../http/client';
import type { WireRequest } from '../model/port';
import type { Row } from '../model/terms';
import type { Site } from '../model/site';
import type { OnNotice } from '../model/notice';

/**
 * One thing that can be done with the interface. The generic node and the action nodes hold the same
 * objects; what a preview shows is what `run` sends.
 */
export interface Operation<Input> {
	/** `get`, `updateMany`, `voidOrder` … */
	readonly name: string;
	/**
	 * Whether a run with this input changes a state that the API cannot restore. Such inputs are sent one at a time, in order, and
	 * none after one that failed. Omitted for operations that never do.
	 */
	isIrreversible?(input: Input): boolean;
	/**
	 * The requests of one input, in order; an operation whose number of requests depends on answers
	 * (pages, cut `$in` lists) gives those it can know. Throws {@link InputError} for what cannot be sent.
	 */
	compose(input: Input, site: Site): WireRequest[];
	/**
	 * What would be sent, where {@link compose} cannot give it because a key has to be read first: reads that key and sends nothing
	 * else. Left out where `compose` gives all. Throws as {@link run} does.
	 */
	preview?(input: Input, site: Site, client: Client): Promise<WireRequest[]>;
	/**
	 * Carries it out and gives records in portions, as answers come. Throws {@link InputError} before
	 * anything is changed, {@link ApiError} for what the server or the network did. `tell` hears what is no fault.
	 *
	 * What is given back, one row to a record:
	 * - `get`, `list`, `listAttachments`: the records as the server gave them.
	 * - `create`: the keys of each created record in the order of the input, with the keys of its sub-table rows under the
	 *   name of the sub-table: `{ job_no: 12, jm_episode: [{ episode_no: 3 }] }`.
	 * - `update`: `{ <key>: value, updated: true }`; `upsert`: `{ <key>: value, created: true | false | null }` with the keys that
	 *   the server gave; `delete`: `{ <key>: value, deleted: true }`; `updateMany`: `{ matched: number | null, updated: boolean }`.
	 * - Every change adds the message of the site, if the answer has one, as `site_message`, and reports it to `tell`.
	 * - the actions: the key of their record and what was done, `{ wo_no_seq: '100-1', voided: true }`, with what was read back.
	 */
	run(input: Input, site: Site, client: Client, onNotice?: OnNotice): AsyncIterable<readonly Row[]>;
}
