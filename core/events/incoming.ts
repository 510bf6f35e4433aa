/** Reads the events in the body that an export adaptor sent (public material: Events out of the system). */
import { EVENT_TYPES, type EVENT_FIELDS, type EventKind } from '../catalog';
import type { KeyValue, Row } from '../model/terms';
import { isRow } from '../wire/values';
import { readJson } from './json';

/** The path of each part of an event in the body, such as `document` or `record.id`. */
export type EventFields = Readonly<Record<keyof typeof EVENT_FIELDS, string>>;

/** One event. A part that the body does not contain is undefined. */
export interface RecordEvent {
	readonly document?: string | undefined;
	readonly id?: KeyValue | undefined;
	readonly idField?: string | undefined;
	/** The raw type: `UPDATE`. */
	readonly type?: string | undefined;
	/** Undefined for an unknown type. */
	readonly kind?: EventKind | undefined;
	readonly details?: unknown;
	/** The whole body of the event. */
	readonly body: unknown;
}

/**
 * - `events`: the events of a JSON body, which is one event or an array. `repaired`: raw control characters were escaped first.
 * - `text`: any other body, unchanged; `parseError` if its content type is JSON.
 */
export type Incoming =
	{ readonly events: readonly RecordEvent[]; readonly repaired: boolean } | { readonly text: string; readonly parseError?: string };

const KINDS = new Map<string, EventKind>([
	...EVENT_TYPES.flatMap(({ wire, kind }): [string, EventKind][] => [
		[wire.toLowerCase(), kind],
		[kind, kind],
	]),
	['create', 'created'],
]);

/** The value of the property named `path`. If there is none, the value at that path. */
const valueAt = (body: Row, path: string): unknown => {
	if (Object.hasOwn(body, path)) return body[path];
	return path.split('.').reduce<unknown>((value, name) => (isRow(value) && Object.hasOwn(value, name) ? value[name] : undefined), body);
};

const textAt = (body: Row, path: string): string | undefined => {
	const value = valueAt(body, path);
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

/** The value of a key, which can be in a key object: `{"wo_no_seq": {"wo_no_seq": "100-1"}}`. */
const keyAt = (body: Row, path: string): KeyValue | undefined => {
	const value = valueAt(body, path);
	const [only, ...others] = isRow(value) ? Object.values(value) : [value];
	if (others.length > 0) return undefined;
	if (typeof only === 'number') return only;
	return typeof only === 'string' && only.trim() !== '' ? only.trim() : undefined;
};

/** Reads one event from its parsed body. */
export const recordEvent = (body: unknown, fields: EventFields): RecordEvent => {
	if (!isRow(body)) return { body };
	const type = textAt(body, fields.type);
	return {
		document: textAt(body, fields.document),
		id: keyAt(body, fields.id),
		idField: textAt(body, fields.idField),
		type,
		kind: type === undefined ? undefined : KINDS.get(type.toLowerCase()),
		details: valueAt(body, fields.details),
		body,
	};
};

const isJsonType = (contentType: string): boolean => /^[^;]*[/+]json\s*(;|$)/i.test(contentType.trim());
/** An export adaptor without a configured content type sends JSON as text or without a content type. */
const canBeJson = (contentType: string, text: string): boolean =>
	isJsonType(contentType) || (!/xml|html/i.test(contentType) && /^\uFEFF?\s*[[{]/.test(text));

/**
 * Reads a body. A body that is not JSON is passed on as text: a rejected event would be lost, and a workflow may still be able to
 * use the text.
 */
export const readIncoming = (text: string, contentType: string, fields: EventFields): Incoming => {
	if (!canBeJson(contentType, text)) return { text };
	const read = readJson(text);
	if ('error' in read) return isJsonType(contentType) ? { text, parseError: read.error } : { text };
	const bodies: readonly unknown[] = Array.isArray(read.value) ? read.value : [read.value];
	return { events: bodies.map((body) => recordEvent(body, fields)), repaired: read.repaired };
};
