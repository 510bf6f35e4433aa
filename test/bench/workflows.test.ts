import { readWorkflow } from '../../bench/platform';
import { DEFAULT_PAGE_SIZE } from '../../core/model/defaults';

/** The parameters of the HTTP Request node that control pagination. */
interface Peer {
	readonly queryParameters: { readonly parameters: readonly { readonly name: string; readonly value: string }[] };
	readonly options: { readonly pagination: { readonly pagination: { readonly completeExpression: string } } };
}

const measured = (...given: Parameters<typeof readWorkflow>) =>
	readWorkflow(...given).nodes.find(({ name }) => name === 'Measured')!.parameters;

describe('A benchmark workflow', () => {
	test('keeps its other options if the benchmark sets the number of concurrent requests', () => {
		const texts = { RECORDS_PER_REQUEST: '50' };
		expect(measured('import-ours', 'http://site', { texts, concurrency: 64 }).options).toEqual({
			recordsPerRequest: '={{ 50 }}',
			concurrency: 64,
		});
		expect(measured('import-ours', 'http://site', { texts }).options).toEqual({ recordsPerRequest: '={{ 50 }}' });
	});

	test('reads lists with the HTTP Request node in pages of the default size', () => {
		const { queryParameters, options } = measured('list-peer', 'http://site', { texts: {} }) as unknown as Peer;
		const place = { file: 'bench/workflows/list-peer.json' };
		const { completeExpression } = options.pagination.pagination;
		expect({
			...place,
			pageSize: queryParameters.parameters.find(({ name }) => name === 'pageSize')?.value,
			completeExpression,
		}).toEqual({
			...place,
			pageSize: String(DEFAULT_PAGE_SIZE),
			completeExpression: expect.stringContaining(`$pageCount * ${DEFAULT_PAGE_SIZE} >=`),
		});
	});

	test('for the import baseline contains the site and the requests of the run', () => {
		expect(measured('import-baseline', 'http://site', { texts: { PROBE_REQUESTS: '{"kind":"import"}' } })).toMatchObject({
			site: 'http://site',
			requests: '{"kind":"import"}',
		});
	});
});
