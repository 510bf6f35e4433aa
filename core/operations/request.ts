import { CORRECT_RELEASE, FEATURES, hasSince, type Verb } from '../catalog';
import { InputError } from '../model/inputError';
import type { Effect, FilePart, WireRequest } from '../model/port';
import { composeHeaders } from '../wire/headers';
import { queryString, type Parameter } from '../wire/parameters';
import type { DocumentRef } from '../model/documentRef';
import type { SaveArguments } from '../model/terms';
import type { Site } from '../model/site';

/** A request before it is checked against the document and the release. */
export interface RequestParts {
	readonly document: DocumentRef;
	readonly method: WireRequest['method'];
	/** The encoded path, starting with the document, without the query. */
	readonly path: string;
	/** The verb that the document must support. It is not checked for a document without a catalog entry. */
	readonly verb?: Verb;
	readonly effect: Effect;
	/** Whether the request is sent to the list of the document, which needs no {@link DocumentRef.requiredParameters}. */
	readonly onList?: boolean;
	readonly parameters?: readonly Parameter[];
	/** The user's query parameters. */
	readonly given?: Readonly<Record<string, string>> | undefined;
	readonly contentType?: string;
	/** Additional headers of the operation, which do not follow from the other properties. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly saveArguments?: SaveArguments | undefined;
	readonly clearSubTables?: readonly string[];
	readonly body?: string | { readonly parts: readonly FilePart[] };
	readonly timeout?: number | undefined;
}

const VERBS: Readonly<Record<Verb, string>> = {
	get: 'reading by key',
	list: 'listing',
	create: 'creating',
	update: 'updating',
	updateMany: 'updating by query',
	upsert: 'creating or updating',
	delete: 'deleting',
};

const checkDocument = ({ name, since, verbs }: DocumentRef, verb: Verb | undefined, site: Site): void => {
	if (!hasSince(site.release, since)) {
		throw new InputError({
			field: 'document',
			message: `'${name}' requires release ${since}, but the site is on ${site.release}`,
			hint: `Choose another document. ${CORRECT_RELEASE}`,
		});
	}
	if (verb && verbs && !verbs.includes(verb)) {
		throw new InputError({
			field: 'document',
			message: `'${name}' does not support ${VERBS[verb]}`,
			hint: `It supports ${verbs.map((each) => VERBS[each]).join(', ')}`,
		});
	}
	if (verb === 'upsert' && !hasSince(site.release, FEATURES.upsert)) {
		throw new InputError({
			field: 'operation',
			message: `Create or Update requires release ${FEATURES.upsert}, but the site is on ${site.release}`,
			hint: `Look the record up, then create or update it. ${CORRECT_RELEASE}`,
		});
	}
};

/** Well below the 8,000 characters that every server and proxy should accept in a request line (RFC 9112, 3). */
const MAX_URL_LENGTH = 6000;
const DEFAULT_BASE_URL_LENGTH = 120;

/** The maximum length of a path with its query. */
export const maxPathLength = ({ baseUrlLength = DEFAULT_BASE_URL_LENGTH, profile }: Site): number =>
	(profile?.requests?.maxUrlLength ?? MAX_URL_LENGTH) - baseUrlLength;

/**
 * One request, checked against the document and the release. A change with a save argument must not be sent twice, whatever its method.
 * Throws {@link InputError}.
 */
export const composeRequest = (parts: RequestParts, site: Site): WireRequest => {
	const { body, document, effect, given, method, parameters = [], timeout, verb } = parts;
	checkDocument(document, verb, site);
	const headers = composeHeaders(parts, document, site);
	const path = `${parts.path}${queryString(parameters, parts.onList ? [] : document.requiredParameters, given, site)}`;
	if (path.length > maxPathLength(site)) {
		throw new InputError({
			field: 'address',
			message: `The URL is too long: ${path.length} characters; the maximum is ${maxPathLength(site)}`,
			hint: 'Request fewer fields, or shorten the query',
		});
	}
	const hasSaveArgument = Object.keys(headers).some((name) => name.toLowerCase() === 'saveargument');
	return {
		document,
		method,
		path,
		headers,
		...(body === undefined ? {} : { body }),
		effect: effect === 'repeatable' && hasSaveArgument ? 'once' : effect,
		...(timeout === undefined ? {} : { timeout }),
	};
};
