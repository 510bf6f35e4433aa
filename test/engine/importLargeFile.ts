/**
 * Imports one large generated file with the node in a separate process, and prints how much its memory grew:
 * `node --import tsx test/engine/importLargeFile.ts <base URL> <rows> <records per request>`. Every thousandth row has no title.
 *
 * With `--expose-gc`, the script also collects garbage continuously and prints how much memory the import retains.
 */
import { Readable } from 'node:stream';

import { createEngine } from '../../workshop/engine/engine';
import { loadPackage } from '../../workshop/engine/packageTypes';
import { printAndExit, withRise } from '../support/memoryRun';
import { storedFile } from './actions/files';
import { IMPORT_TITLES } from './importing';

const [apiUrl = '', rows = '', recordsPerRequest = ''] = process.argv.slice(2);

async function* content(): AsyncGenerator<Buffer> {
	yield Buffer.from('external_key,title_desc\n');
	for (let at = 0; at < Number(rows); at += 1000) {
		const lines = Array.from(
			{ length: Math.min(1000, Number(rows) - at) },
			(_, index) => `K${at + index},${index === 500 ? '' : `Title ${at + index}`}\n`,
		);
		yield Buffer.from(lines.join(''));
	}
}

printAndExit(async () => {
	const engine = await createEngine(loadPackage('sources'));
	const binary = { data: await storedFile('titles.csv', 'text/csv', Readable.from(content())) };
	const kept = (): number => {
		globalThis.gc?.();
		const { heapUsed, external } = process.memoryUsage();
		return heapUsed + external;
	};
	const keptBefore = kept();
	let highestKept = keptBefore;
	const watchKept = globalThis.gc === undefined ? undefined : setInterval(() => (highestKept = Math.max(highestKept, kept())), 250);
	const result = await withRise(async () => {
		const { output, error } = await engine.run({
			node: 'mediaOperations',
			parameters: {
				authentication: 'basic',
				...IMPORT_TITLES,
				validateFirst: 'never',
				options: { recordsPerRequest: Number(recordsPerRequest) },
			},
			credentials: { mediaOperationsBasicApi: { baseUrl: apiUrl, username: 'demo', password: 'demo' } },
			input: [{ json: {}, binary }],
		});
		const [item] = output[0] ?? [];
		return { summary: item?.json, files: Object.keys(item?.binary ?? {}), error };
	});
	clearInterval(watchKept);
	return { ...result, keptInMegabytes: Math.round((highestKept - keptBefore) / 1024 / 1024) };
});
