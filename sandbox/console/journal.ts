import type { EntryView } from '../plugins/journal/view';
import { action, field, html, type Html, table } from './html';

/** The filter of the journal page, as its form sends it. */
export interface JournalQuery {
	readonly document: string;
	readonly method: string;
	readonly client: string;
}

const userAgentOf = ({ headers }: EntryView): string =>
	Object.entries(headers).find(([name]) => name.toLowerCase() === 'user-agent')?.[1] ?? '';

const statusOf = ({ status, ms }: EntryView): Html =>
	html`<span class="${status !== null && status < 400 ? 'good' : 'bad'}">${status ?? (ms === null ? 'in progress' : 'no response')}</span>`;

const readablePath = (path: string): string => {
	try {
		return decodeURIComponent(path).replace(/^\/api\/v2\/database\/[^/]+/i, '…');
	} catch {
		return path;
	}
};

/** A journal entry as a table row. */
export const entryRow = (entry: EntryView): Html => {
	const { seq, at, method, path, query, user, ms, decisions, fault } = entry;
	const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`);
	return html`<tr>
		<td><a href="/console/journal/${seq}">${seq}</a></td>
		<td>${at.slice(11, 23)}</td>
		<td>${user ?? ''} <span class="note">${userAgentOf(entry).slice(0, 40)}</span></td>
		<td><code>${method} ${readablePath(path)}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}</code></td>
		<td>${statusOf(entry)}${fault === null ? '' : html` <span class="bad">${fault}</span>`}</td>
		<td>${ms === null ? '' : `${Math.round(ms)} ms`}</td>
		<td>${decisions.join('. ')}</td>
	</tr>`;
};

const HEADINGS = ['No.', 'Time (UTC)', 'Client', 'Request', 'Status', 'Duration', 'Decisions'];

/** A table of journal entries, newest first. */
export const entryRows = (entries: readonly EntryView[], id = ''): Html =>
	table(HEADINGS, entries.map(entryRow).reverse(), 'No matching requests.', id);

const present = (query: JournalQuery): string =>
	new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '') as [string, string][]).toString();

/** The journal with its filter. It updates live if scripts are enabled. */
export const journalPage = (query: JournalQuery, entries: readonly EntryView[], matching: number): Html =>
	html`<form method="get" action="/console/journal" role="search">
			${field('Client (user or User-Agent)', html`<input name="client" value="${query.client}" />`)}
			${field('Document', html`<input name="document" value="${query.document}" />`)}
			${field(
				'Method',
				html`<select name="method">
					${['', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map(
						(method) =>
							html`<option value="${method}" ${method === query.method ? 'selected' : ''}>${method === '' ? 'All' : method}</option>`,
					)}
				</select>`,
			)}
			<button>Filter</button>
		</form>
		<div>
			${matching.toLocaleString('en-US')} ${matching === 1 ? 'request' : 'requests'}.
			<span data-live="/console/journal/stream?${present(query)}" role="status">Reload the page to see new requests.</span>
			<button type="button" id="pause" aria-pressed="false">Pause</button> ${action('clearJournal', 'Clear')}
		</div>
		${entryRows(entries, 'entries')}`;

const formatted = (body: string): string => {
	try {
		return JSON.stringify(JSON.parse(body), undefined, 2);
	} catch {
		return body;
	}
};

const pairs = (values: Readonly<Record<string, string>>): Html =>
	table(
		['Name', 'Value'],
		Object.entries(values).map(
			([name, value]) =>
				html`<tr>
					<td><code>${name}</code></td>
					<td><code>${formatted(value)}</code></td>
				</tr>`,
		),
		'None.',
	);

/** A request with its decisions. Secrets are masked. */
export const entryPage = (entry: EntryView): Html => {
	const { seq, at, method, path, query, headers, body, bodyCut, user, status, ms, fault, processedStatus, decisions } = entry;
	return html`<p>
			<a href="/console/journal">Journal</a> <a href="/console/journal/${seq - 1}">Previous</a>
			<a href="/console/journal/${seq + 1}">Next</a>
		</p>
		<dl>
			<dt>Request</dt>
			<dd><code>${method} ${path}</code></dd>
			<dt>Time</dt>
			<dd>${at}${ms === null ? '' : `, ${ms} ms`}</dd>
			<dt>User</dt>
			<dd>${user ?? 'not signed in'}</dd>
			<dt>Status</dt>
			<dd>${statusOf(entry)}</dd>
			${
				fault === null
					? ''
					: html`<dt>Fault</dt>
							<dd class="bad">
								${fault}${processedStatus === null ? ', not processed' : `, but processed with status ${processedStatus}`}
							</dd>`
			}
		</dl>
		<h2>Decisions</h2>
		${
			decisions.length === 0
				? html`<p class="note">${status === 401 ? 'The credentials are missing or invalid.' : 'No decisions were recorded.'}</p>`
				: html`<ul>
						${decisions.map((decision) => html`<li>${decision}</li>`)}
					</ul>`
		}
		<h2>Parameters</h2>
		${pairs(query)}
		<h2>Headers</h2>
		${pairs(headers)}
		<h2>Body</h2>
		${body === null ? html`<p class="note">None.</p>` : html`<pre>${formatted(body)}</pre>`}
		${bodyCut ? html`<p class="note">Only the beginning of the body is kept.</p>` : ''}`;
};
