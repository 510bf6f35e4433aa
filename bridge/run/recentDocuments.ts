/**
 * The names of documents that this process used with 'Any Document', for the list in the editor. When n8n loads such a list, it provides
 * only the parameters of the node, not the workflow with its static data, so the names are stored in memory. A restart therefore clears
 * them. In queue mode, the list contains only the names that were used in the editor.
 */

const MAX_NAMES = 20;
const MAX_SITES = 50;

/** The document names by the base URL of their site, newest last. */
const names = new Map<string, Set<string>>();

/** Makes the name the most recent name of the site. */
export const rememberDocument = (baseUrl: string, name: string): void => {
	const known = names.get(baseUrl) ?? new Set<string>();
	known.delete(name);
	known.add(name);
	if (known.size > MAX_NAMES) known.delete(known.values().next().value as string);
	names.delete(baseUrl);
	names.set(baseUrl, known);
	if (names.size > MAX_SITES) names.delete(names.keys().next().value as string);
};

/** The names of a site, newest first. */
export const recentDocuments = (baseUrl: string): readonly string[] => [...(names.get(baseUrl) ?? [])].reverse();
