import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { checkSender } from '../../bridge/triggers/checkSender';
import { getEventFields } from '../../bridge/triggers/eventLists';
import { eventProperties } from '../../bridge/triggers/eventProperties';
import { withRecords } from '../../bridge/triggers/eventRecord';
import { receiveEvent } from '../../bridge/triggers/receive';
import { testSenderCredential } from '../../bridge/triggers/senderSignIn';
import { EVENT_SUBTITLE } from '../../bridge/properties/subtitle';

/**
 * A constant, because n8n's two sets of lint rules contradict each other: one requires the enum in the description, the other its value.
 */
const MAIN = [NodeConnectionTypes.Main];

/** Starts a workflow when the system sends an event through an export adaptor (public material: Events out of the system). */
export class MediaOperationsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Operations Trigger',
		name: 'mediaOperationsTrigger',
		icon: { light: 'file:../../icons/mediaOperationsTrigger.svg', dark: 'file:../../icons/mediaOperationsTrigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: EVENT_SUBTITLE,
		// In its list of nodes, n8n merges a trigger with the node of the same name, and shows the trigger's description.
		description: 'Read and write the records in your media operations system, or start a workflow when one of them changes',
		eventTriggerDescription: 'Waiting for your system to send an event to the Test URL',
		activationMessage: 'The Production URL now accepts events from your system.',
		defaults: { name: 'Media Operations Trigger' },
		inputs: [],
		outputs: MAIN,
		credentials: [
			{
				name: 'mediaOperationsEventsApi',
				required: true,
				testedBy: 'testSenderCredential',
				displayOptions: { show: { senderSignIn: ['credential'] } },
			},
			{ name: 'mediaOperationsBasicApi', required: true, displayOptions: { show: { authentication: ['', 'basic'], fetchRecord: [true] } } },
			{ name: 'mediaOperationsJwtApi', required: true, displayOptions: { show: { authentication: ['jwt'], fetchRecord: [true] } } },
			{ name: 'mediaOperationsOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'], fetchRecord: [true] } } },
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST,PUT,PATCH',
				responseMode: '={{ $parameter["respond"] === "lastNode" ? "lastNode" : "onReceived" }}',
				// If `responseData` is empty, n8n returns what the node returns.
				responseData: '={{ $parameter["respond"] === "lastNode" ? "firstEntryJson" : "" }}',
				path: 'events',
			},
		],
		triggerPanel: {
			header: '',
			executionsHelp: {
				inactive:
					"<b>While building</b>, set the export adaptor to the Test URL, click 'Execute step', and change a record in your system. <br/><br/><b>When the workflow is ready</b>, set the export adaptor to the Production URL and <a data-key='activate'>publish</a> the workflow.",
				active:
					"<b>While building</b>, set the export adaptor to the Test URL, click 'Execute step', and change a record in your system. <br/><br/>The workflow is published: events sent to the Production URL start it. See the <a data-key='executions'>executions</a>.",
			},
			activationHint: 'When the workflow is ready, publish it and set the export adaptor to the Production URL.',
		},
		properties: [...eventProperties],
	};

	methods = { credentialTest: { testSenderCredential }, loadOptions: { getEventFields } };

	/** The user sets up the system, so n8n registers nothing there. n8n only checks that the credential of the sender is complete. */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await checkSender(this);
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveEvent(this);
	}

	/** n8n calls this method first in the execution that the webhook starts. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await withRecords(this);
	}
}
