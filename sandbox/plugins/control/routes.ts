import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, notFound } from '../../documents/httpError';
import { eventRoutes } from '../../events/routes';
import type { EventSender } from '../../events/sender';
import { STORED_TABLES } from '../../storage/tables';
import type { Store } from '../../storage/store';
import type { Clock } from '../clock';
import type { FaultGate } from '../faults/gate';
import { MAX_WAIT_MS, type Rule } from '../faults/rules';
import { DEFAULT_BODY_CHARACTERS, DEFAULT_JOURNAL_SIZE, type Journal } from '../journal/journal';
import { journalView } from '../journal/view';
import { MAX_LIFETIME_SECONDS } from '../lifetimes';
import { API_SCOPE, BROWSER_CLIENT, BROWSER_CLIENT_WITHOUT_PKCE, SERVICE_CLIENT } from '../oauth/clients';
import type { Tokens, TokenKind } from '../tokens';
import { dataRoutes, type Snapshots } from './dataRoutes';
import { GUIDE } from './guide';
import { type ControlAccess, requireLocalClient } from './localClient';

export interface ControlParts {
	readonly database: string;
	readonly store: Store;
	readonly snapshots: Snapshots;
	readonly journal: Journal;
	readonly faults: FaultGate;
	readonly events: EventSender;
	readonly tokens: Tokens;
	readonly clock: Clock;
	readonly userNames: readonly string[];
	readonly controlAccess: ControlAccess;
}

const MAX_ENTRIES = 1_000_000;
const PARTS = ['data', 'journal', 'faults', 'tokens', 'clock', 'events'] as const;

const sentIn = (request: FastifyRequest): Record<string, unknown> | unknown[] => {
	let sent: unknown;
	try {
		sent = JSON.parse(typeof request.body === 'string' && request.body !== '' ? request.body : '{}');
	} catch {
		throw badRequest('The body must be JSON');
	}
	if (sent === null || typeof sent !== 'object') {
		throw badRequest('The body must be a JSON object');
	}
	return sent as Record<string, unknown> | unknown[];
};

const objectIn = (request: FastifyRequest, known: readonly string[]): Record<string, unknown> => {
	const sent = sentIn(request);
	const unknown = Array.isArray(sent) ? '0' : Object.keys(sent).find((name) => !known.includes(name));
	if (unknown !== undefined) {
		throw badRequest(`Unknown property '${unknown}'; use ${known.map((name) => `'${name}'`).join(', ')}`);
	}
	return sent as Record<string, unknown>;
};

/** The whole number in a property or query parameter; `absent` if it is missing. */
const numberIn = <Absent>(
	sent: Record<string, unknown>,
	name: string,
	absent: Absent,
	min: number,
	max = Number.MAX_SAFE_INTEGER,
): number | Absent => {
	const value = sent[name];
	if (value === undefined) {
		return absent;
	}
	const number = typeof value === 'string' && value !== '' ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isInteger(number) || number < min || number > max) {
		throw badRequest(`'${name}' must be a whole number from ${min} to ${max}`);
	}
	return number;
};

const textIn = (query: Record<string, unknown>, name: string): string | undefined => {
	const value = query[name];
	if (value !== undefined && typeof value !== 'string') {
		throw badRequest(`'${name}' can be set only once`);
	}
	return value;
};

const ruleView = ({ id, given, processing, seen, done }: Rule): object => ({ id, ...(given as object), processing, seen, done });

const journalRoutes = (app: FastifyInstance, journal: Journal): void => {
	app.get('/journal', async (request) => {
		const query = request.query as Record<string, unknown>;
		const [document, method, kind, client] = ['document', 'method', 'kind', 'client'].map((name) => textIn(query, name));
		return journalView(journal, {
			document,
			method,
			kind,
			client,
			since: numberIn(query, 'since', 0, 0),
			limit: numberIn(query, 'limit', 1000, 0, MAX_ENTRIES),
		});
	});
	app.put('/journal', async (request) => {
		const sent = objectIn(request, ['size', 'bodyCharacters']);
		const size = numberIn(sent, 'size', journal.size, 1, MAX_ENTRIES);
		journal.bodyCharacters = numberIn(sent, 'bodyCharacters', journal.bodyCharacters, 0);
		journal.resize(size);
		return { size: journal.size, bodyCharacters: journal.bodyCharacters };
	});
	app.delete('/journal', async (_request, reply) => {
		journal.clear();
		return reply.code(204).send();
	});
};

const faultRoutes = (app: FastifyInstance, faults: FaultGate): void => {
	const unknown = (id: string) => notFound(`Unknown fault rule '${id}'`);
	app.get('/faults', async () => faults.list().map(ruleView));
	app.get<{ Params: { id: string } }>('/faults/:id', async ({ params: { id } }) => {
		const rule = faults.list().find((each) => each.id === Number(id));
		if (rule === undefined) throw unknown(id);
		return ruleView(rule);
	});
	app.post('/faults', async (request) => {
		const sent = sentIn(request);
		return faults.add(Array.isArray(sent) ? sent : [sent]).map(ruleView);
	});
	app.delete('/faults', async (_request, reply) => {
		faults.remove();
		return reply.code(204).send();
	});
	app.delete<{ Params: { id: string } }>('/faults/:id', async (request, reply) => {
		if (!faults.remove(Number(request.params.id))) throw unknown(request.params.id);
		return reply.code(204).send();
	});
	app.get('/delay', async () => faults.delay);
	app.put('/delay', async (request) => {
		const sent = objectIn(request, ['ms', 'jitterMs']);
		faults.delay = { ms: numberIn(sent, 'ms', 0, 0, MAX_WAIT_MS), jitterMs: numberIn(sent, 'jitterMs', 0, 0, MAX_WAIT_MS) };
		return faults.delay;
	});
	app.get('/connections', async () => ({ limit: faults.connectionLimit }));
	app.put('/connections', async (request) => {
		const sent = objectIn(request, ['limit']);
		faults.connectionLimit = sent.limit === null ? null : numberIn(sent, 'limit', null, 1);
		return { limit: faults.connectionLimit };
	});
};

const tokenRoutes = (app: FastifyInstance, tokens: Tokens): void => {
	app.get('/tokens', async () => tokens.view());
	app.put('/tokens', async (request) => {
		const sent = objectIn(request, ['jwtSeconds', 'accessSeconds', 'refreshSeconds', 'rotateRefresh']);
		const { lifetimes } = tokens;
		const { rotateRefresh = lifetimes.rotateRefresh } = sent;
		if (typeof rotateRefresh !== 'boolean') {
			throw badRequest("'rotateRefresh' must be true or false");
		}
		Object.assign(lifetimes, {
			jwtSeconds: numberIn(sent, 'jwtSeconds', lifetimes.jwtSeconds, 1, MAX_LIFETIME_SECONDS),
			accessSeconds: numberIn(sent, 'accessSeconds', lifetimes.accessSeconds, 1, MAX_LIFETIME_SECONDS),
			refreshSeconds: numberIn(sent, 'refreshSeconds', lifetimes.refreshSeconds, 1, MAX_LIFETIME_SECONDS),
			rotateRefresh,
		});
		return tokens.view();
	});
	app.delete<{ Querystring: { kind?: string } }>('/tokens', async (request, reply) => {
		const { kind } = request.query;
		if (kind !== undefined && kind !== 'jwt' && kind !== 'access' && kind !== 'refresh') {
			throw badRequest("'kind' must be 'jwt', 'access' or 'refresh'");
		}
		tokens.revoke(kind as TokenKind | undefined);
		return reply.code(204).send();
	});
};

/** The controls under `/_sandbox/`, as {@link GUIDE} lists them. */
export async function controlRoutes(
	app: FastifyInstance,
	{ database, store, snapshots, journal, faults, events, tokens, clock, userNames, controlAccess }: ControlParts,
): Promise<void> {
	requireLocalClient(app, 'The controls', controlAccess);
	app.get('/', async (_request, reply) => reply.type('application/json; charset=utf-8').send(JSON.stringify(GUIDE, undefined, '\t')));
	journalRoutes(app, journal);
	faultRoutes(app, faults);
	tokenRoutes(app, tokens);
	dataRoutes(app, store, snapshots);
	await app.register(eventRoutes, { prefix: '/events', events, release: store.release });

	app.get('/state', async () => ({
		release: store.release,
		database,
		clock: { now: new Date(clock.now()).toISOString(), offsetSeconds: clock.offsetMs / 1000 },
		users: userNames,
		oauth: {
			clients: [SERVICE_CLIENT.id, BROWSER_CLIENT.id, BROWSER_CLIENT_WITHOUT_PKCE.id],
			scope: API_SCOPE,
			accessTokenPath: '/oauth/token',
			authorizationPath: '/oauth/auth',
		},
		records: Object.fromEntries(STORED_TABLES.map(({ name }) => [name, store.get(`SELECT count(*) AS records FROM "${name}"`)?.records])),
	}));
	app.put('/clock', async (request) => {
		const sent = objectIn(request, ['offsetSeconds']);
		clock.offsetMs = numberIn(sent, 'offsetSeconds', 0, -1e9, 1e9) * 1000;
		return { now: new Date(clock.now()).toISOString(), offsetSeconds: clock.offsetMs / 1000 };
	});
	app.post('/reset', async (request, reply) => {
		const { only = PARTS } = objectIn(request, ['only']);
		if (!Array.isArray(only) || !only.every((part) => PARTS.includes(part as never))) {
			throw badRequest(`'only' must be an array of ${PARTS.map((part) => `'${part}'`).join(', ')}`);
		}
		const reset: Readonly<Record<(typeof PARTS)[number], () => void>> = {
			data: () => store.reset(),
			journal: () => {
				journal.clear();
				journal.bodyCharacters = DEFAULT_BODY_CHARACTERS;
				journal.resize(DEFAULT_JOURNAL_SIZE);
			},
			faults: () => faults.clear(),
			tokens: () => tokens.reset(),
			clock: () => {
				clock.offsetMs = 0;
			},
			events: () => events.reset(),
		};
		for (const part of only as (keyof typeof reset)[]) {
			reset[part]();
		}
		return reply.code(204).send();
	});
}
