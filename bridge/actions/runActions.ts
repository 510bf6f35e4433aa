import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { parameterLabel, RECORD_LABEL } from '../run/parameterLabels';
import type { ItemWork } from '../run/runItems';
import { runNode, type ItemReading } from '../run/runNode';
import { actualizeWork } from './actualize';
import { loadTemplateWork } from './loadTemplate';
import { postBatchWork } from './postBatch';
import { uploadAttachmentWork } from './uploadAttachment';
import { voidOrderWork } from './voidOrder';

/** The label of the parameter from which a field of the input comes; undefined if the message already contains it. */
const NAMES: ReadonlyArray<readonly [RegExp, string | undefined]> = [
	[/^saveArguments\b/, undefined],
	[/^reason$/, 'Void Reason'],
	[/^details$/, 'Details'],
	[/^actualize$/, 'Transactions to Actualize'],
	[/^updatePhase$/, 'Update Phase'],
	[/^template$/, 'Template'],
	[/^templates$/, 'Service Template Names or IDs'],
	[/^order$/, RECORD_LABEL],
	[/^recordId$/, 'Record Key'],
	[/^attachment$/, 'Attachment'],
	[/^files$/, 'Files to Upload'],
	[/^binaryPropertyName$/, 'Input Binary Fields'],
	[/^documentId$/, 'Document Number'],
];

const actionParameterLabel = (field: string): string | undefined => {
	const own = NAMES.find(([pattern]) => pattern.test(field));
	return own ? own[1] : parameterLabel(field);
};

/** Runs an action node for all its items. Its `execute` calls this. */
type Run = (context: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
const runOf =
	(plan: (reading: ItemReading) => ItemWork | readonly ItemWork[], label = actionParameterLabel): Run =>
	async (context) =>
		await runNode(context, plan, label);

export const runVoidOrder = runOf(voidOrderWork);
export const runActualize = runOf(actualizeWork);
export const runPostBatch = runOf(postBatchWork, (field) =>
	actionParameterLabel(field) === RECORD_LABEL ? 'Time Card Batch' : actionParameterLabel(field),
);
export const runLoadTemplate = runOf(loadTemplateWork);
export const runUploadAttachment = runOf(uploadAttachmentWork);
