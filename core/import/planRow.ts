/** Turns the rows of a file into records to send, or into the reasons why they cannot be sent. */
import type { Field } from '../catalog';
import type { SourceRow } from '../files/sourceRow';
import type { DocumentRef } from '../model/documentRef';
import type { KeyValue, NamedKey, RecordAddress, Row } from '../model/terms';
import { isRow } from '../wire/values';
import { cellValue, CellError, isName, rowsIn, type CellSettings } from './cells';
import type { ColumnPlan, Target } from './columns';
import { KeyTable } from './keyTable';

export type ImportOperation = 'create' | 'upsert' | 'update' | 'delete';

/** A record to send. */
export interface PlannedRow {
	readonly row: SourceRow;
	readonly fields: Row;
	/** The record to change; undefined for a create. */
	readonly address: RecordAddress | undefined;
	/** Keys in the row that identify the record, to find out whether an earlier run created it. */
	readonly keys: readonly NamedKey[];
	/** Look-up fields whose cells contain the name of a record instead of its key. */
	readonly names: readonly { readonly field: Field; readonly name: string }[];
	/** Values that the record must still have. */
	readonly unchanged: Row | undefined;
}

/** A row that cannot be sent. */
export interface RejectedRow {
	readonly row: SourceRow;
	readonly keys: readonly NamedKey[];
	readonly problem: string;
}

export const isRejected = (plan: PlannedRow | RejectedRow): plan is RejectedRow => 'problem' in plan;

export interface PlanSettings {
	readonly document: DocumentRef;
	readonly operation: ImportOperation;
	readonly columns: ColumnPlan;
	/** The field that identifies the record; the first key field with a value in the row if omitted. */
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

const keyIn = (value: unknown, name: string): KeyValue | undefined => {
	const flat = isRow(value) ? value[name] : value;
	return (typeof flat === 'string' && flat.trim() !== '') || typeof flat === 'number' ? flat : undefined;
};

const isEmptyRow = (fields: Row): boolean => {
	for (const _ in fields) return false;
	return true;
};

/** Why a cell cannot be used, from a {@link CellError}. Rethrows any other error. */
const problemOf = (error: unknown): string => {
	if (error instanceof CellError) return error.message;
	throw error;
};

/** Removes values from a record, and returns them. An empty cell counts as null. */
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

/** A row that is being read. */
interface RowReading {
	readonly fields: Row;
	readonly names: PlannedRow['names'][number][];
	readonly problems: string[];
	/** Fields with a cell that cannot be read. They do not count as empty, and have their own message. */
	readonly unreadable: string[];
}

type SentTarget = Exclude<Target, { kind: 'ignored' | 'unknown' }>;

const sentName = (target: SentTarget): string => (target.kind === 'rows' ? target.table.name : target.field.name);

/**
 * Plans rows in the order of the file. A row with an earlier row's key is rejected, because the order of two changes to a record is not
 * certain.
 */
export class RowPlanner implements Findings {
	readonly unknownColumns = new Set<string>();
	duplicateKeys = 0;
	/**
	 * The lines on which each key occurred, by key field. The key fields are those that identify a record: the field that the user chose,
	 * otherwise all. A create always uses all key fields.
	 */
	private readonly seen: ReadonlyMap<string, KeyTable>;
	private readonly keyNames: readonly string[];
	private readonly required: readonly Field[];

	constructor(private readonly settings: PlanSettings) {
		const { document, operation, key } = settings;
		const all = keysOf(document);
		this.keyNames = operation === 'create' || key === undefined ? all : all.filter((name) => name === key);
		this.seen = new Map(this.keyNames.map((name) => [name, new KeyTable()]));
		this.required = operation === 'create' ? document.table.fields.filter(({ required }) => required) : [];
	}

	plan(row: SourceRow): PlannedRow | RejectedRow {
		const { operation } = this.settings;
		if (row.problem !== undefined) return { row, keys: [], problem: row.problem };
		const problems: string[] = [];
		const names: PlannedRow['names'][number][] = [];
		const fields: Row = {};
		const unreadable: string[] = [];
		const into = { fields, names, problems, unreadable };
		const columns = Object.keys(row.values);
		const targets = this.settings.columns.targetsOf(columns);
		for (const [at, column] of columns.entries()) this.read(targets[at] as Target, column, row.values[column], into);
		const keys: NamedKey[] = [];
		for (const key of this.keyNames) {
			const value = keyIn(fields[key], key);
			if (value !== undefined) keys.push({ key, value });
		}
		// The site sets the primary key, so an empty cell cannot clear it.
		const { key } = this.settings.document.table;
		if (key !== undefined && fields[key] === null) delete fields[key];
		const address = operation === 'create' ? undefined : keys[0];
		if (operation === 'create') this.requireFields(into);
		else if (address === undefined && !this.keyNames.some((name) => unreadable.includes(name))) problems.push(this.withoutKey());
		const guarded = this.settings.unchanged ?? [];
		const unchanged = guarded.length === 0 ? undefined : takeOut(fields, guarded);
		const named = unchanged && names.find(({ field }) => guarded.includes(field.name));
		if (named !== undefined)
			problems.push(
				`'${named.name}' is a name, but 'Update Only If Unchanged' compares keys in '${named.field.name}'. Enter the key in this column`,
			);
		// The key is sent in the URL, not as a value.
		if (address !== undefined) delete fields[address.key];
		if (operation !== 'delete' && problems.length === 0 && names.length === 0 && isEmptyRow(fields))
			problems.push('The row has no values to send');
		const identifying = operation === 'create' ? keys : keys.slice(0, 1);
		if (problems.length === 0) this.requireNew(identifying, row.line, problems);
		if (problems.length > 0) return { row, keys: identifying, problem: problems.join('. ') };
		return {
			row,
			fields: operation === 'delete' ? {} : fields,
			keys: identifying,
			names: operation === 'delete' ? [] : names,
			address,
			unchanged,
		};
	}

	private read(target: Target, column: string, value: unknown, { fields, names, problems, unreadable }: RowReading): void {
		if (target.kind === 'unknown') {
			this.unknownColumns.add(column);
			if (!this.settings.ignoreUnknown) problems.push(`Unknown column '${column}'`);
			return;
		}
		if (target.kind === 'ignored' || value === undefined) return;
		try {
			this.convert(target, value, fields, names);
		} catch (error) {
			problems.push(problemOf(error));
			unreadable.push(sentName(target));
		}
	}

	private convert(target: SentTarget, value: unknown, fields: Row, names: RowReading['names']): void {
		const { cells, emptyCells } = this.settings;
		const name = sentName(target);
		if (value === null || isEmpty(value)) {
			if (value === null || emptyCells === 'clear') fields[name] = null;
			return;
		}
		if (target.kind === 'rows') fields[name] = rowsIn(value, target.table.label);
		else if ((target.byName && typeof value === 'string') || isName(value, target.field))
			names.push({ field: target.field, name: String(value).trim() });
		else fields[name] = cellValue(value, target.field, cells);
	}

	private requireFields({ fields, names, problems, unreadable }: RowReading): void {
		for (const { label, name } of this.required)
			if (
				(fields[name] === undefined || fields[name] === null) &&
				!names.some(({ field }) => field.name === name) &&
				!unreadable.includes(name)
			)
				problems.push(`The required field '${label}' (${name}) is empty`);
	}

	private withoutKey(): string {
		const { document, key } = this.settings;
		const names = key === undefined ? keysOf(document) : [key];
		return `The row has no value for ${names.map((name) => `'${name}'`).join(' or ')}, which identifies the record`;
	}

	private requireNew(keys: readonly NamedKey[], line: number, problems: string[]): void {
		for (const { key, value } of keys) {
			const before = this.seen.get(key)?.add(String(value).trim().toLowerCase(), line);
			if (before === undefined) continue;
			this.duplicateKeys += 1;
			problems.push(`'${key}' ${JSON.stringify(value)} is also on line ${before}`);
		}
	}
}
