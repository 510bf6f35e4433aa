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
const query = ({ name, description }: ParameterEntry, schema: Part = { type: 'string' }, required = false): Part => ({
	name,
	in: 'query',
	required,
	description,
	schema,
});

/** JSON in a parameter: OpenAPI writes it as content, not as schema. */
const jsonQuery = ({ name, description }: ParameterEntry, schema: Part, required = false): Part => ({
	name,
	in: 'query',
	required,
	description,
	content: { [CONTENT_TYPES.json]: { schema } },
});

const since = <Entry extends { readonly since: Release }>(entries: readonly Entry[], release: Release): readonly Entry[] =>
	entries.filter((entry) => hasSince(release, entry.since));

/** Headers that every call takes. */
export const commonHeaders = (release: Release): Part[] =>
	since([HEADERS.divisionCode, HEADERS.timeZone], release).map((entry) => header(entry));

/** How a call omits something on this site: a query parameter or a header. */
const omission = ({ in: place, name, values }: OmissionName, { description }: ParameterEntry): Part => ({
	name,
	in: place,
	required: false,
	description,
	schema: { type: 'string', enum: values },
});

/** Parameters that choose what an answer holds. */
export const answerParameters = ({ omissions }: SiteChoices): Part[] => [
	jsonQuery(PARAMETERS.resultColumns, { type: 'object', additionalProperties: true }),
	omission(omissions.omitNulls, PARAMETERS.nullValueHandling),
	omission(omissions.omitAlternateKeys, PARAMETERS.alternateKeyHandling),
];

/** The key in the address of a record or row. */
export const keyParameter = (view: TableView): Part => ({
	name: view.key,
	in: 'path',
	required: true,
	description:
		view.alternateKeys.length === 0 ? view.label : `${view.label}; the address can name ${view.alternateKeys.join(' or ')} instead`,
	schema: { type: view.byName.get(view.key)?.type === 'integer' ? 'integer' : 'string' },
	...(view.alternateKeys.length === 0 ? {} : { 'x-alternate-keys': view.alternateKeys }),
});

const operators = (release: Release): string[] => [
	...new Set(since(OPERATORS, release).flatMap(({ wire }) => (wire === null ? [] : [wire]))),
];

/** The conditions of a list, by field: a plain value or an object of one operator. */
export const queryParameter = (view: TableView, release: Release): Part => ({
	...jsonQuery(
		PARAMETERS.query,
		{
			type: 'object',
			properties: Object.fromEntries(
				view.fields.map(({ name, label }) => [name, { title: label, description: 'A value, or an object of an operator' }]),
			),
		},
		true,
	),
	'x-operators': operators(release),
});

/** Parameters that cut a list into pages, put it in order, and say whether unknown conditions are refused. */
export const listParameters = (): Part[] => [
	query(PARAMETERS.pageSize, { type: 'integer', minimum: 1 }),
	query(PARAMETERS.page, { type: 'integer', minimum: 1 }),
	jsonQuery(PARAMETERS.sort, { type: 'array', items: { type: 'string' } }),
	query(PARAMETERS.validateQueryParameters, { type: 'string', enum: ['true', 'false'] }),
];

/** Parameters without which a record or its rows are not answered (a list needs none); before 11.2 the definition did not list them (specification: Versioning). */
export const requiredParameters = ({ entry }: DocumentView, release: Release): Part[] =>
	hasSince(release, '11.2')
		? (entry.requiredParameters ?? []).map((name) => ({ name, in: 'query', required: true, schema: { type: 'string' } }))
		: [];

/** The SaveArgument header, where the document has functions to trigger (specification: Save arguments). */
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

/** The page count of a list answer. */
export const countHeader = (): Part => ({ [HEADERS.count.name]: { description: HEADERS.count.description, schema: { type: 'integer' } } });
/** Where a create put the record, on the releases that say so. */
export const locationHeader = (): Part => ({
	[HEADERS.location.name]: { description: HEADERS.location.description, schema: { type: 'string' } },
});
