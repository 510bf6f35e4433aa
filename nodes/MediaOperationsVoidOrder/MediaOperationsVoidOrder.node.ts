import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { searchVoidReasons } from '../../bridge/actions/lookups';
import { runVoidOrder } from '../../bridge/actions/runActions';
import { voidOrderProperties } from '../../bridge/actions/voidOrder';
import { searchRecords } from '../../bridge/panel/listSearch';
import { getFieldsToReturn } from '../../bridge/panel/panelLists';
import { previewHints } from '../../bridge/properties/hints';
import { OPERATION_SUBTITLE } from '../../bridge/properties/subtitle';

/**
 * A constant, because n8n's two sets of lint rules contradict each other: one requires the enum in the description, the other its value.
 */
const MAIN = [NodeConnectionTypes.Main];

/** Voids orders with a reason, and un-voids them. */
export class MediaOperationsVoidOrder implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Operations Void Order',
		name: 'mediaOperationsVoidOrder',
		icon: { light: 'file:../../icons/mediaOperationsVoidOrder.svg', dark: 'file:../../icons/mediaOperationsVoidOrder.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: OPERATION_SUBTITLE,
		description: 'Void a work order, media order or transmission order with a reason, or un-void it',
		defaults: { name: 'Media Operations Void Order' },
		usableAsTool: true,
		inputs: MAIN,
		outputs: MAIN,
		credentials: [
			{ name: 'mediaOperationsBasicApi', required: true, displayOptions: { show: { authentication: ['', 'basic'] } } },
			{ name: 'mediaOperationsJwtApi', required: true, displayOptions: { show: { authentication: ['jwt'] } } },
			{ name: 'mediaOperationsOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'] } } },
		],
		hints: [...previewHints()],
		properties: [...voidOrderProperties],
	};

	methods = { listSearch: { searchRecords, searchVoidReasons }, loadOptions: { getFieldsToReturn } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runVoidOrder(this);
	}
}
