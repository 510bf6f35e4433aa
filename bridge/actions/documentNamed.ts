import { documentByName, type DocumentEntry } from '../../core/catalog';

/** The catalog entry of a document that a node requires. Throws when the node is loaded if the catalog has no such document. */
export const documentNamed = (name: string): DocumentEntry => {
	const entry = documentByName(name);
	if (entry === undefined) throw new Error(`There is no entry for ${name}`);
	return entry;
};
