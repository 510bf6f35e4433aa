/** A program that writes to a store in memory, and prints each emitted change as a line of JSON. */
import { createRecords, changeRecord } from '../../../sandbox/documents/write';
import { deleteRecord } from '../../../sandbox/documents/remove';
import type { Call } from '../../../sandbox/documents/call';
import { DEFAULT_OMISSION_NAMES } from '../../../sandbox/omissions';
import { Pages } from '../../../sandbox/query/pages';
import { openStore } from '../../../sandbox/storage/store';
import { documentNamed } from '../../../sandbox/storage/tables';

const store = openStore(':memory:', { release: '26.1', now: () => new Date('2026-06-01T12:00:00Z') });
store.seedIfEmpty();
store.changes.on('change', (change) =>
	console.log(
		JSON.stringify({ ...change, committed: store.get('SELECT 1 AS found FROM jm_job WHERE job_desc = ?', ['Watched']) !== undefined }),
	),
);

const call = (body: unknown, key?: number): Call => ({
	store,
	pages: new Pages(store),
	release: '26.1',
	choices: { timeOptionDocuments: [], omissions: DEFAULT_OMISSION_NAMES },
	parameters: new Map(),
	form: 'json',
	saveArgument: undefined,
	rowAction: undefined,
	address: {
		document: documentNamed('JmJob'),
		name: 'JmJob',
		isList: false,
		below: [],
		rest: [],
		...(key === undefined ? {} : { key: { field: 'job_no', value: String(key) } }),
	},
	body: JSON.stringify(body),
	divisions: [1],
	division: 1,
	dates: { honorsOffsets: true },
	decisions: [],
});
const created = createRecords(call({ jm_job: [{ job_desc: 'Watched', cust_id: '27', jm_episode: [{ title_no: 1 }] }] }));
const [{ job_no: number }] = (created.jm_job as { records: [{ job_no: number }] }).records;
try {
	createRecords(call({ jm_job: [{ job_desc: 'Refused', cust_id: '27' }, { job_desc: 'Refused' }] }));
} catch {
	// None of the changes from this failed request may be emitted.
}
changeRecord(call([{ op: 'replace', path: 'JOB_field_1', value: 'changed' }], number));
deleteRecord(call(undefined, number));
store.write((unit) => {
	const { root } = documentNamed('JmJob');
	const rowId = unit.insert(documentNamed('JmJob'), root, null, unit.nextKey(root, null), new Map([['job_desc', 'Created and deleted']]));
	unit.delete(documentNamed('JmJob'), root, rowId);
	if (unit.created.length > 0) {
		throw new Error('A deleted row is reported as created');
	}
});
store.close();
