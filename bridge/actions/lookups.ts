/** The lists that the editor shows for the parameters of the action nodes. */
import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';

import { documentByResource } from '../../core/catalog';
import { InputError } from '../../core/model/inputError';
import { documentRef, list, listAttachments, type AttachmentAddress } from '../../core/operations';
import { collected } from '../../core/operations/collected';
import { primaryKey } from '../../core/operations/primaryKey';
import { simplified } from '../../core/wire/simplify';
import { connect, type Connection } from '../site/connection';
import { panelClient, panelError, searchDocument, type ListChoice } from '../panel/listSearch';
import { panelText } from '../panel/panelDocument';
import { panelSite } from '../panel/panelSite';
import { fieldsIn } from '../panel/panelLists';
import { ItemParameters, textOf } from '../run/params';
import { readRecord } from '../run/recordInput';
import { siteTable } from '../panel/schema';
import { listedByTitle, resultOf, stateFieldsIn } from '../panel/titles';
import { attachmentAddress, attachmentDocument, attachmentEntry, OTHER_DOCUMENT } from './attachmentAddress';
import { documentNamed } from './documentNamed';

/** The maximum number of records in a list without search. */
const MAX_OPTIONS = 1000;

/** A page of records that match the search text, for a locator. */
type Search = (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) => Promise<INodeListSearchResult>;

const searchIn = (document: string): Search =>
	async function (filter, paginationToken) {
		return await searchDocument(this, { entry: documentNamed(document) }, filter, paginationToken);
	};

export const searchVoidReasons = searchIn('JmCancelReason');
export const searchTemplates = searchIn('JmWoTemplate');

const optionsOf = async (
	context: ILoadOptionsFunctions,
	connection: Connection,
	{ entry, conditions }: ListChoice,
): Promise<INodePropertyOptions[]> => {
	const { table, titleField } = entry;
	const { key } = table;
	const listedBy = async (title: string, stateFields: readonly string[]): Promise<INodePropertyOptions[]> => {
		const input = {
			document: documentRef(entry),
			conditions,
			columns: { root: [...new Set([key, title, ...stateFields])] },
			sort: [{ field: title, direction: 'asc' as const }],
			limit: MAX_OPTIONS,
		};
		const found = await collected(list.run(input, panelSite(context, connection), panelClient(context, connection)));
		return simplified(found, table).map((row) => resultOf(row, key, title));
	};
	try {
		return await listedByTitle(
			context,
			{ name: entry.name, entry },
			{ key, titleField, stateFields: stateFieldsIn(table.fields) },
			listedBy,
		);
	} catch (error) {
		throw panelError(context, error);
	}
};

/** A whole list, for a parameter with options. */
type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

const loadFrom = (document: string): Load =>
	async function () {
		return await optionsOf(this, await connect(this), { entry: documentNamed(document) });
	};

export const loadActions = loadFrom('JmAction');
export const loadServiceTemplates = loadFrom('MoServiceTemplate');
/**
 * Includes posted batches, because no documented field shows which are posted. Posted batches are marked if the site returns the field
 * `posted`.
 */
export const loadBatches = loadFrom('TcBatch');

/** The raw value of the locator; undefined if it is empty or an expression. */
const chosenRecord = (context: ILoadOptionsFunctions): unknown => {
	const given = context.getCurrentNodeParameter('record') as { value?: unknown } | undefined;
	const value = textOf(given?.value);
	return value === '' || value.startsWith('=') ? undefined : given;
};

/** The transactions of the order that the node works on. */
export const loadTransactions: Load = async function () {
	const entry = documentByResource(textOf(this.getNodeParameter('resource', '')));
	const chosen = chosenRecord(this);
	if (entry === undefined || chosen === undefined) return [];
	const connection = await connect(this);
	const ref = documentRef(entry);
	const record = readRecord(new ItemParameters(() => chosen), { entry, ref }, connection.baseUrl);
	const order = await primaryKey(ref, record, panelSite(this, connection), panelClient(this, connection)).catch((error: unknown) => {
		throw panelError(this, error);
	});
	return await optionsOf(this, connection, {
		entry: documentNamed('JmWoTransaction'),
		conditions: [{ field: entry.table.key, operator: 'equals', value: order }],
	});
};

/** The fields of a list of attachments. */
export const loadAttachmentFields: Load = async function () {
	return fieldsIn([await siteTable(this, { name: attachmentDocument.name, entry: attachmentEntry })]);
};

/**
 * The record whose attachments the node works on; undefined if it depends on an expression that needs an item. Throws {@link InputError}.
 */
const panelAddress = (context: ILoadOptionsFunctions, baseUrl: string): AttachmentAddress | undefined => {
	try {
		return attachmentAddress(new ItemParameters((name) => context.getNodeParameter(name, null)), baseUrl);
	} catch (error) {
		if (error instanceof InputError) throw panelError(context, error);
		return undefined;
	}
};

/** The attachments of the record that the node works on. */
export const searchAttachments: Search = async function (filter = '') {
	const owner = panelText(this, 'resource') === OTHER_DOCUMENT ? panelText(this, 'recordId') : chosenRecord(this);
	if (owner === undefined) return { results: [] };
	const connection = await connect(this);
	const address = panelAddress(this, connection.baseUrl);
	if (address === undefined) return { results: [] };
	const input = { document: attachmentDocument, ...address };
	const found = await collected(listAttachments.run(input, panelSite(this, connection), panelClient(this, connection))).catch(
		(error: unknown) => {
			throw panelError(this, error);
		},
	);
	const { table, titleField } = attachmentEntry;
	const results = simplified(found, table).map((row) => resultOf(row, table.key, titleField));
	return { results: results.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase())) };
};
