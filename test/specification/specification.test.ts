/**
 * The specification sentence by sentence: what a user sets in a node, the request that the specification documents for it, and what the
 * node does with the documented response. The requests and responses come only from the documents.
 * These tests therefore also find a misreading that the catalog and the sandbox share.
 */
import { asExpected, seen, wanted } from '../interface/wire';
import { sendRow } from '../interface/runRow';
import { createEngine, type Engine } from '../../workshop/engine/engine';
import { loadPackage } from '../../workshop/engine/packageTypes';
import { startStubSite, type StubSite } from './stubSite';
import { CHAPTERS } from './chapters';

let engine: Engine;
let site: StubSite;

beforeAll(async () => {
	engine = await createEngine(loadPackage('sources'));
	site = await startStubSite();
});
afterAll(async () => await site.close());

describe.each(Object.entries(CHAPTERS))('%s', (_chapter, rows) => {
	it.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
		site.responses = row.exchanges.map(({ response }) => response);
		const { recorded, outcome } = await sendRow(engine, row, site);
		expect(recorded.map(seen)).toEqual(row.exchanges.map(({ request }) => wanted(request, row.signIn)));
		if (row.refusal === undefined) expect(outcome.error).toBeNull();
		else expect(`${outcome.error?.message} ${outcome.error?.description}`).toContain(row.refusal);
		if (row.output !== undefined) expect(outcome.output[0]?.map(({ json }) => json)).toEqual(asExpected(row.output));
	});
});
