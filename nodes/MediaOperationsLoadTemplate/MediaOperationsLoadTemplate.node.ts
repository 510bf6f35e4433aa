import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { loadServiceTemplates, searchTemplates } from '../../bridge/actions/lookups';
import { runLoadTemplate } from '../../bridge/actions/runActions';
import { loadTemplateProperties } from '../../bridge/actions/loadTemplate';
import { searchFieldRecords } from '../../bridge/panel/fieldSearch';
import { searchRecords } from '../../bridge/panel/listSearch';
import { getMappedFields } from '../../bridge/panel/mappedFields';
import { getFieldsToReturn, getFieldsToSearch, getFieldsToSend, getRowFields, getSubTablesToSend } from '../../bridge/panel/panelLists';
import { warningHints } from '../../bridge/properties/hints';

/** Named, since of n8n's two sets of rules one wants the constant in the description and the other the text it stands for. */
const MAIN = [NodeConnectionTypes.Main];

/** Loads templates into new and existing orders. */
export class MediaOperationsLoadTemplate implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Operations Load Template',
		name: 'mediaOperationsLoadTemplate',
		icon: { light: 'file:../../icons/mediaOperations.svg', dark: 'file:../../icons/mediaOperations.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Create an order from a template, or load order and service templates into an order that is there',
		defaults: { name: 'Media Operations Load Template' },
		usableAsTool: true,
		inputs: MAIN,
		outputs: MAIN,
		credentials: [
			{ name: 'mediaOperationsBasicApi', required: true, displayOptions: { show: { authentication: ['basic'] } } },
			{ name: 'mediaOperationsJwtApi', required: true, displayOptions: { show: { authentication: ['jwt'] } } },
			{ name: 'mediaOperationsOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'] } } },
		],
		hints: [
			...warningHints(
				"The transactions of the order are replaced by those of the template. To see the call before it is made, switch on 'Preview' in the options.",
				'$parameter["operation"] === "load" && $parameter["loadOption"] === "replace"',
			),
		],
		properties: [...loadTemplateProperties],
	};

	methods = {
		listSearch: { searchFieldRecords, searchRecords, searchTemplates },
		loadOptions: { getFieldsToReturn, getFieldsToSearch, getFieldsToSend, getRowFields, getSubTablesToSend, loadServiceTemplates },
		resourceMapping: { getMappedFields },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runLoadTemplate(this);
	}
}
