import http from 'node:http';
import axios from 'axios';

/** The requests of a case, as `probe/nodes/requestPlans.js` returns them. */
interface RequestPlan {
	readonly requests: readonly {
		readonly method: string;
		readonly path: string;
		readonly headers: Record<string, string>;
		readonly body?: string;
	}[];
	recordsOf(body: unknown): unknown[];
}
const { requestPlans } = require('./probe/nodes/requestPlans.js') as {
	requestPlans: Record<string, (figures: object, run: string) => RequestPlan>;
};

/** Measures the bare script: sends a case's requests without n8n, over keep-alive connections. Returns the time in seconds. */
export const runBare = async (
	apiUrl: string,
	{ kind, concurrency, ...figures }: { kind: string; concurrency: number },
	run: string,
): Promise<number> => {
	const agent = new http.Agent({ keepAlive: true, maxSockets: concurrency });
	const { requests, recordsOf } = requestPlans[kind]!(figures, run);
	const results: unknown[][] = [];
	const began = performance.now();
	const send = async (index: number): Promise<void> => {
		const { path, method, headers, body } = requests[index]!;
		const response = await axios.request({
			url: apiUrl + path,
			method,
			headers,
			...(body === undefined ? {} : { data: body }),
			httpAgent: agent,
			auth: { username: 'demo', password: 'demo' },
			transformRequest: (data: unknown) => data,
		});
		results[index] = recordsOf(response.data);
	};
	await send(0);
	let next = 1;
	const worker = async (): Promise<void> => {
		for (let index = next++; index < requests.length; index = next++) await send(index);
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, requests.length) }, worker));
	results.flat();
	agent.destroy();
	return (performance.now() - began) / 1000;
};
