import { documentByName } from '../../core/catalog';
import { documentRef, type DocumentRef, type Site } from '../../core/operations';

/** A site on the newest release by default. */
export const SITE: Site = { release: '26.1' };

/** The document of a catalog entry. */
export const known = (name: string): DocumentRef => {
	const entry = documentByName(name);
	if (!entry) throw new Error(`The catalog has no entry ${name}`);
	return documentRef(entry);
};
