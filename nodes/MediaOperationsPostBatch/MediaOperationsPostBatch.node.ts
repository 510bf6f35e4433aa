import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { loadBatches } from '../../bridge/actions/lookups';
import { runPostBatch } from '../../bridge/actions/runActions';
import { postBatchProperties } from '../../bridge/actions/postBatch';
import { searchRecords } from '../../bridge/panel/listSearch';
import { getFieldsToReturn } from '../../bridge/panel/panelLists';
import { warningHints } from '../../bridge/properties/hints';
import { POST_BATCH_SUBTITLE } from '../../bridge/properties/subtitle';

/**
 * A constant, because n8n's two sets of lint rules contradict each other: one requires the enum in the description, the other its value.
 */
const MAIN = [NodeConnectionTypes.Main];

/** Posts time card batches. */
export class MediaOperationsPostBatch implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Operations Post Batch',
		name: 'mediaOperationsPostBatch',
		icon: { light: 'file:../../icons/mediaOperationsPostBatch.svg', dark: 'file:../../icons/mediaOperationsPostBatch.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: POST_BATCH_SUBTITLE,
		description: 'Post one or more time card batches',
		defaults: { name: 'Media Operations Post Batch' },
		usableAsTool: true,
		inputs: MAIN,
		outputs: MAIN,
		credentials: [
			{ name: 'mediaOperationsBasicApi', required: true, displayOptions: { show: { authentication: ['', 'basic'] } } },
			{ name: 'mediaOperationsJwtApi', required: true, displayOptions: { show: { authentication: ['jwt'] } } },
			{ name: 'mediaOperationsOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'] } } },
		],
		hints: [...warningHints("The API cannot undo posting. Turn on the 'Preview' option to see the request without sending it.")],
		properties: [...postBatchProperties],
	};

	methods = { listSearch: { searchRecords }, loadOptions: { getFieldsToReturn, loadBatches } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runPostBatch(this);
	}
}
