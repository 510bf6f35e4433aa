import { hasSince, type Release } from '../../core/catalog';
import type { Adaptor } from './trigger';

/** The result of one request: a response, or the reason why there is none. */
export type Outcome = { readonly status: number; readonly body: string } | { readonly error: string };

/** The maximum number of characters to read from a response. */
const MAX_RESPONSE = 65_536;

/** Statuses that a gateway sends if the receiver is unavailable, so they do not count as responses from the receiver. */
const GATEWAY = new Set([502, 503, 504]);

/** Whether the receiver responded, with any status except those of a gateway. */
export const hasResponse = (outcome: Outcome): outcome is Extract<Outcome, { status: number }> =>
	'status' in outcome && !GATEWAY.has(outcome.status);

const headersOf = ({ format, headers, signIn }: Adaptor, release: Release): Headers => {
	const sent = new Headers({ 'Content-Type': format === 'json' ? 'application/json; charset=utf-8' : 'application/xml; charset=utf-8' });
	for (const [name, value] of Object.entries(headers)) {
		// A custom Content-Type requires 11.1 (public material).
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
	return name === 'TimeoutError' ? `no response within ${timeoutMs} ms` : (cause?.code ?? cause?.message ?? message);
};

const readText = async (response: Response): Promise<string> => {
	const decoder = new TextDecoder();
	let text = '';
	for await (const piece of response.body ?? []) {
		text += decoder.decode(piece as Uint8Array, { stream: true });
		if (text.length > MAX_RESPONSE) {
			break;
		}
	}
	return text.slice(0, MAX_RESPONSE);
};

/** Sends a body once. Errors of the receiver or the network are returned, not thrown. Redirects are not followed. */
export const attempt = async (adaptor: Adaptor, url: string, body: string, release: Release, stopped: AbortSignal): Promise<Outcome> => {
	const { method, timeoutMs } = adaptor;
	try {
		const signal = timeoutMs > 0 ? AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]) : stopped;
		const response = await fetch(url, { method, headers: headersOf(adaptor, release), body, redirect: 'manual', signal });
		return { status: response.status, body: await readText(response) };
	} catch (thrown) {
		return { error: reasonOf(thrown, timeoutMs) };
	}
};
