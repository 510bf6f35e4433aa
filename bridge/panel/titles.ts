/** The titles of records in lists of the editor. */
import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { Field } from '../../core/catalog';
import { ApiError } from '../../core/http/apiError';
import type { Row } from '../../core/model/terms';
import { textOf } from '../run/params';
import { siteTable, type SchemaOf } from './schema';

/** The title field by its name, such as `rate_card_desc` or `contact_name`; otherwise the key. */
export const titleIn = (fields: readonly Field[], key: string): string =>
	fields.find(({ name, type }) => type === 'text' && /_(desc|name)$/.test(name))?.name ?? key;

/** The entry of a record in a list: its title with the key, and the key as the value. */
export const resultOf = (row: Row, key: string, titleField: string): { name: string; value: string } => {
	const value = textOf(row[key]);
	const title = textOf(row[titleField]);
	return { name: title === '' || titleField === key ? value : `${title} (${value})`, value };
};

/** Whether the site refuses the request itself: an unknown field, or an unsupported condition. */
export const isRefused = (error: unknown): boolean => error instanceof ApiError && (error.kind === 'refused' || error.kind === 'broken');

/**
 * Requests a list by title. The specification names only the key of many documents, so their titles in the catalog are the sandbox's. If the
 * site refuses the title of the catalog, the title of the site's definition is used, otherwise the key. Throws what the last request throws.
 */
export const listedByTitle = async <Answer>(
	context: ILoadOptionsFunctions,
	document: SchemaOf,
	{ key, titleField }: { readonly key: string; readonly titleField: string },
	listBy: (titleField: string) => Promise<Answer>,
): Promise<Answer> =>
	await listBy(titleField).catch(async (error: unknown) => {
		if (titleField === key || !isRefused(error)) throw error;
		const { table, notice } = await siteTable(context, document);
		const defined = table === undefined || notice !== undefined ? key : titleIn(table.fields, key);
		return await listBy(defined === titleField ? key : defined);
	});
