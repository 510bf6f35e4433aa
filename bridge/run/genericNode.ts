import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { genericProperties } from '../properties';
import { genericWork } from './genericWork';
import { runNode } from './runNode';

/** Runs the generic node. */
export const runGenericNode = async (context: IExecuteFunctions): Promise<INodeExecutionData[][]> =>
	await runNode(context, genericWork, genericProperties);
