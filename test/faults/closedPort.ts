import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

export interface ClosedPort {
	readonly origin: string;
	/** The connections from this process that it has refused so far. */
	refused(): number;
	close(): void;
}

const listen = async (port: number, server: Server): Promise<number> => {
	await new Promise<void>((listening, failed) => server.once('error', failed).listen(port, '127.0.0.1', listening));
	return (server.address() as AddressInfo).port;
};

/** A port that refuses N connections and then forwards the following ones to the site. It counts refusals, so no time has to be guessed. */
export const openClosedPort = async (site: string, opensAfter: number): Promise<ClosedPort> => {
	const reserve = createServer();
	const port = await listen(0, reserve);
	await new Promise((closed) => reserve.close(closed));
	const sockets = new Set<Socket>();
	const { port: target } = new URL(site);
	const forwarder = createServer((socket) => {
		const onward = connect(Number(target), '127.0.0.1');
		for (const end of [socket, onward]) sockets.add(end.on('error', () => end.destroy()));
		socket.pipe(onward).pipe(socket);
	});
	let refused = 0;
	const watch = (message: unknown): void => {
		(message as { socket: Socket }).socket.once('error', ({ code, port: where }: Error & { code?: string; port?: number }) => {
			if (code !== 'ECONNREFUSED' || where !== port) return;
			refused += 1;
			if (refused === opensAfter) void listen(port, forwarder);
		});
	};
	subscribe('net.client.socket', watch);
	return {
		origin: `http://127.0.0.1:${port}`,
		refused: () => refused,
		close: () => {
			unsubscribe('net.client.socket', watch);
			for (const socket of sockets) socket.destroy();
			forwarder.close();
		},
	};
};
