/** Which events start a workflow. */
import type { EventKind } from '../catalog';
import { isRow } from '../wire/values';
import type { RecordEvent } from './incoming';

/** All that is named has to fit; an empty list names nothing. */
export interface EventFilter {
	/** With or without `List` at their end, in any case; every document where it is empty. */
	readonly documents: readonly string[];
	/** Every kind, those included that nobody knows, where it is empty. */
	readonly kinds: readonly EventKind[];
	/** An update passes only where one of these stands in its details; every update where it is empty. */
	readonly fields: readonly string[];
}

const plain = (name: string): string => name.trim().toLowerCase();
const single = (document: string): string => plain(document).replace(/(.)list$/, '$1');

/** The name of a field without its table: `jm_work_order.phase_code` is `phase_code`. */
const withoutTable = (name: string): string => plain(name).replace(/^.*\./, '');

const DEEPEST = 32;

/**
 * Whether the details name a field: as a property at any depth, or as a whole text, since templates write both
 * `{"phase_code": "CON"}` and `{"field": "phase_code", "new": "CON"}`.
 */
const detailsName = (details: unknown, fields: readonly string[], depth = 0): boolean => {
	if (depth > DEEPEST) return false;
	if (typeof details === 'string') return fields.includes(withoutTable(details));
	if (Array.isArray(details)) return details.some((each) => detailsName(each, fields, depth + 1));
	return (
		isRow(details) &&
		Object.entries(details).some(([name, value]) => fields.includes(withoutTable(name)) || detailsName(value, fields, depth + 1))
	);
};

/** Undefined where the event passes; else why it does not, in plain words for whoever reads the log of the sender. */
export const heldBack = (event: RecordEvent, { documents, kinds, fields }: EventFilter): string | undefined => {
	const { document, kind, type, details } = event;
	if (documents.length > 0) {
		if (document === undefined) return 'The body does not contain a document, and this workflow accepts only certain documents';
		if (!documents.map(single).includes(single(document))) return `This workflow does not accept events of '${document}'`;
	}
	if (kinds.length > 0) {
		if (kind === undefined)
			return type === undefined
				? 'The body does not contain an event type, and this workflow accepts only certain events'
				: `Unknown event type '${type}'`;
		if (!kinds.includes(kind)) return `This workflow does not accept events of type '${type}'`;
	}
	if (fields.length > 0 && kind === 'updated') {
		if (details === undefined) return 'The body has no details, and this workflow requires the changed fields in them';
		if (!detailsName(details, fields.map(withoutTable))) return `The details contain none of the fields ${fields.join(', ')}`;
	}
	return undefined;
};
