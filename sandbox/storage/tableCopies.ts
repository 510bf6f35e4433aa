import type { DatabaseSync } from 'node:sqlite';

/**
 * Named copies of tables in memory. A restore takes a few milliseconds, because JavaScript does not insert each row. The copies are in an
 * attached database, because SQLite's `deserialize` is not safe here: a statement that was prepared before the call crashes Node 24.21.
 * Each method runs in the caller's transaction.
 */
export class TableCopies {
	constructor(
		private readonly database: DatabaseSync,
		private readonly tables: readonly string[],
	) {
		database.exec("ATTACH ':memory:' AS copies");
	}

	private static table(name: string, table: string): string {
		return `copies."${name}/${table}"`;
	}

	/** Copies the tables under a name that is not in use. */
	take(name: string): void {
		for (const table of this.tables) {
			this.database.exec(`CREATE TABLE ${TableCopies.table(name, table)} AS SELECT * FROM main."${table}"`);
		}
	}

	/** Whether a copy exists. Queries the database, because a failed transaction also undoes a copy. */
	has(name: string): boolean {
		return this.database.prepare('SELECT 1 FROM copies.sqlite_schema WHERE name = ?').get(`${name}/${this.tables[0]}`) !== undefined;
	}

	/** The number of rows of a copy. */
	rows(name: string): number {
		const counts = this.tables.map((table) => `(SELECT count(*) FROM ${TableCopies.table(name, table)})`);
		return this.database.prepare(`SELECT ${counts.join(' + ')} AS rows`).get()?.rows as number;
	}

	/** Fills the empty tables with the rows of a copy. */
	restore(name: string): void {
		for (const table of this.tables) {
			this.database.exec(`INSERT INTO main."${table}" SELECT * FROM ${TableCopies.table(name, table)}`);
		}
	}

	drop(name: string): void {
		for (const table of this.tables) {
			this.database.exec(`DROP TABLE ${TableCopies.table(name, table)}`);
		}
	}
}
