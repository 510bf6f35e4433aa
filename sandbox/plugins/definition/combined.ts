import type { FastifyInstance } from 'fastify';
import { stringify } from 'yaml';
import type { SiteProfile } from '../../../core/catalog';
import { siteDefinition } from '../../profile/definition';
import { refuseOtherMethods } from '../otherMethods';
import type { Definitions } from './definition';
import type { Part } from './schemas';

const OPERATIONS = ['get', 'post', 'put', 'patch', 'delete'];
const REFERENCE = '#/components/schemas/';

interface Definition {
	readonly servers: readonly unknown[];
	readonly security: readonly unknown[];
	readonly tags: readonly Part[];
	readonly paths: Readonly<Record<string, Readonly<Record<string, Part>>>>;
	readonly components: { readonly schemas: Part; readonly securitySchemes: Part };
}

/** Prefixes references with the document, because documents use the same schema names: `created` becomes `JmJob.created`. */
const withOwnSchemas = (document: string, part: unknown): unknown => {
	if (Array.isArray(part)) {
		return part.map((each) => withOwnSchemas(document, each));
	}
	if (part === null || typeof part !== 'object') {
		return part;
	}
	return Object.fromEntries(
		Object.entries(part).map(([name, value]) =>
			name === '$ref' && typeof value === 'string'
				? [name, `${REFERENCE}${document}.${value.slice(REFERENCE.length)}`]
				: [name, withOwnSchemas(document, value)],
		),
	);
};

/** Combines the definitions of documents and lists into one, with schemas named `<Document>.<schema>`, in the site's format. */
export const combine = (definitions: Definitions, names: readonly string[], profile: SiteProfile | undefined): Part => {
	const { release } = definitions;
	const all = names.map((name) => {
		const own = definitions.of(name) as Part;
		return [name, (profile === undefined ? own : siteDefinition(own, name, profile)) as unknown as Definition] as const;
	});
	const first = (all[0] as (typeof all)[number])[1];
	const usedIds = new Set<unknown>();
	/** Makes an operation identifier unique, because the separate definitions of a document's lists use the same identifiers. */
	const uniqueId = (name: string, id: unknown): unknown => {
		const unique = usedIds.has(id) ? `${String(id)}_${name}` : id;
		usedIds.add(unique);
		return unique;
	};
	const paths = all.flatMap(([name, { paths: own }]) =>
		Object.entries(own).map(([path, item]) => [
			path,
			Object.fromEntries(
				Object.entries(withOwnSchemas(name, item) as Record<string, Part>).map(([key, value]) =>
					OPERATIONS.includes(key) ? [key, { ...value, operationId: uniqueId(name, value.operationId) }] : [key, value],
				),
			),
		]),
	);
	const schemas = all.flatMap(([name, { components }]) =>
		Object.entries(components.schemas).map(([schema, value]) => [`${name}.${schema}`, withOwnSchemas(name, value)]),
	);
	return {
		openapi: '3.0.3',
		info: {
			title: 'Media Operations',
			description: `The sandbox's ${names.length} documents and lists in release ${release}.`,
			version: release,
		},
		servers: first.servers,
		security: first.security,
		tags: all.flatMap(([, { tags }]) => tags),
		paths: Object.fromEntries(paths),
		components: { schemas: Object.fromEntries(schemas), securitySchemes: first.components.securitySchemes },
	};
};

/**
 * `GET /openapi.json` and `/openapi.yaml` return all definitions combined, in the profile's format. They require no sign-in. The first
 * request combines the definitions.
 */
export function combinedRoutes(app: FastifyInstance, definitions: Definitions, profile: SiteProfile | undefined): void {
	let combined: Part | undefined;
	const texts = new Map<string, string>();
	const serve = (address: string, type: string, write: (definition: Part) => string): void => {
		app.get(address, async (_request, reply) => {
			combined ??= combine(
				definitions,
				definitions.index.map(({ name }) => name),
				profile,
			);
			const text = texts.get(address) ?? write(combined);
			texts.set(address, text);
			return reply.type(`${type}; charset=utf-8`).send(text);
		});
		refuseOtherMethods(app, address, ['GET']);
	};
	serve('/openapi.json', 'application/json', (definition) => JSON.stringify(definition));
	serve('/openapi.yaml', 'application/yaml', (definition) => stringify(definition, { aliasDuplicateObjects: false }));
}
