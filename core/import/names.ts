import { documentByName, type Field } from '../catalog';
import type { Client } from '../http/client';
import { documentRef } from '../model/documentRef';
import type { Site } from '../model/site';
import type { KeyValue, Row } from '../model/terms';
import { collected } from '../operations/collected';
import { list } from '../operations/list';
import { keyIn } from '../operations/primaryKey';
import { CellError } from './cells';

/** The maximum number of names that are remembered. */
const MAX_NAMES = 10_000;

/**
 * The number of records to read for a name. Two are enough to show that a name is not unique, but a name that contains a wildcard also
 * finds records with other names.
 */
const MAX_MATCHES = 10;

/** Finds the keys of look-ups by name. Each name is looked up only once. */
export class LookupNames {
	private readonly known = new Map<string, Promise<KeyValue>>();

	constructor(
		private readonly site: Site,
		private readonly client: Client,
	) {}

	/** Throws {@link CellError} if no record or several records have the name. */
	async keyOf(field: Field, name: string): Promise<KeyValue> {
		const id = `${field.name}\n${name.toLowerCase()}`;
		const known = this.known.get(id);
		if (known !== undefined) return await known;
		if (this.known.size >= MAX_NAMES) {
			const [oldest] = this.known.keys();
			if (oldest !== undefined) this.known.delete(oldest);
		}
		const reading = this.read(field, name);
		this.known.set(id, reading);
		// A failed read is not cached, because the site may be available again for the next row.
		reading.catch((error: unknown) => error instanceof CellError || this.known.delete(id));
		return await reading;
	}

	private async read({ label, lookup }: Field, name: string): Promise<KeyValue> {
		const entry = lookup === undefined ? undefined : documentByName(lookup.document);
		if (lookup === undefined || entry?.list === undefined)
			throw new CellError(`'${label}' cannot be found by name. Use its number or code`);
		const { key } = entry.table;
		const input = {
			document: documentRef(entry),
			conditions: [{ field: entry.titleField, operator: 'equals' as const, value: name }],
			columns: { root: [key, entry.titleField] },
			limit: MAX_MATCHES,
		};
		// The site treats a percent sign in the name as a wildcard, so it can also return records with other names.
		const isNamed = (row: Row): boolean => String(row[entry.titleField]).trim().toLowerCase() === name.toLowerCase();
		const [only, another] = (await collected(list.run(input, this.site, this.client, () => undefined))).filter(isNamed);
		if (only === undefined) throw new CellError(`'${label}' is ${JSON.stringify(name)}, but no ${entry.label} has this name`);
		if (another !== undefined)
			throw new CellError(`'${label}' is ${JSON.stringify(name)}, but several records have this name. Use the number or code`);
		const value = keyIn(only, key);
		if (value === undefined) throw new CellError(`'${label}': the site did not return the '${key}' of ${JSON.stringify(name)}`);
		return value;
	}
}
