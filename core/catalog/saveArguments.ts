import type { Release, Source, Verb } from './types';

/** The text that is sent for each kind of save argument that always has the same value. */
export const FIXED_VALUES = { yes: 'Y', all: '-2', empty: '' } as const;
export type FixedValue = keyof typeof FIXED_VALUES;

/**
 * - `number`: one number, sent as text. `numbers`: one or more, separated by commas.
 * - `choice`: one of {@link SaveArgument.choices}, sent as text. `numberChoice`: one of the choices, sent as a JSON number.
 * - `key`: the primary key of the order itself. A number without its sequence is rejected. `code`: a code, sent as text.
 * - A {@link FixedValue}: the user only chooses whether to send the save argument.
 */
export type SaveArgumentValue = 'number' | 'numbers' | 'choice' | 'numberChoice' | 'key' | 'code' | FixedValue;

export const isFixedValue = (kind: SaveArgumentValue): kind is FixedValue => Object.hasOwn(FIXED_VALUES, kind);

/** One key of the `SaveArgument` header (specification: Save arguments). */
export interface SaveArgument {
	readonly name: string;
	/** Other spellings that a server may accept. */
	readonly alternateNames?: readonly string[];
	readonly value: SaveArgumentValue;
	readonly choices?: readonly { readonly value: string; readonly label: string }[];
	readonly documents: readonly string[];
	/** The verbs that the save argument is documented for; any write if omitted. */
	readonly verbs?: readonly Verb[];
	/** The save argument requires one of these other save arguments in the same request. */
	readonly requires?: readonly string[];
	/** The save argument cannot be sent together with these other save arguments. */
	readonly excludes?: readonly string[];
	/**
	 * The body field that goes with the save argument. The field must contain the number in the save argument, or null if a
	 * `numbers` argument contains several. A missing field is added with this value. For `numberChoice`, the input must contain the
	 * field, which is sent as a key object.
	 */
	readonly bodyField?: string;
	/** Whether an update without other fields sends the key of the record in its body. For other save arguments, the body is empty. */
	readonly keyInBody?: true;
	/** Whether the API has no request that restores the previous state. */
	readonly irreversible?: true;
	readonly since: Release;
	readonly label: string;
	readonly description: string;
	readonly source: Source;
}

/** The order documents, all of which support templates, voiding and un-voiding. */
export const ORDER_DOCUMENTS = ['JmWorkOrder', 'MoMediaOrder', 'XmTransmissionOrder'] as const;

/** All known save arguments; a site can have more. */
export const SAVE_ARGUMENTS = [
	{
		name: 'LoadTemplate',
		value: 'number',
		documents: ORDER_DOCUMENTS,
		bodyField: 'wo_template_no',
		since: '10.6',
		label: 'Load Template',
		description: 'Loads a template into the order. The same number is sent as wo_template_no in the body.',
		source: 'interface',
	},
	{
		name: 'LoadChildTemplates',
		value: 'yes',
		documents: ORDER_DOCUMENTS,
		requires: ['LoadTemplate', 'LoadTemplateOption'],
		since: '11.3',
		label: 'Load Child Templates',
		description: "Also loads the template's child templates",
		source: 'interface',
	},
	{
		name: 'LoadTemplateOption',
		value: 'numberChoice',
		documents: ORDER_DOCUMENTS,
		bodyField: 'wo_template_no',
		excludes: ['LoadTemplate'],
		since: '26.1',
		label: 'Load Template Option',
		source: 'public',
		description:
			"Loads the template in wo_template_no, and appends its transactions or replaces the existing ones. Use it instead of 'Load Template'.",
		choices: [
			{ value: '0', label: 'Replace' },
			{ value: '1', label: 'Append' },
		],
	},
	{
		name: 'LoadServiceTemplate',
		value: 'numbers',
		documents: ['XmTransmissionOrder'],
		bodyField: 'service_template_no',
		since: '10.6',
		label: 'Load Service Template',
		description:
			'Loads one or more service templates into a transmission order. A single number is sent as service_template_no in the body.',
		source: 'interface',
	},
	{
		name: 'BidApproval',
		value: 'choice',
		documents: ['BidVersion'],
		irreversible: true,
		since: '10.6',
		label: 'Bid Approval',
		description: 'Changes the approval of the bid version',
		source: 'interface',
		choices: [
			{ value: '0', label: 'Approve' },
			{ value: '1', label: 'Unapprove' },
			{ value: '2', label: 'Approve as Change Memo' },
			{ value: '3', label: 'Approve and Unapprove Original' },
			{ value: '4', label: 'Abort' },
		],
	},
	{
		name: 'VoidWorkOrder',
		value: 'key',
		documents: ORDER_DOCUMENTS,
		verbs: ['update'],
		excludes: ['UnVoidWorkOrder'],
		irreversible: true,
		since: '10.6',
		label: 'Void Order',
		description: 'Voids the order',
		source: 'interface',
	},
	{
		name: 'UnVoidWorkOrder',
		value: 'key',
		documents: ORDER_DOCUMENTS,
		verbs: ['update'],
		irreversible: true,
		since: '10.6',
		label: 'Un-Void Order',
		description: 'Un-voids the order',
		source: 'interface',
	},
	{
		name: 'GroupCode',
		value: 'code',
		documents: ['SchResource'],
		verbs: ['update'],
		since: '10.6',
		label: 'Set Default Group',
		description: 'Sets the default group of the resource. The group must be in its group list.',
		source: 'interface',
	},
	{
		name: 'ActualizeSelected',
		value: 'numbers',
		documents: ['JmActual'],
		excludes: ['ActualizeAll'],
		irreversible: true,
		since: '11.1',
		label: 'Actualize Selected',
		description: 'Actualizes the listed transactions',
		source: 'interface',
	},
	{
		name: 'ActualizeAll',
		value: 'all',
		documents: ['JmActual'],
		irreversible: true,
		since: '11.1',
		label: 'Actualize All',
		description: 'Actualizes all transactions',
		source: 'interface',
	},
	{
		name: 'ActualizeUpdatePhase',
		alternateNames: ['ActuallizeUpdatePhase'],
		value: 'yes',
		documents: ['JmActual'],
		requires: ['ActualizeSelected', 'ActualizeAll'],
		irreversible: true,
		since: '11.1',
		label: 'Update Phase',
		description: 'Also updates the phase of the transactions and of the order (posts the actuals)',
		source: 'interface',
	},
	{
		name: 'Post',
		value: 'empty',
		documents: ['TcBatch'],
		verbs: ['update'],
		keyInBody: true,
		irreversible: true,
		since: '11.1',
		label: 'Post Batch',
		description: 'Posts the time card batch',
		source: 'interface',
	},
	{
		name: 'TrxTimeOptionMove',
		value: 'yes',
		documents: ORDER_DOCUMENTS,
		excludes: ['TrxTimeOptionAdjust'],
		since: '11.4',
		label: 'Move Transactions',
		description: "Moves the order's transactions when its times change",
		source: 'public',
	},
	{
		name: 'TrxTimeOptionAdjust',
		value: 'yes',
		documents: ORDER_DOCUMENTS,
		since: '11.4',
		label: 'Adjust Transactions',
		description: "Adjusts the order's transactions to the order's new times",
		source: 'public',
	},
] as const satisfies readonly SaveArgument[];
export type SaveArgumentName = (typeof SAVE_ARGUMENTS)[number]['name'];

const entries: readonly SaveArgument[] = SAVE_ARGUMENTS;
const bySpelling = new Map(
	entries.flatMap((entry) => [entry.name, ...(entry.alternateNames ?? [])].map((name) => [name.toLowerCase(), entry] as const)),
);

/**
 * The catalog entry of a save argument, by its name in any letter case or documented spelling; undefined if the catalog does not list it.
 */
export const saveArgumentNamed = (name: string): SaveArgument | undefined => bySpelling.get(name.toLowerCase());
