import { ApiError } from '../http/apiError';
import { InputError } from '../model/inputError';
import { existingRecord, type Reading } from '../operations/addedRows';
import { keyIn } from '../operations/primaryKey';
import { requireUnchanged } from '../operations/unchanged';
import { addsRows } from '../wire/body';
import type { RowOutcome } from './outcomes';
import type { PlannedRow } from './planRow';
import { shownKey, type SendSettings } from './sendRows';

/** Reads the records of rows whose outcome is unknown after an error or an earlier run. Throws {@link ApiError}. */
export class SiteRecords {
	constructor(private readonly settings: SendSettings) {}

	/** The outcome of an uncertain row if it must not be sent again. */
	async doneEarlier(planned: PlannedRow): Promise<RowOutcome | undefined> {
		if (this.settings.operation === 'create') return await this.createdEarlier(planned);
		const updated = planned.unchanged === undefined ? undefined : await this.updatedEarlier(planned);
		return updated ?? (await this.addedEarlier(planned));
	}

	/** The outcome of an uncertain update or upsert that would add sub-table rows again. An upsert can be sent if no record has the key. */
	private async addedEarlier(planned: PlannedRow): Promise<RowOutcome | undefined> {
		const { document, operation, site, client, parameters } = this.settings;
		if (operation === 'delete' || !addsRows(planned.fields, document.table.subTables)) return undefined;
		const record = planned.address ?? planned.keys[0];
		if (operation === 'upsert' && record !== undefined) {
			const found = await existingRecord({ document, record, parameters }, site, client, true);
			if (found === undefined) return undefined;
		}
		return {
			row: planned.row,
			outcome: 'uncertain',
			key: shownKey(planned),
			message: 'Not sent again, because it could add the same sub-table rows a second time. Check on the site whether they exist',
		};
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
	 * The outcome of an uncertain create. If no record has the key, returns undefined, and the row can be sent. A row without a key stays
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

	/** Whether the record of a row shows that the row was not processed. False if the row has no key, or its record cannot be read. */
	async isUntouched(planned: PlannedRow): Promise<boolean> {
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
}
