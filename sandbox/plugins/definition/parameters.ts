import {
	CONTENT_TYPES,
	hasSince,
	HEADERS,
	type HeaderEntry,
	OPERATORS,
	type ParameterEntry,
	PARAMETERS,
	type Release,
	SAVE_ARGUMENTS,
	type SaveArgument,
} from '../../../core/catalog';
import type { SiteChoices } from '../../choices';
import { documentsOf } from '../../documents/saveArguments';
import type { OmissionName } from '../../omissions';
import type { DocumentView, TableView } from '../../storage/tables';
import type { Part } from './schemas';

const header = ({ name, description }: HeaderEntry, more: Part = {}): Part => ({
	name,
	in: 'header',
	required: false,
	description,
	schema: { type: 'string' },
	...more,
});
const query = ({ name, description }: ParameterEntry, schema: Part = { type: 'string' }): Part => ({
	name,
	in: 'query',
	required: false,
	description,
	schema,
});

/** A JSON parameter; OpenAPI uses `content` instead of `schema` for it. */
const jsonQuery = ({ name, description }: ParameterEntry, schema: Part, required = false): Part => ({
	name,
	in: 'query',
	required,
	description,
	content: { [CONTENT_TYPES.json]: { schema } },
});

const since = <Entry extends { readonly since: Release }>(entries: readonly Entry[], release: Release): readonly Entry[] =>
	entries.filter((entry) => hasSince(release, entry.since));

/** Headers that every request supports. */
export const commonHeaders = (release: Release): Part[] =>
	since([HEADERS.divisionCode, HEADERS.timeZone], release).map((entry) => header(entry));

/** The query parameter or header that makes this site omit values. */
const omission = ({ in: place, name, values }: OmissionName, { description }: ParameterEntry): Part => ({
	name,
	in: place,
	required: false,
	description,
	schema: { type: 'string', enum: values },
});

/** Parameters that select the contents of a response. */
export const responseParameters = ({ omissions }: SiteChoices): Part[] => [
	jsonQuery(PARAMETERS.resultColumns, { type: 'object', additionalProperties: true }),
	omission(omissions.omitNulls, PARAMETERS.nullValueHandling),
	omission(omissions.omitAlternateKeys, PARAMETERS.alternateKeyHandling),
];

/** The key in the address of a record or row. */
export const keyParameter = (view: TableView): Part => ({
	name: view.key,
	in: 'path',
	required: true,
	description: view.alternateKeys.length === 0 ? view.label : `${view.label}; the URL can use ${view.alternateKeys.join(' or ')} instead`,
	schema: { type: view.byName.get(view.key)?.type === 'integer' ? 'integer' : 'string' },
	...(view.alternateKeys.length === 0 ? {} : { 'x-alternate-keys': view.alternateKeys }),
});

const operators = (release: Release): string[] => [
	...new Set(since(OPERATORS, release).flatMap(({ wire }) => (wire === null ? [] : [wire]))),
];

/** The conditions of a list, by field. */
export const queryParameter = (view: TableView, release: Release): Part => ({
	...jsonQuery(
		PARAMETERS.query,
		{
			type: 'object',
			properties: Object.fromEntries(
				view.fields.map(({ name, label }) => [name, { title: label, description: 'A value, or an object with an operator' }]),
			),
		},
		true,
	),
	'x-operators': operators(release),
});

/** The parameters of a list request: pages, sorting, and whether conditions on unknown fields are rejected. */
export const listParameters = (): Part[] => [
	query(PARAMETERS.pageSize, { type: 'integer', minimum: 1 }),
	query(PARAMETERS.page, { type: 'integer', minimum: 1 }),
	jsonQuery(PARAMETERS.sort, { type: 'array', items: { type: 'string' } }),
	query(PARAMETERS.validateQueryParameters, { type: 'string', enum: ['true', 'false'] }),
];

/**
 * Required parameters of records and their rows; lists have none. Before 11.2 the definition did not contain them (specification:
 * Versioning).
 */
export const requiredParameters = ({ entry }: DocumentView, release: Release): Part[] =>
	hasSince(release, '11.2')
		? (entry.requiredParameters ?? []).map((name) => ({ name, in: 'query', required: true, schema: { type: 'string' } }))
		: [];

/** The SaveArgument header, if the document supports save arguments (specification: Save arguments). */
export function saveArgumentHeader({ name }: DocumentView, release: Release, choices: SiteChoices): Part[] {
	const known = since(SAVE_ARGUMENTS as readonly SaveArgument[], release).filter((argument) =>
		documentsOf(argument, choices).includes(name),
	);
	if (known.length === 0) {
		return [];
	}
	return [
		header(HEADERS.saveArgument, {
			'x-save-arguments': known.map(({ name: key, value, choices, description }) => ({
				name: key,
				value,
				description,
				...(choices ? { choices } : {}),
			})),
		}),
	];
}

/** The header of a PUT that clears sub-tables (specification: Upsert). */
export const rowActionHeader = (): Part => header(HEADERS.rowAction);

/** The header with the number of matching records. */
export const countHeader = (): Part => ({ [HEADERS.count.name]: { description: HEADERS.count.description, schema: { type: 'integer' } } });
/** The header with the address of a created record, on the releases that send it. */
export const locationHeader = (): Part => ({
	[HEADERS.location.name]: { description: HEADERS.location.description, schema: { type: 'string' } },
});
