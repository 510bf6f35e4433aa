import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { siteForTests, type Recorded } from '../engine/recordingSite';
import { engineProgram } from '../support/engineProgram';

const ROOT = path.resolve(__dirname, '../..');
const ROWS = 200_000;
const site = siteForTests();

interface Figures {
	readonly summary: Record<string, unknown>;
	readonly files: readonly string[];
	readonly error: unknown;
	readonly riseInMegabytes: number;
	readonly keptInMegabytes: number;
}

const importLargeFile = async (...nodeOptions: readonly string[]): Promise<Figures> => {
	const { stdout } = await promisify(execFile)(
		path.join(ROOT, 'node_modules/.bin/node'),
		[...nodeOptions, ...engineProgram('test/engine/importLargeFile.ts'), site.url, String(ROWS), '500'],
		{ cwd: ROOT },
	);
	return JSON.parse(stdout) as Figures;
};

describe('An import of a large file', () => {
	let seen: Set<string>;
	let twice: number;
	beforeEach(() => {
		seen = new Set();
		twice = 0;
		site.respond = ({ body }: Recorded) => {
			// Discards the recorded requests, which would fill the memory of this process.
			site.requests.length = 0;
			const { lib_title: records } = JSON.parse(body) as { lib_title: { external_key: string }[] };
			for (const { external_key: key } of records) {
				if (seen.has(key)) twice += 1;
				seen.add(key);
			}
			return {
				body: {
					message: null,
					tables: ['lib_title'],
					lib_title: {
						record_identifiers: ['title_no'],
						records: records.map((_, at) => ({ title_no: seen.size - records.length + at + 1 })),
					},
				},
			};
		};
	});

	const expectComplete = ({ summary, files, error }: Figures): void => {
		expect(error).toBeNull();
		expect(summary).toMatchObject({ rows: ROWS, created: ROWS - ROWS / 1000, failed: ROWS / 1000, uncertain: 0, complete: true });
		expect(files).toEqual(['result', 'rejected']);
		expect([seen.size, twice]).toEqual([ROWS - ROWS / 1000, 0]);
	};

	it(`sends each of ${ROWS} rows once, rejects exactly the invalid ones, and succeeds in a small heap`, async () => {
		const figures = await importLargeFile('--max-old-space-size=190', '--max-semi-space-size=8');
		expectComplete(figures);
		expect(figures.riseInMegabytes).toBeLessThan(128);
	});

	it(`keeps only a small part of ${ROWS} rows in memory, even in a large heap`, async () => {
		const figures = await importLargeFile('--expose-gc');
		expectComplete(figures);
		expect(figures.keptInMegabytes).toBeLessThan(32);
	});
});
