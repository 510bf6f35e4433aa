import { NEWEST_RELEASE, type Release } from '../../core/catalog';
import { startSandbox, type SandboxProcess } from '../../workshop/sandboxProcess';
import { startRecorder, type Recorder } from './recorder';

/** A sandbox of one release, with a recorder before it. */
export interface Site {
	readonly sandbox: SandboxProcess;
	readonly recorder: Recorder;
}

const started = new Map<Release, Promise<Site>>();

const start = async (release: Release): Promise<Site> => {
	const sandbox = await startSandbox({ release });
	return { sandbox, recorder: await startRecorder(sandbox.url) };
};

/** The one site of a release; started when it is first asked for. */
export const siteOf = async (release: Release = NEWEST_RELEASE): Promise<Site> => {
	const known = started.get(release) ?? start(release);
	started.set(release, known);
	return await known;
};

/** The records as at the start. */
export const resetData = async ({ sandbox }: Site): Promise<void> => void (await sandbox.control.call('POST', 'reset', { only: ['data', 'journal'] }));

export const stopSites = async (): Promise<void> => {
	const sites = await Promise.all(started.values());
	started.clear();
	await Promise.all(sites.map(async ({ sandbox, recorder }) => {
		await recorder.close();
		await sandbox.stop();
	}));
};
