import path from 'node:path';
import { n8nPackage } from '../paths';
import { loopback } from '../ports';
import { startProgram, type RunningProgram } from '../processes';

/**
 * Starts n8n's task runner as a separate process. Replaces the launcher in the image `n8nio/runners`, which is not on npm: exchanges the
 * shared token for a grant token at the broker of an n8n process, and passes the grant token to the runner.
 */
export async function startRunner(name: string, brokerPort: number, token: string, folder: string): Promise<RunningProgram> {
	const broker = `http://${loopback}:${brokerPort}`;
	const response = await fetch(`${broker}/runners/auth`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ token }),
	});
	if (!response.ok) throw new Error(`The task broker at ${broker} returned ${response.status}: ${await response.text()}`);
	const { data } = (await response.json()) as { data: { token: string } };
	return startProgram({
		title: name,
		program: path.join(n8nPackage, 'node_modules/.bin/node'),
		args: [
			'--disallow-code-generation-from-strings',
			'--disable-proto=delete',
			path.join(n8nPackage, 'node_modules/@n8n/task-runner/dist/start.js'),
		],
		cwd: folder,
		env: { PATH: process.env.PATH, N8N_RUNNERS_GRANT_TOKEN: data.token, N8N_RUNNERS_TASK_BROKER_URI: broker },
		logFile: path.join(folder, 'logs', `${name}.log`),
	});
}
