import type { IDataObject } from 'n8n-workflow';
import { importExamples } from '../../../workshop/examples';
import type { Execution, N8nRest, StoredCredential, StoredWorkflow, WorkflowFile } from '../../../workshop/editor/rest';
import { itemsOf } from '../../../workshop/editor/rest';
import { eventsSignIn, signInsFor } from '../../../workshop/editor/signIns';
import { exampleNames, readExample } from '../../../workshop/editor/workflows';
import { stoppingOnFailure } from '../../../workshop/processes';
import type { SandboxProcess } from '../../../workshop/sandboxProcess';
import { startSandbox } from '../../../workshop/sandboxProcess';
import { knownVersions, signedIn, siteOfTests } from './site';
import { allStarted } from '../../support/allStarted';

export const PACKAGE_PREFIX = 'n8n-nodes-media-operations.';

/** The examples whose nodes are all available in this version of n8n, in the node versions that they require. */
export const runnableExamples = (): string[] =>
	exampleNames().filter((name) =>
		readExample(name).nodes.every(({ type, typeVersion }) => type.startsWith(PACKAGE_PREFIX) || knownVersions(type).includes(typeVersion)),
	);

/** Defines a test of the example with the given number if this version of n8n can run it. */
export function exampleTest(number: string, title: string, body: () => Promise<void>): void {
	if (runnableExamples().some((name) => name.startsWith(number))) it(`example ${number} ${title}`, body);
}

/** The output of a node. */
export const outputOf = (execution: Execution, node: string): IDataObject[] => itemsOf(execution, node).map(({ json }) => json);

export const query = (conditions: object): string => `Query=${encodeURIComponent(JSON.stringify(conditions))}`;

export const file = (name: string, type: string, text: string): File => new File([text], name, { type });

/** Calls one of the examples' webhooks with a form or with JSON. */
export const send = async (path: string, body: unknown): Promise<Response> =>
	await fetch(
		`${siteOfTests().url}/webhook/media-operations/${path}`,
		body instanceof FormData
			? { method: 'POST', body }
			: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
	);

/** The examples in n8n, with a separate sandbox. */
export class ExampleStage {
	private constructor(
		readonly sandbox: SandboxProcess,
		readonly rest: N8nRest,
		private readonly stored: ReadonlyMap<string, StoredWorkflow>,
	) {}

	/**
	 * Imports all examples.
	 * @param adapt changes an example before its import
	 * @param more credentials in addition to those of the sandbox
	 */
	static async open(
		adapt: (workflow: WorkflowFile) => WorkflowFile = (workflow) => workflow,
		more: ReadonlyArray<{ name: string; type: string; data: object }> = [],
	): Promise<ExampleStage> {
		const [sandbox, rest] = await allStarted([startSandbox(), signedIn()]);
		return await stoppingOnFailure(sandbox.stop, async () => {
			const credentials: StoredCredential[] = [];
			for (const signIn of [...signInsFor(sandbox.url), eventsSignIn, ...more]) credentials.push(await rest.putCredential(signIn));
			return new ExampleStage(sandbox, rest, await importExamples(rest, credentials, adapt));
		});
	}

	/** The identifiers of all imported examples. */
	get ids(): string[] {
		return [...this.stored.values()].map(({ id }) => id);
	}

	example(number: string): StoredWorkflow {
		const found = [...this.stored].find(([name]) => name.startsWith(number));
		if (!found) throw new Error(`There is no example ${number}.`);
		return found[1];
	}

	/** The examples with these numbers that this version of n8n can run. */
	private runnable(numbers: readonly string[]): StoredWorkflow[] {
		return runnableExamples()
			.filter((name) => numbers.includes(name.slice(0, 2)))
			.map((name) => this.example(name.slice(0, 2)));
	}

	async activate(numbers: readonly string[]): Promise<void> {
		for (const workflow of this.runnable(numbers)) await this.rest.activate(workflow);
	}

	async close(activated: readonly string[]): Promise<void> {
		for (const workflow of this.runnable(activated)) await this.rest.deactivate(workflow);
		await this.sandbox.stop();
	}

	/** Calls the sandbox over plain HTTP, without n8n. */
	async call(method: string, address: string, body?: unknown): Promise<{ status: number; body: IDataObject }> {
		const headers = {
			authorization: `Basic ${Buffer.from('demo:demo').toString('base64')}`,
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
		};
		const response = await fetch(`${this.sandbox.apiUrl}/${address}`, {
			method,
			headers,
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as IDataObject };
	}

	/** A record as the sandbox stores it. */
	async record(address: string): Promise<IDataObject> {
		const { status, body } = await this.call('GET', address);
		if (status !== 200) throw new Error(`${address} returned ${status}: ${JSON.stringify(body)}`);
		return (Object.values(body)[0] as IDataObject[])[0] as IDataObject;
	}

	/** The rows of a list, or of a sub-table, which is returned without an envelope. */
	async rows(address: string): Promise<IDataObject[]> {
		const { body } = await this.call('GET', address);
		return (Array.isArray(body) ? body : Object.values(body).find(Array.isArray)) as IDataObject[];
	}

	/** Starts a workflow, and returns its execution once it has succeeded. */
	async executionOf(workflow: StoredWorkflow, start: () => Promise<unknown>): Promise<Execution> {
		const before = await this.rest.executionsOf(workflow);
		await start();
		return this.succeeded(await this.rest.waitForNext(workflow, before, 30_000));
	}

	/**
	 * Waits until the newest execution of a workflow can be resumed. n8n stores the status before the data. If the execution is resumed
	 * before its data is stored, n8n returns 409 or 500.
	 */
	async untilWaiting(workflow: StoredWorkflow): Promise<void> {
		for (let tries = 0; tries < 300; tries++) {
			const [newest] = await this.rest.executionsOf(workflow);
			const { data, status } = await this.rest.execution(newest!);
			if (status === 'waiting' && Object.keys(data.resultData.runData).length > 0) return;
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		throw new Error(`'${workflow.name}' does not wait.`);
	}

	/** Runs a workflow from one of its triggers, and returns its execution once it has succeeded. */
	async run(number: string, trigger: string): Promise<Execution> {
		return this.succeeded(await this.rest.run(this.example(number), trigger));
	}

	private succeeded(execution: Execution): Execution {
		expect(execution.data.resultData.error).toBeUndefined();
		expect(execution.status).toBe('success');
		return execution;
	}
}
