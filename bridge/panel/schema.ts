import { type ILoadOptionsFunctions } from 'n8n-workflow';

import type { DocumentEntry } from '../../core/catalog';
import { catalogTable, withCatalog, type DefinedTable } from '../../core/definition';
import { ApiError, type ApiErrorKind } from '../../core/http/apiError';
import { ANY_DOCUMENT } from '../properties/panelResources';
import { rememberDocument } from '../run/recentDocuments';
import { connect, type Connection } from '../site/connection';
import { panelDocument, panelText } from './panelDocument';
import { panelSite } from './panelSite';
import { TtlCache } from './ttlCache';
import { readSiteDefinition } from '../http/siteDefinition';

/** The errors of a site that has no definitions, or none for this user. */
const NO_DEFINITION: readonly ApiErrorKind[] = ['forbidden', 'notFound', 'refused'];

const definitions = new TtlCache(Date.now);

/** The table of a document, and its source. */
export interface SiteTable {
	/** The table; undefined if neither the site nor the catalog describes the document. */
	readonly table?: DefinedTable;
	/** Why the site's definition was not used. */
	readonly notice?: string;
	/** Whether the site has no definition for this user. Its lists may still be available. */
	readonly isReached?: boolean;
}

/** A document, identified by the name in its request path: `JmJob`, or `JmJobList` for the fields of a query. */
export interface SchemaOf {
	readonly name: string;
	readonly entry?: DocumentEntry | undefined;
}

/** Whether n8n has selected a credential. n8n opens a new node before it selects one. */
export const hasCredential = (context: ILoadOptionsFunctions): boolean => Object.keys(context.getNode().credentials ?? {}).length > 0;

/**
 * The fields of a document from the site's definition (public material: OpenAPI definition), with labels, look-ups and required
 * flags added from the catalog. Never throws: if the definition cannot be read, it returns the catalog's table with a notice.
 */
export const siteTable = async (context: ILoadOptionsFunctions, { name, entry }: SchemaOf): Promise<SiteTable> => {
	if (!hasCredential(context)) return knownTable(entry, 'No credential is chosen');
	try {
		const connection = await connect(context);
		const { definitionPattern } = connection;
		if (definitionPattern === null)
			return { ...knownTable(entry, 'The site profile states that the site has no definitions'), isReached: true };
		const defined = await definitions.get(
			`${cacheScope(context, connection)} ${name}`,
			async () =>
				await readSiteDefinition(context, connection, { definitionPattern, document: name, site: panelSite(context, connection) }),
		);
		if (isAnyDocument(context, name)) rememberDocument(connection.baseUrl, name);
		return { table: entry ? withCatalog(defined, entry.table, entry.alternateKeys) : defined };
	} catch (error) {
		const reason = error instanceof ApiError ? `${error.message} (${error.facts})` : error instanceof Error ? error.message : String(error);
		return { ...knownTable(entry, reason), isReached: error instanceof ApiError && NO_DEFINITION.includes(error.kind) };
	}
};

/** Whether the user entered this name with 'Any Document'. {@link siteTable} is also called with the names of its list and look-ups. */
const isAnyDocument = (context: ILoadOptionsFunctions, name: string): boolean =>
	panelText(context, 'resource') === ANY_DOCUMENT && panelDocument(context)?.ref.name === name;

/** The catalog's table, and the reason why the site's definition is not used. */
export const knownTable = (entry: DocumentEntry | undefined, notice: string): SiteTable => ({
	...(entry ? { table: catalogTable(entry.table, entry.alternateKeys) } : {}),
	notice,
});

/**
 * A cache key for the site, the user and the request options: two users, or one user in two divisions, can see different definitions and
 * records. Several people can sign in with one OAuth 2 client, each with a separate credential, so the key contains the ID of the
 * credential.
 */
export const cacheScope = (context: ILoadOptionsFunctions, connection: Connection): string => {
	const { baseUrl, data, definitionPattern, type } = connection;
	const { divisionCode, extraHeaders, extraParameters } = panelSite(context, connection);
	return JSON.stringify([
		type,
		baseUrl,
		definitionPattern,
		divisionCode,
		extraHeaders,
		extraParameters,
		data.username ?? [data.clientId, context.getNode().credentials?.[type]?.id],
	]);
};
