import { PARAMETERS } from '../../core/catalog';
import { badRequest } from '../documents/httpError';
import { OMISSIONS, type Omission, type OmissionNames } from '../omissions';

type Renamed = 'nullValueHandling' | 'alternateKeyHandling';
type Name = Exclude<keyof typeof PARAMETERS, Renamed> | Omission | 'wo_no_seq';

const { nullValueHandling: _nulls, alternateKeyHandling: _keys, ...FIXED } = PARAMETERS;
const known = new Map<string, Name>([
	...Object.entries(FIXED).map(([name, { name: wire }]) => [wire.toLowerCase(), name as Name] as const),
	['wo_no_seq', 'wo_no_seq'],
]);

/** The known query parameters, and the headers that can replace them. All others are ignored. */
export type Parameters = ReadonlyMap<Name, string>;

/** Decodes the name or the value of a query parameter; `+` is a space. Rejects invalid percent-encoding, as it is rejected in a path. */
export const decodeParameter = (text: string): string => {
	try {
		return decodeURIComponent(text.replaceAll('+', ' '));
	} catch {
		throw badRequest(`'${text.slice(0, 200)}' in the URL is not valid percent-encoding; write a literal '%' as '%25'`);
	}
};

/** Reads the part of a URL after `?`. Names are case-insensitive (public material: Lists). */
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
	for (const pair of query.split('&')) {
		const [before = '', ...after] = pair.split('=');
		const [wire, value] = [decodeParameter(before), decodeParameter(after.join('='))];
		const name = known.get(wire.toLowerCase()) ?? omissionNamed(wire);
		if (name && read.has(name)) {
			throw badRequest(`The '${wire}' parameter is set more than once`);
		}
		if (name) {
			read.set(name, value);
		}
	}
	return read;
};

/** Whether a request omits nulls or alternate keys. Unknown values are rejected. */
export const omits = (parameters: Parameters, omission: Omission, omissions: OmissionNames): boolean => {
	const value = parameters.get(omission);
	if (value === undefined) {
		return false;
	}
	const { in: place, name, values } = omissions[omission];
	const index = values.findIndex((known) => known.toLowerCase() === value.toLowerCase());
	if (index < 0) {
		throw badRequest(
			`The '${name}' ${place === 'header' ? 'header' : 'parameter'} must be ${values.map((known) => `'${known}'`).join(' or ')}, got '${value}'`,
		);
	}
	return index === 0;
};

/** Parses the JSON of a parameter; `expected` describes the expected value. */
export const readJson = (parameter: string, text: string, expected: string): unknown => {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		throw badRequest(`The '${parameter}' parameter must be ${expected}, got invalid JSON: ${text.slice(0, 200)}`);
	}
};

/** A whole number of at least 1; undefined if the parameter is missing. */
export const readCount = (parameters: Parameters, name: 'pageSize' | 'page'): number | undefined => {
	const text = parameters.get(name);
	if (text === undefined) {
		return undefined;
	}
	const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
	if (number < 1) {
		throw badRequest(`The '${name}' parameter must be a whole number of at least 1, got '${text}'`);
	}
	return number;
};
