import { UNKNOWN_CODE } from '../../core/model/port';

/** One error in the chain of causes that n8n throws: a code, and the response or the request of its HTTP client. */
export interface CausedError {
	readonly message?: string;
	readonly code?: unknown;
	readonly httpCode?: unknown;
	readonly status?: unknown;
	readonly body?: unknown;
	readonly syscall?: string;
	/** One error for each address of the host that the client tried. */
	readonly errors?: readonly CausedError[];
	/** The request, if n8n passed one to its HTTP client. */
	readonly config?: object;
	/**
	 * Node's request. Its socket is null until there is a connection (Node: ClientRequest). A TLS socket has an `alpnProtocol`, which is null
	 * before the handshake is complete (Node: TLSSocket).
	 */
	readonly request?: { readonly socket?: { readonly alpnProtocol?: string | false | null } | null };
	readonly response?: { readonly status: number; readonly headers?: Record<string, unknown>; readonly data?: unknown };
	readonly cause?: CausedError;
}

/** An error and its causes, outermost first. */
export const chainOf = (thrown: unknown): CausedError[] => {
	const chain: CausedError[] = [];
	for (let next = thrown as CausedError | undefined; typeof next === 'object' && next !== null && chain.length < 8; next = next.cause)
		chain.push(next);
	return chain;
};

/** The first code other than axios's `ERR_BAD_…`, otherwise the `httpCode` of n8n's error; {@link UNKNOWN_CODE} if there is neither. */
export const codeOf = (chain: readonly CausedError[]): string => {
	const codes = chain.map(({ code }) => code).filter((code): code is string => typeof code === 'string');
	const system = codes.find((code) => !code.startsWith('ERR_BAD'));
	return system ?? String(chain.find(({ httpCode }) => typeof httpCode === 'string')?.httpCode ?? UNKNOWN_CODE);
};

/** The innermost message, because the outer ones are generic. */
export const messageOf = (chain: readonly CausedError[]): string =>
	chain.findLast(({ message }) => typeof message === 'string' && message !== '')?.message ?? 'The request could not be sent';
