/** The operations of the generic node, with the parameters that only one of them has. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { DOCUMENTS, SAVE_ARGUMENTS, type DocumentEntry, type SaveArgument, type SaveArgumentName, type Verb } from '../../core/catalog';
import { isApprovedEditable } from '../../core/operations/bidApproval';
import { byName } from './choices';
import type { Named } from './panelResources';

/** An operation of the generic node. */
interface PanelOperation {
	readonly name: string;
	/** The entry of the operation in the node creator: 'Create a work order'. */
	readonly action: (named: Named) => string;
	readonly description: string;
	/** Whether the operation reads or changes records, or only checks the site. */
	readonly effect: 'reads' | 'changes' | 'checks';
	/** Whether the user chooses one existing record, unless a mode selects several. */
	readonly single?: true;
	/**
	 * The save argument that the operation sends. Only documents that support this save argument have the operation, and their other
	 * operations do not offer the save argument.
	 */
	readonly saveArgument?: SaveArgumentName;
	/** Whether the operation is only offered for documents with a list and a change date. */
	readonly changeDate?: true;
	/** The parameters of this operation only. They are shown wherever the operation is chosen. */
	readonly parameters?: readonly INodeProperties[];
}

/** A label with its article: 'a work order', 'an actual'. */
export const withArticle = (label: string): string => `${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${label.toLowerCase()}`;
const one = ({ label }: Named): string => withArticle(label);
const many = ({ labelPlural }: Named): string => labelPlural.toLowerCase();

const APPROVALS = SAVE_ARGUMENTS.flatMap((argument) => (argument.name === 'BidApproval' ? argument.choices : []));

const OPERATIONS = {
	changeApproval: {
		name: 'Change Approval',
		action: (named) => `Change the approval of ${one(named)}`,
		description: 'Approve a bid version, revoke its approval, or approve it as a change memo',
		effect: 'changes',
		single: true,
		saveArgument: 'BidApproval',
		parameters: [
			{
				displayName: 'Approval',
				name: 'approval',
				type: 'options',
				description: 'What to do with the approval of the bid version',
				options: APPROVALS.map(({ label, value }) => ({ name: label, value })).sort(byName),
				// There is no default, so that a missing choice cannot approve a bid.
				default: '',
				required: true,
			},
			{
				displayName: 'Approved Value',
				name: 'approved',
				type: 'string',
				default: 'N',
				required: true,
				description:
					"The value to send in the field 'approved'. The API documentation shows Y for an approval and no value for 'Unapprove' and 'Abort'. Change it if your site expects another value.",
				displayOptions: { show: { approval: APPROVALS.flatMap(({ value }) => (isApprovedEditable(value) ? [value] : [])) } },
			},
		],
	},
	check: {
		name: 'Check',
		action: () => 'Check the site',
		description: 'Find out how the site differs from the documented API, without changing anything',
		effect: 'checks',
	},
	create: { name: 'Create', action: (named) => `Create ${one(named)}`, description: 'Create a new record', effect: 'changes' },
	upsert: {
		name: 'Create or Update',
		action: (named) => `Create or update ${one(named)}`,
		description: 'Create a new record, or update the current one if it already exists (upsert)',
		effect: 'changes',
	},
	delete: {
		name: 'Delete',
		action: (named) => `Delete ${one(named)}`,
		description: 'Delete a record, or a row of one of its sub-tables',
		effect: 'changes',
		single: true,
	},
	get: {
		name: 'Get',
		action: (named) => `Get ${one(named)}`,
		description: 'Get a record, the rows of one of its sub-tables, or the records whose keys are in the input items',
		effect: 'reads',
		single: true,
	},
	getChanged: {
		name: 'Get Changed',
		action: (named) => `Get changed ${many(named)}`,
		description: 'Get the records that were created or changed since the last run',
		effect: 'reads',
		changeDate: true,
	},
	getMany: {
		name: 'Get Many',
		action: (named) => `Get many ${many(named)}`,
		description: 'Get all records that match the conditions, as items or a file, or count them',
		effect: 'reads',
	},
	setDefaultGroup: {
		name: 'Set Default Group',
		action: (named) => `Set the default group of ${one(named)}`,
		description: 'Set the default group of a scheduling resource',
		effect: 'changes',
		single: true,
		saveArgument: 'GroupCode',
		parameters: [
			{
				displayName: 'Group Code',
				name: 'groupCode',
				type: 'string',
				default: '',
				required: true,
				placeholder: 'e.g. EDIT',
				description: "The group must be in the resource's group list",
			},
		],
	},
	update: {
		name: 'Update',
		action: (named) => `Update ${one(named)}`,
		description: 'Update a record, a row of one of its sub-tables, or all records that match conditions',
		effect: 'changes',
		single: true,
	},
} as const satisfies Readonly<Record<string, PanelOperation>>;

export type OperationName = keyof typeof OPERATIONS;
const all = Object.entries(OPERATIONS) as readonly (readonly [OperationName, PanelOperation])[];

/** The operations that match a predicate, in no particular order. */
export const operationsWhere = (matches: (operation: PanelOperation) => boolean): OperationName[] =>
	all.flatMap(([name, operation]) => (matches(operation) ? [name] : []));

/** Whether a save argument has its own operation, so that the other operations do not offer it. */
export const hasOperation = (argument: string): boolean => all.some(([, { saveArgument }]) => saveArgument === argument);

const OPERATIONS_OF_VERB: Readonly<Record<Verb, readonly OperationName[]>> = {
	get: ['get'],
	list: ['getMany'],
	create: ['create'],
	update: ['update'],
	// Update has a mode for this verb.
	updateMany: [],
	upsert: ['upsert'],
	delete: ['delete'],
};

/** The field with the date of the last change to a record. */
const CHANGE_DATE = 'date_changed';

/**
 * The operations of a document: for its verbs, for its save arguments (specification: Save arguments), and for reading changes if it has a
 * change date.
 */
export const operationsOf = ({ name, verbs, table }: Pick<DocumentEntry, 'name' | 'verbs' | 'table'>): OperationName[] => {
	const own: readonly string[] = (SAVE_ARGUMENTS as readonly SaveArgument[]).flatMap((argument) =>
		argument.documents.includes(name) ? [argument.name] : [],
	);
	const hasChanges = verbs.includes('list') && table.fields.some((field) => field.name === CHANGE_DATE);
	return [
		...verbs.flatMap((verb) => OPERATIONS_OF_VERB[verb]),
		...operationsWhere(({ saveArgument }) => saveArgument !== undefined && own.includes(saveArgument)),
		...operationsWhere(({ changeDate }) => changeDate === true && hasChanges),
	];
};

/** The entry of an operation in the Operation parameter. */
export const optionOf = (value: OperationName, named: Named): INodePropertyOptions => {
	const { name, action, description }: PanelOperation = OPERATIONS[value];
	return { name, value, action: action(named), description };
};

/** The parameters that only one operation has. They are shown for every document with that operation. */
export const operationParameters: INodeProperties[] = all.flatMap(([operation, { parameters = [] }]) => {
	const resource = DOCUMENTS.filter((entry) => operationsOf(entry).includes(operation)).map((entry) => entry.resource);
	return parameters.map((parameter) => ({
		...parameter,
		displayOptions: { ...parameter.displayOptions, show: { resource, operation: [operation], ...parameter.displayOptions?.show } },
	}));
});
