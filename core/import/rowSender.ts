/** Sends the planned rows of an import, and decides what happens after an error. */
import { ApiError, type ApiErrorKind } from '../http/apiError';
import { InputError } from '../model/inputError';
import { hasTemporaryKey } from '../wire/body';
import { CellError } from './cells';
import { LookupNames } from './names';
import { NOT_REACHED, stillUncertain, type RowOutcome } from './outcomes';
import type { PlannedRow } from './planRow';
import { sendRows, shownKey, type SendSettings } from './sendRows';
import { SiteRecords } from './siteRecords';

/** Failures that affect every row. After one of them, no other row is sent. */
const STOPPING: ReadonlySet<ApiErrorKind> = new Set(['signIn', 'redirected', 'unreachable', 'insecure', 'network', 'cancelled']);

const SITE_FAULTS: ReadonlySet<ApiErrorKind> = new Set(['unavailable', 'interrupted', 'tooMany', 'unreadable', 'oversized']);

/** Whether the failure is that of the site or the connection, not of the row. A server error with a reason can be about the row. */
const isSiteFault = ({ kind, hasReason }: ApiError): boolean => SITE_FAULTS.has(kind) || (kind === 'broken' && !hasReason);

/**
 * The numbers of consecutive rows and requests with a failure of the site after which the run stops. A single request with many rows does
 * not stop it, because one of these rows can be the cause.
 */
const MAX_SITE_FAULTS = { rows: 50, requests: 3 };

/** The number of consecutive requests for a single row, all refused, after which the node no longer sends rows separately. */
const MAX_REFUSED = 50;

const textOf = (error: InputError | ApiError): string =>
	error instanceof ApiError ? `${error.message} (${error.facts}). ${error.hint}` : `${error.message}. ${error.hint}`;

/** Rejections of a complete request, or of the values of one of its records. */
const SPLIT: ReadonlySet<ApiErrorKind> = new Set(['refused', 'tooLarge']);

/** With a reason, these rejections concern one of the records. Without a reason, they concern the URL or the user, and so all records. */
const SPLIT_WITH_REASON: ReadonlySet<ApiErrorKind> = new Set(['forbidden', 'notFound']);

const isRefusedWithReason = (error: unknown): boolean => error instanceof ApiError && error.hasReason && SPLIT_WITH_REASON.has(error.kind);

/** Sends planned rows, and records whether the run has to stop. */
export class RowSender {
	/** Why the run stopped; undefined while rows are still being sent. */
	stopped: string | undefined;
	/** The consecutive rows with a failure of the site, and the errors of their requests. */
	private readonly siteFaults = { rows: 0, errors: new Set<ApiError>() };
	/** The number of consecutive rows that were sent separately and refused. */
	private refused = 0;
	private readonly names: LookupNames;
	private readonly records: SiteRecords;

	constructor(private readonly settings: SendSettings) {
		this.records = new SiteRecords(settings);
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
		return this.stopped === undefined && (await this.records.isUntouched(planned)) ? outcome : stillUncertain(outcome);
	}

	private async sendOpen(rows: readonly PlannedRow[], uncertain: ReadonlySet<number>): Promise<RowOutcome[]> {
		if (this.stopped !== undefined) return rows.map((row) => this.notSent(row));
		const isReady = ({ names, row }: PlannedRow): boolean => names.length === 0 && !uncertain.has(row.line);
		// Skips the promises below if no row needs a read first, because creating them would take longer than all other work.
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
			const earlier = isUncertain ? await this.records.doneEarlier(planned) : undefined;
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

	private async sendPrepared(rows: readonly PlannedRow[], uncertain: ReadonlySet<number>): Promise<RowOutcome[]> {
		const separate = rows.length > 1 ? rows.filter(({ fields }) => hasTemporaryKey(this.settings.document, fields)) : [];
		if (separate.length > 0) {
			const outcomes = await this.sendGroups([rows.filter((row) => !separate.includes(row)), ...separate.map((row) => [row])], uncertain);
			return rows.map((row) => outcomes.get(row) as RowOutcome);
		}
		try {
			const outcomes = await sendRows(rows, this.settings);
			this.forgetSiteFaults();
			this.refused = 0;
			return outcomes;
		} catch (error) {
			if (rows.length === 1 && isRefusedWithReason(error)) this.refused += 1;
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
				return uncertain.has(row.row.line) && this.settings.operation === 'delete' && error.isMissing
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
		const outcomes = await this.sendGroups([again.slice(0, middle), again.slice(middle)], uncertain);
		return rows.map((row) => outcomes.get(row) ?? this.failed(row, error, true));
	}

	/** Sends each group of rows in its own request, one after the other. */
	private async sendGroups(
		groups: readonly (readonly PlannedRow[])[],
		uncertain: ReadonlySet<number>,
	): Promise<ReadonlyMap<PlannedRow, RowOutcome>> {
		const outcomes = new Map<PlannedRow, RowOutcome>();
		for (const group of groups) {
			if (group.length === 0) continue;
			const sent = this.stopped === undefined ? await this.sendPrepared(group, uncertain) : group.map((row) => this.notSent(row));
			group.forEach((row, at) => outcomes.set(row, sent[at] as RowOutcome));
		}
		return outcomes;
	}

	/**
	 * The rows that a failed request certainly did not change. If a server error has a reason, the records on the site are read to find these
	 * rows. Without this read, one invalid record would leave the outcome of all rows in its request uncertain.
	 */
	private async untouchedBy(rows: readonly PlannedRow[], error: unknown): Promise<ReadonlySet<PlannedRow>> {
		if (this.isSplit(error)) return new Set(rows);
		if (!(error instanceof ApiError) || error.refusalHint === undefined) return new Set();
		const untouched = await Promise.all(rows.map(async (row) => await this.records.isUntouched(row)));
		return new Set(rows.filter((_, at) => untouched[at]));
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
		if (isSiteFault(error)) this.addSiteFault(error);
		else if (!STOPPING.has(error.kind)) this.forgetSiteFaults();
		if (STOPPING.has(error.kind)) this.stopped ??= textOf(error);
		if (isSent && error.uncertain) return { row, outcome: 'uncertain', key, message: textOf(error) };
		if (STOPPING.has(error.kind)) return this.notSent(planned, textOf(error));
		return { row, outcome: 'failed', key, message: textOf(error) };
	}

	private addSiteFault(error: ApiError): void {
		const { siteFaults } = this;
		siteFaults.rows += 1;
		siteFaults.errors.add(error);
		if (siteFaults.rows >= MAX_SITE_FAULTS.rows && siteFaults.errors.size >= MAX_SITE_FAULTS.requests)
			this.stopped ??= `${siteFaults.rows} consecutive rows failed: ${textOf(error)}`;
	}

	private forgetSiteFaults(): void {
		this.siteFaults.rows = 0;
		this.siteFaults.errors.clear();
	}

	/** Whether a request was rejected and changed none of its records. In that case, the records can be sent separately. */
	private isSplit(error: unknown): boolean {
		if (error instanceof InputError) return true;
		if (!(error instanceof ApiError) || !error.changedNothing) return false;
		return SPLIT.has(error.kind) || (isRefusedWithReason(error) && this.refused < MAX_REFUSED);
	}

	private notSent(planned: PlannedRow, message: string = NOT_REACHED): RowOutcome {
		return { row: planned.row, outcome: 'notSent', key: shownKey(planned), message };
	}
}
