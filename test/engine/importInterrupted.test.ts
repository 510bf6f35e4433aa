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

/** The streams that the node opened. */
const opened: Readable[] = [];

/** Makes n8n's store return a file in pieces. An error in place of a piece ends the file. */
const storeReturns = (...pieces: readonly (string | Buffer | Error)[]): void => {
	opened.length = 0;
	jest.spyOn(Container.get(BinaryDataService), 'getAsStream').mockImplementation(async () => {
		const stream = Readable.from(
			(async function* () {
				for (const piece of pieces) {
					if (piece instanceof Error) throw piece;
					yield Buffer.from(piece);
				}
			})(),
		);
		opened.push(stream);
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

describe('The stream of a file', () => {
	const whole = `title_desc\n${linesOf(200_000)}`;
	const pieces = Array.from({ length: Math.ceil(whole.length / 65_536) }, (_, at) => whole.slice(at * 65_536, (at + 1) * 65_536));
	const packed = gzipSync(whole, { level: 0 });
	const packedPieces = Array.from({ length: Math.ceil(packed.length / 65_536) }, (_, at) =>
		packed.subarray(at * 65_536, (at + 1) * 65_536),
	);

	it.each<[string, readonly (string | Buffer)[], INodeParameters]>([
		['the import reaches Max Rows', pieces, { importOptions: { maxRows: 5 } }],
		['the import of a gzip file reaches Max Rows', packedPieces, { importOptions: { maxRows: 5 } }],
		['the header is invalid', ['title_desc,,Color\n', ...pieces], {}],
		['the header contains an unknown column', ['title_desc,Color\n', ...pieces], {}],
		['the encoding is unknown', pieces, { importOptions: { encoding: 'ansi' } }],
		['the file is a ZIP archive', [Buffer.from('504b0304140006', 'hex'), ...pieces], {}],
		[
			'the column of Deleted Records is missing',
			pieces,
			{ operation: 'getMany', output: 'deleted', keysFrom: 'file', keyColumn: 'title_no' },
		],
	])('is closed if %s', async (_what, content, parameters) => {
		storeReturns(...content);
		await run(parameters);
		expect(opened).toHaveLength(1);
		expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
		expect(opened[0]!.readableEnded).toBe(false);
	});
});
