import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';

import type { NodeOutcome } from '../../workshop/engine/engine';
import { engineForTests } from '../support/engineForTests';
import { storedFile } from './actions/files';
import { IMPORT_TITLES, outputText } from './importing';
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

const run = async (parameters: INodeParameters = {}, file?: IBinaryData): Promise<NodeOutcome> =>
	await engine.run({
		node: 'mediaOperations',
		credentials: { mediaOperationsBasicApi: { baseUrl: site.url, username: 'demo', password: 'demo' } },
		input: [{ json: {}, binary: { data: file ?? (await storedFile('titles.csv', 'text/csv', Buffer.from('x'))) } }],
		mode: 'trigger',
		parameters: {
			authentication: 'basic',
			...IMPORT_TITLES,
			validateFirst: 'manual',
			...parameters,
		},
	});

const linesOf = (count: number): string => Array.from({ length: count }, (_, index) => `Title ${index}\n`).join('');

/** The bytes in pieces of the size that n8n's store returns. */
const piecesOf = (bytes: Buffer): Buffer[] =>
	Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) => bytes.subarray(at * 65_536, (at + 1) * 65_536));

beforeEach(() => {
	site.respond = ({ body, method }) => (method === 'GET' ? { status: 404 } : envelopeOf(body));
});

describe('An import whose file cannot be read to its end', () => {
	it.each([
		['a plain file', (text: string): (string | Buffer | Error)[] => [text, reset]],
		['a gzip file', (text: string): (string | Buffer | Error)[] => [...piecesOf(gzipSync(text, { level: 0 })).slice(0, -1), reset]],
	])('stops, and reports the rows that were sent before the error (%s)', async (_what, pieces) => {
		storeReturns(...pieces(`title_desc\n${linesOf(60_000)}`));
		const outcome = await run({ options: { recordsPerRequest: 500 } });
		expect(outcome.error).toBeNull();
		expect(outcome.output[0]![0]!.json).toMatchObject({
			complete: false,
			stopped_because: expect.stringMatching(/^The file 'titles.csv' could not be read: read ECONNRESET\. /) as string,
		});
		const sent = site.requests.flatMap(({ body }) => (JSON.parse(body) as { lib_title: unknown[] }).lib_title).length;
		expect(sent).toBeGreaterThan(0);
		expect((await outputText(outcome, 'result')).trimEnd().split('\r\n')).toHaveLength(sent + 1);
		expect(outcome.hints.join()).toContain('Skip Completed Rows In');
	});

	it('sends nothing if the file cannot be read at all', async () => {
		storeReturns(reset);
		const { error } = await run();
		expect(error?.message).toContain("The file 'titles.csv' could not be read: read ECONNRESET");
		expect(site.requests).toEqual([]);
	});
});

describe('An import whose output files cannot be stored', () => {
	/** Makes n8n's store fail for a file, before or after it has read the text of the file. */
	const storeRefuses = (fileName: string, at: 'start' | 'end'): void => {
		const service = Container.get(BinaryDataService);
		const store = service.store.bind(service);
		jest.spyOn(service, 'store').mockImplementation(async (location, body, binary) => {
			if (binary.fileName !== fileName || Buffer.isBuffer(body)) return await store(location, body, binary);
			if (at === 'end') for await (const _ of body as unknown as AsyncIterable<Buffer>);
			throw new Error('ENOSPC: no space left on device, write');
		});
	};
	const REASON = 'could not be stored: ENOSPC: no space left on device, write';
	beforeEach(() => {
		site.respond = ({ body }) => (body.includes('Bad') ? { status: 400, body: { error: 'The title is bad' } } : envelopeOf(body));
	});

	it('reports the counts of a finished import whose result file could not be stored', async () => {
		const storing = await storedFile('titles.csv', 'text/csv', Buffer.from('title_desc\nOne\nBad\nTwo\n'));
		storeRefuses('result.csv', 'end');
		const outcome = await run({}, storing);
		expect(outcome.error).toBeNull();
		expect(outcome.output[0]![0]!.json).toMatchObject({
			rows: 3,
			created: 2,
			failed: 1,
			complete: false,
			stopped_because: `The result file ${REASON}`,
		});
		expect(await outputText(outcome, 'result')).toBe('');
		expect(await outputText(outcome, 'rejected')).toContain('The title is bad');
		expect(outcome.hints.join()).toContain('Before you repeat a Create, check which of the records exist on the site');
	});

	it('keeps the result file if only the file of rejected rows could not be stored', async () => {
		const storing = await storedFile('titles.csv', 'text/csv', Buffer.from('title_desc\nOne\nBad\nTwo\n'));
		storeRefuses('rejected.csv', 'end');
		const outcome = await run({}, storing);
		expect(outcome.output[0]![0]!.json).toMatchObject({ complete: false, stopped_because: `The file of rejected rows ${REASON}` });
		expect((await outputText(outcome, 'result')).trimEnd().split('\r\n')).toHaveLength(4);
		expect(Object.keys(outcome.output[0]![0]!.binary ?? {})).toEqual(['result']);
		expect(outcome.hints.join()).toContain('Skip Completed Rows In');
	});

	it('sends no more rows after the result file can no longer be stored', async () => {
		const storing = await storedFile('titles.csv', 'text/csv', Buffer.from(`title_desc\n${linesOf(3_000)}`));
		storeRefuses('result.csv', 'start');
		const outcome = await run({ options: { concurrency: 2 } }, storing);
		const { created, not_sent: notSent, ...summary } = outcome.output[0]![0]!.json as Record<string, number>;
		expect(summary).toMatchObject({ complete: false, stopped_because: `The result file ${REASON}` });
		expect(created).toBe(site.requests.length);
		expect(created).toBeLessThan(100);
		expect(notSent).toBe(summary.rows! - created!);
	});

	it('fails the validation if the file of rejected rows cannot be stored', async () => {
		const storing = await storedFile('titles.csv', 'text/csv', Buffer.from('title_desc,external_key\nOne,A\n,B\n'));
		storeRefuses('rejected.csv', 'end');
		const { error } = await run({ validateFirst: 'always' }, storing);
		expect(error?.message).toBe(`The file of rejected rows ${REASON}`);
		expect(site.requests).toEqual([]);
	});
});

describe('The stream of a file', () => {
	const whole = `title_desc\n${linesOf(60_000)}`;
	const pieces = piecesOf(Buffer.from(whole));
	const packedPieces = piecesOf(gzipSync(whole, { level: 0 }));

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
