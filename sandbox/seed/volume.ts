import { renderRows } from '../storage/rendering';
import type { Records } from '../storage/records';
import { columnsOf, foldedColumn, quoted } from '../storage/schema';
import { documentViews, type DocumentView, type StoredTable } from '../storage/tables';

/** How many generated records to add, by document. */
export type Volume = Readonly<Record<string, number>>;

/** The multiplier for the order number in `row_id`; see `rowIdOfKey`. */
const SEQUENCES = 10_000;

/** The documents for which records can be generated: those whose records are numbered. */
export const VOLUME_DOCUMENTS: readonly string[] = documentViews('26.1')
	.filter(
		({ root, entry }) =>
			!root.facade &&
			entry.kind === 'maintenance' &&
			root.stored.rowId !== 'sequence' &&
			root.stored.parents.length === 0 &&
			entry.newKey !== null,
	)
	.map(({ name }) => name);

/**
 * The SQL expression for a column of the generated record `number`. Keys, dates and job descriptions are new, other unique fields are NULL,
 * and all other values are copied from a demo record.
 */
const expressionOf = ({ root }: DocumentView, name: string): string => {
	const { stored } = root;
	const isOrder = stored.rowId === 'orderNumber';
	const generated: Readonly<Record<string, string>> = {
		[stored.key]: isOrder ? "number || '-1'" : 'number',
		...(isOrder ? { [foldedColumn(stored.key)]: "number || '-1'", wo_no: 'number', wo_seq: '1' } : {}),
		date_added: '?3',
		date_changed: '?3',
		external_key: "'VOL-' || number",
		[foldedColumn('external_key')]: "'vol-' || number",
		...(stored.name === 'jm_job'
			? { job_desc: "'Volume Production ' || number", [foldedColumn('job_desc')]: "'volume production ' || number" }
			: {}),
	};
	const isOtherUnique = stored.unique.some((field) => name === field || name === foldedColumn(field));
	return generated[name] ?? (isOtherUnique ? 'NULL' : `demo.${quoted(name)}`);
};

const lastNumber = (store: Records, { name }: StoredTable): number =>
	(store.get('SELECT number FROM next_number WHERE name = ?', [name])?.number ?? 0) as number;

const addRecords = (store: Records, document: DocumentView, count: number): void => {
	const { stored } = document.root;
	const last = lastNumber(store, stored);
	const rowId = stored.rowId === 'orderNumber' ? `number * ${SEQUENCES} + 1` : 'number';
	const columns = columnsOf(stored).map(([name]) => name);
	store.run(
		// Numbers are bound as floats, so without CAST the generated strings would contain a decimal point. The WHERE clause uses ?3 because
		// SQLite rejects unused values, and the other clauses do not use ?3 if the table has no dates.
		`WITH RECURSIVE counted (number) AS (SELECT CAST(?1 AS INTEGER) + 1 UNION ALL SELECT number + 1 FROM counted WHERE number < ?1 + ?2),
		demo AS MATERIALIZED (SELECT *, row_number() OVER (ORDER BY row_id) - 1 AS place FROM ${quoted(stored.name)}${stored.shared ? ' WHERE document = ?4' : ''})
		INSERT INTO ${quoted(stored.name)} (row_id, ${columns.map(quoted).join(', ')})
		SELECT ${rowId}, ${columns.map((name) => expressionOf(document, name)).join(', ')}
		FROM counted JOIN demo ON demo.place = counted.number % (SELECT count(*) FROM demo) WHERE ?3 IS NOT NULL`,
		[last, count, store.now().toISOString(), ...(stored.shared ? [document.name] : [])],
	);
	store.run('INSERT INTO next_number (name, number) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET number = ?2', [
		stored.name,
		last + count,
	]);
	renderRows(store, stored, 'row_id > ?', [stored.rowId === 'orderNumber' ? (last + 1) * SEQUENCES : last]);
};

/**
 * Adds generated records for testing large lists. SQLite creates them as copies of the demo records; a million jobs take about half a
 * minute. Runs within the caller's transaction.
 */
export const addVolume = (store: Records, volume: Volume): void => {
	for (const document of documentViews(store.release)) {
		const count = Object.hasOwn(volume, document.name) ? (volume[document.name] ?? 0) : 0;
		if (count > 0) {
			addRecords(store, document, count);
		}
	}
};
