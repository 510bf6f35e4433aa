import { type IDataObject, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';

import type { Field } from '../../core/catalog';
import { newestRecord, type ChangeInput } from '../../core/events/changeReader';
import { pollRecords } from '../../core/events/poll';
import type { Client } from '../../core/http/client';
import { InputError } from '../../core/model/inputError';
import type { Site } from '../../core/model/site';
import type { Row } from '../../core/model/terms';
import { wholeNumber } from '../../core/model/wholeNumber';
import { selected } from '../../core/wire/simplify';
import { readCallSettings } from '../run/callSettings';
import { flatPortion, includesEmpty } from '../run/flatRecords';
import { connect, siteOf, type Connection } from '../site/connection';
import { nodeErrorOf } from '../run/nodeError';
import { parameterLabels } from '../run/parameterLabels';
import { ItemParameters, listOf, numberOf, pairsOf, textOf } from '../run/params';
import { readConditions, type Calendar } from '../run/conditions';
import { readDocument, type ChosenDocument } from '../run/recordInput';
import { DEFAULT_PAGE_SIZE } from '../../core/model/defaults';
import { createSiteClient } from '../http/siteClient';
import { sha256 } from '../run/digest';
import { OVERLAP_MINUTES, OVERLAP_NUMBERS, pollProperties, RECORDS_PER_POLL, REMEMBERED_RECORDS } from './pollProperties';

/** The share of n8n's time budget for a poll after which no additional page is requested. */
const TIME_SHARE = 0.5;

/** The dates of adding and changing a record, if the document has them (public material: date_added). */
const DEFAULT_FIELDS = { new: 'date_added', newOrChanged: 'date_changed' } as const;
type TriggerOn = keyof typeof DEFAULT_FIELDS;

interface Reading {
	readonly input: ChangeInput;
	readonly columns: readonly string[];
	readonly simplify: boolean;
	readonly includeEmpty: boolean;
}

const kindOf = (given: string, field: Field | undefined, name: string): ChangeInput['kind'] => {
	if (given === 'date' || given === 'number') return given;
	if (field !== undefined) return field.type === 'dateTime' ? 'date' : 'number';
	return /(^|_)(date|dt|time)(_|$)/i.test(name) ? 'date' : 'number';
};

const refuseField = (message: string, hint: string): InputError => new InputError({ field: 'watchedField', message, hint });

/**
 * The field to watch: the chosen one, otherwise the default date, otherwise a numeric key. A text key is refused: its values are chosen freely,
 * so a new record can sort before the known records and would never be found.
 */
const watchedField = (parameters: ItemParameters, { ref, entry }: ChosenDocument, triggerOn: TriggerOn, key: string): string => {
	const given = parameters.text('watchedField');
	if (given !== '') return given;
	const date = DEFAULT_FIELDS[triggerOn];
	if (entry === undefined || ref.table.fields.some(({ name }) => name === date)) return date;
	const keyField = ref.table.fields.find(({ name }) => name === key);
	if (triggerOn === 'new' && keyField?.type === 'integer') return key;
	if (triggerOn === 'new' && keyField !== undefined) {
		throw refuseField(
			`'${ref.label}' has no '${date}', and its key '${key}' is not a number that increases with every new record`,
			"Choose a date or number that increases with every new record in 'Watched Field Name or ID', or start the workflow with the Media Operations Trigger instead",
		);
	}
	throw refuseField(
		`'${ref.label}' has no '${date}'`,
		triggerOn === 'new'
			? "Enter a field that increases with every new record in 'Watched Field Name or ID'"
			: "Enter a field that changes with every update in 'Watched Field Name or ID', or trigger on new records only",
	);
};

const keyOf = ({ ref }: ChosenDocument): string => {
	if (ref.table.key !== undefined) return ref.table.key;
	throw new InputError({
		field: 'document.key',
		message: "'Key Field Name or ID' is empty",
		hint: 'Enter the field that identifies a record of this document',
	});
};

const optionOf = (value: unknown, field: string, label: string, defaultValue: number, min: number): number =>
	wholeNumber(numberOf(value, field, label), field, label, { min }) ?? defaultValue;

const readInput = (parameters: ItemParameters, options: Row, calendar: Calendar): Reading => {
	const chosen = readDocument(parameters, options);
	const { ref } = chosen;
	const triggerOn: TriggerOn = parameters.text('triggerOn') === 'newOrChanged' ? 'newOrChanged' : 'new';
	const key = keyOf(chosen);
	const field = watchedField(parameters, chosen, triggerOn, key);
	const kind = kindOf(
		textOf(options.fieldType),
		ref.table.fields.find(({ name }) => name === field),
		field,
	);
	const columns = listOf(options.columns)
		.map(textOf)
		.filter((name) => name !== '');
	const minutes = numberOf(options.overlapMinutes, 'overlapMinutes', 'Overlap (Minutes)') ?? OVERLAP_MINUTES;
	if (minutes < 0)
		throw new InputError({
			field: 'overlapMinutes',
			message: `'Overlap (Minutes)' must not be negative, got ${minutes}`,
			hint: 'Enter 0 or more',
		});
	const input: ChangeInput = {
		document: { ...ref, table: { ...ref.table, key } },
		key,
		field,
		kind,
		includeChanges: triggerOn === 'newOrChanged',
		...(parameters.text('queryMode') === 'json'
			? { queryJson: parameters.json('queryJson', 'Query') }
			: { conditions: readConditions(parameters, chosen, calendar), enteredConditions: parameters.value('conditions') }),
		...(options.validateQueryParameters === false ? { validateQueryParameters: false } : {}),
		...(columns.length > 0 ? { columns: { root: columns } } : {}),
		omitNulls: options.omitNulls === true,
		omitAlternateKeys: options.omitAlternateKeys === true,
		overlap:
			kind === 'date' ? minutes * 60_000 : optionOf(options.overlapNumbers, 'overlapNumbers', 'Overlap (Numbers)', OVERLAP_NUMBERS, 0),
		maxRecords: optionOf(options.recordsPerPoll, 'recordsPerPoll', 'Max Records per Poll', RECORDS_PER_POLL, 1),
		maxRemembered: optionOf(options.remembered, 'remembered', 'Max Remembered Records', REMEMBERED_RECORDS, 1_000),
		pageSize: optionOf(options.pageSize, 'pageSize', 'Page Size', DEFAULT_PAGE_SIZE, 1),
	};
	return { input, columns, simplify: parameters.flag('simplify'), includeEmpty: includesEmpty(options) };
};

const itemsOf = (records: readonly Row[], { input, columns, simplify, includeEmpty }: Reading): INodeExecutionData[] => {
	const fields = columns.length > 0 ? [...new Set([...columns, input.field])] : [];
	const shown = simplify
		? flatPortion(records, input.document, { columns: { root: fields }, includeEmpty })
		: fields.length > 0
			? selected(records, fields, input.key)
			: records;
	return shown.map((json) => ({ json: json as IDataObject }));
};

/** The client and the site of a poll. */
const clientAndSite = (context: IPollFunctions, connection: Connection, options: Row): { client: Client; site: Site } => {
	const { concurrency, timeout, maxAttempts } = readCallSettings(options);
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
	const parameters = new ItemParameters((name) => context.getNodeParameter(name, null));
	const options = parameters.collection('options');
	const reading = readInput(parameters, options, { zone: context.getTimezone(), now: Date.now() });
	const connection = await connect(context);
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
	// Written last, so that a failed poll changes nothing, and only if it differs, because n8n stores every write.
	if (JSON.stringify(before) !== JSON.stringify(state)) staticData.poll = state as unknown as IDataObject;
	return items.length === 0 ? null : [items];
};

/**
 * Runs one poll and returns the records that are new, or new and changed, since the last one; null if there are none. A manual run returns the
 * newest record and stores nothing. A failed poll leaves the stored state unchanged.
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
