import { readWorkflow } from '../../bench/platform';

const measured = (...given: Parameters<typeof readWorkflow>) =>
	readWorkflow(...given).nodes.find(({ name }) => name === 'Measured')!.parameters;

describe('A benchmark workflow', () => {
	test('keeps its other options if the number of concurrent requests is fixed', () => {
		const texts = { RECORDS_PER_REQUEST: '50' };
		expect(measured('import-ours', 'http://site', { texts, concurrency: 64 }).options).toEqual({
			recordsPerRequest: '={{ 50 }}',
			concurrency: 64,
		});
		expect(measured('import-ours', 'http://site', { texts }).options).toEqual({ recordsPerRequest: '={{ 50 }}' });
	});

	test('sends the requests of the import baseline to the site of the run', () => {
		expect(measured('import-floor', 'http://site', { texts: { PROBE_REQUESTS: '{"kind":"import"}' } })).toMatchObject({
			site: 'http://site',
			requests: '{"kind":"import"}',
		});
	});
});
