import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { loadActions, loadTransactions } from '../../bridge/actions/lookups';
import { runActualize } from '../../bridge/actions/runActions';
import { actualizeProperties } from '../../bridge/actions/actualizeProperties';
import { searchRecords } from '../../bridge/panel/listSearch';
import { getFieldsToReturn } from '../../bridge/panel/panelLists';
import { warningHints } from '../../bridge/properties/hints';
import { ACTUALIZE_SUBTITLE } from '../../bridge/properties/subtitle';

/**
 * A constant, because n8n's two sets of lint rules contradict each other: one requires the enum in the description, the other its value.
 */
const MAIN = [NodeConnectionTypes.Main];

/** Stores the actuals of an order and actualizes its transactions. */
export class MediaOperationsActualize implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Operations Actualize',
		name: 'mediaOperationsActualize',
		icon: { light: 'file:../../icons/mediaOperationsActualize.svg', dark: 'file:../../icons/mediaOperationsActualize.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: ACTUALIZE_SUBTITLE,
		description: 'Store actuals for an order and actualize its transactions',
		defaults: { name: 'Media Operations Actualize' },
		usableAsTool: true,
		inputs: MAIN,
		outputs: MAIN,
		credentials: [
			{ name: 'mediaOperationsBasicApi', required: true, displayOptions: { show: { authentication: ['', 'basic'] } } },
			{ name: 'mediaOperationsJwtApi', required: true, displayOptions: { show: { authentication: ['jwt'] } } },
			{ name: 'mediaOperationsOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'] } } },
		],
		hints: [
			...warningHints(
				"The API cannot undo actualizing. Turn on the 'Preview' option to see the request without sending it.",
				'$parameter["actualize"] !== "none"',
			),
		],
		properties: [...actualizeProperties],
	};

	methods = { listSearch: { searchRecords }, loadOptions: { getFieldsToReturn, loadActions, loadTransactions } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runActualize(this);
	}
}
