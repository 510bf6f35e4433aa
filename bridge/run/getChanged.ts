import { cursorText, getChanged, readCursor, scopeOf } from '../../core/events/changes';
import type { ChangeInput } from '../../core/events/changeReader';
import { EMPTY_MEMORY, type Memory } from '../../core/events/window';
import { InputError } from '../../core/model/inputError';
import type { Row } from '../../core/model/terms';
import { selected } from '../../core/wire/simplify';
import { plain, requireJson } from '../../core/wire/values';
import { readChangeInput, wholeOption } from './changeInput';
import { sha256 } from './digest';
import { flatChunk } from './flatRecords';
import { readSettings, type GenericReading } from './genericInput';
import { completeInput } from './lookUpNames';
import { isRow } from './params';
import { hasChosenFields, inReadingOrder } from './readingOrder';
import { RememberedChanges, requireStoredState } from './rememberedChanges';
import type { ItemWork } from './runItems';
import { identityOf, mixesTimeAndData } from './selectionIdentity';
import { compactRow, readResponse } from './toolResponse';

const readInput = (reading: GenericReading): ChangeInput => {
	const { context, parameters, options, document: chosen } = reading;
	return readChangeInput(parameters, options, {
		chosen,
		calendar: { zone: context.getTimezone(), now: Date.now() },
		triggerOn: 'newOrChanged',
		settings: readSettings(reading),
		maxRecords:
			parameters.number('toolLimit', 'Max Results') ??
			wholeOption(options.recordsPerRun, 'recordsPerRun', 'Max Records per Run', 1) ??
			Infinity,
		entered: (name) => identityOf(parameters.raw(name), parameters.value(name)),
	});
};

/** Converts the records for the output: the chosen fields, with the key and the watched field, or all fields. */
const converter = (
	{ parameters, document: { ref, entry } }: GenericReading,
	input: ChangeInput,
): ((rows: readonly Row[]) => readonly Row[]) => {
	const { isSimplified, isCompact } = readResponse(parameters);
	const root = input.columns?.root ?? [];
	const fields = root.length > 0 ? [...new Set([...root, input.field])] : [];
	if (!isSimplified) return (rows) => (fields.length > 0 ? selected(rows, fields, input.key) : rows);
	return (rows) => {
		// Empty fields are included, so that the user's copy of a record also shows which fields were cleared.
		const flat = flatChunk(rows, ref, { columns: { root: fields }, includeEmpty: true });
		const ordered = hasChosenFields(input) ? flat : inReadingOrder(flat, ref, entry);
		return isCompact ? ordered.map(compactRow) : ordered;
	};
};

/** The text of a cursor. An expression can also return an object or a date. Throws {@link InputError} for an invalid date. */
const cursorOf = (given: unknown): string => {
	requireJson(given, 'Cursor', 'cursor');
	const value = plain(given);
	return isRow(value) ? JSON.stringify(value) : String(value ?? '').trim();
};

/** For each run, the scopes whose changes since the last execution are read, each with the index of its item. */
const scopesOfRun = new WeakMap<object, Map<string, number>>();

/** Rejects an item if an earlier item of the run has the same scope: both items would return the same changes. */
const requireFirst = ({ context, index }: GenericReading, scope: string): void => {
	const scopes = scopesOfRun.get(context) ?? new Map<string, number>();
	scopesOfRun.set(context, scopes);
	const other = scopes.get(scope);
	if (other !== undefined && other !== index)
		throw new InputError({
			field: 'startFrom',
			message: `Item ${other} already returns these changes`,
			hint: "Turn on 'Execute Once' in the node's settings",
		});
	scopes.set(scope, index);
};

/** Reads the changes since a cursor or a date. The last item contains the next cursor, even if nothing has changed. */
const sinceCursor = (reading: GenericReading, input: ChangeInput, scope: string): ItemWork => {
	const { parameters, site } = reading;
	const memory = readCursor(cursorOf(parameters.value('cursor')), scope, input, site);
	const convert = converter(reading, input);
	return {
		changes: false,
		async *run(client) {
			const complete = await completeInput(input, reading, client);
			const changes = await getChanged(complete, site, client, memory, { now: Date.now, sha256 });
			yield convert(changes.records);
			yield [
				{
					next_cursor: cursorText({ scope, memory: changes.memory }),
					records: changes.records.length,
					has_more: changes.hasMore,
				},
			];
		},
	};
};

/** Reads the changes since the last successful execution of the workflow. */
const sinceLastExecution = (reading: GenericReading, input: ChangeInput, scope: string): ItemWork => {
	const { context, options, parameters, site } = reading;
	requireStoredState(context);
	requireFirst(reading, scope);
	const selecting = [input.queryJson === undefined ? 'conditions' : 'queryJson', 'options.extraParameters'];
	const remembered = new RememberedChanges(context, scope);
	const convert = converter(reading, input);
	return {
		changes: false,
		async *run(client, onNotice) {
			const complete = await completeInput(input, reading, client);
			const start = await remembered.start(options.ifNotStored === 'repeat');
			const memory: Memory = start.memory ?? EMPTY_MEMORY;
			const changes = await getChanged(complete, site, client, memory, { now: Date.now, sha256 });
			remembered.store(start, changes.memory);
			if (context.getMode() === 'manual')
				onNotice({
					name: 'notRemembered',
					text: 'A manual execution does not store its position, so the next execution returns these records again',
				});
			if (start.isUnknown)
				onNotice({
					name: 'outcomeUnknown',
					text:
						options.ifNotStored === 'repeat'
							? 'n8n has no data about the last execution, so its changes are returned again'
							: "n8n has no data about the last execution, which is treated as successful. To return its changes again, set 'If Last Execution Unknown' to 'Assume It Failed'",
				});
			if (selecting.some((name) => mixesTimeAndData(parameters.raw(name))))
				onNotice({
					name: 'selectionUnclear',
					text: "A condition combines the current time with data in one expression, so each execution can return all records again. Use a date operator, such as 'Is in the Last … Days'",
				});
			if (changes.hasMore)
				onNotice({
					name: 'moreChanges',
					text: `More than ${input.maxRecords} records have changed. The next run returns the rest`,
				});
			yield convert(changes.records);
		},
	};
};

/** The work for one item of Get Changed. Throws {@link InputError}. */
export const getChangedWork = (reading: GenericReading): ItemWork => {
	const { parameters, connection, site } = reading;
	const input = readInput(reading);
	const scope = scopeOf(input, connection.baseUrl, site, sha256);
	const from = parameters.text('startFrom');
	if (from === 'cursor') return sinceCursor(reading, input, scope);
	if (from === 'workflow') return sinceLastExecution(reading, input, scope);
	throw new InputError({
		field: 'startFrom',
		message: `Unknown value '${from}' for 'Start From'`,
		hint: 'Choose cursor or workflow',
	});
};
