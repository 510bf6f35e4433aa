import { spawn } from 'node:child_process';
import { checkout } from './paths';

export interface WatchingCompiler {
	/** Resolves when the compiler has ended. */
	readonly ended: Promise<unknown>;
	stop(): Promise<void>;
}

/** The line that ends each build and contains its number of errors. */
const BUILD_END = /Found (\d+) errors?\. Watching for file changes\./;
const CLOCK_TIME = /^(?:\[.*?\] |\d\d?:\d\d:\d\d [AP]M - )/;

/**
 * Compiles the published code into `outDir` whenever it changes, with source maps, and reports errors and each build.
 * Resolves after the first build, even if that reported type errors: the compiler writes its files regardless.
 * @param buildInfo the file that records what is compiled, so that the next start compiles only what has changed
 */
export async function watchCompiler(outDir: string, buildInfo: string, report: (line: string) => void): Promise<WatchingCompiler> {
	const args = ['--watch', '--preserveWatchOutput', '--pretty', 'false', '--sourceMap', '--declaration', 'false'];
	const child = spawn(
		process.execPath,
		[
			require.resolve('typescript/bin/tsc'),
			...['-p', 'tsconfig.json', '--outDir', outDir],
			...['--incremental', '--tsBuildInfoFile', buildInfo],
			...args,
		],
		{ cwd: checkout, stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const ended = new Promise((resolve) => child.once('exit', resolve));
	await new Promise<void>((resolve, reject) => {
		let pending = '';
		child.once('error', reject);
		void ended.then(() => reject(new Error('The compiler ended before its first build.')));
		child.stdout.setEncoding('utf8').on('data', (text: string) => {
			const lines = (pending + text).split('\n');
			pending = lines.pop() as string;
			for (const line of lines.map((each) => each.replace(CLOCK_TIME, '').trim())) {
				const end = BUILD_END.exec(line);
				if (end) resolve();
				if (end?.[1] === '0') report(`compiled at ${new Date().toTimeString().slice(0, 8)}`);
				else if (line !== '' && !/^(Starting|File change detected)/.test(line)) report(line);
			}
		});
	});
	return {
		ended,
		stop: async () => {
			child.kill();
			await ended;
		},
	};
}
