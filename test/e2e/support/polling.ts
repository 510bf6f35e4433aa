import { randomUUID } from 'node:crypto';
import type { N8nRest, StoredCredential, StoredWorkflow } from '../../../workshop/editor/rest';
import { reportNode, type Report } from './reporting';

/** Stores and activates a workflow that polls for new jobs every ten seconds and reports each to a receiver. */
export async function pollFor(
	rest: N8nRest,
	{ name, site, reportTo }: { readonly name: string; readonly site: StoredCredential; readonly reportTo: Report },
): Promise<StoredWorkflow> {
	const trigger = {
		id: randomUUID(),
		name: 'Poll',
		type: 'n8n-nodes-media-operations.mediaOperationsPollTrigger',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		// n8n accepts no interval shorter than a minute, but it accepts several schedules.
		parameters: {
			resource: 'job',
			triggerOn: 'new',
			pollTimes: { item: Array.from({ length: 6 }, (_, index) => ({ mode: 'custom', cronExpression: `${index * 10} * * * * *` })) },
		},
		credentials: { [site.type]: { id: site.id, name: site.name } },
	};
	const workflow = await rest.putWorkflow({
		name,
		nodes: [trigger, reportNode(reportTo)],
		connections: { Poll: { main: [[{ node: 'Report', type: 'main', index: 0 }]] } },
		settings: {},
	});
	await rest.activate(workflow);
	return workflow;
}
