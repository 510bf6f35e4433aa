import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

export interface ClosedPort {
	readonly origin: string;
	/** The number of connections from this process that the port has refused so far. */
	refused(): number;
	close(): void;
}

const listen = async (port: number, server: Server): Promise<number> => {
	await new Promise<void>((listening, failed) => server.once('error', failed).listen(port, '127.0.0.1', listening));
	return (server.address() as AddressInfo).port;
};

interface Forwarder {
	readonly server: Server;
	close(): void;
}

/** Forwards every connection to the site, byte for byte. */
const forwarderTo = (site: string): Forwarder => {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		const onward = connect(Number(new URL(site).port), '127.0.0.1');
		for (const end of [socket, onward]) sockets.add(end.on('error', () => end.destroy()));
		socket.pipe(onward).pipe(socket);
	});
	return {
		server,
		close: () => {
			for (const socket of sockets) socket.destroy();
			server.close();
		},
	};
};

/** Another port of the site. To the nodes, it is another site with its own pauses and its own rate. */
export const openPort = async (site: string): Promise<{ readonly origin: string; close(): void }> => {
	const { server, close } = forwarderTo(site);
	return { origin: `http://127.0.0.1:${await listen(0, server)}`, close };
};

/** Counts a refused connection, by port. */
const counters = new Map<number, () => void>();

/** Listens once to each new connection of this process, regardless of how many ports count refusals. */
const watch = (message: unknown): void => {
	(message as { socket: Socket }).socket.once('error', ({ code, port }: Error & { code?: string; port?: number }) => {
		if (code === 'ECONNREFUSED' && port !== undefined) counters.get(port)?.();
	});
};

/**
 * Holds a port that refuses connections: the local port of a connection, on which nothing listens. The system gives a port in use to no
 * other server. It could give away a port that is only free.
 */
const holdPort = async (): Promise<{ readonly port: number; release(): void }> => {
	const server = createServer();
	const held = connect({ port: await listen(0, server), host: '127.0.0.1', localAddress: '127.0.0.1' });
	await once(held, 'connect');
	server.close();
	return { port: held.localPort!, release: () => held.destroy() };
};

/**
 * A port that refuses `opensAfter` connections, and then forwards all others to the site. It opens after a number of refusals and not
 * after a delay, because a test could only guess the delay.
 */
export const openClosedPort = async (site: string, opensAfter: number): Promise<ClosedPort> => {
	const { port, release } = await holdPort();
	const forwarder = forwarderTo(site);
	let refused = 0;
	if (counters.size === 0) subscribe('net.client.socket', watch);
	counters.set(port, () => {
		refused += 1;
		if (refused !== opensAfter) return;
		release();
		void listen(port, forwarder.server);
	});
	return {
		origin: `http://127.0.0.1:${port}`,
		refused: () => refused,
		close: () => {
			counters.delete(port);
			if (counters.size === 0) unsubscribe('net.client.socket', watch);
			release();
			forwarder.close();
		},
	};
};
