import type { INodeProperties } from 'n8n-workflow';

import { authenticationProperty } from '../properties/authentication';
import { optionsCollection, timeOptions } from '../properties/callOptions';
import { recordLocator } from '../properties/record';
import { toolOutputProperties } from '../properties/tool';
import { irreversibleOptions, ORDERS, resourceOf } from './actionProperties';

/** Of the order that is chosen; by the same name in a detail and beside the details. */
const transactionNames: INodeProperties = {
	displayName: 'Transaction Names or IDs',
	name: 'transactions',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'loadTransactions', loadOptionsDependsOn: ['resource', 'record.value'] },
	default: [],
	description: 'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

const furtherFields = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'json',
	default: '{}',
	description,
});

/** The panel of the node Actualize. */
export const actualizeProperties: INodeProperties[] = [
	authenticationProperty,
	resourceOf(ORDERS, 'workOrder'),
	...ORDERS.map((entry) => recordLocator(entry, { show: { resource: [entry.resource] } }, 'The order on which the work was done')),
	{
		displayName: 'Give Details As',
		name: 'detailsMode',
		type: 'options',
		description: 'How to say what was done',
		options: [
			{ name: 'JSON', value: 'json', description: 'An array, for instance from an expression' },
			{ name: 'List', value: 'list', description: 'Detail by detail' },
		],
		default: 'list',
	},
	{
		displayName: 'Details',
		name: 'details',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Detail',
		description: 'What was done: an action with its units, on one or more transactions of the order',
		displayOptions: { show: { detailsMode: ['list'] } },
		options: [
			{
				displayName: 'Detail',
				name: 'detail',
				values: [
					{
						displayName: 'Action Name or ID',
						name: 'action',
						type: 'options',
						typeOptions: { loadOptionsMethod: 'loadActions' },
						default: '',
						required: true,
						description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
					},
					{
						displayName: 'Units',
						name: 'units',
						type: 'number',
						default: 1,
						description: 'How many units of the action, for instance hours',
					},
					transactionNames,
					{ displayName: 'Actual', name: 'actual', type: 'boolean', default: true, description: 'Whether the detail counts as actual' },
					furtherFields('Further Fields (JSON)', 'fields', 'Other fields of the detail, as an object of field names and values'),
				],
			},
		],
	},
	{
		displayName: 'Details (JSON)',
		name: 'detailsJson',
		type: 'json',
		default: '[]',
		description:
			'An array such as [{"action_code": "I", "actual_unit": 4, "trx_no": [1259520]}]. Other names are sent as further fields of the detail.',
		displayOptions: { show: { detailsMode: ['json'] } },
	},
	{
		displayName: 'Transactions to Actualize',
		name: 'actualize',
		type: 'options',
		description: 'Which transactions become actual with this call',
		options: [
			{ name: 'All of the Order', value: 'all', description: 'Every transaction of the order that is not actualized yet' },
			{ name: 'None', value: 'none', description: 'The actuals are only stored' },
			{ name: 'Those of the Details', value: 'linked', description: 'The transactions that the details name' },
			{ name: 'Those Selected Here', value: 'selected', description: 'The transactions of a list of their own' },
		],
		default: 'linked',
	},
	{ ...transactionNames, required: true, displayOptions: { show: { actualize: ['selected'] } } },
	{
		displayName: 'Update Phase',
		name: 'updatePhase',
		type: 'boolean',
		default: false,
		description: 'Whether to also move the phase of the transactions and of the order on, which posts the actuals',
		displayOptions: { show: { actualize: ['all', 'linked', 'selected'] } },
	},
	...toolOutputProperties('getFieldsToReturn'),
	optionsCollection([
		...irreversibleOptions,
		...timeOptions,
		furtherFields(
			'Header Fields',
			'headerFields',
			'Fields of the header beside those made from the order, or others than those, as an object of field names and values',
		),
		{
			displayName: 'Lead the List With -2',
			name: 'leadingMinusTwo',
			type: 'boolean',
			default: true,
			description: 'Whether -2 goes before the selected transactions, as some sites want it',
			displayOptions: { show: { '/actualize': ['selected'] } },
		},
		{
			displayName: 'One Call per Order',
			name: 'oneCallPerOrder',
			type: 'boolean',
			default: true,
			description: 'Whether the details of all items of one order go in one call. Otherwise each item is a call of its own.',
		},
	]),
];
