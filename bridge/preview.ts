import type { WireRequest } from '../core/http/port';
import type { ItemWork } from './runItems';

/** Shows the requests instead of sending them: address, headers and body as they would go out, without the sign-in. */
export const previewOf = (requests: readonly WireRequest[], baseUrl: string): ItemWork => ({
	changes: false,
	async *run() {
		yield requests.map(({ method, path, headers, body }) => ({ preview: true, method, url: `${baseUrl}${path}`, headers: { ...headers }, body: typeof body === 'string' ? readable(body) : (body?.parts.map(({ fileName, contentType, size }) => ({ fileName, contentType, size })) ?? null) }));
	},
});

const readable = (body: string): unknown => {
	try {
		return JSON.parse(body);
	} catch {
		return body;
	}
};
