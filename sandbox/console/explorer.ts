import type { ExampleRequest } from '../clients/requests';
import { SERVICE_CLIENT } from '../plugins/oauth/clients';
import type { Part } from '../plugins/definition/schemas';
import type { DocumentView } from '../storage/tables';
import { field, html, type Html } from './html';

/** Swagger UI's style sheet contains images as `data:` URLs. */
export const EXPLORER_POLICY = 'img-src data:';

/** The document that the explorer shows, and the key of the record with the example values. An empty key means the last record. */
export interface Explored {
	readonly document: string;
	readonly key: string;
}

const definitionUrl = ({ document, key }: Explored): string =>
	`/console/explorer/definition.json?${new URLSearchParams({ document, ...(key === '' ? {} : { key }) }).toString()}`;

/** The URL of the explorer page for a document, or for one of its records. */
export const explorerAddress = (document: string, key = ''): string =>
	`/console/explorer?${new URLSearchParams({ document, ...(key === '' ? {} : { key }) }).toString()}`;

/** The explorer: Swagger UI with the sign-in filled in. It requires scripts. */
export const explorerPage = (
	documents: readonly DocumentView[],
	shown: Explored,
	{ user, password }: { readonly user: string; readonly password: string | undefined },
): Html =>
	html`<form method="get" action="/console/explorer">
			${field(
				'Document',
				html`<select name="document">
					${documents.map(
						({ name, entry }) =>
							html`<option value="${name}" ${name === shown.document ? 'selected' : ''}>${name}: ${entry.labelPlural}</option>`,
					)}
				</select>`,
			)}
			${field('Record key (empty: the last record)', html`<input name="key" value="${shown.key}" />`)}
			<button>Show</button>
		</form>
		<p class="note">
			"Execute" sends a real request with the sandbox's sign-in. It appears in the <a href="/console/journal">journal</a>, and
			<a href="/console/faults">faults</a> apply to it.
		</p>
		<div
			id="explorer"
			data-definition="${definitionUrl(shown)}"
			data-user="${user}"
			data-password="${password ?? ''}"
			data-client="${SERVICE_CLIENT.id}"
			data-secret="${SERVICE_CLIENT.secret}"
		>
			<noscript>The explorer requires JavaScript. <a href="/ApiDocs">The definitions</a> do not.</noscript>
		</div>
		<script src="/console/explorer/swagger-ui-bundle.js" defer></script>
		<script src="/console/explorer.js" defer></script>`;

type Operation = Part & { readonly parameters?: readonly Part[]; readonly requestBody?: Part };
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** A template such as `/JmJob/job_no={job_no}` as a regular expression with a group for each name. */
const templateExpression = (template: string): RegExp =>
	new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

const pairsIn = (query: string | undefined): Readonly<Record<string, string>> => Object.fromEntries(new URLSearchParams(query ?? ''));

/**
 * A parameter with the value of an example. A JSON parameter becomes a string, because Swagger UI would otherwise fill in a value for every
 * field. The request that Swagger UI sends does not change.
 */
const parameterWith = (parameter: Part, example: string | undefined): Part => {
	const { content, ...rest } = parameter;
	const isJson = content !== undefined;
	return {
		...rest,
		...(isJson ? { schema: { type: 'string' }, description: `${String(rest.description)} (JSON)` } : {}),
		...(example === undefined ? {} : { example }),
	};
};

const bodyWith = (requestBody: Part, requests: readonly ExampleRequest[]): Part => ({
	...requestBody,
	content: Object.fromEntries(
		Object.entries(requestBody.content as Readonly<Record<string, Part>>).map(([type, media]) => {
			const example = requests.find((request) => request.type === type)?.body;
			return [type, example === undefined ? media : { ...media, example }];
		}),
	),
});

/** An operation with the values of the examples. `values` are the values in its address. */
const operationWith = (
	operation: Operation,
	method: string,
	requests: readonly ExampleRequest[],
	values: Readonly<Record<string, string>>,
): Operation => {
	const own = requests.find((request) => request.method.toLowerCase() === method);
	const query = pairsIn(own?.path.split('?')[1]);
	const { parameters = [], requestBody } = operation;
	return {
		...operation,
		parameters: parameters.map((parameter) => {
			const name = String(parameter.name);
			return parameterWith(parameter, parameter.in === 'path' ? values[name] : parameter.in === 'query' ? query[name] : undefined);
		}),
		...(requestBody === undefined ? {} : { requestBody: bodyWith(requestBody, [...(own ? [own] : []), ...requests]) }),
	};
};

/** The values, by parameter, in the address of the first example that matches the template. */
const valuesIn = (template: string, requests: readonly ExampleRequest[]): Readonly<Record<string, string>> => {
	for (const { path } of requests) {
		const groups = templateExpression(template).exec(path.split('?')[0] as string)?.groups;
		if (groups !== undefined) {
			return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
		}
	}
	return {};
};

/**
 * The definition of a document and its lists for the explorer, with values that work. `own` is the part of the combined definition for the
 * document.
 */
export const explorerDefinition = (own: Part, requests: readonly ExampleRequest[]): Part => {
	const record = requests.find(({ label }) => label.startsWith('Read: '));
	const paths = Object.entries(own.paths as Paths).map(([address, operations]): [string, Readonly<Record<string, Operation>>] => {
		const matching = requests.filter(({ path }) => templateExpression(address).test(path.split('?')[0] as string));
		const values = { ...valuesIn(recordTemplate(own), record ? [record] : []), ...valuesIn(address, matching) };
		return [
			address,
			Object.fromEntries(
				Object.entries(operations).map(([method, operation]) => [method, operationWith(operation, method, matching, values)]),
			),
		];
	});
	return { ...own, paths: Object.fromEntries(paths), components: withOneOAuthFlow(own.components as Components) };
};

interface Components {
	readonly securitySchemes: Readonly<Record<string, Part & { readonly flows?: Readonly<Record<string, Part>> }>>;
}

/** The components without the browser sign-in, which would require a redirect URI for the explorer. */
const withOneOAuthFlow = (components: Components): Components => ({
	...components,
	securitySchemes: Object.fromEntries(
		Object.entries(components.securitySchemes).map(([name, scheme]) => [
			name,
			scheme.flows ? { ...scheme, flows: { clientCredentials: scheme.flows.clientCredentials as Part } } : scheme,
		]),
	),
});

/** The template of the record's address: the shortest one with a parameter. */
const recordTemplate = (own: Part): string =>
	Object.keys(own.paths as Paths)
		.filter((template) => template.includes('{'))
		.sort((one, other) => one.length - other.length)[0] ?? '';
