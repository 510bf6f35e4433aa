/** Decides which pages the operation Get Many reads. */
import { InputError } from '../../core/model/inputError';
import { listNamesOf, type Site } from '../../core/model/site';
import type { ListInput } from '../../core/operations';
import type { Row } from '../../core/model/terms';
import { numberOf } from './params';

export interface Paging extends Pick<ListInput, 'limit' | 'page' | 'pageSize'> {
	/** The site, without the user's own query parameters for the page and its size: `page` and `pageSize` replace them. */
	readonly site: Site;
}

/** A number that can be set by an option and by one of the user's own query parameters. Throws {@link InputError} if the two differ. */
const oneOf = (option: number | undefined, own: readonly string[], field: string, label: string): number | undefined => {
	const numbers = [
		...new Set([
			...(option === undefined ? [] : [option]),
			...own.map((text) => numberOf(text, field, label)).filter((number) => number !== undefined),
		]),
	];
	if (numbers.length <= 1) return numbers[0];
	throw new InputError({
		field,
		message: `'${label}' is set to different values: ${numbers.join(', ')}`,
		hint: "Set it only once: in the options or under 'Additional Query Parameters'",
	});
};

/**
 * Reads Page, Page Size and the limit. `page` and `pageSize` among the user's own query parameters have the same effect as the options.
 * They are removed from the user's parameters, because the URL would otherwise contain them twice. If a page is given, it is returned
 * completely: the limit is used only as the page size, and only if no page size is given. Throws {@link InputError}.
 */
export const readPaging = (options: Row, limit: number | undefined, site: Site): Paging => {
	const names = listNamesOf(site);
	const own = Object.entries(site.extraParameters ?? {});
	const named =
		(name: string) =>
		([given]: readonly [string, string]): boolean =>
			given.toLowerCase() === name.toLowerCase();
	const valuesOf = (name: string): string[] => own.filter(named(name)).map(([, value]) => value);
	const page = oneOf(numberOf(options.page, 'page', 'Page'), valuesOf(names.page), 'page', 'Page');
	const pageSize = oneOf(numberOf(options.pageSize, 'pageSize', 'Page Size'), valuesOf(names.pageSize), 'pageSize', 'Page Size');
	const extraParameters = Object.fromEntries(own.filter((each) => !named(names.page)(each) && !named(names.pageSize)(each)));
	return {
		site: { ...site, extraParameters },
		page,
		pageSize: page === undefined ? pageSize : (pageSize ?? limit),
		limit: page === undefined ? limit : undefined,
	};
};
