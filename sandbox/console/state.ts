import { RELEASES, type Release } from '../../core/catalog';
import { action, field, html, type Html, table } from './html';

export interface StateData {
	readonly release: Release;
	readonly clock: { readonly now: string; readonly offsetSeconds: number };
	readonly snapshots: readonly { readonly name: string; readonly savedAt: string; readonly rows: number }[];
	readonly tokens: object;
}

/** The parts that a reset can restore. */
const PARTS = ['data', 'journal', 'faults', 'tokens', 'clock', 'events'];

/** The page with the clock, the release, the snapshots, the tokens and the reset. */
export const statePage = ({ release, clock, snapshots, tokens }: StateData): Html =>
	html`<h2>Clock</h2>
		<p>${clock.now} (the machine's time plus ${clock.offsetSeconds} seconds)</p>
		<form method="post" action="/console/actions/clock">
			${field('Offset in seconds', html`<input name="offsetSeconds" type="number" value="${clock.offsetSeconds}" />`)}
			<button>Set clock</button>
		</form>
		<p>${[3600, 86_400].map((seconds) => action('clock', `+${seconds / 3600} h`, { offsetSeconds: clock.offsetSeconds + seconds }))}</p>
		<h2>Release</h2>
		<p>This is release ${release}. To choose another one, start the sandbox with:</p>
		<pre>npx media-operations-sandbox --release ${RELEASES.join(' | ')}</pre>
		<h2>Snapshots</h2>
		<form method="post" action="/console/actions/save">
			${field('Name', html`<input name="name" required />`)} <button>Save snapshot</button>
		</form>
		${table(
			['Name', 'Saved', 'Rows', ''],
			snapshots.map(
				({ name, savedAt, rows }) =>
					html`<tr>
						<td>${name}</td>
						<td>${savedAt}</td>
						<td>${rows.toLocaleString('en-US')}</td>
						<td>${action('restore', 'Restore', { name })} ${action('deleteSnapshot', 'Delete', { name })}</td>
					</tr>`,
			),
			'There are no snapshots.',
		)}
		<h2>Data</h2>
		<p><a href="/_sandbox/data" download="media-operations-sandbox.json">Export all records as JSON</a>, without attachments</p>
		<form method="post" action="/console/import" enctype="multipart/form-data">
			${field('Exported file', html`<input name="file" type="file" accept="application/json,.json" required />`)}
			<button>Import</button>
		</form>
		<p class="note">An import replaces all records, and deletes all attachments. <code>--seed</code> accepts the same file.</p>
		<h2>Tokens</h2>
		<pre>${JSON.stringify(tokens, undefined, 2)}</pre>
		${action('revoke', 'Revoke all tokens')}
		<h2>Reset</h2>
		<form method="post" action="/console/actions/reset">
			<fieldset>
				<legend>Restore the state at startup</legend>
				${PARTS.map((part) => html`<label class="check"><input type="checkbox" name="${part}" checked /> ${part}</label>`)}
			</fieldset>
			<button>Reset</button>
		</form>`;
