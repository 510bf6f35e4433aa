import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteProfile } from '../../core/catalog';
import { notFound, HttpError } from '../documents/httpError';
import { type ControlAccess, requireLocalClient } from '../plugins/control/localClient';
import type { Definitions } from '../plugins/definition/definition';
import { refuseOtherMethods } from '../plugins/otherMethods';
import type { Journal } from '../plugins/journal/journal';
import type { EntryView, JournalView } from '../plugins/journal/view';
import { asSiteRequest } from '../profile/outgoing';
import { type RecordJson, RecordReader } from '../query/recordReader';
import { postmanCollection } from '../clients/postman';
import { snippets } from '../clients/snippets';
import { type ExampleRequest, exampleRequests } from '../clients/requests';
import type { Store } from '../storage/store';
import { type DocumentView, documentViews } from '../storage/tables';
import { requestOf } from './actions';
import { clientsPage } from './clients';
import { documentList, recordList, recordPage } from './documents';
import { saveRecord } from './edit';
import { explorerRoutes } from './explorerRoutes';
import { type EventsData, eventsPage } from './events';
import { type FaultsData, faultsPage } from './faults';
import { html, type Html, Html as Markup } from './html';
import { importRoute } from './importRoute';
import { entryPage, journalPage } from './journal';
import { CONSOLE_HEADERS, page, type PageAddress } from './layout';
import { overview, type OverviewData } from './overview';
import { SCRIPT } from './script';
import { type StateData, statePage } from './state';
import { JournalStream } from './stream';
import { STYLE } from './style';

export interface ConsoleParts {
	readonly store: Store;
	readonly journal: Journal;
	readonly apiPath: string;
	readonly user: string;
	/** Undefined if the password was set on the command line. */
	readonly password: string | undefined;
	/** The sign-in with which the console changes records. */
	readonly signIn: { readonly user: string; readonly password: string };
	readonly controlAccess: ControlAccess;
	readonly definitions: Definitions;
	/** How the site differs from public material. */
	readonly profile: SiteProfile | undefined;
}

const HISTORY = 20;
const JOURNAL_LINES = 200;

type Query = Readonly<Record<string, string | undefined>>;
const queryOf = (request: FastifyRequest): Query => request.query as Query;

/** Reads and changes the sandbox through its controls, so that the same checks apply. */
const controlsOf =
	(app: FastifyInstance) =>
	async <Result>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', address: string, body?: unknown): Promise<Result> => {
		const response = await app.inject({
			method,
			url: `/_sandbox/${address}`,
			headers: { host: 'localhost', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
			...(body === undefined ? {} : { payload: JSON.stringify(body) }),
		});
		if (response.statusCode >= 400) {
			throw new ControlError(response.statusCode, (JSON.parse(response.body) as { error: string }).error);
		}
		return (response.body === '' ? undefined : JSON.parse(response.body)) as Result;
	};

/** An error from the controls. Its message is already escaped. */
class ControlError extends HttpError {}

const show = (reply: FastifyReply, title: string, current: PageAddress, content: Html): FastifyReply =>
	reply.headers(CONSOLE_HEADERS).send(page(title, current, content));

/** The console, at `/` and `/console/`. It has the same guard as the controls. */
export async function consoleRoutes(app: FastifyInstance, parts: ConsoleParts): Promise<void> {
	const { store, journal, apiPath, user, password, signIn, controlAccess, definitions, profile } = parts;
	const { release } = store;
	const control = controlsOf(app);
	const records = new RecordReader(store);
	const stream = new JournalStream(app, journal);
	const documents = documentViews(release).filter(({ entry }) => entry.kind !== 'attachments' && entry.kind !== 'list');
	requireLocalClient(app, 'The console pages', controlAccess);
	await app.register(formbody);
	app.setErrorHandler((thrown: Error, _request, reply) => {
		if (!(thrown instanceof HttpError)) {
			throw thrown;
		}
		const message = thrown instanceof ControlError ? new Markup(thrown.message) : thrown.message;
		return show(reply.code(thrown.status), 'Error', '/', html`<p class="bad" role="alert">${message}</p>`);
	});

	const documentNamed = (name: string): DocumentView => {
		const document = documents.find((each) => each.name.toLowerCase() === name.toLowerCase());
		if (!document) {
			throw notFound(`Unknown document '${name}'`);
		}
		return document;
	};

	app.get('/', async (request, reply) => {
		const state = await control<{ records: OverviewData['records']; clock: { now: string } }>('GET', 'state');
		const data = {
			origin: `http://${request.host}`,
			apiPath,
			profile,
			release,
			user,
			password,
			records: state.records,
			now: state.clock.now,
		};
		return show(reply, 'Overview', '/', overview(data));
	});
	refuseOtherMethods(app, '/', ['GET']);
	app.get('/console', async (_request, reply) => reply.redirect('/'));
	app.get('/console/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
	app.get('/console/script.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(SCRIPT));

	app.get('/console/documents', async (_request, reply) =>
		show(
			reply,
			'Documents',
			'/console/documents',
			documentList(documents.map((document) => ({ document, count: records.count(document) }))),
		),
	);
	app.get<{ Params: { name: string } }>('/console/documents/:name', async (request, reply) => {
		const document = documentNamed(request.params.name);
		const { field = '', value = '', sort, sortField = '', direction = 'asc', page: at = '1' } = queryOf(request);
		const query = {
			document,
			field,
			value,
			sort: sort ?? (sortField === '' ? '' : `${sortField} ${direction}`),
			page: Math.max(1, Math.trunc(Number(at)) || 1),
		};
		const { count, records: found } = records.list(query);
		return show(reply, `${document.name}: ${document.entry.labelPlural}`, '/console/documents', recordList(query, count, found));
	});
	const recordOf = (document: DocumentView, key: string): RecordJson => {
		const record = records.one(document, key);
		if (!record) {
			throw notFound(`Alternate key not found: ${document.root.key}=${key}`);
		}
		return record;
	};
	const showRecord = async (reply: FastifyReply, document: DocumentView, key: string, error?: string): Promise<FastifyReply> => {
		const record = recordOf(document, key);
		const { entries } = await control<JournalView>('GET', 'journal?limit=100000');
		const history = entries.filter((entry) => concerns(entry, document, key)).slice(-HISTORY);
		return show(reply, `${document.name} ${key}`, '/console/documents', recordPage(document, record, history, error));
	};
	app.get<{ Params: { name: string; key: string } }>('/console/documents/:name/:key', async (request, reply) =>
		showRecord(reply, documentNamed(request.params.name), request.params.key),
	);
	app.post<{ Params: { name: string; key: string } }>('/console/documents/:name/:key', async (request, reply) => {
		const document = documentNamed(request.params.name);
		const { key } = request.params;
		const form = (request.body ?? {}) as Record<string, string>;
		const error = await saveRecord(app, { apiPath, profile, ...signIn }, document, recordOf(document, key), form);
		return error === undefined
			? reply.redirect(`/console/documents/${document.name}/${encodeURIComponent(key)}`, 303)
			: showRecord(reply.code(400), document, key, error);
	});

	await importRoute(app, async (data) => await control('PUT', 'data', data), '/console/state');
	explorerRoutes(app, { definitions, documents, records, profile, shownSignIn: { user, password } });

	app.get('/console/clients', async (request, reply) => {
		const origin = `http://${request.host}`;
		const order = exampleRequests(documentNamed('JmWorkOrder'), release, records, { key: '', unique: '' }).find(
			({ method }) => method === 'POST',
		) as ExampleRequest;
		const { path, body = {} } = asSiteRequest(order, 'JmWorkOrder', profile);
		const examples = snippets({ url: `${origin}${apiPath}${path}`, user, password: password ?? '<password>', body });
		return show(reply, 'Use it from your own client', '/console/clients', clientsPage({ origin, apiPath }, examples));
	});
	app.get('/console/postman.json', async (request, reply) =>
		reply.header('content-disposition', 'attachment; filename="media-operations-sandbox.postman_collection.json"').send(
			postmanCollection({
				documents: documentViews(release).filter(({ entry }) => entry.kind !== 'attachments'),
				release,
				reader: records,
				origin: `http://${request.host}`,
				apiPath,
				user,
				password,
				profile,
			}),
		),
	);

	app.get('/console/journal', async (request, reply) => {
		const { document = '', method = '', client = '' } = queryOf(request);
		const filter = Object.entries({ document, method, client }).filter(([, value]) => value !== '');
		const view = await control<JournalView>(
			'GET',
			`journal?${new URLSearchParams([...filter, ['limit', String(JOURNAL_LINES)]]).toString()}`,
		);
		return show(reply, 'Journal', '/console/journal', journalPage({ document, method, client }, view.entries, view.matching));
	});
	app.get('/console/journal/stream', async (request, reply) => {
		const { document, method, client } = queryOf(request);
		stream.open(reply, { document, method, client, since: 0 });
		return reply;
	});
	app.get<{ Params: { seq: string } }>('/console/journal/:seq', async (request, reply) => {
		const seq = Number(request.params.seq);
		const { entries } = await control<JournalView>('GET', `journal?since=${Math.max(0, Math.trunc(seq - 1) || 0)}&limit=1000000`);
		const entry = entries.find((each) => each.seq === seq);
		if (!entry) {
			throw notFound(`The journal has no request ${request.params.seq}`);
		}
		return show(reply, `Request ${seq}`, '/console/journal', entryPage(entry));
	});

	app.get('/console/faults', async (_request, reply) => {
		const data: FaultsData = {
			rules: await control('GET', 'faults'),
			delay: await control('GET', 'delay'),
			connections: await control('GET', 'connections'),
		};
		return show(reply, 'Faults', '/console/faults', faultsPage(data));
	});
	app.get('/console/events', async (_request, reply) => {
		const { triggers } = await control<Pick<EventsData, 'triggers'>>('GET', 'events');
		const { deliveries } = await control<Pick<EventsData, 'deliveries'>>('GET', 'events/deliveries');
		return show(reply, 'Events', '/console/events', eventsPage({ triggers, deliveries }));
	});
	app.get('/console/state', async (_request, reply) => {
		const { clock } = await control<Pick<StateData, 'clock'>>('GET', 'state');
		const data: StateData = { release, clock, snapshots: await control('GET', 'snapshots'), tokens: await control('GET', 'tokens') };
		return show(reply, 'State', '/console/state', statePage(data));
	});
	app.post<{ Params: { name: string } }>('/console/actions/:name', async (request, reply) => {
		const { method, address, body, back } = requestOf(request.params.name, (request.body ?? {}) as Record<string, string>);
		await control(method, address, body);
		return reply.redirect(back, 303);
	});
}

/** Whether a request read or changed a record. */
const concerns = ({ path, decisions }: EntryView, { name, root }: DocumentView, key: string): boolean => {
	const address = `/${name}/${root.key}=${encodeURIComponent(key)}`.toLowerCase();
	const requested = path.toLowerCase();
	return (
		requested.endsWith(address) || requested.includes(`${address}/`) || decisions.some((decision) => decision.endsWith(` ${name} ${key}`))
	);
};
