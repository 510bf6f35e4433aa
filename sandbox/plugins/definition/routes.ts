import type { FastifyInstance, FastifyRequest } from 'fastify';
import { stringify } from 'yaml';
import { hasSince, type Release } from '../../../core/catalog';
import { badRequest, notFound } from '../../documents/httpError';
import { withEntities } from '../responses';
import { PAGE_HEADERS } from '../oauth/pages';
import { refuseOtherMethods } from '../otherMethods';
import type { Definitions, IndexLine } from './definition';
import type { Part } from './schemas';

type Form = 'json' | 'yaml';

const FORM_IN_NAME = /^(.+)\.(json|yaml|yml)$/i;

/** The requested document and format. The file extension, `format` or the `Accept` header sets the format (default: YAML). */
const requestedDefinition = (
	request: FastifyRequest<{ Params: { document: string }; Querystring: { format?: string } }>,
): { name: string; form: Form } => {
	const { document } = request.params;
	const ending = FORM_IN_NAME.exec(document);
	if (ending !== null) {
		return { name: ending[1] as string, form: /json/i.test(ending[2] as string) ? 'json' : 'yaml' };
	}
	const { format } = request.query;
	if (format !== undefined) {
		if (!/^(json|ya?ml)$/i.test(format)) {
			throw badRequest("'format' must be 'json' or 'yaml'");
		}
		return { name: document, form: /json/i.test(format) ? 'json' : 'yaml' };
	}
	const accept = request.headers.accept ?? '';
	return { name: document, form: /json/i.test(accept) && !/ya?ml/i.test(accept) ? 'json' : 'yaml' };
};

/** `GET …/spec/<Document>`: the OpenAPI 3.0 definition, as YAML, and since 11.1 also as JSON (specification: Versioning). */
export function definitionRoutes(app: FastifyInstance, definitions: Definitions, release: Release): void {
	const texts: Readonly<Record<Form, Map<Part, string>>> = { json: new Map(), yaml: new Map() };
	const asText = (name: string, form: Form): string => {
		const definition = definitions.of(name);
		if (definition === undefined) {
			throw notFound(`Unknown document '${name}'; '/ApiDocs' lists all documents`);
		}
		const text =
			texts[form].get(definition) ??
			(form === 'json' ? JSON.stringify(definition) : stringify(definition, { aliasDuplicateObjects: false }));
		texts[form].set(definition, text);
		return text;
	};
	app.get<{ Params: { document: string }; Querystring: { format?: string } }>('/spec/:document', async (request, reply) => {
		const { name, form: wanted } = requestedDefinition(request);
		const form: Form = hasSince(release, '11.1') ? wanted : 'yaml';
		return reply.type(form === 'json' ? 'application/json; charset=utf-8' : 'application/yaml; charset=utf-8').send(asText(name, form));
	});
	refuseOtherMethods(app, '/spec/:document', ['GET']);
}

/** The module for each document name prefix. */
const MODULES: Readonly<Record<string, string>> = {
	Ar: 'Customers',
	Bid: 'Bids',
	Jm: 'Jobs and Work Orders',
	Lib: 'Library',
	Mo: 'Media Orders',
	Pm: 'Projects',
	Sch: 'Scheduling',
	Sys: 'System',
	Tc: 'Time Cards',
	Xm: 'Transmission',
};

const moduleOf = (name: string): string => MODULES[/^[A-Z][a-z]+/.exec(name)?.[0] ?? ''] ?? 'Other';

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td{padding:.25rem .75rem .25rem 0;border-bottom:1px solid color-mix(in srgb,CanvasText 15%,Canvas)}
td:first-child{width:18rem;font-family:ui-monospace,monospace}summary{font-weight:600;padding:.5rem 0;cursor:pointer}`;

const line = ({ name, label, kind }: IndexLine, base: string, withJson: boolean): string => {
	const address = `${base}/spec/${name}`;
	const links = [`<a href="${address}">YAML</a>`, ...(withJson ? [`<a href="${address}.json">JSON</a>`] : [])].join(' · ');
	return `<tr><td>${name}</td><td>${withEntities(label)}</td><td>${kind}</td><td>${links}</td></tr>`;
};

const indexPage = (definitions: Definitions, release: Release, base: string): string => {
	const withJson = hasSince(release, '11.1');
	const modules = new Map<string, IndexLine[]>();
	for (const each of definitions.index) {
		modules.set(moduleOf(each.name), [...(modules.get(moduleOf(each.name)) ?? []), each]);
	}
	const sections = [...modules.entries()]
		.toSorted(([one], [other]) => one.localeCompare(other))
		.map(
			([name, lines]) =>
				`<details open><summary>${name}</summary><table>${lines.map((each) => line(each, base, withJson)).join('\n')}</table></details>`,
		);
	return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API documents</title><style>${STYLE}</style></head>
<body><h1>API documents</h1><p>Release ${release}. The definitions are OpenAPI 3.0 and require the same sign-in as the records.</p>
${sections.join('\n')}</body></html>
`;
};

/** `GET /ApiDocs`: the page that lists modules and documents. */
export function indexRoute(app: FastifyInstance, definitions: Definitions, release: Release, base: string): void {
	let page: string | undefined;
	for (const address of ['/ApiDocs', '/apidocs']) {
		app.get(address, async (_request, reply) => reply.headers(PAGE_HEADERS).send((page ??= indexPage(definitions, release, base))));
		refuseOtherMethods(app, address, ['GET']);
	}
}
