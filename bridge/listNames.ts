/** What a site calls pages, order, count and records of its lists, as its credential says. */
import { LIST_NAMES, type ListNames } from '../core/catalog';
import { isRow } from './params';

const KNOWN = Object.keys(LIST_NAMES) as (keyof ListNames)[];
/** A name that stands in an address, a header and a query as it is. */
const NAME = /^[A-Za-z_][\w-]*$/;

/** What the credential shows as long as nobody changed it. */
export const LIST_NAMES_TEXT = JSON.stringify(LIST_NAMES);

/** The names as an object or as JSON; what it leaves out stays as it is. */
export const readListNames = (given: unknown): { readonly names: ListNames; readonly refusal?: undefined } | { readonly refusal: string } => {
	let changes = given;
	if (typeof given === 'string' || given === undefined || given === null) {
		try {
			changes = JSON.parse(String(given ?? '').trim() || '{}');
		} catch {
			return { refusal: 'is no JSON' };
		}
	}
	if (!isRow(changes)) return { refusal: 'is no object of names' };
	const unknown = Object.keys(changes).find((name) => !KNOWN.some((known) => known === name));
	if (unknown !== undefined) return { refusal: `holds '${unknown}', which is none of ${KNOWN.join(', ')}` };
	const unfit = Object.entries(changes).find(([, name]) => typeof name !== 'string' || !NAME.test(name));
	if (unfit !== undefined) return { refusal: `says of '${unfit[0]}' what is no name: it takes letters, digits, hyphens and underscores` };
	return { names: { ...LIST_NAMES, ...changes } };
};
