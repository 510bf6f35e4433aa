import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { runGenericNode } from '../../bridge/run/genericNode';
import { searchDocumentNames } from '../../bridge/panel/documentSearch';
import { searchFieldRecords } from '../../bridge/panel/fieldSearch';
import { searchRecords } from '../../bridge/panel/listSearch';
import { getMappedFields } from '../../bridge/panel/mappedFields';
import { loadOptions } from '../../bridge/panel/panelLists';
import { genericHints, genericProperties } from '../../bridge/properties';
import { searchRows } from '../../bridge/panel/rowSearch';
import { OPERATION_SUBTITLE } from '../../bridge/properties/subtitle';

/**
 * A constant, because n8n's two sets of lint rules contradict each other: one requires the enum in the description, the other its value.
 */
const MAIN = [NodeConnectionTypes.Main];

/** Every document of the API, with its operations. */
export class MediaOperations implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Operations',
		name: 'mediaOperations',
		icon: { light: 'file:../../icons/mediaOperations.svg', dark: 'file:../../icons/mediaOperations.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: OPERATION_SUBTITLE,
		description:
			'Read and write orders, jobs, bids, bookings, actuals, time cards, library assets and every other document in your media operations system',
		defaults: { name: 'Media Operations' },
		usableAsTool: true,
		inputs: MAIN,
		outputs: MAIN,
		credentials: [
			{ name: 'mediaOperationsBasicApi', required: true, displayOptions: { show: { authentication: ['', 'basic'] } } },
			{ name: 'mediaOperationsJwtApi', required: true, displayOptions: { show: { authentication: ['jwt'] } } },
			{ name: 'mediaOperationsOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'] } } },
		],
		hints: [...genericHints],
		properties: [...genericProperties],
	};

	methods = {
		listSearch: { searchDocumentNames, searchFieldRecords, searchRecords, searchRows },
		loadOptions,
		resourceMapping: { getMappedFields },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runGenericNode(this);
	}
}
