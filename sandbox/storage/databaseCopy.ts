import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs';
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

/** The error codes for an existing file and, depending on the operating system, for a file system without hard links. */
const LINK_REFUSED = ['EEXIST', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR'];
/** The suffixes of the files in which SQLite keeps the unfinished writes of a database. */
const LEFTOVERS = ['-wal', '-shm', '-journal'];

/**
 * Creates a file with a copy, unless the file exists. The copy is written under another name and then linked. The file is therefore
 * complete as soon as it exists, and a file that another process creates at the same time is not overwritten. If the file cannot be linked
 * because it exists or because the file system has no hard links, nothing is created: SQLite then opens or creates the file.
 */
export const createFile = (file: string, copy: Uint8Array): void => {
	const unfinished = `${file}.${process.pid}`;
	writeFileSync(unfinished, copy);
	try {
		if (!existsSync(file)) {
			// If someone deleted the file of a crashed sandbox, its log still exists, and SQLite would apply the log to the new file.
			LEFTOVERS.forEach((ending) => rmSync(file + ending, { force: true }));
		}
		linkSync(unfinished, file);
	} catch (error) {
		if (!LINK_REFUSED.includes((error as NodeJS.ErrnoException).code ?? '')) {
			throw error;
		}
	} finally {
		rmSync(unfinished);
	}
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
