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

/** The preferred port if nothing listens there, otherwise a free one that the system chooses. */
export async function freePort(preferred = 0): Promise<number> {
	const port = (await probe(preferred)) ?? (await probe(0));
	if (port === null) throw new Error(`No free port on ${loopback}.`);
	return port;
}
