/**
 * Finds the rows that cover a name from the specification. A name is matched against a row's requests and responses; a sentence
 * is matched against the row's `shows`.
 */
import { HEADERS, type HeaderEntry } from '../../core/catalog';
import type { Any, Containing, Exchange, Having, Request, Row, RowGroup } from '../../test/interface/row';
import type { SpecificationName } from '../../test/interface/specificationNames';

const headers: readonly HeaderEntry[] = Object.values(HEADERS);
const RESPONDED: ReadonlySet<string> = new Set(headers.filter(({ direction }) => direction === 'response').map(({ name }) => name));

export interface ProvingRow {
	readonly row: Row;
	readonly file: string;
}

export const allRows = (groups: readonly RowGroup[]): ProvingRow[] =>
	groups.flatMap(({ file, rows }) => rows.map((row) => ({ row, file })));

/** The document of an address; undefined if the address is not part of the API. */
const documentOf = ({ path }: Request): string | undefined => {
	const [place = ''] = path.replace(/^\/\/API\/v2\/database\/DEMO\/spec/, '').split('?');
	return place.startsWith('//') ? undefined : place.split('/')[1]?.replace(/\.json$/, '');
};

const parametersOf = ({ path }: Request): URLSearchParams => new URLSearchParams(path.split('?')[1] ?? '');
const header = ({ headers }: Request, wanted: string): string | undefined =>
	Object.entries(headers).find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1];
const argumentsOf = (request: Request): Record<string, string> =>
	JSON.parse(header(request, 'SaveArgument') ?? '{}') as Record<string, string>;

const isWord = (text: string, word: string): boolean =>
	new RegExp(`(?<![\\w$|-])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w|-])`).test(text);

/** The names of properties at any depth of a response. */
const propertiesIn = (value: unknown): string[] => {
	if (Array.isArray(value)) return value.flatMap(propertiesIn);
	if (typeof value !== 'object' || value === null) return [];
	const { properties = value } = value as Having | Any | Containing as { properties?: object };
	return Object.entries(properties).flatMap(([name, inner]) => [name, ...propertiesIn(inner)]);
};

const bodyOf = ({ body }: Request): string => (typeof body === 'string' ? body : '');

const test: Readonly<Record<SpecificationName['kind'], (name: SpecificationName, exchange: Exchange, row: Row) => boolean>> = {
	document: ({ name }, { request }) => documentOf(request) === name,
	table: (name, exchange) => mentions(name, exchange),
	field: (name, exchange) => mentions(name, exchange),
	operator: ({ name }, { request }) => isWord(parametersOf(request).get('Query') ?? '', name),
	header: ({ name, value }, { request, response }) =>
		RESPONDED.has(name)
			? (response.headers?.[name.toLowerCase()] ?? null) !== null
			: Object.hasOwn(request.headers, name) && (value === undefined || request.headers[name]!.includes(value)),
	contentType: ({ name }, { request }) => header(request, 'Content-Type')?.split(';')[0] === name,
	parameter: ({ name, value }, { request }) =>
		parametersOf(request).has(name) && (value === undefined || parametersOf(request).get(name) === value),
	rowAction: ({ name }, { request }) => isWord(header(request, 'rowAction') ?? '', name),
	operation: ({ name }, { request }) => request.method === 'PATCH' && bodyOf(request).startsWith('[') && isWord(bodyOf(request), name),
	envelope: ({ name }, { response }) => propertiesIn(response.body).includes(name),
	saveArgument: ({ name, of, value }, { request }) => {
		const given = argumentsOf(request);
		return (
			Object.hasOwn(given, name) &&
			(value === undefined || given[name] === value) &&
			(of === undefined || of.includes(documentOf(request) ?? ''))
		);
	},
	status: ({ name }, { response }) => String(response.status) === name,
	sentence: ({ name }, _exchange, { shows = [] }) => shows.includes(name),
};

/** Whether the name occurs in the address, query or body of a request to a document in `of`, or in the response. */
const mentions = ({ name, of = [] }: SpecificationName, { request, response }: Exchange): boolean =>
	of.includes(documentOf(request) ?? '') &&
	(isWord(decodeURIComponent(request.path.split('?')[0]!), name) ||
		[...parametersOf(request).values(), bodyOf(request)].some((text) => isWord(text, name)) ||
		propertiesIn(response.body).includes(name));

const NO_EXCHANGE: Exchange = { request: { method: '', path: '//', headers: {} }, response: { status: 0, body: '' } };

/** The rows that cover a name, in order. If the node rejects the input, a row has no requests and can cover only a sentence. */
export const provedBy = (name: SpecificationName, rows: readonly ProvingRow[]): ProvingRow[] =>
	rows.filter(({ row }) =>
		row.exchanges.length === 0
			? name.kind === 'sentence' && test.sentence(name, NO_EXCHANGE, row)
			: row.exchanges.some((exchange) => test[name.kind](name, exchange, row)),
	);
