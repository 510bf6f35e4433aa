/** Request headers (specification: Common request rules, Save arguments, Upsert). */
import { CORRECT_RELEASE, HEADERS, hasSince, type HeaderEntry, type Verb } from '../catalog';
import { InputError } from '../model/inputError';
import type { DocumentRef } from '../model/documentRef';
import type { SaveArguments } from '../model/terms';
import type { Site } from '../model/site';
import { asciiJson, saveArgumentHeader } from './saveArguments';

/** The headers of an operation. {@link Site} contains the others. */
export interface HeaderParts {
	/** Undefined for a request without a body. */
	readonly contentType?: string;
	readonly saveArguments?: SaveArguments | undefined;
	/** The verb of the request. Some save arguments support only certain verbs. */
	readonly verb?: Verb | undefined;
	/** Sub-tables whose rows are deleted first. */
	readonly clearSubTables?: readonly string[];
	/** Additional headers, which must be valid according to {@link headerProblem}. */
	readonly headers?: Readonly<Record<string, string>>;
}

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e]*$/;

/** Checks that every transport can send the value unchanged. Throws {@link InputError} for line breaks and non-ASCII characters. */
const plainValue = (name: string, value: string, field = 'headers'): string => {
	if (typeof value === 'string' && VALUE.test(value)) return value;
	throw new InputError({
		field,
		message: `The value of the '${name}' header cannot be sent: it contains a line break or a non-ASCII character`,
		hint: 'Use only ASCII characters',
	});
};

/**
 * Headers that the credential or the connection sets, and names such as `constructor`. HTTP clients drop such names, because they have a
 * meaning in JavaScript.
 */
const RESERVED = new Set([
	'__proto__',
	'constructor',
	'prototype',
	'authorization',
	'host',
	'content-length',
	'content-type',
	'transfer-encoding',
	'connection',
	'expect',
	'te',
	'trailer',
	'upgrade',
]);

const SET_BY_NODE = new Set(
	Object.values(HEADERS)
		.filter(({ direction }) => direction === 'request')
		.map(({ name }) => name.toLowerCase()),
);

/** Why a header that the user configured cannot be sent; undefined if it can. */
export const headerProblem = (name: string, value: string): string | undefined => {
	if (!NAME.test(name)) return "the name of a header consists of letters, digits and !#$%&'*+.^_`|~-";
	if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value))
		return 'the value of a header consists of ASCII characters without control characters, and begins and ends with a visible one';
	const lower = name.toLowerCase();
	return RESERVED.has(lower) || SET_BY_NODE.has(lower) ? `the '${name}' header is set by the node or its credential` : undefined;
};

/**
 * Hints for headers that change what the other parts of a request mean. The nodes also use the values of these headers to convert dates and
 * to identify a list, so the user cannot set them as additional headers.
 */
const SET_BY_OPTION = new Map([
	[HEADERS.divisionCode.name.toLowerCase(), "Remove it, and use the option 'Division Code'"],
	[HEADERS.timeZone.name.toLowerCase(), "Remove it. Operations that send times of records have the option 'Windows Time Zone Name'"],
]);

/** The user's own headers. Throws {@link InputError} for one that is invalid, reserved, or also in `composed`. */
export const userHeaders = (composed: Readonly<Record<string, string>>, site: Pick<Site, 'extraHeaders'>): Record<string, string> => {
	const composedNames = new Set(Object.keys(composed).map((name) => name.toLowerCase()));
	const taken = new Set(composedNames);
	const free = Object.entries(site.extraHeaders ?? {});
	for (const [name] of free) {
		if (!NAME.test(name))
			throw new InputError({ field: 'headers', message: `'${name}' is not a valid header name`, hint: 'Use letters, digits and hyphens' });
		const lower = name.toLowerCase();
		if (RESERVED.has(lower))
			throw new InputError({
				field: 'headers',
				message: `The '${name}' header cannot be set`,
				hint: 'Remove it. The credential or n8n sets it',
			});
		if (composedNames.has(lower))
			throw new InputError({
				field: 'headers',
				message: `The '${name}' header is already set by the node or by its credential`,
				hint: "Remove it, and use the node's parameters instead",
			});
		const option = SET_BY_OPTION.get(lower);
		if (option !== undefined) throw new InputError({ field: 'headers', message: `The '${name}' header cannot be set`, hint: option });
		if (taken.has(lower))
			throw new InputError({ field: 'headers', message: `The '${name}' header is set twice`, hint: 'Remove one of them' });
		taken.add(lower);
	}
	return Object.fromEntries(free.map(([name, value]) => [name, plainValue(name, value)]));
};

const checkedRelease = (entry: HeaderEntry, site: Site, field: string): string => {
	if (hasSince(site.release, entry.since)) return entry.name;
	throw new InputError({
		field,
		message: `The '${entry.name}' header requires release ${entry.since}, but the site is on ${site.release}`,
		hint: `Remove it. ${CORRECT_RELEASE}`,
	});
};

/**
 * All headers of a request except Authorization, in this order: Content-Type, SaveArgument, rowAction, Division-Code,
 * Source-Time-Zone-Name, those of the operation, Accept-Encoding (if the release supports it and the user did not set it), then the user's
 * own headers.
 */
export const composeHeaders = (parts: HeaderParts, document: DocumentRef, site: Site): Record<string, string> => {
	const { contentType, saveArguments = {}, clearSubTables = [], verb } = parts;
	const headers: Record<string, string> = {};
	if (contentType) headers[HEADERS.contentType.name] = contentType;
	if (Object.keys(saveArguments).length > 0) headers[HEADERS.saveArgument.name] = saveArgumentHeader(saveArguments, document, verb, site);
	if (clearSubTables.length > 0)
		headers[checkedRelease(HEADERS.rowAction, site, 'clearSubTables')] = asciiJson({ deleteAll: clearSubTables });
	if (site.divisionCode)
		headers[checkedRelease(HEADERS.divisionCode, site, 'divisionCode')] = plainValue(
			HEADERS.divisionCode.name,
			site.divisionCode,
			'divisionCode',
		);
	if (site.timeZoneName) headers[HEADERS.timeZone.name] = plainValue(HEADERS.timeZone.name, site.timeZoneName, 'timeZoneName');
	Object.assign(headers, parts.headers);
	const free = userHeaders(headers, site);
	const setsEncoding = Object.keys(free).some((name) => name.toLowerCase() === HEADERS.acceptEncoding.name.toLowerCase());
	if (hasSince(site.release, HEADERS.acceptEncoding.since) && !setsEncoding) headers[HEADERS.acceptEncoding.name] = 'gzip, deflate';
	return { ...headers, ...free };
};
