import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { siteForTests, type Recorded } from '../engine/recordingSite';

const ROOT = path.resolve(__dirname, '../..');
const ROWS = 200_000;
const site = siteForTests();

describe('An import of a large file', () => {
	it(`sends each of ${ROWS} rows once, rejects exactly the invalid ones, and keeps only a small part in memory`, async () => {
		const seen = new Set<string>();
		let twice = 0;
		site.respond = ({ body }: Recorded) => {
			// The requests of a test are recorded, which would fill the memory of this process.
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
		const { stdout } = await promisify(execFile)(
			path.join(ROOT, 'node_modules/.bin/node'),
			// With a small heap, V8 collects early, so that what grows is what is kept.
			[
				'--max-old-space-size=190',
				'--max-semi-space-size=8',
				'--import',
				'tsx',
				path.join(ROOT, 'test/engine/importLargeFile.ts'),
				site.url,
				String(ROWS),
				'500',
			],
			{ cwd: ROOT },
		);
		const { summary, files, error, riseInMegabytes } = JSON.parse(stdout) as Record<string, unknown>;
		expect(error).toBeNull();
		expect(summary).toMatchObject({ rows: ROWS, created: ROWS - ROWS / 1000, failed: ROWS / 1000, uncertain: 0, complete: true });
		expect(files).toEqual(['result', 'rejected']);
		expect([seen.size, twice]).toEqual([ROWS - ROWS / 1000, 0]);
		expect(riseInMegabytes).toBeLessThan(128);
	});
});
