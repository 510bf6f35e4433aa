import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Site } from '../../core/model/site';
import type { Row } from '../../core/model/terms';
import { readRequestSettings, type RequestSettings } from './requestSettings';
import { connect, siteOf, type Connection } from '../site/connection';
import { nodeErrorOf } from './nodeError';
import { parameterLabels } from './parameterLabels';
import { NodeParameters, pairsOf, textOf, type ItemParameters } from './params';
import { isTool } from './toolResponse';
import { runItems, type ItemWork, type RunSettings } from './runItems';
import { budgetOf, createSiteClient } from '../http/siteClient';

/** The context and the parameters of one item of any node. */
export interface ItemReading {
	readonly context: IExecuteFunctions;
	readonly index: number;
	readonly parameters: ItemParameters;
	/** Whether a model uses the node. */
	readonly isTool: boolean;
	/** The node's Options. */
	readonly options: Row;
	readonly connection: Connection;
	readonly site: Site;
}

/** Runs a node with these properties: reads the credential once, plans the work of each item from its parameters, and runs it. */
export const runNode = async (
	context: IExecuteFunctions,
	plan: (reading: ItemReading) => ItemWork | readonly ItemWork[],
	properties: readonly INodeProperties[],
): Promise<INodeExecutionData[][]> => {
	if (context.getInputData().length === 0) return [[]];
	// `getNode` is called here, not once per item, because n8n copies the node for each call.
	const node = context.getNode();
	const parameterName = parameterLabels(properties, node.parameters.resource);
	const connection = await connect(context);
	const parameters = new NodeParameters(context);
	const { concurrency, timeout, maxAttempts } = requestSettings(context, parameters.of(0).collection('options'), parameterName);
	const signal = context.getExecutionCancelSignal();
	// Options without an expression are the same object for all items, so these items share one site.
	const sites = new WeakMap<Row, Site>();
	const siteFor = (options: Row): Site => {
		const site = sites.get(options) ?? siteOfRun(context, connection, options);
		sites.set(options, site);
		return site;
	};
	const client = createSiteClient(context, connection, {
		timeout,
		maxAttempts,
		...(concurrency === undefined ? {} : { concurrency }),
		...(signal ? { signal } : {}),
	});
	try {
		return await runItems(context, { client, parameterName }, (index) => {
			const own = parameters.of(index);
			const options = own.collection('options');
			return plan({ context, index, parameters: own, options, connection, site: siteFor(options), isTool: isTool(node) });
		});
	} finally {
		context.logger.debug(`Concurrency for ${new URL(connection.baseUrl).host}: ${budgetOf(connection.baseUrl).state}`);
	}
};

/** The settings of the first item, which apply to the whole run. */
const requestSettings = (context: IExecuteFunctions, options: Row, parameterName: RunSettings['parameterName']): RequestSettings => {
	try {
		return readRequestSettings(options);
	} catch (error) {
		throw nodeErrorOf(error, { node: context.getNode(), item: 0, parameterName });
	}
};

const siteOfRun = (context: IExecuteFunctions, connection: Connection, options: Row): Site => ({
	...siteOf(connection, textOf(options.divisionCode)),
	timeZoneName: textOf(options.timeZoneName),
	...(options.zoneMode === 'site' ? {} : { zone: context.getTimezone() }),
	extraHeaders: pairsOf(options.extraHeaders, 'extraHeaders'),
	extraParameters: pairsOf(options.extraParameters, 'extraParameters'),
});
