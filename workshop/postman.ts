/**
 * `npm run test:postman`: sends every request of the sandbox's Postman collection with newman, Postman's own runner. Tests the oldest
 * release, the newest release and a site with a profile. Exits with status 0 if every test passed.
 */
import { createRequire } from 'node:module';
import { NEWEST_RELEASE, RELEASES } from '../core/catalog';
import { checkout } from './paths';
import { OTHER_SITE } from './otherSite';
import { type SandboxSettings, startSandbox } from './sandboxProcess';

interface Summary {
	readonly run: {
		readonly stats: { readonly assertions: { readonly total: number } };
		readonly failures: readonly {
			readonly source?: { readonly name?: string };
			readonly error: Error;
			readonly parent?: { name?: string };
		}[];
	};
}

const newman = createRequire(`${checkout}/workshop/newman/package.json`)('newman') as {
	run(options: { collection: object }, done: (error: Error | null, summary: Summary) => void): void;
};

const runCollection = async (collection: object): Promise<Summary> =>
	await new Promise((resolve, reject) => {
		newman.run({ collection }, (error, summary) => (error === null ? resolve(summary) : reject(error)));
	});

const main = async (): Promise<void> => {
	const sites: ReadonlyArray<readonly [name: string, settings: SandboxSettings]> = [
		[`Release ${RELEASES[0]}`, { release: RELEASES[0] }],
		[`Release ${NEWEST_RELEASE}`, { release: NEWEST_RELEASE }],
		['A site with a profile', { siteProfile: OTHER_SITE }],
	];
	for (const [name, settings] of sites) {
		const sandbox = await startSandbox(settings);
		try {
			const response = await fetch(`${sandbox.url}/console/postman.json`);
			const { run } = await runCollection((await response.json()) as object);
			for (const { source, error, parent } of run.failures) {
				process.stdout.write(`${name}, ${parent?.name ?? ''}, ${source?.name ?? ''}: ${error.message}\n`);
			}
			process.stdout.write(`${name}: ${run.stats.assertions.total} tests, ${run.failures.length} failed\n`);
			if (run.failures.length > 0 || run.stats.assertions.total === 0) {
				process.exitCode = 1;
			}
		} finally {
			await sandbox.stop();
		}
	}
};

main().catch((cause: unknown) => {
	process.stderr.write(`${String(cause)}\n`);
	process.exitCode = 1;
});
