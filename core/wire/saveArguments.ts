/** Save arguments: the value of the header, and the body fields that go with it (specification: Save arguments). */
import { CORRECT_RELEASE, hasSince, saveArgumentNamed, type SaveArgument, type Verb } from '../catalog';
import type { DocumentRef } from '../model/documentRef';
import { InputError } from '../model/inputError';
import type { Site } from '../model/site';
import type { KeyValue, Row, SaveArguments } from '../model/terms';
import { requireSequence } from './path';
import { exactNumber, isRow, isSameNumber, plainValue, requireJson } from './values';

/** JSON in ASCII: header values cannot contain other characters, but JSON can escape them. */
export const asciiJson = (value: unknown): string =>
	JSON.stringify(value).replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const refusal = (message: string, hint: string): InputError => new InputError({ field: 'saveArguments', message, hint });

/** One save argument from the user, with its entry if it is documented. */
interface Given {
	readonly name: string;
	readonly value: unknown;
	readonly entry: SaveArgument | undefined;
}

const givenIn = (saveArguments: SaveArguments = {}): Given[] =>
	Object.entries(saveArguments).map(([name, value]) => ({ name, value, entry: saveArgumentNamed(name) }));

/** How messages name a save argument: by its label and its name in the API if it is documented, otherwise only by its name. */
export const saveArgumentLabel = (name: string): string => {
	const entry = saveArgumentNamed(name);
	return entry ? `'${entry.label}' (${name})` : `'${name}'`;
};
const shown = ({ name }: Given): string => saveArgumentLabel(name);

const VERB_NAMES: Readonly<Record<Verb, string>> = {
	create: 'Create',
	delete: 'Delete',
	get: 'Get',
	list: 'Get Many',
	update: 'Update',
	updateMany: 'Update of all matching records',
	upsert: 'Create or Update',
};

const NUMBER = /^-?[0-9]+$/;

const checkValue = (given: Given): void => {
	const { name, value, entry } = given;
	requireJson(value, name, 'saveArguments');
	if (!entry) return;
	if (typeof value !== 'string' && typeof value !== 'number')
		throw refusal(`The save argument ${shown(given)} must be text or a number, got ${JSON.stringify(value)}`, 'Enter its value as text');
	const text = String(value);
	if (entry.value !== 'empty' && text.trim() === '')
		throw refusal(`The save argument ${shown(given)} has no value`, 'Enter a value, or remove it');
	if (entry.choices && !entry.choices.some((choice) => choice.value === text)) {
		throw refusal(
			`'${text}' is not a valid value for the save argument ${shown(given)}`,
			`Choose one of ${entry.choices.map((choice) => `${choice.value} (${choice.label})`).join(', ')}`,
		);
	}
	if (entry.value === 'number' && !NUMBER.test(text.trim()))
		throw refusal(`The save argument ${shown(given)} must be a number, got '${text}'`, 'Enter the number only, such as 15');
	if (entry.value === 'numbers' && !text.split(',').every((each) => NUMBER.test(each.trim())))
		throw refusal(
			`The save argument ${shown(given)} must be numbers separated by commas, got '${text}'`,
			'Enter numbers only, such as 10,11',
		);
	if (entry.value === 'key') requireSequence(value, `The save argument ${shown(given)}`, 'saveArguments');
};

/**
 * Checks one save argument against its catalog entry. A save argument without an entry passes, because a site can support additional ones.
 */
const check = (given: Given, document: DocumentRef, verb: Verb | undefined, site: Site): void => {
	const { name, entry } = given;
	if (name.trim() === '') throw refusal('A save argument has no name', 'Enter a name, or remove it');
	if (entry && !hasSince(site.release, entry.since)) {
		throw refusal(
			`The save argument ${shown(given)} requires release ${entry.since}, but the site is on ${site.release}`,
			`Remove it. ${CORRECT_RELEASE}`,
		);
	}
	const isDocumented = entry?.documents.includes(document.name) === true;
	// A document without an entry has no verbs. Which save arguments it supports is unknown, so the server decides.
	if (entry && document.verbs && !isDocumented)
		throw refusal(`The save argument ${shown(given)} does not work on '${document.name}'`, `It works on ${entry.documents.join(', ')}`);
	if (entry?.verbs && verb && isDocumented && !entry.verbs.includes(verb)) {
		throw refusal(
			`The save argument ${shown(given)} does not work with ${VERB_NAMES[verb]}`,
			`Use it with ${entry.verbs.map((each) => VERB_NAMES[each]).join(', ')}`,
		);
	}
	checkValue(given);
};

const listed = (names: readonly string[]): string => names.map(saveArgumentLabel).join(' or ');

/** Rejects save arguments that contradict each other or lack one that they require (specification: Save arguments). */
const checkTogether = (all: readonly Given[]): void => {
	const find = (searched: string): Given | undefined => all.find(({ name, entry }) => (entry?.name ?? name) === searched);
	all.forEach((given, index) => {
		const { name, entry, value } = given;
		const isTwice = all.some(
			(other, before) => before < index && (entry ? other.entry === entry : other.name.toLowerCase() === name.toLowerCase()),
		);
		if (isTwice) throw refusal(`The save argument ${shown(given)} is set twice`, 'Remove one of them');
		if (entry?.name === 'LoadServiceTemplate' && String(value).includes(',') && all.length > 1) {
			throw refusal(
				`${shown(given)} with several templates cannot be sent together with other save arguments`,
				'Load one service template, or send the other save arguments in a separate request',
			);
		}
		const excluded = entry?.excludes?.map(find).find((other) => other !== undefined);
		if (excluded)
			throw refusal(
				`${all
					.filter((each) => each.entry === entry || each === excluded)
					.map(shown)
					.join(' and ')} cannot be sent together`,
				'Remove one of them',
			);
		if (entry?.requires && !entry.requires.some(find))
			throw refusal(`${shown(given)} requires the save argument ${listed(entry.requires)}`, `Add one, or remove ${shown(given)}`);
	});
};

const checked = (saveArguments: SaveArguments | undefined, document: DocumentRef, verb: Verb | undefined, site: Site): Given[] => {
	const all = givenIn(saveArguments);
	all.forEach((given) => check(given, document, verb, site));
	checkTogether(all);
	return all;
};

/**
 * The specification shows template numbers as text and LoadTemplateOption as a number. It shows no type for other values, so they are sent
 * unchanged.
 */
const headerValue = ({ value, entry }: Given): unknown => {
	if (entry?.value === 'number') return String(value);
	return entry?.value === 'numberChoice' ? Number(value) : value;
};

/** The value of the `SaveArgument` header of a request. Throws {@link InputError} for invalid save arguments. */
export const saveArgumentHeader = (saveArguments: SaveArguments, document: DocumentRef, verb: Verb | undefined, site: Site): string => {
	return asciiJson(Object.fromEntries(checked(saveArguments, document, verb, site).map((given) => [given.name, headerValue(given)])));
};

/**
 * Whether these save arguments cause a change that cannot be undone. A request with such a change must not be sent after a failed request.
 */
export const isIrreversible = (saveArguments?: SaveArguments): boolean =>
	givenIn(saveArguments).some(({ entry }) => entry?.irreversible === true);

/** Whether the body must contain a key object, which the operations form of PATCH cannot contain. */
export const needsPayload = (saveArguments?: SaveArguments): boolean =>
	givenIn(saveArguments).some(({ entry }) => entry?.value === 'numberChoice' && entry.bodyField !== undefined);

/** Whether an update without fields still sends the key of the record. */
export const keepsKey = (saveArguments?: SaveArguments): boolean => givenIn(saveArguments).some(({ entry }) => entry?.keyInBody === true);

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/**
 * Adds a field. An existing field stays unchanged; throws {@link InputError} if its value differs. `cause` describes the source of `value`
 * in the message.
 */
export const withField = (fields: Row, name: string, value: KeyValue, cause: string): Row => {
	const given = plainValue(fields[name], name);
	if (!isGiven(given)) return { ...fields, [name]: value };
	if (String(given) === String(value) || isSameNumber(given, value)) return fields;
	throw new InputError({
		field: name,
		message: `The fields set '${name}' to ${JSON.stringify(given)}, but ${cause} is ${JSON.stringify(value)}`,
		hint: `Remove '${name}' from the fields, or use the same number`,
	});
};

const withBodyField = (fields: Row, { name, value, entry }: Given): Row => {
	const label = saveArgumentLabel(name);
	const field = entry?.bodyField;
	if (field === undefined) return fields;
	const given = plainValue(fields[field], field);
	if (entry?.value === 'numberChoice') {
		if (isGiven(given)) return { ...fields, [field]: isRow(fields[field]) ? fields[field] : { [field]: given } };
		throw new InputError({
			field: 'saveArguments',
			message: `${label} requires a template number in '${field}'`,
			hint: `Add '${field}' to the fields`,
		});
	}
	if (entry?.value !== 'numbers' || !String(value).includes(','))
		return withField(fields, field, exactNumber(String(value)) ?? String(value), `the save argument ${label}`);
	if (!isGiven(given)) return { ...fields, [field]: null };
	throw new InputError({
		field,
		message: `The fields set '${field}' to ${JSON.stringify(given)}, but it must be null because ${label} has several values`,
		hint: `Remove '${field}' from the fields`,
	});
};

/**
 * The fields of a record with those that its save arguments add (specification: LoadTemplate, LoadServiceTemplate). Throws
 * {@link InputError}.
 */
export const withBodyFields = (
	fields: Row,
	{ document, saveArguments }: { readonly document: DocumentRef; readonly saveArguments?: SaveArguments | undefined },
	verb: Verb,
	site: Site,
): Row =>
	checked(saveArguments, document, verb, site)
		.filter(({ entry }) => entry?.documents.includes(document.name))
		.reduce(withBodyField, fields);
