/** Sends the rows of an import with the operations for records: create, upsert, update and delete. */
import { ApiError, type ApiErrorKind } from '../http/apiError';
import type { Client } from '../http/client';
import type { DocumentRef } from '../model/documentRef';
import { InputError } from '../model/inputError';
import type { OnNotice } from '../model/notice';
import type { Site } from '../model/site';
import type { KeyValue } from '../model/terms';
import { existingRecord, type Reading } from '../operations/addedRows';
import { collected } from '../operations/collected';
import { create } from '../operations/create';
import { deleteRecord } from '../operations/delete';
import { keyIn } from '../operations/primaryKey';
import { requireUnchanged } from '../operations/unchanged';
import { update } from '../operations/update';
import { upsert } from '../operations/upsert';
import { CellError } from './cells';
import { LookupNames } from './names';
import { NOT_REACHED, stillUncertain, type RowOutcome } from './outcomes';
import type { ImportOperation, PlannedRow } from './planRow';

export interface SendSettings {
	readonly document: DocumentRef;
	readonly operation: ImportOperation;
	readonly site: Site;
	readonly client: Client;
	readonly parameters?: Readonly<Record<string, string>>;
	readonly temporaryKeys?: boolean;
	readonly onNotice: OnNotice;
}

/** Failures that affect every row. After one of them, no other row is sent. */
const STOPPING: ReadonlySet<ApiErrorKind> = new Set(['signIn', 'redirected', 'unreachable', 'insecure', 'network', 'cancelled']);

/** Failures of the site or the connection, not of the row. */
const SITE_FAULTS: ReadonlySet<ApiErrorKind> = new Set(['unavailable', 'interrupted', 'tooMany', 'unreadable', 'oversized']);

/** After this many consecutive rows with one of the {@link SITE_FAULTS}, the run stops. */
const MAX_SITE_FAULTS = 50;

const textOf = (error: InputError | ApiError): string =>
	error instanceof ApiError ? `${error.message} (${error.facts}). ${error.hint}` : `${error.message}. ${error.hint}`;

/** The key of the record in the result file. */
const shownKey = ({ address, keys }: PlannedRow): KeyValue | undefined => address?.value ?? keys[0]?.value;

/** Whether a request with several records was refused completely, so that its records can be sent separately. */
const isSplit = (error: unknown): boolean =>
	error instanceof InputError ||
	(error instanceof ApiError && error.changedNothing && (error.kind === 'refused' || error.kind === 'tooLarge'));

/** Sends planned rows, and records whether the run has to stop. */
export class RowSender {
	/** Why the run stopped; undefined while rows are still being sent. */
	stopped: string | undefined;
	private siteFaults = 0;
	private readonly names: LookupNames;

	constructor(private readonly settings: SendSettings) {
		this.names = new LookupNames(settings.site, settings.client);
	}

	/**
	 * Sends rows that share a request, and returns an outcome for each, in their order. `uncertain`: lines whose outcome in an earlier run is
	 * uncertain.
	 */
	async send(rows: readonly PlannedRow[], uncertain: ReadonlySet<number>): Promise<RowOutcome[]> {
		const outcomes = await this.sendOpen(rows, uncertain);
		if (uncertain.size === 0) return outcomes;
		return await Promise.all(
			outcomes.map(async (outcome, at) =>
				uncertain.has(outcome.row.line) ? await this.settled(rows[at] as PlannedRow, outcome) : outcome,
			),
		);
	}

	/**
	 * The outcome of a row that an earlier run left uncertain. A failure in this run does not show what the earlier run did, but the record
	 * can show it.
	 */
	private async settled(planned: PlannedRow, outcome: RowOutcome): Promise<RowOutcome> {
		if (outcome.outcome === 'notSent') return stillUncertain(outcome);
		if (outcome.outcome !== 'failed') return outcome;
		return this.stopped === undefined && (await this.isUntouched(planned)) ? outcome : stillUncertain(outcome);
	}

	private async sendOpen(rows: readonly PlannedRow[], uncertain: ReadonlySet<number>): Promise<RowOutcome[]> {
		if (this.stopped !== undefined) return rows.map((row) => this.notSent(row));
		const isReady = ({ names, row }: PlannedRow): boolean => names.length === 0 && !uncertain.has(row.line);
		// If no row needs a read first, creating a promise for each row would take longer than everything else.
		if (rows.every(isReady)) return await this.sendPrepared(rows, uncertain);
		const prepared = await Promise.all(rows.map(async (row) => await this.prepared(row, uncertain.has(row.row.line))));
		const open = prepared.flatMap((each) => ('outcome' in each ? [] : [each]));
		const sent = open.length === 0 ? [] : await this.sendPrepared(open, uncertain);
		let next = 0;
		return prepared.map((each) => ('outcome' in each ? each : (sent[next++] as RowOutcome)));
	}

	/** The row with the keys of its look-ups, or its outcome if it is not sent. */
	private async prepared(planned: PlannedRow, isUncertain: boolean): Promise<PlannedRow | RowOutcome> {
		try {
			const earlier = isUncertain ? await this.doneEarlier(planned) : undefined;
			if (earlier !== undefined) return earlier;
			if (planned.names.length === 0) return planned;
			const keys = await Promise.all(
				planned.names.map(async ({ field, name }) => [field.name, await this.names.keyOf(field, name)] as const),
			);
			return { ...planned, fields: { ...planned.fields, ...Object.fromEntries(keys) } };
		} catch (error) {
			if (error instanceof CellError) return { row: planned.row, outcome: 'failed', key: shownKey(planned), message: error.message };
			return this.failed(planned, error, false);
		}
	}

	/** The outcome of an uncertain row if it must not be sent again. */
	private async doneEarlier(planned: PlannedRow): Promise<RowOutcome | undefined> {
		if (this.settings.operation === 'create') return await this.createdEarlier(planned);
		return planned.unchanged === undefined ? undefined : await this.updatedEarlier(planned);
	}

	/** 'Update Only If Unchanged' would reject what the earlier run itself changed, so the record is compared with the row first. */
	private async updatedEarlier(planned: PlannedRow): Promise<RowOutcome | undefined> {
		const { document, parameters } = this.settings;
		const { address: record, fields, names, row } = planned;
		const isComparable = names.length === 0 && Object.values(fields).every((value) => typeof value !== 'object' || value === null);
		if (record === undefined || !isComparable || (await this.differenceFrom(planned, { document, record, parameters })) !== undefined)
			return undefined;
		return { row, outcome: 'updated', key: shownKey(planned), message: 'Not sent again, because the record already has these values' };
	}

	/**
	 * The outcome of an uncertain create: undefined if no record has the key, so that the row can be sent. A row without a key stays
	 * uncertain.
	 */
	private async createdEarlier(planned: PlannedRow): Promise<RowOutcome | undefined> {
		const { document, site, client, parameters } = this.settings;
		const [record] = planned.keys;
		if (record === undefined)
			return {
				row: planned.row,
				outcome: 'uncertain',
				message: 'Not sent again, because the row has no key with which to look up the record. Check on the site whether the record exists',
			};
		const reading = { document, record, parameters };
		const found = await existingRecord(reading, site, client, true);
		if (found === undefined) return undefined;
		const key = (document.table.key === undefined ? undefined : keyIn(found, document.table.key)) ?? record.value;
		const difference = await this.differenceFrom(planned, reading);
		if (difference === undefined)
			return {
				row: planned.row,
				outcome: 'created',
				key,
				message: 'Not sent again, because a record with this key and these values exists',
			};
		return {
			row: planned.row,
			outcome: 'uncertain',
			key,
			message: `Not sent again, because a record with this key exists. Check whether the earlier run created it, because its values differ: ${difference}`,
		};
	}

	/** How the record on the site differs from the row; undefined if there is no difference. Throws {@link ApiError}. */
	private async differenceFrom({ fields }: PlannedRow, reading: Reading): Promise<string | undefined> {
		const { site, client } = this.settings;
		// Rows of a sub-table have keys that the site chooses, so they cannot be compared.
		const values = Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value !== 'object' || value === null));
		return await requireUnchanged(values, reading, site, client).then(
			() => undefined,
			(difference: unknown) => {
				if (difference instanceof InputError) return difference.message;
				throw difference;
			},
		);
	}

	private async sendPrepared(rows: readonly PlannedRow[], uncertain: ReadonlySet<number>): Promise<RowOutcome[]> {
		try {
			const outcomes = await this.perform(rows);
			this.siteFaults = 0;
			return outcomes;
		} catch (error) {
			const untouched = await this.untouchedBy(rows, error);
			if (rows.length > 1 && untouched.size > 0) return await this.sendAgain(rows, untouched, error, uncertain);
			return rows.map((row) => {
				if (!(error instanceof ApiError)) return this.failed(row, error, true);
				if (untouched.has(row) && error.refusalHint !== undefined)
					return {
						row: row.row,
						outcome: 'failed',
						key: shownKey(row),
						message: `${error.message} (${error.facts}). ${error.refusalHint}`,
					};
				return uncertain.has(row.row.line) && this.settings.operation === 'delete' && error.kind === 'notFound'
					? { row: row.row, outcome: 'deleted', key: shownKey(row), message: 'The record no longer exists' }
					: this.failed(row, error, true);
			});
		}
	}

	/**
	 * Sends the untouched rows of a failed request again: in two halves if all rows are untouched, otherwise together. The error determines
	 * the outcome of the other rows.
	 */
	private async sendAgain(
		rows: readonly PlannedRow[],
		untouched: ReadonlySet<PlannedRow>,
		error: unknown,
		uncertain: ReadonlySet<number>,
	): Promise<RowOutcome[]> {
		const again = rows.filter((row) => untouched.has(row));
		const middle = again.length < rows.length ? again.length : Math.ceil(again.length / 2);
		const outcomes = new Map<PlannedRow, RowOutcome>();
		for (const group of [again.slice(0, middle), again.slice(middle)]) {
			if (group.length === 0) continue;
			const sent = this.stopped === undefined ? await this.sendPrepared(group, uncertain) : group.map((row) => this.notSent(row));
			group.forEach((row, at) => outcomes.set(row, sent[at] as RowOutcome));
		}
		return rows.map((row) => outcomes.get(row) ?? this.failed(row, error, true));
	}

	/**
	 * The rows that a failed request certainly did not change. If a server error has a reason, the records on the site are
	 * read to find these rows. Otherwise, one invalid record would leave the outcome of all rows in its request open.
	 */
	private async untouchedBy(rows: readonly PlannedRow[], error: unknown): Promise<ReadonlySet<PlannedRow>> {
		if (isSplit(error)) return new Set(rows);
		if (!(error instanceof ApiError) || error.refusalHint === undefined) return new Set();
		const untouched = await Promise.all(rows.map(async (row) => await this.isUntouched(row)));
		return new Set(rows.filter((_, at) => untouched[at]));
	}

	/** Whether the record of a row shows that the row was not processed. False if the row has no key, or its record cannot be read. */
	private async isUntouched(planned: PlannedRow): Promise<boolean> {
		const { document, operation, site, client, parameters } = this.settings;
		const record = planned.address ?? planned.keys[0];
		if (record === undefined) return false;
		const reading = { document, record, parameters };
		const looked = async (): Promise<boolean> => {
			const exists = (await existingRecord(reading, site, client, true)) !== undefined;
			if (!exists || operation === 'create' || operation === 'delete') return exists === (operation === 'delete');
			return (await this.differenceFrom(planned, reading)) !== undefined;
		};
		return await looked().catch((error: unknown) => {
			if (error instanceof ApiError) return false;
			throw error;
		});
	}

	private async perform(rows: readonly PlannedRow[]): Promise<RowOutcome[]> {
		const { document, operation, site, client, parameters, temporaryKeys, onNotice } = this.settings;
		const [planned] = rows as readonly [PlannedRow];
		const { row, fields } = planned;
		const key = shownKey(planned);
		if (operation === 'create') {
			const records = rows.map((each) => each.fields);
			const created = await collected(create.run({ document, records, temporaryKeys }, site, client, onNotice));
			return rows.map((each, index): RowOutcome => {
				const own = created.length === rows.length ? created[index] : undefined;
				const ownKey = own !== undefined && document.table.key !== undefined ? keyIn(own, document.table.key) : undefined;
				return { row: each.row, outcome: 'created', key: ownKey ?? shownKey(each) };
			});
		}
		const record = planned.address ?? { value: '' };
		const input = { document, record, ...(parameters ? { parameters } : {}) };
		switch (operation) {
			case 'upsert': {
				const [result] = await collected(upsert.run({ ...input, fields }, site, client, onNotice));
				const outcome = result?.created === true ? 'created' : 'updated';
				return [
					{
						row,
						outcome,
						key,
						...(result?.created === null ? { message: 'It is not known whether this run created or updated the record' } : {}),
					},
				];
			}
			case 'update':
				await collected(update.run({ ...input, fields, unchanged: planned.unchanged }, site, client, onNotice));
				return [{ row, outcome: 'updated', key }];
			case 'delete':
				await collected(deleteRecord.run(input, site, client, onNotice));
				return [{ row, outcome: 'deleted', key }];
		}
	}

	/**
	 * The outcome of a row that failed. `isSent`: whether the error comes from the change itself and not from a read before it. Rethrows
	 * unexpected errors.
	 */
	private failed(planned: PlannedRow, error: unknown, isSent: boolean): RowOutcome {
		const { row } = planned;
		const key = shownKey(planned);
		if (error instanceof InputError) return { row, outcome: 'failed', key, message: textOf(error) };
		if (!(error instanceof ApiError)) throw error;
		if (SITE_FAULTS.has(error.kind)) this.siteFaults += 1;
		else if (!STOPPING.has(error.kind)) this.siteFaults = 0;
		if (STOPPING.has(error.kind)) this.stopped ??= textOf(error);
		else if (this.siteFaults >= MAX_SITE_FAULTS) this.stopped ??= `${this.siteFaults} consecutive rows failed: ${textOf(error)}`;
		if (isSent && error.uncertain) return { row, outcome: 'uncertain', key, message: textOf(error) };
		if (STOPPING.has(error.kind)) return this.notSent(planned, textOf(error));
		return { row, outcome: 'failed', key, message: textOf(error) };
	}

	private notSent(planned: PlannedRow, message: string = NOT_REACHED): RowOutcome {
		return { row: planned.row, outcome: 'notSent', key: shownKey(planned), message };
	}
}
