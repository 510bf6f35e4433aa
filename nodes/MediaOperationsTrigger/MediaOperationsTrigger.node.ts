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

/** Named, since of n8n's two sets of rules one wants the constant in the description and the other the text it stands for. */
const MAIN = [NodeConnectionTypes.Main];

/** Starts a workflow when the system tells of an event through an export adaptor (public material: Events out of the system). */
export class MediaOperationsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Operations Trigger',
		name: 'mediaOperationsTrigger',
		icon: { light: 'file:../../icons/mediaOperations.svg', dark: 'file:../../icons/mediaOperations.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ ($parameter["documents"] || []).concat($parameter["events"] || []).join(", ") || "every event" }}',
		// In its list of nodes n8n shows a trigger and the node of the same name as one, with the description of the trigger.
		description:
			'Work with the records of your media operations system, or start a workflow as soon as one of them is created, updated or deleted',
		eventTriggerDescription: 'Waiting for the export adaptor of your system to call the address',
		activationMessage: 'The Production URL now takes events of your system.',
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
			{ name: 'mediaOperationsBasicApi', required: true, displayOptions: { show: { authentication: ['basic'], fetchRecord: [true] } } },
			{ name: 'mediaOperationsJwtApi', required: true, displayOptions: { show: { authentication: ['jwt'], fetchRecord: [true] } } },
			{ name: 'mediaOperationsOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'], fetchRecord: [true] } } },
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST,PUT,PATCH',
				responseMode: '={{ $parameter["respond"] === "lastNode" ? "lastNode" : "onReceived" }}',
				// Empty, n8n answers what the node gives it.
				responseData: '={{ $parameter["respond"] === "lastNode" ? "firstEntryJson" : "" }}',
				path: 'events',
			},
		],
		triggerPanel: {
			header: '',
			executionsHelp: {
				inactive:
					'<b>While you build</b>, click «Execute step» and change a record in your system: its export adaptor has to know the Test URL. <br/><br/><b>To run on its own</b>, <a data-key="activate">publish</a> the workflow, and let the export adaptor know the Production URL.',
				active:
					'<b>While you build</b>, click «Execute step» and change a record in your system: its export adaptor has to know the Test URL. <br/><br/>The workflow is published: events that come to the Production URL start it, and stand in the <a data-key="executions">list of executions</a>.',
			},
			activationHint: 'Once the workflow is ready, publish it and let the export adaptor know the Production URL.',
		},
		properties: [...eventProperties],
	};

	methods = { credentialTest: { testSenderCredential }, loadOptions: { getEventFields } };

	/** The system is set up by hand: n8n registers nothing there, and only makes sure that somebody could sign in. */
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

	/** n8n calls it at the start of the execution that the webhook has started. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await withRecords(this);
	}
}
