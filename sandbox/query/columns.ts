import { hasSince, LIST_ROOT, type Release } from '../../core/catalog';
import type { SiteChoices } from '../choices';
import { badRequest } from '../documents/httpError';
import type { RenderOptions } from '../storage/render';
import { type TableView, tableIn } from '../storage/tables';
import { omits, type Parameters, readJson } from './parameters';

const FORM = 'a JSON object of table names, each with a list of field names';

const fieldsOf = (view: TableView, named: string, raw: unknown): Set<string> => {
	const names = typeof raw === 'string' ? [raw] : raw;
	if (!Array.isArray(names) || names.some((name) => typeof name !== 'string')) {
		throw badRequest(`The 'resultColumns' parameter must be ${FORM}; the value of '${named}' is not a list of field names`);
	}
	for (const name of names as string[]) {
		if (!view.byName.has(name)) {
			throw badRequest(`The 'resultColumns' parameter contains the unknown field '${name}' of '${named}'`);
		}
	}
	return new Set(names as string[]);
};

/**
 * Reads which fields of `view` and its sub-tables a response contains (specification: GET one record, resultColumns), and whether the
 * response omits nulls and alternate keys. For a list, `resultColumns` uses the table name `L`. Before 11.0, sub-tables always have all
 * fields.
 */
export const readRenderOptions = (
	view: TableView,
	{
		parameters,
		release,
		choices: { omissions },
	}: { readonly parameters: Parameters; readonly release: Release; readonly choices: SiteChoices },
	kind: 'record' | 'subTable' | 'list',
): RenderOptions => ({
	release,
	columns: readColumns(view, parameters.get('resultColumns'), release, kind),
	ignoreNulls: omits(parameters, 'omitNulls', omissions),
	ignoreAlternateKeys: omits(parameters, 'omitAlternateKeys', omissions),
});

const readColumns = (
	view: TableView,
	text: string | undefined,
	release: Release,
	kind: 'record' | 'subTable' | 'list',
): RenderOptions['columns'] => {
	if (text === undefined || text === '') {
		return null;
	}
	const raw = readJson('resultColumns', text, FORM);
	if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
		throw badRequest(`The 'resultColumns' parameter must be ${FORM}, got ${text.slice(0, 200)}`);
	}
	const columns = new Map<string, ReadonlySet<string>>();
	for (const [named, fields] of Object.entries(raw)) {
		const table = kind === 'list' ? (named === LIST_ROOT ? view : undefined) : tableIn(view, named);
		if (!table) {
			throw badRequest(
				kind === 'list'
					? `The 'resultColumns' parameter of a list must contain its fields under '${LIST_ROOT}', got '${named}'`
					: `The 'resultColumns' parameter contains the unknown table '${named}'`,
			);
		}
		const chosen = fieldsOf(table, named, fields);
		const limited = kind === 'list' || (kind === 'record' && table === view) || hasSince(release, '11.0');
		columns.set(table.name, limited ? chosen : new Set(table.byName.keys()));
	}
	return columns.size > 0 ? columns : null;
};
