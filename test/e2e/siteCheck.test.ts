import { signInsFor } from '../../workshop/editor/signIns';
import { openStage, type Stage } from './support/stage';

describe("A user who checks a site in n8n's editor", () => {
	let stage: Stage;
	beforeAll(async () => void (stage = await openStage()));
	afterAll(async () => await stage.close());

	it('chooses the resource Site, runs Check, and reads the findings and the report', async () => {
		const { rest, sandbox } = stage;
		const credential = await rest.putCredential(signInsFor(sandbox.url)[0]!);
		const node = { typeVersion: 1, id: 'check', name: 'Check Site', position: [200, 0] as [number, number] };
		const workflow = await rest.putWorkflow({
			name: 'Check a site',
			nodes: [
				{ id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
				{
					...node,
					type: 'n8n-nodes-media-operations.mediaOperations',
					parameters: { authentication: 'basic' },
					credentials: { [credential.type]: { id: credential.id, name: credential.name } },
				},
			],
			connections: { Start: { main: [[{ node: 'Check Site', type: 'main', index: 0 }]] } },
			settings: {},
		});
		const editor = await stage.signIn('light');
		await editor.openWorkflow(workflow.id);
		await editor.openNode('Check Site');
		await editor.choose('resource', 'Site');
		// n8n shows the files of an item first.
		await editor.runNode('site-check.html');
		await editor.picture('site-check-report');
		await editor.output.getByText('Table', { exact: true }).click();
		await editor.output.getByText('Encryption').first().waitFor();
		await editor.picture('site-check');
		const { entries } = await sandbox.control.journal({ limit: 1000 });
		expect(new Set(entries.filter(({ path }) => path.startsWith('/api')).map(({ method }) => method))).toEqual(new Set(['GET']));
	});
});
