/** Defaults that the operations and the options in the editor share, so that a change here changes both. */

/** Records per page of a list. */
export const DEFAULT_PAGE_SIZE = 500;

/** The maximum number of attempts for each request. */
export const DEFAULT_MAX_ATTEMPTS = 5;
