/** What an export adaptor sent, read as events (public material: Events out of the system). */
import { EVENT_TYPES, type EVENT_FIELDS, type EventKind } from '../catalog';
import type { KeyValue, Row } from '../model/terms';
import { isRow } from '../wire/values';
import { readJson } from './json';

/** Where the parts of an event stand in its body: the name of a field, or names with dots between them. */
export type EventFields = Readonly<Record<keyof typeof EVENT_FIELDS, string>>;

/** One event; a part is undefined where the body does not hold it. */
export interface RecordEvent {
	readonly document?: string;
	readonly id?: KeyValue;
	readonly idField?: string;
	/** The word as it came: `UPDATE`. */
	readonly type?: string;
	/** What the word means; undefined for one that is not known. */
	readonly kind?: EventKind;
	readonly details?: unknown;
	/** All that was sent. */
	readonly body: unknown;
}

/**
 * - `events`: what a JSON body holds, one event or an array of them. `repaired`: raw control characters were escaped first.
 * - `text`: anything else, as it came; `why` where it should have been JSON and is none.
 */
export type Incoming =
	{ readonly events: readonly RecordEvent[]; readonly repaired: boolean } | { readonly text: string; readonly why?: string };

const KINDS = new Map<string, EventKind>([
	...EVENT_TYPES.flatMap(({ wire, kind }): [string, EventKind][] => [
		[wire.toLowerCase(), kind],
		[kind, kind],
	]),
	['create', 'created'],
]);

/** The value under a name, or at the end of names with dots between them. */
const at = (body: Row, path: string): unknown => {
	if (Object.hasOwn(body, path)) return body[path];
	return path.split('.').reduce<unknown>((value, name) => (isRow(value) && Object.hasOwn(value, name) ? value[name] : undefined), body);
};

const textAt = (body: Row, path: string): string | undefined => {
	const value = at(body, path);
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

/** A key stands as it is, or in an object of its name: `{"wo_no_seq": {"wo_no_seq": "100-1"}}`. */
const keyAt = (body: Row, path: string): KeyValue | undefined => {
	const value = at(body, path);
	const [only, ...others] = isRow(value) ? Object.values(value) : [value];
	if (others.length > 0) return undefined;
	if (typeof only === 'number') return only;
	return typeof only === 'string' && only.trim() !== '' ? only.trim() : undefined;
};

/** One event of a body that was parsed. */
export const recordEvent = (body: unknown, fields: EventFields): RecordEvent => {
	if (!isRow(body)) return { body };
	const type = textAt(body, fields.type);
	return {
		document: textAt(body, fields.document),
		id: keyAt(body, fields.id),
		idField: textAt(body, fields.idField),
		type,
		kind: type === undefined ? undefined : KINDS.get(type.toLowerCase()),
		details: at(body, fields.details),
		body,
	};
};

const isJsonType = (contentType: string): boolean => /^[^;]*[/+]json\s*(;|$)/i.test(contentType.trim());
/** Adaptors that are not told their content type send JSON as text, or name none. */
const canBeJson = (contentType: string, text: string): boolean =>
	isJsonType(contentType) || (!/xml|html/i.test(contentType) && /^\uFEFF?\s*[[{]/.test(text));

/**
 * Reads a body. Nothing is refused: what is no JSON is handed on as text, since an event that was turned away is lost, whereas a
 * workflow can still make something of it.
 */
export const readIncoming = (text: string, contentType: string, fields: EventFields): Incoming => {
	if (!canBeJson(contentType, text)) return { text };
	const read = readJson(text);
	if ('why' in read) return isJsonType(contentType) ? { text, why: read.why } : { text };
	const bodies: readonly unknown[] = Array.isArray(read.value) ? read.value : [read.value];
	return { events: bodies.map((body) => recordEvent(body, fields)), repaired: read.repaired };
};
