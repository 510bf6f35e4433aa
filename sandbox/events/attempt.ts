import { hasSince, type Release } from '../../core/catalog';
import type { Adaptor } from './trigger';

/** How one request ended: with an answer, or with the reason why none came. */
export type Outcome = { readonly status: number; readonly body: string } | { readonly noAnswer: string };

/** Characters of an answer that are read. */
const MOST_ANSWER = 65_536;

/** Those of a gateway in front of a receiver that is away: no answer of the receiver. */
const GATEWAY = new Set([502, 503, 504]);

/** Whether the receiver answered, whatever it said. */
export const hasAnswered = (outcome: Outcome): outcome is Extract<Outcome, { status: number }> =>
	'status' in outcome && !GATEWAY.has(outcome.status);

const headersOf = ({ format, headers, signIn }: Adaptor, release: Release): Headers => {
	const sent = new Headers({ 'Content-Type': format === 'json' ? 'application/json; charset=utf-8' : 'application/xml; charset=utf-8' });
	for (const [name, value] of Object.entries(headers)) {
		// A Content-Type of one's own came with 11.1 (public material).
		if (name.toLowerCase() !== 'content-type' || hasSince(release, '11.1')) {
			sent.set(name, value);
		}
	}
	if (signIn.type === 'basic') {
		sent.set('Authorization', `Basic ${Buffer.from(`${signIn.user}:${signIn.password}`, 'utf8').toString('base64')}`);
	} else if (signIn.type === 'key') {
		sent.set(signIn.header, signIn.key);
	}
	return sent;
};

const reasonOf = (thrown: unknown, timeoutMs: number): string => {
	const { name, message, cause } = thrown as Error & { cause?: NodeJS.ErrnoException };
	return name === 'TimeoutError' ? `no answer within ${timeoutMs} ms` : (cause?.code ?? cause?.message ?? message);
};

const readText = async (answer: Response): Promise<string> => {
	const decoder = new TextDecoder();
	let text = '';
	for await (const piece of answer.body ?? []) {
		text += decoder.decode(piece as Uint8Array, { stream: true });
		if (text.length > MOST_ANSWER) {
			break;
		}
	}
	return text.slice(0, MOST_ANSWER);
};

/** Sends one body once. Never throws for what the receiver or the network does; redirects are answers. */
export const attempt = async (adaptor: Adaptor, url: string, body: string, release: Release, stopped: AbortSignal): Promise<Outcome> => {
	const { method, timeoutMs } = adaptor;
	try {
		const signal = timeoutMs > 0 ? AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]) : stopped;
		const answer = await fetch(url, { method, headers: headersOf(adaptor, release), body, redirect: 'manual', signal });
		return { status: answer.status, body: await readText(answer) };
	} catch (thrown) {
		return { noAnswer: reasonOf(thrown, timeoutMs) };
	}
};
