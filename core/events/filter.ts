/** Decides which events start a workflow. */
import type { EventKind } from '../catalog';
import { isRow } from '../wire/values';
import type { RecordEvent } from './incoming';

/** An event must satisfy every condition. An empty list matches every event. */
export interface EventFilter {
	/** Names of documents, with or without the suffix `List`, not case-sensitive. */
	readonly documents: readonly string[];
	/** The kinds of events. If the list is empty, unknown kinds also match. */
	readonly kinds: readonly EventKind[];
	/** Names of fields. The details of an update must name one of these fields. */
	readonly fields: readonly string[];
}

const normalized = (name: string): string => name.trim().toLowerCase();
const withoutList = (document: string): string => normalized(document).replace(/(.)list$/, '$1');

/** The name of a field without its table: `jm_work_order.phase_code` is `phase_code`. */
const withoutTable = (name: string): string => normalized(name).replace(/^.*\./, '');

const MAX_DEPTH = 32;

/**
 * Whether the details name a field: as a property at a depth of at most {@link MAX_DEPTH}, or as a string value. Templates write both
 * `{"phase_code": "CON"}` and `{"field": "phase_code", "new": "CON"}`.
 */
const detailsName = (details: unknown, fields: readonly string[], depth = 0): boolean => {
	if (depth > MAX_DEPTH) return false;
	if (typeof details === 'string') return fields.includes(withoutTable(details));
	if (Array.isArray(details)) return details.some((each) => detailsName(each, fields, depth + 1));
	return (
		isRow(details) &&
		Object.entries(details).some(([name, value]) => fields.includes(withoutTable(name)) || detailsName(value, fields, depth + 1))
	);
};

/** Why the event does not start the workflow, for the sender's log; undefined if it does. */
export const rejectionReason = (event: RecordEvent, { documents, kinds, fields }: EventFilter): string | undefined => {
	const { document, kind, type, details } = event;
	if (documents.length > 0) {
		if (document === undefined) return 'The body does not contain a document, and this workflow accepts only certain documents';
		if (!documents.map(withoutList).includes(withoutList(document))) return `This workflow does not accept events for '${document}'`;
	}
	if (kinds.length > 0) {
		if (kind === undefined)
			return type === undefined
				? 'The body does not contain an event type, and this workflow accepts only certain events'
				: `Unknown event type '${type}'`;
		if (!kinds.includes(kind)) return `This workflow does not accept events of type '${type}'`;
	}
	if (fields.length > 0 && kind === 'updated') {
		if (details === undefined) return 'The body has no details, but this workflow filters by changed fields';
		if (!detailsName(details, fields.map(withoutTable))) return `The details contain none of the fields ${fields.join(', ')}`;
	}
	return undefined;
};
