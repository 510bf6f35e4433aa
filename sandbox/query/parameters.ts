import { PARAMETERS } from '../../core/catalog';
import { badRequest } from '../documents/refusal';

type Name = keyof typeof PARAMETERS | 'wo_no_seq';

const known = new Map<string, Name>([
	...Object.entries(PARAMETERS).map(([name, { name: wire }]) => [wire.toLowerCase(), name as Name] as const),
	['wo_no_seq', 'wo_no_seq'],
]);

/** The query parameters that the interface knows; all others are passed over. */
export type Parameters = ReadonlyMap<Name, string>;

/** Reads the part of an address after `?`; names without case, a `+` is a space (public material: Lists). */
export const readParameters = (query: string): Parameters => {
	const read = new Map<Name, string>();
	for (const [wire, value] of new URLSearchParams(query)) {
		const name = known.get(wire.toLowerCase());
		if (name && read.has(name)) {
			throw badRequest(`The parameter '${wire}' stands in the address twice`);
		}
		if (name) {
			read.set(name, value);
		}
	}
	return read;
};

/** Whether a handling parameter says `ignore`; anything but `ignore` and `include` is refused. */
export const ignores = (parameters: Parameters, name: 'nullValueHandling' | 'alternateKeyHandling'): boolean => {
	const value = (parameters.get(name) ?? 'include').toLowerCase();
	if (value !== 'ignore' && value !== 'include') {
		throw badRequest(`The parameter '${PARAMETERS[name].name}' takes 'ignore' or 'include', not '${value}'`);
	}
	return value === 'ignore';
};

/** The JSON of a parameter; `what` says what it has to be. */
export const readJson = (parameter: string, text: string, what: string): unknown => {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		throw badRequest(`The parameter '${parameter}' takes ${what}; this is no JSON: ${text.slice(0, 200)}`);
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
		throw badRequest(`The parameter '${name}' takes a whole number from 1 on, not '${text}'`);
	}
	return number;
};
