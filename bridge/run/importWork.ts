import type { IBinaryKeyData } from 'n8n-workflow';

import { openSource } from '../../core/files/openSource';
import type { SourceFile } from '../../core/files/sourceRow';
import type { Client } from '../../core/http/client';
import { withMapped, type ColumnPlan } from '../../core/import/columns';
import { importRows, type Progress } from '../../core/import/importRows';
import { isRejected, keysOf, RowPlanner, type ImportOperation } from '../../core/import/planRow';
import { EarlierRun } from '../../core/import/resume';
import { RowSender } from '../../core/import/rowSender';
import { InputError } from '../../core/model/inputError';
import type { OnNotice } from '../../core/model/notice';
import type { Row } from '../../core/model/terms';
import { create, deleteRecord, update, upsert } from '../../core/operations';
import { PLACEHOLDER_KEY } from '../../core/operations/primaryKey';
import { OldGeneration } from '../http/oldGeneration';
import { requiredParameters, sendsTemporaryKeys, type GenericReading } from './genericInput';
import { ImportReport, RESULT_FIELD } from './importReport';
import { readImport, type ImportSettings } from './importSettings';
import { closedAfter, textOfFile } from './importSource';
import type { ItemWork } from './runItems';
import { siteColumns } from './siteFields';

/** The maximum number of problems that the output item of a validation lists; the file of rejected rows contains all of them. */
const MAX_PROBLEMS = 20;

/** Composes a request, to find problems that would affect every row of the file, such as an operation that requires a newer release. */
const requireOperation = ({ document: { ref }, site, ...reading }: GenericReading, operation: ImportOperation, key: string): void => {
	const input = {
		document: ref,
		record: { key, value: PLACEHOLDER_KEY },
		parameters: requiredParameters({ document: { ref }, site, ...reading }),
	};
	switch (operation) {
		case 'create':
			create.compose({ document: ref, records: [{ [key]: '1' }] }, site);
			return;
		case 'upsert':
			upsert.compose({ ...input, fields: {} }, site);
			return;
		case 'update':
			update.compose({ ...input, fields: { [`${key}_`]: '1' } }, site);
			return;
		case 'delete':
			deleteRecord.compose(input, site);
			return;
	}
};

/** Problems in the header, which affect every row. */
interface HeaderFindings {
	readonly unknown: readonly string[];
	readonly missing: readonly string[];
}

/**
 * Checks the columns of a CSV file before its rows. Throws {@link InputError} if two columns are assigned to one field, or if the file
 * lacks a column that is listed in the settings.
 */
const readHeader = (
	{ columns, format }: SourceFile,
	plan: ColumnPlan,
	{ document: { ref } }: GenericReading,
	operation: ImportOperation,
	unchanged: readonly string[],
): HeaderFindings => {
	if (format !== 'csv') return { unknown: [], missing: [] };
	const targets = plan.targetsOf(columns).map((target, at) => ({ column: columns[at] as string, target }));
	const [absent] = plan.missing;
	if (absent !== undefined)
		throw new InputError({
			field: 'columnMapping',
			message: `The file has no column '${absent}', which is listed in 'Columns'`,
			hint: `Its columns are ${columns.map((name) => `'${name}'`).join(', ')}`,
		});
	const sent = new Set(targets.flatMap(({ target }) => (target.kind === 'field' ? [target.field.name] : [])));
	const absentField = unchanged.find((name) => !sent.has(name));
	if (absentField !== undefined)
		throw new InputError({
			field: 'importOptions.unchanged',
			message: `The file has no column for '${absentField}', which is listed in 'Update Only If Unchanged'`,
			hint: 'Export the records with this field, or remove it from the option',
		});
	return {
		unknown: targets.flatMap(({ column, target }) => (target.kind === 'unknown' ? [column] : [])),
		missing: operation === 'create' ? ref.table.fields.flatMap(({ name, required }) => (required && !sent.has(name) ? [name] : [])) : [],
	};
};

const customFieldsUnknown = (problem: string): string =>
	`Custom fields are not known, because the site's definition cannot be read: ${problem}`;
const fieldsUnknown = (problem: string): string =>
	`The fields of this document are not known, because the site's definition cannot be read: ${problem}. Cells are sent unchanged, and times without an offset are not converted to the time zone of the workflow, unless you choose types in 'Columns'`;

const requireColumns = ({ unknown, missing }: HeaderFindings, { ignoreUnknown }: ImportSettings, problem: string | undefined): void => {
	const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
	if (unknown.length > 0 && !ignoreUnknown)
		throw new InputError({
			field: 'inputBinaryField',
			message: `The file has unknown columns: ${list(unknown)}`,
			hint: `Assign them to fields in 'Columns', or set 'Unknown Columns' to 'Ignore' in the import options${problem === undefined ? '' : `. ${customFieldsUnknown(problem)}`}`,
		});
	if (missing.length > 0)
		throw new InputError({
			field: 'inputBinaryField',
			message: `The file has no column for the required fields ${list(missing)}`,
			hint: "Add the columns to the file, or assign other columns to these fields in 'Columns'",
		});
};

/** Reads the result file of an earlier run and checks, before anything is sent, that it belongs to this file. */
const earlierRun = async (reading: GenericReading, settings: ImportSettings): Promise<EarlierRun | undefined> => {
	if (settings.earlierResult === undefined) return undefined;
	const { context, index } = reading;
	const earlier = await closedAfter(textOfFile(context, index, settings.earlierResult), async (texts) => await EarlierRun.read(texts));
	await closedAfter(textOfFile(context, index, settings.input, settings.encoding), async (texts) => {
		const { rows } = await openSource(texts, settings.separator);
		for await (const chunk of rows) chunk.forEach((row) => earlier.stateOf(row));
	});
	return earlier;
};

/** Shared by all runs, because a new n8n leaves more garbage than one that has already sent requests. */
const oldGeneration = new OldGeneration();

/** The output item. */
interface Output {
	readonly summary: Row;
	readonly binary: IBinaryKeyData;
}

const secondsSince = (start: number): number => Math.round((Date.now() - start) / 100) / 10;

/** Imports the records of a file, or only validates the file. Its output is one item with the counts and the files. */
export const importWork = (reading: GenericReading, operation: ImportOperation): ItemWork => {
	const { context, index, site, options } = reading;
	const settings = readImport(reading, operation);
	const ref = withMapped(reading.document.ref, settings.mappings);
	const keys = settings.key === undefined ? keysOf(ref) : [settings.key];
	requireOperation(reading, operation, keys[0] ?? 'external_key');
	const files = new WeakMap<Row, IBinaryKeyData>();

	const textOfInput = (): AsyncGenerator<string> => textOfFile(context, index, settings.input, settings.encoding);

	const opened = async (texts: AsyncIterable<string>) => {
		const source = await openSource(texts, settings.separator);
		const columnSettings = {
			document: ref,
			mappings: settings.mappings,
			keys: operation === 'create' ? [] : [...keys, ...settings.unchanged],
		};
		const { document, columns, problem } = await siteColumns(source, columnSettings, reading, settings.validates);
		const header = readHeader(source, columns, reading, operation, settings.unchanged);
		const isKnown = source.format === 'csv';
		const planner = new RowPlanner({ ...settings, document, operation, columns, ignoreUnknown: isKnown || settings.ignoreUnknown });
		return { source, header, planner, document, columns, problem };
	};

	const reportProblem = (problem: string | undefined, planner: RowPlanner, { unknown }: HeaderFindings, onNotice: OnNotice): void => {
		if (problem === undefined) return;
		if (reading.document.entry === undefined) onNotice({ name: 'fieldsUnknown', text: fieldsUnknown(problem) });
		else if (planner.unknownColumns.size + unknown.length > 0)
			onNotice({ name: 'customFieldsUnknown', text: customFieldsUnknown(problem) });
	};

	const validated = async (texts: AsyncIterable<string>, onNotice: OnNotice): Promise<Output> => {
		const start = Date.now();
		const { source, header, planner, columns, problem } = await opened(texts);
		const report = new ImportReport(context, source, { hasResult: false });
		const problems: Row[] = [];
		let rows = 0;
		await report.addAll(source.rows, (chunk) => {
			rows += chunk.length;
			const failed = chunk.map((row) => planner.plan(row)).filter(isRejected);
			for (const { row, problem } of failed.slice(0, MAX_PROBLEMS - problems.length)) problems.push({ line: row.line, problem });
			return failed.map(({ row, problem }) => ({ row, outcome: 'failed', message: problem }));
		});
		const binary = await report.files();
		if (report.failure !== undefined) throw new Error(report.failure);
		reportProblem(problem, planner, header, onNotice);
		onNotice({
			name: 'importValidated',
			text: "The file was only validated, and no records were sent. Set 'Validate First' to 'Never' to import it now",
		});
		const summary = {
			validated: true,
			rows,
			valid: rows - report.counts.failed,
			invalid: report.counts.failed,
			columns: columns.assigned,
			unknown_columns: [...new Set([...header.unknown, ...planner.unknownColumns])],
			missing_required_fields: [...header.missing],
			duplicate_keys: planner.duplicateKeys,
			problems,
			seconds: secondsSince(start),
		};
		return { summary, binary };
	};

	const imported = async (
		texts: AsyncIterable<string>,
		earlier: EarlierRun | undefined,
		client: Client,
		onNotice: OnNotice,
	): Promise<Output> => {
		const start = Date.now();
		const { source, header, planner, document, problem } = await opened(texts);
		requireColumns(header, settings, problem);
		const sender = new RowSender({
			document,
			operation,
			site,
			client,
			onNotice,
			parameters: requiredParameters(reading),
			temporaryKeys: sendsTemporaryKeys(options),
		});
		const report = new ImportReport(context, source, { hasResult: true, onFailure: (reason) => (sender.stopped ??= reason) });
		const progress: Progress = {};
		let rows = 0;
		const outcomes = importRows({
			...settings,
			rows: source.rows,
			planner,
			sender,
			earlier,
			progress,
			concurrency: () => client.concurrency,
		});
		await report.addAll(outcomes, (chunk) => {
			rows += chunk.length;
			oldGeneration.requested();
			return chunk;
		});
		const binary = await report.files();
		reportProblem(problem, planner, header, onNotice);
		const stopped = sender.stopped ?? progress.ended;
		const { notSent, ...counts } = report.counts;
		const summary: Row = {
			rows,
			...counts,
			not_sent: notSent,
			complete: stopped === undefined,
			...(stopped === undefined ? {} : { stopped_because: stopped }),
			seconds: secondsSince(start),
		};
		const advice =
			RESULT_FIELD in binary
				? "To continue, import the same file with this result file in 'Skip Completed Rows In'"
				: 'Before you repeat a Create, check which of the records exist on the site';
		if (stopped !== undefined)
			onNotice({ name: 'importStopped', text: `The import is not complete: ${stopped.replace(/\.$/, '')}. ${advice}` });
		return { summary, binary };
	};

	const run: ItemWork['run'] = async function* (client, onNotice) {
		const earlier = settings.validates ? undefined : await earlierRun(reading, settings);
		const { summary, binary } = await closedAfter(textOfInput(), async (texts) =>
			settings.validates ? await validated(texts, onNotice) : await imported(texts, earlier, client, onNotice),
		);
		files.set(summary, binary);
		yield [summary];
	};
	return { changes: !settings.validates, exclusive: true, run, binary: (row) => files.get(row) };
};
