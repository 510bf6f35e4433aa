/** More dialects: other list formats, statuses, parameter names and clocks, and unsupported conditions. */
import { changeJson, isList, refuse, type Dialect, type Exchange, type ProxyReply } from './dialectProxy';
import type { DialectCase } from './dialects';

const wrapped: NonNullable<Dialect['response']> = (reply, { method, path }) => {
	const subTable = /=[^/]+\/([^/=]+)$/.exec(path)?.[1];
	if (method === 'GET' && subTable !== undefined && reply.status === 200) changeJson(reply, (rows) => ({ [subTable]: rows }));
};

const notFoundAs400: NonNullable<Dialect['response']> = (reply: ProxyReply) => {
	if (reply.status !== 404) return;
	reply.status = 400;
	reply.body = JSON.stringify({ error: 'Alternate key not found: job_no' });
	reply.headers['content-type'] = 'application/json';
};

/** Changes the conditions of a list request in place. */
const withConditions = (exchange: Exchange, change: (conditions: Record<string, unknown>) => void): void => {
	exchange.parameters = exchange.parameters.map(([name, value]) => {
		if (!isList(exchange) || name.toLowerCase() !== 'query') return [name, value];
		const conditions = JSON.parse(value) as Record<string, unknown>;
		change(conditions);
		return [name, JSON.stringify(conditions)];
	});
};

const FLAGS = /^(active|approved|posted|actual_status|actualized)$/;
/** The site ignores the condition "no value" on flags. */
const flagsAreNeverEmpty: NonNullable<Dialect['request']> = (exchange) => {
	withConditions(exchange, (conditions) => {
		for (const [name, value] of Object.entries(conditions)) if (FLAGS.test(name) && value === '|NULL|') delete conditions[name];
	});
	return undefined;
};

const DECIMALS = /^(amount|hours|JOB_field_3)$/;
/** The site compares decimal fields only with $range. */
const decimalsOnlyInRanges: NonNullable<Dialect['request']> = (exchange) => {
	let isRefused = false;
	withConditions(exchange, (conditions) => {
		isRefused = Object.entries(conditions).some(([name, value]) => DECIMALS.test(name) && /\$(gt|lt|gte|lte)"/.test(JSON.stringify(value)));
	});
	return isRefused ? refuse(400, 'This operator is not supported for decimals') : undefined;
};

export const LATER_DIALECTS: readonly DialectCase[] = [
	{
		name: 'plain arrays as lists, as in version 1',
		create: () => ({
			response: (reply, exchange) => {
				if (isList(exchange) && reply.status === 200) changeJson(reply, (body) => (body as { L: unknown }).L);
			},
		}),
		finding: ['Records in a list', /plain array/],
		works: true,
	},
	{ name: 'sub-tables in an object', create: () => ({ response: wrapped }), finding: ['Sub-tables', /name of the sub-table/], works: true },
	{
		name: 'status 400 for unknown records',
		create: () => ({ response: notFoundAs400 }),
		finding: ['Unknown records', /Status 400/],
		works: true,
	},
	{
		name: 'another name for the sort parameter',
		create: () => ({
			request: (exchange) =>
				void (exchange.parameters = exchange.parameters.flatMap(([name, value]): [string, string][] =>
					name === 'orderBy' ? [['sort', value]] : name.toLowerCase() === 'sort' ? [] : [[name, value]],
				)) as undefined,
		}),
		finding: ['Sort', /orderBy/],
		works: true,
	},
	{
		name: 'a clock that is 10 minutes behind',
		create: () => ({ response: ({ headers }) => void (headers.date = new Date(Date.now() - 600_000).toUTCString()) }),
		finding: ['Clock', /10 minutes behind/],
		works: true,
	},
	{
		name: 'ignored "no value" conditions on flags',
		create: () => ({ request: flagsAreNeverEmpty }),
		finding: ['Operators on some types', /^Not supported: \|NULL\| on yes\/no fields$/],
		works: true,
	},
	{
		name: 'decimals that cannot be compared',
		create: () => ({ request: decimalsOnlyInRanges }),
		finding: ['Operators on some types', /^Not supported: \$gte, \$lte, \$gt, \$lt on decimal numbers$/],
		works: true,
	},
];
