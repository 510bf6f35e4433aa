import type { ExecutionLifecycleHooks } from 'n8n-core';
import type { ICredentialsHelper, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

/** What n8n's server passes to its engine with the workflow: here, credentials and unused addresses. */
export const additionalDataOf = (credentialsHelper: ICredentialsHelper, hooks?: ExecutionLifecycleHooks): IWorkflowExecuteAdditionalData =>
	({
		executionId: '1',
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
