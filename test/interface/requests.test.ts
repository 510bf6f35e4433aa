import { createEngine, type Engine } from '../../workshop/engine/engine';
import { loadPackage } from '../../workshop/engine/packageTypes';
import type { Row } from './row';
import { GROUPS } from './rows';
import { composeRow, type ComposedRow } from './runRow';
import { resetData, siteOf, stopSites } from './sites';
import { asExpected, plainly, seen, tokenIn, wanted } from './wire';

let engine: Engine;

beforeAll(async () => void (engine = await createEngine(loadPackage('sources'))));
afterAll(stopSites);

const isComposed = (row: Row): row is ComposedRow => typeof row.node !== 'string';
const named = <R extends Row>(rows: readonly R[]): (readonly [string, R])[] => rows.map((row) => [row.name, row] as const);

describe.each(GROUPS.map((group) => [group.theme, group.file, group] as const))(
	'%s (test/interface/rows/%s)',
	(_theme, _file, { rows }) => {
		const fresh = async (): Promise<void> => {
			for (const site of new Set(await Promise.all(rows.map(siteOf)))) await resetData(site);
		};

		const composed = rows.filter(isComposed);
		if (composed.length > 0)
			describe('A node', () => {
				beforeAll(fresh);

				it.each(named(composed))('follows the documentation: %s', async (_name, row) => {
					const { recorded, outcome } = await composeRow(engine, row);
					expect(recorded.map(seen)).toEqual(row.exchanges.map(({ request }) => wanted(request, row.signIn)));
					if (row.refusal === undefined) expect(outcome.error).toBeNull();
					else expect(`${outcome.error?.message} ${outcome.error?.description}`).toContain(row.refusal);
					if (row.output !== undefined) expect(outcome.output[0]?.map(({ json }) => json)).toEqual(asExpected(row.output));
				});
			});

		describe('The sandbox', () => {
			beforeAll(fresh);

			it.each(named(rows.filter(({ exchanges }) => exchanges.length > 0)))('returns the documented response: %s', async (_name, row) => {
				const { sandbox } = await siteOf(row);
				let token: string | undefined;
				for (const { request, response } of row.exchanges) {
					const result = await plainly(sandbox.url, wanted(request, row.signIn), token);
					const headers = response.headers ?? {};
					expect({
						status: result.status,
						body: result.body,
						headers: Object.fromEntries(Object.keys(headers).map((name) => [name, result.headers[name] ?? null])),
					}).toEqual({ status: response.status, body: asExpected(response.body), headers: asExpected(headers) });
					token = tokenIn(result.body) ?? token;
				}
			});
		});
	},
);
