import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** The only address on which the project's programs listen. */
export const loopback = '127.0.0.1';

/** Listens on the port for a moment. Returns whether that was possible: the port can be in use or not permitted. */
async function isFree(port: number): Promise<boolean> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', (cause: NodeJS.ErrnoException) =>
			cause.code === 'EADDRINUSE' || cause.code === 'EACCES' ? resolve(false) : reject(cause),
		);
		server.listen(port, loopback, () => server.close(() => resolve(true)));
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
	if (preferred !== undefined && (await isFree(preferred))) return preferred;
	for (let tries = 0; tries < MAX_TRIES; tries += 1) {
		const port = randomInt(LOWEST_PORT, HIGHEST_PORT + 1);
		if (await isFree(port)) return port;
	}
	throw new Error(`No free port on ${loopback}.`);
}
