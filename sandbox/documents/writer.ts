import type { DocumentView, FieldView, StoredRow, TableView, Value } from '../storage/tables';
import type { Values } from '../storage/rowValues';
import type { WriteUnit } from '../storage/writeUnit';
import { BodyKeys, type Keys } from './bodyKeys';
import type { Call } from './call';
import { findRow } from './locate';
import type { GivenRow } from './payload';
import { FACADES } from '../storage/siteFields';
import { forbidden, ruledOut } from './refusal';
import { readValue, type ValueReading } from './values';

/** A record that a call wrote, for the rules and the answer. */
export interface WrittenRecord {
	readonly rowId: number;
	readonly key: string | number;
	/** As it was before; undefined for a created one. */
	readonly before?: StoredRow;
	/** The values that the body gave to the fields of the record itself. */
	readonly given: Values;
	readonly row?: GivenRow;
}

/** Where a row of the body goes: a new key, or the row it changes. */
type Place = { readonly newKey: string | number } | { readonly existing: StoredRow };

/** Writes the rows of one body: finds or numbers all of them first, so that any field can refer to any new row. */
export class Writer {
	private readonly document: DocumentView;
	private readonly places = new Map<GivenRow, Place>();
	/** The keys of new rows by the name of their key field and the negative number that stands for them in the body. */
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

	/** Creates the records of a POST; below `parentId` where they are rows of another document's record. */
	create(rows: readonly GivenRow[], parentId: number | null = null): WrittenRecord[] {
		const [first] = rows;
		if (first) {
			this.placeNewRows(first.view, rows, parentId, new BodyKeys(this.unit, this.document, rows));
		}
		return rows.map((row) => this.insert(row, parentId));
	}

	/** Changes a record: given fields are stored, sub-table rows matched by their key are changed, others are added. */
	change(before: StoredRow, row: GivenRow): WrittenRecord {
		this.places.set(row, { existing: before });
		this.placeBelow(row, before.row_id as number, new BodyKeys(this.unit, this.document, [row]));
		return this.update(before, row);
	}

	/** Refuses a field that the document does not change in an existing record. */
	requireChangeable(view: TableView, { name }: FieldView): void {
		const changesOnly = this.changesOnly(view);
		if (changesOnly && !changesOnly.includes(name)) {
			throw ruledOut(`${this.document.name} changes only '${changesOnly.join("', '")}' of an existing record, not '${name}'`);
		}
	}

	/** Reads one value of an operation as the column takes it. */
	value(field: FieldView, raw: unknown): Value {
		const value = readValue(field, raw, this.reading);
		this.checkDivision(field, value);
		return value;
	}

	private placeNewRows(view: TableView, rows: readonly GivenRow[], parentId: number | null, keys: BodyKeys): void {
		const among = keys.among(view, rows);
		rows.forEach((row) => this.placeNew(row, parentId, keys, among));
	}

	private placeNew(row: GivenRow, parentId: number | null, keys: BodyKeys, among: Keys): void {
		const newKey = keys.keyOf(row, parentId, among);
		this.places.set(row, { newKey });
		this.remember(row, newKey);
		for (const { view, rows } of row.below) {
			this.placeNewRows(view, rows, null, keys);
		}
	}

	/** Lets other fields of the body refer to a new row by its negative number. */
	private remember({ view, key }: GivenRow, newKey: string | number): void {
		if (key.kind !== 'new' || key.number === undefined) {
			return;
		}
		const name = `${view.key} ${key.number}`;
		if (this.newKeys.has(name)) {
			throw ruledOut(`'${view.key}' ${key.number} is the key of two new rows; number them -1, -2, -3 …`);
		}
		this.newKeys.set(name, newKey);
	}

	private placeBelow(row: GivenRow, rowId: number, keys: BodyKeys): void {
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

	private matching(view: TableView, { key }: GivenRow, parentId: number): StoredRow | undefined {
		if (key.kind === 'key') {
			return findRow(this.call, view, { field: view.key, value: String(key.value) }, parentId);
		}
		return key.kind === 'alternate' ? findRow(this.call, view, { field: key.field, value: String(key.value) }, parentId) : undefined;
	}

	private insert(row: GivenRow, parentId: number | null): WrittenRecord {
		const { view } = row;
		const { newKey } = this.places.get(row) as { newKey: string | number };
		const values = new Map(this.values(row));
		if (parentId === null && view.byName.has('division_no') && (values.get('division_no') ?? null) === null) {
			values.set('division_no', this.call.division);
		}
		for (const field of view.fields) {
			if (field.required && field.name !== view.key && !field.shownFrom && (values.get(field.name) ?? null) === null) {
				throw ruledOut(`'${field.name}' is required in '${view.name}'`);
			}
		}
		const rowId = this.unit.insert(this.document, view, parentId, newKey, values);
		this.writeBelow(row, rowId);
		return { rowId, key: newKey, given: values, row };
	}

	private update(before: StoredRow, row: GivenRow): WrittenRecord {
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

	private writeBelow(row: GivenRow, rowId: number): void {
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

	/** What a body gives; values for fields that the system gives itself are not stored (see the catalogue). */
	private values({ view, fields }: GivenRow): Values {
		const values = new Map<string, Value>();
		for (const [name, raw] of fields) {
			const field = view.byName.get(name) as FieldView;
			if (!field.readOnly && !field.shownFrom) {
				values.set(name, this.value(field, raw));
			}
		}
		return values;
	}

	/** The values of a row that change an existing one: all of them, or those that the facade changes. */
	private changeable(row: GivenRow): Values {
		const values = this.values(row);
		const changesOnly = this.changesOnly(row.view);
		return changesOnly ? new Map([...values].filter(([name]) => changesOnly.includes(name))) : values;
	}

	private changesOnly(view: TableView): readonly string[] | undefined {
		return view === this.document.root ? FACADES[this.document.name]?.changesOnly : undefined;
	}

	private checkDivision(field: FieldView, value: Value): void {
		if (field.name === 'division_no' && value !== null && !this.call.divisions.includes(Number(value))) {
			throw forbidden(`'division_no' ${value} is a division without access for this call`);
		}
	}
}

/** Refuses to empty a field that a record cannot be without. */
export const requireNullable = (field: FieldView): void => {
	if (field.required) {
		throw ruledOut(`'${field.name}' is required and cannot be cleared`);
	}
};
