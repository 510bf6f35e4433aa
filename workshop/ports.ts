import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** The only address on which the project's programs listen. */
export const loopback = '127.0.0.1';

/** Listens on the port for a moment. Returns the port, or null if the port is in use or not permitted. */
async function probe(port: number): Promise<number | null> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', (cause: NodeJS.ErrnoException) =>
			cause.code === 'EADDRINUSE' || cause.code === 'EACCES' ? resolve(null) : reject(cause),
		);
		server.listen(port, loopback, () => {
			const { port: got } = server.address() as AddressInfo;
			server.close(() => resolve(got));
		});
	});
}

/**
 * The ports that are chosen: below those that operating systems use for outgoing connections. Otherwise, a connection of another program
 * could take the port before the program that it was chosen for listens there. This happened to n8n's task broker on a busy machine.
 */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 31_999;
const MAX_TRIES = 100;

/** The preferred port if nothing listens there, otherwise a free one. */
export async function freePort(preferred?: number): Promise<number> {
	if (preferred !== undefined && (await probe(preferred)) !== null) return preferred;
	for (let tries = 0; tries < MAX_TRIES; tries += 1) {
		const port = await probe(randomInt(LOWEST_PORT, HIGHEST_PORT + 1));
		if (port !== null) return port;
	}
	throw new Error(`No free port on ${loopback}.`);
}
