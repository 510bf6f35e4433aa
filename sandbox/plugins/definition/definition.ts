import { hasSince, type Release } from '../../../core/catalog';
import type { SiteChoices } from '../../choices';
import { type DocumentView, documentViews, listsOf } from '../../storage/tables';
import { listPaths, recordPaths } from './paths';
import { listSchemas, type Part, recordSchemas } from './schemas';

const DESCRIPTION =
	'Flags are Y or N. A create requires only the fields in "required", even though more fields are marked as not nullable. ' +
	'The GET of a sub-table returns the bare array of rows, without the enclosing object that this definition describes.';

const securitySchemes = (release: Release): Part => ({
	basic: { type: 'http', scheme: 'basic' },
	...(hasSince(release, '11.3')
		? {
				token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
				oauth: {
					type: 'oauth2',
					flows: {
						clientCredentials: { tokenUrl: '/oauth/token', scopes: { api: 'Use the API' } },
						authorizationCode: { authorizationUrl: '/oauth/auth', tokenUrl: '/oauth/token', scopes: { api: 'Use the API' } },
					},
				},
			}
		: {}),
});

const openApi = (name: string, { entry }: DocumentView, release: Release, base: string, paths: Part, schemas: Part): Part => ({
	openapi: '3.0.3',
	info: { title: name, description: `${entry.label}. ${DESCRIPTION}`, version: release },
	servers: [{ url: base }],
	security: Object.keys(securitySchemes(release)).map((scheme) => ({ [scheme]: scheme === 'oauth' ? ['api'] : [] })),
	tags: [{ name }],
	paths,
	components: { schemas, securitySchemes: securitySchemes(release) },
});

/** A line of the index: a document or a list. */
export interface IndexLine {
	readonly name: string;
	readonly label: string;
	readonly kind: string;
}

/** The definitions of all documents of a release, each created on its first request (public material: OpenAPI definition). */
export class Definitions {
	/** The factories by lower-case name, because document names are case-insensitive. */
	private readonly factories = new Map<string, () => Part>();
	private readonly cache = new Map<string, Part>();
	readonly index: readonly IndexLine[];
	readonly release: Release;

	/** `base` is the path of the documents. */
	constructor(release: Release, choices: SiteChoices, base: string) {
		this.release = release;
		const index: IndexLine[] = [];
		for (const view of documentViews(release)) {
			const { entry, name } = view;
			if (entry.kind !== 'list') {
				this.factories.set(name.toLowerCase(), () =>
					openApi(name, view, release, base, recordPaths(view, release, choices), recordSchemas(view, release)),
				);
				index.push({ name, label: entry.label, kind: entry.kind === 'setup' ? 'Setup' : 'Maintenance' });
			}
			for (const list of listsOf(view)) {
				this.factories.set(list.toLowerCase(), () =>
					openApi(list, view, release, base, listPaths(view, list, release, choices), listSchemas(view, release)),
				);
				index.push({ name: list, label: entry.labelPlural, kind: 'List' });
			}
		}
		this.index = index;
	}

	/** The definition of a document or list, always the same object; undefined if there is none. */
	of(name: string): Part | undefined {
		const key = name.toLowerCase();
		const known = this.cache.get(key) ?? this.factories.get(key)?.();
		if (known !== undefined) {
			this.cache.set(key, known);
		}
		return known;
	}
}
