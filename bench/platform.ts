import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SERVICE_CLIENT } from '../sandbox/plugins/oauth/clients';
import { startN8n, type RunningN8n } from '../workshop/editor/n8n';
import { installPackage } from '../workshop/editor/nodesFolder';
import { N8nRest, type StoredCredential, type WorkflowFile } from '../workshop/editor/rest';
import { withCredentials } from '../workshop/editor/workflows';
import { selfSigned } from '../workshop/certificate';
import { packPackage } from '../workshop/package/tarball';
import { stateFolder } from '../workshop/paths';
import type { CertificateFiles } from './sites';
import { resetPeak, peakMiB, processorMs, residentMiB } from './processMemory';

export const benchFolder = path.join(stateFolder, 'bench');
const home = path.join(benchFolder, 'home');
const executionsFile = path.join(benchFolder, 'executions.jsonl');
/** The only folder that n8n may read files from. */
export const filesFolder = path.join(benchFolder, 'files');

/** The base URL in the workflow files, which is replaced at run time. */
const SITE_IN_FILES = 'http://127.0.0.1:4020/api/v2/database/DEMO';
const MEASURED = 'Measured';
const TIMEOUT_MS = 900_000;

/** One execution as the hook wrote it. */
interface Execution {
	readonly id: string;
	readonly status: string;
	readonly error: { message: string; description: string | null } | null;
	/** The time from the start of the first node to the end of the last one. */
	readonly ms: number;
	readonly nodes: Readonly<
		Record<string, { ms: number; items: number; first: string | null; error: { message: string; description: string | null } | null }>
	>;
}

/** The cost of one workflow run. */
export interface Run {
	/** Seconds inside the node, as n8n reports them. */
	readonly seconds: number;
	/** Seconds from the start of the first node to the end of the last one. */
	readonly workflowSeconds: number;
	readonly items: number;
	/** The first 300 characters of the first item's JSON, for debugging. */
	readonly first: string | null;
	/** Peak memory of n8n's main process, minus the memory that it used before the run. */
	readonly peakRssMiB: number;
	/** Resident memory of n8n's main process after the run, minus the memory before it. */
	readonly grownMiB: number;
	/** Processor time of n8n's main process during the run. */
	readonly processorMs: number;
	readonly status: string;
	readonly message: string | null;
}

/** The changes to apply to a workflow from `bench/workflows` before it runs. */
export interface Changes {
	/** The strings to replace, with their replacements. */
	readonly texts?: Readonly<Record<string, string>>;
	/** The *Max Concurrent Requests* of the measured node. */
	readonly concurrency?: number;
}

export interface Platform {
	/** Runs a workflow from `bench/workflows` against a site. */
	run(file: string, apiUrl: string, changes?: Changes): Promise<Run>;
	stop(): Promise<void>;
}

const account = { username: 'demo', password: 'demo' };

const credentialsFor = (apiUrl: string): { name: string; type: string; data: object }[] => {
	const site = new URL(apiUrl).origin;
	return [
		{ name: 'Bench (Basic)', type: 'mediaOperationsBasicApi', data: { baseUrl: apiUrl, ...account } },
		{ name: 'Bench (JWT)', type: 'mediaOperationsJwtApi', data: { baseUrl: apiUrl, ...account } },
		{
			name: 'Bench (OAuth2)',
			type: 'mediaOperationsOAuth2Api',
			data: {
				baseUrl: apiUrl,
				grantType: 'clientCredentials',
				scope: 'api',
				clientId: SERVICE_CLIENT.id,
				clientSecret: SERVICE_CLIENT.secret,
				accessTokenUrl: `${site}/oauth/token`,
				authUrl: `${site}/oauth/auth`,
				authentication: 'header',
			},
		},
		{ name: 'Bench (HTTP Basic)', type: 'httpBasicAuth', data: { user: account.username, password: account.password } },
		{ name: 'Bench (function)', type: 'benchFunctionApi', data: { user: account.username, password: account.password } },
		{ name: 'Bench (expressions)', type: 'benchExpressionsApi', data: { user: account.username, password: account.password } },
	];
};

/** The certificate of the servers with TLS, which n8n trusts. */
export const certificateFiles: CertificateFiles = { key: path.join(benchFolder, 'key.pem'), cert: path.join(benchFolder, 'cert.pem') };

/** Installs the packed package and the probe in the benchmark's own n8n home. */
export const prepareHome = async (onProgress: (line: string) => void): Promise<void> => {
	mkdirSync(filesFolder, { recursive: true });
	const { key, cert } = selfSigned();
	writeFileSync(certificateFiles.key, key, { mode: 0o600 });
	writeFileSync(certificateFiles.cert, cert);
	await installPackage(home, await packPackage(onProgress));
	const probe = path.join(home, '.n8n/nodes/node_modules/n8n-nodes-bench-probe');
	rmSync(probe, { recursive: true, force: true });
	cpSync(path.join(__dirname, 'probe'), probe, { recursive: true });
};

/** A workflow from `bench/workflows` with the changes applied. */
export const readWorkflow = (file: string, apiUrl: string, { texts, concurrency }: Changes): WorkflowFile => {
	const written = readFileSync(path.join(__dirname, 'workflows', `${file}.json`), 'utf8');
	const replaced = Object.entries({ [SITE_IN_FILES]: apiUrl, ...texts }).reduce(
		(text, [from, to]) => text.replaceAll(from, JSON.stringify(to).slice(1, -1)),
		written,
	);
	const workflow = JSON.parse(replaced) as WorkflowFile;
	if (concurrency !== undefined)
		for (const { name, parameters } of workflow.nodes)
			if (name === MEASURED) parameters.options = { ...(parameters.options as object | undefined), concurrency };
	return workflow;
};

const findExecution = (id: string): Execution | undefined => {
	if (!existsSync(executionsFile)) return undefined;
	const lines = readFileSync(executionsFile, 'utf8').trimEnd().split('\n').reverse();
	return lines.map((line) => (line === '' ? undefined : (JSON.parse(line) as Execution))).find((execution) => execution?.id === id);
};

const executionOf = async (id: string, n8n: RunningN8n): Promise<Execution> => {
	let over = false;
	void n8n.ended.then(() => (over = true));
	for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
		const found = findExecution(id);
		if (found) return found;
		if (over) throw new Error(`n8n ended during an execution; its log: ${n8n.logFile}`);
	}
	throw new Error(`Execution ${id} did not end within ${TIMEOUT_MS / 1000} s`);
};

/** Starts the real n8n. It stores no execution data; a hook records the cost of each execution. */
export const startPlatform = async (): Promise<Platform> => {
	writeFileSync(executionsFile, '');
	const n8n = await startN8n({
		home,
		logFile: path.join(benchFolder, 'n8n.log'),
		env: {
			EXTERNAL_HOOK_FILES: path.join(__dirname, 'hooks.js'),
			BENCH_EXECUTIONS: executionsFile,
			N8N_RESTRICT_FILE_ACCESS_TO: filesFolder,
			N8N_BLOCK_FILE_ACCESS_TO_N8N_FILES: 'false',
			NODE_EXTRA_CA_CERTS: certificateFiles.cert,
			...(process.env.BENCH_PROFILES ? { BENCH_PROFILES: path.resolve(process.env.BENCH_PROFILES) } : {}),
		},
	});
	const rest = new N8nRest(n8n.url, n8n.owner);
	await rest.login();
	let signedInTo = '';
	let credentials: StoredCredential[] = [];
	return {
		run: async (file, apiUrl, changes = {}) => {
			if (signedInTo !== apiUrl) {
				credentials = await Promise.all(credentialsFor(apiUrl).map(async (credential) => await rest.putCredential(credential)));
				signedInTo = apiUrl;
			}
			const workflow = await rest.putWorkflow(withCredentials(readWorkflow(file, apiUrl, changes), credentials));
			resetPeak(n8n.pid);
			const before = { memory: residentMiB(n8n.pid), processor: processorMs(n8n.pid) };
			const { executionId } = await rest.call<{ executionId: string }>('POST', `/rest/workflows/${workflow.id}/run`, {
				triggerToStartFrom: { name: 'Start' },
			});
			const { nodes, ms, status, error } = await executionOf(executionId, n8n);
			const measured = nodes[MEASURED];
			const failure = error ?? measured?.error ?? null;
			return {
				seconds: (measured?.ms ?? Number.NaN) / 1000,
				workflowSeconds: ms / 1000,
				items: measured?.items ?? 0,
				first: measured?.first ?? null,
				peakRssMiB: peakMiB(n8n.pid) - before.memory,
				grownMiB: residentMiB(n8n.pid) - before.memory,
				processorMs: processorMs(n8n.pid) - before.processor,
				status,
				message: failure && [failure.message, failure.description].filter(Boolean).join(' '),
			};
		},
		stop: async () => {
			await n8n.stop();
			rmSync(path.join(home, '.n8n/storage'), { recursive: true, force: true });
		},
	};
};
