import { EVENT_METHODS, EVENT_TYPES, hasSince, type Release } from '../../core/catalog';
import { badRequest } from '../documents/httpError';
import { type DocumentView, documentViews, type FieldView, tableIn, type TableView } from '../storage/tables';
import { defaultTemplate, fieldsIn, type TemplatePart, unmatchedTag, templateParts } from './template';
import { CONDITION_KINDS, type EventCondition, type SignIn, type Adaptor, type StoredResponse, type EventTrigger } from './trigger';

type Given = Readonly<Record<string, unknown>>;

/** The first release with child-table field values in payloads (public material). */
const ROWS_SINCE: Release = '11.3';

const MAX_RETRIES = 20;
const MAX_MS = 600_000;
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Reads the properties of an object, and rejects unknown ones. */
class Reader {
	constructor(
		private readonly given: Given,
		readonly place: string,
		known: readonly string[],
	) {
		const unknown = Object.keys(given).find((name) => !known.includes(name));
		if (unknown !== undefined) {
			throw badRequest(`Unknown property '${unknown}' in '${place}'; use ${known.map((name) => `'${name}'`).join(', ')}`);
		}
	}

	has(name: string): boolean {
		return this.given[name] !== undefined;
	}

	refuse(name: string, expected: string): never {
		throw badRequest(`'${this.place}.${name}' must be ${expected}`);
	}

	text(name: string): string {
		const value = this.given[name];
		return typeof value === 'string' && value !== '' ? value : this.refuse(name, 'a string');
	}

	number(name: string, otherwise: number, max: number): number {
		const value = this.given[name] ?? otherwise;
		return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max
			? value
			: this.refuse(name, `a whole number up to ${max}`);
	}

	flag(name: string, otherwise: boolean): boolean {
		const value = this.given[name] ?? otherwise;
		return typeof value === 'boolean' ? value : this.refuse(name, 'true or false');
	}

	choice<Choice extends string>(name: string, choices: readonly Choice[], otherwise: Choice): Choice {
		const value = this.given[name] ?? otherwise;
		return choices.find((choice) => choice === value) ?? this.refuse(name, `one of ${choices.join(', ')}`);
	}

	choices<Choice extends string>(name: string, choices: readonly Choice[]): readonly Choice[] {
		const value = this.given[name] ?? choices;
		const isRight = Array.isArray(value) && value.length > 0 && value.every((one) => choices.includes(one as Choice));
		return isRight ? (value as Choice[]) : this.refuse(name, `a list of ${choices.join(', ')}`);
	}

	list(name: string): readonly unknown[] {
		const value = this.given[name] ?? [];
		return Array.isArray(value) ? value : this.refuse(name, 'a list');
	}

	/** Reads HTTP headers, and rejects invalid names and values. */
	headers(name: string): Readonly<Record<string, string>> {
		const headers = this.texts(name);
		const wrong = Object.entries(headers).find(([header, value]) => !TOKEN.test(header) || !HEADER_VALUE.test(value));
		return wrong === undefined
			? headers
			: this.refuse(`${name}.${wrong[0]}`, 'a header: a name without spaces and a Latin-1 value on one line');
	}

	texts(name: string): Readonly<Record<string, string>> {
		const value = this.given[name] ?? {};
		const isRight = isObject(value) && Object.values(value).every((one) => typeof one === 'string');
		return isRight ? (value as Record<string, string>) : this.refuse(name, 'an object of strings');
	}

	url(name: string): string {
		const text = this.text(name);
		const url = URL.parse(text);
		if (url === null || !/^https?:$/.test(url.protocol)) {
			return this.refuse(name, 'a complete http or https URL');
		}
		return url.username === '' && url.password === '' ? text : this.refuse(name, "a URL without user and password; put them in 'signIn'");
	}

	object(name: string, known: readonly string[]): Reader {
		const value = this.given[name] ?? {};
		return isObject(value) ? new Reader(value, `${this.place}.${name}`, known) : this.refuse(name, 'an object');
	}

	value(name: string): unknown {
		return this.given[name];
	}
}

const isObject = (value: unknown): value is Given => typeof value === 'object' && value !== null && !Array.isArray(value);

const signInFrom = (adaptor: Reader): SignIn => {
	const signIn = adaptor.object('signIn', ['type', 'user', 'password', 'header', 'key']);
	const type = signIn.choice('type', ['none', 'basic', 'key'], 'none');
	switch (type) {
		case 'none':
			return { type };
		case 'basic':
			return { type, user: signIn.text('user'), password: signIn.text('password') };
		case 'key': {
			const header = signIn.text('header');
			const key = signIn.text('key');
			return {
				type,
				header: TOKEN.test(header) ? header : signIn.refuse('header', 'the name of a header'),
				key: HEADER_VALUE.test(key) ? key : signIn.refuse('key', 'Latin-1 text on one line, because it is sent in a header'),
			};
		}
	}
};

const ADAPTOR_PARTS = [
	'method',
	'url',
	'secondUrl',
	'format',
	'rawLineBreaks',
	'headers',
	'signIn',
	'retries',
	'retryDelayMs',
	'timeoutMs',
];

const adaptorFrom = (trigger: Reader, release: Release): Adaptor => {
	const adaptor = trigger.object('adaptor', ADAPTOR_PARTS);
	return {
		method: adaptor.choice('method', EVENT_METHODS, 'POST'),
		url: adaptor.url('url'),
		...(adaptor.has('secondUrl') ? { secondUrl: adaptor.url('secondUrl') } : {}),
		format: adaptor.choice('format', ['json', 'xml'], 'json'),
		rawLineBreaks: adaptor.flag('rawLineBreaks', !hasSince(release, '11.1')),
		headers: adaptor.headers('headers'),
		signIn: signInFrom(adaptor),
		retries: adaptor.number('retries', 3, MAX_RETRIES),
		retryDelayMs: adaptor.number('retryDelayMs', 1_000, MAX_MS),
		timeoutMs: adaptor.number('timeoutMs', 10_000, MAX_MS),
	};
};

const documentFrom = (trigger: Reader, release: Release): DocumentView => {
	const views = documentViews(release);
	const name = trigger.text('document');
	return views.find((view) => view.name === name) ?? trigger.refuse('document', `one of ${views.map((view) => view.name).join(', ')}`);
};

const requireField = (table: TableView, field: string, place: string): FieldView => {
	const view = table.byName.get(field);
	if (view === undefined) {
		throw badRequest(`'${place}' refers to '${field}', which is not a field of '${table.name}'`);
	}
	if (view.shownFrom) {
		throw badRequest(
			`'${place}' refers to '${field}', which events do not contain, because it is a field of the record in '${view.shownFrom.through}'. Use '${view.shownFrom.through}'`,
		);
	}
	return view;
};

/** The string to compare with. Rejects values that are neither strings nor numbers, because they would never match. */
const comparedWith = (condition: Reader, kind: string, value: unknown): string =>
	typeof value === 'string' || typeof value === 'number'
		? String(value)
		: condition.refuse(kind, "a string or a number; use 'empty' for no value");

const conditionFrom = (given: unknown, table: TableView, place: string): EventCondition => {
	const condition = new Reader(isObject(given) ? given : {}, place, ['field', ...CONDITION_KINDS]);
	const { name: field } = requireField(table, condition.text('field'), place);
	const [kind, ...others] = CONDITION_KINDS.filter((name) => condition.has(name));
	if (kind === undefined || others.length > 0) {
		throw badRequest(`'${place}' requires one of ${CONDITION_KINDS.map((name) => `'${name}'`).join(', ')}`);
	}
	if (kind === 'changed' || kind === 'empty') {
		return { field, kind, value: condition.flag(kind, true) };
	}
	const value =
		kind === 'in'
			? condition.list(kind).map((one) => comparedWith(condition, kind, one))
			: comparedWith(condition, kind, condition.value(kind));
	return { field, kind, value };
};

/** Rejects fields that are not available in a part of a template. */
const requireFields = (part: TemplatePart, document: DocumentView, table: TableView, place: string): void => {
	const loop = part.table === undefined ? undefined : tableIn(document.root, part.table);
	if (part.table !== undefined && (loop === undefined || loop === document.root)) {
		throw badRequest(`'${place}' loops over the rows of '${part.table}', which is not a sub-table of ${document.name}`);
	}
	for (const { table: name, field } of fieldsIn(part)) {
		const named = name === 'DOC' ? table : [loop, table, document.root].find((view) => view?.name === name);
		if (named === undefined) {
			throw badRequest(
				`'${place}' refers to the table '${name}'${loop ? ` within '${loop.name}'` : ''}, but this trigger is for '${table.name}' of ${document.name}. Fields of '${name}' can be used only between #[${name}] and #[/${name}]`,
			);
		}
		requireField(named, field, place);
	}
};

const templateFrom = (trigger: Reader, document: DocumentView, table: TableView, format: Adaptor['format'], release: Release): string => {
	const given = trigger.value('template') ?? defaultTemplate(format);
	const template = isObject(given) || Array.isArray(given) ? JSON.stringify(given, undefined, 2) : given;
	if (typeof template !== 'string' || template.trim() === '') {
		return trigger.refuse('template', 'a string or JSON');
	}
	const place = `${trigger.place}.template`;
	const parts = templateParts(template);
	const tag = unmatchedTag(parts);
	if (tag !== undefined) {
		throw badRequest(`'${place}' contains '${tag}', which has no matching tag or is nested in another loop`);
	}
	if (parts.length > 1 && !hasSince(release, ROWS_SINCE)) {
		throw badRequest(`'${place}' loops over rows, which requires release ${ROWS_SINCE}`);
	}
	parts.forEach((part) => requireFields(part, document, table, place));
	return template;
};

const storeFrom = (trigger: Reader, table: TableView): readonly StoredResponse[] =>
	Object.entries(trigger.texts('store')).map(([field, from]) => {
		const view = requireField(table, field, `${trigger.place}.store`);
		if (view.readOnly || field === table.key) {
			throw badRequest(`'${trigger.place}.store' contains '${field}', which the system sets`);
		}
		return {
			field,
			from: /^response(\.|$)/.test(from)
				? from
				: trigger.refuse(`store.${field}`, "a path that begins with 'response', such as 'response.data.id'"),
		};
	});

/** Parses a trigger. Throws an `HttpError` that names the invalid property. */
export const triggerFrom = (given: unknown, release: Release, place = 'trigger'): EventTrigger => {
	if (!isObject(given)) {
		throw badRequest(`'${place}' must be an object`);
	}
	const trigger = new Reader(given, place, ['name', 'active', 'document', 'table', 'types', 'conditions', 'template', 'adaptor', 'store']);
	const document = documentFrom(trigger, release);
	const table = trigger.has('table')
		? (tableIn(document.root, trigger.text('table')) ?? trigger.refuse('table', `a table of ${document.name}`))
		: document.root;
	const adaptor = adaptorFrom(trigger, release);
	return {
		name: trigger.text('name'),
		active: trigger.flag('active', true),
		document,
		table,
		types: trigger.choices(
			'types',
			EVENT_TYPES.map(({ wire }) => wire),
		),
		conditions: trigger.list('conditions').map((condition, index) => conditionFrom(condition, table, `${place}.conditions[${index}]`)),
		template: templateFrom(trigger, document, table, adaptor.format, release),
		adaptor,
		store: storeFrom(trigger, table),
	};
};

/** Parses the configuration `{"triggers": […]}`. Names must be unique. */
export const triggersFrom = (given: unknown, release: Release): readonly EventTrigger[] => {
	const set = new Reader(isObject(given) ? given : {}, 'events', ['triggers']);
	if (!set.has('triggers')) {
		throw badRequest('The events must be an object such as {"triggers": […]}');
	}
	const triggers = set.list('triggers').map((trigger, index) => triggerFrom(trigger, release, `triggers[${index}]`));
	const names = triggers.map(({ name }) => name);
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice !== undefined) {
		throw badRequest(`Two triggers are named '${twice}'`);
	}
	return triggers;
};
