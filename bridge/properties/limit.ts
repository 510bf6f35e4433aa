import type { INodeProperties } from 'n8n-workflow';

type Shown = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>;

/** The parameters for the number of results: all, or up to a limit. */
export const limitProperties = (shown: Shown): INodeProperties[] => [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		displayOptions: { show: shown },
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { ...shown, returnAll: [false] } },
	},
];
