import type { INode, INodeParameters } from 'n8n-workflow';
import type { N8nRest, StoredCredential } from '../../../workshop/editor/rest';
import { signInsFor } from '../../../workshop/editor/signIns';
import { stoppingOnFailure } from '../../../workshop/processes';
import type { SandboxProcess } from '../../../workshop/sandboxProcess';
import type { Editor, Theme } from './editor';
import { openStage, type Stage } from './stage';

/** A request in the journal that changed the site. */
export interface Change {
	readonly method: string;
	/** The path relative to the base URL. */
	readonly path: string;
	readonly body: unknown;
	readonly status: number | null;
}

/** The setup of a browser test: n8n's editor, with a sandbox and a credential for it. */
export class EditorSession {
	private workflows = 0;

	private constructor(
		private readonly stage: Stage,
		readonly editor: Editor,
		readonly credential: StoredCredential,
		private readonly title: string,
	) {}

	/** `title` is the prefix of the names of all workflows in the session. */
	static async open(title: string, theme: Theme): Promise<EditorSession> {
		const stage = await openStage();
		return await stoppingOnFailure(stage.close, async () => {
			const credential = await stage.rest.putCredential(signInsFor(stage.sandbox.url)[0]!);
			return new EditorSession(stage, await stage.signIn(theme), credential, `${title} (${theme})`);
		});
	}

	get sandbox(): SandboxProcess {
		return this.stage.sandbox;
	}

	get rest(): N8nRest {
		return this.stage.rest;
	}

	/** Opens a Media Operations node with these saved parameters, in a new workflow after a manual trigger and the nodes in `before`. */
	async openNode(parameters: INodeParameters, name = 'Media Operations', before: readonly INode[] = []): Promise<void> {
		const { id, name: credential, type } = this.credential;
		const names = ['Start', ...before.map((node) => node.name), name];
		const workflow = await this.rest.putWorkflow({
			name: `${this.title} ${++this.workflows}`,
			nodes: [
				{ id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
				...before,
				{
					id: 'node',
					name,
					type: 'n8n-nodes-media-operations.mediaOperations',
					typeVersion: 1,
					position: [200 * (before.length + 1), 0],
					parameters: { authentication: 'basic', ...parameters },
					credentials: { [type]: { id, name: credential } },
				},
			],
			connections: Object.fromEntries(
				names.slice(0, -1).map((from, index) => [from, { main: [[{ node: names[index + 1]!, type: 'main', index: 0 }]] }]),
			),
			settings: {},
		});
		await this.editor.openWorkflow(workflow.id);
		await this.editor.openNode(name);
	}

	/** The changes since the journal was cleared. */
	async changes(): Promise<Change[]> {
		const { entries } = await this.sandbox.control.journal({ kind: 'request', limit: 1000 });
		return entries
			.filter(({ method }) => method !== 'GET')
			.map(({ method, path, body, status }) => ({
				method,
				path: path.replace('/api/v2/database/DEMO', ''),
				body: body === null || body === '' ? null : (JSON.parse(body) as unknown),
				status,
			}));
	}

	/** The path and the query of the last request that read the document. */
	async lastRead(document: string): Promise<{ path: string; query: Readonly<Record<string, string>> }> {
		const { entries } = await this.sandbox.control.journal({ document, method: 'GET' });
		const { path, query } = entries.at(-1)!;
		return { path: path.replace('/api/v2/database/DEMO', ''), query };
	}

	async close(): Promise<void> {
		await this.stage.close();
	}
}
