import { EVENT_FIELDS } from '../../core/catalog';
import type { Change } from '../storage/change';
import { changedFields, plainValue } from './conditions';
import type { Adaptor } from './trigger';

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

/** A part of a template: said once, or once to each row of a sub-table. */
export interface Stretch {
	readonly text: string;
	readonly table?: string;
}

/** `#[mo_service_row] … #[/mo_service_row]` (public material: child-table field values). */
const LOOP = /#\[([A-Za-z_]\w*)\]([^]*?)#\[\/\1\]/g;
const TAG = /#\[\/?[A-Za-z_]\w*\]/;

/** The parts of a template, in their order. */
export const stretchesIn = (template: string): readonly Stretch[] => {
	const stretches: Stretch[] = [];
	let from = 0;
	for (const { 0: whole, 1: table, 2: text, index } of template.matchAll(LOOP)) {
		stretches.push({ text: template.slice(from, index) }, { text: text as string, table });
		from = index + whole.length;
	}
	return [...stretches, { text: template.slice(from) }];
};

/** A tag that opens or closes nothing: without its other half, or within another loop. */
export const strayTag = (stretches: readonly Stretch[]): string | undefined =>
	stretches.map(({ text }) => TAG.exec(text)?.[0]).find((tag) => tag !== undefined);

/** The fields of records that a stretch names. */
export const fieldsIn = ({ text }: Stretch): readonly { readonly table: string; readonly field: string }[] =>
	[...text.matchAll(PLACEHOLDER)]
		.map(([, table, field]) => ({ table: table as string, field: field as string }))
		.filter(({ table }) => table !== EVENT);

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

const jsonValue = (value: unknown, adaptor: Adaptor): string =>
	typeof value === 'string' ? `"${escaped(value, adaptor)}"` : JSON.stringify(value);

/** What a template can name beside the row of the event: the record that it belongs to, and the rows below that record, as they are now. */
export interface Surroundings {
	record(): Change['record'] | undefined;
	rows(table: string): readonly Change['record'][];
}

/** The body of one event: the template with the values of the row, of its record and of the rows below that record in it. */
export const composeBody = (template: string, change: Change, adaptor: Adaptor, at: Date, around: Surroundings): string => {
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
			const values = table === row?.table ? row.values : table === change.table || table === 'DOC' ? change.record : around.record();
			return escaped(plainValue(values, field), adaptor);
		});
	const separator = adaptor.format === 'json' ? ',' : '';
	return stretchesIn(template)
		.map(({ text, table }) =>
			table === undefined
				? filled(text)
				: around
						.rows(table)
						.map((values) => filled(text.trimEnd(), { table, values }))
						.join(separator),
		)
		.join('');
};
