/**
 * Uploads one large file with the node in a separate process, and prints how much its memory grew:
 * `node --import tsx test/engine/actions/uploadLargeFile.ts <base URL> <record> <megabytes>`.
 */
import { createEngine } from '../../../workshop/engine/engine';
import { loadPackage } from '../../../workshop/engine/packageTypes';
import { printAndExit, withRise } from '../../support/memoryRun';
import { storedFile, streamOf } from './files';

const [apiUrl = '', record = '', megabytes = ''] = process.argv.slice(2);

printAndExit(async () => {
	const engine = await createEngine(loadPackage('sources'));
	const binary = { data: await storedFile('master.mov', 'video/quicktime', streamOf(Number(megabytes))) };
	return await withRise(async () => {
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
		return { rows: output[0]?.map(({ json }) => json), error };
	});
});
