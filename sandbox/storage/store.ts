import { EventEmitter } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import type { Release } from '../../core/catalog';
import { badRequest } from '../documents/httpError';
import { seed } from '../seed/seed';
import { addVolume, type Volume } from '../seed/volume';
import { AttachmentFiles } from './attachmentFiles';
import { copyOf, copyRows } from './databaseCopy';
import type { Change } from './change';
import { openErrorMessage } from './diskErrors';
import { prepareDatabase, setSiteValue, siteValue } from './prepareDatabase';
import type { Records } from './records';
import { renderAll } from './rendering';
import type { SeedCache } from './seedCache';
import { exportState, importState, type StateExport } from './stateExport';
import { StatementCache } from './statementCache';
import { TableCopies } from './tableCopies';
import { STORED_TABLES, type StoredTable, type Value } from './tables';
import { inTransaction, inUncheckedTransaction } from './transaction';
import { WriteUnit } from './writeUnit';

/** The settings of a store. */
export interface StoreOptions {
	readonly release: Release;
	readonly now?: () => Date;
	/** How many generated records to add to the demo data, by document. */
	readonly volume?: Volume;
	/** Cached databases with the demo data, for a faster start. */
	readonly seeds?: SeedCache;
	/** Initial data instead of the demo data. */
	readonly initialData?: StateExport;
}

/** The records of a store and the files of its attachments at one moment. */
export interface StoreSnapshot {
	/** The name of the snapshot's copy of the tables. */
	readonly copy: string;
	readonly rows: number;
	readonly files: ReadonlyMap<string, Buffer>;
}

/** The name of the copy of the initial data. */
const INITIAL = 'initial';
/** The name of the site value that is set once the database has been filled. */
const SEEDED = 'seeded';
const SEEDED_TABLES = [...STORED_TABLES.map(({ name }) => name), 'next_number'];

/**
 * The sandbox's records. All methods are synchronous: the writes of a request are one transaction, and no other request runs
 * between its statements.
 */
export class Store implements Records {
	/** Emits a `change` event for each {@link Change}, after the commit: first the deletions, then the other changes. */
	readonly changes = new EventEmitter<{ change: [Change] }>();
	readonly release: Release;
	readonly now: () => Date;
	readonly attachmentFiles: AttachmentFiles;
	private readonly options: StoreOptions;
	private readonly database: DatabaseSync;
	private readonly copies: TableCopies;
	private snapshots = 0;
	/** Whether the records were in the file before this process opened it. */
	private isExisting = false;
	private readonly statements: StatementCache;
	private readonly versions = new Map<string, number>();

	constructor(file: string, options: StoreOptions) {
		this.release = options.release;
		this.now = options.now ?? (() => new Date());
		this.options = options;
		const isInMemory = file === ':memory:';
		const seed = isInMemory ? this.seedDatabase() : undefined;
		this.database = new DatabaseSync(file, { timeout: 5000 });
		this.statements = new StatementCache(this.database);
		try {
			if (seed) {
				// No statement is prepared yet: a statement that was prepared before `deserialize` crashes Node 24.21.
				this.database.deserialize(seed);
			}
			this.copies = new TableCopies(this.database, SEEDED_TABLES);
			prepareDatabase(this.database, this, file);
			this.attachmentFiles = new AttachmentFiles(file);
			this.attachmentFiles.keepOnly(new Set(this.attachedFiles()));
			this.isExisting = !isInMemory && this.isSeeded;
			if (this.isExisting) {
				inTransaction(this.database, () => this.copies.take(INITIAL));
				this.attachmentFiles.retain(this.attachedFiles());
			}
		} catch (error) {
			this.database.close();
			throw error;
		}
	}

	/** The demo data as a database; undefined if it is not cached or the options request other data. */
	private seedDatabase(): Uint8Array | undefined {
		const { volume, initialData, seeds, release } = this.options;
		return !volume && !initialData ? seeds?.read(release) : undefined;
	}

	/** The names of the files that belong to attachments. */
	private attachedFiles(): string[] {
		return this.all('SELECT stored_name AS name FROM sys_attachment').map(({ name }) => name as string);
	}

	get(sql: string, values: readonly Value[] = []): Record<string, unknown> | undefined {
		return this.statements.prepare(sql).get(...values) as Record<string, unknown> | undefined;
	}

	all(sql: string, values: readonly Value[] = []): Record<string, unknown>[] {
		return this.statements.prepare(sql).all(...values) as Record<string, unknown>[];
	}

	run(sql: string, values: readonly Value[] = []): void {
		this.statements.prepare(sql).run(...values);
	}

	/** A number that increases with each write to the table, for invalidating caches. */
	version(table: StoredTable): number {
		return this.versions.get(table.name) ?? 0;
	}

	/**
	 * Runs `work` as one transaction: everything is stored if it returns, and nothing if it throws. Change events are emitted after the
	 * commit.
	 */
	write<Result>(work: (unit: WriteUnit) => Result): Result {
		const unit = new WriteUnit(this);
		const { result, changes } = inTransaction(this.database, () => ({ result: work(unit), changes: unit.finish() }));
		this.outdate(unit.tables());
		unit.runAfterCommit();
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

	/** Whether the database has ever contained records. In older files, only the counters show this. */
	private get isSeeded(): boolean {
		return siteValue(this, SEEDED) !== undefined || this.get('SELECT 1 AS found FROM next_number LIMIT 1') !== undefined;
	}

	/** Adds the initial data if the database has never contained a record. */
	seedIfEmpty(): void {
		if (this.isSeeded) {
			return;
		}
		const isBuilt = this.reseed();
		const { volume, initialData, seeds, release } = this.options;
		if (isBuilt && !volume && !initialData) {
			seeds?.write(release, this.serialize());
		}
	}

	/** All records as a SQLite database, for a {@link SeedCache}. */
	serialize(): Uint8Array {
		return copyOf(this.database);
	}

	/** A copy of all records and attached files, for {@link restore}. It occupies memory until {@link forget}. */
	snapshot(): StoreSnapshot {
		this.snapshots += 1;
		const copy = `snapshot ${this.snapshots}`;
		const files = this.attachmentFiles.contents(this.attachedFiles());
		inTransaction(this.database, () => this.copies.take(copy));
		return { copy, rows: this.copies.rows(copy), files };
	}

	/** Replaces all records and files with those of a snapshot. */
	restore({ copy, files }: StoreSnapshot): void {
		files.forEach((content, name) => this.attachmentFiles.ensure(name, content));
		inUncheckedTransaction(this.database, () => {
			this.clear();
			this.copies.restore(copy);
		});
		this.outdate(SEEDED_TABLES);
		this.attachmentFiles.keepOnly(new Set(files.keys()));
	}

	/** Discards a snapshot, which then cannot be restored. */
	forget({ copy }: StoreSnapshot): void {
		inTransaction(this.database, () => this.copies.drop(copy));
	}

	/** All records except attachments as JSON, without derived columns. */
	export(): StateExport {
		return exportState(this);
	}

	/** Replaces all records with exported ones. If a row cannot be stored, throws without changing anything. */
	import(state: StateExport): void {
		try {
			inTransaction(this.database, () => {
				this.clear();
				importState(this, state);
				renderAll(this);
			});
		} catch (cause) {
			throw /FOREIGN KEY/.test((cause as Error).message)
				? badRequest('A row of the data refers to a parent row that does not exist')
				: cause;
		}
		this.attachmentFiles.keepOnly(new Set());
		this.outdate(SEEDED_TABLES);
	}

	/** Restores the state at startup: the initial data, or the records and attachments that the file already contained. */
	reset(): void {
		const files = this.attachedFiles();
		this.reseed();
		const restored = new Set(this.attachedFiles());
		files.filter((name) => !restored.has(name)).forEach((name) => this.attachmentFiles.remove(name));
	}

	/** Deletes all records, before others replace them. */
	private clear(): void {
		this.database.exec('PRAGMA defer_foreign_keys = ON');
		SEEDED_TABLES.forEach((name) => this.run(`DELETE FROM "${name}"`));
		setSiteValue(this, SEEDED, 'Y');
	}

	/** Replaces all records with the initial data. Returns whether they were created one by one. */
	private reseed(): boolean {
		const { volume } = this.options;
		const isCopied = this.copies.has(INITIAL);
		let isBuilt = false;
		(isCopied ? inUncheckedTransaction : inTransaction)(this.database, () => {
			this.clear();
			if (isCopied) {
				this.copies.restore(INITIAL);
			} else {
				isBuilt = this.fill();
				this.copies.take(INITIAL);
			}
			if (volume && !this.isExisting) {
				addVolume(this, volume);
			}
		});
		this.outdate(SEEDED_TABLES);
		return isBuilt;
	}

	/** Fills the empty tables. Returns false if the records came from the cache. */
	private fill(): boolean {
		const { initialData } = this.options;
		const database = this.seedDatabase();
		if (database) {
			copyRows(database, this.database, SEEDED_TABLES);
			return false;
		}
		if (initialData) {
			importState(this, initialData);
		} else {
			seed(this);
		}
		renderAll(this);
		return true;
	}

	close(): void {
		if (this.database.isOpen) {
			this.database.close();
		}
		this.attachmentFiles.close();
	}
}

/** Opens or creates the file, or a database in memory (`:memory:`). The database remains empty until {@link Store.seedIfEmpty}. */
export const openStore = (file: string, options: StoreOptions): Store => {
	try {
		return new Store(file, options);
	} catch (error) {
		const why = openErrorMessage(error);
		throw why === undefined ? error : new Error(why);
	}
};
