import { parse } from 'flatted';
import type { IConnections, INode, INodeExecutionData, ITaskData, IWorkflowSettings } from 'n8n-workflow';
import type { Owner } from './n8n';

/** A workflow as it is stored in a file and sent to n8n. */
export interface WorkflowFile {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings | undefined;
}

export interface StoredWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
}

export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

export interface Execution {
	id: string;
	status: 'new' | 'running' | 'waiting' | 'success' | 'error' | 'canceled' | 'crashed' | 'unknown';
	data: {
		resultData: {
			/** The results of each node, with one entry per run of the node. */
			runData: Record<string, ITaskData[]>;
			error?: { message: string; description?: string; node?: { name: string } };
			lastNodeExecuted?: string;
		};
	};
}

/** n8n's response when it refuses a request. */
class N8nRefusal extends Error {
	constructor(
		readonly call: string,
		readonly status: number,
		readonly body: string,
	) {
		super(`n8n responded to ${call} with status ${status}: ${body.slice(0, 500)}`);
	}
}

const unfinished = new Set(['new', 'running', 'waiting']);

/** Calls the REST API of n8n's own editor as the owner. */
export class N8nRest {
	private cookie = '';

	constructor(
		readonly url: string,
		private readonly owner: Owner,
	) {}

	/** Calls the API, and returns `data` from the response. */
	async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(this.url + path, {
			method,
			// `browser-id` never changes, because n8n binds the session to the browser that signed in.
			// `connection: close` avoids idle connections: a busy n8n can close one just before the next request.
			headers: { 'content-type': 'application/json', 'browser-id': 'workshop', connection: 'close', cookie: this.cookie },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const session = response.headers.getSetCookie().find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.cookie = session.split(';')[0] ?? '';
		const text = await response.text();
		if (!response.ok) throw new N8nRefusal(`${method} ${path}`, response.status, text);
		return (JSON.parse(text) as { data: T }).data;
	}

	async login(): Promise<void> {
		await this.call('POST', '/rest/login', { emailOrLdapLoginId: this.owner.email, password: this.owner.password });
	}

	/** A file that n8n serves to its editor: the loaded types, an icon. */
	async file(path: string): Promise<Response> {
		return await fetch(`${this.url}/${path}`, { headers: { 'browser-id': 'workshop', connection: 'close', cookie: this.cookie } });
	}

	async credentials(): Promise<StoredCredential[]> {
		return await this.call('GET', '/rest/credentials');
	}

	/** Creates the credential, or updates the one with that name and type. */
	async putCredential(credential: { name: string; type: string; data: object }): Promise<StoredCredential> {
		const known = (await this.credentials()).find(({ name, type }) => name === credential.name && type === credential.type);
		if (!known) return await this.call('POST', '/rest/credentials', credential);
		return await this.call('PATCH', `/rest/credentials/${known.id}`, credential);
	}

	/** Runs the connection test. Returns its status and message. */
	async testCredential({ id, name, type }: StoredCredential, data: object): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return await this.call('POST', '/rest/credentials/test', { credentials: { id, name, type, data } });
	}

	async workflows(): Promise<StoredWorkflow[]> {
		return await this.call('GET', '/rest/workflows');
	}

	/** Creates the workflow, or updates the one with that name. */
	async putWorkflow(workflow: WorkflowFile): Promise<StoredWorkflow> {
		const known = (await this.workflows()).find(({ name }) => name === workflow.name);
		// n8n 1 requires `active: false` for a new workflow.
		if (!known) return await this.call('POST', '/rest/workflows', { active: false, ...workflow });
		return await this.call('PATCH', `/rest/workflows/${known.id}?forceSave=true`, workflow);
	}

	/** Activates the workflow, like the *Publish* button: its webhooks and polls start a moment later. */
	async activate({ id, versionId }: StoredWorkflow): Promise<void> {
		await this.call('POST', `/rest/workflows/${id}/activate`, { versionId });
	}

	async deactivate({ id }: StoredWorkflow): Promise<void> {
		await this.call('POST', `/rest/workflows/${id}/deactivate`);
	}

	/** The identifiers of a workflow's executions, newest first. */
	async executionsOf({ id }: StoredWorkflow): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const { results } = await this.call<{ results: Array<{ id: string }> }>('GET', `/rest/executions?filter=${filter}`);
		return results.map((execution) => execution.id);
	}

	/** Waits until the workflow has an execution that `before` does not contain, and until the first of these has ended. */
	async waitForNext(workflow: StoredWorkflow, before: readonly string[], limit: number): Promise<Execution> {
		const end = Date.now() + limit;
		for (;;) {
			const next = (await this.executionsOf(workflow)).filter((id) => !before.includes(id)).at(-1);
			if (next !== undefined) return await this.waitFor(next, Math.max(end - Date.now(), 1));
			if (Date.now() > end) throw new Error(`'${workflow.name}' did not start within ${limit / 1000} s.`);
			await new Promise((resolve) => setTimeout(resolve, 150));
		}
	}

	/** Runs a stored workflow from the named trigger and waits until it has ended. n8n 1 requires the workflow in the request. */
	async run(workflow: StoredWorkflow, trigger: string, limit = 120_000): Promise<Execution> {
		const { executionId } = await this.call<{ executionId: string }>('POST', `/rest/workflows/${workflow.id}/run`, {
			workflowData: workflow,
			triggerToStartFrom: { name: trigger },
		});
		return await this.waitFor(executionId, limit);
	}

	async execution(id: string): Promise<Execution> {
		const stored = await this.call<Omit<Execution, 'data'> & { data: string }>('GET', `/rest/executions/${id}`);
		return { ...stored, data: parse(stored.data) as Execution['data'] };
	}

	async waitFor(id: string, limit: number): Promise<Execution> {
		const end = Date.now() + limit;
		for (;;) {
			const execution = await this.execution(id);
			if (!unfinished.has(execution.status)) return await this.settled(id, end);
			if (Date.now() > end) throw new Error(`Execution ${id} is still ${execution.status} after ${limit / 1000} s.`);
			await new Promise((resolve) => setTimeout(resolve, 150));
		}
	}

	/**
	 * Waits until the result of a successful execution is stored, because n8n 1 stores the final status before the result.
	 * Detects a missing result. Does not detect the old result of an execution that was `waiting`; the first pause makes that unlikely.
	 */
	private async settled(id: string, end: number): Promise<Execution> {
		for (;;) {
			await new Promise((resolve) => setTimeout(resolve, 150));
			const execution = await this.execution(id);
			const isStored = execution.status !== 'success' || Object.keys(execution.data.resultData.runData).length > 0;
			if (isStored || Date.now() > end) return execution;
		}
	}
}

/** The items of a node's first output, over all its runs. */
export function itemsOf(execution: Execution, node: string): INodeExecutionData[] {
	return (execution.data.resultData.runData[node] ?? []).flatMap((task) => task.data?.main?.[0] ?? []);
}
