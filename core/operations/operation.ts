import type { Client } from '../http/client';
import type { WireRequest } from '../model/port';
import type { DocumentRef } from '../model/documentRef';
import type { RecordAddress, Row, SubTableStep } from '../model/terms';
import type { Site } from '../model/site';
import type { OnNotice } from '../model/notice';

/** A record, or a row of one of its sub-tables. */
export interface Target {
	readonly document: DocumentRef;
	readonly record: RecordAddress;
	readonly subTables?: readonly SubTableStep[];
}

/**
 * An operation of the API. The generic node and the action nodes use the same objects. A preview shows the requests that `run` sends.
 */
export interface Operation<Input> {
	/** The name, such as `get`, `updateMany` or `voidOrder`. */
	readonly name: string;
	/**
	 * Whether a run with this input makes a change that the API cannot undo. Such inputs are sent one at a time, in order, and
	 * none is sent after a failure. Omitted if no input makes such a change.
	 */
	isIrreversible?(input: Input): boolean;
	/** The record, or the row of a sub-table, that the input changes. Omitted or undefined if the operation changes no existing record. */
	target?(input: Input): Target | undefined;
	/**
	 * The requests for one input, in order. If later requests depend on responses, such as the requests for more pages, only the first
	 * requests are returned. Throws `InputError` for invalid input.
	 */
	compose(input: Input, site: Site): WireRequest[];
	/**
	 * Defined only for an operation that may have to read a record before it can compose its requests. Sends that read, and returns the
	 * requests that `run` would send after it. Throws the same errors as {@link run}.
	 */
	preview?(input: Input, site: Site, client: Client): Promise<WireRequest[]>;
	/**
	 * Executes the operation and yields chunks of records as responses arrive. Throws `InputError` before anything is
	 * changed, and `ApiError` for failures of the server or the network.
	 *
	 * One row per record, except for `count` and `updateMany`, which yield a single row:
	 * - `get`, `list`, `listAttachments`: the raw records.
	 * - `create`: the keys of each created record in the order of the input, with the keys of its sub-table rows under the name of the
	 *   sub-table: `{ job_no: 12, jm_episode: [{ episode_no: 3 }] }`.
	 * - `update`: `{ <key>: value, updated: true }`; `upsert`: `{ <key>: value, created: true | false | null }` with the keys from the
	 *   server; `delete`: `{ <key>: value, deleted: true }`; `updateMany`: `{ matched: number | null, updated: true }`;
	 *   `count`: `{ count: number }`.
	 * - the actions: the key of their record and the change, `{ wo_no_seq: '100-1', voided: true }`, with the record if it was read back.
	 *
	 * Every change adds the site's message, if the response has one, as `site_message`, and reports it as a notice.
	 */
	run(input: Input, site: Site, client: Client, onNotice?: OnNotice): AsyncIterable<readonly Row[]>;
}
