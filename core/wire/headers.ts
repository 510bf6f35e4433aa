/** Request headers (specification: Common request rules, Save arguments, Upsert). */
import { HEADERS, SAVE_ARGUMENTS, hasSince, type HeaderEntry, type SaveArgument } from '../catalog';
import { InputFault } from '../model/inputFault';
import type { DocumentRef } from '../model/documentRef';
import type { SaveArguments } from '../model/terms';
import type { Site } from '../model/site';

/** What an operation puts into headers; {@link Site} brings the rest. */
export interface HeaderParts {
	/** None for a call without body. */
	readonly contentType?: string;
	readonly saveArguments?: SaveArguments;
	/** Sub-tables whose rows are deleted first. */
	readonly clearSubTables?: readonly string[];
}

/** JSON in ASCII alone: header values are no Unicode, but JSON can name every character by its number. */
export const asciiJson = (value: unknown): string =>
	JSON.stringify(value).replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const bySpelling = new Map<string, SaveArgument>(
	SAVE_ARGUMENTS.flatMap((entry: SaveArgument) => [entry.name, ...(entry.alternateNames ?? [])].map((name) => [name.toLowerCase(), entry] as const)),
);

const refusal = (what: string, how: string): InputFault => new InputFault({ field: 'saveArguments', what, how });

/** Checks one save argument against its entry; those without entry are let through, since a site can have more. */
const checkSaveArgument = (name: string, value: string, document: DocumentRef, site: Site): void => {
	if (name.trim() === '') throw refusal('A save argument has no name', 'Name it or take it out');
	const entry = bySpelling.get(name.toLowerCase());
	if (!entry) return;
	if (!hasSince(site.release, entry.since)) {
		throw refusal(`The save argument '${name}' came with release ${entry.since}, and this site is on ${site.release}`, "Leave it out, or set 'Release' in the credential if the site is newer");
	}
	// A document without entry (no verbs) is unknown here: the server decides.
	if (document.verbs && !entry.documents.includes(document.name)) {
		throw refusal(`The save argument '${name}' does not work on '${document.name}'`, `It works on ${entry.documents.join(', ')}`);
	}
	if (entry.choices && !entry.choices.some((choice) => choice.value === value)) {
		throw refusal(`'${value}' is no value of the save argument '${name}'`, `Choose one of ${entry.choices.map((choice) => `${choice.value} (${choice.label})`).join(', ')}`);
	}
	if (entry.value !== 'empty' && value.trim() === '') throw refusal(`The save argument '${name}' has no value`, 'Give one or take it out');
};

/** Several service templates stand alone (specification: Save arguments). */
const checkTogether = (given: ReadonlyMap<string, string>): void => {
	const templates = given.get('loadservicetemplate');
	if (templates?.includes(',') && given.size > 1) {
		throw refusal("'LoadServiceTemplate' with several templates cannot stand beside further save arguments", 'Load one service template, or send the other save arguments in another call');
	}
};

const saveArgumentValue = (given: SaveArguments, document: DocumentRef, site: Site): string => {
	const texts = Object.entries(given).map(([name, value]) => [name, String(value)] as const);
	texts.forEach(([name, value]) => checkSaveArgument(name, value, document, site));
	checkTogether(new Map(texts.map(([name, value]) => [name.toLowerCase(), value])));
	return asciiJson(Object.fromEntries(texts));
};

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e]*$/;

/** A value that every transport sends as it is. Throws {@link InputFault} for line breaks and what is no ASCII. */
const plainValue = (name: string, value: string): string => {
	if (typeof value === 'string' && VALUE.test(value)) return value;
	throw new InputFault({
		field: 'headers',
		what: `The value of the header '${name}' cannot be sent: it holds a line break or a character outside of ASCII`,
		how: 'Use letters without accents, digits and common signs only',
	});
};

/** Belong to the credential or to the connection; and names that clients leave out, since they mean something to JavaScript. */
const NOT_FREE = new Set(['__proto__', 'constructor', 'prototype', 'authorization', 'host', 'content-length', 'content-type', 'transfer-encoding', 'connection', 'expect', 'te', 'trailer', 'upgrade']);

const freeHeaders = (composed: Readonly<Record<string, string>>, site: Site): Record<string, string> => {
	const taken = new Set(Object.keys(composed).map((name) => name.toLowerCase()));
	const free = Object.entries(site.extraHeaders ?? {});
	for (const [name] of free) {
		if (!NAME.test(name)) throw new InputFault({ field: 'headers', what: `'${name}' is no name of a header`, how: 'Use letters, digits and hyphens' });
		const lower = name.toLowerCase();
		if (NOT_FREE.has(lower)) throw new InputFault({ field: 'headers', what: `The header '${name}' cannot be set freely`, how: 'It is set by the credential or by the call itself' });
		if (taken.has(lower)) throw new InputFault({ field: 'headers', what: `The header '${name}' is given twice`, how: 'Take one of them out; some are set by the node itself' });
		taken.add(lower);
	}
	return Object.fromEntries(free.map(([name, value]) => [name, plainValue(name, value)]));
};

const checkedRelease = (entry: HeaderEntry, site: Site): string => {
	if (hasSince(site.release, entry.since)) return entry.name;
	throw new InputFault({
		field: entry.name,
		what: `The header '${entry.name}' came with release ${entry.since}, and this site is on ${site.release}`,
		how: "Leave it out, or set 'Release' in the credential if the site is newer",
	});
};

/**
 * All headers of a request but Authorization, in this order: Content-Type, SaveArgument, rowAction, Division-Code,
 * Source-Time-Zone-Name, Accept-Encoding (where the release compresses and the user set none), then the free ones.
 */
export const composeHeaders = (parts: HeaderParts, document: DocumentRef, site: Site): Record<string, string> => {
	const { contentType, saveArguments = {}, clearSubTables = [] } = parts;
	const headers: Record<string, string> = {};
	if (contentType) headers[HEADERS.contentType.name] = contentType;
	if (Object.keys(saveArguments).length > 0) headers[HEADERS.saveArgument.name] = saveArgumentValue(saveArguments, document, site);
	if (clearSubTables.length > 0) headers[checkedRelease(HEADERS.rowAction, site)] = asciiJson({ deleteAll: clearSubTables });
	if (site.divisionCode) headers[checkedRelease(HEADERS.divisionCode, site)] = plainValue(HEADERS.divisionCode.name, site.divisionCode);
	if (site.timeZoneName) headers[HEADERS.timeZone.name] = plainValue(HEADERS.timeZone.name, site.timeZoneName);
	const free = freeHeaders(headers, site);
	const setsEncoding = Object.keys(free).some((name) => name.toLowerCase() === HEADERS.acceptEncoding.name.toLowerCase());
	if (hasSince(site.release, HEADERS.acceptEncoding.since) && !setsEncoding) headers[HEADERS.acceptEncoding.name] = 'gzip, deflate';
	return { ...headers, ...free };
};
