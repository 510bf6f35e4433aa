import type { DatabaseSync } from 'node:sqlite';

/** Runs `work` as one transaction: everything is stored if it returns, and nothing if it throws. */
export const inTransaction = <Result>(database: DatabaseSync, work: () => Result): Result => {
	database.exec('BEGIN IMMEDIATE');
	try {
		const result = work();
		database.exec('COMMIT');
		return result;
	} catch (error) {
		// If the disk is full, SQLite ends the transaction automatically.
		if (database.isTransaction) {
			database.exec('ROLLBACK');
		}
		throw error;
	}
};

/**
 * Runs `work` as one transaction without foreign key checks. Copied rows have already been checked, and a second check takes longer than
 * the copy.
 */
export const inUncheckedTransaction = <Result>(database: DatabaseSync, work: () => Result): Result => {
	database.exec('PRAGMA foreign_keys = OFF');
	try {
		return inTransaction(database, work);
	} finally {
		database.exec('PRAGMA foreign_keys = ON');
	}
};
