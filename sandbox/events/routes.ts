import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Release } from '../../core/catalog';
import { badRequest, notFound } from '../documents/httpError';
import { MASK, maskedHeaders } from '../plugins/journal/masking';
import type { EventSender } from './sender';
import { triggerFrom, triggersFrom } from './settings';
import type { EventTrigger } from './trigger';

/** The dependencies of the event controls. */
export interface EventParts {
	readonly events: EventSender;
	readonly release: Release;
}

const jsonIn = (request: FastifyRequest): unknown => {
	try {
		return JSON.parse(typeof request.body === 'string' ? request.body : '');
	} catch {
		throw badRequest('The body must be JSON');
	}
};

/** A trigger with masked secrets. */
const masked = (trigger: EventTrigger): object => {
	const { document, table, adaptor, ...rest } = trigger;
	const { signIn } = adaptor;
	const shown = signIn.type === 'basic' ? { ...signIn, password: MASK } : signIn.type === 'key' ? { ...signIn, key: MASK } : signIn;
	const headers = maskedHeaders(Object.entries(adaptor.headers).flat());
	return { ...rest, document: document.name, table: table.name, adaptor: { ...adaptor, headers, signIn: shown } };
};

/** The controls under `/_sandbox/events`. */
export async function eventRoutes(app: FastifyInstance, { events, release }: EventParts): Promise<void> {
	const view = (): object => ({ triggers: events.list().map(({ trigger, queued }) => ({ ...masked(trigger), queued })) });

	app.get('/', async () => view());
	app.put('/', async (request) => {
		events.set(triggersFrom(jsonIn(request), release));
		return view();
	});
	app.post('/', async (request) => {
		const trigger = triggerFrom(jsonIn(request), release);
		if (events.list().some((known) => known.trigger.name === trigger.name)) {
			throw badRequest(`A trigger '${trigger.name}' already exists; delete it first`);
		}
		events.add(trigger);
		return view();
	});
	app.delete('/', async (_request, reply) => {
		events.set([]);
		return reply.code(204).send();
	});
	app.delete<{ Params: { name: string } }>('/:name', async (request, reply) => {
		if (!events.remove(request.params.name)) {
			throw notFound(`Unknown trigger '${request.params.name}'`);
		}
		return reply.code(204).send();
	});

	app.get<{ Querystring: { trigger?: string; since?: string; limit?: string } }>('/deliveries', async (request) => {
		const { trigger, since = '0', limit = '100' } = request.query;
		if (!/^\d{1,9}$/.test(since) || !/^\d{1,9}$/.test(limit)) {
			throw badRequest("'since' and 'limit' must be whole numbers");
		}
		const matching = events.deliveries.filter(
			(delivery) => delivery.number > Number(since) && (trigger === undefined || delivery.trigger === trigger),
		);
		return { matching: matching.length, deliveries: matching.slice(Math.max(0, matching.length - Number(limit))) };
	});
	app.post<{ Params: { number: string } }>('/deliveries/:number/resend', async (request, reply) => {
		if (!events.resend(Number(request.params.number))) {
			throw notFound(`Delivery '${request.params.number}' or its trigger does not exist`);
		}
		return reply.code(204).send();
	});
	app.delete('/deliveries', async (_request, reply) => {
		events.clearDeliveries();
		return reply.code(204).send();
	});
}
