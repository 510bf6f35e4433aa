import { RELEASES, type Release } from './types';

/** Whether `release` is `since` or later, by their positions in {@link RELEASES}. */
export const hasSince = (release: Release, since: Release): boolean => RELEASES.indexOf(release) >= RELEASES.indexOf(since);

/**
 * The end of a hint for anything that the site's release does not have. It names both settings, because the release in the profile applies
 * if 'Release' has its default.
 */
export const CORRECT_RELEASE = "If the site is newer, correct 'Release' or 'Site Profile (JSON)' in the credential";

/**
 * The release that introduced each change, in release order (specification: Versioning). Documents, headers, parameters, operators and
 * save arguments are not listed: their own entries name the release.
 */
export const FEATURES = {
	/** Create or Update (PUT). */
	upsert: '11.0',
	/** Compressed responses. */
	compression: '11.0',
	/** Clearing a date with null. */
	nullDates: '11.0',
	/** Selected columns of sub-tables. */
	subTableColumns: '11.0',
	/** The key of a created contact in the body of the response. */
	contactKeyInBody: '11.0',
	/** Identifiers of created sub-table rows. */
	subTableIdentifiers: '11.1',
	/** The OpenAPI definition as JSON. */
	definitionAsJson: '11.1',
	/** A correct record count after page 1. */
	paginationCount: '11.2',
	/** Sign-in with OAuth 2 or JWT. */
	tokenSignIn: '11.3',
	/** Additional details of custom drop-downs. */
	dropDownDetails: '11.3',
	/** Date-time offsets in created records. */
	postOffsets: '11.3',
	/** Objects for the options of multi-select drop-downs. From a public draft of 11.4; nothing in the nodes depends on it. */
	multiSelectObjects: '11.4',
} as const satisfies Readonly<Record<string, Release>>;
