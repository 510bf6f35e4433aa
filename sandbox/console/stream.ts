import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Journal, JournalEntry } from '../plugins/journal/journal';
import { entryView, type JournalFilter, matches } from '../plugins/journal/view';
import { entryRow } from './journal';

/** Sends each completed request, as a Server-Sent Event, to every open journal page whose filter it matches. */
export class JournalStream {
	private readonly replies = new Set<FastifyReply>();

	constructor(
		app: FastifyInstance,
		private readonly journal: Journal,
	) {
		// An open stream would delay the sandbox's shutdown.
		app.addHook('preClose', async () => this.replies.forEach((reply) => reply.raw.end()));
	}

	open(reply: FastifyReply, filter: Omit<JournalFilter, 'limit'>): void {
		reply.hijack();
		reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
		reply.raw.write('retry: 1000\n\n');
		const send = (entry: JournalEntry): void => {
			if (matches(filter, entry)) {
				reply.raw.write(`data: ${entryRow(entryView(entry)).markup.replace(/\s*\n\s*/g, ' ')}\n\n`);
			}
		};
		this.replies.add(reply);
		this.journal.completed.on('entry', send);
		reply.raw.once('close', () => {
			this.replies.delete(reply);
			this.journal.completed.off('entry', send);
		});
	}
}
