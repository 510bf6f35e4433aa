import { bidApproval, count, create, deleteRecord, get, list, setDefaultGroup, update, updateMany, upsert } from '../../core/operations';
import { InputError } from '../../core/model/inputError';
import { choosesApproved } from '../../core/operations/bidApproval';
import type { BidApprovalInput, CreateInput, UpdateManyInput } from '../../core/operations/inputs';
import type { ReadSettings, RecordAddress, SaveArguments, Selection, SubTableStep, Row } from '../../core/model/terms';
import type { Operation } from '../../core/operations/operation';
import { readConditions } from './conditions';
import { flatPortion, flatRows } from './flatRecords';
import { exportWork, readFile, tableColumns } from './exportFile';
import { lookUpWork } from './lookUp';
import { withKeys } from './lookUpNames';
import { readGivenFields, withNotice } from './givenFields';
import { jsonOf, listOf, numberOf, textOf, type ItemParameters } from './params';
import type { OperationName } from '../properties/resource';
import { readPaging } from './paging';
import { readDocument, readKeys, readRecord, readSaveArguments, readSort, readSubTables, type ChosenDocument } from './recordInput';
import { runsInOrder, type ItemWork } from './runItems';
import type { ItemReading } from './runNode';
import { DEFAULT_LIMIT } from '../settings';
import { compact, readAnswer } from './toolAnswer';
import { previewOf } from './preview';
import { hasChosenFields, inReadingOrder } from './readingOrder';
import { updateManyPreview } from './updateManyPreview';

/** What the parameters of one item say, with the document that they are about. */
interface GenericReading extends ItemReading {
	readonly document: ChosenDocument;
}

const textsOf = (value: unknown): string[] => listOf(value).map(textOf);

const readSettings = ({ options, parameters }: GenericReading): ReadSettings => {
	const answer = readAnswer(parameters);
	const columnsJson = jsonOf(options.columnsJson, 'columnsJson', 'Fields to Return (JSON)');
	// The first entry of a list that the site did not give has no value.
	const columns = (answer.columns ?? textsOf(options.columns)).filter((name) => name !== '');
	return {
		...(Object.keys(columnsJson).length > 0 ? { columnsJson } : columns.length > 0 ? { columns: { root: columns } } : {}),
		omitNulls: answer.isCompact || options.omitNulls === true,
		omitAlternateKeys: answer.isCompact || options.omitAlternateKeys === true,
	};
};

/** Query parameters that an address of one record requires. */
const requiredParameters = ({ parameters, document: { entry } }: GenericReading): Record<string, string> =>
	Object.fromEntries((entry?.requiredParameters ?? []).map((name) => [name, parameters.text(`parameter_${name}`)]));

const readSelection = ({ context, parameters, options, document }: GenericReading): Selection => ({
	...(parameters.text('queryMode') === 'json'
		? { queryJson: parameters.json('queryJson', 'Query') }
		: { conditions: readConditions(parameters, document, { zone: context.getTimezone(), now: Date.now() }) }),
	...(options.validateQueryParameters === false ? { validateQueryParameters: false } : {}),
});

const record = ({ parameters, document, connection }: GenericReading) => readRecord(parameters, document, connection.baseUrl);

/** The record of an upsert stands in its own parameter, unless the mapper asks for the field to match. */
const upsertRecord = (reading: GenericReading): RecordAddress => {
	if (reading.parameters.text('fieldsMode') !== 'mapper') return record(reading);
	throw new InputError({
		field: 'fields',
		message: 'No matching field is selected',
		hint: "In 'Fields', choose the key that identifies the record, such as external_key",
	});
};

/** 'Limit', or what stands for it where the node is a tool of a model. */
const limitOf = (parameters: ItemParameters): number =>
	parameters.number('toolLimit', 'Max Results') ?? parameters.number('limit', 'Limit') ?? DEFAULT_LIMIT;

/** n8n adds the ending to the type of a node that a model uses. */
const isTool = (context: GenericReading['context']): boolean => context.getNode().type.endsWith('Tool');

const READS = new Set([count.name, get.name, list.name]);

/** An operation with its input, ready to be composed or carried out. */
const workOf = <Input>(
	operation: Operation<Input>,
	input: Input,
	{ context, site, options, connection, parameters, document }: GenericReading,
): ItemWork => {
	// Composed here so that what cannot be sent is known before the first item is.
	operation.compose(input, site);
	const changes = !READS.has(operation.name);
	if (changes && options.preview === true) return previewOf(operation, input, site, connection.baseUrl);
	const run: ItemWork['run'] = async function* (client, onNotice) {
		const sent = isTool(context) ? await withKeys(input, document.ref, site, client) : input;
		yield* operation.run(sent, site, client, onNotice);
	};
	const { isCompact, isSimplified } = readAnswer(parameters);
	if (changes) return { changes, run, inOrder: runsInOrder(operation, input, options) };
	if (!isSimplified || operation.name === count.name) return { changes, run };
	const simple: ItemWork['run'] = (client, onNotice) =>
		flatRows(run(client, onNotice), document.ref, input as ReadSettings & { subTables?: readonly SubTableStep[] });
	return { changes, run: isCompact ? (client, onNotice) => compact(simple(client, onNotice)) : simple };
};

/** Simplified records in the order in which a person reads them. Not for files: it takes time, and their columns have an order. */
const readable = (work: ItemWork, reading: GenericReading): ItemWork => {
	const { ref, entry } = reading.document;
	if (!readAnswer(reading.parameters).isSimplified || hasChosenFields(readSettings(reading))) return work;
	return {
		...work,
		async *run(client, onNotice) {
			for await (const portion of work.run(client, onNotice)) yield inReadingOrder(portion, ref, entry);
		},
	};
};

/** The save arguments of a call without an existing record. Those that need its key stay empty, and the header check refuses them by name. */
const recordlessArguments = ({ parameters, document }: GenericReading): SaveArguments => {
	const { saveArguments, keyArguments } = readSaveArguments(parameters, document);
	return { ...saveArguments, ...Object.fromEntries(keyArguments.map((name) => [name, ''])) };
};

/** Creates go together where nothing but their record differs. */
const createWork = (reading: GenericReading): ItemWork => {
	const { options, document, site } = reading;
	const given = readGivenFields(reading, document);
	const input: CreateInput = {
		document: given.document,
		records: [given.fields],
		temporaryKeys: options.temporaryKeys === true,
		saveArguments: recordlessArguments(reading),
	};
	const single = withNotice(workOf(create, input, reading), given.notice);
	const highest = numberOf(options.recordsPerCall, 'recordsPerCall', 'Records per Request') ?? 1;
	if (highest <= 1 || !single.changes) return single;
	const joinable: JoinableCreate = {
		...single,
		record: input.records[0]!,
		notice: given.notice,
		together: {
			group: JSON.stringify([
				document.ref.name,
				document.ref.table.name,
				document.ref.table.key,
				input.saveArguments,
				input.temporaryKeys,
				site,
			]),
			highest,
			join: (works) => {
				const creates = works as readonly JoinableCreate[];
				const joined = workOf(create, { ...input, records: creates.map((each) => each.record) }, reading);
				return [...new Set(creates.map(({ notice }) => notice))].reduceRight(withNotice, joined);
			},
		},
	};
	return joinable;
};
interface JoinableCreate extends ItemWork {
	readonly record: Row;
	/** What its user has to know, as of a create that goes alone. */
	readonly notice?: string;
}

const WORKS: Readonly<Record<OperationName, (reading: GenericReading) => ItemWork>> = {
	count: (reading) => workOf(count, { document: reading.document.ref, ...readSelection(reading) }, reading),
	create: createWork,
	get: (reading) =>
		readable(
			workOf(
				get,
				{
					document: reading.document.ref,
					record: record(reading),
					subTables: readSubTables(reading.parameters, reading.document),
					...readSettings(reading),
					parameters: requiredParameters(reading),
				},
				reading,
			),
			reading,
		),
	getMany: (given) => {
		const { parameters, options, document } = given;
		const { site, ...paging } = readPaging(options, parameters.flag('returnAll') ? undefined : limitOf(parameters), given.site);
		const reading = { ...given, site };
		const input = { document: document.ref, ...readSelection(reading), ...readSettings(reading), sort: readSort(parameters), ...paging };
		if (parameters.text('output') !== 'file') return readable(workOf(list, input, reading), reading);
		const file = readFile(parameters, document.ref);
		// In a table an empty field is an empty cell; left out it would only be missed among the columns.
		const { run } = workOf(list, file.format.hasColumns ? { ...input, omitNulls: false } : input, reading);
		return exportWork({
			...file,
			context: reading.context,
			columns: tableColumns(document.ref, input, readAnswer(parameters).isSimplified),
			read: run,
		});
	},
	lookUp: (reading) => {
		const {
			parameters,
			document: { ref, entry },
			site,
		} = reading;
		const settings = readSettings(reading);
		return lookUpWork({
			document: ref,
			settings,
			site,
			run: reading.context,
			field: parameters.text('lookUpField') || (ref.table.key ?? ''),
			keys: readKeys(parameters, ref),
			tellMissing: parameters.text('ifNoMatch') === 'report',
			finished: readAnswer(parameters).isSimplified
				? (rows) => {
						const flat = flatPortion(rows, ref, settings);
						return hasChosenFields(settings) ? flat : inReadingOrder(flat, ref, entry);
					}
				: (rows) => rows,
		});
	},
	update: (reading) => {
		const { parameters, options, document } = reading;
		const address = record(reading);
		const form = options.form === 'operations' || options.form === 'payload' ? options.form : 'auto';
		const given = readGivenFields(reading, document);
		return withNotice(
			workOf(
				update,
				{
					document: given.document,
					record: address,
					subTables: readSubTables(parameters, document),
					fields: given.fields,
					form,
					returnNewRows: options.returnNewRows === true,
					...readSaveArguments(parameters, document),
					parameters: requiredParameters(reading),
				},
				reading,
			),
			given.notice,
		);
	},
	updateMany: (reading) => {
		const { parameters, document, site } = reading;
		const given = readGivenFields(reading, document);
		const input: UpdateManyInput = {
			document: given.document,
			...readSelection(reading),
			allRecords: parameters.flag('allRecords'),
			fields: given.fields,
			maxRecords: parameters.number('maxRecords', 'Max Records'),
			saveArguments: document.entry ? {} : recordlessArguments(reading),
		};
		const work = workOf(updateMany, input, reading);
		return withNotice(
			readUpdateMode(parameters) === 'preview' ? updateManyPreview(input, document.entry?.titleField, site) : work,
			given.notice,
		);
	},
	upsert: (reading) => {
		const { options, document } = reading;
		const given = readGivenFields(reading, document);
		const address = given.record ?? upsertRecord(reading);
		return withNotice(
			workOf(
				upsert,
				{
					document: given.document,
					record: address,
					fields: given.fields,
					clearSubTables: textsOf(options.clearSubTables),
					loadTemplates: options.loadTemplates === 'all' ? 'all' : 'new',
					returnNewRows: options.returnNewRows === true,
					saveArguments: recordlessArguments(reading),
					parameters: requiredParameters(reading),
				},
				reading,
			),
			given.notice,
		);
	},
	delete: (reading) =>
		workOf(
			deleteRecord,
			{
				document: reading.document.ref,
				record: record(reading),
				subTables: readSubTables(reading.parameters, reading.document),
				parameters: requiredParameters(reading),
			},
			reading,
		),
	changeApproval: (reading) =>
		workOf(bidApproval, { document: reading.document.ref, record: record(reading), ...readApproval(reading.parameters) }, reading),
	setDefaultGroup: (reading) =>
		workOf(
			setDefaultGroup,
			{ document: reading.document.ref, record: record(reading), group: reading.parameters.text('groupCode') },
			reading,
		),
};

/** The choice of Change Approval, and the value of `approved` if the panel asks for it. Throws {@link InputError}. */
const readApproval = (parameters: ItemParameters): Pick<BidApprovalInput, 'approval' | 'approved'> => {
	const approval = parameters.text('approval');
	const approved = choosesApproved(approval) ? parameters.value('approved') : undefined;
	return approved === undefined ? { approval } : { approval, approved: textOf(approved) };
};

/** Whether Update Many shows the records or changes them. Throws {@link InputError}. */
const readUpdateMode = (parameters: ItemParameters): 'preview' | 'update' => {
	const mode = parameters.text('mode');
	if (mode === 'preview' || mode === 'update') return mode;
	throw new InputError({ field: 'mode', message: `Unknown value '${mode}' for 'Mode'`, hint: 'Choose one of preview, update' });
};

/** What an item of the generic node asks for. Throws {@link InputError}. */
export const genericWork = (item: ItemReading): ItemWork => {
	const reading: GenericReading = { ...item, document: readDocument(item.parameters, item.options) };
	const operation = item.parameters.text('operation');
	if (!Object.hasOwn(WORKS, operation))
		throw new InputError({
			field: 'operation',
			message: `Unknown operation '${operation}'`,
			hint: `Choose one of ${Object.keys(WORKS).join(', ')}`,
		});
	return WORKS[operation as OperationName](reading);
};
