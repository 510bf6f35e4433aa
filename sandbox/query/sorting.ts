import { badRequest } from '../documents/httpError';
import type { TableView } from '../storage/tables';
import { listedColumn } from './conditions';

/** `key`: the stored order or its reverse. `columns`: any other order, as SQL. */
export type Order = { readonly by: 'key'; readonly descending: boolean } | { readonly by: 'columns'; readonly sql: string };

const ENTRY = /^\s*(\S+?)(?:\s+(asc|desc|ascending|descending))?\s*$/i;

const entriesOf = (text: string): readonly string[] => {
	if (!/^\s*["[]/.test(text)) {
		return text.split(',');
	}
	let raw: unknown;
	try {
		raw = JSON.parse(text);
	} catch {
		throw badRequest(`The 'sort' parameter must be a JSON array such as ["job_desc desc"], got invalid JSON: ${text.slice(0, 200)}`);
	}
	const entries = typeof raw === 'string' ? [raw] : raw;
	if (!Array.isArray(entries) || entries.some((entry) => typeof entry !== 'string')) {
		throw badRequest(`The 'sort' parameter must be an array of strings such as "job_desc desc", got ${text.slice(0, 200)}`);
	}
	return entries as string[];
};

/**
 * Reads the `sort` parameter: a JSON array of `"field asc|desc"` (public material: Lists). Sorting ignores case. Records without
 * a value come first in ascending order and last in descending order. Equal records are sorted by key.
 */
export const readOrder = (view: TableView, text: string | undefined): Order => {
	const parts: string[] = [];
	const named = new Set<string>();
	for (const entry of text === undefined || text.trim() === '' ? [] : entriesOf(text)) {
		const [, name = '', direction = 'asc'] = ENTRY.exec(entry) ?? [];
		const field = view.byName.get(name);
		if (!field || field.shownFrom) {
			throw badRequest(`The 'sort' parameter contains the unknown field '${name === '' ? entry : name}'`);
		}
		if (named.has(name)) {
			continue;
		}
		named.add(name);
		const descending = direction.toLowerCase().startsWith('desc');
		const followsRows = name === view.key && view.stored.rowId !== 'sequence';
		if (followsRows && parts.length === 0) {
			return { by: 'key', descending };
		}
		parts.push(`${followsRows ? 'listed.row_id' : listedColumn(view, field)}${descending ? ' DESC' : ''}`);
	}
	return parts.length === 0 ? { by: 'key', descending: false } : { by: 'columns', sql: [...parts, 'listed.row_id'].join(', ') };
};
