import type { Snippet } from '../clients/snippets';
import { copyable, html, type Html } from './html';

/** How other clients use the sandbox. */
export const clientsPage = ({ origin, apiPath }: { origin: string; apiPath: string }, examples: readonly Snippet[]): Html =>
	html`<dl>
			<dt>Base URL</dt>
			<dd>${copyable(`${origin}${apiPath}`)}</dd>
			<dt>Sign-in</dt>
			<dd><a href="/">Overview</a></dd>
			<dt>Content-Type</dt>
			<dd>
				<code>application/json</code> to create records and for lists of operations; <code>application/json-patch+json</code> for a PATCH or
				PUT with whole records
			</dd>
			<dt>Response</dt>
			<dd>200 with the keys of created records, 204 without a body, or <code>{"error": "…"}</code> with 4xx or 5xx</dd>
		</dl>
		<h2>Import</h2>
		<dl>
			<dt>Postman, Bruno</dt>
			<dd>${copyable(`${origin}/console/postman.json`)} <a href="/console/postman.json">Download</a></dd>
			<dt>Generators</dt>
			<dd>${copyable(`${origin}/openapi.json`)} <a href="/openapi.yaml">YAML</a></dd>
		</dl>
		<h2>Create a work order</h2>
		${examples.map(
			({ language, text }) =>
				html`<h3>
						${language} <button type="button" class="copy" data-copy="${text}" aria-label="Copy the ${language} example">Copy</button>
					</h3>
					<pre data-language="${language}">${text}</pre>`,
		)}
		<h2>Web pages and containers</h2>
		<p>A web page can call the API if the sandbox is started with its origin: <code>--cors http://localhost:3000</code>.</p>
		<p>
			Clients on other machines or in containers require <code>--host 0.0.0.0</code>. They cannot use the controls or this console unless
			<code>--controls-from</code> contains their IP address.
		</p>`;
