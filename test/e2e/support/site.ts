import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Owner, RunningN8n } from '../../../workshop/editor/n8n';
import { N8nRest } from '../../../workshop/editor/rest';
import { stateFolder } from '../../../workshop/paths';

/** The name of the tested n8n in Jest's configuration: its folder in the dev tooling, or `container`. */
declare const n8n: string;

/** The name of the tested n8n in Jest's configuration. */
export const testedN8n = (): string => n8n;

/** The folder with the state of the tests for one n8n version; the tests for two versions may run at the same time. */
export const folderFor = (which: string): string => path.join(stateFolder, which === 'n8n' ? 'e2e' : `e2e-${which}`);

/** The file that describes the running n8n to the tests, which run in separate module registries. */
const fileFor = (which: string): string => path.join(folderFor(which), 'site.json');

/** The file with the list of nodes of one n8n version. */
const nodesFileFor = (which: string): string => path.join(folderFor(which), 'nodes.json');

/** The hosts outside this machine that n8n and the browser called: one line each. */
export const outboundLogFor = (which: string): string => path.join(folderFor(which), 'outbound.log');

export const outboundLogOfTests = (): string => outboundLogFor(n8n);

export interface Site {
	url: string;
	owner: Owner;
	pid: number;
	logFile: string;
	/** n8n's version. */
	version: string;
}

let stopStarted: (() => Promise<void>) | undefined;

/** Stores the running n8n for the teardown in this process and for the tests in other processes. */
export async function remember(which: string, running: RunningN8n, release: () => void): Promise<void> {
	stopStarted = async () => {
		await running.stop();
		release();
	};
	const { url, owner, pid, logFile } = running;
	const rest = new N8nRest(url, owner);
	await rest.login();
	const { versionCli: version } = await rest.call<{ versionCli: string }>('GET', '/rest/settings');
	const site: Site = { url, owner, pid, logFile, version };
	mkdirSync(folderFor(which), { recursive: true });
	writeFileSync(fileFor(which), JSON.stringify(site), { mode: 0o600 });
	writeFileSync(nodesFileFor(which), await (await rest.file('types/nodes.json')).text());
}

export const stopRemembered = async (): Promise<void> => await stopStarted?.();

export const siteOfTests = (): Site => JSON.parse(readFileSync(fileFor(n8n), 'utf8')) as Site;

interface NodeListing {
	name: string;
	version: number | number[];
}

let listing: NodeListing[] | undefined;

/** The available versions of one of n8n's own nodes; empty if n8n does not have it. The list is large, so it is read once. */
export function knownVersions(type: string): number[] {
	listing ??= JSON.parse(readFileSync(nodesFileFor(n8n), 'utf8')) as NodeListing[];
	return listing.filter(({ name }) => name === type).flatMap(({ version }) => version);
}

/** The REST API of the running n8n, signed in as its owner. */
export async function signedIn(): Promise<N8nRest> {
	const { url, owner } = siteOfTests();
	const rest = new N8nRest(url, owner);
	await rest.login();
	return rest;
}
