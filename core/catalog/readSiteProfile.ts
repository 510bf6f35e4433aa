/** Parses a site profile and checks it against its schema. */
import { SITE_PROFILE_SCHEMA, SITE_PROFILE_VERSION, type ProfileSchema, type SiteProfile } from './siteProfile';

/** A profile, or why it is invalid. The reason completes a sentence that starts with the name of the setting. */
export type ReadSiteProfile =
	{ readonly profile: SiteProfile; readonly refusal?: undefined } | { readonly profile?: undefined; readonly refusal: string };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPES: Readonly<Record<string, { readonly label: string; matches(value: unknown): boolean }>> = {
	object: { label: 'a JSON object', matches: isObject },
	array: { label: 'an array', matches: Array.isArray },
	string: { label: 'a string', matches: (value) => typeof value === 'string' },
	integer: { label: 'a whole number', matches: Number.isInteger },
	boolean: { label: 'true or false', matches: (value) => typeof value === 'boolean' },
	null: { label: 'null', matches: (value) => value === null },
};

const shown = (value: unknown): string => {
	const text = JSON.stringify(value) ?? 'nothing';
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};
const at = (path: string): string => (path === '' ? 'must' : `has an error: '${path}' must`);

const typeProblem = ({ type }: ProfileSchema, value: unknown, path: string): string | undefined => {
	const types = [type].flat().map((each) => TYPES[each]);
	if (types.some((each) => each?.matches(value))) return undefined;
	return `${at(path)} be ${types.map((each) => each?.label).join(' or ')}, got ${shown(value)}`;
};

const numberProblem = ({ maximum = Infinity, minimum = -Infinity }: ProfileSchema, value: unknown, path: string): string | undefined =>
	typeof value === 'number' && (value < minimum || value > maximum)
		? `${at(path)} be a whole number from ${minimum} to ${maximum}, got ${value}`
		: undefined;

const textProblem = ({ minLength = 0, pattern }: ProfileSchema, value: unknown, path: string): string | undefined => {
	if (typeof value !== 'string') return undefined;
	if (value.trim().length < minLength) return `${at(path)} not be empty`;
	if (pattern === undefined || new RegExp(pattern).test(value)) return undefined;
	return `${at(path)} be a name of letters, digits, hyphens and underscores, got ${shown(value)}`;
};

const choiceProblem = ({ const: only, enum: choices }: ProfileSchema, value: unknown, path: string): string | undefined => {
	const allowed = only === undefined ? choices : [only];
	return allowed === undefined || allowed.some((choice) => choice === value)
		? undefined
		: `${at(path)} be ${allowed.length === 1 ? '' : 'one of '}${allowed.join(', ')}, got ${shown(value)}`;
};

const itemProblem = ({ items, uniqueItems }: ProfileSchema, value: unknown, path: string): string | undefined => {
	if (!Array.isArray(value) || items === undefined) return undefined;
	const invalid = value.map((each, index) => problemIn(items, each, `${path}[${index}]`)).find((problem) => problem !== undefined);
	if (invalid !== undefined || !uniqueItems || new Set(value).size === value.length) return invalid;
	return `${at(path)} not contain a value twice`;
};

const propertyProblem = (schema: ProfileSchema, value: unknown, path: string): string | undefined => {
	if (!isObject(value)) return undefined;
	const { additionalProperties, properties = {}, required = [] } = schema;
	const missing = required.find((name) => !Object.hasOwn(value, name));
	if (missing !== undefined) return `${at(path)} contain '${missing}'`;
	for (const [name, each] of Object.entries(value)) {
		const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
		const place = path === '' ? name : `${path}.${name}`;
		if (own === false)
			return `contains the unknown setting '${place}'; ${path === '' ? 'it' : `'${path}'`} can contain ${Object.keys(properties).join(', ')}`;
		const problem = own === undefined ? undefined : problemIn(own, each, place);
		if (problem !== undefined) return problem;
	}
	return undefined;
};

const RULES = [typeProblem, choiceProblem, numberProblem, textProblem, itemProblem, propertyProblem];

function problemIn(schema: ProfileSchema, value: unknown, path: string): string | undefined {
	for (const rule of RULES) {
		const problem = rule(schema, value, path);
		if (problem !== undefined) return problem;
	}
	return undefined;
}

/** Reads a profile from an object or from JSON text. An empty string is a profile without settings. */
export const readSiteProfile = (given: unknown): ReadSiteProfile => {
	let value = given;
	if (typeof given === 'string' || given === undefined || given === null) {
		const json = String(given ?? '').trim();
		if (json === '' || json === '{}') return { profile: { version: SITE_PROFILE_VERSION } };
		try {
			value = JSON.parse(json);
		} catch {
			return { refusal: 'is not valid JSON' };
		}
	}
	if (isObject(value) && Object.keys(value).length === 0) return { profile: { version: SITE_PROFILE_VERSION } };
	const problem = problemIn(SITE_PROFILE_SCHEMA, value, '');
	return problem === undefined ? { profile: value as unknown as SiteProfile } : { refusal: problem };
};
