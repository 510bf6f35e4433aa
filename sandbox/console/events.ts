import type { Delivery } from '../events/sender';
import { action, field, html, type Html, table } from './html';

export interface EventsData {
	readonly triggers: readonly {
		readonly name: string;
		readonly active: boolean;
		readonly document: string;
		readonly table: string;
		readonly types: readonly string[];
		readonly adaptor: { readonly method: string; readonly url: string };
		readonly queued: number;
	}[];
	readonly deliveries: readonly Delivery[];
}

const attemptsOf = ({ attempts }: Delivery): Html =>
	html`${attempts.map(({ at, url, status, error }) => html`<div>${at.slice(11, 23)} ${url}: ${status ?? error}</div>`)}`;

/** The page with the event triggers and deliveries. */
export const eventsPage = ({ triggers, deliveries }: EventsData): Html =>
	html`<h2>Triggers</h2>
		${table(
			['Name', 'Document', 'Table', 'Types', 'Receiver', 'Waiting', ''],
			triggers.map(
				({ name, active, document, table: rows, types, adaptor, queued }) =>
					html`<tr>
						<td>${name}${active ? '' : ' (inactive)'}</td>
						<td>${document}</td>
						<td>${rows}</td>
						<td>${types.join(', ')}</td>
						<td><code>${adaptor.method} ${adaptor.url}</code></td>
						<td>${queued}</td>
						<td>${action('removeTrigger', 'Remove', { name })}</td>
					</tr>`,
			),
			'There are no triggers.',
		)}
		<h2>New trigger</h2>
		<form method="post" action="/console/actions/addTrigger">
			${field('Name', html`<input name="name" required />`)}
			${field('Document', html`<input name="document" placeholder="JmWorkOrder" required />`)}
			${field('Receiver', html`<input name="url" type="url" placeholder="http://127.0.0.1:5678/webhook/…" required />`)}
			<button>Add trigger</button>
		</form>
		<p class="note">The controls accept triggers with conditions, templates and sign-in: <code>POST /_sandbox/events</code>.</p>
		<h2>Deliveries</h2>
		${table(
			['No.', 'Time', 'Trigger', 'Event', 'State', 'Attempts', 'Body', ''],
			[...deliveries].reverse().map(
				(delivery) =>
					html`<tr>
						<td>${delivery.number}</td>
						<td>${delivery.at.slice(11, 19)}</td>
						<td>${delivery.trigger}</td>
						<td>${delivery.type} ${delivery.document} ${delivery.id}</td>
						<td class="${delivery.state === 'delivered' ? 'good' : ''}">${delivery.state}</td>
						<td>${attemptsOf(delivery)}</td>
						<td>
							<details>
								<summary>Show</summary>
								<pre>${delivery.body}</pre>
								${delivery.response === undefined ? '' : html`<pre>${delivery.response}</pre>`}
							</details>
						</td>
						<td>${action('resend', 'Resend', { number: delivery.number })}</td>
					</tr>`,
			),
			'There are no deliveries.',
		)}
		${deliveries.length === 0 ? '' : action('clearDeliveries', 'Clear')}`;
