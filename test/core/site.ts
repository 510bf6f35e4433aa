import { documentByName } from '../../core/catalog';
import { documentRef, type DocumentRef, type Site } from '../../core/operations';

/** A site on the newest release, where the tests say nothing else. */
export const SITE: Site = { release: '26.1' };

/** The document of a catalogue entry. */
export const known = (name: string): DocumentRef => {
	const entry = documentByName(name);
	if (!entry) throw new Error(`There is no entry for ${name}`);
	return documentRef(entry);
};
