/** By which of its fields the panel shows a record. */
import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { Field } from '../../core/catalog';
import { ApiError } from '../../core/http/apiError';
import type { Row } from '../../core/model/terms';
import { textOf } from '../run/params';
import { siteTable, type SchemaOf } from './schema';

/** The field with the words, by its name: `rate_card_desc`, `contact_name`; else the key. */
export const titleIn = (fields: readonly Field[], key: string): string =>
	fields.find(({ name, type }) => type === 'text' && /_(desc|name)$/.test(name))?.name ?? key;

/** What the panel shows of a record, and what it keeps. */
export const resultOf = (row: Row, key: string, titleField: string): { name: string; value: string } => {
	const value = textOf(row[key]);
	const title = textOf(row[titleField]);
	return { name: title === '' || titleField === key ? value : `${title} (${value})`, value };
};

/** The site does not take the call as it is: a field that it does not have, or a condition that it does not know. */
export const isRefused = (error: unknown): boolean => error instanceof ApiError && (error.kind === 'refused' || error.kind === 'broken');

/**
 * A list by title, whatever the title is called on this site. Of many documents the specification names the key alone: their titles in the
 * catalogue are the sandbox's. Where a site refuses one, the list is asked for by the title in the site's own definition, and where
 * there is none by the key. Throws what the last of these calls throws.
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
