/** New and changed records of a list since the last poll. */
import type { Client } from '../http/client';
import type { Sha256 } from '../model/port';
import type { Site } from '../model/site';
import type { Row } from '../model/terms';
import { newestRecord, valueOf, type ChangeInput } from './changeReader';
import { memoryOf, readChanges, requireList, scopeOf, type ChangeState } from './changes';
import { EMPTY_MEMORY, type Memory } from './window';

/** The functions that the caller provides. */
export interface PollRuntime {
	/** Milliseconds since 1970. */
	now(): number;
	/** Whether the poll must end soon. */
	isTimeUp(): boolean;
	readonly sha256: Sha256;
}

export interface PollResult {
	/** The raw records, sorted by the field's value. */
	readonly records: readonly Row[];
	readonly state: ChangeState;
}

/**
 * Returns the records that are new since the last poll. The first poll, and the first poll after the settings change, return none: they
 * only store which records exist. `before` is the stored state of the last poll; any other value is ignored. `siteName` identifies the
 * site. If this function throws `InputError` or `ApiError`, the caller must not store a state, so that the next poll reads the
 * same records again.
 */
export const pollRecords = async (
	input: ChangeInput,
	site: Site,
	client: Client,
	before: unknown,
	siteName: string,
	runtime: PollRuntime,
): Promise<PollResult> => {
	requireList(input);
	const scope = scopeOf(input, siteName, site, runtime.sha256);
	const now = input.kind === 'date' ? runtime.now() : undefined;
	const known = memoryOf(before, scope);
	if (known !== undefined) {
		const { isTimeUp } = runtime;
		const { records, memory } = await readChanges(input, site, client, known, { limit: input.maxRecords, now, isTimeUp });
		return { records, state: { scope, memory } };
	}
	const start = await initialMemory(input, site, client, now);
	const { memory } = await readChanges(input, site, client, start, { limit: Infinity, now });
	return { records: [], state: { scope, memory } };
};

/** The memory before the first poll. A record with a date in the future must not determine where the poll starts. */
const initialMemory = async (input: ChangeInput, site: Site, client: Client, now = Infinity): Promise<Memory> => {
	const last = await newestRecord(input, site, client);
	const newest = last === undefined || valueOf(last, input) <= now ? last : await newestRecord(input, site, client, now);
	return newest === undefined ? EMPTY_MEMORY : { ...EMPTY_MEMORY, mark: Math.min(valueOf(newest, input), now) };
};
