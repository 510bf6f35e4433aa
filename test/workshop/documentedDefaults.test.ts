/** Checks that the pages state the current defaults. */
import { DEFAULT_LIMIT, DEFAULT_TIMEOUT_SECONDS } from '../../bridge/settings';
import { DEFAULT_MAX_ATTEMPTS, DEFAULT_PAGE_SIZE } from '../../core/model/defaults';
import { readPages } from './support/pages';

const PAGES = new Map(readPages().map(({ name, text }) => [name, text.replaceAll('\n', ' ')]));

/** A page, and the words in it that state a default. */
const STATEMENTS: readonly (readonly [page: string, words: string])[] = [
	['docs/performance.md', `defaults suit large lists: ${DEFAULT_PAGE_SIZE} records per page`],
	['docs/scaling.md', `a larger *Page Size* for lists (${DEFAULT_PAGE_SIZE} by default)`],
	['docs/guides/get-changed.md', `| Page Size | records per request; ${DEFAULT_PAGE_SIZE} by default |`],
	['docs/guides/queries.md', `*Limit* (${DEFAULT_LIMIT} by default), or ${DEFAULT_PAGE_SIZE} with *Return All*`],
	['docs/reliability.md', `*Max Attempts*: 1 to 20 (default: ${DEFAULT_MAX_ATTEMPTS})`],
	['docs/reliability.md', `the timeout of one request, including the sign-in, in seconds (default: ${DEFAULT_TIMEOUT_SECONDS}; in`],
];

it.each(STATEMENTS)('%s states the current default: "%s"', (page, words) => {
	// `toContain` would print the whole page.
	expect({ page, missing: PAGES.get(page)?.includes(words) ? [] : [words] }).toEqual({ page, missing: [] });
});
