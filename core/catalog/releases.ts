import { RELEASES, type Release } from './types';

/** Whether `release` is `since` or later. Compared by position in {@link RELEASES}, since 26.1 follows 11.4. */
export const hasSince = (release: Release, since: Release): boolean => RELEASES.indexOf(release) >= RELEASES.indexOf(since);

/** A change between releases other than a document, header, parameter, operator or save argument (specification: Versioning). */
export interface Feature {
	readonly name: string;
	readonly since: Release;
	readonly label: string;
}

/** In the order of their releases. */
export const FEATURES = [
	{ name: 'upsert', since: '11.0', label: 'Create or Update (PUT)' },
	{ name: 'compression', since: '11.0', label: 'compressed answers' },
	{ name: 'nullDates', since: '11.0', label: 'clearing a date with null' },
	{ name: 'subTableColumns', since: '11.0', label: 'selected columns of sub-tables' },
	{ name: 'contactKeyInBody', since: '11.0', label: 'the key of a created contact in the body of the answer' },
	{ name: 'subTableIdentifiers', since: '11.1', label: 'identifiers of created sub-table rows' },
	{ name: 'definitionAsJson', since: '11.1', label: 'the OpenAPI definition as JSON' },
	{ name: 'paginationCount', since: '11.2', label: 'a correct record count after page 1' },
	{ name: 'tokenSignIn', since: '11.3', label: 'sign-in with OAuth 2 or JWT' },
	{ name: 'dropDownDetails', since: '11.3', label: 'additional details of custom drop-downs' },
	{ name: 'postOffsets', since: '11.3', label: 'date-time offsets in created records' },
	// From a public draft of 11.4; nothing in the nodes depends on it.
	{ name: 'multiSelectObjects', since: '11.4', label: 'objects for the options of multi-select drop-downs' },
] as const satisfies readonly Feature[];
