import type { Client } from '../http/client';
import { InputError } from '../model/inputError';
import type { OnNotice } from '../model/notice';
import type { Site } from '../model/site';
import type { Row } from '../model/terms';
import { collected } from './collected';
import { list, type ListInput } from './list';

/** The field of a look-up and its origin. */
interface LookedUp {
	/** The field whose values are looked up. */
	readonly field: string;
	/** The parameter that {@link field} comes from. */
	readonly parameter: string;
}

/**
 * Reads the records of a look-up, to determine which keys have no record. Throws {@link InputError} if the site counts records but returns
 * none: the records exist, so the empty response proves nothing.
 */
export const lookedUp = async (
	input: ListInput,
	{ field, parameter }: LookedUp,
	site: Site,
	client: Client,
	onNotice: OnNotice = () => undefined,
): Promise<readonly Row[]> => {
	let incomplete: string | undefined;
	const found = await collected(
		list.run(input, site, client, (notice) => {
			if (notice.name === 'tooFew') incomplete = notice.text;
			onNotice(notice);
		}),
	);
	if (found.length > 0 || incomplete === undefined) return found;
	throw new InputError({
		field: parameter,
		message: `${incomplete} in a look-up by '${field}', so the node cannot determine which records exist`,
		hint: 'Run the node again. If this continues, ask the site administrator why the list returns fewer records than it reports',
	});
};
