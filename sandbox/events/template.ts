import { EVENT_FIELDS } from '../../core/catalog';
import type { Change } from '../storage/change';
import { changedFields, plainValue, textOf } from './conditions';
import type { Adaptor } from './trigger';

/** A placeholder: a field such as `[jm_work_order.wo_no_seq]` or `[DOC.wo_no_seq]`, or a property of the event such as `[EVENT.type]`. */
const PLACEHOLDER = /\[([A-Za-z_]\w*)\.([A-Za-z_]\w*)\]/g;
const EVENT = 'EVENT';

/** The default template. `[EVENT.…]` exists only in the sandbox; a template in the system names each field. */
export const defaultTemplate = (format: Adaptor['format']): string => {
	const { document, id, idField, type, details } = EVENT_FIELDS;
	return format === 'json'
		? `{\n  "${document}": "[EVENT.document]",\n  "${id}": "[EVENT.id]",\n  "${idField}": "[EVENT.idField]",\n  "${type}": "[EVENT.type]",\n  "${details}": [EVENT.changes]\n}`
		: `<event>\n  <${document}>[EVENT.document]</${document}>\n  <${id}>[EVENT.id]</${id}>\n  <${idField}>[EVENT.idField]</${idField}>\n  <${type}>[EVENT.type]</${type}>\n  <${details}>[EVENT.changes]</${details}>\n</event>`;
};

/** A part of a template, inserted once, or once for each row of a sub-table. */
export interface TemplatePart {
	readonly text: string;
	readonly table?: string | undefined;
}

/** A loop: `#[mo_service_row] … #[/mo_service_row]` (public material: child-table field values). */
const LOOP = /#\[([A-Za-z_]\w*)\]([^]*?)#\[\/\1\]/g;
const TAG = /#\[\/?[A-Za-z_]\w*\]/;

/** The parts of a template, in order. */
export const templateParts = (template: string): readonly TemplatePart[] => {
	const parts: TemplatePart[] = [];
	let from = 0;
	for (const { 0: whole, 1: table, 2: text, index } of template.matchAll(LOOP)) {
		parts.push({ text: template.slice(from, index) }, { text: text as string, table });
		from = index + whole.length;
	}
	return [...parts, { text: template.slice(from) }];
};

/** A loop tag without its counterpart or inside another loop; undefined if there is none. */
export const unmatchedTag = (parts: readonly TemplatePart[]): string | undefined =>
	parts.map(({ text }) => TAG.exec(text)?.[0]).find((tag) => tag !== undefined);

/** The fields that a part refers to. */
export const fieldsIn = ({ text }: TemplatePart): readonly { readonly table: string; readonly field: string }[] =>
	[...text.matchAll(PLACEHOLDER)]
		.map(([, table, field]) => ({ table: table as string, field: field as string }))
		.filter(({ table }) => table !== EVENT);

const XML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
/** Characters that XML cannot contain in any form. */
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g; // eslint-disable-line no-control-regex -- these characters are intended

const RAW: Readonly<Record<string, string>> = { '\\n': '\n', '\\r': '\r', '\\t': '\t' };

const escaped = (value: unknown, { format, rawLineBreaks }: Adaptor): string => {
	const text = textOf(value);
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

const jsonValue = (value: unknown, adaptor: Adaptor): string =>
	typeof value === 'string' ? `"${escaped(value, adaptor)}"` : JSON.stringify(value);

/** Additional data for a template: the current record of the event, and the current rows below that record. */
export interface RecordContext {
	record(): Change['record'] | undefined;
	rows(table: string): readonly Change['record'][];
}

/** Fills a template with the values of the row, its record and the rows below that record. */
export const composeBody = (template: string, change: Change, adaptor: Adaptor, at: Date, context: RecordContext): string => {
	const known: Readonly<Record<string, () => string>> = {
		document: () => escaped(change.document, adaptor),
		id: () => escaped(change.key, adaptor),
		idField: () => escaped(change.keyField, adaptor),
		recordId: () => escaped(change.recordKey, adaptor),
		type: () => change.type,
		time: () => at.toISOString(),
		changes: () => changesOf(change, adaptor),
	};
	const filled = (text: string, row?: { readonly table: string; readonly values: Change['record'] }): string =>
		text.replace(PLACEHOLDER, (placeholder, table: string, field: string) => {
			if (table === EVENT) {
				return known[field]?.() ?? placeholder;
			}
			const values = table === row?.table ? row.values : table === change.table || table === 'DOC' ? change.record : context.record();
			return escaped(plainValue(values, field), adaptor);
		});
	const separator = adaptor.format === 'json' ? ',' : '';
	return templateParts(template)
		.map(({ text, table }) =>
			table === undefined
				? filled(text)
				: context
						.rows(table)
						.map((values) => filled(text.trimEnd(), { table, values }))
						.join(separator),
		)
		.join('');
};
