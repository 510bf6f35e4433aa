import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { storedFile } from './actions/files';
import { envelopeOf, siteForTests } from './recordingSite';

const engine = engineForTests();
const site = siteForTests();

afterEach(() => jest.restoreAllMocks());

/** Makes n8n's store return a file in pieces. An error in place of a piece ends the file. */
const storeReturns = (...pieces: readonly (string | Buffer | Error)[]): void => {
	jest.spyOn(Container.get(BinaryDataService), 'getAsStream').mockImplementation(async () => {
		const stream = Readable.from(
			(async function* () {
				for (const piece of pieces) {
					if (piece instanceof Error) throw piece;
					yield Buffer.from(piece);
				}
			})(),
		);
		return stream;
	});
};

const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

const run = async (parameters: INodeParameters = {}): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo' } },
		input: [{ json: {}, binary: { data: await storedFile('titles.csv', 'text/csv', Buffer.from('x')) } }],
		mode: 'trigger',
		parameters: {
			authentication: 'basic',
			resource: 'title',
			operation: 'create',
			inputMode: 'file',
			inputBinaryField: 'data',
			validateFirst: 'manual',
			...parameters,
		},
	});

const textOf = async ({ output }: NodeOutcome, field: string): Promise<string> => {
	const binary = output[0]![0]!.binary?.[field];
	return binary === undefined ? '' : (await Container.get(BinaryDataService).getAsBuffer(binary)).toString('utf8');
};

const linesOf = (count: number): string => Array.from({ length: count }, (_, index) => `Title ${index}\n`).join('');

beforeEach(() => {
	site.respond = ({ body }) => envelopeOf(body);
});

describe('An import whose file cannot be read to its end', () => {
	it.each([
		['a plain file', (text: string): (string | Buffer | Error)[] => [text, reset]],
		['a gzip file', (text: string): (string | Buffer | Error)[] => [gzipSync(text).subarray(0, -10), reset]],
	])('stops, and reports the rows that were sent before the error (%s)', async (_what, pieces) => {
		storeReturns(...pieces(`title_desc\n${linesOf(100_000)}`));
		const outcome = await run({ options: { recordsPerRequest: 500 } });
		expect(outcome.error).toBeNull();
		expect(outcome.output[0]![0]!.json).toMatchObject({
			complete: false,
			stopped_because: expect.stringMatching(/^The file in 'data' could not be read: read ECONNRESET\. /) as string,
		});
		const sent = site.requests.flatMap(({ body }) => (JSON.parse(body) as { lib_title: unknown[] }).lib_title).length;
		expect(sent).toBeGreaterThan(0);
		expect((await textOf(outcome, 'result')).trimEnd().split('\r\n')).toHaveLength(sent + 1);
		expect(outcome.hints.join()).toContain('Skip Completed Rows In');
	});

	it('sends nothing if the file cannot be read at all', async () => {
		storeReturns(reset);
		const { error } = await run();
		expect(error?.message).toContain("The file in 'data' could not be read: read ECONNRESET");
		expect(site.requests).toEqual([]);
	});
});
