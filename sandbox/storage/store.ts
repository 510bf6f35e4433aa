import { EventEmitter } from 'node:events';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Release } from '../../core/catalog';
import { seed } from '../seed/seed';
import { addJobs } from '../seed/volume';
import { AttachmentFiles } from './attachmentFiles';
import type { Change } from './change';
import { whyNotOpened } from './fullOrReadOnly';
import type { Records } from './records';
import { renderAll, renderingMark } from './rendering';
import { SeedSnapshot } from './seedSnapshot';
import { INDEX_STATEMENTS, SCHEMA_VERSION, TABLE_STATEMENTS } from './schema';
import { STORED_TABLES, type StoredTable, type Value } from './tables';
import { WriteUnit } from './writeUnit';

/** How a store behaves, beside the file that it keeps. */
export interface StoreOptions {
	readonly release: Release;
	readonly now?: () => Date;
	/** How many made-up jobs come with the demo data. */
	readonly jobs?: number;
}

const MOST_STATEMENTS = 500;
const SEEDED_TABLES = [...STORED_TABLES.map(({ name }) => name), 'next_number'];

/**
 * The records of the sandbox. All calls are synchronous: what one request writes is one transaction, and
 * no other request runs between its statements.
 */
export class Store implements Records {
	/** `change` events with a {@link Change} each, after the commit and in the order of the writes. */
	readonly changes = new EventEmitter<{ change: [Change] }>();
	readonly release: Release;
	readonly now: () => Date;
	readonly attachmentFiles: AttachmentFiles;
	private readonly jobs: number;
	private readonly database: DatabaseSync;
	private readonly snapshot: SeedSnapshot;
	private readonly statements = new Map<string, StatementSync>();
	private readonly versions = new Map<string, number>();

	constructor(file: string, { release, now = () => new Date(), jobs = 0 }: StoreOptions) {
		this.release = release;
		this.now = now;
		this.jobs = jobs;
		this.database = new DatabaseSync(file, { timeout: 5000 });
		this.snapshot = new SeedSnapshot(this.database, SEEDED_TABLES);
		try {
			this.prepareDatabase(file);
			this.attachmentFiles = new AttachmentFiles(file);
			this.attachmentFiles.keepOnly(new Set(this.attachedFiles()));
		} catch (refusal) {
			this.database.close();
			throw refusal;
		}
	}

	/** The names of the files that belong to attachments. */
	private attachedFiles(): string[] {
		return this.all('SELECT stored_name AS name FROM sys_attachment').map(({ name }) => name as string);
	}

	private prepareDatabase(file: string): void {
		const { database } = this;
		database.exec('PRAGMA page_size = 8192; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -262144');
		if (file !== ':memory:') {
			database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
		}
		const tables = new Map(
			this.all("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").map(({ name, sql }) => [name, sql]),
		);
		this.requireOwnTables(tables);
		this.inTransaction(() => {
			TABLE_STATEMENTS.filter(({ name }) => !tables.has(name)).forEach(({ sql }) => database.exec(sql));
			INDEX_STATEMENTS.forEach((sql) => database.exec(sql));
			const [rendered, rendering] = [this.siteValue('rendering'), renderingMark(this)];
			this.setSiteValue('schema', String(SCHEMA_VERSION));
			this.setSiteValue('rendering', rendering);
			if (rendered !== rendering) {
				renderAll(this);
			}
		});
	}

	/** Refuses a database of something else, and one whose tables are not those that the catalogue describes. */
	private requireOwnTables(tables: ReadonlyMap<unknown, unknown>): void {
		const isOther = TABLE_STATEMENTS.some(({ name, sql }) => tables.has(name) && tables.get(name) !== sql);
		if (tables.size > 0 && (isOther || !tables.has('site') || this.siteValue('schema') !== String(SCHEMA_VERSION))) {
			throw new Error('it does not contain data of this version of the sandbox; name a new file');
		}
	}

	private siteValue(name: string): string | undefined {
		return this.get('SELECT value FROM site WHERE name = ?', [name])?.value as string | undefined;
	}

	private setSiteValue(name: string, value: string): void {
		this.run('INSERT INTO site (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', [name, value]);
	}

	/** A prepared statement, kept for the next call with the same text. */
	private statement(sql: string): StatementSync {
		const known = this.statements.get(sql);
		if (known) {
			this.statements.delete(sql);
			this.statements.set(sql, known);
			return known;
		}
		const prepared = this.database.prepare(sql);
		this.statements.set(sql, prepared);
		if (this.statements.size > MOST_STATEMENTS) {
			this.statements.delete(this.statements.keys().next().value as string);
		}
		return prepared;
	}

	get(sql: string, values: readonly Value[] = []): Record<string, unknown> | undefined {
		return this.statement(sql).get(...values) as Record<string, unknown> | undefined;
	}

	all(sql: string, values: readonly Value[] = []): Record<string, unknown>[] {
		return this.statement(sql).all(...values) as Record<string, unknown>[];
	}

	run(sql: string, values: readonly Value[] = []): void {
		this.statement(sql).run(...values);
	}

	/** Counts up with each write to the table; what was remembered about it under a lower number is void. */
	version(table: StoredTable): number {
		return this.versions.get(table.name) ?? 0;
	}

	/**
	 * Carries out `work` as one transaction: all of it is stored when this returns, nothing of it when it throws.
	 * Changes are told afterwards.
	 */
	write<Result>(work: (unit: WriteUnit) => Result): Result {
		const unit = new WriteUnit(this);
		const { result, changes } = this.inTransaction(() => ({ result: work(unit), changes: unit.finish() }));
		this.outdate(unit.tables());
		unit.afterCommit();
		for (const change of changes) {
			this.changes.emit('change', change);
		}
		return result;
	}

	get isWatched(): boolean {
		return this.changes.listenerCount('change') > 0;
	}

	private outdate(tables: Iterable<string>): void {
		for (const name of tables) {
			this.versions.set(name, (this.versions.get(name) ?? 0) + 1);
		}
	}

	/** The demo data, where the database never held a record: numbers stay counted when records are deleted. */
	seedIfEmpty(): void {
		if (!this.get('SELECT 1 AS found FROM next_number LIMIT 1')) {
			this.fillAnew();
		}
	}

	/** Back to the demo data; attachments and everything written since are gone. */
	reset(): void {
		const files = this.attachedFiles();
		this.fillAnew();
		files.forEach((name) => this.attachmentFiles.remove(name));
	}

	private fillAnew(): void {
		this.inTransaction(() => {
			this.database.exec('PRAGMA defer_foreign_keys = ON');
			for (const name of SEEDED_TABLES) {
				this.run(`DELETE FROM "${name}"`);
			}
			if (!this.snapshot.restore()) {
				seed(this);
				renderAll(this);
				this.snapshot.take();
			}
			if (this.jobs > 0) {
				addJobs(this, this.jobs);
			}
		});
		this.outdate(STORED_TABLES.map(({ name }) => name));
	}

	private inTransaction<Result>(work: () => Result): Result {
		this.database.exec('BEGIN IMMEDIATE');
		try {
			const result = work();
			this.database.exec('COMMIT');
			return result;
		} catch (refusal) {
			// A disk that is full ends the transaction by itself.
			if (this.database.isTransaction) {
				this.database.exec('ROLLBACK');
			}
			throw refusal;
		}
	}

	close(): void {
		if (this.database.isOpen) {
			this.database.close();
		}
		this.attachmentFiles.close();
	}
}

/** Opens the file (made where there is none; `:memory:` for none at all). It stays empty until {@link Store.seedIfEmpty}. */
export const openStore = (file: string, options: StoreOptions): Store => {
	try {
		return new Store(file, options);
	} catch (refusal) {
		const why = whyNotOpened(refusal);
		throw why === undefined ? refusal : new Error(why);
	}
};
