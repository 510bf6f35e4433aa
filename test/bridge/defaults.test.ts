import type { IWebhookFunctions } from 'n8n-workflow';

/** Replaces the defaults, which have a single source and determine what the nodes show and send. */
const withDefaults = (defaults: object): void => {
	jest.resetModules();
	jest.doMock('../../core/model/defaults', () => ({ __esModule: true, ...defaults }));
};

afterEach(() => jest.unmock('../../core/model/defaults'));

describe('A changed default', () => {
	it('for the page size changes the option and the request', async () => {
		withDefaults({ DEFAULT_PAGE_SIZE: 77, DEFAULT_MAX_ATTEMPTS: 5 });
		const { pageSizeOption } = await import('../../bridge/properties/queryOptions');
		const { list } = await import('../../core/operations/list');
		const { anyDocument } = await import('../../core/model/documentRef');
		const [request] = list.compose({ document: anyDocument({ name: 'JmJob', key: 'job_no' }) }, { release: '26.1' });
		expect(pageSizeOption.default).toBe(77);
		expect(request?.path).toContain('pageSize=77');
	});

	it('for the maximum number of attempts changes the option, the settings and the retries', async () => {
		withDefaults({ DEFAULT_PAGE_SIZE: 500, DEFAULT_MAX_ATTEMPTS: 2 });
		const { requestOptions } = await import('../../bridge/properties/requestOptions');
		const { readRequestSettings } = await import('../../bridge/run/requestSettings');
		const { DEFAULT_RETRY } = await import('../../core/http/retry');
		expect(requestOptions.find(({ name }) => name === 'maxAttempts')?.default).toBe(2);
		expect(readRequestSettings({}).maxAttempts).toBe(2);
		expect(DEFAULT_RETRY.maxAttempts).toBe(2);
	});
});

describe("The fallback for a missing 'Respond'", () => {
	it('is the default value of that parameter', async () => {
		const { eventProperties } = await import('../../bridge/triggers/eventProperties');
		const { waitForTurn } = await import('../../bridge/triggers/repeats');
		const fallbacks = new Map<string, unknown>();
		await waitForTurn({
			getNodeParameter: (name: string, fallback: unknown) => {
				fallbacks.set(name, fallback);
				return fallback;
			},
			getWorkflow: () => ({ id: 'workflow' }),
			getNode: () => ({ id: 'node' }),
			getResponseObject: () => ({ closed: true }),
		} as unknown as IWebhookFunctions);
		expect(fallbacks).toEqual(new Map([['respond', eventProperties.find(({ name }) => name === 'respond')?.default]]));
	});
});
