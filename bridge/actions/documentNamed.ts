import { documentByName, type DocumentEntry } from '../../core/catalog';

/** The entry of a document that a node is made for: without it the node could not even be loaded. */
export const documentNamed = (name: string): DocumentEntry => {
	const entry = documentByName(name);
	if (entry === undefined) throw new Error(`There is no entry for ${name}`);
	return entry;
};
