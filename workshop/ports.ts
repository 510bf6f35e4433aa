import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** The only interface anything here listens on. */
export const loopback = '127.0.0.1';

/** Listens for a moment; the port it got, or null when that port is taken. */
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

/** The preferred port when nothing listens there, else a free one that the system chooses. */
export async function freePort(preferred = 0): Promise<number> {
	const port = (await probe(preferred)) ?? (await probe(0));
	if (port === null) throw new Error(`No free port is to be had on ${loopback}.`);
	return port;
}
