/** Keeps the `json_open` column of every row up to date; see {@link openExpression}. */
import { createHash } from 'node:crypto';
import { openExpression, type RenderOptions } from './render';
import { folded } from './schema';
import type { Records } from './records';
import { type DocumentView, documentViews, viewsOf, lookupTarget, STORED_TABLES, type StoredTable, type Value } from './tables';

const options = (store: Records): RenderOptions => ({
	release: store.release,
	columns: null,
	ignoreNulls: false,
	ignoreAlternateKeys: false,
});

const renderStatements = new WeakMap<Records, Map<string, string>>();

const renderStatement = (store: Records, document: DocumentView, view: DocumentView['root']): string => {
	const statements = renderStatements.get(store) ?? new Map<string, string>();
	renderStatements.set(store, statements);
	const name = `${document.name} ${view.name}`;
	let statement = statements.get(name);
	if (statement === undefined) {
		const own = view.stored.shared ? `shown.document = '${document.name}'` : 'TRUE';
		statement = `UPDATE "${view.stored.name}" AS shown SET json_open = ${openExpression(view, 'shown', options(store))} WHERE ${own}`;
		statements.set(name, statement);
	}
	return statement;
};

/** Renders the rows of a table that match `condition`, an SQL expression. */
export const renderRows = (store: Records, table: StoredTable, condition: string, values: readonly Value[]): void => {
	for (const { document, view } of viewsOf(table)) {
		store.run(`${renderStatement(store, document, view)} AND (${condition})`, values);
	}
};

/** A hash of the statements that render rows. It changes if a new release or catalog renders rows differently. */
export const renderingHash = (store: Records): string => {
	const statements = STORED_TABLES.flatMap((table) => viewsOf(table).map(({ document, view }) => renderStatement(store, document, view)));
	return createHash('sha256').update(statements.join('\n')).digest('hex');
};

/** Renders all rows. Required after seeding, and if {@link renderingHash} differs from that of the last start. */
export const renderAll = (store: Records): void => {
	for (const table of STORED_TABLES) {
		renderRows(store, table, 'TRUE', []);
	}
};

interface Dependent {
	readonly table: StoredTable;
	readonly field: string;
	/** The fields of `table` that mirror a field of the record that `field` refers to: `name` mirrors `shows`. */
	readonly mirrors: readonly { readonly name: string; readonly shows: string }[];
	/** Whether the field is text; a number field can refer to a text key. */
	readonly isText: boolean;
}

const dependents = new Map<string, Dependent[]>();
for (const document of documentViews('26.1')) {
	const visit = (view: DocumentView['root']): void => {
		for (const field of view.fields) {
			if (field.lookup && !view.facade) {
				const target = lookupTarget(field.lookup).root.stored.name;
				const known = dependents.get(target) ?? [];
				dependents.set(target, known);
				if (!known.some((one) => one.table === view.stored && one.field === field.name)) {
					known.push({
						table: view.stored,
						field: field.name,
						isText: field.type === 'text',
						mirrors: view.fields.flatMap(({ name, mirrors }) =>
							mirrors?.lookupField === field.name ? [{ name, shows: mirrors.shows }] : [],
						),
					});
				}
			}
		}
		view.subTables.forEach(visit);
	};
	visit(document.root);
}

const dropDownFields = documentViews('26.1').flatMap(({ root }) =>
	root.fields
		.filter((field) => (field.dropDown?.details || field.dropDown?.isMultiSelect) && !root.facade)
		.map((field) => ({ table: root.stored, field: field.name })),
);

/** The columns of all tables, including this one, that refer to records of this table. */
export const referrersOf = (table: StoredTable): readonly Dependent[] => dependents.get(table.name) ?? [];

/** Renders the rows that show details of drop-down options, after a change to an option. Returns the affected tables. */
export const renderDropDowns = (store: Records): StoredTable[] =>
	dropDownFields.map(({ table, field }) => {
		renderRows(store, table, `"${field}" IS NOT NULL`, []);
		return table;
	});

/**
 * Renders the rows that refer to the record with `key`, after a change to its description or alternate keys. Returns the affected tables.
 */
export const renderReferrers = (store: Records, table: StoredTable, key: Value): StoredTable[] => {
	const touched: StoredTable[] = [];
	for (const { table: referrer, field, mirrors, isText } of referrersOf(table)) {
		const value = isText ? String(key) : Number(key);
		if (Number.isNaN(value)) {
			continue;
		}
		for (const { name: mirror, shows } of mirrors) {
			const found = store.get(`SELECT "${shows}" AS text FROM "${table.name}" WHERE "${table.key}" = ?`, [key]);
			const text = (found?.text ?? null) as string | null;
			store.run(`UPDATE "${referrer.name}" SET "${mirror}" = ?, "${mirror}_folded" = ? WHERE "${field}" = ?`, [
				text,
				text === null ? null : folded(text),
				value,
			]);
		}
		if (store.get(`SELECT 1 AS found FROM "${referrer.name}" WHERE "${field}" = ? LIMIT 1`, [value])) {
			renderRows(store, referrer, `"${field}" = ?`, [value]);
			touched.push(referrer);
		}
	}
	return touched;
};
