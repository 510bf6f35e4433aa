/** How a read asks the site to omit nulls and alternate keys: by query parameters or by headers (specification: Common request rules). */
import { HEADER_PREFIX, PARAMETERS, type ListNames } from '../catalog';
import type { ReadSettings } from '../model/terms';
import { headerProblem } from './headers';

/**
 * The read settings whose names differ between sites. They can be query parameters or headers: the specification mentions headers but does
 * not name them.
 */
export const OMISSIONS = ['omitNulls', 'omitAlternateKeys'] as const;

interface Omission {
	readonly in: 'parameter' | 'header';
	readonly name: string;
	readonly value: string;
}

const DEFAULT_VALUE = 'ignore';

/** Reads `name`, `header:Name` or `header:Name=value`. */
const omissionOf = (text: string): Omission => {
	if (!text.startsWith(HEADER_PREFIX)) return { in: 'parameter', name: text, value: DEFAULT_VALUE };
	const [name = '', ...value] = text.slice(HEADER_PREFIX.length).split('=');
	return { in: 'header', name, value: value.length === 0 ? DEFAULT_VALUE : value.join('=') };
};

const requested = (settings: ReadSettings, names: ListNames, place: Omission['in']): (readonly [name: string, value: string])[] =>
	OMISSIONS.filter((omission) => settings[omission])
		.map((omission) => omissionOf(names[omission]))
		.filter((omission) => omission.in === place)
		.map(({ name, value }) => [name, value] as const);

/** The query parameters for the omissions in `settings`. */
export const omissionParameters = (settings: ReadSettings, names: ListNames): (readonly [name: string, value: string])[] =>
	requested(settings, names, 'parameter');

/** The headers for the omissions in `settings`. */
export const omissionHeaders = (settings: ReadSettings, names: ListNames): Readonly<Record<string, string>> =>
	Object.fromEntries(requested(settings, names, 'header'));

/** Why an omission cannot be sent as a header; undefined if it can, or if it is a query parameter. */
export const omissionProblem = (text: string): string | undefined => {
	const omission = omissionOf(text);
	return omission.in === 'header' ? headerProblem(omission.name, omission.value) : undefined;
};

/** The first header or query parameter whose name occurs twice, ignoring case; undefined if all names differ. */
export const duplicateName = (names: ListNames): string | undefined => {
	const omissions = OMISSIONS.map((omission) => omissionOf(names[omission]));
	const parameters = [
		PARAMETERS.query.name,
		PARAMETERS.resultColumns.name,
		PARAMETERS.validateQueryParameters.name,
		names.pageSize,
		names.page,
		names.sort,
	];
	const all = [...parameters.map((name) => ({ in: 'parameter', name })), ...omissions];
	const shared = all.find(
		(each, index) => all.findIndex((other) => other.in === each.in && other.name.toLowerCase() === each.name.toLowerCase()) < index,
	);
	return shared && `'${shared.name}' ${shared.in === 'header' ? 'header' : 'query parameter'}`;
};
