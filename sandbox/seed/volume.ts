import { renderRows } from '../storage/rendering';
import type { Records } from '../storage/records';
import { documentNamed } from '../storage/tables';

/**
 * Adds generated jobs for testing large lists. They are created inside SQLite: a million in well under a minute. Runs within the
 * caller's transaction.
 */
export const addJobs = (store: Records, count: number): void => {
	const { stored } = documentNamed('JmJob').root;
	const last = (store.get("SELECT number FROM next_number WHERE name = 'jm_job'")?.number ?? 0) as number;
	const now = store.now().toISOString();
	store.run(
		// Numbers are bound as floats, whose decimal point would appear in the generated texts.
		`WITH RECURSIVE counted (number) AS (SELECT CAST(?1 AS INTEGER) + 1 UNION ALL SELECT number + 1 FROM counted WHERE number < ?1 + ?2)
		INSERT INTO jm_job (row_id, job_no, external_key, external_key_folded, job_desc, job_desc_folded, division_no, cust_id, cust_id_folded,
			job_type_no, account_rep_no_1, active, date_added, date_changed, JOB_field_1, JOB_field_1_folded)
		SELECT number, number, 'VOL-' || number, 'vol-' || number, 'Volume Production ' || number, 'volume production ' || number,
			1 + number % 3, '27', '27', 1 + number % 3, 1 + number % 100, 'Y', ?3, ?3, 'HL-' || number, 'hl-' || number FROM counted`,
		[last, count, now],
	);
	store.run("INSERT INTO next_number (name, number) VALUES ('jm_job', ?1) ON CONFLICT (name) DO UPDATE SET number = ?1", [last + count]);
	renderRows(store, stored, 'row_id > ?', [last]);
};
