/** Calls the site over plain HTTP with Basic authentication, without the nodes, to see what it stored regardless of what was reported. */
export type Json = Record<string, unknown>;

export interface PlainSite {
	/** The JSON of a valid response; an empty object if it has no body. */
	call(method: string, address: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Json>;
	/** The body of a successful response to GET as text, whatever its content type. */
	text(address: string): Promise<string>;
	has(address: string): Promise<boolean>;
	/** How many records of a list match. */
	count(list: string, query: Json): Promise<number>;
	/** All records of a list that match. */
	list(list: string, query: Json): Promise<Json[]>;
}

const AUTHORIZATION = `Basic ${Buffer.from('demo:demo').toString('base64')}`;
/** The maximum number of attempts while the site restarts, and the pause (ms) between them. */
const RETRIES = 100;
const PAUSE = 100;

const responseOf = async (url: string, init: RequestInit): Promise<Response> => {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await fetch(url, init);
		} catch (cause) {
			// Only reads are retried: a second write would invalidate the comparison.
			if (init.method !== 'GET' || attempt === RETRIES) throw cause;
			await new Promise((passed) => setTimeout(passed, PAUSE));
		}
	}
};

export const plainSite = (apiUrl: string): PlainSite => {
	const ask = async (method: string, address: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
		await responseOf(`${apiUrl}/${address}`, {
			method,
			headers: { Authorization: AUTHORIZATION, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
	const read = async (response: Response, what: string): Promise<Json> => {
		const text = await response.text();
		if (!response.ok) throw new Error(`${what} returned ${response.status}: ${text}`);
		return text === '' ? {} : (JSON.parse(text) as Json);
	};
	const page = (list: string, query: Json, pageSize: number): string =>
		`${list}?Query=${encodeURIComponent(JSON.stringify(query))}&pageSize=${pageSize}`;
	return {
		call: async (method, address, body, headers) => await read(await ask(method, address, body, headers), `${method} ${address}`),
		text: async (address) => {
			const response = await ask('GET', address);
			if (!response.ok) throw new Error(`GET ${address} returned ${response.status}`);
			return await response.text();
		},
		has: async (address) => {
			const response = await ask('GET', address);
			if (response.status === 404) {
				await response.text();
				return false;
			}
			await read(response, `GET ${address}`);
			return true;
		},
		count: async (list, query) => {
			const response = await ask('GET', page(list, query, 1));
			await read(response, `GET ${list}`);
			return Number(response.headers.get('Pagination-Count'));
		},
		list: async (list, query) => (await read(await ask('GET', page(list, query, 100_000)), `GET ${list}`)).L as Json[],
	};
};

/** Calls a function for each item, at most `concurrency` at a time, and returns the results in the order of the items. */
export const each = async <Item, Result>(
	items: readonly Item[],
	work: (item: Item, index: number) => Promise<Result>,
	concurrency = 16,
): Promise<Result[]> => {
	const results: Result[] = [];
	const next = items.entries();
	const worker = async (): Promise<void> => {
		for (const [index, item] of next) results[index] = await work(item, index);
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
	return results;
};
