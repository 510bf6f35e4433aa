import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { connect } from './connection';
import { genericWork } from './genericWork';
import { NodeParameters, numberOf } from './params';
import { parameterNames } from './parameterNames';
import { runItems } from './runItems';
import { DEFAULT_CONCURRENCY, DEFAULT_TIMEOUT_SECONDS, DEFAULT_TRIES } from './settings';
import { createSend } from './transport';

/** Carries out the generic node: reads the credential once, plans each item from its parameters, and runs them. */
export const runGenericNode = async (context: IExecuteFunctions): Promise<INodeExecutionData[][]> => {
	if (context.getInputData().length === 0) return [[]];
	const connection = await connect(context);
	const parameters = new NodeParameters(context);
	const options = parameters.of(0).collection('options');
	return await runItems(context, {
		send: createSend(context, connection, (numberOf(options.timeout, 'timeout', 'Timeout') ?? DEFAULT_TIMEOUT_SECONDS) * 1000),
		concurrency: numberOf(options.concurrency, 'concurrency', 'Requests at Once') ?? DEFAULT_CONCURRENCY,
		tries: numberOf(options.tries, 'tries', 'Tries') ?? DEFAULT_TRIES,
		parameterName: parameterNames,
	}, (index) => genericWork(context, connection, parameters.of(index)));
};
