import { badRequest, notFound } from './httpError';
import type { DocumentView, TableView } from '../storage/tables';

/** A key segment of an address: `job_no=12`, `external_key=a/b`. */
export interface KeyPart {
	readonly field: string;
	readonly value: string;
}

/** A sub-table in an address, with the key of a row if the address has one. */
export interface SubTablePart {
	readonly view: TableView;
	readonly key?: KeyPart;
}

/** A parsed address (specification: Key addressing, Sub-table addressing). */
export interface Address {
	readonly document: DocumentView;
	/** The name of the document or list as spelled in the address. A document can have several lists. */
	readonly name: string;
	/** Whether the address names a list. */
	readonly isList: boolean;
	readonly key?: KeyPart;
	readonly below: readonly SubTablePart[];
	/** The segments after the sub-tables; only attachments have them. */
	readonly rest: readonly string[];
}

/** The number of segments before the document in `/api/v2/database/<name>/`, including the empty one before the first slash. */
const PREFIX_SEGMENTS = 5;

const decoded = (segment: string): string => {
	try {
		return decodeURIComponent(segment);
	} catch {
		throw badRequest(`'${segment}' in the URL is not valid percent-encoding`);
	}
};

const keyPart = (segment: string): KeyPart | undefined => {
	const equals = segment.indexOf('=');
	return equals < 1 ? undefined : { field: segment.slice(0, equals), value: segment.slice(equals + 1) };
};

/**
 * Parses an address. It is first split at `/`, and then each segment is percent-decoded once, so keys can contain any characters.
 * The document's name is case-insensitive (public examples write `jmJobList`); all other names are case-sensitive.
 */
export const readAddress = (
	path: string,
	documents: ReadonlyMap<string, { readonly document: DocumentView; readonly isList: boolean }>,
): Address => {
	const segments = path.split('/').slice(PREFIX_SEGMENTS).map(decoded);
	if (segments.at(-1) === '') {
		segments.pop();
	}
	const [name = '', ...others] = segments;
	const found = documents.get(name.toLowerCase());
	if (!found) {
		throw notFound(`Unknown document '${name}' in this release; '/ApiDocs' lists all documents`);
	}
	const { document, isList } = found;
	if (isList && others.length > 0) {
		throw badRequest(`'${name}' is a list: use the 'Query' parameter instead of a key in the URL`);
	}
	const [first, ...rest] = others;
	if (first === undefined) {
		return { document, name, isList, below: [], rest: [] };
	}
	const key = keyPart(first);
	if (!key) {
		throw badRequest(`'${first}' in the URL is not a key; use a key such as '${document.root.key}=<value>'`);
	}
	return { document, name, isList, key, ...readBelow(document.root, rest) };
};

const readBelow = (root: TableView, segments: readonly string[]): Pick<Address, 'below' | 'rest'> => {
	const below: SubTablePart[] = [];
	let view = root;
	let at = 0;
	while (at < segments.length) {
		const name = segments[at] as string;
		const subTable = view.subTables.find((one) => one.name === name);
		if (!subTable) {
			return { below, rest: segments.slice(at) };
		}
		const key = keyPart(segments[at + 1] ?? '');
		below.push({ view: subTable, ...(key ? { key } : {}) });
		at += key ? 2 : 1;
		if (!key && at < segments.length) {
			throw badRequest(
				`'${segments[at] as string}' follows '${name}' in the URL and is not a key; use a key such as '${subTable.key}=<value>'`,
			);
		}
		view = subTable;
	}
	return { below, rest: [] };
};
