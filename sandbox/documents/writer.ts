import type { DocumentView, FieldView, StoredRow, TableView, Value } from '../storage/tables';
import type { Values } from '../storage/rowValues';
import type { WriteUnit } from '../storage/writeUnit';
import { KeyAssigner, type Keys } from './keyAssigner';
import type { Call } from './call';
import { findRow } from './locate';
import type { BodyRow } from './payload';
import { FACADES } from '../storage/siteFields';
import { forbidden, ruleViolation } from './httpError';
import { readValue, type ValueReading } from './values';

/** A record that a request wrote, for the rules and the response. */
export interface WrittenRecord {
	readonly rowId: number;
	readonly key: string | number;
	/** The record before the request; undefined if the request created it. */
	readonly before?: StoredRow;
	/** The values in the body for fields of the record itself. */
	readonly given: Values;
	readonly row?: BodyRow;
}

/** The target of a row of the body: a new key, or an existing row. */
type Place = { readonly newKey: string | number } | { readonly existing: StoredRow };

/** Writes the rows of a body. All rows are found or numbered first, so that any field can refer to any new row. */
export class Writer {
	private readonly document: DocumentView;
	private readonly places = new Map<BodyRow, Place>();
	/** The keys of new rows, by key field and negative number in the body. */
	private readonly newKeys = new Map<string, string | number>();
	private readonly reading: ValueReading;

	constructor(
		private readonly unit: WriteUnit,
		private readonly call: Call,
	) {
		this.document = call.address.document;
		this.reading = {
			store: unit.store,
			dates: call.dates,
			keyNames: this.document.keyNames,
			newKey: (name, negative) => this.newKeys.get(`${name} ${negative}`),
		};
	}

	/** Creates the records of a request. If they are rows of another document's record, `parentId` is the row ID of that record. */
	create(rows: readonly BodyRow[], parentId: number | null = null): WrittenRecord[] {
		const [first] = rows;
		if (first) {
			this.placeNewRows(first.view, rows, parentId, new KeyAssigner(this.unit, this.document, rows));
		}
		return rows.map((row) => this.insert(row, parentId));
	}

	/** Changes a record: stores its fields, updates sub-table rows with a known key, and adds all other rows. */
	change(before: StoredRow, row: BodyRow): WrittenRecord {
		this.places.set(row, { existing: before });
		this.placeBelow(row, before.row_id as number, new KeyAssigner(this.unit, this.document, [row]));
		return this.update(before, row);
	}

	/** Rejects a field that this document cannot change in an existing record. */
	requireChangeable(view: TableView, { name }: FieldView): void {
		const changesOnly = this.changesOnly(view);
		if (changesOnly && !changesOnly.includes(name)) {
			throw ruleViolation(`${this.document.name} can change only '${changesOnly.join("', '")}' of an existing record, not '${name}'`);
		}
	}

	/** Converts the value of an operation to the stored value. */
	value(field: FieldView, raw: unknown): Value {
		const value = readValue(field, raw, this.reading);
		this.checkDivision(field, value);
		return value;
	}

	private placeNewRows(view: TableView, rows: readonly BodyRow[], parentId: number | null, keys: KeyAssigner): void {
		const among = keys.among(view, rows);
		rows.forEach((row) => this.placeNew(row, parentId, keys, among));
	}

	private placeNew(row: BodyRow, parentId: number | null, keys: KeyAssigner, among: Keys): void {
		const newKey = keys.keyOf(row, parentId, among);
		this.places.set(row, { newKey });
		this.remember(row, newKey);
		for (const { view, rows } of row.below) {
			this.placeNewRows(view, rows, null, keys);
		}
	}

	/** Registers a new row by its negative number, so that other fields of the body can refer to it. */
	private remember({ view, key }: BodyRow, newKey: string | number): void {
		if (key.kind !== 'new' || key.number === undefined) {
			return;
		}
		const name = `${view.key} ${key.number}`;
		if (this.newKeys.has(name)) {
			throw ruleViolation(`'${view.key}' ${key.number} is the key of two new rows; number them -1, -2, -3 …`);
		}
		this.newKeys.set(name, newKey);
	}

	private placeBelow(row: BodyRow, rowId: number, keys: KeyAssigner): void {
		for (const { view, rows } of row.below) {
			const among = keys.among(view, rows);
			for (const one of rows) {
				const existing = this.matching(view, one, rowId);
				if (existing) {
					this.places.set(one, { existing });
					this.placeBelow(one, existing.row_id as number, keys);
				} else {
					this.placeNew(one, rowId, keys, among);
				}
			}
		}
	}

	private matching(view: TableView, { key }: BodyRow, parentId: number): StoredRow | undefined {
		if (key.kind === 'key') {
			return findRow(this.call, view, { field: view.key, value: String(key.value) }, parentId);
		}
		return key.kind === 'alternate' ? findRow(this.call, view, { field: key.field, value: String(key.value) }, parentId) : undefined;
	}

	private insert(row: BodyRow, parentId: number | null): WrittenRecord {
		const { view } = row;
		const { newKey } = this.places.get(row) as { newKey: string | number };
		const values = new Map(this.values(row));
		if (parentId === null && view.byName.has('division_no') && (values.get('division_no') ?? null) === null) {
			values.set('division_no', this.call.division);
		}
		for (const field of view.fields) {
			if (field.required && field.name !== view.key && !field.shownFrom && (values.get(field.name) ?? null) === null) {
				throw ruleViolation(`'${field.name}' is required in '${view.name}'`);
			}
		}
		const rowId = this.unit.insert(this.document, view, parentId, newKey, values);
		this.writeBelow(row, rowId);
		return { rowId, key: newKey, given: values, row };
	}

	private update(before: StoredRow, row: BodyRow): WrittenRecord {
		const rowId = before.row_id as number;
		const values = this.changeable(row);
		for (const [name, value] of values) {
			if (value === null) {
				requireNullable(row.view.byName.get(name) as FieldView);
			}
		}
		this.unit.update(this.document, row.view, rowId, values);
		this.writeBelow(row, rowId);
		return { rowId, key: before[row.view.stored.key] as string | number, before, given: values, row };
	}

	private writeBelow(row: BodyRow, rowId: number): void {
		for (const { rows } of row.below) {
			for (const one of rows) {
				const place = this.places.get(one) as Place;
				if ('existing' in place) {
					this.update(place.existing, one);
				} else {
					this.insert(one, rowId);
				}
			}
		}
	}

	/** The values of a body, without fields that the system sets (see the catalog). */
	private values({ view, fields }: BodyRow): Values {
		const values = new Map<string, Value>();
		for (const [name, raw] of fields) {
			const field = view.byName.get(name) as FieldView;
			if (!field.readOnly && !field.shownFrom) {
				values.set(name, this.value(field, raw));
			}
		}
		return values;
	}

	/** The values that change an existing row: all of them, or only those that the facade can change. */
	private changeable(row: BodyRow): Values {
		const values = this.values(row);
		const changesOnly = this.changesOnly(row.view);
		return changesOnly ? new Map([...values].filter(([name]) => changesOnly.includes(name))) : values;
	}

	private changesOnly(view: TableView): readonly string[] | undefined {
		return view === this.document.root ? FACADES[this.document.name]?.changesOnly : undefined;
	}

	private checkDivision(field: FieldView, value: Value): void {
		if (field.name === 'division_no' && value !== null && !this.call.divisions.includes(Number(value))) {
			throw forbidden(`'division_no' ${value} is a division that this request cannot access`);
		}
	}
}

/** Rejects clearing a required field. */
export const requireNullable = (field: FieldView): void => {
	if (field.required) {
		throw ruleViolation(`'${field.name}' is required and cannot be cleared`);
	}
};
