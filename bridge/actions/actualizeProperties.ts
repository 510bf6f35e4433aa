import type { INodeProperties } from 'n8n-workflow';

import { authenticationProperty } from '../properties/authentication';
import { optionsCollection, timeOptions } from '../properties/requestOptions';
import { recordLocator } from '../properties/record';
import { toolOutputProperties } from '../properties/tool';
import { irreversibleOptions, ORDERS, resourceOf } from './actionProperties';

/** Transactions of the chosen order; used in a detail and for the whole order. */
const transactionNames: INodeProperties = {
	displayName: 'Transaction Names or IDs',
	name: 'transactions',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'loadTransactions', loadOptionsDependsOn: ['resource', 'record.value', 'options.divisionCode'] },
	default: [],
	description: 'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

const additionalFields = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'json',
	default: '{}',
	description,
});

export const actualizeProperties: INodeProperties[] = [
	authenticationProperty,
	resourceOf(ORDERS, 'workOrder'),
	...ORDERS.map((entry) => recordLocator(entry, { show: { resource: [entry.resource] } }, 'The order that the work was done on')),
	{
		displayName: 'Specify Details',
		name: 'detailsMode',
		type: 'options',
		description: 'How to specify what was done',
		options: [
			{ name: 'Using JSON', value: 'json', description: 'An array, for example from an expression' },
			{ name: 'Using Fields Below', value: 'list', description: 'One entry per detail' },
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
		description: 'What was done: an action and its units, on one or more transactions of the order',
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
						description: 'The units of the action, for example hours',
					},
					transactionNames,
					{ displayName: 'Actual', name: 'actual', type: 'boolean', default: true, description: 'Whether to mark the detail as actual' },
					additionalFields('Additional Fields (JSON)', 'fields', 'Other fields of the detail, as an object of field names and values'),
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
			'An array such as [{"action_code": "I", "actual_unit": 4, "trx_no": [1259520]}]. Other properties are sent as additional fields of the detail.',
		displayOptions: { show: { detailsMode: ['json'] } },
	},
	{
		displayName: 'Transactions to Actualize',
		name: 'actualize',
		type: 'options',
		description: 'Which transactions to actualize',
		options: [
			{ name: 'All Transactions', value: 'all', description: 'Every transaction of the order that is not actualized yet' },
			{ name: 'None', value: 'none', description: 'Only store the actuals' },
			{ name: 'Transactions in Details', value: 'linked', description: 'The transactions listed in the details' },
			{ name: 'Selected Transactions', value: 'selected', description: 'The transactions that you select below' },
		],
		default: 'linked',
	},
	{ ...transactionNames, required: true, displayOptions: { show: { actualize: ['selected'] } } },
	{
		displayName: 'Update Phase',
		name: 'updatePhase',
		type: 'boolean',
		default: false,
		description: 'Whether to also advance the phase of the transactions and the order, which posts the actuals',
		displayOptions: { show: { actualize: ['all', 'linked', 'selected'] } },
	},
	...toolOutputProperties('getFieldsToReturn'),
	optionsCollection([
		...irreversibleOptions,
		...timeOptions,
		additionalFields(
			'Header Fields (JSON)',
			'headerFields',
			'Fields of the actual itself (jm_actual_header), as an object of field names and values. They are added to the fields that the node copies from the order, or override them.',
		),
		{
			displayName: 'Send Leading -2',
			name: 'leadingMinusTwo',
			type: 'boolean',
			default: true,
			description: 'Whether to send -2 before the transaction numbers, as some sites require',
			displayOptions: { show: { '/actualize': ['linked', 'selected'] } },
		},
		{
			displayName: 'One Request per Order',
			name: 'oneRequestPerOrder',
			type: 'boolean',
			default: true,
			description:
				'Whether to send the details of all items for the same order in one request. Otherwise, the node sends one request per item.',
		},
	]),
];
