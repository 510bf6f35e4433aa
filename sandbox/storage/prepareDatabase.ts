import type { DatabaseSync } from 'node:sqlite';
import type { Records } from './records';
import { renderAll, renderingHash } from './rendering';
import { INDEX_STATEMENTS, SCHEMA_VERSION, TABLE_STATEMENTS } from './schema';
import { inTransaction } from './transaction';

/** A named value of the database itself; undefined if it has never been set. */
export const siteValue = (records: Records, name: string): string | undefined =>
	records.get('SELECT value FROM site WHERE name = ?', [name])?.value as string | undefined;

/** Sets a value for {@link siteValue}. */
export const setSiteValue = (records: Records, name: string, value: string): void =>
	records.run('INSERT INTO site (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', [name, value]);

/** Rejects databases from other programs and other sandbox versions. */
const requireOwnTables = (records: Records, tables: ReadonlyMap<unknown, unknown>): void => {
	const isOther = TABLE_STATEMENTS.some(({ name, sql }) => tables.has(name) && tables.get(name) !== sql);
	if (tables.size > 0 && (isOther || !tables.has('site') || siteValue(records, 'schema') !== String(SCHEMA_VERSION))) {
		throw new Error('it does not contain data from this version of the sandbox; choose a new file');
	}
};

/**
 * Configures the database, creates missing tables and indexes, and renders all records again if the rendering rules have changed.
 * `records` must read and write `database`. Throws if the file contains other data.
 */
export const prepareDatabase = (database: DatabaseSync, records: Records, file: string): void => {
	database.exec('PRAGMA page_size = 8192; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -262144');
	if (file !== ':memory:') {
		database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
	}
	const tables = new Map(
		records
			.all("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
			.map(({ name, sql }) => [name, sql]),
	);
	requireOwnTables(records, tables);
	inTransaction(database, () => {
		TABLE_STATEMENTS.filter(({ name }) => !tables.has(name)).forEach(({ sql }) => database.exec(sql));
		INDEX_STATEMENTS.forEach((sql) => database.exec(sql));
		const [rendered, rendering] = [siteValue(records, 'rendering'), renderingHash(records)];
		setSiteValue(records, 'schema', String(SCHEMA_VERSION));
		setSiteValue(records, 'rendering', rendering);
		if (rendered !== rendering) {
			renderAll(records);
		}
	});
};
