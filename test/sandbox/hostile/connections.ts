/** Raw connections to a sandbox, for requests that no HTTP client sends. */
import net from 'node:net';
import { type SandboxProcess, startSandbox } from '../../../workshop/sandboxProcess';
import { DEMO } from '../shell/wire';

export const BASE = '/api/v2/database/DEMO';
export const SIGNED_IN = `Host: sandbox.test\r\nAuthorization: ${DEMO.Authorization}`;
/** Long enough that the sandbox reads a normal request in time even if the processor is busy with other tests. */
export const CLIENT_TIMEOUT_SECONDS = 4;
/** A connection that is still open after this time was not closed. */
const MAX_MS = 30_000;

export let sandbox: SandboxProcess;
/** Starts a sandbox for the tests of a block. */
export const withSandbox = (...args: string[]): void => {
	beforeAll(async () => {
		sandbox = await startSandbox({ args });
	});
	afterAll(async () => await sandbox.stop());
};

/** The bytes received on a connection until the sandbox closed it. */
export interface RawResponse {
	readonly text: string;
	readonly broken: string;
}

/** Sends raw text on a connection. If `every` is set, also sends that text every 100 ms until the connection ends. */
export const sendRaw = async (words: string, { every, listens = true }: { every?: string; listens?: boolean } = {}): Promise<RawResponse> =>
	await new Promise((resolve) => {
		let [text, broken] = ['', ''];
		const socket = net.connect(Number(new URL(sandbox.url).port), '127.0.0.1', () => socket.write(words));
		const dripping = every === undefined ? undefined : setInterval(() => socket.write(every), 100);
		const late = setTimeout(() => {
			broken = 'LATE';
			socket.destroy();
		}, MAX_MS);
		const take = (): void => void socket.on('data', (piece) => (text += piece.toString('latin1')));
		// A socket notices the end of the connection only while it reads. A client that ignores the response therefore also starts to read, but
		// only after the time by which the sandbox must have closed the connection.
		const listening = setTimeout(take, listens ? 0 : CLIENT_TIMEOUT_SECONDS * 4000);
		socket.on('error', (thrown: NodeJS.ErrnoException) => (broken ||= thrown.code ?? thrown.message));
		socket.on('close', () => {
			clearInterval(dripping);
			clearTimeout(late);
			clearTimeout(listening);
			resolve({ text, broken });
		});
	});

export const statusLines = ({ text }: RawResponse): string[] => text.match(/HTTP\/1\.1 \d+ [^\r]+/g) ?? [];
export const list = (rest = ''): string => `GET ${BASE}/JmPhaseList?Query={}&pageSize=3 HTTP/1.1\r\n${SIGNED_IN}\r\n${rest}\r\n`;
export const post = (headers: string, body: string): string =>
	`POST ${BASE}/JmPhase HTTP/1.1\r\n${SIGNED_IN}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
export const phase = (code: string): string => JSON.stringify({ jm_phase: [{ phase_code: code, phase_desc: 'Created by a test' }] });
