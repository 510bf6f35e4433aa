/** Checks requests for one record: reading it by key and by alternate key, the table name, the sub-tables, and the format of errors. */
import type { DocumentEntry, Table } from '../catalog';
import type { Row } from '../model/terms';
import { markupOf, messageOf, reasonIn } from '../wire/reason';
import { isRow } from '../wire/values';
import type { SendResult } from '../model/port';
import { difference, ok } from './finding';
import { isTemporary } from './prober';
import { firstPageOf, isResponse, keyOf, readList, type ReadableList, type SiteUnderCheck } from './siteUnderCheck';

/** The maximum number of documents whose records are read. */
const MAX_DOCUMENTS = 10;
const MAX_SUB_TABLES = 4;

type Key = string | number;
const isKey = (value: unknown): value is Key => typeof value === 'number' || (typeof value === 'string' && value !== '');

const pathOf = ({ name }: DocumentEntry, key: string, value: Key): string =>
	`/${encodeURIComponent(name)}/${key}=${encodeURIComponent(value)}`;

interface Single {
	readonly entry: DocumentEntry;
	readonly record: Row;
	readonly key: Key;
}

const recordIn = (result: SendResult): { readonly table: string; readonly record: Row } | undefined => {
	if (!isResponse(result) || !isRow(result.body)) return undefined;
	const [table, ...others] = Object.entries(result.body).filter(([, value]) => Array.isArray(value) && value.every(isRow)) as [
		string,
		Row[],
	][];
	const record = table?.[1][0];
	return table === undefined || record === undefined || others.length > 0 ? undefined : { table: table[0], record };
};

const singleLists = ({ lists }: SiteUnderCheck): ReadableList[] =>
	[...lists]
		.filter(({ entry, records }) => entry.verbs.includes('get') && entry.requiredParameters === undefined && records.length > 0)
		// Documents with sub-tables first, because more topics can be checked with them.
		.sort((one, other) => (other.entry.table.subTables?.length ?? 0) - (one.entry.table.subTables?.length ?? 0))
		.slice(0, MAX_DOCUMENTS);

const checkTable = ({ definitions, profile }: SiteUnderCheck, { name, table }: DocumentEntry, found: string): string | undefined => {
	const defined = definitions.get(name)?.name;
	if (found !== table.name && /^[A-Za-z_][\w-]*$/.test(found)) profile.documents[name] = { ...profile.documents[name], table: found };
	else if (profile.documents[name]?.table !== undefined) {
		const { list } = profile.documents[name];
		if (list !== undefined) profile.documents[name] = { list };
		else delete profile.documents[name];
	}
	return defined !== undefined && defined !== found ? name : undefined;
};

const readSingles = async (site: SiteUnderCheck): Promise<Single[]> => {
	const { findings, profile, prober } = site;
	const singles: Single[] = [];
	const failed: string[] = [];
	const others: string[] = [];
	const contradicted: string[] = [];
	for (const { entry, records } of singleLists(site)) {
		const key = keyOf(records[0] ?? {}, entry.table.key);
		if (!isKey(key)) continue;
		const result = await prober.get(pathOf(entry, entry.table.key, key));
		if (isTemporary(result)) continue;
		const found = recordIn(result);
		if (found === undefined) {
			failed.push(entry.name);
			continue;
		}
		singles.push({ entry, record: found.record, key });
		if (found.table !== entry.table.name) others.push(`${entry.name}: ${found.table}`);
		const contradiction = checkTable(site, entry, found.table);
		if (contradiction !== undefined) contradicted.push(contradiction);
	}
	const assumed = 'A record can be read by its key, and is returned under the name of its table';
	findings.push(
		failed.length > 0
			? difference('Single records', assumed, `Not readable: ${failed.join(', ')}`, "'Get' fails for these documents", {
					recommendation: "Check the user's permissions, and whether the document's key has another name on the site",
				})
			: others.length > 0
				? difference('Single records', assumed, `Other table names: ${others.join('; ')}`, 'Changes to these documents are rejected')
				: ok(
						'Single records',
						assumed,
						singles.length === 0 ? 'Not checked: no record could be read' : `As expected. Documents checked: ${singles.length}`,
					),
	);
	if (contradicted.length > 0) {
		profile.definition = { url: null };
		findings.push(
			difference(
				'Wrong definitions',
				'A definition describes the table that the site returns',
				`The records are returned under another table name: ${contradicted.join(', ')}`,
				'The editor shows fields that the records do not have',
				{
					recommendation:
						'Ask the administrator whether the URL of the definitions belongs to this database. The recommended profile turns the definitions off',
				},
			),
		);
	}
	return singles;
};

const checkSubTables = async ({ findings, prober }: SiteUnderCheck, singles: readonly Single[]): Promise<void> => {
	const forms: Record<'array' | 'wrapped' | 'other', string[]> = { array: [], wrapped: [], other: [] };
	const pairs = singles.flatMap(({ entry, key, record }) =>
		(entry.table.subTables ?? []).filter(({ name }) => name in record).map((table: Table) => ({ entry, key, table })),
	);
	for (const { entry, key, table } of pairs.slice(0, MAX_SUB_TABLES)) {
		const result = await prober.get(`${pathOf(entry, entry.table.key, key)}/${table.name}`);
		if (isTemporary(result)) continue;
		const body = isResponse(result) ? result.body : undefined;
		forms[Array.isArray(body) ? 'array' : isRow(body) && Array.isArray(body[table.name]) ? 'wrapped' : 'other'].push(
			`${entry.name}/${table.name}`,
		);
	}
	const topic = 'Sub-tables';
	const assumed = 'A sub-table is returned as an array of its rows';
	if (forms.other.length > 0)
		findings.push(
			difference(topic, assumed, `Not readable: ${forms.other.join(', ')}`, "'Get' fails for these sub-tables", {
				recommendation: "Read the record with its sub-tables instead, and set 'Fields to Return (JSON)'",
			}),
		);
	else if (forms.wrapped.length > 0)
		findings.push({
			...ok(topic, assumed, 'The rows are in an object under the name of the sub-table, which the nodes can also read'),
			severity: 'info',
		});
	else findings.push(ok(topic, assumed, forms.array.length === 0 ? 'Not checked: no sub-table could be read' : 'As expected'));
};

const checkAlternateKeys = async ({ findings, lists, prober }: SiteUnderCheck): Promise<void> => {
	const topic = 'Alternate keys';
	const assumed = 'A record can be read by an alternate key';
	const candidates = lists.flatMap(({ entry, records }) =>
		entry.verbs.includes('get') && entry.requiredParameters === undefined
			? records.flatMap((record) =>
					entry.alternateKeys.flatMap((name) => {
						const own = record[entry.table.key];
						const value = record[name] ?? (isRow(own) ? own[name] : undefined);
						return isKey(value) ? [{ entry, name, value, key: keyOf(record, entry.table.key) }] : [];
					}),
				)
			: [],
	);
	// One record for each alternate key field, such as `external_key` and `barcode`.
	const chosen = candidates.filter(({ name }, index) => candidates.findIndex((each) => each.name === name) === index);
	if (chosen.length === 0) return void findings.push(ok(topic, assumed, 'Not checked: none of the records has one'));
	const failed: string[] = [];
	const checked = new Set<string>();
	for (const { entry, name, value, key } of chosen) {
		const result = await prober.get(pathOf(entry, name, value));
		if (isTemporary(result)) continue;
		checked.add(name);
		const found = recordIn(result);
		if (found === undefined || String(keyOf(found.record, entry.table.key)) !== String(key)) failed.push(`${entry.name}/${name}`);
	}
	findings.push(
		failed.length === 0
			? ok(topic, assumed, checked.size === 0 ? 'Not checked: no record could be read' : `As expected for ${[...checked].join(', ')}`)
			: difference(topic, assumed, `Not readable: ${failed.join(', ')}`, "'Get', 'Update' and 'Create or Update' fail with these keys", {
					recommendation: 'Use the primary key',
				}),
	);
};

/** The format of an error response, as a phrase in a finding. */
const formOf = (body: unknown): string => {
	if (typeof body === 'string') return markupOf(body) === undefined ? 'plain text' : `an ${markupOf(body)} page`;
	if (isRow(body) && typeof body.error === 'string') return "JSON with a message in the 'error' property";
	return messageOf(body) === undefined ? 'JSON without a message' : 'JSON in another format, which the nodes can also read';
};

const checkErrors = async (site: SiteUnderCheck, singles: readonly Single[]): Promise<void> => {
	const { findings, prober } = site;
	const [list] = site.lists;
	const single = singles.find(({ key }) => typeof key === 'number' || /^[0-9]+(-[0-9]+)?$/.test(key));
	const bodies: unknown[] = [];
	if (single !== undefined) {
		const missing = typeof single.key === 'string' && single.key.includes('-') ? '899999999-1' : 899_999_999;
		const result = await prober.get(pathOf(single.entry, single.entry.table.key, missing));
		const assumed = 'A request for a record that does not exist returns status 404';
		if (result.kind === 'response' && !isTemporary(result)) {
			const isNotFound =
				result.status === 404 || (result.status >= 400 && /not found|no record|does not exist/i.test(reasonIn(result.body) ?? ''));
			if (result.status >= 300) bodies.push(result.body);
			findings.push(
				isNotFound
					? ok('Unknown records', assumed, result.status === 404 ? 'As expected' : `Status ${result.status} with a 'not found' message`)
					: difference(
							'Unknown records',
							assumed,
							`Status ${result.status}`,
							'A missing record may be reported as a different error, or not at all',
							{ recommendation: "Before you rely on 'If No Match', test 'Get' with a key that no record has" },
						),
			);
		}
	}
	if (list === undefined) return;
	const result = await readList(site, list.entry, { query: { no_such_field_of_this_list: 1 }, size: 1, page: firstPageOf(site) });
	if (result.kind !== 'response' || isTemporary(result)) return;
	const assumed = 'Unknown fields in a query are rejected';
	findings.push(
		result.status >= 300
			? ok('Unknown fields', assumed)
			: difference('Unknown fields', assumed, 'The site ignores them', 'A condition with a typo matches every record', {
					recommendation: 'Choose fields from the list, and check the preview before you update all matching records',
				}),
	);
	if (result.status >= 300) bodies.push(result.body);
	const forms = [...new Set(bodies.map(formOf))];
	if (forms.length === 0) return;
	const assumedForm = "An error is JSON with its message in the 'error' property";
	const isSame = forms.every((form) => form === "JSON with a message in the 'error' property");
	const details = bodies.map(messageOf).filter((text) => text !== undefined);
	findings.push({
		...(isSame
			? ok('Errors', assumedForm)
			: difference('Errors', assumedForm, `An error is ${forms.join(' or ')}`, 'Messages may be less specific', {
					severity: 'info',
					recommendation: '',
				})),
		...(details.length === 0 ? {} : { details: details.join(' / ') }),
	});
};

export const checkSingleRecords = async (site: SiteUnderCheck): Promise<void> => {
	const singles = await readSingles(site);
	await checkSubTables(site, singles);
	await checkAlternateKeys(site);
	await checkErrors(site, singles);
};
