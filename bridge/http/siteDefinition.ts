import { readDefinition, readYaml, type DefinedTable } from '../../core/definition';
import type { CancelSignal, SiteResponse } from '../../core/model/port';
import type { Site } from '../../core/model/site';
import { attempt } from '../../core/wire/attempt';
import { unexpectedFormat } from '../../core/wire/decode';
import { withSiteOptions } from '../../core/wire/siteOptions';
import { DEFINITION_BYTES } from '../settings';
import { definitionUrl } from '../site/baseUrl';
import type { Connection, NodeContext } from '../site/connection';
import { createSiteClient } from './siteClient';

/** The timeout in milliseconds: short, because a user is waiting, but long enough for the site to generate a definition. */
const TIMEOUT = 30_000;

/** A JSON body is already parsed. A YAML body (the only format before release 11.1) is text, and so is JSON with another content type. */
const bodyOf = (response: SiteResponse): unknown => {
	const { body } = response;
	if (typeof body !== 'string') return body;
	const read = attempt((): unknown => (/^\s*\{/.test(body) ? JSON.parse(body) : readYaml(body)));
	if ('value' in read) return read.value;
	throw unexpectedFormat(response);
};

/** Which definition to read. */
export interface DefinitionOf {
	/** The URL of the definitions, with a placeholder for the document. */
	readonly definitionPattern: string;
	/** The name in the path: `JmJob`, or `JmJobList` for the fields of a query. */
	readonly document: string;
	readonly site: Pick<Site, 'extraHeaders' | 'extraParameters'>;
	readonly signal?: CancelSignal;
}

/** The table of a document in the site's definition (public material: OpenAPI definition). Throws `ApiError`. */
export const readSiteDefinition = async (
	context: NodeContext,
	connection: Connection,
	{ definitionPattern, document, site: { extraHeaders, extraParameters }, signal }: DefinitionOf,
): Promise<DefinedTable> => {
	const address = definitionUrl(definitionPattern, connection.baseUrl, document);
	const settings = { timeout: TIMEOUT, maxAttempts: 2, largestResponse: DEFINITION_BYTES, ...(signal ? { signal } : {}) };
	const client = createSiteClient(context, connection, settings, { ...connection, baseUrl: '' });
	const request = withSiteOptions({ method: 'GET', path: address, headers: {}, effect: 'read' }, { extraHeaders, extraParameters });
	return await client.send(request, (response) => {
		const table = readDefinition(bodyOf(response), document);
		if (table === undefined) throw unexpectedFormat(response);
		return table;
	});
};
