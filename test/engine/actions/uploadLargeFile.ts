/**
 * Uploads one large file with the node in a separate process, and prints by how much its memory grew:
 * `node --import tsx test/engine/actions/uploadLargeFile.ts <api address> <record> <megabytes>`.
 */
import { createEngine } from '../../../workshop/engine/engine';
import { loadPackage } from '../../../workshop/engine/packageTypes';
import { storedFile, streamOf } from './files';

const [apiUrl = '', record = '', megabytes = ''] = process.argv.slice(2);

const main = async (): Promise<void> => {
	const engine = await createEngine(loadPackage('sources'));
	const binary = { data: await storedFile('master.mov', 'video/quicktime', streamOf(Number(megabytes))) };
	const before = process.memoryUsage().rss;
	let highest = before;
	const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 5);
	const { output, error } = await engine.run({
		node: 'mediaOperationsUploadAttachment',
		parameters: {
			authentication: 'basic',
			resource: 'workOrder',
			operation: 'upload',
			record: { __rl: true, mode: 'wo_no_seq', value: record } as never,
		},
		credentials: { mediaOperationsBasicApi: { baseUrl: apiUrl, username: 'demo', password: 'demo' } },
		input: [{ json: {}, binary }],
	});
	clearInterval(watch);
	await new Promise((written) =>
		process.stdout.write(
			JSON.stringify({ rows: output[0]?.map(({ json }) => json), error, riseInMegabytes: Math.round((highest - before) / 1024 / 1024) }),
			written,
		),
	);
};

main().then(
	() => process.exit(0),
	(cause: unknown) => {
		process.stderr.write(String(cause instanceof Error ? cause.stack : cause));
		process.exit(1);
	},
);
