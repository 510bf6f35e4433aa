import type { Release } from '../../core/catalog';
import type { AttachmentFiles } from './attachmentFiles';
import type { Value } from './tables';

/** The part of the store that transactions use: they read and write rows, but do not open, fill or close the store. */
export interface Records {
	/** The release that determines the format of the stored JSON. */
	readonly release: Release;
	readonly now: () => Date;
	readonly attachmentFiles: AttachmentFiles;
	/** Whether changes have a listener; otherwise they are not collected. */
	readonly isWatched: boolean;
	/** The first row of a result. `sql` contains only names from the catalog; all values are bound. */
	get(sql: string, values?: readonly Value[]): Record<string, unknown> | undefined;
	/** All rows of a result. */
	all(sql: string, values?: readonly Value[]): Record<string, unknown>[];
	/** Runs a statement without a result. */
	run(sql: string, values?: readonly Value[]): void;
}
