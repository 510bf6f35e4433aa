import type { ExpectedResponse, Exchange, NodeCall, Request } from '../interface/row';
import type { ComposedRow } from '../interface/runRow';
import { NO_CONTENT, ok } from '../interface/rows/writing';

type More = Partial<Pick<ComposedRow, 'release' | 'signIn' | 'output' | 'refusal'>> & {
	readonly input?: NodeCall['input'];
	readonly credential?: NodeCall['credential'];
};

/** One request and its response. */
export const row = (
	name: string,
	node: NodeCall,
	request: Request,
	response: ExpectedResponse = NO_CONTENT,
	more: More = {},
): ComposedRow => rowOf(name, node, [{ request, response }], more);

/** Several requests and their responses, in order. */
export const rowOf = (
	name: string,
	node: NodeCall,
	exchanges: readonly Exchange[],
	{ input, credential, ...more }: More = {},
): ComposedRow => ({
	name,
	node: { ...node, ...(input === undefined ? {} : { input }), ...(credential === undefined ? {} : { credential }) },
	exchanges,
	...more,
});

/** An input that the node rejects before it sends anything. */
export const refusedBefore = (name: string, node: NodeCall, refusal: string, more: More = {}): ComposedRow =>
	rowOf(name, node, [], { refusal, ...more });

/** The response to a GET of one record: the table with an array of records. */
export const found = (table: string, ...records: readonly unknown[]): ExpectedResponse => ok({ [table]: records });
/** The response to a GET of a list. */
export const listed = (...records: readonly unknown[]): ExpectedResponse =>
	ok({ L: records }, { 'Pagination-Count': String(records.length) });
