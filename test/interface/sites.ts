import { startSandbox, type SandboxProcess } from '../../workshop/sandboxProcess';
import { startRecorder, type Recorder } from './recorder';
import type { Row } from './row';

/** A sandbox for one release and one set of names, with a recorder in front of it. */
export interface Site {
	readonly sandbox: SandboxProcess;
	readonly recorder: Recorder;
}

const started = new Map<string, Promise<Site>>();

const start = async ({ release, siteNames }: Row): Promise<Site> => {
	const sandbox = await startSandbox({ release, ...(siteNames === undefined ? {} : { args: ['--names', JSON.stringify(siteNames)] }) });
	return { sandbox, recorder: await startRecorder(sandbox.url) };
};

/** The site of a row. All rows with the same release and names share one site, which is started for the first of them. */
export const siteOf = async (row: Row): Promise<Site> => {
	const id = JSON.stringify([row.release, row.siteNames]);
	const known = started.get(id) ?? start(row);
	started.set(id, known);
	return await known;
};

/** Restores the initial records. */
export const resetData = async ({ sandbox }: Site): Promise<void> =>
	void (await sandbox.control.call('POST', 'reset', { only: ['data', 'journal'] }));

export const stopSites = async (): Promise<void> => {
	const sites = await Promise.all(started.values());
	started.clear();
	await Promise.all(
		sites.map(async ({ sandbox, recorder }) => {
			await recorder.close();
			await sandbox.stop();
		}),
	);
};
