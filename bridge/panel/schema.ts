import { type ILoadOptionsFunctions } from 'n8n-workflow';

import type { DocumentEntry } from '../../core/catalog';
import { catalogueTable, readDefinition, readYaml, withCatalogue, type DefinedTable } from '../../core/definition';
import { ApiError, type ApiErrorKind } from '../../core/http/apiError';
import type { Answer } from '../../core/model/port';
import { attempt } from '../../core/wire/attempt';
import { unexpectedFormat } from '../../core/wire/decode';
import { resolveAddress } from '../site/baseUrl';
import { connect, type Connection } from '../site/connection';
import { TtlCache } from './ttlCache';
import { createSiteClient } from '../site/siteClient';

/** Somebody is waiting in front of the panel; the site makes a definition when it is asked for. */
const TIME_OUT = 30_000;
/** Bytes: many times the largest that is known, and read within seconds. */
const LARGEST_DEFINITION = 16 * 1024 * 1024;

/** What sites answer that have no definitions, or not for this user. */
const NO_DEFINITION: readonly ApiErrorKind[] = ['forbidden', 'notFound', 'refused'];

const definitions = new TtlCache(Date.now);

/** What a document holds, and how that is known. */
export interface SiteTable {
	/** Undefined where neither the site nor the catalogue says. */
	readonly table?: DefinedTable;
	/** Why the definition of the site is not it, in plain words. */
	readonly notice?: string;
	/** The site took the sign-in and gave no definition: its lists may be there all the same. */
	readonly isReached?: boolean;
}

/** The document as its addresses name it: `JmJob`, or `JmJobList` for what a query can name. */
export interface SchemaOf {
	readonly name: string;
	readonly entry?: DocumentEntry;
}

/** A new node is shown before n8n selects a credential for it. */
export const hasCredential = (context: ILoadOptionsFunctions): boolean => Object.keys(context.getNode().credentials ?? {}).length > 0;

/**
 * The fields of a document from the site's own definition (public material: OpenAPI definition), with what the catalogue
 * knows of them. Never throws: where the definition is out of reach, the catalogue stands in for it, with a notice.
 */
export const siteTable = async (context: ILoadOptionsFunctions, { name, entry }: SchemaOf): Promise<SiteTable> => {
	if (!hasCredential(context)) return knownTable(entry, 'choose a credential');
	try {
		const connection = await connect(context);
		const defined = await definitions.get(
			`${whoseView(context, connection)} ${name}`,
			async () => await readFrom(context, connection, name),
		);
		return { table: entry ? withCatalogue(defined, entry.table, entry.alternateKeys) : defined };
	} catch (error) {
		const reason = error instanceof ApiError ? `${error.message} (${error.facts})` : error instanceof Error ? error.message : String(error);
		return { ...knownTable(entry, reason), isReached: error instanceof ApiError && NO_DEFINITION.includes(error.kind) };
	}
};

/** What the catalogue knows of a document, and why it stands in for the definition of the site. */
export const knownTable = (entry: DocumentEntry | undefined, notice: string): SiteTable => ({
	...(entry ? { table: catalogueTable(entry.table, entry.alternateKeys) } : {}),
	notice,
});

/**
 * Who looks at what, as a name for what was read: two users of a site can see different definitions and records, and so does one in two
 * divisions. A user name says who it is; with one OAuth 2 client many people can sign in, each with a credential of their own.
 */
export const whoseView = (context: ILoadOptionsFunctions, { type, baseUrl, definitionPattern, divisionCode, data }: Connection): string =>
	JSON.stringify([
		type,
		baseUrl,
		definitionPattern,
		divisionCode,
		data.username ?? [data.clientId, context.getNode().credentials?.[type]?.id],
	]);

const readFrom = async (context: ILoadOptionsFunctions, connection: Connection, document: string): Promise<DefinedTable> => {
	const address = resolveAddress(definitionAddress(connection, document), connection.baseUrl);
	const settings = { timeout: TIME_OUT, maxAttempts: 2, largestAnswer: LARGEST_DEFINITION };
	const client = createSiteClient(context, connection, settings, { ...connection, baseUrl: '' });
	return await client.send({ method: 'GET', path: address, headers: {}, effect: 'read' }, (answer) => {
		const table = readDefinition(bodyOf(answer), document);
		if (table === undefined) throw unexpectedFormat(answer);
		return table;
	});
};

const definitionAddress = ({ baseUrl, definitionPattern }: Connection, document: string): string => {
	const database = /\/database\/([^/]+)$/i.exec(baseUrl)?.[1] ?? '';
	// Functions, since a dollar sign in a replacement means something else.
	return definitionPattern.replace(/\{database\}/gi, () => database).replace(/\{document\}/gi, () => encodeURIComponent(document));
};

/** JSON comes parsed; YAML, the only form before release 11.1, and JSON under another type come as text. */
const bodyOf = (answer: Answer): unknown => {
	const { body } = answer;
	if (typeof body !== 'string') return body;
	const read = attempt((): unknown => (/^\s*\{/.test(body) ? JSON.parse(body) : readYaml(body)));
	if ('value' in read) return read.value;
	throw unexpectedFormat(answer);
};
