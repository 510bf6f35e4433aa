import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Value } from './tables';

/**
 * The offsets of the header bytes that set the journal mode (SQLite: Database File Format, 1.3.3), and their value for a rollback journal.
 */
const JOURNAL_MODE_BYTES = [18, 19];
const ROLLBACK_JOURNAL = 1;

/** Copies a database for use in memory. The copy has a rollback journal, because a database in memory cannot have a write-ahead log. */
export const copyOf = (database: DatabaseSync): Uint8Array => {
	const copy = database.serialize();
	JOURNAL_MODE_BYTES.forEach((at) => (copy[at] = ROLLBACK_JOURNAL));
	return copy;
};

/**
 * Inserts rows from a copy into the empty `tables` of `target`, within the caller's transaction. The target is not deserialized from the
 * copy, because SQLite would then no longer write to the target's file.
 */
export const copyRows = (copy: Uint8Array, target: DatabaseSync, tables: readonly string[]): void => {
	const source = new DatabaseSync(':memory:');
	try {
		source.deserialize(copy);
		for (const name of tables) {
			let insert: StatementSync | undefined;
			for (const row of source.prepare(`SELECT * FROM "${name}"`).iterate()) {
				const values = Object.values(row) as Value[];
				insert ??= target.prepare(`INSERT INTO "${name}" VALUES (${values.map(() => '?').join(', ')})`);
				insert.run(...values);
			}
		}
	} finally {
		source.close();
	}
};
