import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { DefinedTable } from '../../core/definition';
import { get } from '../../core/operations';
import { collected } from '../../core/operations/collected';
import type { RecordAddress, SubTableStep, Row } from '../../core/model/terms';
import { simplified } from '../../core/wire/simplify';
import { connect } from '../site/connection';
import { panelClient, panelError } from './listSearch';
import { panelDocument, panelText } from './panelDocument';
import { panelSite } from './panelSite';
import { ItemParameters, textOf } from '../run/params';
import { chosenOf, readRecord, readSubTables, type ChosenDocument } from '../run/recordInput';
import { siteTable } from './schema';
import { resultOf } from './titles';

/** The maximum number of rows in a list. A search finds other rows. */
const MAX_ROWS = 100;

const tableBelow = ({ subTables }: DefinedTable, name: string): DefinedTable | undefined =>
	subTables.find((table) => table.name === name) ?? subTables.map((table) => tableBelow(table, name)).find((table) => table !== undefined);

/** The title field of a row: its first description or name, otherwise its first string. */
const titleIn = (row: Row, key: string): string => {
	const texts = Object.keys(row).filter((name) => name !== key && typeof row[name] === 'string' && row[name] !== '');
	return texts.find((name) => /_(desc|name)$/.test(name)) ?? texts[0] ?? key;
};

/** The rows that match the search text, in the sub-table of this step. Empty until a record and a sub-table are chosen. */
export async function searchRows(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const document = panelDocument(this);
	const name = textOf(this.getCurrentNodeParameter('&table'));
	const parameters = panelParameters(this);
	if (document === undefined || name === '' || name.startsWith('=')) return { results: [] };
	const connection = await connect(this);
	const record = recordOf(parameters, document, connection.baseUrl);
	if (record === undefined || hasExpressionBefore(parameters, name)) return { results: [] };
	const { table } = await siteTable(this, { name: document.ref.name, entry: document.entry });
	const key = textOf(this.getCurrentNodeParameter('&key')) || (table && tableBelow(table, name)?.key);
	if (key === undefined || key === '') return { results: [] };
	try {
		const input = {
			document: document.ref,
			record,
			subTables: pathTo(parameters, document, name),
			parameters: requiredOf(this, document.entry?.requiredParameters),
		};
		const found = await collected(get.run(input, panelSite(this, connection), panelClient(this, connection)));
		const text = textOf(filter).toLowerCase();
		const results = simplified(found, { fields: [], subTables: [] }).map((row) => resultOf(row, key, titleIn(row, key)));
		return { results: results.filter((result) => result.value !== '' && result.name.toLowerCase().includes(text)).slice(0, MAX_ROWS) };
	} catch (error) {
		throw panelError(this, error);
	}
}

const panelParameters = (context: ILoadOptionsFunctions): ItemParameters => {
	const all = context.getCurrentNodeParameters() ?? {};
	return new ItemParameters((name) => all[name]);
};

/** The chosen record; undefined until a record is chosen, or if the record is an expression. */
const recordOf = (parameters: ItemParameters, document: ChosenDocument, baseUrl: string): RecordAddress | undefined => {
	const value = textOf(chosenOf(parameters.value('record')));
	if (value === '' || value.startsWith('=')) return undefined;
	const key = parameters.text('keyField');
	const { ref, entry } = document;
	return readRecord(parameters, { entry, ref: key === '' ? ref : { ...ref, table: { ...ref.table, key } } }, baseUrl);
};

const requiredOf = (context: ILoadOptionsFunctions, names: readonly string[] = []): Record<string, string> =>
	Object.fromEntries(names.map((name) => [name, panelText(context, `parameter_${name}`) ?? '']));

/** The number of steps before the first step that names the sub-table. */
const stepsBefore = (steps: readonly Row[], name: string): number =>
	Math.max(
		0,
		steps.findIndex(({ table }) => textOf(table) === name),
	);

/** Whether a step before the first step that names the sub-table contains an expression. */
const hasExpressionBefore = (parameters: ItemParameters, name: string): boolean => {
	const steps = parameters.rows('subTables', 'step');
	return steps
		.slice(0, stepsBefore(steps, name))
		.some((step) => [step.table, step.key, chosenOf(step.value)].some((text) => textOf(text).startsWith('=')));
};

/** The steps to the sub-table, without a row in the last one. */
const pathTo = (parameters: ItemParameters, document: ChosenDocument, name: string): SubTableStep[] => [
	...readSubTables(parameters, document).slice(0, stepsBefore(parameters.rows('subTables', 'step'), name)),
	{ table: name },
];
