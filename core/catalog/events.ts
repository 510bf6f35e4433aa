/** Events out of the system (specification: Events, «not shown»; all of it from public material, so that a user can change it). */

/** What happened to a record, by the word that stands in the body of an event. */
export const EVENT_TYPES = [
	{ wire: 'INSERT', kind: 'created', label: 'Created' },
	{ wire: 'UPDATE', kind: 'updated', label: 'Updated' },
	{ wire: 'DELETE', kind: 'deleted', label: 'Deleted' },
] as const;
export type EventType = (typeof EVENT_TYPES)[number]['wire'];
export type EventKind = (typeof EVENT_TYPES)[number]['kind'];

/** What the fields in the body of an event are called, as a template usually has them. */
export const EVENT_FIELDS = {
	/** The document: `MoMediaOrder`. */
	document: 'document',
	/** The key of the record: `109483-1`. */
	id: 'id',
	/** The field that holds that key: `wo_no_seq`. */
	idField: 'idField',
	/** One of {@link EVENT_TYPES}. */
	type: 'type',
	/** What the template tells of the record or of the change. */
	details: 'details',
} as const;

/** How an export adaptor can send an event with a body. */
export const EVENT_METHODS = ['POST', 'PUT', 'PATCH'] as const;
export type EventMethod = (typeof EVENT_METHODS)[number];
