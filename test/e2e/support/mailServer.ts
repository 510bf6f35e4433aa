import net from 'node:net';
import type { AddressInfo } from 'node:net';

/** A mail server on this machine that accepts every message, without sign-in. */
export interface MailServer {
	readonly port: number;
	/** The text of each message, decoded, oldest first. */
	readonly messages: string[];
	close(): Promise<void>;
}

/** Decodes quoted-printable, the encoding in which n8n sends HTML. */
const decoded = (text: string): string =>
	text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

export async function startMailServer(): Promise<MailServer> {
	const messages: string[] = [];
	const server = net.createServer((socket) => {
		let pending = '';
		let isMessage = false;
		const say = (line: string) => socket.write(`${line}\r\n`);
		const respond = (line: string): void => {
			if (/^DATA/i.test(line)) {
				isMessage = true;
				say('354 end with a dot');
			} else if (/^QUIT/i.test(line)) {
				say('221 bye');
				socket.end();
			} else say('250 ok');
		};
		socket.on('error', () => undefined);
		socket.on('data', (piece: Buffer) => {
			pending += piece.toString('latin1');
			for (;;) {
				const ending = isMessage ? '\r\n.\r\n' : '\r\n';
				const at = pending.indexOf(ending);
				if (at < 0) return;
				const line = pending.slice(0, at);
				pending = pending.slice(at + ending.length);
				if (!isMessage) {
					respond(line);
					continue;
				}
				isMessage = false;
				messages.push(decoded(line));
				say('250 stored');
			}
		});
		say('220 mail');
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		port: (server.address() as AddressInfo).port,
		messages,
		close: async () => await new Promise((resolve) => server.close(() => resolve())),
	};
}
