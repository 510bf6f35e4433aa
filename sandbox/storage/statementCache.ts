import type { DatabaseSync, StatementSync } from 'node:sqlite';

const MAX_STATEMENTS = 500;

/** Prepared statements by their text; the least recently used one is dropped when the cache is full. */
export class StatementCache {
	private readonly statements = new Map<string, StatementSync>();

	constructor(private readonly database: DatabaseSync) {}

	prepare(sql: string): StatementSync {
		const known = this.statements.get(sql);
		if (known) {
			this.statements.delete(sql);
			this.statements.set(sql, known);
			return known;
		}
		const prepared = this.database.prepare(sql);
		this.statements.set(sql, prepared);
		if (this.statements.size > MAX_STATEMENTS) {
			this.statements.delete(this.statements.keys().next().value as string);
		}
		return prepared;
	}
}
