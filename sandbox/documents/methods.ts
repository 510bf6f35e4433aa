import { hasSince, type Release, type Verb } from '../../core/catalog';
import { withCommonMethods } from '../plugins/otherMethods';
import type { Address } from './address';
import { badRequest, methodNotAllowed } from './httpError';

/** The kinds of addresses, each of which supports different methods. */
type Shape = 'document' | 'record' | 'subTable' | 'row' | 'list';

const shapeOf = ({ isList, key, below }: Address): Shape => {
	if (isList || !key) {
		return isList ? 'list' : 'document';
	}
	const last = below.at(-1);
	return last ? (last.key ? 'row' : 'subTable') : 'record';
};

/** The catalog's verb for each method, by kind of address (specification: Endpoints). */
const VERBS: Readonly<Record<Shape, Readonly<Record<string, Verb>>>> = {
	document: { POST: 'create' },
	record: { GET: 'get', PATCH: 'update', PUT: 'upsert', DELETE: 'delete' },
	subTable: { GET: 'get' },
	row: { GET: 'get', PATCH: 'update', DELETE: 'update' },
	list: { GET: 'list', PATCH: 'updateMany' },
};

/** The intended kind of address if only the key at the end is missing. */
const WITH_KEY: Partial<Record<Shape, Shape>> = { document: 'record', subTable: 'row' };

const offeredAt = (shape: Shape, { document: { entry } }: Address, release: Release): ReadonlyMap<string, Verb> =>
	new Map(
		Object.entries(VERBS[shape]).filter(([, verb]) => entry.verbs.includes(verb) && (verb !== 'upsert' || hasSince(release, '11.0'))),
	);

/** The methods of an attachment address, by the number of its segments after the record: none, the table, an attachment, its content. */
const ATTACHMENT_METHODS: readonly (readonly string[])[] = [['GET', 'POST'], ['GET'], ['GET', 'DELETE'], ['GET']];
const attachmentMethods = ({ key, rest }: Address): readonly string[] => (key && ATTACHMENT_METHODS[rest.length]) || [];

/** The methods that an address supports in a release, in the form that the `Allow` header lists them. */
export const allowedMethods = (address: Address, release: Release): readonly string[] =>
	withCommonMethods(
		address.document.entry.kind === 'attachments' ? attachmentMethods(address) : [...offeredAt(shapeOf(address), address, release).keys()],
	);

/** The error for a method that an address does not support: 405 with the supported methods. */
export const methodNotAllowedAt = (address: Address, method: string, release: Release): Error =>
	methodNotAllowed(
		`${address.name} does not support ${method} at this URL; it supports ${allowedMethods(address, release).join(', ')}`,
		allowedMethods(address, release),
	);

/**
 * The catalog's verb for a method (`HEAD` counts as `GET`) at an address. Throws 400 if the method requires a key at
 * the end of the address, and 405 for all other methods that the address does not support.
 */
export const verbOf = (address: Address, method: string, release: Release): Verb => {
	const shape = shapeOf(address);
	const wanted = method === 'HEAD' ? 'GET' : method;
	const verb = offeredAt(shape, address, release).get(wanted);
	if (verb) {
		return verb;
	}
	const longer = WITH_KEY[shape];
	if (longer && offeredAt(longer, address, release).has(wanted)) {
		const { root, entry } = address.document;
		const last = address.below.at(-1);
		throw badRequest(
			last
				? `The URL must identify one row of '${last.view.name}', such as '${last.view.name}/${last.view.key}=<value>'`
				: `The URL must contain the key of a record: '/${entry.name}/${root.key}=<value>'`,
		);
	}
	throw methodNotAllowedAt(address, method, release);
};
