import type { Release } from '../../core/catalog';
import { readConditions } from './conditions';
import { Pages } from './pages';
import { readOrder } from './sorting';
import { recordExpression } from '../storage/render';
import { quoted } from '../storage/schema';
import type { Store } from '../storage/store';
import type { DocumentView } from '../storage/tables';

export const PAGE_SIZE = 50;

export type RecordJson = Readonly<Record<string, unknown>>;

/** The console's selection of a document's records. */
export interface RecordQuery {
	readonly document: DocumentView;
	/** A field name; empty for all records. */
	readonly field: string;
	readonly value: string;
	readonly sort: string;
	readonly page: number;
}

/** Reads records of all divisions for the console and for examples, in the form in which the API returns them. */
export class RecordReader {
	private readonly pages: Pages;
	private readonly render: { release: Release; columns: null; ignoreNulls: boolean; ignoreAlternateKeys: boolean };

	constructor(private readonly store: Store) {
		this.pages = new Pages(store);
		this.render = { release: store.release, columns: null, ignoreNulls: false, ignoreAlternateKeys: false };
	}

	list({ document, field, value, sort, page }: RecordQuery): { readonly count: number; readonly records: readonly RecordJson[] } {
		const { root } = document;
		const request = {
			document,
			condition: readConditions(root, field === '' || value === '' ? {} : { [field]: value }, {
				release: this.store.release,
				dates: { honorsOffsets: true },
				refuseUndefined: true,
			}),
			divisions: null,
			order: readOrder(root, sort),
			render: this.render,
		};
		const { L } = JSON.parse(this.pages.page(request, PAGE_SIZE, page).toString('utf8')) as { L: RecordJson[] };
		return { count: this.pages.count(request), records: L };
	}

	/** The first record; undefined if there is none. */
	first(document: DocumentView): RecordJson | undefined {
		const [key] = Object.values(this.store.get(this.firstKey(document), document.root.stored.shared ? [document.name] : []) ?? {});
		return key === undefined ? undefined : this.one(document, String(key as string | number));
	}

	private firstKey({ root: { stored } }: DocumentView): string {
		return `SELECT ${quoted(stored.key)} FROM ${quoted(stored.name)}${stored.shared ? ' WHERE document = ?' : ''} ORDER BY row_id LIMIT 1`;
	}

	/** A record with its sub-tables; undefined if it does not exist. */
	one({ root, name }: DocumentView, key: string): RecordJson | undefined {
		const { stored } = root;
		const found = this.store.get(
			`SELECT ${recordExpression(root, 'row0', this.render)} AS json FROM ${quoted(stored.name)} row0
			WHERE row0.${quoted(stored.key)} = ?${stored.shared ? ' AND row0.document = ?' : ''}`,
			[stored.rowId === 'key' ? Number(key) : key, ...(stored.shared ? [name] : [])],
		);
		return found === undefined ? undefined : (JSON.parse(found.json as string) as RecordJson);
	}

	count({ root, name }: DocumentView): number {
		const { stored } = root;
		const found = this.store.get(
			`SELECT count(*) AS number FROM ${quoted(stored.name)}${stored.shared ? ' WHERE document = ?' : ''}`,
			stored.shared ? [name] : [],
		);
		return found?.number as number;
	}
}
