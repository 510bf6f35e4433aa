/** Turns the rows of a file into records to send, or into the reasons why they cannot be sent. */
import type { Field } from '../catalog';
import type { SourceRow } from '../files/sourceRow';
import type { DocumentRef } from '../model/documentRef';
import type { KeyValue, RecordAddress, Row } from '../model/terms';
import { attempt } from '../wire/attempt';
import { isRow } from '../wire/values';
import { cellValue, CellError, isName, rowsIn, type CellSettings } from './cells';
import { LINE_COLUMN, REASON_COLUMN, type ColumnPlan, type Target } from './columns';
import { hashOf, KeyTable } from './keyTable';

export type ImportOperation = 'create' | 'upsert' | 'update' | 'delete';

/** A record to send. */
export interface PlannedRow {
	readonly row: SourceRow;
	readonly fields: Row;
	/** The record to change; undefined for a create. */
	readonly address?: RecordAddress;
	/** Keys in the row that identify the record, to find out whether an earlier run created it. */
	readonly keys: readonly Required<RecordAddress>[];
	/** Look-ups whose record is given by its name. */
	readonly names: readonly { readonly field: Field; readonly name: string }[];
	/** Values that the record must still have. */
	readonly unchanged?: Row;
}

/** A row that cannot be sent. */
export interface RejectedRow {
	readonly row: SourceRow;
	readonly keys: readonly Required<RecordAddress>[];
	readonly problem: string;
}

export const isRejected = (plan: PlannedRow | RejectedRow): plan is RejectedRow => 'problem' in plan;

export interface PlanSettings {
	readonly document: DocumentRef;
	readonly operation: ImportOperation;
	readonly columns: ColumnPlan;
	/** The field that identifies the record. If it is omitted, the first key that the row contains. */
	readonly key?: string;
	readonly cells: CellSettings;
	/** The meaning of an empty cell. */
	readonly emptyCells: 'keep' | 'clear';
	readonly ignoreUnknown: boolean;
	/** Fields whose cells contain the value that the record must still have. They are not sent. */
	readonly unchanged?: readonly string[];
}

/** The fields that can identify a record, the primary key first. */
export const keysOf = ({ table, alternateKeys }: DocumentRef): string[] => [
	...(table.key === undefined ? [] : [table.key]),
	...alternateKeys,
];

const isEmpty = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** The content of a row without the columns that the rejected file adds, as 8 hexadecimal digits. */
export const fingerprint = ({ values }: SourceRow): string => {
	const text = JSON.stringify(Object.entries(values).filter(([name]) => name !== LINE_COLUMN && name !== REASON_COLUMN));
	return hashOf(text)[0].toString(16).padStart(8, '0');
};

const keyIn = (value: unknown, name: string): KeyValue | undefined => {
	const flat = isRow(value) ? value[name] : value;
	return (typeof flat === 'string' && flat.trim() !== '') || typeof flat === 'number' ? flat : undefined;
};

/** Removes values from a record, and returns them. An empty cell is the value null. */
const takeOut = (fields: Row, names: readonly string[]): Row =>
	Object.fromEntries(
		names.map((name) => {
			const value = fields[name] ?? null;
			delete fields[name];
			return [name, value];
		}),
	);

/** The parts of a file that are not sent. */
export interface Findings {
	readonly unknownColumns: ReadonlySet<string>;
	readonly duplicateKeys: number;
}

/** Plans rows in the order of the file. A key that occurs again is refused, because the order of two changes of a record is not certain. */
export class RowPlanner implements Findings {
	readonly unknownColumns = new Set<string>();
	duplicateKeys = 0;
	private readonly seen = new KeyTable();

	constructor(private readonly settings: PlanSettings) {}

	plan(row: SourceRow): PlannedRow | RejectedRow {
		const { document, operation, key: chosen } = this.settings;
		if (row.problem !== undefined) return { row, keys: [], problem: row.problem };
		const problems: string[] = [];
		const names: PlannedRow['names'][number][] = [];
		const fields: Row = {};
		for (const [column, value] of Object.entries(row.values)) this.read(column, value, { fields, names, problems });
		const found = keysOf(document).flatMap((name) => {
			const value = keyIn(fields[name], name);
			return value === undefined ? [] : [{ key: name, value }];
		});
		const keys = chosen === undefined ? found : found.filter(({ key }) => key === chosen);
		const address = operation === 'create' ? undefined : keys[0];
		if (operation === 'create') problems.push(...this.missing(fields, names));
		else if (address === undefined)
			problems.push(
				`The row has no value for ${(chosen === undefined ? keysOf(document) : [chosen]).map((name) => `'${name}'`).join(' or ')}, which identifies the record`,
			);
		const guarded = this.settings.unchanged ?? [];
		const unchanged = takeOut(fields, guarded);
		const named = names.find(({ field }) => guarded.includes(field.name));
		if (named !== undefined)
			problems.push(`'${named.field.name}' is compared with the site, so its column must contain the key, not the name '${named.name}'`);
		// A key object is an address, not a value.
		if (address !== undefined) delete fields[address.key];
		if (operation !== 'delete' && problems.length === 0 && Object.keys(fields).length === 0 && names.length === 0)
			problems.push('The row has no values to send');
		const identifying = operation === 'create' ? found : keys.slice(0, 1);
		if (problems.length === 0) problems.push(...this.repeated(identifying, row.line));
		if (problems.length > 0) return { row, keys: identifying, problem: problems.join('. ') };
		return {
			row,
			fields: operation === 'delete' ? {} : fields,
			keys: identifying,
			names: operation === 'delete' ? [] : names,
			...(address ? { address } : {}),
			...(Object.keys(unchanged).length > 0 ? { unchanged } : {}),
		};
	}

	private read(
		column: string,
		value: unknown,
		{ fields, names, problems }: { fields: Row; names: PlannedRow['names'][number][]; problems: string[] },
	): void {
		const target = this.settings.columns.of(column);
		if (target.kind === 'unknown') {
			this.unknownColumns.add(column);
			if (!this.settings.ignoreUnknown) problems.push(`Unknown column '${column}'`);
			return;
		}
		if (target.kind === 'ignored' || value === undefined) return;
		const converted = attempt(() => this.convert(target, value, fields, names));
		if ('value' in converted) return;
		if (!(converted.thrown instanceof CellError)) throw converted.thrown;
		problems.push(converted.thrown.message);
	}

	private convert(
		target: Exclude<Target, { kind: 'ignored' | 'unknown' }>,
		value: unknown,
		fields: Row,
		names: PlannedRow['names'][number][],
	): void {
		const { cells, emptyCells } = this.settings;
		const name = target.kind === 'rows' ? target.table.name : target.field.name;
		if (value === null || isEmpty(value)) {
			if (value === null || emptyCells === 'clear') fields[name] = null;
			return;
		}
		if (target.kind === 'rows') fields[name] = rowsIn(value, target.table.label);
		else if ((target.byName && typeof value === 'string') || isName(value, target.field))
			names.push({ field: target.field, name: String(value).trim() });
		else fields[name] = cellValue(value, target.field, cells);
	}

	private missing(fields: Row, names: PlannedRow['names']): string[] {
		return this.settings.document.table.fields
			.filter(
				({ name, required }) =>
					required && (fields[name] === undefined || fields[name] === null) && !names.some(({ field }) => field.name === name),
			)
			.map(({ label, name }) => `The required field '${label}' (${name}) is empty`);
	}

	private repeated(keys: readonly Required<RecordAddress>[], line: number): string[] {
		return keys.flatMap(({ key, value }) => {
			const before = this.seen.add(`${key}=${String(value).trim().toLowerCase()}`, line);
			if (before === undefined) return [];
			this.duplicateKeys += 1;
			return [`'${key}' ${JSON.stringify(value)} is also on line ${before}`];
		});
	}
}
