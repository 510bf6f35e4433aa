import type { FastifyInstance } from 'fastify';
import type { SiteProfile } from '../../core/catalog';
import { exampleRequests, keyOf } from '../clients/requests';
import { badRequest, notFound } from '../documents/httpError';
import { combine } from '../plugins/definition/combined';
import type { Definitions } from '../plugins/definition/definition';
import { asSiteRequest } from '../profile/outgoing';
import type { RecordJson, RecordReader } from '../query/recordReader';
import { type DocumentView, listsOf } from '../storage/tables';
import { explorerDefinition, explorerPage, EXPLORER_POLICY } from './explorer';
import { explorerAsset } from './explorerAssets';
import { EXPLORER_SCRIPT } from './explorerScript';
import { CONSOLE_HEADERS, page } from './layout';

export interface ExplorerParts {
	readonly definitions: Definitions;
	readonly documents: readonly DocumentView[];
	readonly records: RecordReader;
	readonly profile: SiteProfile | undefined;
	/** The password is undefined if it was set on the command line. */
	readonly shownSignIn: { readonly user: string; readonly password: string | undefined };
}

/** Swagger UI itself changes only with the sandbox version. */
const ASSET_CACHE = 'private, max-age=3600';
const FIRST_DOCUMENT = 'JmWorkOrder';

/** The explorer under `/console/explorer`. It uses the files of the npm package `swagger-ui-dist`. */
export const explorerRoutes = (app: FastifyInstance, { definitions, documents, records, profile, shownSignIn }: ExplorerParts): void => {
	const chosen = (query: unknown): { view: DocumentView; key: string } => {
		const { document = FIRST_DOCUMENT, key = '' } = query as Readonly<Record<string, string | string[] | undefined>>;
		if (typeof document !== 'string' || typeof key !== 'string') {
			throw badRequest("'document' and 'key' can be set only once");
		}
		const view = documents.find(({ name }) => name.toLowerCase() === document.toLowerCase());
		if (view === undefined) {
			throw notFound(`Unknown document '${document}'`);
		}
		return { view, key };
	};
	/**
	 * The record with this key, or the last record if there is no key. The first record can be the parent of other records, and a parent
	 * accepts fewer changes.
	 */
	const shownRecord = (document: DocumentView, key: string): RecordJson | undefined => {
		const record =
			key === ''
				? records.list({ document, field: '', value: '', sort: `${document.root.key} desc`, page: 1 }).records[0]
				: records.one(document, key);
		if (key !== '' && record === undefined) {
			throw notFound(`Alternate key not found: ${document.root.key}=${key}`);
		}
		return record;
	};
	app.get('/console/explorer', async (request, reply) => {
		const { view, key } = chosen(request.query);
		const content = explorerPage(documents, { document: view.name, key }, shownSignIn);
		return reply
			.headers({ ...CONSOLE_HEADERS, 'content-security-policy': `${CONSOLE_HEADERS['content-security-policy']}; ${EXPLORER_POLICY}` })
			.send(page('Explorer', '/console/explorer', content));
	});
	app.get('/console/explorer/definition.json', async (request) => {
		const { view, key } = chosen(request.query);
		const record = shownRecord(view, key);
		const values = { unique: String(Date.now() % 1_000_000), ...(record ? { key: keyOf(record, view), record } : { key: '' }) };
		const requests = exampleRequests(view, definitions.release, records, values).map((each) => asSiteRequest(each, view.name, profile));
		const own = combine(definitions, [view.name, ...listsOf(view)], profile);
		return explorerDefinition({ ...own, info: definitions.of(view.name)?.info }, requests);
	});
	app.get('/console/explorer.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(EXPLORER_SCRIPT));
	app.get<{ Params: { file: string } }>('/console/explorer/:file', async (request, reply) => {
		const asset = explorerAsset(request.params.file);
		if (asset === undefined) {
			throw notFound(`The explorer has no file '${request.params.file}'`);
		}
		return reply.type(asset.type).header('cache-control', ASSET_CACHE).send(asset.content);
	});
};
