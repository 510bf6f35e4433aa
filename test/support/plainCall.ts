import type { SandboxProcess } from '../../workshop/sandboxProcess';

/** The sign-in of the sandbox's default user. */
export const DEMO_USER = `Basic ${Buffer.from('demo:demo').toString('base64')}`;

/**
 * Sends a plain HTTP request to a sandbox, without the nodes. Returns the JSON of the response, or an empty object if the response has no
 * body. Throws if the request is refused.
 */
export const plainCall = async (
	{ apiUrl }: SandboxProcess,
	method: string,
	address: string,
	body?: unknown,
	headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> => {
	const response = await fetch(`${apiUrl}${address}`, {
		method,
		headers: { Authorization: DEMO_USER, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${method} ${address} returned ${response.status}: ${text}`);
	return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
};
