import { PARAMETERS } from '../../core/catalog';
import { badRequest } from '../documents/refusal';
import { OMISSIONS, type Omission, type OmissionNames } from '../omissions';

type Renamed = 'nullValueHandling' | 'alternateKeyHandling';
type Name = Exclude<keyof typeof PARAMETERS, Renamed> | Omission | 'wo_no_seq';

const { nullValueHandling: _nulls, alternateKeyHandling: _keys, ...FIXED } = PARAMETERS;
const known = new Map<string, Name>([
	...Object.entries(FIXED).map(([name, { name: wire }]) => [wire.toLowerCase(), name as Name] as const),
	['wo_no_seq', 'wo_no_seq'],
]);

/** The query parameters that the site knows, and headers that take the place of one; all others are ignored. */
export type Parameters = ReadonlyMap<Name, string>;

/** Reads the part of an address after `?`; names without case, a `+` is a space (public material: Lists). `headerOf` reads a header of the call. */
export const readParameters = (query: string, omissions: OmissionNames, headerOf: (name: string) => string | undefined): Parameters => {
	const read = new Map<Name, string>();
	for (const omission of OMISSIONS.filter((each) => omissions[each].in === 'header')) {
		const value = headerOf(omissions[omission].name);
		if (value !== undefined) {
			read.set(omission, value);
		}
	}
	const omissionNamed = (wire: string): Omission | undefined =>
		OMISSIONS.find((each) => omissions[each].in === 'query' && omissions[each].name.toLowerCase() === wire.toLowerCase());
	for (const [wire, value] of new URLSearchParams(query)) {
		const name = known.get(wire.toLowerCase()) ?? omissionNamed(wire);
		if (name && read.has(name)) {
			throw badRequest(`The parameter '${wire}' is given more than once`);
		}
		if (name) {
			read.set(name, value);
		}
	}
	return read;
};

/** Whether a call omits nulls or alternate keys; a value that the parameter or header does not have is refused. */
export const omits = (parameters: Parameters, omission: Omission, omissions: OmissionNames): boolean => {
	const value = parameters.get(omission);
	if (value === undefined) {
		return false;
	}
	const { in: place, name, values } = omissions[omission];
	const index = values.findIndex((known) => known.toLowerCase() === value.toLowerCase());
	if (index < 0) {
		throw badRequest(
			`The ${place === 'header' ? 'header' : 'parameter'} '${name}' must be ${values.map((known) => `'${known}'`).join(' or ')}, got '${value}'`,
		);
	}
	return index === 0;
};

/** The JSON of a parameter; `what` says what it has to be. */
export const readJson = (parameter: string, text: string, what: string): unknown => {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		throw badRequest(`The parameter '${parameter}' must be ${what}, got invalid JSON: ${text.slice(0, 200)}`);
	}
};

/** A whole number from 1 on; undefined where the parameter was not given. */
export const readCount = (parameters: Parameters, name: 'pageSize' | 'page'): number | undefined => {
	const text = parameters.get(name);
	if (text === undefined) {
		return undefined;
	}
	const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
	if (number < 1) {
		throw badRequest(`The parameter '${name}' must be a whole number of at least 1, got '${text}'`);
	}
	return number;
};
