/**
 * The names of the parameters or headers that omit nulls and alternate keys. The specification mentions headers but
 * does not name them (Common request rules). Public material names query parameters.
 */
import { HEADERS, PARAMETERS } from '../core/catalog';

/** A query parameter or header that omits nulls or alternate keys. */
export interface OmissionName {
	readonly in: 'query' | 'header';
	readonly name: string;
	/** The values that a request can send; the first one requests the omission. */
	readonly values: readonly string[];
}

export const OMISSIONS = ['omitNulls', 'omitAlternateKeys'] as const;
export type Omission = (typeof OMISSIONS)[number];
export type OmissionNames = Readonly<Record<Omission, OmissionName>>;

const VALUES = ['ignore', 'include'];

export const DEFAULT_OMISSION_NAMES: OmissionNames = {
	omitNulls: { in: 'query', name: PARAMETERS.nullValueHandling.name, values: VALUES },
	omitAlternateKeys: { in: 'query', name: PARAMETERS.alternateKeyHandling.name, values: VALUES },
};

const PARAMETER = /^[A-Za-z_][\w-]*$/;
const HEADER = /^header:(?<name>[\w!#$%&'*+.^`|~-]+)(?:=(?<value>[!-~](?:[ -~]*[!-~])?))?$/;
/** Names that already have another meaning. Node interprets the HTTP connection headers before the sandbox reads the request. */
const TAKEN = {
	query: ['wo_no_seq', ...Object.values(PARAMETERS).map(({ name }) => name)].filter(
		(name) => !OMISSIONS.some((omission) => DEFAULT_OMISSION_NAMES[omission].name === name),
	),
	header: [
		...Object.values(HEADERS).map(({ name }) => name),
		'Host',
		'Connection',
		'Content-Length',
		'Content-Encoding',
		'Transfer-Encoding',
		'Expect',
		'Upgrade',
		'TE',
		'Trailer',
	],
};

const readName = (given: unknown): OmissionName | undefined => {
	if (typeof given !== 'string') {
		return undefined;
	}
	const { name, value } = HEADER.exec(given)?.groups ?? {};
	if (name !== undefined) {
		return { in: 'header', name, values: value === undefined ? VALUES : [value] };
	}
	return PARAMETER.test(given) ? { in: 'query', name: given, values: VALUES } : undefined;
};

const readObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
	try {
		const given = JSON.parse(text) as unknown;
		const isKnown =
			typeof given === 'object' &&
			given !== null &&
			!Array.isArray(given) &&
			Object.keys(given).every((key) => OMISSIONS.some((omission) => omission === key));
		return isKnown ? (given as Readonly<Record<string, unknown>>) : undefined;
	} catch {
		return undefined;
	}
};

/**
 * Reads a JSON object such as `{"omitNulls":"header:X-Null-Handling","omitAlternateKeys":"keys"}`. Each value is the name of a query
 * parameter, `header:Name` or `header:Name=value`. A missing property keeps the default name.
 */
export const readOmissionNames = (text: string): { names: OmissionNames } | { refused: string } => {
	const given = readObject(text);
	if (given === undefined) {
		return { refused: `must be a JSON object with names for ${OMISSIONS.join(', ')}, got '${text}'` };
	}
	const names: Record<Omission, OmissionName> = { ...DEFAULT_OMISSION_NAMES };
	for (const omission of OMISSIONS.filter((each) => Object.hasOwn(given, each))) {
		const name = readName(given[omission]);
		if (name === undefined) {
			return {
				refused: `must name a query parameter (name) or a header (header:Name or header:Name=value) for '${omission}', got ${JSON.stringify(given[omission])}`,
			};
		}
		names[omission] = name;
	}
	const taken = new Set(Object.entries(TAKEN).flatMap(([place, all]) => all.map((name) => `${place} ${name.toLowerCase()}`)));
	for (const omission of OMISSIONS) {
		const { in: place, name } = names[omission];
		const id = `${place} ${name.toLowerCase()}`;
		if (taken.has(id)) {
			return { refused: `uses '${name}' for '${omission}', but '${name}' already has another meaning` };
		}
		taken.add(id);
	}
	return { names };
};
