import type { Records } from '../storage/records';
import { documentNamed, type TableView, tableIn, type Value } from '../storage/tables';
import { WriteUnit } from '../storage/writeUnit';
import { Random } from './random';

type Fields = Readonly<Record<string, Value>>;

/** The fixed day that the dates of all demo records are relative to. */
const DAY = Date.UTC(2026, 5, 1);
const MINUTE = 60_000;

/** Stores demo records without the checks for requests. */
export class Seeder {
	readonly random: Random;
	private readonly unit: WriteUnit;

	/** `start` is the random seed. */
	constructor(store: Records, start: number) {
		this.random = new Random(start);
		this.unit = new WriteUnit(store);
	}

	/** The stored form of a time relative to the fixed day. */
	at(days: number, minutes = 0): string {
		return new Date(DAY + (days * 24 * 60 + minutes) * MINUTE).toISOString();
	}

	/** Adds a record and returns its row id. A record without a key gets the next number. */
	add(documentName: string, fields: Fields, key?: string | number): number {
		const document = documentNamed(documentName);
		const { root } = document;
		return this.unit.insert(document, root, null, key ?? this.unit.nextKey(root, null), new Map(Object.entries(fields)));
	}

	/** Adds a row to a sub-table. */
	addRow(documentName: string, table: string, parentId: number, fields: Fields, key?: number): number {
		const document = documentNamed(documentName);
		const view = tableIn(document.root, table) as TableView;
		return this.unit.insert(document, view, parentId, key ?? this.unit.nextKey(view, parentId), new Map(Object.entries(fields)));
	}
}
