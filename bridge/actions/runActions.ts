import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { ItemWork } from '../run/runItems';
import { runNode, type ItemReading } from '../run/runNode';
import { actualizeWork } from './actualize';
import { actualizeProperties } from './actualizeProperties';
import { loadTemplateProperties, loadTemplateWork } from './loadTemplate';
import { postBatchProperties, postBatchWork } from './postBatch';
import { uploadAttachmentWork } from './uploadAttachment';
import { uploadAttachmentProperties } from './uploadAttachmentProperties';
import { voidOrderProperties, voidOrderWork } from './voidOrder';

/** Runs an action node for all its items. The `execute` method of the node calls this function. */
type Run = (context: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
const runOf =
	(plan: (reading: ItemReading) => ItemWork | readonly ItemWork[], properties: readonly INodeProperties[]): Run =>
	async (context) =>
		await runNode(context, plan, properties);

export const runVoidOrder = runOf(voidOrderWork, voidOrderProperties);
export const runActualize = runOf(actualizeWork, actualizeProperties);
export const runPostBatch = runOf(postBatchWork, postBatchProperties);
export const runLoadTemplate = runOf(loadTemplateWork, loadTemplateProperties);
export const runUploadAttachment = runOf(uploadAttachmentWork, uploadAttachmentProperties);
