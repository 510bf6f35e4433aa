import type { ExecutionLifecycleHooks } from 'n8n-core';
import type { ICredentialsHelper, IRunExecutionData, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

/** The ID of this execution, and the earlier executions in n8n's database. */
export interface Executions {
	readonly id: string;
	readonly stored: ReadonlyMap<string, IRunExecutionData>;
}

/** The data that n8n's server passes to its engine with a workflow: credentials, earlier executions, and unused URLs. */
export const additionalDataOf = (
	credentialsHelper: ICredentialsHelper,
	hooks?: ExecutionLifecycleHooks,
	executions: Executions = { id: '1', stored: new Map() },
): IWorkflowExecuteAdditionalData =>
	({
		executionId: executions.id,
		getRunExecutionData: async (id: string) => executions.stored.get(id),
		credentialsHelper,
		hooks,
		currentNodeExecutionIndex: 0,
		variables: {},
		userId: 'workshop',
		restApiUrl: '',
		instanceBaseUrl: '',
		webhookBaseUrl: '',
		webhookTestBaseUrl: '',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		setExecutionStatus: () => undefined,
		sendDataToUI: () => undefined,
		logAiEvent: () => undefined,
	}) as unknown as IWorkflowExecuteAdditionalData;
