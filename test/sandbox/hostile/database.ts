import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const NODE = path.resolve(__dirname, '../../../node_modules/.bin/node');

/** The program that reads a data file. It runs in a separate process, because Jest's module system does not load `node:sqlite`. */
const LOOK = `
	const { DatabaseSync } = require('node:sqlite');
	const { createHash } = require('node:crypto');
	const database = new DatabaseSync(process.argv[1], { readOnly: true });
	const all = (sql) => database.prepare(sql).all();
	const tables = all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name").map(({ name }) => name);
	const digest = (rows) => createHash('sha256').update(JSON.stringify(rows)).digest('hex');
	process.stdout.write(JSON.stringify({
		integrity: all('PRAGMA integrity_check').map((row) => Object.values(row)[0]),
		orphanRows: all('PRAGMA foreign_key_check').length,
		schema: digest(all('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')),
		counts: Object.fromEntries(tables.map((name) => [name, all('SELECT count(*) AS n FROM "' + name + '"')[0].n])),
		contents: Object.fromEntries(tables.map((name) => [name, digest(all('SELECT * FROM "' + name + '" ORDER BY 1, 2'))])),
	}));
`;

/** The contents of a sandbox data file. */
export interface DatabaseContents {
	/** `['ok']` if SQLite finds no damage. */
	readonly integrity: readonly string[];
	/** The number of rows whose parent does not exist. */
	readonly orphanRows: number;
	/** Digest of all tables, indexes and triggers. */
	readonly schema: string;
	readonly counts: Readonly<Record<string, number>>;
	/** A digest of the rows of each table. */
	readonly contents: Readonly<Record<string, string>>;
}

/** Changes a data file while no sandbox uses it. */
export const changeIn = async (file: string, sql: string): Promise<void> => {
	await promisify(execFile)(NODE, ['-e', "new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec(process.argv[2])", file, sql]);
};

/** Reads a data file while no sandbox uses it. */
export const inspectDatabase = async (file: string): Promise<DatabaseContents> => {
	const { stdout } = await promisify(execFile)(NODE, ['-e', LOOK, file], { maxBuffer: 64 * 1024 * 1024 });
	return JSON.parse(stdout) as DatabaseContents;
};
