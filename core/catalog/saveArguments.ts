import type { Release, Source } from './types';

/**
 * - `number`: one number, sent as text. `numbers`: one or several, joined by commas.
 * - `choice`: one of {@link SaveArgument.choices}. `key`: the key of the record itself.
 * - `yes`: the text `Y`. `all`: the text `-2`. `empty`: the empty text. `code`: a text code.
 */
export type SaveArgumentValue = 'number' | 'numbers' | 'choice' | 'key' | 'yes' | 'all' | 'empty' | 'code';

/** One key of the `SaveArgument` header (specification: Save arguments). */
export interface SaveArgument {
	readonly name: string;
	/** Other spellings that a server may know. */
	readonly alternateNames?: readonly string[];
	readonly value: SaveArgumentValue;
	readonly choices?: readonly { readonly value: string; readonly label: string }[];
	readonly documents: readonly string[];
	readonly since: Release;
	readonly label: string;
	readonly description: string;
	readonly source: Source;
}

/** The documents that hold an order: they share templates, voiding and un-voiding. */
export const ORDER_DOCUMENTS = ['JmWorkOrder', 'MoMediaOrder', 'XmTransmissionOrder'] as const;

/** All that are known; a site can have more. */
export const SAVE_ARGUMENTS = [
	{ name: 'LoadTemplate', value: 'number', documents: ORDER_DOCUMENTS, since: '10.6', label: 'Load Template', description: 'Loads a template into the order on create; the same number stands as wo_template_no in the body', source: 'interface' },
	{ name: 'LoadChildTemplates', value: 'yes', documents: ORDER_DOCUMENTS, since: '11.3', label: 'Load Child Templates', description: 'Also loads the child templates of the template', source: 'interface' },
	{ name: 'LoadTemplateOption', value: 'choice', choices: [{ value: '0', label: 'Replace' }, { value: '1', label: 'Append' }], documents: ORDER_DOCUMENTS, since: '26.1', label: 'Load Template Option', description: 'Appends the transactions of the template to those of the order, or replaces them', source: 'public' },
	{ name: 'LoadServiceTemplate', value: 'numbers', documents: ['XmTransmissionOrder'], since: '10.6', label: 'Load Service Template', description: 'Loads one or several service templates into a transmission order', source: 'interface' },
	{
		name: 'BidApproval', value: 'choice', documents: ['BidVersion'], since: '10.6', label: 'Bid Approval', description: 'Changes the approval of the bid version', source: 'interface',
		choices: [
			{ value: '0', label: 'Approve' },
			{ value: '1', label: 'Unapprove' },
			{ value: '2', label: 'Approve as Change Memo' },
			{ value: '3', label: 'Approve and Unapprove Original' },
			{ value: '4', label: 'Abort' },
		],
	},
	{ name: 'VoidWorkOrder', value: 'key', documents: ORDER_DOCUMENTS, since: '10.6', label: 'Void Order', description: 'Voids the order', source: 'interface' },
	{ name: 'UnVoidWorkOrder', value: 'key', documents: ORDER_DOCUMENTS, since: '10.6', label: 'Un-Void Order', description: 'Takes the voiding of the order back', source: 'interface' },
	{ name: 'GroupCode', value: 'code', documents: ['SchResource'], since: '10.6', label: 'Set Default Group', description: 'Sets the default group of the resource; the group must stand in its group list', source: 'interface' },
	{ name: 'ActualizeSelected', value: 'numbers', documents: ['JmActual'], since: '11.1', label: 'Actualize Selected', description: 'Actualizes the listed transactions', source: 'interface' },
	{ name: 'ActualizeAll', value: 'all', documents: ['JmActual'], since: '11.1', label: 'Actualize All', description: 'Actualizes all transactions', source: 'interface' },
	{ name: 'ActualizeUpdatePhase', alternateNames: ['ActuallizeUpdatePhase'], value: 'yes', documents: ['JmActual'], since: '11.1', label: 'Update Phase', description: 'Also updates the phase of the transactions and of the order (posts the actuals)', source: 'interface' },
	{ name: 'Post', value: 'empty', documents: ['TcBatch'], since: '11.1', label: 'Post Batch', description: 'Posts the time card batch', source: 'interface' },
	{ name: 'TrxTimeOptionMove', value: 'yes', documents: ORDER_DOCUMENTS, since: '11.4', label: 'Move Transactions', description: 'Moves the transactions of the order along when its times change', source: 'public' },
	{ name: 'TrxTimeOptionAdjust', value: 'yes', documents: ORDER_DOCUMENTS, since: '11.4', label: 'Adjust Transactions', description: 'Fits the transactions of the order to its new times', source: 'public' },
] as const satisfies readonly SaveArgument[];
export type SaveArgumentName = (typeof SAVE_ARGUMENTS)[number]['name'];
