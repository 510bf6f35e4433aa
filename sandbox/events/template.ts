import { EVENT_FIELDS } from '../../core/catalog';
import type { Change } from '../storage/store';
import { changedFields, plainValue } from './conditions';
import type { Adaptor } from './settings';

/** `[jm_work_order.wo_no_seq]`, `[DOC.wo_no_seq]`, and what the event itself knows: `[EVENT.type]`. */
const PLACEHOLDER = /\[([A-Za-z_]\w*)\.([A-Za-z_]\w*)\]/g;
const EVENT = 'EVENT';

/** The body that a trigger without a template sends. `[EVENT.…]` is the sandbox's own; a template of the system names each field. */
export const defaultTemplate = (format: Adaptor['format']): string => {
	const { document, id, idField, type, details } = EVENT_FIELDS;
	return format === 'json'
		? `{\n  "${document}": "[EVENT.document]",\n  "${id}": "[EVENT.id]",\n  "${idField}": "[EVENT.idField]",\n  "${type}": "[EVENT.type]",\n  "${details}": [EVENT.changes]\n}`
		: `<event>\n  <${document}>[EVENT.document]</${document}>\n  <${id}>[EVENT.id]</${id}>\n  <${idField}>[EVENT.idField]</${idField}>\n  <${type}>[EVENT.type]</${type}>\n  <${details}>[EVENT.changes]</${details}>\n</event>`;
};

/** The fields of records that a template names. */
export const fieldsIn = (template: string): readonly { readonly table: string; readonly field: string }[] =>
	[...template.matchAll(PLACEHOLDER)].map(([, table, field]) => ({ table: table as string, field: field as string })).filter(({ table }) => table !== EVENT);

const XML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
/** What XML cannot hold in any form. */
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g; // eslint-disable-line no-control-regex -- these are the letters meant

const RAW: Readonly<Record<string, string>> = { '\\n': '\n', '\\r': '\r', '\\t': '\t' };

const escaped = (value: unknown, { format, rawLineBreaks }: Adaptor): string => {
	const text = String(value ?? '');
	if (format === 'xml') {
		return text.replace(NO_XML, '').replace(/[&<>"']/g, (letter) => XML_ENTITIES[letter] as string);
	}
	const json = JSON.stringify(text).slice(1, -1);
	return rawLineBreaks ? json.replace(/\\(?:\\|[nrt])/g, (escape) => RAW[escape] ?? escape) : json;
};

const changesOf = (change: Change, adaptor: Adaptor): string => {
	const written = changedFields(change).map(({ field, old, new: now }) =>
		adaptor.format === 'json'
			? `{"field": "${field}", "old": ${jsonValue(old, adaptor)}, "new": ${jsonValue(now, adaptor)}}`
			: `<change field="${field}" old="${escaped(old, adaptor)}" new="${escaped(now, adaptor)}"/>`,
	);
	return adaptor.format === 'json' ? `[${written.join(', ')}]` : written.join('');
};

const jsonValue = (value: unknown, adaptor: Adaptor): string => (typeof value === 'string' ? `"${escaped(value, adaptor)}"` : JSON.stringify(value));

/** The body of one event: the template with the values of the row in it. */
export const composeBody = (template: string, change: Change, adaptor: Adaptor, at: Date): string => {
	const known: Readonly<Record<string, () => string>> = {
		document: () => escaped(change.document, adaptor),
		id: () => escaped(change.key, adaptor),
		idField: () => escaped(change.keyField, adaptor),
		recordId: () => escaped(change.recordKey, adaptor),
		type: () => change.type,
		time: () => at.toISOString(),
		changes: () => changesOf(change, adaptor),
	};
	return template.replace(PLACEHOLDER, (placeholder, table: string, field: string) =>
		table === EVENT ? (known[field]?.() ?? placeholder) : escaped(plainValue(change.record, field), adaptor),
	);
};
