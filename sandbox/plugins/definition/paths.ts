import { CONTENT_TYPES, hasSince, type Release } from '../../../core/catalog';
import type { SiteChoices } from '../../choices';
import type { DocumentView, TableView } from '../../storage/tables';
import {
	responseParameters,
	commonHeaders,
	countHeader,
	keyParameter,
	listParameters,
	locationHeader,
	queryParameter,
	requiredParameters,
	rowActionHeader,
	saveArgumentHeader,
} from './parameters';
import { responseName, arrayOf, type Part, payloadName, reference, wrapped } from './schemas';

const json = (schema: Part): Part => ({ [CONTENT_TYPES.json]: { schema } });
const payload = (view: TableView): Part => wrapped(view.name, arrayOf(reference(payloadName(view))));
const refusals: Part = {
	'4XX': { description: 'Error', content: json(reference('refused')) },
	'5XX': { description: 'Error', content: json(reference('refused')) },
};
const empty: Part = { description: 'Done' };

const responses = (successes: Part): Part => ({ ...successes, ...refusals });

/** The keys of created records; a PATCH or PUT that creates nothing can also return 204. */
const CREATED: Part = { description: 'The keys of the created records', content: json(reference('created')) };
/**
 * The documents whose definition listed 204 for a create before 11.3, although a create has returned 200 since 11.0 (specification: POST,
 * Versioning).
 */
const DOCUMENTED_AS_204: readonly string[] = ['JmJob'];
/** A create returns keys in the body. Before 11.0, it returned a key only in a header. */
const createResponses = ({ name }: DocumentView, release: Release): Part =>
	responses(
		!hasSince(release, '11.0')
			? { 204: { description: 'Created', headers: locationHeader() } }
			: DOCUMENTED_AS_204.includes(name) && !hasSince(release, '11.3')
				? { 204: { description: 'Created' } }
				: { 200: CREATED },
	);

interface Place {
	readonly view: DocumentView;
	readonly release: Release;
	readonly choices: SiteChoices;
	readonly tag: string;
}

const operation = ({ view, tag }: Place, id: string, summary: string, parameters: readonly Part[], more: Part): Part => ({
	operationId: `${id}${view.name}`,
	tags: [tag],
	summary,
	parameters,
	...more,
});

const operationsBody: Part = { [CONTENT_TYPES.json]: { schema: reference('operations') } };

const recordOperations = (place: Place): Part => {
	const { view, release, choices } = place;
	const { root, entry } = view;
	const shared = [keyParameter(root), ...requiredParameters(view, release), ...commonHeaders(release)];
	const saving = [...shared, ...saveArgumentHeader(view, release, choices)];
	const body = json(payload(root));
	return {
		get: operation(place, 'get', `Get one: ${entry.label}`, [...shared, ...responseParameters(choices)], {
			responses: responses({
				200: { description: entry.label, content: json(wrapped(root.name, arrayOf(reference(responseName(root))))) },
			}),
		}),
		...(entry.verbs.includes('update')
			? {
					patch: operation(place, 'update', `Change fields, or send the whole payload: ${entry.label}`, saving, {
						requestBody: { content: { ...operationsBody, [CONTENT_TYPES.payload]: { schema: payload(root) } } },
						responses: responses({ 200: CREATED, 204: empty }),
					}),
				}
			: {}),
		...(entry.verbs.includes('upsert') && hasSince(release, '11.0')
			? {
					put: operation(place, 'upsert', `Create or update: ${entry.label}`, [...saving, rowActionHeader()], {
						requestBody: { required: true, content: { [CONTENT_TYPES.payload]: body[CONTENT_TYPES.json] as Part } },
						responses: responses({ 200: CREATED, 204: empty }),
					}),
				}
			: {}),
		...(entry.verbs.includes('delete')
			? { delete: operation(place, 'delete', `Delete: ${entry.label}`, shared, { responses: responses({ 204: empty }) }) }
			: {}),
	};
};

/**
 * The addresses of a sub-table and of the tables below it. Known issue: the definition describes a response with the rows under the
 * table's name, but the response is a bare array.
 */
const subTablePaths = (place: Place, table: TableView, address: string, keys: readonly Part[]): Part => {
	const { view, release, choices } = place;
	const listAddress = `${address}/${table.name}`;
	const rowAddress = `${listAddress}/${table.key}={${table.key}}`;
	const rowKeys = [...keys, keyParameter(table)];
	const id = `${table.name}Of`;
	const described = { 200: { description: table.label, content: json(wrapped(table.name, arrayOf(reference(responseName(table))))) } };
	const shared = [...requiredParameters(view, release), ...commonHeaders(release)];
	return {
		[listAddress]: {
			get: operation(place, `get_${id}`, `${table.label} of one record`, [...keys, ...shared, ...responseParameters(choices)], {
				responses: responses(described),
			}),
		},
		[rowAddress]: {
			get: operation(place, `getRow_${id}`, `One row: ${table.label}`, [...rowKeys, ...shared, ...responseParameters(choices)], {
				responses: responses(described),
			}),
			...(view.entry.verbs.includes('update')
				? {
						patch: operation(place, `updateRow_${id}`, `Change fields of one row: ${table.label}`, [...rowKeys, ...shared], {
							requestBody: { required: true, content: operationsBody },
							responses: responses({ 204: empty }),
						}),
						delete: operation(place, `deleteRow_${id}`, `Delete one row: ${table.label}`, [...rowKeys, ...shared], {
							responses: responses({ 204: empty }),
						}),
					}
				: {}),
		},
		...Object.assign({}, ...table.subTables.map((below) => subTablePaths(place, below, rowAddress, rowKeys))),
	};
};

/** The attachments of a record: upload, list, delete (specification: Attachment upload, DELETE). */
const attachmentPaths = (place: Place): Part => {
	const { view, release } = place;
	const { root } = view;
	const keystring: Part = {
		name: 'attachment_keystring',
		in: 'path',
		required: true,
		schema: { type: 'string' },
		description: 'Document number and record key joined by a colon: 10339:1-1',
	};
	const address = `/${view.name}/attachment_keystring={attachment_keystring}`;
	const headers = commonHeaders(release);
	const listed = { 200: { description: root.label, content: json(wrapped(root.name, arrayOf(reference(responseName(root))))) } };
	return {
		[address]: {
			get: operation(place, 'get', 'The attachments of a record', [keystring, ...headers], { responses: responses(listed) }),
			post: operation(place, 'upload', 'Upload one or more files', [keystring, ...headers], {
				requestBody: {
					required: true,
					content: { 'multipart/form-data': { schema: { type: 'object', additionalProperties: { type: 'string', format: 'binary' } } } },
				},
				responses: createResponses(view, release),
			}),
		},
		[`${address}/${root.name}`]: {
			get: operation(place, 'list', 'The attachments of a record', [keystring, ...headers], { responses: responses(listed) }),
		},
		[`${address}/${root.name}/${root.key}={${root.key}}`]: {
			delete: operation(place, 'delete', 'Delete an attachment', [keystring, keyParameter(root), ...headers], {
				responses: responses({ 204: empty }),
			}),
		},
	};
};

/** The addresses of a document. */
export function recordPaths(view: DocumentView, release: Release, choices: SiteChoices): Part {
	const place: Place = { view, release, choices, tag: view.name };
	const { root, entry } = view;
	if (entry.kind === 'attachments') {
		return attachmentPaths(place);
	}
	const address = `/${view.name}/${root.key}={${root.key}}`;
	const create = operation(
		place,
		'create',
		`Create: ${entry.label}`,
		[...requiredParameters(view, release), ...commonHeaders(release), ...saveArgumentHeader(view, release, choices)],
		{
			requestBody: { required: true, content: json(payload(root)) },
			responses: createResponses(view, release),
		},
	);
	return {
		...(entry.verbs.includes('create') ? { [`/${view.name}`]: { post: create } } : {}),
		[address]: recordOperations(place),
		...Object.assign({}, ...root.subTables.map((table) => subTablePaths(place, table, address, [keyParameter(root)]))),
	};
}

/** The address of a list document. */
export function listPaths(view: DocumentView, list: string, release: Release, choices: SiteChoices): Part {
	const place: Place = { view, release, choices, tag: list };
	const shared = [queryParameter(view.root, release), ...commonHeaders(release)];
	return {
		[`/${list}`]: {
			get: operation(place, 'list', `Find: ${view.entry.labelPlural}`, [...shared, ...listParameters(), ...responseParameters(choices)], {
				responses: responses({ 200: { description: view.entry.labelPlural, headers: countHeader(), content: json(reference('list')) } }),
			}),
			...(view.entry.verbs.includes('updateMany')
				? {
						patch: operation(place, 'updateMany', `Change all matching records: ${view.entry.labelPlural}`, shared, {
							requestBody: { required: true, content: operationsBody },
							responses: responses({ 204: empty }),
						}),
					}
				: {}),
		},
	};
}
