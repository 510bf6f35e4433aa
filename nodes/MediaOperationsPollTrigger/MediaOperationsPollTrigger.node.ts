import { NodeConnectionTypes, type INodeExecutionData, type INodeType, type INodeTypeDescription, type IPollFunctions } from 'n8n-workflow';

import { searchDocumentNames } from '../../bridge/panel/documentSearch';
import { getFieldRecords, searchFieldRecords } from '../../bridge/panel/fieldSearch';
import { getFieldsToFind, getFieldsToMatch, getFieldsToWatch, getKeys } from '../../bridge/panel/panelLists';
import { pollForRecords } from '../../bridge/triggers/poll';
import { pollProperties } from '../../bridge/triggers/pollProperties';
import { POLL_SUBTITLE } from '../../bridge/properties/subtitle';

/**
 * A constant, because n8n's two sets of lint rules contradict each other: one requires the enum in the description, the other its value.
 */
const MAIN = [NodeConnectionTypes.Main];

/** Starts a workflow with the records that were added or changed since the last poll, for sites that cannot send events. */
export class MediaOperationsPollTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Operations Poll Trigger',
		name: 'mediaOperationsPollTrigger',
		icon: { light: 'file:../../icons/mediaOperationsPollTrigger.svg', dark: 'file:../../icons/mediaOperationsPollTrigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: POLL_SUBTITLE,
		description: 'Checks for new or changed records on a schedule and starts the workflow with them',
		eventTriggerDescription: 'The newest record is returned as an example',
		activationMessage: 'New records now start the workflow. Existing records do not.',
		defaults: { name: 'Media Operations Poll Trigger' },
		polling: true,
		inputs: [],
		outputs: MAIN,
		credentials: [
			{ name: 'mediaOperationsBasicApi', required: true, displayOptions: { show: { authentication: ['', 'basic'] } } },
			{ name: 'mediaOperationsJwtApi', required: true, displayOptions: { show: { authentication: ['jwt'] } } },
			{ name: 'mediaOperationsOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'] } } },
		],
		properties: [...pollProperties],
	};

	methods = {
		listSearch: { searchDocumentNames, searchFieldRecords },
		loadOptions: { getFieldRecords, getFieldsToFind, getFieldsToMatch, getFieldsToWatch, getKeys },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollForRecords(this);
	}
}
