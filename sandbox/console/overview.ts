import { hasSince, type Release, type SiteProfile } from '../../core/catalog';
import { BROWSER_CLIENT, SERVICE_CLIENT } from '../plugins/oauth/clients';
import { asSiteRequest, siteSignIn } from '../profile/outgoing';
import { copyable, html, type Html, table } from './html';

export interface OverviewData {
	/** The origin at which the browser reached the console. */
	readonly origin: string;
	readonly apiPath: string;
	/** How the site differs from public material. */
	readonly profile: SiteProfile | undefined;
	readonly release: Release;
	readonly user: string;
	/** Undefined if the password was set on the command line. */
	readonly password: string | undefined;
	readonly records: Readonly<Record<string, number>>;
	readonly now: string;
}

const signIns = ({ user, password, release, apiPath, origin, profile }: OverviewData): Html[] => [
	html`<tr>
		<td>Basic</td>
		<td>user ${copyable(user)}</td>
		<td>password ${password === undefined ? 'set with --password' : copyable(password)}</td>
		<td></td>
	</tr>`,
	html`<tr>
		<td>Basic, division 2 only</td>
		<td>user ${copyable('limited')}</td>
		<td>password ${copyable('limited')}</td>
		<td></td>
	</tr>`,
	...(hasSince(release, '11.3')
		? [
				html`<tr>
					<td>JWT</td>
					<td colspan="2"><code>POST</code> user and password as JSON</td>
					<td>${copyable(siteSignIn(origin, `${origin}${apiPath}`, profile).url)}</td>
				</tr>`,
				html`<tr>
					<td>OAuth 2, client credentials</td>
					<td>client ${copyable(SERVICE_CLIENT.id)}</td>
					<td>secret ${copyable(SERVICE_CLIENT.secret)}, scope ${copyable('api')}</td>
					<td>${copyable(`${origin}/oauth/token`)}</td>
				</tr>`,
				html`<tr>
					<td>OAuth 2, browser (PKCE)</td>
					<td>client ${copyable(BROWSER_CLIENT.id)}</td>
					<td>secret ${copyable(BROWSER_CLIENT.secret)}, scope ${copyable('api')}</td>
					<td>${copyable(`${origin}/oauth/auth`)}</td>
				</tr>`,
			]
		: []),
];

/** The page with the URLs, the sign-ins and the state of the sandbox. */
export const overview = (data: OverviewData): Html => {
	const { origin, apiPath, release, records, now, profile } = data;
	const { path } = asSiteRequest({ path: '/JmJobList?Query=%7B%7D&pageSize=2' }, 'JmJob', profile);
	const total = Object.values(records).reduce((sum, count) => sum + count, 0);
	return html`<dl>
			<dt>API</dt>
			<dd>${copyable(`${origin}${apiPath}`)}</dd>
			<dt>Definitions</dt>
			<dd>${copyable(`${origin}/openapi.json`)} <a href="/console/explorer">Explorer</a> <a href="/ApiDocs">List of all documents</a></dd>
			<dt>Controls</dt>
			<dd>${copyable(`${origin}/_sandbox/`)}</dd>
			<dt>Release</dt>
			<dd>${release}</dd>
			<dt>Clock</dt>
			<dd>${now}</dd>
			<dt>Records</dt>
			<dd>${total.toLocaleString('en-US')} rows in ${Object.keys(records).length} tables</dd>
		</dl>
		<h2>Sign-in</h2>
		${table(['Method', 'Name', 'Secret', 'URL'], signIns(data), '')}
		<p class="note">These passwords and secrets are public. Use the sandbox only on your machine.</p>
		<h2>First request</h2>
		<pre>curl -u ${data.user}:${data.password ?? '<password>'} '${origin}${apiPath}${path}'</pre>`;
};
