import { documentByName, hasSince, type Release, type SiteProfile } from '../../core/catalog';
import { BROWSER_CLIENT, SERVICE_CLIENT } from '../plugins/oauth/clients';
import { siteTable } from '../profile/names';
import { asSiteRequest, siteSignIn } from '../profile/outgoing';
import type { RecordReader } from '../query/recordReader';
import { type DocumentView } from '../storage/tables';
import { type ExampleRequest, exampleRequests, keyOf } from './requests';

/** A request or a folder of the Postman Collection Format 2.1. */
type Item = Readonly<Record<string, unknown>>;

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

export interface CollectionParts {
	readonly documents: readonly DocumentView[];
	readonly release: Release;
	readonly reader: RecordReader;
	/** The origin at which the client reached the sandbox. */
	readonly origin: string;
	readonly apiPath: string;
	readonly user: string;
	/** Undefined if the password was set on the command line. */
	readonly password: string | undefined;
	/** How the site differs from public material. */
	readonly profile: SiteProfile | undefined;
}

const test = (...lines: readonly string[]): object[] => [{ listen: 'test', script: { type: 'text/javascript', exec: lines } }];
const expectStatus = (...statuses: readonly number[]): string =>
	`pm.test('Status ${statuses.join(' or ')}', () => pm.expect([${statuses.join(', ')}]).to.include(pm.response.code));`;

interface Sent {
	readonly method: string;
	/** The URL with variables; it is not encoded again. */
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	readonly auth?: object;
}

const request = (name: string, { method, url, headers = {}, body, auth }: Sent, tests: object[]): Item => ({
	name,
	event: tests,
	request: {
		method,
		url,
		header: Object.entries(headers).map(([key, value]) => ({ key, value })),
		...(body === undefined ? {} : { body: { mode: 'raw', raw: body } }),
		...(auth === undefined ? {} : { auth }),
	},
});

/** Saves the key of a created record for the requests that follow; before 11.0, the key is only in `Location`. */
const saveKey = ({ name, root }: DocumentView, release: Release, profile: SiteProfile | undefined): string =>
	hasSince(release, '11.0')
		? `pm.collectionVariables.set('${name}', pm.response.json().${profile === undefined ? root.name : siteTable(documentByName(name), profile)}.records[0].${root.key});`
		: `pm.collectionVariables.set('${name}', decodeURIComponent(pm.response.headers.get('Location').split('=').pop()));`;

/** The statuses of a successful change. */
const changed = ({ successResponses = [] }: Partial<SiteProfile> = {}): number[] =>
	successResponses.includes('accepted') ? [200, 202, 204] : [200, 204];

const documentRequest = (
	document: DocumentView,
	{ release, profile }: CollectionParts,
	{ label, method, path, type, body }: ExampleRequest,
): Item =>
	request(
		label,
		{
			method,
			url: `{{baseUrl}}${path}`,
			headers: type === undefined ? {} : { 'Content-Type': type },
			...(body === undefined ? {} : { body: JSON.stringify(body, undefined, 2) }),
		},
		test(
			expectStatus(...(method === 'GET' ? [200] : changed(profile))),
			...(method === 'POST' ? [saveKey(document, release, profile)] : []),
		),
	);

const noAuth = { type: 'noauth' };
const basic = (username: string, password: string): object => ({
	type: 'basic',
	basic: [
		{ key: 'username', value: username, type: 'string' },
		{ key: 'password', value: password, type: 'string' },
	],
});

const signInRequests = (profile: SiteProfile | undefined): Item[] => {
	const { url, userField, passwordField } = siteSignIn('{{origin}}', '{{baseUrl}}', profile);
	return [
		request(
			'Get a JWT',
			{
				method: 'POST',
				url,
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({ [userField]: '{{user}}', [passwordField]: '{{password}}' }),
				auth: noAuth,
			},
			test(expectStatus(200)),
		),
		request(
			'Get an OAuth 2 token (client credentials)',
			{
				method: 'POST',
				url: '{{origin}}/oauth/token',
				headers: { 'Content-Type': FORM_TYPE },
				body: 'grant_type=client_credentials&scope=api',
				auth: basic(SERVICE_CLIENT.id, SERVICE_CLIENT.secret),
			},
			test(expectStatus(200)),
		),
	];
};

const JSON_HEADERS = { 'Content-Type': 'application/json' };

const controlRequests = (profile: SiteProfile | undefined): Item[] => {
	const { path } = asSiteRequest({ path: '/JmPhaseList?Query=%7B%7D' }, 'JmPhase', profile);
	const phases = `{{baseUrl}}${path}`;
	const list = path.slice(1, path.indexOf('?'));
	const fault = { match: { method: 'GET', path: `/${list}`, times: 1 }, fault: { type: 'status', status: 503, retryAfter: 1 } };
	return [
		request('State', { method: 'GET', url: '{{origin}}/_sandbox/state', auth: noAuth }, test(expectStatus(200))),
		request(
			'Add a fault for the next request',
			{ method: 'POST', url: '{{origin}}/_sandbox/faults', headers: JSON_HEADERS, body: JSON.stringify(fault, undefined, 2), auth: noAuth },
			test(expectStatus(200)),
		),
		request('Trigger the fault', { method: 'GET', url: phases }, test(expectStatus(503))),
		request('Try again', { method: 'GET', url: phases }, test(expectStatus(200))),
		request(
			'Show the decisions in the journal',
			{ method: 'GET', url: `{{origin}}/_sandbox/journal?document=${list}&limit=2`, auth: noAuth },
			test(expectStatus(200)),
		),
		request('Remove all faults', { method: 'DELETE', url: '{{origin}}/_sandbox/faults', auth: noAuth }, test(expectStatus(204))),
	];
};

/**
 * All documents as a Postman collection. The requests must run in the given order: the requests after a document's POST use the record
 * that it creates.
 */
export const postmanCollection = (parts: CollectionParts): object => {
	const { documents, release, reader, origin, apiPath, user, password, profile } = parts;
	return {
		info: {
			name: `Media Operations Sandbox, release ${release}`,
			description: `Generated by the sandbox from its current records. The browser sign-in uses the client ${BROWSER_CLIENT.id}.`,
			schema: SCHEMA,
		},
		auth: basic('{{user}}', '{{password}}'),
		variable: [
			{ key: 'origin', value: origin },
			{ key: 'baseUrl', value: `${origin}${apiPath}` },
			{ key: 'user', value: user },
			{ key: 'password', value: password ?? '' },
			...documents.map((document) => {
				const sample = reader.first(document);
				return { key: document.name, value: sample === undefined ? '' : keyOf(sample, document) };
			}),
		],
		item: [
			...(hasSince(release, '11.3') ? [{ name: 'Sign-in', item: signInRequests(profile) }] : []),
			...documents.map((document) => ({
				name: document.name,
				description: document.entry.labelPlural,
				item: exampleRequests(document, release, reader, { key: `{{${document.name}}}`, unique: '{{$randomInt}}' }).map((example) =>
					documentRequest(document, parts, asSiteRequest(example, document.name, profile)),
				),
			})),
			{ name: 'Sandbox controls', item: controlRequests(profile) },
		],
	};
};
