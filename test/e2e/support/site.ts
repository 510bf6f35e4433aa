import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Owner, RunningN8n } from '../../../workshop/editor/n8n';
import { N8nRest } from '../../../workshop/editor/rest';
import { stateFolder } from '../../../workshop/paths';

/** How the tests, each file in a world of its own, find the n8n that was started for all of them. */
const file = path.join(stateFolder, 'e2e', 'site.json');

let stopStarted: (() => Promise<void>) | undefined;

/** Keeps what runs, for the teardown in the same process and for the tests in theirs. */
export function remember(n8n: RunningN8n, release: () => void): void {
	stopStarted = async () => {
		await n8n.stop();
		release();
	};
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, JSON.stringify({ url: n8n.url, owner: n8n.owner }), { mode: 0o600 });
}

export const stopRemembered = async (): Promise<void> => await stopStarted?.();

export const siteOfTests = (): { url: string; owner: Owner } => JSON.parse(readFileSync(file, 'utf8')) as { url: string; owner: Owner };

/** The REST interface of the running n8n, signed in as its owner. */
export async function signedIn(): Promise<N8nRest> {
	const { url, owner } = siteOfTests();
	const rest = new N8nRest(url, owner);
	await rest.login();
	return rest;
}
