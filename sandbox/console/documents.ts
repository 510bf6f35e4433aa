import type { EntryView } from '../plugins/journal/view';
import { type DocumentView, listsOf } from '../storage/tables';
import { editForm } from './edit';
import { explorerAddress } from './explorer';
import { field, html, type Html, table } from './html';
import { entryRows } from './journal';
import { PAGE_SIZE, type RecordJson, type RecordQuery } from '../query/recordReader';

const SHOWN_FIELDS = 8;

const addressOf = ({ name }: DocumentView): string => `/console/documents/${name}`;

/** The list of all documents, each with its number of records. */
export const documentList = (documents: readonly { readonly document: DocumentView; readonly count: number }[]): Html =>
	table(
		['Document', 'Description', 'Lists', 'Records', 'Try it'],
		documents.map(
			({ document, count }) =>
				html`<tr>
					<td><a href="${addressOf(document)}">${document.name}</a></td>
					<td>${document.entry.labelPlural}</td>
					<td>${listsOf(document).join(', ')}</td>
					<td>${count.toLocaleString('en-US')}</td>
					<td><a href="${explorerAddress(document.name)}">Explorer</a></td>
				</tr>`,
		),
		'',
	);

/** A value in a table cell: the key and the description of an object, otherwise the plain value. */
const cell = (value: unknown): string => {
	if (value === null || value === undefined) {
		return '';
	}
	if (Array.isArray(value)) {
		return value.map(cell).join(', ');
	}
	if (typeof value !== 'object') {
		return String(value as string | number);
	}
	const [key, second] = Object.entries(value as Record<string, unknown>);
	const description = second && /_desc$|_name$|_text$/.test(second[0]) ? ` ${cell(second[1])}` : '';
	return key ? `${cell(key[1])}${description}` : '';
};

const plainKey = (record: RecordJson, key: string): string => {
	const value = record[key];
	return String(typeof value === 'object' && value !== null ? (value as Record<string, string | number>)[key] : (value as string | number));
};

const linkTo = ({ document, field: name, value, sort }: RecordQuery, page: number): string =>
	`${addressOf(document)}?${new URLSearchParams({ field: name, value, sort, page: String(page) }).toString()}`;

const searchForm = ({ document, field: name, value, sort }: RecordQuery): Html => {
	const fields = document.root.fields.filter(({ shownFrom, dropDown }) => !shownFrom && !dropDown?.isMultiSelect);
	const options = (chosen: string): Html[] =>
		fields.map(
			(each) => html`<option value="${each.name}" ${each.name === chosen ? 'selected' : ''}>${each.label} (${each.name})</option>`,
		);
	const [sortField = '', direction = 'asc'] = sort.split(' ');
	return html`<form method="get" action="${addressOf(document)}" role="search">
		${field(
			'Field',
			html`<select name="field">
				${options(name)}
			</select>`,
		)}
		${field('Value (% is a wildcard)', html`<input name="value" value="${value}" />`)}
		${field(
			'Sort by',
			html`<select name="sortField">
				<option value="">Key</option>
				${options(sortField)}
			</select>`,
		)}
		${field(
			'Order',
			html`<select name="direction">
				<option ${direction === 'asc' ? 'selected' : ''}>asc</option>
				<option ${direction === 'desc' ? 'selected' : ''}>desc</option>
			</select>`,
		)}
		<button>Search</button>
	</form>`;
};

/** The records of a document, with search, sorting and pages. */
export const recordList = (query: RecordQuery, count: number, records: readonly RecordJson[]): Html => {
	const { document, page } = query;
	const shown = document.root.fields.slice(0, SHOWN_FIELDS);
	const last = Math.max(1, Math.ceil(count / PAGE_SIZE));
	return html`<p><a href="${explorerAddress(document.name)}">Try it in the explorer</a></p>
		${searchForm(query)}
		<p>
			${count.toLocaleString('en-US')} ${count === 1 ? 'record' : 'records'}, page ${page} of ${last}
			${page > 1 ? html`<a href="${linkTo(query, page - 1)}">Previous page</a>` : ''}
			${page < last ? html`<a href="${linkTo(query, page + 1)}">Next page</a>` : ''}
		</p>
		${table(
			shown.map(({ label }) => label),
			records.map((record) => {
				const key = plainKey(record, document.root.key);
				return html`<tr>
					${shown.map(({ name }) =>
						name === document.root.key
							? html`<td><a href="${addressOf(document)}/${encodeURIComponent(key)}">${key}</a></td>`
							: html`<td>${cell(record[name])}</td>`,
					)}
				</tr>`;
			}),
			'No matching records.',
		)}`;
};

/** A record with its sub-tables and the requests that read or changed it. */
export const recordPage = (document: DocumentView, record: RecordJson, history: readonly EntryView[], error?: string): Html => {
	const subTables = new Set(document.root.subTables.map(({ name }) => name));
	const labels = new Map(document.root.fields.map(({ name, label }) => [name, label]));
	return html`${error === undefined ? '' : html`<p class="bad" role="alert">${error}</p>`}
		<p>
			<a href="${addressOf(document)}">All ${document.entry.labelPlural}</a>
			<a href="${explorerAddress(document.name, plainKey(record, document.root.key))}">Try it in the explorer</a>
		</p>
		${table(
			['Field', 'Name', 'Value'],
			Object.entries(record)
				.filter(([name]) => !subTables.has(name))
				.map(
					([name, value]) =>
						html`<tr>
							<td>${labels.get(name) ?? ''}</td>
							<td><code>${name}</code></td>
							<td>${typeof value === 'object' && value !== null ? html`<code>${JSON.stringify(value)}</code>` : cell(value)}</td>
						</tr>`,
				),
			'',
		)}
		${document.root.subTables.map(({ name, label }) => {
			const rows = (record[name] ?? []) as readonly RecordJson[];
			return html`<h2>${label} (${rows.length})</h2>
				${rows.length === 0 ? '' : html`<pre>${JSON.stringify(rows, undefined, 2)}</pre>`}`;
		})}
		${editForm(document, record)}
		<h2>History</h2>
		<p class="note">Requests in the journal that read or changed this record.</p>
		${entryRows(history)}`;
};
