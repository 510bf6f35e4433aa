import { list } from '../../core/operations';
import type { DocumentRef } from '../../core/model/documentRef';
import type { ReadSettings, Row } from '../../core/model/terms';
import { listNamesOf, type Site } from '../../core/model/site';
import { InputError } from '../../core/model/inputError';
import { HARMLESS_NOTICES, type OnNotice } from '../../core/model/notice';
import { lookedUp } from '../../core/operations/lookedUp';
import { keyReader, normalizedKey } from '../../core/operations/recordKey';
import { ORDER_KEY } from '../../core/wire/path';
import { typesOf } from '../../core/wire/values';
import type { ItemWork } from './runItems';

/** The keys of one item and how to look up their records. */
export interface LookUp {
	readonly document: DocumentRef;
	/** The field whose value is the key. */
	readonly field: string;
	readonly keys: readonly unknown[];
	readonly settings: ReadSettings;
	readonly site: Site;
	/** Whether to output a row with `found: false` for a key without a record. */
	readonly reportMissing: boolean;
	/** Identifies the run. */
	readonly run: object;
	/** Converts the records for the output. */
	readonly convert: (rows: readonly Row[]) => readonly Row[];
}

/**
 * The maximum number of items whose keys share one list (`$in`). The list is split if the URL would be too long. With more items in a list,
 * fewer requests would be needed, but one failed request would affect more items.
 */
const MAX_KEYS_PER_REQUEST = 250;

const withField = <Name>(fields: readonly Name[], field: Name): readonly Name[] => (fields.includes(field) ? fields : [...fields, field]);

/**
 * Adds the key field to the chosen fields, because it links a record to its items. An alternate key that is looked up must not be omitted
 * from the response.
 */
const settingsWithKey = ({ settings, field, document, site }: LookUp): ReadSettings => {
	const { columns, columnsJson, omitAlternateKeys, ...rest } = settings;
	const root = columns?.root ?? [];
	const { records } = listNamesOf(site);
	const rootJson = columnsJson?.[records];
	return {
		...rest,
		...(root.length > 0 ? { columns: { ...columns, root: withField(root, field) } } : {}),
		...(columnsJson
			? { columnsJson: rootJson === undefined ? columnsJson : { ...columnsJson, [records]: withField<unknown>([rootJson].flat(), field) } }
			: {}),
		omitAlternateKeys: omitAlternateKeys === true && field === document.table.key,
	};
};

interface LookUpWork extends ItemWork {
	readonly lookUp: LookUp;
}

/** A key, and the items that look it up. */
interface Wanted {
	readonly key: unknown;
	readonly owners: Set<number>;
}

/** The work for look-ups that differ only in their keys. Their other settings are read from `kind`, which is one of them. */
const batchOf = (kind: LookUp, lookUps: readonly LookUp[]): ItemWork => {
	const { document, field, convert, site, reportMissing } = kind;
	const keys = new Map<string, Wanted>();
	lookUps.forEach((lookUp, index) => {
		for (const key of lookUp.keys) {
			const id = normalizedKey(key);
			const wanted = keys.get(id) ?? { key, owners: new Set() };
			wanted.owners.add(index);
			keys.set(id, wanted);
		}
	});
	const ownersOf = new WeakMap<object, ReadonlySet<number>>();
	// If a single key is looked up, every returned record belongs to that key, however the site compares keys.
	const [only] = keys.size === 1 ? keys.values() : [];
	const read = keyReader(field, document);
	const input = {
		document,
		...settingsWithKey(kind),
		conditions: [{ field, operator: 'in' as const, value: [...keys.values()].map(({ key }) => key) }],
	};
	return {
		changes: false,
		owners: (row) => ownersOf.get(row),
		async *run(client, onNotice) {
			const missing = new Set(keys.values());
			const wantedBy = (row: Row): Wanted | undefined => only ?? keys.get(normalizedKey(read(row)));
			const link = (rows: readonly Row[], wanted: readonly (Wanted | undefined)[]): readonly Row[] => {
				const converted = convert(rows);
				converted.forEach((row, index) => {
					const of = wanted[index];
					if (of === undefined) return;
					missing.delete(of);
					ownersOf.set(row, of.owners);
				});
				return converted;
			};
			/** Records that match no key. They are output after the keys without a record have been looked up one by one. */
			const held: Row[] = [];
			let unmatched = 0;
			let isStable = true;
			const onListNotice: OnNotice = (notice) => {
				isStable &&= HARMLESS_NOTICES.has(notice.name);
				onNotice(notice);
			};
			for await (const rows of list.run(input, site, client, onListNotice)) {
				const kept: Row[] = [];
				const wanted: (Wanted | undefined)[] = [];
				for (const row of rows) {
					const of = wantedBy(row);
					if (of === undefined) unmatched += 1;
					if (of === undefined && reportMissing) held.push(row);
					else {
						kept.push(row);
						wanted.push(of);
					}
				}
				if (kept.length > 0) yield link(kept, wanted);
			}
			// A record that matches no key can belong to a key without a record: the site compares keys in its own way.
			if (reportMissing && (unmatched > 0 || !isStable)) {
				for (const wanted of [...missing]) {
					const conditions = [{ field, operator: 'in' as const, value: [wanted.key] }];
					const rows = await lookedUp({ ...input, conditions }, { field, parameter: 'lookUpField' }, site, client, onNotice);
					if (rows.length === 0) continue;
					const found = new Set(rows.map((row) => normalizedKey(read(row))));
					yield link(
						rows,
						rows.map(() => wanted),
					);
					const others = held.filter((row) => !found.has(normalizedKey(read(row))));
					held.splice(0, held.length, ...others);
				}
				unmatched = held.length;
				if (unmatched > 0) yield convert(held);
			}
			if (unmatched > 0)
				onNotice({
					name: 'keysUnclear',
					text: `${unmatched} returned record${unmatched === 1 ? ' matches' : 's match'} none of the keys for '${field}', so ${unmatched === 1 ? 'it is' : 'they are'} linked to all items in the request`,
				});
			const missingKeys = [...missing].map(({ key }) => key);
			const notFound = reportMissing
				? [...missing].map(({ key, owners }): Row => {
						const row = { [field]: key, found: false };
						ownersOf.set(row, owners);
						return row;
					})
				: [];
			if (notFound.length > 0) yield notFound;
			else if (missing.size > 0)
				onNotice({
					name: 'keysNotFound',
					text: `No record found for ${missing.size} of ${keys.size} keys: ${missingKeys.slice(0, 5).join(', ')}${missing.size > 5 ? ' …' : ''}`,
				});
			const withoutSequence = field === ORDER_KEY ? missingKeys.find((key) => /^[0-9]+$/.test(String(key).trim())) : undefined;
			if (withoutSequence !== undefined)
				onNotice({
					name: 'keysNotFound',
					text: `'${field}' is '${withoutSequence}', an order number without its sequence. Add the sequence, such as '${withoutSequence}-1'`,
				});
		},
	};
};

/** The kinds of look-ups composed in a run. Two look-ups of one kind differ only in their keys. */
const composedKinds = new WeakMap<object, Set<string>>();

/** Whether a key is a number or a short string, which can always be sent. */
const isPlain = (key: unknown): boolean => Number.isFinite(key) || (typeof key === 'string' && key.length <= 100);

/**
 * Composes an item's request, so that invalid input is found before anything is sent. Plain keys that are not dates are
 * composed only for the first look-up of a kind: composing thousands of requests would take longer than sending the joined
 * ones.
 */
const requireSendable = ({ document, field, keys, settings, site, run }: LookUp, kind: string): void => {
	const kinds = composedKinds.get(run) ?? new Set();
	composedKinds.set(run, kinds);
	const isDate = typesOf(document.table.fields).get(field) === 'dateTime';
	if (kinds.has(kind) && !isDate && keys.every(isPlain)) return;
	list.compose({ document, ...settings, conditions: [{ field, operator: 'in', value: keys }] }, site);
	kinds.add(kind);
};

/**
 * Finds the records of many items by their keys in a few requests. Items of one kind share requests, and each record is linked to the items
 * that look up its key. Throws {@link InputError}.
 */
export const lookUpWork = (lookUp: LookUp): ItemWork => {
	const { document, field, keys, settings, site, reportMissing } = lookUp;
	if (field === '')
		throw new InputError({
			field: 'lookUpField',
			message: "'Key Field Name or ID' is empty",
			hint: 'Enter the field that contains the key, such as external_key',
		});
	if (keys.length === 0)
		throw new InputError({
			field: 'lookUpKey',
			message: "'Key' is empty",
			hint: 'Enter the key of the record to find, usually with an expression such as {{ $json.external_key }}',
		});
	const kind = JSON.stringify([document.name, field, settings, site, reportMissing]);
	requireSendable(lookUp, kind);
	const work: LookUpWork = {
		changes: false,
		lookUp,
		run: (client, onNotice) => batchOf(lookUp, [lookUp]).run(client, onNotice),
		batch: {
			group: kind,
			max: MAX_KEYS_PER_REQUEST,
			join: (works) =>
				batchOf(
					lookUp,
					(works as readonly LookUpWork[]).map((each) => each.lookUp),
				),
		},
	};
	return work;
};
