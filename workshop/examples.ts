import type { SandboxControl } from './sandboxProcess';
import type { N8nRest, StoredCredential, StoredWorkflow, WorkflowFile } from './editor/rest';
import { eventsSignIn, signInsFor } from './editor/signIns';
import { exampleNames, readExample, withCredentials } from './editor/workflows';

/**
 * Imports the numbered examples with their credentials. Returns the stored workflows by file name.
 * @param adapt changes an example before its import
 */
export async function importExamples(
	rest: N8nRest,
	credentials: StoredCredential[],
	adapt: (workflow: WorkflowFile) => WorkflowFile = (workflow) => workflow,
): Promise<Map<string, StoredWorkflow>> {
	const stored = new Map<string, StoredWorkflow>();
	for (const name of exampleNames()) stored.set(name, await rest.putWorkflow(withCredentials(adapt(readExample(name)), credentials)));
	return stored;
}

/** The production URL of the workflow's event trigger once it is active. */
function eventsAddress(n8nUrl: string, { name, nodes }: StoredWorkflow): string {
	const trigger = nodes.find(({ type }) => type === 'n8n-nodes-media-operations.mediaOperationsTrigger');
	if (!trigger?.webhookId) throw new Error(`'${name}' has no Media Operations Trigger with a URL.`);
	return `${n8nUrl}/webhook/${trigger.webhookId}/events`;
}

/** Configures the sandbox to call the workflow when an order changes, as an administrator configures the system. */
export async function sendOrderEvents(
	control: SandboxControl,
	n8nUrl: string,
	workflow: StoredWorkflow,
	document = 'JmWorkOrder',
): Promise<void> {
	const { user, password } = eventsSignIn.data;
	await control.call('PUT', 'events', {
		triggers: [
			{
				name: `changes of ${document}`,
				document,
				types: ['UPDATE'],
				adaptor: { url: eventsAddress(n8nUrl, workflow), signIn: { type: 'basic', user, password } },
			},
		],
	});
}

/** Creates or updates the three credentials for a sandbox, and tests each connection as the editor does. */
export async function prepareCredentials(rest: N8nRest, sandboxUrl: string): Promise<StoredCredential[]> {
	const stored: StoredCredential[] = [];
	for (const { name, type, data } of signInsFor(sandboxUrl)) {
		const credential = await rest.putCredential({ name, type, data });
		const { status, message } = await rest.testCredential(credential, data);
		if (status !== 'OK') throw new Error(`The connection test of '${name}' failed: ${message}`);
		stored.push(credential);
	}
	return stored;
}

/** Imports the examples, and returns them by file name. `sendEvents` makes a sandbox send its events to the example that waits for them. */
export async function prepareExamples(
	rest: N8nRest,
	credentials: StoredCredential[],
): Promise<{ examples: StoredWorkflow[]; sendEvents: (control: SandboxControl) => Promise<void> }> {
	const examples = await importExamples(rest, [...credentials, await rest.putCredential(eventsSignIn)]);
	const listening = [...examples].filter(([file]) => file.startsWith('05')).map(([, workflow]) => workflow);
	return {
		examples: [...examples.values()],
		sendEvents: async (control) => {
			for (const workflow of listening) await sendOrderEvents(control, rest.url, workflow);
		},
	};
}
