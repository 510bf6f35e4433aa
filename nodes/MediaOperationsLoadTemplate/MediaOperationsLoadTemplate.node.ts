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
import { OPERATION_SUBTITLE } from '../../bridge/properties/subtitle';

/**
 * A constant, because n8n's two sets of lint rules contradict each other: one requires the enum in the description, the other its value.
 */
const MAIN = [NodeConnectionTypes.Main];

/** Loads templates into new and existing orders. */
export class MediaOperationsLoadTemplate implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Operations Load Template',
		name: 'mediaOperationsLoadTemplate',
		icon: { light: 'file:../../icons/mediaOperationsLoadTemplate.svg', dark: 'file:../../icons/mediaOperationsLoadTemplate.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: OPERATION_SUBTITLE,
		description: 'Create an order from a template, or load order and service templates into an existing order',
		defaults: { name: 'Media Operations Load Template' },
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
				"The template replaces the order's transactions. Turn on the 'Preview' option to see the request without sending it.",
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
