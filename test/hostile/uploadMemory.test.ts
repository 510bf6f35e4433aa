import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { stageForTests } from '../engine/actions/stage';
import { engineProgram } from '../support/engineProgram';

const ROOT = path.resolve(__dirname, '../..');
const MEGABYTES = 300;
const stage = stageForTests('mediaOperationsUploadAttachment');

describe('An upload of a large file', () => {
	it('keeps only a small part of the file in memory', async () => {
		const order = await stage.newOrder('JmWorkOrder');
		const { stdout } = await promisify(execFile)(
			path.join(ROOT, 'node_modules/.bin/node'),
			[...engineProgram('test/engine/actions/uploadLargeFile.ts'), stage.sandbox.apiUrl, order, String(MEGABYTES)],
			{ cwd: ROOT },
		);
		const { rows, error, riseInMegabytes } = JSON.parse(stdout) as Record<string, unknown>;
		expect(error).toBeNull();
		expect(rows).toMatchObject([{ file_name: 'master.mov' }]);
		expect(await stage.http('GET', `SysAttachment/attachment_keystring=10339:${order}/sys_attachment`)).toMatchObject([
			{ file_size: MEGABYTES * 1024 * 1024 },
		]);
		expect(riseInMegabytes).toBeLessThan(150);
	});
});
