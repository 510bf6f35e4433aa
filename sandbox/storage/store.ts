import { EventEmitter } from 'node:events';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Release } from '../../core/catalog';
import { seed } from '../seed/seed';
import { addJobs } from '../seed/volume';
import { AttachmentFiles } from './attachmentFiles';
import { whyNotOpened } from './fullOrReadOnly';
import { renderAll } from './rendering';
import { SCHEMA_VERSION, schemaStatements } from './schema';
import { STORED_TABLES, type StoredTable, type Value } from './tables';
import { WriteUnit } from './writeUnit';

/** What a committed write did to one row. */
export interface Change {
	/** `JmWorkOrder`: the document whose record the row is or belongs to. */
	readonly document: string;
	/** The table of the row: that of the record or a sub-table. */
	readonly table: string;
	readonly keyField: string;
	/** The key of the row in that table. */
	readonly key: string | number;
	/** The key of the record; equals `key` where the row is the record itself. */
	readonly recordKey: string | number;
	readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
	/** The row as a list answers it, without sub-tables; for DELETE as it was before. */
	readonly record: Readonly<Record<string, unknown>>;
	/** For UPDATE: the row as it was before the call. */
	readonly before?: Readonly<Record<string, unknown>>;
}

export interface StoreOptions {
	readonly release: Release;
	readonly now?: () => Date;
	/** How many made-up jobs come with the demo data. */
	readonly jobs?: number;
}

const MOST_STATEMENTS = 500;

/**
 * The records of the sandbox. All calls are synchronous: what one request writes is one transaction, and
 * no other request runs between its statements.
 */
export class Store {
	/** `change` events with a {@link Change} each, after the commit and in the order of the writes. */
	readonly changes = new EventEmitter<{ change: [Change] }>();
	readonly release: Release;
	readonly now: () => Date;
	readonly attachmentFiles: AttachmentFiles;
	private readonly jobs: number;
	private readonly database: DatabaseSync;
	private readonly statements = new Map<string, StatementSync>();
	private readonly versions = new Map<string, number>();

	constructor(file: string, { release, now = () => new Date(), jobs = 0 }: StoreOptions) {
		this.release = release;
		this.now = now;
		this.jobs = jobs;
		this.database = new DatabaseSync(file, { timeout: 5000 });
		try {
			this.prepareDatabase(file);
		} catch (refusal) {
			this.database.close();
			throw refusal;
		}
		this.attachmentFiles = new AttachmentFiles(file);
		this.attachmentFiles.keepOnly(
			new Set(this.all('SELECT stored_name AS name FROM sys_attachment').map(({ name }) => name as string)),
		);
	}

	private prepareDatabase(file: string): void {
		const { database } = this;
		database.exec('PRAGMA page_size = 8192; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -262144');
		if (file !== ':memory:') {
			database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
		}
		const tables = database
			.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
			.all()
			.map(({ name }) => name as string);
		const version = tables.includes('site') ? this.siteValue('schema') : undefined;
		if (tables.length > 0 && version !== String(SCHEMA_VERSION)) {
			throw new Error('it holds no data of this sandbox, or data of another version of it; name a new file');
		}
		this.inTransaction(() => {
			for (const statement of schemaStatements()) {
				database.exec(statement);
			}
			const rendered = this.siteValue('release');
			this.setSiteValue('schema', String(SCHEMA_VERSION));
			this.setSiteValue('release', this.release);
			if (rendered !== undefined && rendered !== this.release) {
				renderAll(this);
			}
		});
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

	/** The first row of an answer; `sql` holds names of the catalogue only, everything else is bound. */
	get(sql: string, values: readonly Value[] = []): Record<string, unknown> | undefined {
		return this.statement(sql).get(...values) as Record<string, unknown> | undefined;
	}

	/** All rows of an answer. */
	all(sql: string, values: readonly Value[] = []): Record<string, unknown>[] {
		return this.statement(sql).all(...values) as Record<string, unknown>[];
	}

	/** Runs a statement and gives how many rows it changed. */
	run(sql: string, values: readonly Value[] = []): number {
		return Number(this.statement(sql).run(...values).changes);
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

	/** Whether anybody wants to know of changes; where nobody does, they are not gathered. */
	get isWatched(): boolean {
		return this.changes.listenerCount('change') > 0;
	}

	private outdate(tables: Iterable<string>): void {
		for (const name of tables) {
			this.versions.set(name, (this.versions.get(name) ?? 0) + 1);
		}
	}

	/** The demo data, where the database holds no record yet. */
	seedIfEmpty(): void {
		if (!this.get('SELECT 1 AS found FROM sys_division LIMIT 1')) {
			this.fillAnew();
		}
	}

	/** Back to the demo data; attachments and everything written since are gone. */
	reset(): void {
		this.fillAnew();
		this.attachmentFiles.removeAll();
	}

	private fillAnew(): void {
		this.inTransaction(() => {
			this.database.exec('PRAGMA defer_foreign_keys = ON');
			for (const { name } of STORED_TABLES) {
				this.run(`DELETE FROM "${name}"`);
			}
			this.run('DELETE FROM next_number');
			seed(this);
			renderAll(this);
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
