import { list } from '../../core/operations';
import type { DocumentRef } from '../../core/model/documentRef';
import type { ReadSettings, Row } from '../../core/model/terms';
import { listNamesOf, type Site } from '../../core/model/site';
import { InputError } from '../../core/model/inputError';
import { ORDER_KEY } from '../../core/wire/path';
import { typesOf } from '../../core/wire/values';
import { isRow } from './params';
import type { ItemWork } from './runItems';

/** What one item asks for: the records that have one of its keys. */
export interface LookUp {
	readonly document: DocumentRef;
	/** The field whose value is the key. */
	readonly field: string;
	readonly keys: readonly unknown[];
	readonly settings: ReadSettings;
	readonly site: Site;
	/** Whether a key without a record gives a row that says so. */
	readonly tellMissing: boolean;
	/** The run that it belongs to, as an object of its own. */
	readonly run: object;
	/** What is made of the records at last. */
	readonly finished: (rows: readonly Row[]) => readonly Row[];
}

/**
 * Keys that go in one list (`$in`); it is cut further where the address would become too long. More would save calls,
 * and lose more items where a call does not go well.
 */
const MOST_TOGETHER = 250;

/** The same key by whatever case, as the site compares. */
const sameness = (key: unknown): string => String(key).trim().toLowerCase();

/** Reads the value of the key in a record as it came: plain, in an object of its name or of the record that it names, or in the key object of the record. */
const keyReader = (field: string, { table: { fields, key = '' } }: DocumentRef): ((row: Row) => unknown) => {
	const named = fields.find(({ name }) => name === field)?.lookup?.key ?? field;
	return (row) => {
		const value = row[field] ?? (isRow(row[key]) ? row[key][field] : undefined);
		return isRow(value) ? (value[field] ?? value[named]) : value;
	};
};

const withField = <Name>(fields: readonly Name[], field: Name): readonly Name[] => (fields.includes(field) ? fields : [...fields, field]);

/** The key has to be in the answer, since the records are told apart by it: beside the fields that were chosen, alternate keys too. */
const readable = ({ settings, field, document, site }: LookUp): ReadSettings => {
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

const together = (lookUps: readonly LookUp[]): ItemWork => {
	const [first] = lookUps as readonly [LookUp];
	const { document, field, finished, site, tellMissing } = first;
	const owners = new Map<string, Set<number>>();
	const keys = new Map<string, unknown>();
	lookUps.forEach((lookUp, index) => {
		for (const key of lookUp.keys) {
			const same = sameness(key);
			if (!keys.has(same)) keys.set(same, key);
			owners.set(same, (owners.get(same) ?? new Set()).add(index));
		}
	});
	const ownersOf = new WeakMap<object, readonly number[]>();
	const own = (row: Row, same: string): void => void ownersOf.set(row, [...owners.get(same)!]);
	// Of one key, every record is its own, however the site compares.
	const [only] = keys.size === 1 ? [...keys.keys()] : [];
	const read = keyReader(field, document);
	const input = { document, ...readable(first), conditions: [{ field, operator: 'in' as const, value: [...keys.values()] }] };
	return {
		changes: false,
		owners: (row) => ownersOf.get(row),
		async *run(client, onNotice) {
			const missing = new Map(keys);
			let strays = 0;
			for await (const rows of list.run(input, site, client, onNotice)) {
				const found = rows.map((row) => only ?? sameness(read(row)));
				const shown = finished(rows);
				found.forEach((same, index) => {
					missing.delete(same);
					if (owners.has(same)) own(shown[index]!, same);
					else strays += 1;
				});
				yield shown;
			}
			if (strays > 0)
				onNotice({
					name: 'keysUnclear',
					text: `${strays} record${strays === 1 ? '' : 's'} returned with a '${field}' that matches none of the keys; linked to all items of the call`,
				});
			const told = tellMissing
				? [...missing].map(([same, key]): Row => {
						const row = { [field]: key, found: false };
						own(row, same);
						return row;
					})
				: [];
			if (told.length > 0) yield told;
			else if (missing.size > 0)
				onNotice({
					name: 'keysNotFound',
					text: `${missing.size} of ${keys.size} keys match no record: ${[...missing.values()].slice(0, 5).join(', ')}${missing.size > 5 ? ' …' : ''}`,
				});
			const withoutSequence = field === ORDER_KEY ? [...missing.values()].find((key) => /^[0-9]+$/.test(String(key).trim())) : undefined;
			if (withoutSequence !== undefined)
				onNotice({
					name: 'keysNotFound',
					text: `'${field}' is '${withoutSequence}', an order number without its sequence. Add the sequence, such as '${withoutSequence}-1'`,
				});
		},
	};
};

/** Which kinds of look-ups have been composed in a run: what differs between two of a kind is the key. */
const composedKinds = new WeakMap<object, Set<string>>();

/** A key that can be sent whatever it is, since it is short. */
const isPlain = (key: unknown): boolean => Number.isFinite(key) || (typeof key === 'string' && key.length <= 100);

/**
 * Composes what an item asks for, so that what cannot be sent is known before the first item is. A plain key among
 * thousands of a kind that could be sent is not composed once more: that took longer than all their calls.
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
 * Finds the records of many items by their keys in few calls: all items that ask alike go together, and each gets the records with its own
 * key. Throws {@link InputError}.
 */
export const lookUpWork = (lookUp: LookUp): ItemWork => {
	const { document, field, keys, settings, site, tellMissing } = lookUp;
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
	const kind = JSON.stringify([document.name, field, settings, site, tellMissing]);
	requireSendable(lookUp, kind);
	const work: LookUpWork = {
		changes: false,
		lookUp,
		run: (client, onNotice) => together([lookUp]).run(client, onNotice),
		together: {
			group: kind,
			highest: MOST_TOGETHER,
			join: (works) => together((works as readonly LookUpWork[]).map((each) => each.lookUp)),
		},
	};
	return work;
};
