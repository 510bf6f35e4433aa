import { type IDataObject, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';

import { documentByName } from '../../core/catalog';
import { newestRecord, type ChangeInput } from '../../core/events/changeReader';
import { pollRecords } from '../../core/events/poll';
import type { Client } from '../../core/http/client';
import type { Site } from '../../core/model/site';
import type { Row } from '../../core/model/terms';
import { selected } from '../../core/wire/simplify';
import { readRequestSettings } from '../run/requestSettings';
import { readChangeInput, readOmissions, wholeOption } from '../run/changeInput';
import { flatChunk, includesEmpty } from '../run/flatRecords';
import { connect, siteOf, type Connection } from '../site/connection';
import { nodeErrorOf } from '../run/nodeError';
import { parameterLabels } from '../run/parameterLabels';
import { ItemParameters, listOf, pairsOf, textOf } from '../run/params';
import type { Calendar } from '../run/conditions';
import { inReadingOrder } from '../run/readingOrder';
import { readDocument } from '../run/recordInput';
import { createSiteClient } from '../http/siteClient';
import { sha256 } from '../run/digest';
import { pollProperties, RECORDS_PER_POLL } from './pollProperties';

/** The share of n8n's time budget for a poll after which no additional page is requested. */
const TIME_SHARE = 0.5;

interface Reading {
	readonly input: ChangeInput;
	readonly columns: readonly string[];
	readonly simplify: boolean;
	readonly includeEmpty: boolean;
}

const readInput = (parameters: ItemParameters, options: Row, calendar: Calendar, { profile }: Connection): Reading => {
	const columns = listOf(options.columns)
		.map(textOf)
		.filter((name) => name !== '');
	const input = readChangeInput(parameters, options, {
		chosen: readDocument(parameters, options, profile),
		calendar,
		triggerOn: parameters.text('triggerOn') === 'newOrChanged' ? 'newOrChanged' : 'new',
		settings: {
			...(columns.length > 0 ? { columns: { root: columns } } : {}),
			...readOmissions(options),
		},
		maxRecords: wholeOption(options.recordsPerPoll, 'recordsPerPoll', 'Max Records per Poll', 1) ?? RECORDS_PER_POLL,
		entered: (name) => parameters.raw(name),
	});
	return { input, columns, simplify: parameters.flag('simplify', 'Simplify'), includeEmpty: includesEmpty(options) };
};

const shownRecords = (
	records: readonly Row[],
	{ document, key }: ChangeInput,
	{ fields, simplify, includeEmpty }: Pick<Reading, 'simplify' | 'includeEmpty'> & { readonly fields: readonly string[] },
): readonly Row[] => {
	if (!simplify) return fields.length > 0 ? selected(records, fields, key) : records;
	const flat = flatChunk(records, document, { columns: { root: fields }, includeEmpty });
	return fields.length > 0 ? flat : inReadingOrder(flat, document, documentByName(document.name));
};

const itemsOf = (records: readonly Row[], { input, columns, simplify, includeEmpty }: Reading): INodeExecutionData[] => {
	const fields = columns.length > 0 ? [...new Set([...columns, input.field])] : [];
	return shownRecords(records, input, { fields, simplify, includeEmpty }).map((json) => ({ json: json as IDataObject }));
};

const clientAndSite = (context: IPollFunctions, connection: Connection, options: Row): { client: Client; site: Site } => {
	const { concurrency, timeout, maxAttempts } = readRequestSettings(options);
	return {
		client: createSiteClient(context, connection, { timeout, maxAttempts, ...(concurrency === undefined ? {} : { concurrency }) }),
		site: {
			...siteOf(connection, textOf(options.divisionCode)),
			zone: context.getTimezone(),
			extraHeaders: pairsOf(options.extraHeaders, 'extraHeaders'),
			extraParameters: pairsOf(options.extraParameters, 'extraParameters'),
		},
	};
};

const poll = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> => {
	const parameters = new ItemParameters(
		(name) => context.getNodeParameter(name, null),
		(name) => context.getNodeParameter(name, null, { rawExpressions: true }),
	);
	const options = parameters.collection('options');
	const connection = await connect(context);
	const reading = readInput(parameters, options, { zone: context.getTimezone(), now: Date.now() }, connection);
	const { client, site } = clientAndSite(context, connection, options);
	if (context.getMode() === 'manual') {
		const newest = await newestRecord(reading.input, site, client);
		return newest === undefined ? null : [itemsOf([newest], reading)];
	}
	const startedAt = Date.now();
	// Older versions of n8n set no time budget.
	const budget = (context.getPollBudgetMs?.() ?? Infinity) * TIME_SHARE;
	const staticData = context.getWorkflowStaticData('node');
	const before = staticData.poll;
	const { records, state } = await pollRecords(reading.input, site, client, before, connection.baseUrl, {
		now: () => startedAt,
		isTimeUp: () => Date.now() - startedAt > budget,
		sha256,
	});
	const items = itemsOf(records, reading);
	// The state is written last, so that a failed poll changes nothing. It is written only if it has changed, because n8n stores every write.
	if (JSON.stringify(before) !== JSON.stringify(state)) staticData.poll = state as unknown as IDataObject;
	return items.length === 0 ? null : [items];
};

/**
 * Runs one poll. Returns the records that are new since the last poll, and also the changed ones if the trigger watches for changes; null
 * if there are none. A manual run returns the newest record and stores nothing. A failed poll leaves the stored state unchanged.
 *
 * @throws {NodeApiError | NodeOperationError}
 */
export const pollForRecords = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> => {
	try {
		return await poll(context);
	} catch (error) {
		throw nodeErrorOf(error, {
			node: context.getNode(),
			parameterName: parameterLabels(pollProperties, context.getNode().parameters.resource),
		});
	}
};
