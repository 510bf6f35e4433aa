import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { StoredCredential, StoredWorkflow, WorkflowFile } from '../../../../workshop/editor/rest';
import { eventsSignIn, signInsFor } from '../../../../workshop/editor/signIns';
import { packPackage } from '../../../../workshop/package/tarball';
import { startEngine } from '../../../../workshop/queue/engine';
import type { Engine, EngineSettings } from '../../../../workshop/queue/engine';
import { Site } from './site';
import { onEvent } from './workflows';

/** An execution in n8n's database; times in milliseconds since 1970. */
export interface ExecutionRow {
	id: string;
	workflowId: string;
	/** What started the execution: `webhook`, `trigger` (a poll), `error` (another execution failed), `manual`. */
	mode: string;
	status: string;
	startedAt: number | null;
	stoppedAt: number | null;
}

const everything = `select id::text, "workflowId", mode, status, extract(epoch from "startedAt") * 1000 as "startedAt", extract(epoch from "stoppedAt") * 1000 as "stoppedAt" from execution_entity order by execution_entity.id`;

/** Whether an execution has not finished. */
export const isOpen = ({ status }: ExecutionRow): boolean => status === 'new' || status === 'running' || status === 'waiting';

export const sleep = async (milliseconds: number): Promise<void> => await new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Polls until there is a result; after `limit` ms, it throws an error that contains the last known state. */
export async function until<T>(what: string, limit: number, ask: () => Promise<T | undefined>, known: () => string = () => ''): Promise<T> {
	const end = Date.now() + limit;
	for (;;) {
		const response = await ask();
		if (response !== undefined) return response;
		if (Date.now() > end) throw new Error(`Not after ${limit / 1000} s: ${what}. ${known()}`);
		await sleep(250);
	}
}

/** A process and its children: n8n and its task runner. */
const withChildren = (pid: number): string[] => [
	String(pid),
	...execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
		.trim()
		.split(/\s+/)
		.filter(Boolean),
];

/** The memory (MB) of n8n and its task runner. */
export function memoryOf(pid: number): number {
	const kilobytes = withChildren(pid).map((one) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1] ?? 0));
	return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1024);
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The processor time (ms) that n8n and its task runner have used so far. */
export function processorTimeOf(pid: number): number {
	const ticks = withChildren(pid).map((one) => {
		// The program name can contain spaces, so the fields are counted from the third one. utime and stime are fields 14 and 15 of the line.
		const [, rest = ''] = /\) (.*)$/.exec(readFileSync(`/proc/${one}/stat`, 'utf8').trim()) ?? [];
		const fields = rest.split(' ').map(Number);
		return (fields[11] as number) + (fields[12] as number);
	});
	return (ticks.reduce((sum, each) => sum + each, 0) * 1000) / ticksPerSecond;
}

/** An engine with a site, its credentials, and workflows. */
export class Stage {
	private constructor(
		readonly engine: Engine,
		readonly site: Site,
		readonly credentials: Record<string, StoredCredential>,
	) {}

	/** @param tokenSeconds lifetime of the site's tokens */
	static async start(settings: Pick<EngineSettings, 'mode' | 'env'>, tokenSeconds: number): Promise<Stage> {
		const onProgress = (doing: string) => process.stdout.write(`  … ${doing}\n`);
		const engine = await startEngine({ ...settings, tarball: await packPackage(onProgress), onProgress });
		try {
			const site = await Site.start('site', tokenSeconds);
			const stored = await Promise.all(
				[eventsSignIn, ...signInsFor(site.sandbox.url)].map(
					async (signIn) => [signIn.type, await engine.rest.putCredential(signIn)] as const,
				),
			);
			return new Stage(engine, site, Object.fromEntries(stored));
		} catch (cause) {
			await engine.stop();
			throw cause;
		}
	}

	/** Stores a workflow and activates it. */
	async publish(workflow: WorkflowFile): Promise<StoredWorkflow> {
		const stored = await this.engine.rest.putWorkflow(workflow);
		await this.engine.rest.activate(stored);
		return stored;
	}

	/** Activates the workflow for events and waits until it can be called; returns it and its URL. */
	async publishOnEvent(name: string, errorWorkflow?: string): Promise<{ workflow: StoredWorkflow; url: string }> {
		const webhookId = randomUUID();
		const made = onEvent(name, webhookId, this.credentials);
		const workflow = await this.publish({ ...made, settings: { ...made.settings, ...(errorWorkflow ? { errorWorkflow } : {}) } });
		const url = `${this.engine.main.url}/webhook/${webhookId}/events`;
		// Without authentication the trigger returns 401 and starts nothing; before it is registered, n8n returns 404.
		await until('the workflow can be called', 30_000, async () =>
			(await fetch(url, { method: 'POST' })).status === 401 ? true : undefined,
		);
		return { workflow, url };
	}

	async executions(): Promise<ExecutionRow[]> {
		return await this.engine.database.rows<ExecutionRow>(everything);
	}

	async stop(): Promise<void> {
		await this.site.stop();
		await this.engine.stop();
	}
}
