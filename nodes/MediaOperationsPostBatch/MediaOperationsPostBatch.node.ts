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

/** Named, since of n8n's two sets of rules one wants the constant in the description and the other the text it stands for. */
const MAIN = [NodeConnectionTypes.Main];

/** Posts time card batches. */
export class MediaOperationsPostBatch implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Operations Post Batch',
		name: 'mediaOperationsPostBatch',
		icon: { light: 'file:../../icons/mediaOperations.svg', dark: 'file:../../icons/mediaOperations.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ "post: " + $parameter["batches"] }}',
		description: 'Post one or several time card batches',
		defaults: { name: 'Media Operations Post Batch' },
		usableAsTool: true,
		inputs: MAIN,
		outputs: MAIN,
		credentials: [
			{ name: 'mediaOperationsBasicApi', required: true, displayOptions: { show: { authentication: ['basic'] } } },
			{ name: 'mediaOperationsJwtApi', required: true, displayOptions: { show: { authentication: ['jwt'] } } },
			{ name: 'mediaOperationsOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'] } } },
		],
		hints: [...warningHints("A posted batch stays posted. To see the call before it is made, switch on 'Preview' in the options.")],
		properties: [...postBatchProperties],
	};

	methods = { listSearch: { searchRecords }, loadOptions: { getFieldsToReturn, loadBatches } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runPostBatch(this);
	}
}
