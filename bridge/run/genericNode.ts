import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { genericProperties } from '../properties';
import { genericWork } from './genericWork';
import { runNode } from './runNode';

export const runGenericNode = async (context: IExecuteFunctions): Promise<INodeExecutionData[][]> =>
	await runNode(context, genericWork, genericProperties);
