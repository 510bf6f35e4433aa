/** The query string of a request. `core/wire/query.ts` creates the `Query` parameter. */
import { CORRECT_RELEASE, FEATURES, PARAMETERS, hasSince, type ListNames } from '../catalog';
import { InputError } from '../model/inputError';
import type { DocumentRef } from '../model/documentRef';
import type { ReadSettings, SortBy, SubTableStep, Row } from '../model/terms';
import { listNamesOf, type Site } from '../model/site';
import { omissionParameters } from './omissions';
import { ORDER_KEY, requireSequence } from './path';
import { isRow, isWellFormed } from './values';

/** One query parameter, not yet encoded. */
export type Parameter = readonly [name: string, value: string];

/**
 * The query string; `''` without parameters. The order is fixed: the parameters of the operation (Query, resultColumns, omissions,
 * pageSize, page, sort, validateQueryParameters), then those of the request, then those of the site. Throws {@link InputError} if one of
 * the `required` names is missing, and for names that are equal ignoring case, because servers differ in which one they use.
 */
export const queryString = (
	composed: readonly Parameter[],
	required: readonly string[],
	given: Readonly<Record<string, string>> = {},
	site: Site,
): string => {
	const all: Parameter[] = [...composed, ...Object.entries(given), ...Object.entries(site.extraParameters ?? {})];
	const composedNames = new Set(composed.map(([name]) => name.toLowerCase()));
	const names = new Set<string>();
	for (const [name, value] of all) {
		if (name.trim() === '')
			throw new InputError({ field: 'parameters', message: 'A query parameter has no name', hint: 'Enter a name, or remove it' });
		if (names.has(name.toLowerCase())) {
			throw new InputError({
				field: 'parameters',
				message: composedNames.has(name.toLowerCase())
					? `The '${name}' query parameter is already set by the node`
					: `The '${name}' query parameter is set twice`,
				hint: composedNames.has(name.toLowerCase()) ? "Remove it, and use the node's options instead" : 'Remove one of them',
			});
		}
		if (typeof value !== 'string' || !isWellFormed(value) || !isWellFormed(name))
			throw new InputError({ field: 'parameters', message: `The '${name}' query parameter cannot be sent`, hint: 'Enter text' });
		names.add(name.toLowerCase());
	}
	for (const name of required) {
		const [, given = ''] = all.find(([each]) => each.toLowerCase() === name.toLowerCase()) ?? [];
		if (name === ORDER_KEY) requireSequence(given, `'${name}'`, name);
		if (given === '') {
			throw new InputError({
				field: name,
				message: `The document requires the '${name}' query parameter`,
				hint: `Enter a value for '${name}'`,
			});
		}
	}
	return all.length === 0 ? '' : `?${all.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
};

const withKey = (fields: readonly string[], key: string | undefined): readonly string[] =>
	key === undefined || fields.includes(key) ? fields : [key, ...fields];

/** The `resultColumns` object; undefined for all fields. For a sub-table path, `root` is the sub-table. */
const columnsOf = (settings: ReadSettings, root: { name?: string | undefined; key?: string | undefined }): Row | undefined => {
	const { columns, columnsJson } = settings;
	if (columnsJson !== undefined) {
		if (isRow(columnsJson)) return columnsJson;
		throw new InputError({
			field: 'columnsJson',
			message: "'Fields to Return (JSON)' must be a JSON object",
			hint: 'Enter an object of table names and fields, such as {"jm_job": ["job_no"]}',
		});
	}
	const subTables = Object.entries(columns?.subTables ?? {}).filter(([, fields]) => fields.length > 0);
	const fields = columns?.root ?? [];
	if (fields.length === 0 && subTables.length === 0) return undefined;
	const { name, key } = root;
	if (fields.length > 0 && name === undefined) {
		throw new InputError({
			field: 'document',
			message: "The fields to return cannot be selected because the document's table is not known",
			hint: "Enter its name in 'Table Name or ID'",
		});
	}
	return Object.fromEntries([...(fields.length > 0 && name !== undefined ? [[name, withKey(fields, key)] as const] : []), ...subTables]);
};

const columnsParameter = (columns: Row | undefined): Parameter[] =>
	columns === undefined ? [] : [[PARAMETERS.resultColumns.name, JSON.stringify(columns)]];

/** Parameters of a read by key (specification: GET one record). */
export const readParameters = (
	document: DocumentRef,
	settings: ReadSettings,
	subTables: readonly SubTableStep[],
	site: Site,
): Parameter[] => {
	const last = subTables[subTables.length - 1];
	const columns = columnsOf(settings, last ? { name: last.table } : document.table);
	if (columns !== undefined && last && !hasSince(site.release, FEATURES.subTableColumns)) {
		throw new InputError({
			field: 'columns',
			message: `Selecting the fields of a sub-table requires release ${FEATURES.subTableColumns}, but the site is on ${site.release}`,
			hint: `Read all its fields. ${CORRECT_RELEASE}`,
		});
	}
	return [...columnsParameter(columns), ...omissionParameters(settings, listNamesOf(site))];
};

/** The parameters of a list request that specify which fields to return and which values to omit (specification: GET list). */
export const listParameters = (document: DocumentRef, settings: ReadSettings, names: ListNames): Parameter[] => [
	...columnsParameter(columnsOf(settings, { name: names.records, key: document.table.key })),
	...omissionParameters(settings, names),
];

/**
 * `["job_desc desc","job_no asc"]`: the key is last, so that the order of pages is stable. The parameter is omitted if there is neither a
 * field nor a known key.
 */
export const sortParameter = (document: DocumentRef, sort: readonly SortBy[], names: ListNames): Parameter[] => {
	sort.forEach(({ field }, index) => {
		if (field.trim() === '' || /[\s,"]/.test(field)) {
			throw new InputError({
				field: `sort[${index}].field`,
				message: `Cannot sort by '${field}'`,
				hint: 'Enter the name of one field, such as job_desc',
			});
		}
	});
	const { key } = document.table;
	const all = key === undefined || sort.some(({ field }) => field === key) ? sort : [...sort, { field: key, direction: 'asc' as const }];
	return all.length === 0 ? [] : [[names.sort, JSON.stringify(all.map(({ field, direction }) => `${field} ${direction}`))]];
};
