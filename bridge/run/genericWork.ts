import type { ImportOperation } from '../../core/import/planRow';
import { InputError } from '../../core/model/inputError';
import {
	bidApproval,
	count,
	deleteRecord,
	get,
	list,
	setDefaultGroup,
	update,
	updateMany,
	upsert,
	type UpdateManyInput,
} from '../../core/operations';
import { APPLY_TO, BY_KEYS, BY_RECORD, COUNT, DELETED, FIND_BY, MATCHING_RECORDS, ONE_RECORD } from '../properties/modes';
import { ANY_DOCUMENT } from '../properties/panelResources';
import type { OperationName } from '../properties/operations';
import { SITE_RESOURCE } from '../properties/resource';
import { createWork } from './createWork';
import { deletedWork } from './deletedWork';
import { exportWork, readCsvStyle, readFile, readTimes, tableColumns } from './exportFile';
import { flatChunk, includesEmpty } from './flatRecords';
import {
	readApproval,
	readLimit,
	readMaxRecords,
	readMode,
	readRecordlessArguments,
	readRecordOf,
	readSelection,
	readSettings,
	readUnchanged,
	readUpsertRecord,
	requiredParameters,
	returnsNewRows,
	textsOf,
	type GenericReading,
} from './genericInput';
import { getChangedWork } from './getChanged';
import { readGivenFields, withNotice } from './givenFields';
import { isImport } from './importSettings';
import { importWork } from './importWork';
import { lookUpWork } from './lookUp';
import { orderedWorkOf, workOf } from './operationWork';
import { readPaging } from './paging';
import { isPreview } from './preview';
import { hasChosenFields, inReadingOrder } from './readingOrder';
import { readDocument, readKeys, readSaveArguments, readSort, readSubTables } from './recordInput';
import { rememberDocument } from './recentDocuments';
import type { ItemWork } from './runItems';
import type { ItemReading } from './runNode';
import { readResponse } from './toolResponse';
import { siteCheckWork } from './siteCheck';
import { updateManyPreview } from './updateManyPreview';

const countWork = (reading: GenericReading): ItemWork =>
	workOf(count, { document: reading.document.ref, ...readSelection(reading) }, reading);

const getManyWork = (given: GenericReading): ItemWork => {
	const { parameters, options, document } = given;
	if (parameters.text('output') === COUNT || parameters.text('toolOutput') === COUNT) return countWork(given);
	if (parameters.text('output') === DELETED) return deletedWork(given);
	const { site, ...paging } = readPaging(
		options,
		parameters.flag('returnAll', 'Return All') ? undefined : readLimit(parameters),
		given.site,
	);
	const reading = { ...given, site };
	const input = { document: document.ref, ...readSelection(reading), ...readSettings(reading), sort: readSort(parameters), ...paging };
	if (parameters.text('output') !== 'file') return orderedWorkOf(list, input, reading);
	const file = readFile(parameters, document.ref);
	// A table keeps empty fields as empty cells. If empty fields were omitted, a column could be missing.
	const { run } = file.format.hasColumns
		? workOf(list, { ...input, omitNulls: false }, { ...reading, options: { ...options, includeEmpty: true } })
		: workOf(list, input, reading);
	return exportWork({
		...file,
		context: reading.context,
		columns: { ...tableColumns(document.ref, input, readResponse(parameters).isSimplified), style: readCsvStyle(options) },
		convert: file.format.hasColumns ? readTimes(options, document.ref, reading.context) : undefined,
		read: run,
	});
};

const lookUpWorkOf = (reading: GenericReading): ItemWork => {
	const {
		parameters,
		options,
		document: { ref, entry },
		site,
	} = reading;
	const settings = readSettings(reading);
	const includeEmpty = includesEmpty(options);
	return lookUpWork({
		document: ref,
		settings,
		site,
		run: reading.context,
		field: parameters.text('lookUpField') || (ref.table.key ?? ''),
		keys: readKeys(parameters, ref),
		reportMissing: parameters.text('ifNoMatch') === 'report',
		convert: readResponse(parameters).isSimplified
			? (rows) => {
					const flat = flatChunk(rows, ref, { ...settings, includeEmpty });
					return hasChosenFields(settings) ? flat : inReadingOrder(flat, ref, entry);
				}
			: (rows) => rows,
	});
};

const oneUpdateWork = (reading: GenericReading): ItemWork => {
	const { parameters, options, document } = reading;
	const record = readRecordOf(reading);
	const format = options.updateFormat === 'operations' || options.updateFormat === 'payload' ? options.updateFormat : 'auto';
	const given = readGivenFields(reading, document);
	const input = {
		document: given.document,
		record,
		subTables: readSubTables(parameters, document),
		fields: given.fields,
		format,
		returnNewRows: returnsNewRows(options),
		...readUnchanged(options),
		...readSaveArguments(parameters, document),
		parameters: requiredParameters(reading),
	} as const;
	return withNotice(workOf(update, input, reading), given.notice);
};

const updateManyWork = (reading: GenericReading): ItemWork => {
	const { parameters, document } = reading;
	const given = readGivenFields(reading, document);
	const input: UpdateManyInput = {
		document: given.document,
		...readSelection(reading),
		allRecords: parameters.flag('allRecords', 'All Records'),
		fields: given.fields,
		maxRecords: readMaxRecords(parameters),
		saveArguments: document.entry ? {} : readRecordlessArguments(reading),
	};
	const work = workOf(updateMany, input, reading);
	return withNotice(
		readMode(parameters, 'mode', 'Mode', ['preview', 'update']) === 'preview' ? updateManyPreview(input, reading) : work,
		given.notice,
	);
};

const upsertWork = (reading: GenericReading): ItemWork => {
	const { options, document } = reading;
	const given = readGivenFields(reading, document);
	const input = {
		document: given.document,
		record: given.record ?? readUpsertRecord(reading),
		fields: given.fields,
		clearSubTables: textsOf(options.clearSubTables),
		loadTemplates: options.loadTemplates === 'all' ? 'all' : 'new',
		returnNewRows: returnsNewRows(options),
		saveArguments: readRecordlessArguments(reading),
		parameters: requiredParameters(reading),
	} as const;
	return withNotice(workOf(upsert, input, reading), given.notice);
};

const getWork = (reading: GenericReading): ItemWork => {
	const { document, parameters } = reading;
	if (readMode(parameters, FIND_BY, 'Find By', [BY_RECORD, BY_KEYS]) === BY_KEYS) return lookUpWorkOf(reading);
	const input = { document: document.ref, record: readRecordOf(reading), subTables: readSubTables(parameters, document) };
	return orderedWorkOf(get, { ...input, ...readSettings(reading), parameters: requiredParameters(reading) }, reading);
};

const updateWork = (reading: GenericReading): ItemWork =>
	readMode(reading.parameters, APPLY_TO, 'Apply To', [ONE_RECORD, MATCHING_RECORDS]) === MATCHING_RECORDS
		? updateManyWork(reading)
		: oneUpdateWork(reading);

const WORKS: Readonly<Record<Exclude<OperationName, 'check'>, (reading: GenericReading) => ItemWork>> = {
	changeApproval: (reading) =>
		workOf(bidApproval, { document: reading.document.ref, record: readRecordOf(reading), ...readApproval(reading.parameters) }, reading),
	create: createWork,
	delete: (reading) => {
		const { document, parameters } = reading;
		const input = { document: document.ref, record: readRecordOf(reading), subTables: readSubTables(parameters, document) };
		return workOf(deleteRecord, { ...input, parameters: requiredParameters(reading) }, reading);
	},
	get: getWork,
	getChanged: getChangedWork,
	getMany: getManyWork,
	setDefaultGroup: (reading) =>
		workOf(
			setDefaultGroup,
			{ document: reading.document.ref, record: readRecordOf(reading), group: reading.parameters.text('groupCode') },
			reading,
		),
	update: updateWork,
	upsert: upsertWork,
};

const isImportOperation = (name: OperationName): name is ImportOperation => ['create', 'delete', 'update', 'upsert'].includes(name);

/** Remembers the name of the document once the site has accepted it, so that the editor can suggest it later. */
const remembered = (work: ItemWork, { connection, document }: GenericReading): ItemWork => ({
	...work,
	async *run(client, onNotice) {
		for await (const chunk of work.run(client, onNotice)) {
			rememberDocument(connection.baseUrl, document.ref.name);
			yield chunk;
		}
	},
});

/** The work for one item of the generic node. Throws {@link InputError}. */
export const genericWork = (item: ItemReading): ItemWork => {
	if (item.parameters.text('resource') === SITE_RESOURCE) return siteCheckWork(item);
	const reading: GenericReading = { ...item, document: readDocument(item.parameters, item.options, item.connection.profile) };
	const operation = item.parameters.text('operation');
	if (!Object.hasOwn(WORKS, operation))
		throw new InputError({
			field: 'operation',
			message: `Unknown operation '${operation}'`,
			hint: `Choose one of '${Object.keys(WORKS).join("', '")}'`,
		});
	const name = operation as keyof typeof WORKS;
	const work = isImportOperation(name) && isImport(item.parameters) ? importWork(reading, name) : WORKS[name](reading);
	return item.parameters.text('resource') === ANY_DOCUMENT && !isPreview(item.options) ? remembered(work, reading) : work;
};
