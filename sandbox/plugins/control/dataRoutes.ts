import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, notFound } from '../../documents/httpError';
import { readStateExport } from '../../storage/stateExport';
import type { Store, StoreSnapshot } from '../../storage/store';

interface NamedSnapshot {
	readonly savedAt: string;
	readonly content: StoreSnapshot;
}

type Named = FastifyRequest<{ Params: { name: string } }>;

/** Named snapshots of the records, in memory: they are lost when the process ends. */
export class Snapshots {
	private readonly byName = new Map<string, NamedSnapshot>();

	constructor(private readonly store: Store) {}

	/** Saves the records and files as they are now; a snapshot of the same name is replaced. */
	save(name: string): void {
		const replaced = this.byName.get(name);
		this.byName.set(name, { savedAt: new Date().toISOString(), content: this.store.snapshot() });
		if (replaced) {
			this.store.forget(replaced.content);
		}
	}

	/** Restores a snapshot. Throws 404 for an unknown name. */
	restore(name: string): void {
		this.store.restore(this.named(name).content);
	}

	/** Deletes a snapshot. Throws 404 for an unknown name. */
	remove(name: string): void {
		this.store.forget(this.named(name).content);
		this.byName.delete(name);
	}

	list(): readonly { readonly name: string; readonly savedAt: string; readonly rows: number }[] {
		return [...this.byName].map(([name, { savedAt, content }]) => ({ name, savedAt, rows: content.rows }));
	}

	private named(name: string): NamedSnapshot {
		const found = this.byName.get(name);
		if (!found) {
			throw notFound(`Unknown snapshot '${name}'`);
		}
		return found;
	}
}

const jsonIn = (request: FastifyRequest): unknown => {
	try {
		return JSON.parse(request.body as string);
	} catch {
		throw badRequest('The body must be JSON');
	}
};

/** `data`: export and import of all records as JSON. `snapshots`: save and restore by name. */
export const dataRoutes = (app: FastifyInstance, store: Store, snapshots: Snapshots): void => {
	app.get('/data', async () => store.export());
	app.put('/data', async (request, reply) => {
		store.import(readStateExport(jsonIn(request)));
		return reply.code(204).send();
	});
	app.get('/snapshots', async () => snapshots.list());
	app.put('/snapshots/:name', async (request: Named, reply) => {
		snapshots.save(request.params.name);
		return reply.code(204).send();
	});
	app.post('/snapshots/:name/restore', async (request: Named, reply) => {
		snapshots.restore(request.params.name);
		return reply.code(204).send();
	});
	app.delete('/snapshots/:name', async (request: Named, reply) => {
		snapshots.remove(request.params.name);
		return reply.code(204).send();
	});
};
