import { PROCESSING } from '../plugins/faults/rules';
import { action, field, html, type Html, table } from './html';

export interface FaultsData {
	readonly rules: readonly {
		readonly id: number;
		readonly match?: object;
		readonly fault: object;
		readonly processing: string;
		readonly seen: number;
		readonly done: number;
	}[];
	readonly delay: { readonly ms: number; readonly jitterMs: number };
	readonly connections: { readonly limit: number | null };
}

/** Faults that one click adds for the next request to the API. */
export const PRESETS: Readonly<Record<string, { readonly label: string; readonly rule: object }>> = {
	busy: { label: '503 with Retry-After', rule: { fault: { type: 'status', status: 503, retryAfter: 1 } } },
	tooMany: { label: '429 with Retry-After', rule: { fault: { type: 'status', status: 429, retryAfter: 2 } } },
	expired: { label: '401 expired token', rule: { fault: { type: 'status', status: 401 } } },
	failed: { label: '500 after processing', rule: { fault: { type: 'status', status: 500 }, processing: 'before' } },
	errorIn200: { label: 'Error with status 200', rule: { fault: { type: 'errorIn200' } } },
	html: { label: 'HTML page from a gateway (502)', rule: { fault: { type: 'html' } } },
	brokenJson: { label: 'Truncated JSON', rule: { fault: { type: 'brokenJson' } } },
	reset: { label: 'Reset after processing', rule: { fault: { type: 'resetBeforeResponse' } } },
	silent: { label: 'No response for 30 s', rule: { fault: { type: 'noResponse', ms: 30_000 } } },
	slow: { label: 'Slow response (5 s)', rule: { fault: { type: 'delay', ms: 5_000 } } },
};

const option = (value: string, label = value): Html => html`<option value="${value}">${label}</option>`;

/** The page with the fault rules, the delays and the connection limit. */
export const faultsPage = ({ rules, delay, connections }: FaultsData): Html =>
	html`<h2>Next request</h2>
		<div>${Object.entries(PRESETS).map(([name, { label }]) => action('presetFault', label, { preset: name }))}</div>
		<h2>Rule</h2>
		<form method="post" action="/console/actions/addFault">
			${field(
				'Method',
				html`<select name="method">
					${option('', 'Any')}${['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => option(method))}
				</select>`,
			)}
			${field('Path (regular expression)', html`<input name="path" placeholder="/JmJob" />`)}
			${field('Number of times (empty: always)', html`<input name="times" type="number" min="1" value="1" />`)}
			${field(
				'Fault',
				html`<select name="type">
					${Object.keys(PROCESSING).map((type) => option(type))}
				</select>`,
			)}
			${field('Status (for status, html, empty)', html`<input name="status" type="number" min="200" max="599" value="503" />`)}
			${field('Milliseconds (for delay, noResponse)', html`<input name="ms" type="number" min="0" value="1000" />`)}
			${field(
				'Processing',
				html`<select name="processing">
					${option('', 'Default for this fault')}${option('never', 'Not processed')}${option('before', 'Processed before the fault')}${option('after', 'Processed after the fault')}
				</select>`,
			)}
			<button>Add rule</button>
		</form>
		<h2>Active rules</h2>
		${table(
			['Rule', 'Match', 'Fault', 'Processing', 'Matched', 'Applied', ''],
			rules.map(
				({ id, match, fault, processing, seen, done }) =>
					html`<tr>
						<td>${id}</td>
						<td><code>${JSON.stringify(match ?? {})}</code></td>
						<td><code>${JSON.stringify(fault)}</code></td>
						<td>${processing}</td>
						<td>${seen}</td>
						<td>${done}</td>
						<td>${action('removeFault', 'Remove', { id })}</td>
					</tr>`,
			),
			'There are no rules.',
		)}
		${rules.length === 0 ? '' : action('removeFaults', 'Remove all')}
		<h2>Delay for every request</h2>
		<form method="post" action="/console/actions/delay">
			${field('Milliseconds', html`<input name="ms" type="number" min="0" value="${delay.ms}" />`)}
			${field('Random additional milliseconds', html`<input name="jitterMs" type="number" min="0" value="${delay.jitterMs}" />`)}
			<button>Set delay</button>
		</form>
		<h2>Connection limit</h2>
		<form method="post" action="/console/actions/connections">
			${field('Connections (empty: no limit)', html`<input name="limit" type="number" min="1" value="${connections.limit}" />`)}
			<button>Set limit</button>
		</form>`;
