/**
 * Events that the system sends. The specification does not describe events, so all names and values in this file are from public material,
 * and a user can change them.
 */

/** The types of events, by their value in the body. */
export const EVENT_TYPES = [
	{ wire: 'INSERT', kind: 'created', label: 'Created' },
	{ wire: 'UPDATE', kind: 'updated', label: 'Updated' },
	{ wire: 'DELETE', kind: 'deleted', label: 'Deleted' },
] as const;
export type EventType = (typeof EVENT_TYPES)[number]['wire'];
export type EventKind = (typeof EVENT_TYPES)[number]['kind'];

/** The names of the fields in the body of an event, as they usually appear in templates. */
export const EVENT_FIELDS = {
	/** The document: `MoMediaOrder`. */
	document: 'document',
	/** The key of the record: `109483-1`. */
	id: 'id',
	/** The key field: `wo_no_seq`. */
	idField: 'idField',
	/** One of {@link EVENT_TYPES}. */
	type: 'type',
	/** The part of the template about the record or the change. */
	details: 'details',
} as const;

/** The methods with which an export adaptor can send a body. */
export const EVENT_METHODS = ['POST', 'PUT', 'PATCH'] as const;
export type EventMethod = (typeof EVENT_METHODS)[number];
