import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasSince, type Release, type Verb } from '../../core/catalog';
import type { SiteChoices } from '../choices';
import { Pages } from '../query/pages';
import type { Store } from '../storage/store';
import { type DocumentView, documentViews, listsOf } from '../storage/tables';
import { type Address, readAddress } from './address';
import { acceptFormUnderJson } from './attachmentForm';
import { respondAttachments } from './attachments';
import { type Call, readCall } from './call';
import { KNOWN_TYPES } from '../plugins/bodies';
import { ENTRY } from '../plugins/journal/journal';
import type { Envelope } from './envelope';
import { type DocumentResponse, readList, readRecord, readSubTable } from './read';
import { allowedMethods, verbOf } from './methods';
import { badRequest, unsupportedMediaType } from './httpError';
import { deleteRecord } from './remove';
import { upsertRecord } from './upsert';
import { changeList, changeRecord, changeRow, createRecords } from './write';
import './user';

export interface DocumentRouteOptions {
	readonly store: Store;
	readonly release: Release;
	readonly choices: SiteChoices;
}

const MAX_FIELD_BYTES = 16_384;

const checkRest = ({ rest, document }: Address): void => {
	if (rest.length > 0) {
		throw badRequest(`'${rest.join('/')}' in the URL is not a sub-table of ${document.name}`);
	}
};

/** Only attachments accept form-data. Without this check, the error message would report a missing body. */
const checkForm = (request: FastifyRequest, address: Address): void => {
	if (request.isMultipart()) {
		throw unsupportedMediaType(`${address.name} does not accept bodies of the Content-Type 'multipart/form-data'. ${KNOWN_TYPES}`);
	}
};

const checkRequired = ({ address, parameters }: Call): void => {
	for (const name of address.isList ? [] : (address.document.entry.requiredParameters ?? [])) {
		if (!parameters.has(name as 'wo_no_seq')) {
			throw badRequest(`${address.document.name} requires the '${name}' parameter`);
		}
	}
};

const sendJson = (reply: FastifyReply, { body, headers }: DocumentResponse): FastifyReply =>
	reply.headers(headers).type('application/json; charset=utf-8').send(body);

/**
 * Since 11.0, the body contains the identifiers of created records. Before 11.0, there is no body, and `Location` names the first record.
 */
const sendCreated = (reply: FastifyReply, call: Call, path: string, envelope: Envelope): FastifyReply => {
	if (hasSince(call.release, '11.0')) {
		return reply.send(envelope);
	}
	const { root } = call.address.document;
	const { records } = envelope[root.name] as { records: Record<string, string | number>[] };
	const key = encodeURIComponent(String(records[0]?.[root.key]));
	return reply
		.code(204)
		.header('Location', `${path.replace(/\/+$/, '')}/${root.key}=${key}`)
		.send();
};

const respond = (call: Call, verb: Verb, method: string, path: string, reply: FastifyReply): FastifyReply => {
	const isBelow = call.address.below.length > 0;
	if (call.rowAction !== undefined && verb !== 'upsert') {
		throw badRequest("The 'rowAction' header is only for PUT");
	}
	switch (verb) {
		case 'get':
			return sendJson(reply, isBelow ? readSubTable(call) : readRecord(call));
		case 'list':
			return sendJson(reply, readList(call));
		case 'create':
			return sendCreated(reply, call, path, createRecords(call));
		case 'upsert':
			return reply.send(upsertRecord(call));
		case 'updateMany':
			changeList(call);
			return reply.code(204).send();
		case 'delete':
			deleteRecord(call);
			return reply.code(204).send();
		case 'update': {
			const envelope = method === 'DELETE' ? deleteRecord(call) : isBelow ? changeRow(call) : changeRecord(call);
			return envelope ? reply.send(envelope) : reply.code(204).send();
		}
	}
};

/**
 * Routes for all documents, under `/api/v2/database/:database`. Requires `request.user` and bodies as strings. Throws an
 * `HttpError` for invalid requests.
 */
export async function documentRoutes(app: FastifyInstance, { store, release, choices }: DocumentRouteOptions): Promise<void> {
	// Files are streamed to disk without a limit. All other fields are kept in memory, so their size is limited.
	await app.register(multipart, {
		limits: { fileSize: Number.MAX_SAFE_INTEGER, fieldSize: MAX_FIELD_BYTES, files: 10_000, parts: 20_000 },
	});
	app.addHook('preParsing', async (request, _reply, body) => await acceptFormUnderJson(request, body as Readable));
	const pages = new Pages(store);
	const documents = new Map<string, { document: DocumentView; isList: boolean }>();
	for (const document of documentViews(release)) {
		documents.set(document.name.toLowerCase(), { document, isList: false });
		for (const list of listsOf(document)) {
			documents.set(list.toLowerCase(), { document, isList: true });
		}
	}
	const handle = (request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
		const url = request.raw.url as string;
		const mark = url.indexOf('?');
		const path = mark < 0 ? url : url.slice(0, mark);
		const address = readAddress(path, documents);
		const isAttachments = address.document.entry.kind === 'attachments';
		if (!isAttachments) {
			checkRest(address);
			checkForm(request, address);
		}
		if (request.method === 'OPTIONS') {
			return reply.code(204).header('Allow', allowedMethods(address, release).join(', ')).send();
		}
		const call = readCall(request, address, mark < 0 ? '' : url.slice(mark + 1), {
			store,
			pages,
			release,
			choices,
			decisions: request.raw[ENTRY]?.decisions ?? [],
		});
		if (isAttachments) {
			return respondAttachments(call, request, reply);
		}
		const verb = verbOf(address, request.method, release);
		checkRequired(call);
		return respond(call, verb, request.method, path, reply);
	};
	for (const url of ['/*', '/']) {
		app.route({
			method: app.supportedMethods,
			url,
			exposeHeadRoute: false,
			handler: (request, reply) => handle(request, reply),
		});
	}
}
