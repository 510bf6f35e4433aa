import type { Release } from '../../core/catalog';
import type { AttachmentFiles } from './attachmentFiles';
import type { Value } from './tables';

/** The rows of the store as its own parts and the work within a transaction see them: they read and write, and do not open, fill or close it. */
export interface Records {
	/** The release whose manner of answering the rows are kept in. */
	readonly release: Release;
	readonly now: () => Date;
	readonly attachmentFiles: AttachmentFiles;
	/** Whether anybody wants to know of changes; where nobody does, they are not gathered. */
	readonly isWatched: boolean;
	/** The first row of an answer; `sql` holds names of the catalogue only, everything else is bound. */
	get(sql: string, values?: readonly Value[]): Record<string, unknown> | undefined;
	/** All rows of an answer. */
	all(sql: string, values?: readonly Value[]): Record<string, unknown>[];
	/** Runs a statement that answers nothing. */
	run(sql: string, values?: readonly Value[]): void;
}
