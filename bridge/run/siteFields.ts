/** Recognizes the fields in the columns of a file that only the site's definition contains. */
import type { DefinedTable } from '../../core/definition';
import type { SourceFile } from '../../core/files/sourceRow';
import { ApiError, type ApiErrorKind } from '../../core/http/apiError';
import { ColumnPlan, withSiteFields, type ColumnSettings } from '../../core/import/columns';
import type { DocumentRef } from '../../core/model/documentRef';
import { readSiteDefinition } from '../http/siteDefinition';
import type { GenericReading } from './genericInput';

/** Errors that also prevent the import itself. The import reports them if it does not only validate the file. */
const UNREACHED: ReadonlySet<ApiErrorKind> = new Set(['signIn', 'redirected', 'unreachable', 'insecure', 'network', 'cancelled']);

/** The assignment of columns to fields, and the document with all of these fields. */
export interface SiteColumns {
	readonly document: DocumentRef;
	readonly columns: ColumnPlan;
	/** Why the site's definition could not be read; undefined if it was read or is not needed. */
	readonly problem?: string;
}

/** Whether the file can contain fields that the catalog does not. The columns of a JSON file are not known in advance. */
const canHaveOwnFields = ({ format, columns }: SourceFile, plan: ColumnPlan): boolean =>
	format !== 'csv' || plan.targetsOf(columns).some(({ kind }) => kind === 'unknown');

/**
 * The table of a document without a catalog entry. It contains all keys that can identify a record, even if the definition lacks one. The
 * site decides which fields it requires, because a definition can also require fields that the site sets itself.
 */
const completeTable = (table: DefinedTable, keys: readonly string[]): DefinedTable => {
	const missing = keys.filter((key) => !table.fields.some(({ name }) => name === key));
	const fields = table.fields.map((field) => ({ ...field, required: false }));
	return { ...table, fields: [...fields, ...missing.map((name) => ({ name, label: name, type: 'text' as const }))] };
};

const definedTable = async (
	{ context, connection, document, site }: GenericReading,
	validates: boolean,
): Promise<DefinedTable | string> => {
	const { definitionPattern } = connection;
	if (definitionPattern === null) return 'the site profile states that there is none';
	const signal = context.getExecutionCancelSignal();
	const of = { definitionPattern, document: document.ref.name, site, ...(signal ? { signal } : {}) };
	return await readSiteDefinition(context, connection, of).catch((error: unknown) => {
		if (error instanceof ApiError && (validates || !UNREACHED.has(error.kind))) return `${error.message} (${error.facts})`;
		throw error;
	});
};

/**
 * Assigns the columns of a file to fields. Reads the site's definition if the document has no catalog entry, or if the file can contain
 * custom fields. Throws `InputError` if two columns are assigned to one field, and `ApiError` if the site cannot be reached.
 */
export const siteColumns = async (
	source: SourceFile,
	settings: Omit<ColumnSettings, 'acceptsAny'>,
	reading: GenericReading,
	validates: boolean,
): Promise<SiteColumns> => {
	const { document, keys } = settings;
	const hasEntry = reading.document.entry !== undefined;
	const columns = new ColumnPlan({ ...settings, acceptsAny: !hasEntry });
	if (hasEntry && !canHaveOwnFields(source, columns)) return { document, columns };
	const defined = await definedTable(reading, validates);
	if (typeof defined === 'string') return { document, columns, problem: defined };
	const { fields, subTables } = hasEntry ? defined : completeTable(defined, keys);
	const withOwn = withSiteFields(document, fields);
	return { document: withOwn, columns: new ColumnPlan({ ...settings, document: withOwn, siteSubTables: subTables, acceptsAny: false }) };
};
