import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { genericWork } from './genericWork';
import { parameterLabel } from './parameterLabels';
import { runNode } from './runNode';

/** Runs the generic node. */
export const runGenericNode = async (context: IExecuteFunctions): Promise<INodeExecutionData[][]> =>
	await runNode(context, genericWork, parameterLabel);
