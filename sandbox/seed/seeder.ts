import type { Records } from '../storage/records';
import { documentNamed, type TableView, tableIn, type Value } from '../storage/tables';
import { WriteUnit } from '../storage/writeUnit';
import { Random } from './random';

type Fields = Readonly<Record<string, Value>>;

/** The day around which all demo records lie. */
const DAY = Date.UTC(2026, 5, 1);
const MINUTE = 60_000;

/** Stores demo records past every rule: what it is given is consistent. */
export class Seeder {
	readonly random: Random;
	private readonly unit: WriteUnit;

	/** `start` decides what chance gives. */
	constructor(store: Records, start: number) {
		this.random = new Random(start);
		this.unit = new WriteUnit(store);
	}

	/** An instant so many days and minutes from the fixed day, as it is stored. */
	at(days: number, minutes = 0): string {
		return new Date(DAY + (days * 24 * 60 + minutes) * MINUTE).toISOString();
	}

	/** Adds a record and gives its row; without a key it gets the next number. */
	add(documentName: string, fields: Fields, key?: string | number): number {
		const document = documentNamed(documentName);
		const { root } = document;
		return this.unit.insert(document, root, null, key ?? this.unit.nextKey(root, null), new Map(Object.entries(fields)));
	}

	/** Adds a row to a sub-table. */
	addBelow(documentName: string, table: string, parentId: number, fields: Fields, key?: number): number {
		const document = documentNamed(documentName);
		const view = tableIn(document.root, table) as TableView;
		return this.unit.insert(document, view, parentId, key ?? this.unit.nextKey(view, parentId), new Map(Object.entries(fields)));
	}
}
