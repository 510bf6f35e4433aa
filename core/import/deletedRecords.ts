/** Finds the keys of a list or file whose records no longer exist on the site. */
import type { Client } from '../http/client';
import type { DocumentRef } from '../model/documentRef';
import { InputError } from '../model/inputError';
import type { Site } from '../model/site';
import type { KeyValue, Row, Selection } from '../model/terms';
import { list } from '../operations/list';
import { lookedUp } from '../operations/lookedUp';
import { keyReader, normalizedKey } from '../operations/recordKey';
import { attempt } from '../wire/attempt';
import { ORDER_KEY } from '../wire/path';
import { isRow } from '../wire/values';
import { cellValue, CellError, requireExact } from './cells';
import { inOrder } from './inOrder';
import { KeyTable } from './keyTable';

/** A key that a record had when it was copied. */
export interface KnownKey {
	readonly value: KeyValue;
	/** The source of the key: the number of its item, or its line in a file. */
	readonly place: number;
}

interface KeyInput extends Selection {
	readonly document: DocumentRef;
	/** The field that contains the key. */
	readonly field: string;
	/** Records per page of the list; the default page size if omitted. */
	readonly pageSize?: number | undefined;
}

/**
 * The selection only limits which keys are read first. A known record that does not match the selection is looked up, so an existing record
 * is not reported as deleted.
 */
export interface DeletedInput extends KeyInput {
	/**
	 * The maximum number of deleted records. If more records seem to be deleted, an error is thrown, because the keys or the permissions are
	 * probably wrong.
	 */
	readonly maxDeleted: number;
}

/** The maximum number of keys in one look-up. They all fit on one page of the default size. */
const MAX_KEYS_PER_REQUEST = 250;

/** The maximum number of records to read in one look-up: more than the number of keys, because a key may not be unique. */
const MAX_RECORDS_PER_REQUEST = 500;

/** The number of existing keys with which to test the look-up. One is not enough, because its record may be deleted in the meantime. */
const SAMPLE_SIZE = 3;

/** Converts a key to the type of its field. `place` starts the message, such as 'Line 7: '. Throws {@link InputError}. */
export const knownKeyOf = (given: unknown, name: string, { table }: DocumentRef, place = ''): KeyValue => {
	const refuse = (message: string, hint: string): InputError => new InputError({ field: 'knownKey', message: `${place}${message}`, hint });
	const flat = isRow(given) ? given[name] : given;
	if ((typeof flat !== 'string' && typeof flat !== 'number') || String(flat).trim() === '')
		throw refuse(`The key '${name}' is empty`, 'Remove rows and items without a key before this node');
	const field = table.fields.find((each) => each.name === name);
	const read = attempt(() => {
		requireExact(flat, name);
		return field === undefined ? flat : cellValue(flat, field, { decimal: 'auto', dateOrder: 'iso' });
	});
	if (!('value' in read)) {
		if (read.thrown instanceof CellError) throw refuse(read.thrown.message, 'Check whether this is the key of the record');
		throw read.thrown;
	}
	const key = read.value as KeyValue;
	// A number without its sequence matches no record, so every order would be reported as deleted.
	if (name === ORDER_KEY && /^[0-9]+$/.test(String(key).trim()))
		throw refuse(`'${name}' is '${key}', an order number without its sequence`, `Add the sequence, such as '${key}-1'`);
	return key;
};

/** Known keys to look up, because the list does not contain them. */
interface Candidates {
	readonly known: readonly KnownKey[];
	/** The original keys, by normalized key. */
	readonly keys: ReadonlyMap<string, KeyValue>;
}

/** The keys of the records that the list contained. */
interface ExistingKeys {
	readonly all: KeyTable;
	/** A few of the keys, with the type of their field. */
	readonly sample: readonly KeyValue[];
}

/** Reads the keys of all matching records. Inconsistencies in the list are not reported, because every missing key is looked up. */
const existingKeys = async (input: KeyInput & { readonly limit?: number }, site: Site, client: Client): Promise<ExistingKeys> => {
	const { document, field } = input;
	const read = keyReader(field, document);
	const all = new KeyTable();
	const sample: KeyValue[] = [];
	for await (const rows of list.run({ ...input, columns: { root: [field] } }, site, client))
		for (const row of rows) {
			const key = read(row);
			all.add(normalizedKey(key), 1);
			if (sample.length >= SAMPLE_SIZE) continue;
			const usable = attempt(() => knownKeyOf(key, field, document));
			if ('value' in usable) sample.push(usable.value);
		}
	return { all, sample };
};

async function* candidatesIn(chunks: AsyncIterable<readonly KnownKey[]>, existing: KeyTable): AsyncGenerator<Candidates> {
	let known: KnownKey[] = [];
	let keys = new Map<string, KeyValue>();
	for await (const chunk of chunks) {
		for (const each of chunk) {
			const id = normalizedKey(each.value);
			if (existing.has(id)) continue;
			known.push(each);
			keys.set(id, each.value);
			if (keys.size < MAX_KEYS_PER_REQUEST) continue;
			yield { known, keys };
			[known, keys] = [[], new Map()];
		}
	}
	if (keys.size > 0) yield { known, keys };
}

/** Looks up keys, and decides which of them have no record. */
class LookUp {
	private proof: Promise<void> | undefined;

	constructor(
		private readonly input: DeletedInput,
		private readonly sample: readonly KeyValue[],
		private readonly site: Site,
		private readonly client: Client,
	) {}

	/**
	 * The normalized keys without a record. A key counts as deleted only if a look-up that contains it returned no record at all: a record
	 * that is missing from a response with other records may have moved between two pages.
	 */
	async deleted(keys: ReadonlyMap<string, KeyValue>): Promise<string[]> {
		const { document, field } = this.input;
		const read = keyReader(field, document);
		const open = new Map(keys);
		while (open.size > 0) {
			const rows = await this.records([...open.values()]);
			if (rows.length === 0) {
				await (this.proof ??= this.provesDeletion());
				return [...open.keys()];
			}
			// If a single key is looked up, any returned record has that key, in whatever form the site returns it.
			if (open.size === 1) return [];
			const before = open.size;
			rows.forEach((row) => open.delete(normalizedKey(read(row))));
			if (open.size < before) continue;
			const all = [...open];
			const middle = Math.ceil(all.length / 2);
			return [...(await this.deleted(new Map(all.slice(0, middle)))), ...(await this.deleted(new Map(all.slice(middle))))];
		}
		return [];
	}

	/**
	 * An empty response proves nothing if searching by this field finds no records at all, so the same look-up must find existing records.
	 */
	private async provesDeletion(): Promise<void> {
		const { document, field } = this.input;
		const sample = this.sample.length > 0 ? this.sample : await this.anyKeys();
		if (sample.length === 0 || (await this.records(sample)).length > 0) return;
		throw new InputError({
			field: 'knownKeyField',
			message: `Searching the site by '${field}' finds no records, not even existing ones, so the node cannot determine which records were deleted`,
			hint: `Choose another field in 'Key Field Name or ID'. The 'Check' operation of the 'Site' resource shows how the site filters '${document.label}'`,
		});
	}

	/** Keys of arbitrary records, for a list whose conditions match no record. */
	private async anyKeys(): Promise<KeyValue[]> {
		const { document, field } = this.input;
		const { sample } = await existingKeys({ document, field, limit: SAMPLE_SIZE }, this.site, this.client);
		return [...sample];
	}

	private async records(keys: readonly KeyValue[]): Promise<readonly Row[]> {
		const { document, field } = this.input;
		const conditions = [{ field, operator: 'in' as const, value: keys }];
		const input = { document, conditions, columns: { root: [field] }, limit: MAX_RECORDS_PER_REQUEST };
		const found = await lookedUp(input, { field, parameter: 'knownKeyField' }, this.site, this.client);
		if (found.length > 0) this.proof = Promise.resolve();
		return found;
	}
}

const tooMany = ({ document, field, maxDeleted }: DeletedInput, deleted: readonly KnownKey[]): InputError =>
	new InputError({
		field: 'maxDeleted',
		message: `More than ${maxDeleted} record${maxDeleted === 1 ? '' : 's'} of '${document.label}' no longer exist${maxDeleted === 1 ? 's' : ''}, such as ${deleted
			.slice(0, 3)
			.map(({ value }) => `'${field}' ${JSON.stringify(value)}`)
			.join(', ')}`,
		hint: "Check whether the keys are from this site and document, and whether the user in the credential can read these records. If they were really deleted, raise 'Max Deleted Records'",
	});

/**
 * Yields the known keys that have no record, in order. It first reads only the keys of the list, and stores them in a {@link KeyTable}.
 * Then it looks up the known keys that are missing from the table. The first chunk of `known` is read before any request is sent; the
 * others are read as they are needed. Throws {@link InputError}.
 */
export async function* deletedKeys(
	input: DeletedInput,
	known: AsyncIterable<readonly KnownKey[]>,
	site: Site,
	client: Client,
): AsyncGenerator<readonly KnownKey[]> {
	const source = known[Symbol.asyncIterator]();
	async function* all(first: readonly KnownKey[]): AsyncGenerator<readonly KnownKey[]> {
		yield first;
		for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
	}
	try {
		const first = await source.next();
		if (first.done) return;
		const existing = await existingKeys(input, site, client);
		const lookUp = new LookUp(input, existing.sample, site, client);
		const confirmed = inOrder(
			candidatesIn(all(first.value), existing.all),
			() => client.concurrency,
			async ({ known: candidates, keys }) => {
				const deleted = new Set(await lookUp.deleted(keys));
				return candidates.filter(({ value }) => deleted.has(normalizedKey(value)));
			},
		);
		let found = 0;
		for await (const deleted of confirmed) {
			found += deleted.length;
			if (found > input.maxDeleted) throw tooMany(input, deleted);
			if (deleted.length > 0) yield deleted;
		}
	} finally {
		await source.return?.();
	}
}
