/** Dialects that return values in other forms, and one whose lists contain the count next to the records. */
import { changeJson, changeSent, isDefinition, isList, isLogin, mapValues, type Dialect, type Exchange } from './dialectProxy';
import type { DialectCase } from './dialects';

const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const isRecord = ({ method, path }: Exchange): boolean =>
	method === 'GET' && !isDefinition({ path } as Exchange) && !isLogin({ path } as Exchange);

/** The site returns changed values, and converts them back in the queries and bodies that it receives. */
const converting = (toClient: (value: unknown) => unknown, fromClient: (value: unknown) => unknown): Dialect => ({
	request: (exchange) => {
		if (!isLogin(exchange)) changeSent(exchange, fromClient);
		return undefined;
	},
	response: (reply, exchange) => {
		if (isRecord(exchange) && reply.status === 200) changeJson(reply, (body) => mapValues(body, toClient));
	},
});

const epoch = (value: unknown): unknown => (typeof value === 'string' && ISO_DATE.test(value) ? Date.parse(value) : value);
/** Converts numbers of twelve or thirteen digits: no other number in a body is as large. */
const fromEpoch = (value: unknown): unknown =>
	typeof value === 'number' && value > 1e11 && value < 1e13 ? new Date(value).toISOString() : value;

const SLASHED = /^\/Date\((\d+)\)\/$/;
const slashed = (value: unknown): unknown => (typeof value === 'string' && ISO_DATE.test(value) ? `/Date(${Date.parse(value)})/` : value);
const fromSlashed = (value: unknown): unknown => {
	const milliseconds = typeof value === 'string' ? SLASHED.exec(value)?.[1] : undefined;
	return milliseconds === undefined ? value : new Date(Number(milliseconds)).toISOString();
};

const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

export const VALUE_DIALECTS: readonly DialectCase[] = [
	{
		name: 'dates in milliseconds since 1970',
		create: () => converting(epoch, fromEpoch),
		finding: ['Dates', /^A date is a number$/],
		works: true,
	},
	{
		name: 'dates such as /Date(1700000000000)/',
		create: () => converting(slashed, fromSlashed),
		finding: ['Dates', /^A date is text in another format$/],
		works: true,
	},
	{
		name: 'all numbers as strings',
		create: () => converting(asText, (value) => value),
		finding: ['Numbers', /^They are text$/],
		works: true,
	},
	{
		name: 'another property for the records, and the count next to it',
		create: () => ({
			request: (exchange) =>
				void (exchange.parameters = exchange.parameters.map(([name, value]) => [name, value.replace('{"items":', '{"L":')])) as undefined,
			response: (reply, exchange) => {
				if (!isList(exchange) || reply.status !== 200) return;
				const { 'pagination-count': total, ...headers } = reply.headers;
				reply.headers = headers;
				changeJson(reply, (body) => ({ totalRecords: Number(total), items: (body as { L: unknown }).L }));
			},
		}),
		finding: ['Count', /^No such header\. The 'totalRecords' property of the response may contain the number/],
		works: true,
	},
	{
		name: 'no empty fields in any response',
		create: () => ({
			response: (reply, exchange) => {
				if (isRecord(exchange) && reply.status === 200)
					changeJson(reply, (body) =>
						mapValues(body, (value) =>
							typeof value === 'object' && value !== null && !Array.isArray(value)
								? Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null))
								: value,
						),
					);
			},
		}),
		finding: ['Omit empty fields', /^Not checked: the records that were read have no empty fields$/],
		works: true,
	},
];
