/** Recognizes a site's custom fields in the columns of a file. */
import type { Field } from '../../core/catalog';
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

const definedFields = async (
	{ context, connection, document, site }: GenericReading,
	validates: boolean,
): Promise<readonly Field[] | string> => {
	const { definitionPattern } = connection;
	if (definitionPattern === null) return 'the site profile states that there is none';
	const signal = context.getExecutionCancelSignal();
	const of = { definitionPattern, document: document.ref.name, site, ...(signal ? { signal } : {}) };
	const table = await readSiteDefinition(context, connection, of).catch((error: unknown) => {
		if (error instanceof ApiError && (validates || !UNREACHED.has(error.kind))) return `${error.message} (${error.facts})`;
		throw error;
	});
	return typeof table === 'string' ? table : table.fields;
};

/**
 * Assigns the columns of a file to fields. Reads the site's definition only if the file can contain custom fields. Throws `InputError` if
 * two columns are assigned to one field, and `ApiError` if the site cannot be reached.
 */
export const siteColumns = async (
	source: SourceFile,
	settings: ColumnSettings,
	reading: GenericReading,
	validates: boolean,
): Promise<SiteColumns> => {
	const { document } = settings;
	const columns = new ColumnPlan(settings);
	if (reading.document.entry === undefined || !canHaveOwnFields(source, columns)) return { document, columns };
	const fields = await definedFields(reading, validates);
	if (typeof fields === 'string') return { document, columns, problem: fields };
	const withOwn = withSiteFields(document, fields);
	return { document: withOwn, columns: new ColumnPlan({ ...settings, document: withOwn }) };
};
