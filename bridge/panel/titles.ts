/** The titles of records in the editor's lists. */
import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { Field } from '../../core/catalog';
import { isRefused } from '../../core/http/apiError';
import type { Row } from '../../core/model/terms';
import { textOf } from '../run/params';
import { siteTable, type SchemaOf } from './schema';

/** The first text field whose name looks like a title, such as `rate_card_desc` or `contact_name`; otherwise the key. */
export const titleIn = (fields: readonly Field[], key: string): string =>
	fields.find(({ name, type }) => type === 'text' && /_(desc|name)$/.test(name))?.name ?? key;

/** Flags that identify rarely chosen records. Each has the flag value that is marked in lists, and the text of the mark. */
const STATE_MARKS: Readonly<Record<string, readonly [value: 'Y' | 'N', mark: string]>> = {
	active: ['N', 'inactive'],
	inactive: ['Y', 'inactive'],
	retired: ['Y', 'retired'],
	posted: ['Y', 'posted'],
};

/** The fields of a table whose values are shown as marks in lists. */
export const stateFieldsIn = (fields: readonly Pick<Field, 'name'>[]): string[] =>
	fields.map(({ name }) => name).filter((name) => Object.hasOwn(STATE_MARKS, name));

const marksOf = (row: Row): string[] =>
	Object.entries(STATE_MARKS).flatMap(([field, [value, mark]]) => (Object.hasOwn(row, field) && row[field] === value ? [mark] : []));

/** The entry of a record in a list: its title with the key, such as `Spring season (342), inactive`, and the key as the value. */
export const resultOf = (row: Row, key: string, titleField: string): { name: string; value: string } => {
	const value = textOf(row[key]);
	const title = textOf(row[titleField]);
	return { name: [title === '' || titleField === key ? value : `${title} (${value})`, ...marksOf(row)].join(', '), value };
};

/** The fields that a list of records shows. */
interface ListedFields {
	readonly key: string;
	readonly titleField: string;
	/** See {@link stateFieldsIn}. */
	readonly stateFields: readonly string[];
}

/**
 * Requests a list with the catalog's title field. The specification names only the key, so many of the catalog's title fields
 * come from the sandbox, and the site may refuse them. If it does, the list is requested without the fields that mark a record,
 * then with the title field in the site's definition or, if there is none, with the key. Throws the error of the last request.
 */
export const listedByTitle = async <Result>(
	context: ILoadOptionsFunctions,
	document: SchemaOf,
	{ key, titleField, stateFields }: ListedFields,
	listBy: (titleField: string, stateFields: readonly string[]) => Promise<Result>,
): Promise<Result> => {
	const byTitle = listBy(titleField, stateFields);
	const unmarked = stateFields.length === 0 ? byTitle : ifRefused(byTitle, async () => await listBy(titleField, []));
	if (titleField === key) return await unmarked;
	return await ifRefused(unmarked, async () => {
		const { table, notice } = await siteTable(context, document);
		const defined = table === undefined || notice !== undefined ? key : titleIn(table.fields, key);
		return await listBy(defined === titleField ? key : defined, []);
	});
};

const ifRefused = async <Result>(response: Promise<Result>, otherwise: () => Promise<Result>): Promise<Result> =>
	await response.catch(async (error: unknown) => {
		if (!isRefused(error)) throw error;
		return await otherwise();
	});
