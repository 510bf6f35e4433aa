/** One error in the chain of causes that n8n throws: a code, and the answer or the request of its HTTP client. */
export interface Failure {
	readonly message?: string;
	readonly description?: string | null;
	readonly code?: unknown;
	readonly httpCode?: unknown;
	readonly status?: unknown;
	readonly body?: unknown;
	readonly syscall?: string;
	/** One for each address of a host that was tried. */
	readonly errors?: readonly Failure[];
	readonly config?: { readonly url?: string; readonly baseURL?: string };
	readonly response?: { readonly status: number; readonly headers?: Record<string, unknown>; readonly data?: unknown };
	readonly cause?: Failure;
}

/** An error and its causes, outermost first. */
export const chainOf = (thrown: unknown): Failure[] => {
	const chain: Failure[] = [];
	for (let next = thrown as Failure | undefined; typeof next === 'object' && next !== null && chain.length < 8; next = next.cause)
		chain.push(next);
	return chain;
};

/** The code of the network or of the HTTP client; `UNKNOWN` if there is none. */
export const codeOf = (chain: readonly Failure[]): string => {
	const codes = chain.map(({ code }) => code).filter((code): code is string => typeof code === 'string');
	const system = codes.find((code) => !code.startsWith('ERR_BAD'));
	return system ?? String(chain.find(({ httpCode }) => typeof httpCode === 'string')?.httpCode ?? 'UNKNOWN');
};

/** The innermost message, because the outer ones are general. */
export const messageOf = (chain: readonly Failure[]): string =>
	chain.findLast(({ message }) => typeof message === 'string' && message !== '')?.message ?? 'The request could not be sent';
