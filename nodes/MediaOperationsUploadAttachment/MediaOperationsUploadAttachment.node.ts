import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { loadAttachmentFields, searchAttachments } from '../../bridge/actions/lookups';
import { runUploadAttachment } from '../../bridge/actions/runActions';
import { uploadAttachmentProperties } from '../../bridge/actions/uploadAttachmentProperties';
import { searchRecords } from '../../bridge/panel/listSearch';
import { warningHints } from '../../bridge/properties/hints';
import { OPERATION_SUBTITLE } from '../../bridge/properties/subtitle';

/**
 * A constant, because n8n's two sets of lint rules contradict each other: one requires the enum in the description, the other its value.
 */
const MAIN = [NodeConnectionTypes.Main];

/** Uploads, lists and deletes the files of records. */
export class MediaOperationsUploadAttachment implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Operations Upload Attachment',
		name: 'mediaOperationsUploadAttachment',
		icon: {
			light: 'file:../../icons/mediaOperationsUploadAttachment.svg',
			dark: 'file:../../icons/mediaOperationsUploadAttachment.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: OPERATION_SUBTITLE,
		description: 'Upload, list and delete the files attached to work orders, jobs and other records',
		defaults: { name: 'Media Operations Upload Attachment' },
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
				"A deleted attachment cannot be restored. Turn on the 'Preview' option to see the request without sending it.",
				'$parameter["operation"] === "delete"',
				'$parameter["operation"] !== "getMany"',
			),
		],
		properties: [...uploadAttachmentProperties],
	};

	methods = { listSearch: { searchRecords, searchAttachments }, loadOptions: { loadAttachmentFields } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runUploadAttachment(this);
	}
}
