/**
 * The names that a site uses for the pages, order, count and records of its lists, and for omitting nulls and alternate keys. They are set
 * in its credential.
 */
import { HEADER_PREFIX, LIST_NAMES, type ListNames } from '../../core/catalog';
import { OMISSIONS, omissionProblem, duplicateName } from '../../core/wire/omissions';
import { isRow } from '../../core/wire/values';

const KNOWN = Object.keys(LIST_NAMES) as (keyof ListNames)[];
/** A name that requires no encoding in a URL, a header or a query. */
const NAME = /^[A-Za-z_][\w-]*$/;
const NAME_RULE = 'a name consists of letters, digits, hyphens and underscores, and begins with a letter or an underscore';

const nameProblem = (key: string, name: unknown): string | undefined => {
	if (typeof name === 'string' && name.startsWith(HEADER_PREFIX) && OMISSIONS.some((omission) => omission === key))
		return omissionProblem(name);
	return typeof name === 'string' && NAME.test(name) ? undefined : NAME_RULE;
};

/** The default value of 'API Names' in the credential. */
export const LIST_NAMES_TEXT = JSON.stringify(LIST_NAMES);

/** Reads the names from an object or from JSON text; omitted names keep their defaults. */
export const readListNames = (
	given: unknown,
): { readonly names: ListNames; readonly refusal?: undefined } | { readonly refusal: string } => {
	let changes = given;
	if (typeof given === 'string' || given === undefined || given === null) {
		try {
			changes = JSON.parse(String(given ?? '').trim() || '{}');
		} catch {
			return { refusal: 'is not valid JSON' };
		}
	}
	if (!isRow(changes)) return { refusal: 'must be a JSON object of names' };
	const unknown = Object.keys(changes).find((name) => !KNOWN.some((known) => known === name));
	if (unknown !== undefined) return { refusal: `contains the unknown name '${unknown}'; it can contain ${KNOWN.join(', ')}` };
	for (const [key, name] of Object.entries(changes)) {
		const error = nameProblem(key, name);
		if (error !== undefined) return { refusal: `has the invalid value ${JSON.stringify(name)} for '${key}': ${error}` };
	}
	const names: ListNames = { ...LIST_NAMES, ...changes };
	const shared = duplicateName(names);
	return shared === undefined ? { names } : { refusal: `uses the ${shared} twice` };
};
